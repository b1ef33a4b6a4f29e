#!/usr/bin/env bash
# Sums by CUB's policies compile for sm_90 with indices of 32 and of 64 bits, which are different programs.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
"$GPUBENCH" --suite reduction --bench sum_1d_f64_policy --backend nvrtc:sm_90 --size 2147483647,2147483648 --budget 1 \
    --set ITEMS_PER_THREAD=4 --set BLOCK_SIZE=128 --out both.json >out 2>err
status=$?
[ $status != 3 ] || { cat err; exit 77; }
[ $status = 0 ] && [ "$(grep -c '"status": "compiled"' both.json)" = 2 ] || wrong 'both should compile'
