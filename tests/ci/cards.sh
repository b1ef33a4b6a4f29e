#!/usr/bin/env bash
# ci/cards: the search of ci/record's options and the other card's best are measured, by a stub that prints its arguments;
# two cards side by side, of a file and the same with other times.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
cards=$SOURCE_DIR/ci/cards
mkdir h200 h100
cat >gpubench <<'END'
#!/bin/bash
echo "$*" >>"$ASKED"
echo '2 configurations measured'
END
chmod +x gpubench
cp "$SOURCE_DIR"/reports/h200/{vector_add,fmm-energy}.json h200
ASKED=$root/asked GPUBENCH=$root/gpubench OUT=$root/made ends 0 "$cards" --from h200 fmm-energy vector_add:7
prints '^fmm-energy-of-h200 +status 0, .* measured$'
options=$("$SOURCE_DIR/ci/record" --list fmm-energy)
head -n 1 asked | grep -qxF -- "${options#*: } --strategy random --budget 10s --out $root/made/fmm-energy.json --overwrite"
sed -n 2p asked | grep -qxF -- "--backend cuda --configs h200/fmm-energy.json --out $root/made/fmm-energy-of-h200.json --overwrite"
sed -n 3p asked | grep -q -- '--budget 7s'
GPUBENCH=$root/gpubench refused 'reduction.json is missing' "$cards" --from h200 reduction

# The other card takes twice as long for the best of `common`, and the first one's best 10 % more than that: times of the test,
# whatever the record has.
with_median() { sed "/\"name\": \"vector_add.common/s/\"median_ns\": [0-9.]*/\"median_ns\": $1/" recorded.json; }
write_h100() { with_median "$1" | sed 's/"NVIDIA H200"/"NVIDIA H100"/' >"h100/$2.json"; }
mv h200/vector_add.json recorded.json
with_median 732480 >h200/vector_add.json
write_h100 1464960 vector_add
write_h100 1611456 vector_add-of-h200
ends 0 "$cards" --from h200 --table h100
prints '^\| vector_add \| 2 \| 1\.50 \| 1\.00 to 2\.00 \| '
prints '^\| `vector_add/common/n:268435456` \| 732\.5 us \| 1\.465 ms \| 2\.00 \| 1\.611 ms \| \+10\.0 % \|$'
refused 'has nothing that ci/cards measured' "$cards" --from h200 --table "$root"
refused 'unknown option --tables' "$cards" --tables
