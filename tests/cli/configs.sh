#!/usr/bin/env bash
# --configs on the fake device: what a results file says is measured again, as many blocks as asked for, and nothing else.
set -eu
: "${GPUBENCH:?} ${PLANTED:?}"
. "${SOURCE_DIR:?}/tests/script.sh"

gpubench() {
    "$PLANTED" --backend fake --ceilings off "$@" >out 2>err
}
rows() {
    grep -c '"run_type": "iteration"' "$1"
}

# Ten configurations of 1 to 10 us: the best of them, and no other.
gpubench --suite accuracy --bench copies --size 1024 --strategy exhaustive --out searched.json
[ "$(rows searched.json)" -ge 10 ]
gpubench --configs searched.json --blocks 7 --out pinned.json
[ "$(rows pinned.json)" = 1 ] || wrong 'expected one row'
grep -q '"finalist": false' pinned.json || wrong 'expected no play-off'
[ "$(sed -n 's/.*"blocks_ns": \[\([^]]*\)\].*/\1/p' pinned.json | tr , '\n' | wc -l)" = 7 ] || wrong 'expected 7 blocks'
grep -q '^"best": \[\]\|^"best": \[$' pinned.json && ! grep -q over_default pinned.json || wrong 'expected no best'
grep -q 'no best was chosen (1 measured)' out || wrong 'expected the row in the table'
best=$(sed -n 's/.*"name": "\([^"]*\)".*over_default.*/\1/p' searched.json | head -n 1)
grep -qF "\"$best\"" pinned.json || wrong "expected $best"

# A file without a best pins all that it measured, those that were dropped, too; and it pins itself.
sed '/^"best": \[/,$d' searched.json >all.json
printf '"best": []\n}\n' >>all.json
gpubench --configs all.json --out again.json
[ "$(rows again.json)" = 10 ] || wrong 'expected ten rows'
if grep -q '"dropped": true' again.json; then wrong 'expected that all are measured to the end'; fi
gpubench --configs again.json --suite accuracy --bench copies --blocks 1 --out third.json
[ "$(rows third.json)" = 10 ] || wrong 'expected ten rows'

# What was dropped after single iterations does not say how samples are taken.
gpubench --suite accuracy --bench copies --size 1024 --strategy exhaustive --sampling slope --jobs 1 --out slopes.json
sed '/^"best": \[/,$d' slopes.json >all.json
grep '"dropped"' all.json | tail -n 1 | grep -q '"sampling": "single"' || wrong 'expected that the last was dropped'
printf '"best": []\n}\n' >>all.json
gpubench --configs all.json --out again.json
if grep -q '"sampling": "single"' again.json; then wrong 'expected slopes'; fi

# Settings are the file's.
gpubench --suite told --scale 2.5 --shape ring --set SHOW=no --size 6 --out told.json
gpubench --configs told.json --out told_again.json
grep -q '"name": "told/told/n:6/scale:2.5/shape:ring/' told_again.json || wrong 'expected the settings'

# So is the seed of the inputs, unless another is asked for.
gpubench --suite accuracy --bench copies --size 1024 --budget 2 --seed 7 --out seed.json
gpubench --configs seed.json --out seed_again.json
grep -q '"size": 1024, "seed": 7,' seed_again.json || wrong 'expected seed 7'
gpubench --configs seed.json --seed 8 --out seed_again.json
grep -q '"size": 1024, "seed": 8,' seed_again.json || wrong 'expected seed 8'

# And the caches.
gpubench --suite accuracy --bench copies --size 1024 --budget 2 --cache-mode warm --out warm.json
gpubench --configs warm.json --out warm_again.json
grep -q '"cache": "warm"' warm_again.json || wrong 'expected warm caches'
gpubench --configs warm.json --cache-mode cold --out warm_again.json
grep -q '"cache": "cold"' warm_again.json || wrong 'expected cold caches'

sed '0,/"cache": "[a-z]*"/s//"cache": "cold"/; 0,/"cache": "cold"/!s/"cache": "[a-z]*"/"cache": "warm"/' all.json >mixed.json
gpubench --configs mixed.json --blocks 1 --out mixed_again.json
grep -q '^gpubench: mixed.json: 1 rows of cold caches, 9 of warm ones; all are measured cold: ' err || wrong 'expected a line'

# A header has its rows in a comment: the same pins, the same measurements; no word of theirs can end it.
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
    status=0
    gpubench --configs "$file" --out none.json || status=$?
    [ "$status" = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -qF "$file: $text" err || wrong "expected: $text"
done <<'END'
bare.h no results file, and no header with rows; make the header again
part.h the rows in the header are no whole "gpubench/pins/1"; make the header again
other.h the rows in the header are no whole "gpubench/pins/1"; make the header again
zero.h problems[0].median_ns: expected a number above 0
more.h problems[0].STEP: expected one value
END

# A structure's atoms are to be named again, and to be the same.
printf 'ATOM 1 C C 1 1 2 3 4 5\n' >one.pqr
printf 'ATOM 1 C C 1 1 2 3 6 5\n' >other.pqr
gpubench --suite told --input one.pqr --set SHOW=no --size 6 --out structure.json
gpubench --configs structure.json --input one.pqr --out structure_again.json
grep -q '"name": "told/told/n:6/input:one.pqr/WIDTH' structure_again.json || wrong 'expected the structure'
while read -r file option text; do
    status=0
    gpubench --configs $file ${option//=/ } --out none.json || status=$?
    [ "$status" = 2 ] && grep -qF "$text" err || wrong "expected: $text"
done <<'END'
structure.json --suite=told its atoms are those of --input one.pqr
structure.json --input=other.pqr gpubench: structure.json: told was measured with other atoms than other.pqr has
told.json --input=one.pqr its atoms are its own, not those of --input one.pqr
END

# Nor does one problem that there cannot be on a device end the others.
sed 's/"size": 6,/"size": 9,/; s/"size": 5,/"size": 10,/; s/"order": 10/"order": 2/' "$SOURCE_DIR/reports/h200/fmm-depths.json" >deep.json
status=0
"$GPUBENCH" --backend fake --ceilings off --configs deep.json --blocks 1 --out deep_again.json >out 2>err || status=$?
[ "$status" -le 1 ] && [ "$(grep -c '^gpubench: deep.json: left out: m2l: ' err)" = 2 ] || wrong 'expected two lines'
[ "$(grep -c '"name": "fmm/m2l/n:[0-9]*/order:2", "suite"' deep_again.json)" = 3 ] || wrong 'expected three problems'
status=0
"$GPUBENCH" --backend fake --ceilings off --configs "$SOURCE_DIR/reports/h200/fmm-depth-8.json" --out none.json >out 2>err || status=$?
[ "$status" = 2 ] && grep -q 'left out: m2l: ' err && grep -q 'no row of it can be measured here$' err || wrong 'expected why'

# What is not there any more is left out, in one line; a parameter that the file does not know has its default value.
sed 's/"told"/"tale"/g' told.json >gone.json
sed 's/"STEP"/"LEAP"/g' all.json >parameter.json
refuse() {
    local status=0
    gpubench --configs "$1" --out none.json || status=$?
    [ "$status" = 2 ] || wrong "status $status"
    grep -qF "$2" err || wrong "expected: $2"
    grep -qF 'no row of it can be measured here' err || wrong 'expected why there is no run'
}
sed 's/"shape": "ring"/"shape": "knot"/' told.json >setting.json
refuse setting.json 'there is no such setting here as shape'
sed 's/"size": 1024,/"size": 0,/' all.json >empty.json
refuse empty.json 'its size is none that the bench takes'
refuse gone.json 'there is no such bench any more'
refuse parameter.json 'there is no parameter LEAP; and 9 more'
sed 's/\("parameters": .*\)10\]/\111]/; s/"STEP": 10}/"STEP": 11}/' all.json >value.json
status=0
gpubench --configs value.json --out fewer.json || status=$?
[ "$status" = 0 ] && grep -q 'left out: .*there is no more 11$' err && [ "$(rows fewer.json)" = 9 ] || wrong 'expected nine rows'
