#!/usr/bin/env bash
# ci/curves on whatever device is there: a row a side with a time in each column, a results file a curve, errors in one line.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
curves=$SOURCE_DIR/ci/curves
OUT=$PWD/curves "$curves" --sides 9,16 >table 2>err || wrong "status $?: $(cat err)"
for side in 9 16; do
    awk -v side=$side '$1 == side { rows++; for (i = 3; i <= 7; i++) if ($i + 0 <= 0) rows = -9 } END { exit rows != 1 }' table ||
        wrong "no five times for $side: $(cat table)"
done
for name in direct-9 direct-16 large_bins small_bins compact_bins cpu; do
    [ -s "curves/$name.json" ] || wrong "curves/$name.json is missing"
done
grep -q '"atoms": 51' curves/direct-16.json || wrong "the atoms of the direct sum do not grow with the volume"
grep -q '>direct sum</text>' curves/curves.svg && grep -q '>CPU</text>' curves/curves.svg || wrong "no picture of the curves"
export OUT=$PWD/none
refused "--sides takes whole numbers, not 'a'" "$curves" --sides a
refused "--sides takes whole numbers, not ''" "$curves" --sides
refused "unknown option --size" "$curves" --size 3
GPUBENCH=$PWD/none refused "is missing; ci/build release makes it" "$curves"
