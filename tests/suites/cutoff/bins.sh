#!/usr/bin/env bash
# Benches small_bins and large_bins of suite cutoff on each kind of device there is: configurations are right, at widths
# that are no multiple of a tile, with so many extra atoms that whoever adds them is seen, and faulty kernels are found
# out. Without a GPU, CUDA's side compiles for sm_90.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
small=(--bench small_bins --coverage 0 --set "BIN_CAPACITY=2,8" --set "BINS_PER_STAGE=1,4")
large=(--bench large_bins --set "BLOCK_SIZE=64,256")

# all_right COUNT: that many are at least, and none is wrong.
# shellcheck disable=SC2317 # check calls it
all_right() {
    [ "$rows" -ge "$1" ] && [ "$wrong" = 0 ]
}

# faulty_kernel SIZE BENCH EXPRESSION OPTION...: no configuration passes with the kernel file as sed's expression makes it.
faulty_kernel() {
    cp -R "$SOURCE_DIR/kernels" "$root/kernels"
    sed -i "$3" "$root/kernels/cutoff/$2.cl"
    if cmp -s "$SOURCE_DIR/kernels/cutoff/$2.cl" "$root/kernels/cutoff/$2.cl"; then
        echo "cutoff/$2.cl: nothing to replace by $3"
        failed=1
    fi
    run cutoff --bench "$2" --coverage 0 --size "$1" --kernels "$root/kernels" --strategy exhaustive --budget 2 "${@:4}"
    check "$2 with $3" found_out 'the potential at point '
    rm -r "$root/kernels"
}

while read -r backend index; do
    [ -n "$backend" ] || continue
    run cutoff "${small[@]}" --strategy pairwise --size 13
    check 'small_bins' all_right 15
    run cutoff "${large[@]}" --strategy pairwise --size 53 --density 0.01
    check 'large_bins' all_right 10

    bare=(--set SMOOTHING=none --set BIN_SIZE=4 --set BIN_CAPACITY=8 --set POINTS_PER_THREAD=4)
    device=("${bare[@]}" --set OVERFLOW=device --set STAGING=none --set NEIGHBOURS=warp --set LAUNCH=map)
    shared=("${bare[@]}" --set OVERFLOW=cpu --set STAGING=shared --set BINS_PER_STAGE=4 --set CYLINDER_TEST=yes)
    faulty_kernel 21 small_bins 's/r2 < cutoff2 && r2 >= ON_POINT2/r2 < cutoff2/' "${device[@]}" # an atom on a point counts
    faulty_kernel 21 small_bins 's/half_row = sqrt/half_row = 0.9f * sqrt/' "${device[@]}"         # ends of rows are missing
    faulty_kernel 21 small_bins 's/dxdz2 >= cutoff2/dxdz2 >= 0.9f * cutoff2/' "${shared[@]}"       # a thinner cylinder
    faulty_kernel 21 small_bins 's/ + p \* STEP) \* pitch/ + p) * pitch/' "${shared[@]}"           # points in wrong places
    faulty_kernel 21 small_bins 's/first_tile + (int)GROUP_ID/(int)GROUP_ID/' "${shared[@]}" --set LAUNCH=planes
    faulty_kernel 21 small_bins 's/i < BIN_CAPACITY; i++/i < BIN_CAPACITY - 1; i++/' "${shared[@]}" # a full bin's last atom
    faulty_kernel 21 large_bins 's/(!on_point || r2 >= ON_POINT2)/true/' --set ATOM_STORAGE=shared --set BLOCK_SIZE=64
    chunks=(--density 0.3 --set ATOM_STORAGE=constant --set BLOCK_SIZE=256 --set POINTS_PER_THREAD=8 --set TEST=select)
    run cutoff --bench large_bins --size 48 --strategy exhaustive --budget 1 "${chunks[@]}" # of more than one chunk
    check 'large_bins, chunks' all_right 1
    faulty_kernel 48 large_bins 's/map\[place\] + potential/potential/' "${chunks[@]}" # only the last chunk counts
done <<<"$devices"

for bench in small_bins large_bins; do
    "$GPUBENCH" --suite cutoff --bench $bench --backend nvrtc:sm_90 --strategy pairwise --out "$root/compiled.json" \
        >"$root/out" 2>"$root/err"
    status=$?
    [ $status = 3 ] && [ -z "$devices" ] && echo 'no device, no NVRTC' && exit 77
    [ $status = 3 ] && break
    compiled=$(grep "\"cutoff/$bench/" "$root/compiled.json" | grep -c '"reason": "compiled; ')
    all=$(grep -c "\"cutoff/$bench/" "$root/compiled.json")
    echo "sm_90: $bench: $compiled of $all compiled"
    if [ "$compiled" -lt 10 ] || [ "$compiled" != "$all" ]; then
        cat "$root/out"
        failed=1
    fi
done
exit $failed
