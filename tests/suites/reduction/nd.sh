#!/usr/bin/env bash
# More arrays than CUDA's grid has in its second dimension: right sums if the device has no such limit, else refused with it.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
many=(--suite reduction --bench sum_nd_f32 --size 3 --nd 65536)

# check_refused: in one line, with the allowed number.
check_refused() {
    [ $status = 2 ] && [ "$(wc -l <"$root/err")" = 1 ] &&
        grep -q "sum_nd_f32: --nd 65536: .* this device allows 65535 groups along that" "$root/err"
}

[ -z "$devices" ] || while read -r backend index; do
    run "${many[@]}" --set BLOCK_SIZE=64 --set FINISH=multi_pass --set ALGORITHM=last_warp --budget 1 --verify-only
    if [ $status = 2 ]; then
        check "${many[*]}" check_refused
    else
        check "${many[*]}" complete 1
    fi
done <<<"$devices"

backend=nvrtc:sm_90 index=0
run "${many[@]}" --budget 1
[ $status = 3 ] || check "${many[*]}" check_refused
run --suite reduction --bench sum_nd_f64_plumed,sum_nd_f64_cub --size 3 --nd 65535 --budget 1
[ $status = 3 ] || check 'as many as there may be' complete 2

# check_names: results have the number of arrays, if there are several.
check_names() {
    grep -q '"bench": "sum_nd_f32", .*"settings": {"nd": 100' "$root/results.json" &&
        ! grep -q '"bench": "sum_1d_f32", .*"nd"' "$root/results.json"
}
run --suite reduction --bench sum_1d_f32,sum_nd_f32 --size 33 --nd 100 --budget 1
[ $status = 3 ] || check 'what results say' check_names
exit $failed
