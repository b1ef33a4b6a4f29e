#!/usr/bin/env bash
# Benches binning, naive and cpu of suite cutoff on each kind of device there is: a pairwise cover is right, at sizes that
# are no multiple of a tile too, and faulty kernels are found out.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
few=(--strategy pairwise --set 'BLOCK_SIZE=64,256')
clustered=(--size 24 --workload clustered --budget 3)
naive=(cutoff --bench naive "${clustered[@]}")
binning=(cutoff --bench binning "${clustered[@]}" --set WHERE=device --set BLOCK_SIZE=64 --coverage 0 --set)

while read -r backend index; do
    run cutoff --bench naive "${few[@]}" --size 1,27 --cutoff 5
    check 'naive' all_right $((2 * 8))
    run cutoff --bench binning "${few[@]}" --set ITEMS_PER_THREAD=1,4 --size 1,37 --workload clustered --coverage 0
    check 'binning' all_right $((2 * 12))
    run cutoff --bench cpu --strategy exhaustive --size 1,27 --cutoff 5
    check 'cpu' all_right $((2 * 8))

    # Atoms on a point count, or are nobody's; one of them is in a bin; what fits into none is not counted; a tile's bins
    # begin where another's do.
    least=2 faulty cutoff/naive.cl 's/!on_points || //; s/r2 >= ON_POINT2/1/' 'expected ' "${naive[@]}"
    least=2 faulty cutoff/naive.cl 's/off_points, atoms, col/atoms, atoms, col/' 'expected ' "${naive[@]}"
    kernel=cutoff/binning.cl
    least=2 faulty $kernel 's/is_on_point(one) ? cap/0 ? cap/' 'lies on a point' "${binning[@]}" LAYOUT=capacity
    least=2 faulty $kernel 's/extra\[ATOMIC_ADD.*one;/;/' 'extra atoms, but' "${binning[@]}" LAYOUT=capacity
    least=2 faulty $kernel 's/start\[at\] += before/start[at] += 0/' 'does not belong' "${binning[@]}" LAYOUT=compact
done <<<"$devices"
exit $failed
