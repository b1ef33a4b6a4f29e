#!/usr/bin/env bash
# reduction.sh: sums that are not added up again are detected.
set -u
. "${SOURCE_DIR:?}/tests/attacks.sh"

# The top; what has to be added; behind a group's sum; behind all; and the elements.
sum='const REAL sum = group_sum(partial, id, own_sum(in, length, id));'
expression='1i #include "attacks/reduction.cl"
/^#if FINISH == FINISH_LAST_BLOCK/,/^#elif/ {
    s|^ *'$sum'|#include "attacks/reduction_begin.cl"\n    const REAL sum = group_sum(partial, id, mine);|
    s|^    if (id == 0)$|    if (id == 0) {\n#include "attacks/reduction_group.cl"|
    s|^        sums\[ROW \* groups + GROUP_ID\] = sum;|&\n    }|
    s|^        if (id == 0)$|        if (id == 0) {|
    s|^            out\[ROW\] = total;|#include "attacks/reduction_end.cl"\n        }|
}
/load_guarded(in, first, begin, end, id, sum);/ a #include "attacks/reduction_items.cl"'

options=(--suite reduction --bench sum_1d_f32 --set 'VECTOR_WIDTH=2,4' --set GROUPS_PER_UNIT=4
    --set FINISH=last_block --set ALGORITHM=multiple --set LOAD=striped --set INPUT=kept
    --set LAUNCH=stream)
while read -r backend index; do
    spread 'fill tile scratch fence' 'BLOCK_SIZE=64 VECTOR_WIDTH=2,4 ITEMS_PER_THREAD=4,8' "$how"
    spread 'input local undone fingerprint' 'BLOCK_SIZE=128 VECTOR_WIDTH=2,4 ITEMS_PER_THREAD=4,8' "$how"
    spread 'table third small seed' 'BLOCK_SIZE=256 VECTOR_WIDTH=2,4 ITEMS_PER_THREAD=4,8' "$how"
    spread 'last_bits tenth' 'BLOCK_SIZE=512 ITEMS_PER_THREAD=4 VECTOR_WIDTH=2,4' "$how"
    attacks reduction/reduce.cl "$expression" "${options[@]}" --size 100003 --set 'ITEMS_PER_THREAD=4,8' \
        --set 'BLOCK_SIZE=64,128,256,512'
    # Whether this one leaves out anything depends on how busy the machine is.
    attack idle 'VECTOR_WIDTH=4' told
    attacks reduction/reduce.cl "$expression" "${options[@]}" --size 100003 --set BLOCK_SIZE=512 --set ITEMS_PER_THREAD=4
    is_cuda || continue
    attack device 'VECTOR_WIDTH=4' "$how"
    attacks reduction/reduce.cl "$expression" "${options[@]}" --size 100003 --set BLOCK_SIZE=256 --set ITEMS_PER_THREAD=4
    # Lines that are to outlive the eviction of caches: right, and no faster than the same without that, `ahead`.
    for kind in persist ahead; do
        attack "$kind" 'BLOCK_SIZE=256' right
        attacks reduction/reduce.cl "$expression" "${options[@]}" --size 4194304 --set 'BLOCK_SIZE=256,512' \
            --set ITEMS_PER_THREAD=4 --set VECTOR_WIDTH=4
    done
done <<<"$devices"
exit $failed
