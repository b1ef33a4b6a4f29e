#!/usr/bin/env bash
# The ceilings of memory on each kind of device there is, at a length of many tiles and some words: every order of reads and
# atomics is right, and streams are; kernels that do less than is counted are found out.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
streams=ceilings/streams.cl access=ceilings/access.cl
one=(ceilings --size 300007 --budget 1 --bench)

# right BENCHES LEAST OPTION...: all are, of so many at least.
right() {
    run ceilings --bench "$1" --size 300007 --strategy exhaustive "${@:3}"
    check "$1" all_right "$2"
}

while read -r backend index; do
    right 'coalescing_*' $((96 + 96 + 3))
    right 'atomic_*' 24
    right 'dram_*' 15 --set BLOCK_SIZE=512 --set ITEMS=4
    right 'l2_*' 15 --set BLOCK_SIZE=512 --set ITEMS=4

    # Fewer passes than are counted; a word short; a shift, a stride, a place that is not taken, by all groups or by one
    # for another; an addition too few.
    faulty $streams 's/visit < visits/visit < tiles/' "the groups' sums add up to" "${one[@]}" l2_read
    faulty $streams 's/visit < visits/visit < tiles/' "the groups' numbers of tiles add up to" "${one[@]}" l2_copy
    faulty $streams 's/at < length/at + 1 < length/' "the groups' sums add up to" "${one[@]}" dram_read
    faulty $streams 's/at < length/at + 1 < length/' 'c\[300006\] is 0xffffffff' "${one[@]}" dram_write
    faulty $streams 's/x\[i\] + scale/x[i] + 2 * scale/' 'c\[0\] is ' "${one[@]}" dram_triad
    faulty $access 's/in + offset/in/' 'the words add up to' "${one[@]}" coalescing_offset --set OFFSET=1,31
    faulty $access 's/offset + turn/offset/' 'the words add up to' "${one[@]}" coalescing_stride --set STRIDE=2,32
    faulty $access 's/group - turn \* round_tiles;/(group + 1 - turn * round_tiles) % round_tiles;/' \
        'the words of group 0 add up to' "${one[@]}" coalescing_stride --set STRIDE=2,32
    faulty $access 's/in\[hash(first + i \* BLOCK_SIZE)/in[(first + i * BLOCK_SIZE)/' 'the words add up to' \
        "${one[@]}" coalescing_random
    faulty ceilings/atomics.cl 's/i < n/i + 1 < n/' 'counter 300006 is ' "${one[@]}" atomic_many
done <<<"$devices"
exit $failed
