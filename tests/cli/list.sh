#!/usr/bin/env bash
# gpubench list: all suites; one of them with one line per bench, on one screen; and in full with --long. None needs a
# device.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
none=(env OCL_ICD_VENDORS="$root" CUDA_VISIBLE_DEVICES= "$GPUBENCH")

# lists COLUMNS LINES COMMAND...: it prints at most LINES lines of COLUMNS columns.
lists() {
    ends 0 "${@:3}"
    [ ! -s err ] || wrong 'expected nothing on stderr'
    [ "$(wc -L <out)" -le "$1" ] && [ "$(wc -l <out)" -le "$2" ] || wrong "expected at most $2 lines of $1 columns"
}

lists 100 1000 "${none[@]}" list
prints '^reduction '
prints '^  sum_1d_f32_cub '
for suite in $(sed -n 's/^SUITE(\(.*\))$/\1/p' "$SOURCE_DIR/suites/suites.def"); do
    lists 100 1000 "${none[@]}" list "$suite" --long
    lines=$(grep -c '^    configurations: ' out)
    lists 80 24 env COLUMNS=80 "${none[@]}" list "$suite"
    [ "$lines" = 1 ] || prints "^.gpubench list $suite --long.: parameters, "
done

# ---- one line per bench

lists 100 25 "${none[@]}" list reduction
[ "$(grep -Ec '^sum_1d_f32(_cub|_policy|_plumed)? +[0-9]+ +([0-9]+|-)  [a-z]' out)" = 4 ] || wrong 'expected one line per bench'
prints '^options of its own: --nd, --element, --numbers$'

# If a screen has no room for all, benches with a common prefix share a line, as few as needed; a file has all lines.
lists 80 24 env COLUMNS=80 "${none[@]}" list ceilings
prints '^dram_\* +[0-9]+ to [0-9]+ +[0-9]+ to [0-9]+  5: read, write, copy, add, triad$'
prints '^launch\* +[0-9]+ +[0-9]+  2: launch, by_host$'
prints '^texture_\* .*  8: point, linear, .*\.\.\.$'
prints '^rint +[0-9]+ +[0-9]+  floats rounded to whole numbers$'
lists 80 24 env COLUMNS=80 "${none[@]}" list reduction
prints '^drive_\* +192 +96  2: f32, f64$'
prints '^sum_1d_f32 '
lists 80 24 env COLUMNS=80 "${none[@]}" list fmm
[ "$(grep -c '^[a-z0-9]*\* ' out)" = 1 ] || wrong 'expected one line of several benches'
lists 100 50 "${none[@]}" list ceilings
[ "$(grep -Ec '^(dram|launch)[a-z_]* ' out)" = 7 ] || wrong 'expected a line for each bench'
lists 80 24 "$PLANTED" list accuracy --backend fake --bench 'copies,plain' --size 2000,3000
prints '^copies +10  '
prints '^allowed: configurations that a run may try on Fake device .fake 0.$'
refused 'list: --long is of one suite: gpubench list SUITE --long' "$GPUBENCH" list --long

# ---- in full: with --long, or for a single bench

ends 0 "${none[@]}" list reduction --long
[ "$(grep -c '^    configurations: [0-9]* declared; allowed on a typical GPU: [0-9]* by cuda' out)" = 19 ] ||
    wrong 'expected the counts of nineteen benches'
prints '^    BLOCK_SIZE  *32 64 128 256 512 1024$'
prints '^    constraint: '
prints 'needs CUDA, CUB$'
ends 0 "${none[@]}" list transfer --long
omits 'options of its own' out
ends 0 "$PLANTED" list told
prints '^    --scale  *a number from -0.5 to 4 e/A \(default 1\)$'
prints '^  *of all numbers$'
prints '^    --count  *a whole number from 0 to 1000 \(default 2\)$'
prints '^    --shape  *line cube ring \(default cube\)$'
prints '^    --input FILE  *a structure of atoms \(PQR\),'
prints '8 declared; allowed on a typical GPU: 4 by cuda'
ends 0 "$PLANTED" list told --backend fake --set SHOW=yes --size 6
prints '8 declared; allowed on this device: [0-9]+ at size 6$'
prints '^  this device: Fake device \(fake 0\)$'
ends 0 "$PLANTED" list other
prints '^    --angle  *a number from 0 to 360 degrees \(default 104.52\)$'
omits '--input' out
ends 0 "$PLANTED" list typed
prints '^    --input FILE  *a structure of atoms \(PQR, XYZ\)'
prints '^    --elements FILE  '
prints '^    sizes in atoms: small 4,'
prints '^    sizes by --size or --atoms$'
ends 0 "$PLANTED" list counted
prints '^    --atoms  *a whole number'
omits 'sizes by' out

# ---- a bench that runs by its name alone

named=("$PLANTED" --backend fake --budget 1 --ceilings off --overwrite)
ends 0 "${named[@]}" --suite named --out all.json
contains '^gpubench: left out, since they take long; --bench runs them: lengthy$' err
prints '^plain '
omits '^lengthy ' out
ends 0 "${named[@]}" --suite named --bench 'l*' --out one.json
prints '^lengthy '
omits 'left out' err
ends 0 "$PLANTED" --backend fake --ceilings off --configs one.json --out again.json
prints '^lengthy '
ends 0 "$PLANTED" list named
prints '^lengthy .* by --bench alone: the faster, the rougher$'
