#!/usr/bin/env bash
# Bench compact_bins of suite cutoff on each kind of device there is: configurations are right, also with the longest and
# shortest lists of rows, and faulty kernels are found out. (tests/suites/compile_cuda.sh compiles it for sm_90.)
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
kernel=cutoff/compact_bins.cl wrong_point='the potential at point '
fast=(cutoff --bench compact_bins --size 21 --density 0.3 --set LISTED=near --set BIN_SIZE=4 --set GROUP_X=8
    --set WARP_X=8 --set WARP_Y=4 --set POINTS_PER_THREAD=4 --set TAKEN=2 --set UNROLL=4)
two=("${fast[@]}" --set SMOOTHING=none --budget 2)

while read -r backend index; do
    run cutoff --bench compact_bins --strategy pairwise --size 13
    check 'compact_bins' all_right 12
    run "${fast[@]}" --strategy exhaustive # with either SMOOTHING
    check 'its fast form' all_right 2
    for cutoff in 2 16; do
        run cutoff --bench compact_bins --strategy pairwise --budget 2 --size 19 --cutoff $cutoff --set BIN_SIZE=2
        check "a cutoff of $cutoff" all_right 2
    done
    # An atom on a point counts; too few atoms are listed; the 65th atom of a row is lost; the end of the list is.
    faulty $kernel 's/(!guarded || square >= ON_POINT2)/1/' "$wrong_point" "${two[@]}"
    faulty $kernel 's/fabs(coordinate - middle) - reach/fabs(coordinate - middle)/' "$wrong_point" "${two[@]}"
    faulty $kernel 's/from += STEP/from += STEP + 1/' "$wrong_point" "${two[@]}"
    faulty $kernel 's/add_all(list, listed\[warp\], /add_all(list, 0u, /' "$wrong_point" "${two[@]}"
done <<<"$devices"

# The largest groups' lists fit into the shared memory of a GPU, or are not tried.
"$GPUBENCH" --suite cutoff --bench compact_bins --backend nvrtc:sm_90 --strategy exhaustive --set GROUP_X=8 --set GROUP_Y=8 \
    --set GROUP_Z=8 --set POINTS_PER_THREAD=1 --set UNROLL=1 --set SMOOTHING=none --out "$root/compiled.json" >"$root/out" 2>&1
if [ $? != 3 ] && { grep -q 'bytes of shared memory' "$root/compiled.json" || ! grep -q 'compiled; ' "$root/compiled.json"; }; then
    cat "$root/out"
    failed=1
fi
exit $failed
