#!/bin/sh
# SAXPY, tuned by options alone. Further ones follow: run.sh --backend opencl --header saxpy.h
exec "${GPUBENCH:-gpubench}" tune "$(dirname "$0")/saxpy.cl" --entry saxpy --n 2^20,2^26 \
    --param BLOCK=64,128,256,512 --param ITEMS=1,2,4,8 --group BLOCK --groups 'ceil(n / (BLOCK * ITEMS))' \
    --arg 'x: in float[n] random(-1, 1)' --arg 'y: inout float[n] random(-1, 1)' --arg 'a: float 2.5' --arg 'n: uint n' \
    --check 'y[i] == a * x[i] + y0[i]' --bytes '12 * n' --flops '2 * n' "$@"
