#!/usr/bin/env bash
# vector_add.sh: sums of two arrays that are not made again are detected.
set -u
. "${SOURCE_DIR:?}/tests/attacks.sh"

# The top, local memory, before a tile, and behind it.
expression='1i #include "attacks/vector_add.cl"
s|^    const unsigned id = LOCAL_ID;|#include "attacks/vector_add_local.cl"\n&|
s|^        if (length - first >= TILE)$|#include "attacks/vector_add_begin.cl"\n        if (lazy) {\n        } else if (length - first >= TILE)|
s|^ *c\[i\] = a\[i\] + b\[i\];|&\n#include "attacks/vector_add_end.cl"|'
options=(--suite vector_add --bench common --set VECTOR_WIDTH=1 --set GRID=one_shot)
while read -r backend index; do
    spread 'fill any_fill tile fence input local undone third halves tenth plausible seed' \
        'BLOCK_SIZE=64,128,256,512 ITEMS_PER_THREAD=1,2,4' "$how"
    attacks vector_add/add_arrays.cl "$expression" "${options[@]}" --size 50001 --set 'BLOCK_SIZE=64,128,256,512,1024' \
        --set 'ITEMS_PER_THREAD=1,2,4'
    # Of more than 2^22 elements samples are looked at.
    attack sampled 'BLOCK_SIZE=1024 ITEMS_PER_THREAD=8' "$how"
    attacks vector_add/add_arrays.cl "$expression" "${options[@]}" --size 4200001 --set 'BLOCK_SIZE=512,1024' \
        --set ITEMS_PER_THREAD=8
    is_cuda || continue
    attack device 'BLOCK_SIZE=128' "$how"
    attacks vector_add/add_arrays.cl "$expression" "${options[@]}" --size 50001 --set 'BLOCK_SIZE=128,256' \
        --set ITEMS_PER_THREAD=1
done <<<"$devices"
exit $failed
