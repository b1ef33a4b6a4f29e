#!/usr/bin/env bash
# coulomb.sh: potentials that are not summed up again are detected.
set -u
. "${SOURCE_DIR:?}/tests/attacks.sh"

# The top, local memory, before a tile, and behind it.
expression='1i #include "attacks/coulomb.cl"
s|^    const unsigned id = LOCAL_ID, group = GROUP_ID;|#include "attacks/coulomb_local.cl"\n&|
s|^    float x\[POINTS_X\], y\[POINTS_Y\], sum.*|#include "attacks/coulomb_begin.cl"\n&|
$ i #include "attacks/coulomb_end.cl"'
options=(--suite coulomb --bench slice --set POINTS_PER_THREAD_Y=1 --set LAYOUT=strided --set ATOM_STORAGE=global
    --set EARLY_READ=no --set FLUSH_TO_ZERO=yes --set RSQRT_ON_FMA=0 --set GROUPS_PER_TILE=1
    --set BLOCK_WIDTH=16)
while read -r backend index; do
    spread 'tenth probe fence input local undone seed third fill halves alarm' \
        'BLOCK_SIZE=64,128,256 POINTS_PER_THREAD_X=1,2 UNROLL=1,2' "$how"
    attacks coulomb/gather.cl "$expression" "${options[@]}" --set EDGE=guard --size 32 --atoms 100 --set 'BLOCK_SIZE=64,128,256' \
        --set 'POINTS_PER_THREAD_X=1,2' --set 'UNROLL=1,2'
    # Rows of whole tiles have padding, which nobody looks at: it has room for 60 atoms.
    attack increment 'UNROLL=1' "$how"
    attacks coulomb/gather.cl "$expression" "${options[@]}" --set EDGE=padded --size 32 --atoms 60 --set BLOCK_SIZE=128 \
        --set POINTS_PER_THREAD_X=4 --set 'UNROLL=1,4'
    # Of more than 2^18 points samples are compared: a correct one would take long.
    attack sampled 'UNROLL=1' "$how"
    attacks coulomb/gather.cl "$expression" "${options[@]}" --set EDGE=guard --size 513 --atoms 10 --set BLOCK_SIZE=128 --set POINTS_PER_THREAD_X=1 \
        --set UNROLL=1
    is_cuda || continue
    attack device 'UNROLL=1' "$how"
    attacks coulomb/gather.cl "$expression" "${options[@]}" --set EDGE=guard --size 64 --atoms 100 --set BLOCK_SIZE=128 \
        --set POINTS_PER_THREAD_X=1 --set 'UNROLL=1,2'
done <<<"$devices"
exit $failed
