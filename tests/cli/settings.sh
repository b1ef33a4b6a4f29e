#!/usr/bin/env bash
# Settings and structures reach the workers and the results file, on every kind of device: suite `told` refuses its
# configurations SHOW=yes with the values that its kernel copied as the reason, and so does `typed`, for a structure
# with types. Real devices, whose compilers are slow, are for deep tests (GPUBENCH_DEEP).
set -u
. "${SOURCE_DIR:?}/tests/script.sh"

# run_untimed SUITES OPTION...: a run of all configurations, without times; timed: with them, and a best.
run_timed() {
    "$PLANTED" --suite "$1" --backend "$backend" --strategy exhaustive --cache-mode warm --out run.json --overwrite "${@:2}" >out 2>err
}
run_untimed() { run_timed "$@" --verify-only; }

# rows SUITE REASON: this number of rows was refused with the reason.
rows() { grep "\"name\": \"$1/[a-z]*/" run.json | grep -c "\"reason\": \"$2\""; }
context() { sed -n '/^"context"/,/^}/p' run.json | tr -d '\n ' | grep -Fq "$1"; }

for backend in fake fake:cpu ${GPUBENCH_DEEP:+opencl cuda}; do
    last=$backend
    run_timed told --ceilings off
    status=$?
    if [ $status = 3 ] && [ "${backend#fake}" = "$backend" ]; then
        echo "no $backend"
        continue
    fi
    expect 'status 0' [ $status = 0 ]
    expect 'the suite'\''s own values' [ "$(rows told 'scale 1 count 2 shape 1 widest 2 atoms 0 x 0 charge 0')" = 2 ]
    expect 'them in the results' context '"inputs":{"told":{"scale":1.0,"count":2.0,"shape":"cube","widest":2.0}}'
    expect 'no structure' [ "$(grep -c '"structure"' run.json)" = 0 ]
    expect 'four of eight configurations' grep -q '"allowed": 4,' run.json
    expect 'no settings in names' grep -q '{"name": "told/told/n:6/WIDTH:1/SHOW:no"' run.json

    # A constraint that an option lifts, or tightens.
    run_timed told --widest 8 --ceilings off
    expect 'all configurations' [ "$(rows told 'scale 1 count 2 shape 1 widest 8 atoms 0 x 0 charge 0')" = 4 ]
    expect 'eight configurations' grep -q '"allowed": 8,' run.json
    run_untimed told --widest 8 --set WIDTH=8 --set SHOW=no
    expect 'what only the option allows' grep -q '"config": {"WIDTH": 8, "SHOW": "no"}' run.json
    run_untimed told --widest 1
    expect 'the narrowest alone' [ "$(rows told '.* widest 1 .*')" = 1 ]

    printf 'ATOM 1 C C 1 1 2 3 4 5\r\nHETATM 2 C C 1 -7.5 2 3 0.25 5' >a.pqr
    run_untimed told,other --scale 2.5 --shape ring --shape line --count 7 --input a.pqr
    expect 'all that was said' [ "$(rows told 'scale 2.5 count 7 shape 0 widest 2 atoms 2 x -7.5 charge 0.25')" = 2 ]
    expect 'no structure elsewhere' [ "$(rows other 'scale 2.5 count 7 shape 1 widest 4 atoms 0 x 0 charge 0')" = 3 ]
    expect 'an object a suite' context '"inputs":{"told":{"scale":2.5,"count":7.0,"shape":"line","widest":2.0},"other":{"scale":2.5,"count":7.0,"shape":"line","widest":4.0,"angle":'
    expect 'the structure' context '"structure":{"file":"a.pqr","atoms":2,"key":"'
    said=/scale:2.5/count:7/shape:line
    expect 'all that was said in names' grep -q "{\"name\": \"told/told/n:6$said/input:a.pqr/WIDTH:1/SHOW:no\"" run.json
    expect 'but what the suite has so' grep -q '{"name": "other/told/n:6/scale:2.5/count:7/shape:line/WIDTH:1/' run.json
    key() { grep -o '"key": *"[0-9a-f]*"' run.json | sort -u; }
    first_key=$(key)

    # Another structure in the same file; the same one is known to the store.
    printf 'ATOM 1 C C 1 9 2 3 -1 5\n' >a.pqr
    run_untimed told --input a.pqr
    expect 'the new structure' [ "$(rows told 'scale 1 .* atoms 1 x 9 charge -1')" = 2 ]
    expect 'one key' [ "$(key | wc -l)" = 1 ]
    expect 'another key' [ "$(key)" != "$first_key" ]
    entries() { find cache/entries -type f -printf '%p %i\n' | sort; }
    entries >first
    expect 'entries' [ -s first ]
    run_untimed told --input a.pqr
    expect 'the same again' [ "$(rows told 'scale 1 .* atoms 1 x 9 charge -1')" = 2 ]
    expect 'nothing kept twice' cmp first <(entries)

    # Types and the box; a suite that takes charges alone, of the same file.
    same='last Ar sigma 3.446 epsilon 0.185 mass 39.95 x 7'
    argon() { printf '3\n%s\nAr 1 2 3\nKr 4 5 6\nAr %s 8 9\n' "$1" "$2" >a.xyz; }
    argon 'Lattice="10 0 0 0 11 0 0 0 12.5"' 7
    run_untimed typed --input a.xyz
    expect 'its types and box' [ "$(rows typed "n 3 types 2 box 10 11 12.5 $same")" = 1 ]
    expect 'a line of it' grep -qx 'structure: a.xyz, 3 atoms (2 Ar, 1 Kr); box 10 x 11 x 12.5 A' err
    expect 'them in the results' context '"types":{"Ar":{"sigma":3.445996241'
    expect 'the box in the results' context '"box":[10.0,11.0,12.5]'
    first_key=$(key)
    argon '' 7
    run_untimed typed --input a.xyz
    expect 'no box' [ "$(rows typed "n 3 types 2 box 0 0 0 $same")" = 1 ]
    expect 'a line of its bounding box' \
        grep -qx 'structure: a.xyz, 3 atoms (2 Ar, 1 Kr); no box: its bounding box is 6 x 6 x 6 A' err
    expect 'no box in the results' [ "$(grep -c '"box"' run.json)" = 0 ]
    expect 'another key without the box' [ "$(key)" != "$first_key" ]
    first_key=$(key)
    printf 'Kr 3.6 0.3 84\nAr 3.4 0.25 40 # another\n' >elements
    run_untimed typed --input a.xyz --elements elements
    expect 'a user'\''s parameters' [ "$(rows typed 'n 3 .* last Ar sigma 3.4 epsilon 0.25 mass 40 x 7')" = 1 ]
    expect 'where they are from' context '"elements":"elements"'
    expect 'it in names' grep -q '{"name": "typed/typed/n:3/input:a.xyz/elements:elements/SHOW:no"' run.json
    expect 'another key with other parameters' [ "$(key)" != "$first_key" ]
    printf 'CRYST1 20 21 22 90 90 90\nATOM 1 AR AR 1 1 2 3 4 5\nHETATM 2 1HB ALA 1 -7.5 2 3 0.25 5' >a.pqr
    run_untimed told,typed --input a.pqr
    expect 'charges' [ "$(rows told '.* atoms 2 x -7.5 charge 0.25')" = 2 ]
    expect 'types' [ "$(rows typed 'n 2 types 2 box 20 21 22 last H sigma .* epsilon 0.044 mass 1.008 x -7.5')" = 1 ]
    expect 'two keys' [ "$(key | wc -l)" = 2 ]
    printf 'ATOM 1 AR AR 1 1 2 3 4 5\n' >a.pqr
    run_untimed typed --input a.pqr
    expect 'a line of one element' \
        grep -qx 'structure: a.pqr, 1 atom of Ar; no box: its bounding box is 0 x 0 x 0 A' err

    # Sizes by their unit: for benches with the unit, instead of --size; a setting with that name stays one.
    sizes() { sed -n "s,^{\"name\": \"$1/[a-z]*/n:\([0-9]*\)[^ ]*/SHOW:yes\".*,\1,p" run.json | sort -nu | xargs; }
    run_untimed typed,told --size 6 --atoms 3,small,7
    expect 'sizes in atoms' [ "$(sizes typed)" = '3 4 7' ]
    expect 'the size of others' [ "$(sizes told)" = 6 ]
    run_untimed typed,counted --atoms 9 --atoms 5
    expect 'the last' [ "$(sizes typed)" = 5 ]
    expect 'the setting' context '"counted":{"atoms":5.0}'
    run_untimed typed,counted --size 3
    expect 'a size without a unit' [ "$(sizes typed) $(sizes counted)" = '3 3' ]
done

# Benches have the settings that affect them, a file those of all. An additional one in a file, as of older versions,
# makes no other problem. A default value is accepted for any bench.
cutoff() { # the fake device's maps are wrong
    last="$*"
    "$GPUBENCH" --suite cutoff --bench binning,naive --size 8 --cutoff 5 --coverage 0 --backend fake --budget 1 --verify-only --ceilings off "$@" >out 2>err
    status=$?
    [ $status -le 1 ]
}
cutoff --copy yes --out all.json
context() { sed -n '/^"context"/,/^}/p' all.json | tr -d '\n ' | grep -Fq "$1"; }
expect 'settings of both' context '"coverage":0.0,"spacing":0.5,"box":"cube","copy":"yes"}'
expect 'no copy of bins' grep -q '{"name": "cutoff/binning/n:8/cutoff:5/coverage:0/[B-Z]' all.json
expect 'no coverage of the other' grep -q '{"name": "cutoff/naive/n:8/cutoff:5/copy:yes/[B-Z]' all.json
cutoff --out older.json
sed -i 's/\("bench": "binning".*"box": "cube"\)}/\1, "copy": "no"}/' older.json
expect 'an older file' grep -q '"bench": "binning".*"copy": "no"}, ' older.json
expect 'it is replaced' cutoff --out older.json
expect 'a value that it has' cutoff --bench binning --copy no --out said.json
sed -i 's/\("bench": "binning".*"box": "cube"\)}/\1, "copy": "yes"}/; s,n:8/cutoff:5/coverage:0,&/copy:yes,' older.json
expect 'another problem is not' eval '! cutoff --out older.json'

# Ceilings have no settings: one run's are valid for the next.
backend=fake
ceilings() {
    "$PLANTED" --suite limits,other --bench '[th]*' --backend fake --set STEP=10 --out run.json --overwrite "$@" >out 2>err ||
        expect 'status 0' false
}
ceilings --scale 3
expect 'ceilings measured' grep -q '^measuring the ceiling dram_read' err
ceilings --scale 5
expect 'ceilings kept' [ "$(grep -c measuring.the.ceiling err)" = 0 ]
expect 'a limit' grep -q '"limit": {"resource": "dram_read"' run.json
