#!/usr/bin/env bash
# forces.sh: derivatives that are not computed again are detected.
set -u
. "${SOURCE_DIR:?}/tests/attacks.sh"

# Behind the includes, local memory, and before a tile.
expression='/^#include "lennard_jones.slope.h"/a #include "attacks/forces.cl"
s|^    DECLARE_MIRROR;|#include "attacks/forces_local.cl"\n&|
s|^        const unsigned column = x + LOCAL_ID|#include "attacks/forces_begin.cl"\n&|'
options=(--suite lennard_jones --bench forces --matrix random --inside 0.5 --set METHOD=analytic --set VECTOR_WIDTH=1
    --set TILES_PER_GROUP=1 --set PAIRS=all)
while read -r backend index; do
    spread 'tenth tile fence padding unused local undone third fill halves sparse seed' \
        'BLOCK_X=16,32,64 BLOCK_Y=8,16 PAIRS_PER_THREAD=1,8' "$how"
    attacks lennard_jones/forces.cl "$expression" "${options[@]}" --size 100 --set 'BLOCK_X=16,32,64,128' \
        --set 'BLOCK_Y=8,16' --set 'PAIRS_PER_THREAD=1,8'
    # Of more than 1024 rows samples are compared: a correct one would take long.
    attack sampled 'PAIRS_PER_THREAD=4' "$how"
    attacks lennard_jones/forces.cl "$expression" "${options[@]}" --size 1025 --set BLOCK_X=64 --set BLOCK_Y=8 \
        --set PAIRS_PER_THREAD=4
    is_cuda || continue
    attack device 'PAIRS_PER_THREAD=1' "$how"
    attacks lennard_jones/forces.cl "$expression" "${options[@]}" --size 100 --set BLOCK_X=32 --set BLOCK_Y=8 \
        --set 'PAIRS_PER_THREAD=1,2'
done <<<"$devices"
exit $failed
