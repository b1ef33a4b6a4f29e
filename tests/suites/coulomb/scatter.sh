#!/usr/bin/env bash
# Bench scatter of suite coulomb on each kind of device there is: every configuration is right, at widths that are no
# multiple of four too, and faulty kernels are found out. Without a GPU, CUDA's side compiles for sm_90.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
small=(--bench scatter --atoms 50 --set BLOCK_SIZE=32,256)

# faulty_kernel PATTERN REPLACEMENT TEXT: a kernel with this fault never passes, and the reason is TEXT.
faulty_kernel() {
    cp -R "$SOURCE_DIR/kernels" "$root/kernels"
    sed -i "s/$1/$2/" "$root/kernels/coulomb/scatter.cl"
    run coulomb --kernels "$root/kernels" "${small[@]}" --strategy exhaustive --size 31 --set ORDER=rotated \
        --set SHARES=16 --set VECTOR_WIDTH=1
    echo "$backend $index: $rows right, $wrong failed of a kernel with $2"
    if [ "$rows" != 0 ] || [ "$wrong" -lt 2 ] || ! grep -q "$3" "$root/results.json"; then
        cat "$root/out"
        failed=1
    fi
    rm -r "$root/kernels"
}

# 2 work-group sizes, 3 numbers of shares, 2 orders, 1 kind of sums at least.
while read -r backend index; do
    [ -n "$backend" ] || continue
    run coulomb "${small[@]}" --strategy exhaustive --size 1,6,33
    echo "$backend $index: $rows right, $wrong failed"
    if [ "$rows" -lt $((3 * 12)) ] || [ "$wrong" != 0 ]; then
        cat "$root/out"
        failed=1
    fi
    faulty_kernel 'j = first;' 'j = 0;' 'potential at .* expected '       # back to the map's first row, not the share's
    faulty_kernel 'square < ON_POINT \* ON_POINT' 'square < 0' 'expected ' # an atom on a point counts
    faulty_kernel 'n + SHARES - 1' 'n' 'expected '                         # the last rows are nobody's
done <<<"$devices"

"$GPUBENCH" --suite coulomb --bench scatter --backend nvrtc:sm_90 --strategy exhaustive --out "$root/compiled.json" \
    >"$root/out" 2>"$root/err"
status=$?
if [ $status != 3 ]; then
    compiled=$(grep '"coulomb/scatter/' "$root/compiled.json" | grep -c '"reason": "compiled; ')
    unspilt=$(grep '"coulomb/scatter/' "$root/compiled.json" | grep -c '"spill_bytes": 0')
    echo "sm_90: $compiled compiled, $unspilt without spilling"
    if [ $status != 0 ] || [ "$compiled" != 72 ] || [ "$unspilt" != 72 ]; then
        cat "$root/out"
        failed=1
    fi
elif [ -z "$devices" ]; then
    echo 'no device, no NVRTC'
    exit 77
fi
exit $failed
