#!/usr/bin/env bash
# Pairs that kernels of suite cutoff test, and lanes that idle, as their counting builds count them: of a kernel as it is, those
# that the host's lists say; one that tests more than it needs has the right map, and another work efficiency.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }

# figure NAME: of the only row.
figure() {
    sed -n "s/.*\"figures\": {[^}]*\"$1\": \([-0-9.e]*\)[,}].*/\1/p" "$root/rows" | head -n 1
}

# holds CONDITION: of awk, where w is the work efficiency, l that by the lists, i the share of idle lanes.
holds() {
    awk -v w="$(figure work_efficiency)" -v l="$(figure work_efficiency_listed)" -v i="$(figure idle_lanes)" \
        "BEGIN { exit !(w > 0 && ($1)) }" && return
    echo "expected $1: work_efficiency $(figure work_efficiency), listed $(figure work_efficiency_listed), idle_lanes $(figure idle_lanes)"
    return 1
}

# counts CONDITION OPTION...: of a single configuration, timed, with the kernels in $kernels.
counts() {
    run --suite cutoff "${@:2}" --cutoff 5 --set SMOOTHING=none --budget 1 --kernels "$kernels"
    too_busy || check "${*:2}" holds "$1"
}

# spoilt FILE EXPRESSION: in $kernels.
spoilt() {
    rm -rf "$root/kernels"
    cp -R "$SOURCE_DIR/kernels" "$root/kernels"
    sed -i.as-it-was "$2" "$root/kernels/$1"
    ! cmp -s "$root/kernels/$1" "$root/kernels/$1.as-it-was" || { echo "$1: nothing to replace by $2"; failed=1; }
    kernels=$root/kernels
}

# The least spacing is taken, as documented.
"$GPUBENCH" list cutoff --backend fake --spacing 0.1 >"$root/listed" || failed=1

same='w / l > 0.999999 && w / l < 1.000001'
small=(--bench small_bins --size 21 --coverage 0 --set BIN_SIZE=4 --set BIN_CAPACITY=8 --set NEIGHBOURS=warp --set LAUNCH=map
    --set POINTS_PER_THREAD=4 --set WARP_TILE=box --set CYLINDER_TEST=yes --set OVERFLOW=device)
odd=(--spacing 0.37 --box brick)
none=("${small[@]}" --set STAGING=none)
while read -r backend index; do
    kernels=$SOURCE_DIR/kernels
    counts "$same && i > 0.05 && i < 0.9" "${none[@]}"
    idle=$(figure idle_lanes)
    counts "$same" --bench large_bins --size 49 --density 0.01 --set ATOM_STORAGE=global --set BLOCK_SIZE=64 --set POINTS_PER_THREAD=1 --set REGION=48
    if [ -n "${GPUBENCH_DEEP-}" ]; then
        counts "$same" "${odd[@]}" --bench naive --size 17 --set BLOCK_SIZE=64
        for storage in constant global shared; do
            counts "$same" "${odd[@]}" --bench large_bins --size 35 --set ATOM_STORAGE=$storage --set REGION=24 --set POINTS_PER_THREAD=4
        done
        counts "$same && i > 0.05" "${small[@]}" "${odd[@]}" --set STAGING=shared --set BINS_PER_STAGE=4
        counts "$same && i > 0.05" "${small[@]}" "${odd[@]}" --set STAGING=double --set BINS_PER_STAGE=4
        counts "$same && i == 0" "${none[@]/CYLINDER_TEST=yes/CYLINDER_TEST=no}"
        counts "$same" --bench small_bins --size 21 --coverage 0 --set EMPTY=scan --set BIN_SIZE=4 --set BIN_CAPACITY=12
    fi
    spoilt cutoff/small_bins.cl 's/entry.y >> warp & 1/entry.y/' # every warp tests what any needs
    counts 'w < 0.97 * l' "${none[@]}"
    [ -n "${GPUBENCH_DEEP-}" ] || continue
    spoilt cutoff/small_bins.cl 's/dxdz2 >= cutoff2/dxdz2 >= 1.5f * cutoff2/' # more than need to go on from the cylinder test
    counts "$same && i < 0.9 * ${idle:-0}" "${none[@]}"
done <<<"$devices"

# For CUDA they compile, too.
backend=nvrtc:sm_90 index=0
for bench in small_bins ${GPUBENCH_DEEP:+naive large_bins}; do
    spoilt cutoff/$bench.cl '1i #define COUNTED 1'
    run --suite cutoff --bench $bench --strategy random --budget 2 --kernels "$kernels"
    [ $status = 3 ] || check "$bench counts" complete 1
done
exit $failed
