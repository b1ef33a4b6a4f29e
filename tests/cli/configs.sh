#!/usr/bin/env bash
# --configs on the fake device: the configurations of a results file are measured again, with the given blocks, and no
# others.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"

gpubench() {
    "$PLANTED" --backend fake --ceilings off "$@" >out 2>err
}
rows() {
    grep -c '"run_type": "iteration"' "$1"
}

# Ten configurations of 1 to 10 us: only the best.
gpubench --suite accuracy --bench copies --size 1024 --strategy exhaustive --out searched.json
[ "$(rows searched.json)" -ge 10 ] && grep -q '"dropped": true' searched.json || wrong 'expected ten rows, of which some were dropped'
gpubench --suite accuracy --bench copies --size 1024 --strategy exhaustive --measure-all --out measured.json
[ "$(rows measured.json)" = 10 ] && ! grep -q '"dropped": true' measured.json || wrong 'expected that --measure-all drops none'
contains '^    STEP 10$' out
gpubench --configs searched.json --blocks 7 --out fixed.json
[ "$(rows fixed.json)" = 1 ] || wrong 'expected one row'
contains '"finalist": false' fixed.json
[ "$(sed -n 's/.*"blocks_ns": \[\([^]]*\)\].*/\1/p' fixed.json | tr , '\n' | wc -l)" = 7 ] || wrong 'expected 7 blocks'
grep -q '^"best": \[\]\|^"best": \[$' fixed.json && ! grep -q over_default fixed.json || wrong 'expected no best'
contains 'no best was chosen \(1 measured\)' out
best=$(sed -n 's/.*"name": "\([^"]*\)".*over_default.*/\1/p' searched.json | head -n 1)
grep -qF "\"$best\"" fixed.json || wrong "expected $best"

# A file without a best fixes all measured configurations, including dropped ones; and it fixes itself.
sed '/^"best": \[/,$d' searched.json >all.json
printf '"best": []\n}\n' >>all.json
gpubench --configs all.json --out again.json
[ "$(rows again.json)" = 10 ] || wrong 'expected ten rows'
if grep -q '"dropped": true' again.json; then wrong 'expected that all are measured to the end'; fi
gpubench --configs again.json --suite accuracy --bench copies --blocks 1 --out third.json
[ "$(rows third.json)" = 10 ] || wrong 'expected ten rows'

# A configuration dropped after single iterations does not determine how samples are taken.
gpubench --suite accuracy --bench copies --size 1024 --strategy exhaustive --sampling slope --jobs 1 --out slopes.json
sed '/^"best": \[/,$d' slopes.json >all.json
grep '"dropped"' all.json | tail -n 1 | grep -q '"sampling": "single"' || wrong 'expected that the last was dropped'
printf '"best": []\n}\n' >>all.json
gpubench --configs all.json --out again.json
if grep -q '"sampling": "single"' again.json; then wrong 'expected slopes'; fi

# Settings are the file's.
gpubench --suite told --scale 2.5 --shape ring --set SHOW=no --size 6 --out told.json
gpubench --configs told.json --out told_again.json
contains '"name": "told/told/n:6/scale:2.5/shape:ring/' told_again.json

# So is the seed of the inputs, unless one is given.
gpubench --suite accuracy --bench copies --size 1024 --budget 2 --seed 7 --out seed.json
gpubench --configs seed.json --out seed_again.json
contains '"size": 1024, "seed": 7,' seed_again.json
gpubench --configs seed.json --seed 8 --out seed_again.json
contains '"size": 1024, "seed": 8,' seed_again.json

# A parameter that the file lacks has its default, which a line states; --defaults and a file that has all print none.
lacks() { # lacks NAME <FILE: without a parameter
    sed 's#, "'"$1"'": \[[^]]*\]##; s#, "'"$1"'": "[a-z_]*"##g; s#/'"$1"':[a-z_]*##g'
}
lacks SHOW <told.json >absent.json
gpubench --configs absent.json --out absent_again.json
contains '^gpubench: absent.json: not in it, measured with the default: SHOW no \(told\)$' err
contains '"name": "told/told/n:6/scale:2.5/shape:ring/WIDTH:[0-9]/SHOW:no"' absent_again.json
gpubench --configs told.json --out told_again.json
omits 'not in it' err
gpubench --configs absent.json --defaults --out absent_again.json
omits 'not in it' err
sed 's/"size": [0-9]*,/"size": 9,/' "$SOURCE_DIR/reports/h200/reduction-drive.json" | lacks BUFFERS | lacks ALGORITHM >drives.json
"$GPUBENCH" --backend fake --ceilings off --configs drives.json --out drives_again.json >out 2>err || true # no kernels run there
contains '^gpubench: drives.json: not in it, measured with the default: ALGORITHM tree \(drive_f32 and others\), BUFFERS [a-z]+ \(drive_f32 and others\)$' err

# And the cache mode.
gpubench --suite accuracy --bench copies --size 1024 --budget 2 --cache-mode warm --out warm.json
gpubench --configs warm.json --out warm_again.json
contains '"cache": "warm"' warm_again.json
gpubench --configs warm.json --cache-mode cold --out warm_again.json
contains '"cache": "cold"' warm_again.json

sed '0,/"cache": "[a-z]*"/s//"cache": "cold"/; 0,/"cache": "cold"/!s/"cache": "[a-z]*"/"cache": "warm"/' all.json >mixed.json
gpubench --configs mixed.json --blocks 1 --out mixed_again.json
contains '^gpubench: mixed.json: 1 rows of cold caches, 9 of warm ones; all are measured cold: ' err

# A header has its rows in a comment: the same configurations, the same measurements; no text of theirs can end it.
gpubench --suite accuracy,told --size 6 --scale 2.5 --shape ring --bench told,copies --strategy exhaustive --cache-mode warm \
    --seed 9 --out two.json --header two.h
gpubench --configs two.json --out by_file.json
gpubench --configs two.h --out by_header.json
if sed -n '/^{"schema"/,/^]}/p' two.h | grep /; then wrong 'expected no slash'; fi
names() {
    grep -o '"name": "[^"]*"[^}]*"config": {[^}]*}' "$1" | cut -d'"' -f4 | sort
    grep -o '"seed": [0-9]*' "$1" | sort -u
    grep -o '"cache": "[a-z]*"\|"sampling": "[a-z]*"' "$1" | sort | uniq -c
}
[ "$(names by_file.json)" = "$(names by_header.json)" ] && [ "$(rows by_header.json)" = 2 ] || wrong 'expected the same rows'
grep -q '"size": 6, "seed": 9,' by_header.json && grep -q /shape:ring/ by_header.json || wrong 'expected the same problem'
sed '/^{"schema"/,/^]}/d' two.h >bare.h
sed '/^]}/,$d' two.h >part.h
sed 's/^{"schema": "gpubench[^"]*"/{"schema": "other"/' two.h >other.h
sed 's/"median_ns": [0-9.]*/"median_ns": 0/' two.h >zero.h
sed 's/\("parameters": {"[A-Z]*": \[\)/\15, /' two.h >more.h
while read -r file text; do
    refused "$file: $text" "$PLANTED" --backend fake --configs "$file" --out none.json
done <<'END'
bare.h no results file, and no header with rows; make the header again
part.h the rows in the header are no whole "gpubench/pins/1"; make the header again
other.h the rows in the header are no whole "gpubench/pins/1"; make the header again
zero.h problems[0].median_ns: expected a number above 0
more.h problems[0].STEP: expected one value
END

# The file of a structure must be given again, with the same atoms.
printf 'ATOM 1 C C 1 1 2 3 4 5\n' >one.pqr
printf 'ATOM 1 C C 1 1 2 3 6 5\n' >other.pqr
gpubench --suite told --input one.pqr --set SHOW=no --size 6 --out structure.json
gpubench --configs structure.json --input one.pqr --out structure_again.json
contains '"name": "told/told/n:6/input:one.pqr/WIDTH' structure_again.json
while read -r file option text; do
    # shellcheck disable=SC2086 # words
    ends 2 "$PLANTED" --backend fake --configs $file ${option//=/ } --out none.json
    grep -qF "$text" err || wrong "expected: $text"
done <<'END'
structure.json --suite=told its atoms are those of --input one.pqr
structure.json --input=other.pqr gpubench: structure.json: told was measured with other atoms than other.pqr has
told.json --input=one.pqr its atoms are its own, not those of --input one.pqr
END

# A problem that a device cannot run does not stop the others.
sed 's/"size": 6,/"size": 9,/; s/"size": 5,/"size": 10,/; s/"order": 10/"order": 2/' "$SOURCE_DIR/reports/h200/fmm-depths.json" >deep.json
status=0
"$GPUBENCH" --backend fake --ceilings off --configs deep.json --blocks 1 --out deep_again.json >out 2>err || status=$?
[ "$status" -le 1 ] && [ "$(grep -c '^gpubench: deep.json: left out: m2l: ' err)" = 2 ] || wrong 'expected two lines'
[ "$(grep -c '"name": "fmm/m2l/n:[0-9]*/order:2", "suite"' deep_again.json)" = 3 ] || wrong 'expected three problems'
ends 2 "$GPUBENCH" --backend fake --ceilings off --configs "$SOURCE_DIR/reports/h200/fmm-depth-8.json" --out none.json
contains 'left out: m2l: ' err
contains 'no row of it can be measured here$' err

# A removed bench is skipped, in one line; a parameter missing in the file has its default value.
sed 's/"told"/"tale"/g' told.json >gone.json
sed 's/"STEP"/"LEAP"/g' all.json >parameter.json
check_refused() {
    ends 2 "$PLANTED" --backend fake --configs "$1" --out none.json
    grep -qF "$2" err && grep -qF 'no row of it can be measured here' err || wrong "expected: $2"
}
sed 's/"shape": "ring"/"shape": "knot"/' told.json >setting.json
check_refused setting.json 'there is no such setting here as shape'
sed 's/"size": 1024,/"size": 0,/' all.json >empty.json
check_refused empty.json 'its size is none that the bench takes'
check_refused gone.json 'there is no such bench any more'
check_refused parameter.json 'there is no parameter LEAP; and 9 more'
sed 's/\("parameters": .*\)10\]/\111]/; s/"STEP": 10}/"STEP": 11}/' all.json >value.json
gpubench --configs value.json --out fewer.json
grep -q 'left out: .*there is no more 11$' err && [ "$(rows fewer.json)" = 9 ] || wrong 'expected nine rows'
