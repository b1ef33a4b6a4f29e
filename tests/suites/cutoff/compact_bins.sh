#!/usr/bin/env bash
# Bench compact_bins of suite cutoff on each kind of device there is: configurations are right, also with the longest and
# shortest lists of rows, and faulty kernels are found out. (tests/suites/compile_cuda.sh compiles it for sm_90.)
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
kernel=cutoff/compact_bins.cl
fast=(--bench compact_bins --size 21 --density 0.3 --set LISTED=near --set BIN_SIZE=4 --set GROUP_X=8 --set WARP_X=8
    --set WARP_Y=4 --set POINTS_PER_THREAD=4 --set TAKEN=2 --set UNROLL=4)

# all_right COUNT: that many are at least, and none is wrong.
# shellcheck disable=SC2317 # check calls it
all_right() {
    [ "$rows" -ge "$1" ] && [ "$wrong" = 0 ]
}

# faulty_kernel EXPRESSION: no configuration passes with the kernel file as sed's expression makes it.
faulty_kernel() {
    cp -R "$SOURCE_DIR/kernels" "$root/kernels"
    sed -i "$1" "$root/kernels/$kernel"
    if cmp -s "$SOURCE_DIR/kernels/$kernel" "$root/kernels/$kernel"; then
        echo "$kernel: nothing to replace by $1"
        failed=1
    fi
    run cutoff "${fast[@]}" --set SMOOTHING=none --kernels "$root/kernels" --budget 2
    check "compact_bins with $1" found_out 'the potential at point '
    rm -r "$root/kernels"
}

while read -r backend index; do
    [ -n "$backend" ] || continue
    run cutoff --bench compact_bins --strategy pairwise --size 13
    check 'compact_bins' all_right 12
    run cutoff "${fast[@]}" --strategy exhaustive # with either SMOOTHING
    check 'its fast form' all_right 2
    for cutoff in 2 16; do
        run cutoff --bench compact_bins --strategy pairwise --budget 2 --size 19 --cutoff $cutoff --set BIN_SIZE=2
        check "a cutoff of $cutoff" all_right 2
    done
    faulty_kernel 's/(!guarded || square >= ON_POINT2)/1/'                         # an atom on a point counts
    faulty_kernel 's/fabs(coordinate - middle) - reach/fabs(coordinate - middle)/' # too few atoms are listed
    faulty_kernel 's/from += STEP/from += STEP + 1/'                              # the 65th atom of a row is lost
    faulty_kernel 's/add_all(list, listed\[warp\], /add_all(list, 0u, /'          # the end of the list is
done <<<"$devices"

# The largest groups' lists fit into the shared memory of a GPU, or are not tried.
"$GPUBENCH" --suite cutoff --bench compact_bins --backend nvrtc:sm_90 --strategy exhaustive --set GROUP_X=8 --set GROUP_Y=8 \
    --set GROUP_Z=8 --set POINTS_PER_THREAD=1 --set UNROLL=1 --set SMOOTHING=none --out "$root/compiled.json" >"$root/out" 2>&1
if [ $? != 3 ] && { grep -q 'bytes of shared memory' "$root/compiled.json" || ! grep -q 'compiled; ' "$root/compiled.json"; }; then
    cat "$root/out"
    failed=1
fi
exit $failed
