#!/usr/bin/env bash
# ci/curves on whatever device is there: a row a side with a time in each column, a results file a curve, errors in one line.
set -u
fault() { echo "$*"; failed=1; }
failed=0
curves=$SOURCE_DIR/ci/curves
OUT=$PWD/curves "$curves" --sides 9,16 >table 2>err || fault "status $?: $(cat err)"
for side in 9 16; do
    awk -v side=$side '$1 == side { rows++; for (i = 3; i <= 7; i++) if ($i + 0 <= 0) rows = -9 } END { exit rows != 1 }' table ||
        fault "no five times for $side: $(cat table)"
done
for name in direct-9 direct-16 large_bins small_bins compact_bins cpu; do
    [ -s "curves/$name.json" ] || fault "curves/$name.json is missing"
done
grep -q '"atoms": 51' curves/direct-16.json || fault "the atoms of the direct sum do not grow with the volume"
grep -q '>direct sum</text>' curves/curves.svg && grep -q '>CPU</text>' curves/curves.svg || fault "no picture of the curves"
# refused MESSAGE ARGUMENT...: one line with the message, status 2.
refused() {
    local message=$1 status
    shift
    OUT=$PWD/none "$curves" "$@" >out 2>err
    status=$?
    [ $status = 2 ] || fault "$*: status $status"
    [ "$(wc -l <err)" = 1 ] || fault "$*: more than a line: $(cat err)"
    grep -qF -e "$message" err || fault "$*: $(cat err)"
}
refused "--sides takes whole numbers, not 'a'" --sides a
refused "--sides takes whole numbers, not ''" --sides
refused "unknown option --size" --size 3
GPUBENCH=$PWD/none refused "is missing; ci/build release makes it"
exit $failed
