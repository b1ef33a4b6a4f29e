#!/usr/bin/env bash
# Suite vector_add on each kind of device there is: a pairwise cover is right at lengths around and far from a tile's, and
# a faulty kernel is found out, also where only samples are looked at. Without a GPU, CUDA's side compiles for sm_90.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"

# Two of the benches run on a device; 5 work-group sizes and 4 numbers of items make 20 pairs at least.
while read -r backend index; do
    [ -n "$backend" ] || continue
    run vector_add --strategy pairwise --size 1,1000,100003,4200001
    check 'vector_add' all_right $((2 * 4 * 20))

    # The last element of the remainder is left out: none of its configurations may pass.
    least=40 faulty vector_add/add_arrays.cl 's/i < length; i += BLOCK_SIZE/i + 1 < length; i += BLOCK_SIZE/' \
        'c\[4200000\] is .*nan, expected ' vector_add --bench common --strategy pairwise --size 100003,4200001
done <<<"$devices"

"$GPUBENCH" --suite vector_add --backend nvrtc:sm_90 --strategy pairwise --out "$root/compiled.json" \
    >"$root/out" 2>"$root/err"
status=$?
if [ $status != 3 ]; then
    for bench in common cuda; do
        compiled=$(grep "\"vector_add/$bench/" "$root/compiled.json" | grep -c '"reason": "compiled; ')
        unspilt=$(grep "\"vector_add/$bench/" "$root/compiled.json" | grep -c '"spill_bytes": 0')
        echo "sm_90: $compiled of $bench compiled, $unspilt without spilling"
        if [ $status != 0 ] || [ "$compiled" -lt 20 ] || [ "$compiled" != "$unspilt" ]; then
            cat "$root/out"
            failed=1
        fi
    done
elif [ -z "$devices" ]; then
    echo 'no device, no NVRTC'
    exit 77
fi
exit $failed
