#!/usr/bin/env bash
# Benches binning, naive and cpu of suite cutoff on each kind of device there is: a pairwise cover is right, at sizes that
# are no multiple of a tile too, and faulty kernels are found out.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
few=(--strategy pairwise --set BLOCK_SIZE=64,256)

# found_out BENCH FILE EXPRESSION REASON OPTION...: no configuration passes with the kernel as sed's expression makes it.
found_out() {
    cp -R "$SOURCE_DIR/kernels" "$root/kernels"
    sed -i "$3" "$root/kernels/$2"
    run cutoff --kernels "$root/kernels" --bench "$1" --size 24 --workload clustered --budget 3 "${@:5}"
    echo "$backend $index: $rows right, $wrong failed with $3"
    if [ "$rows" != 0 ] || [ "$wrong" -lt 2 ] || ! grep -q "$4" "$root/results.json"; then
        cat "$root/out"
        failed=1
    fi
    rm -r "$root/kernels"
}

while read -r backend index; do
    [ -n "$backend" ] || continue
    run cutoff --bench naive "${few[@]}" --size 1,27 --cutoff 5
    naive=$rows faults=$wrong
    run cutoff --bench binning "${few[@]}" --set ITEMS_PER_THREAD=1,4 --size 1,37 --workload clustered --coverage 0
    binning=$rows faults=$((faults + wrong))
    run cutoff --bench cpu --strategy exhaustive --size 1,27 --cutoff 5
    echo "$backend $index: $naive, $binning, $rows right, $faults, $wrong failed"
    if [ "$naive" -lt $((2 * 8)) ] || [ "$binning" -lt $((2 * 12)) ] || [ "$rows" -lt $((2 * 8)) ] ||
        [ "$((faults + wrong))" != 0 ]; then
        cat "$root/out"
        failed=1
    fi

    device=(--set WHERE=device --set BLOCK_SIZE=64 --coverage 0)
    found_out naive cutoff/naive.cl 's/!on_points || //; s/r2 >= ON_POINT2/1/' 'expected '              # on a point
    found_out naive cutoff/naive.cl 's/off_points, atoms, col/atoms, atoms, col/' 'expected '        # nobody's
    found_out binning cutoff/binning.cl 's/is_on_point(one) ? cap/0 ? cap/' 'lies on a point' "${device[@]}" --set LAYOUT=capacity
    found_out binning cutoff/binning.cl 's/extra\[ATOMIC_ADD.*one;/;/' 'extra atoms, but' "${device[@]}" --set LAYOUT=capacity
    found_out binning cutoff/binning.cl 's/start\[at\] += before/start[at] += 0/' 'does not belong' "${device[@]}" --set LAYOUT=compact
done <<<"$devices"
if [ -z "$devices" ]; then
    echo 'no device'
    exit 77
fi
exit $failed
