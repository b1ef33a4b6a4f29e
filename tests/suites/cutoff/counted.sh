#!/usr/bin/env bash
# Pairs that kernels of suite cutoff test, and lanes that idle, as their counting builds count them: of the unchanged kernel as the
# host counts them; a kernel that tests, or continues with, more pairs than necessary has the right map, and other figures.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }

# figure NAME: prints that of the only row.
figure() {
    sed -n "s/.*\"figures\": {[^}]*\"$1\": \([-0-9.e]*\)[,}].*/\1/p" "$root/rows" | head -n 1
}

# check_figures CONDITION: evaluates it by awk, where w is the work efficiency, l that by the lists, i the share of idle lanes.
check_figures() {
    awk -v w="$(figure work_efficiency)" -v l="$(figure work_efficiency_listed)" -v i="$(figure idle_lanes)" \
        "BEGIN { exit !(w > 0 && ($1)) }" && return
    echo "expected $1: work_efficiency $(figure work_efficiency), listed $(figure work_efficiency_listed), idle_lanes $(figure idle_lanes)"
    return 1
}

# check_programs: the kernel and its counting build were compiled, or read from the cache: two programs.
check_programs() {
    local said
    said=$(sed -n 's/^Compiled: \([0-9]*\); from the cache: \([0-9]*\)\.$/\1 + \2/p' "$root/out")
    ((said == 2)) && return
    echo "expected two programs, compiled or from the cache: $said"
    return 1
}

# check_counts CONDITION OPTION...: CONDITION is true for a single configuration, timed, with the kernels in $kernels.
check_counts() {
    run --suite cutoff "${@:2}" --cutoff 5 --set SMOOTHING=none --budget 1 --kernels "$kernels"
    too_busy && return
    check "${*:2}" check_figures "$1"
    check 'and its counting build' check_programs
}

# plant_fault FILE EXPRESSION: changes a file in $kernels.
plant_fault() {
    rm -rf "$root/kernels"
    cp -R "$SOURCE_DIR/kernels" "$root/kernels"
    sed -i.as-it-was "$2" "$root/kernels/$1"
    ! cmp -s "$root/kernels/$1" "$root/kernels/$1.as-it-was" || { echo "$1: nothing to replace by $2"; failed=1; }
    kernels=$root/kernels
}

# A few atoms, symmetric about the middle of a grid; two lie on points, of grids of odd and of even sides.
awk 'BEGIN {
    places = "-4 -4 -4 4 4 4 0 0 0 0.25 0.25 -0.25 2.11 -0.32 1.43 2.33 -0.12 1.51 -3.07 3.19 0.77"
    for (n = split(places, x, " "); i < n; i += 3)
        print "ATOM", ++a, "N ALA 1", x[i + 1], x[i + 2], x[i + 3], a % 2 - 0.4, 1
}' >"$root/atoms.pqr"

# waiting_share AXIS N WIDTH POINTS: of 32 consecutive work-items the share that waits, over all pairs of one of these atoms and point
# number p for which some of them continue. Each has POINTS points along the axis, in a region of WIDTH of N points per side, whose
# list has the atoms that reach it; groups have 64 work-items.
waiting_share() {
    awk -v axis="$1" -v n="$2" -v width="$3" -v each="$4" -v cutoff=5 '
        function floor(x) {return int(x) - (x < int(x))}
        function reaches(place, first) {return (first + width) / 2 > place - cutoff && first / 2 < place + cutoff}
        function side(first) {return first + width < n ? width : n - first}
        {x[NR] = $6 + (n - 1) / 4; y[NR] = $7 + (n - 1) / 4; z[NR] = $8 + (n - 1) / 4}
        function count_pairs(a, rx, ry, rz,    w, h, items, first, id, p, px, py, pz, r2, going) {
            w = side(rx); h = side(ry)
            if (axis == "x") w = floor((w + each - 1) / each)
            else h = floor((h + each - 1) / each)
            items = floor((w * h * side(rz) + 63) / 64) * 64
            for (first = 0; first < items; first += 32)
                for (p = 0; p < each; p++) {
                    going = 0
                    for (id = first; id < first + 32; id++) {
                        px = rx + id % w + (axis == "x") * p * w
                        py = ry + floor(id / w) % h + (axis == "y") * p * h
                        pz = rz + floor(id / w / h)
                        r2 = (px / 2 - x[a]) ^ 2 + (py / 2 - y[a]) ^ 2 + (pz / 2 - z[a]) ^ 2
                        going += r2 > 1e-12 && r2 < cutoff ^ 2
                    }
                    all += going
                    lanes += going ? 32 : 0
                }
        }
        END {
            for (rx = 0; rx < n; rx += width)
                for (ry = 0; ry < n; ry += width)
                    for (rz = 0; rz < n; rz += width)
                        for (a = 1; a <= NR; a++)
                            if (reaches(x[a], rx) && reaches(y[a], ry) && reaches(z[a], rz))
                                count_pairs(a, rx, ry, rz)
            printf "%.9f\n", 1 - all / lanes
        }' "$root/atoms.pqr"
}

# check_waiting AXIS N WIDTH POINTS OPTION...: as many as the host counts, for a configuration with POINTS points.
check_waiting() {
    local share
    share=$(waiting_share "${@:1:4}")
    check_counts "$same && i - $share < 1e-6 && $share - i < 1e-6" --input "$root/atoms.pqr" --size "$2" --set BLOCK_SIZE=64 \
        --set POINTS_PER_THREAD="$4" --set TEST=branch "${@:5}"
}

# The smallest spacing is accepted, as documented.
"$GPUBENCH" list cutoff --backend fake --spacing 0.1 >"$root/listed" || failed=1

same='w / l > 0.999999 && w / l < 1.000001'
small=(--bench small_bins --size 21 --coverage 0 --set BIN_SIZE=4 --set BIN_CAPACITY=8 --set NEIGHBOURS=warp --set LAUNCH=map
    --set POINTS_PER_THREAD=4 --set WARP_TILE=box --set CYLINDER_TEST=yes --set OVERFLOW=device)
odd=(--spacing 0.37 --box brick)
none=("${small[@]}" --set STAGING=none)
naive=(--bench naive)
large=(--bench large_bins --set REGION=24)
while read -r backend index; do
    kernels=$SOURCE_DIR/kernels
    check_counts "$same && i > 0.05 && i < 0.9" "${none[@]}"
    idle=$(figure idle_lanes)
    check_waiting x 17 17 4 "${naive[@]}" --set ATOM_STORAGE=global
    check_waiting y 26 24 4 "${large[@]}" --set ATOM_STORAGE=global
    if [ -n "${GPUBENCH_DEEP-}" ]; then
        check_counts "$same" --bench large_bins --size 49 --density 0.01 --set ATOM_STORAGE=global --set BLOCK_SIZE=64 --set POINTS_PER_THREAD=1 --set REGION=48
        check_counts "$same" "${odd[@]}" "${naive[@]}" --size 17 --set BLOCK_SIZE=64
        check_counts "$same && i == 0" "${naive[@]}" --size 17 --set TEST=select
        check_counts "$same && i == 0" "${large[@]}" --size 26 --density 0.01 --set TEST=select
        check_waiting x 18 18 1 "${naive[@]}" --set ATOM_STORAGE=shared
        check_waiting x 20 20 8 "${naive[@]}" --set ATOM_STORAGE=shared
        check_waiting y 26 24 2 "${large[@]}" --set ATOM_STORAGE=constant
        check_waiting y 31 24 1 "${large[@]}" --set ATOM_STORAGE=shared
        for storage in constant global shared; do
            check_counts "$same" "${odd[@]}" --bench large_bins --size 35 --set ATOM_STORAGE=$storage --set REGION=24 --set POINTS_PER_THREAD=4
        done
        check_counts "$same && i > 0.05" "${small[@]}" "${odd[@]}" --set STAGING=shared --set BINS_PER_STAGE=4
        check_counts "$same && i > 0.05" "${small[@]}" "${odd[@]}" --set STAGING=double --set BINS_PER_STAGE=4
        check_counts "$same && i == 0" "${none[@]/CYLINDER_TEST=yes/CYLINDER_TEST=no}"
        check_counts "$same" --bench small_bins --size 21 --coverage 0 --set EMPTY=scan --set BIN_SIZE=4 --set BIN_CAPACITY=12
    fi
    plant_fault cutoff/small_bins.cl 's/entry.y >> warp & 1/entry.y/' # every warp tests the atoms that any warp needs
    check_counts 'w < 0.97 * l' "${none[@]}"
    wider='s/if (within)/if (r2 < 2 * cutoff2)/; s/sum\[p\] += term;/sum[p] += within ? term : 0;/' # more than necessary
    plant_fault cutoff/naive.cl "$wider"
    check_counts "$same && i < 0.98 * $(waiting_share x 17 17 4)" --input "$root/atoms.pqr" "${naive[@]}" --size 17 --set BLOCK_SIZE=64 \
        --set POINTS_PER_THREAD=4 --set TEST=branch --set ATOM_STORAGE=global
    [ -n "${GPUBENCH_DEEP-}" ] || continue
    wider='s/if (counts)/if (r2 < 2 * cutoff2)/; s/potential\[p\] += TERM(atom.w, r2);/potential[p] += counts ? TERM(atom.w, r2) : 0;/'
    plant_fault cutoff/large_bins.cl "$wider"
    check_counts "$same && i < 0.98 * $(waiting_share y 26 24 4)" --input "$root/atoms.pqr" "${large[@]}" --size 26 --set BLOCK_SIZE=64 \
        --set POINTS_PER_THREAD=4 --set TEST=branch --set ATOM_STORAGE=global
    plant_fault cutoff/small_bins.cl 's/dxdz2 >= cutoff2/dxdz2 >= 1.5f * cutoff2/' # more than necessary continue after the cylinder test
    check_counts "$same && i < 0.9 * ${idle:-0}" "${none[@]}"
done <<<"$devices"

# They also compile for CUDA.
backend=nvrtc:sm_90 index=0
for bench in small_bins ${GPUBENCH_DEEP:+naive large_bins}; do
    plant_fault cutoff/$bench.cl '1i #define COUNTED 1'
    run --suite cutoff --bench $bench --strategy random --budget 2 --kernels "$kernels"
    [ $status = 3 ] || check "$bench counts" complete 1
done
exit $failed
