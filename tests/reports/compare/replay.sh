#!/usr/bin/env bash
# The blocks that were recorded on an H200, compared with themselves as the gate would, a thousand times: nobody is accused.
set -eu
: "${SOURCE_DIR:?} ${BUILD_DIR:?}"
replay=$BUILD_DIR/tests/test_reports_compare_rates
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
"$replay" "$SOURCE_DIR/reports/h200/noise.txt" >"$root/out" || { cat "$root/out"; exit 1; }
grep -Eq ' of 1000 draws [01] with a confirmed flag; ' "$root/out" || { cat "$root/out"; exit 1; }
# Each block 1 % above the one before: a drift that pairs in one order would show, and in an order by chance do not.
awk 'BEGIN { printf "drift\tslope"; for (i = 0; i < 60; i++) printf "\t%.6g", 1000 * 1.01 ^ i; print "" }' >"$root/drift"
"$replay" "$root/drift" | grep -Eq ' [01] with a confirmed flag' || { echo 'expected no flag of a drift'; exit 1; }
for wrong in "$root/none" /dev/null; do
    if "$replay" "$wrong" >"$root/out"; then echo "expected $wrong to be refused"; exit 1; fi
done
