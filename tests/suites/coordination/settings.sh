#!/usr/bin/env bash
# Settings of suite `coordination` that define no function are refused in one line, and so are problems without a configuration;
# sums have none of these settings.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
run=("$GPUBENCH" --suite coordination --backend fake --verify-only --out "$root/results.json" --overwrite)
check_refused() { refused "$1" "${run[@]}" --bench resident "${@:2}"; }
check_refused '--mm 6 is not above --nn 6: the function would not fall' --mm 6
check_refused '--dmax 3 is not above --d0 3' --dmax 3 --d0 3
check_refused '--switching cubic ends at --dmax, which is to be given' --switching cubic --dmax 0
check_refused '--dmax 8 is beyond half the box, 5.769 A: take more atoms, a smaller --dmax, or --box open' --size 300
check_refused '--stretch yes: up to --dmax 8 the function falls by 2.6e-13, which is lost' --size 1000 --stretch yes --r0 1000
check_refused 'falls by 0, which' --size 1000 --stretch yes --r0 1000 --precision double --nn 64
check_refused 'by the constraint: the lists of cells fit local memory' --size 1000 --set FORM=cells --set BLOCK_SIZE=128 --set TARGETS=16 --precision double
ends 0 "$GPUBENCH" list coordination --backend fake --size 1000 --stretch yes --r0 1000 --nn 4 --precision double
ends 0 "$GPUBENCH" list coordination --backend fake --size 300 --bench sums
