#!/usr/bin/env bash
# ci/charts on whatever device is there: a results file a curve, both pictures, and again without measuring; errors in one line.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
charts=$SOURCE_DIR/ci/charts
export OUT=$PWD/charts
"$charts" --sizes 9,16 --atoms 100 --side 17 >out 2>err ||
    wrong "status $?: $(cat err)"
for name in v1 v2 v3 shared cpu cpu-sequential both cycle; do
    [ -s "charts/$name.json" ] || wrong "charts/$name.json is missing"
done
for word in v1 v2 v3 "today's best" 'CPU and GPU' "CPU, the lecture's loops" 'CPU, vectors and cores'; do
    grep -q ">$word</text>" charts/versions.svg || wrong "no $word in versions.svg"
done
for word in 'one copy: GPU' 'one copy: CPU' 'slices: CPU' 'direct sum: GPU'; do
    grep -q ">$word</text>" charts/cycle.svg || wrong "no $word in cycle.svg"
done
mv charts/versions.svg before.svg
"$charts" --draw >out 2>err || wrong "status $?: $(cat err)"
cmp before.svg charts/versions.svg || wrong 'another picture of the same files'
rm charts/v1.json
"$charts" --only cycle --side 17 >out 2>err || wrong "status $?: $(cat err)"
[ ! -e charts/v1.json ] || wrong 'v1 was measured too'
[ -s charts/cycle.json ] || wrong 'cycle was not measured'
refused "--only has no v4; there are v1 v2 v3" "$charts" --only v1,v4
refused "--sizes takes whole numbers, not 'a'" "$charts" --sizes a
refused "--side takes a whole number, not ''" "$charts" --side
refused "--atoms takes a whole number, not 'x'" "$charts" --atoms=x
refused "unknown option --size" "$charts" --size 3
GPUBENCH=$PWD/none refused "is missing; ci/build release makes it" "$charts"
