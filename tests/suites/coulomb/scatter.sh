#!/usr/bin/env bash
# Bench scatter of suite coulomb on each kind of device there is: every configuration is right, at widths that are no
# multiple of four too, and faulty kernels are found out. Without a GPU, CUDA's side compiles for sm_90.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
small=(coulomb --bench scatter --atoms 50 --set 'BLOCK_SIZE=32,256' --strategy exhaustive)

# 2 work-group sizes, 3 numbers of shares, 2 orders, 1 kind of sums at least.
while read -r backend index; do
    [ -n "$backend" ] || continue
    run "${small[@]}" --size 1,6,33
    check 'scatter' all_right $((3 * 12))

    # Back to the map's first row, not the share's; an atom on a point counts; the last rows are nobody's.
    kernel=coulomb/scatter.cl one=("${small[@]}" --size 31 --set ORDER=rotated --set SHARES=16 --set VECTOR_WIDTH=1)
    least=2 faulty $kernel 's/j = first;/j = 0;/' 'potential at .* expected ' "${one[@]}"
    least=2 faulty $kernel 's/square < ON_POINT \* ON_POINT/square < 0/' 'expected ' "${one[@]}"
    least=2 faulty $kernel 's/n + SHARES - 1/n/' 'expected ' "${one[@]}"
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
