#!/usr/bin/env bash
# late.sh: the time of a kernel is also that of the kernels which it launched, however late they end. CUDA only.
set -u
. "${SOURCE_DIR:?}/tests/attacks.sh"

expression='/^#include "fmm.steps.h"/a #include "attacks/late_top.cl"
/^KERNEL.*void translate(/ {
    n
    s|^{|&\n#include "attacks/late.cl"|
}'
tried=0
while read -r backend index; do
    is_cuda || continue
    tried=1
    attack late 'CHILD_STREAM=fire_and_forget' right
    attacks fmm/m2l_dynamic.cu "$expression" --suite fmm --bench m2l --size 2 --set PRECISION=fp32 \
        --set STRATEGY=dynamic_1 --set BLOCK_SIZE=64 --set BOXES=one
done <<<"$devices"
[ $tried = 1 ] || { echo 'no CUDA device'; exit 77; }
exit $failed
