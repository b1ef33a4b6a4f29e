#!/usr/bin/env bash
# Blocks recorded on an H200, compared with themselves by the gate's code, a thousand times: none is flagged.
set -eu
: "${SOURCE_DIR:?} ${BUILD_DIR:?}"
replay=$BUILD_DIR/tests/test_reports_compare_rates
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
"$replay" "$SOURCE_DIR/reports/h200/noise.txt" >"$root/out" || { cat "$root/out"; exit 1; }
grep -Eq ' of 1000 draws [01] with a confirmed flag; ' "$root/out" || { cat "$root/out"; exit 1; }
# NVBench's programs, recorded there, too: equal numbers of elements are not flagged, growth by more than 1 % is found.
cases=$SOURCE_DIR/reports/h200/compare/cases
"$replay" "$cases-0.txt" | grep -q ' 5 configurations: of 1000 draws 0 with a confirmed flag; ' || { echo 'a case is accused'; exit 1; }
for more in 2 5; do
    "$replay" "$cases-0.txt" "$cases-$more.txt" >"$root/out" || { cat "$root/out"; exit 1; }
    awk '$1 > 1 && $4 < 24 { print "missed:", $0; exit 1 } $1 > 1 { found++ } END { exit found < 4 }' "$root/out" || exit 1
done
# Each block 1 % above the previous one: a drift that pairs in a fixed order would show, and in random order do not.
awk 'BEGIN { printf "drift\tslope"; for (i = 0; i < 60; i++) printf "\t%.6g", 1000 * 1.01 ^ i; print "" }' >"$root/drift"
"$replay" "$root/drift" | grep -Eq ' [01] with a confirmed flag' || { echo 'expected no flag of a drift'; exit 1; }
for wrong in "$root/none" /dev/null; do
    if "$replay" "$wrong" >"$root/out"; then echo "expected $wrong to be refused"; exit 1; fi
done
