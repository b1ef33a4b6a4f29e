#!/usr/bin/env bash
# Benches small_bins and large_bins of suite cutoff on each kind of device there is: configurations are right, at widths
# that are no multiple of a tile, with so many extra atoms that whoever adds them is seen, and faulty kernels are found
# out. Without a GPU, CUDA's side compiles for sm_90.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
small=(--bench small_bins --coverage 0 --set "BIN_CAPACITY=2,8" --set "BINS_PER_STAGE=1,4")
large=(--bench large_bins --set "BLOCK_SIZE=64,256")
two=(cutoff --coverage 0 --strategy exhaustive --budget 2 --bench)
wrong_point='the potential at point '

while read -r backend index; do
    [ -n "$backend" ] || continue
    run cutoff "${small[@]}" --strategy pairwise --size 13
    check 'small_bins' all_right 15
    run cutoff "${large[@]}" --strategy pairwise --size 53 --density 0.01
    check 'large_bins' all_right 10

    bare=("${two[@]}" small_bins --size 21 --set SMOOTHING=none --set BIN_SIZE=4 --set BIN_CAPACITY=8
        --set POINTS_PER_THREAD=4)
    device=("${bare[@]}" --set OVERFLOW=device --set STAGING=none --set NEIGHBOURS=warp --set LAUNCH=map)
    shared=("${bare[@]}" --set OVERFLOW=cpu --set STAGING=shared --set BINS_PER_STAGE=4 --set CYLINDER_TEST=yes)
    # An atom on a point counts; ends of rows are missing; a thinner cylinder; points in wrong places; tiles, too; a
    # full bin's last atom is lost.
    kernel=cutoff/small_bins.cl
    faulty $kernel 's/r2 < cutoff2 && r2 >= ON_POINT2/r2 < cutoff2/' "$wrong_point" "${device[@]}"
    faulty $kernel 's/half_row = sqrt/half_row = 0.9f * sqrt/' "$wrong_point" "${device[@]}"
    faulty $kernel 's/dxdz2 >= cutoff2/dxdz2 >= 0.9f * cutoff2/' "$wrong_point" "${shared[@]}"
    faulty $kernel 's/ + p \* STEP) \* pitch/ + p) * pitch/' "$wrong_point" "${shared[@]}"
    faulty $kernel 's/first_tile + (int)GROUP_ID/(int)GROUP_ID/' "$wrong_point" "${shared[@]}" --set LAUNCH=planes
    faulty $kernel 's/i < BIN_CAPACITY; i++/i < BIN_CAPACITY - 1; i++/' "$wrong_point" "${shared[@]}"

    kernel=cutoff/large_bins.cl
    faulty $kernel 's/(!on_point || r2 >= ON_POINT2)/true/' "$wrong_point" "${two[@]}" large_bins --size 21 \
        --set ATOM_STORAGE=shared --set BLOCK_SIZE=64 # an atom on a point counts
    chunks=(large_bins --size 48 --density 0.3 --set ATOM_STORAGE=constant --set BLOCK_SIZE=256
        --set POINTS_PER_THREAD=8 --set TEST=select)
    run cutoff --strategy exhaustive --budget 1 --bench "${chunks[@]}" # of more than one chunk
    check 'large_bins, chunks' all_right 1
    faulty $kernel 's/map\[place\] + potential/potential/' "$wrong_point" "${two[@]}" "${chunks[@]}" # only the last chunk
done <<<"$devices"

for bench in small_bins large_bins; do
    "$GPUBENCH" --suite cutoff --bench $bench --backend nvrtc:sm_90 --strategy pairwise --out "$root/compiled.json" \
        >"$root/out" 2>"$root/err"
    status=$?
    [ $status = 3 ] && [ -z "$devices" ] && echo 'no device, no NVRTC' && exit 77
    [ $status = 3 ] && break
    compiled=$(grep "\"cutoff/$bench/" "$root/compiled.json" | grep -c '"reason": "compiled; ')
    all=$(grep "\"cutoff/$bench/" "$root/compiled.json" | grep -c '"row": ')
    echo "sm_90: $bench: $compiled of $all compiled"
    if [ "$compiled" -lt 10 ] || [ "$compiled" != "$all" ]; then
        cat "$root/out"
        failed=1
    fi
done
exit $failed
