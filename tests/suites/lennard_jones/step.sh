#!/usr/bin/env bash
# Bench `step` of suite lennard_jones: impossible problems are refused in one line; and, on the first CPU, a liquid near argon's
# triple point keeps its energy and has the radial distribution of the real one.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"

# check_refused TEXT OPTION...: exits with status 2, and one line that contains the text.
check_refused() {
    "$GPUBENCH" --suite lennard_jones --bench step --backend fake --out "$root/results.json" "${@:2}" >"$root/out" 2>"$root/err"
    status=$?
    [ $status = 2 ] && grep -qF -- "$1" "$root/err" && [ "$(wc -l <"$root/err")" = 1 ] && return
    echo "${*:2}: status $status, not a line with $1"
    cat "$root/err"
    failed=1
}
check_refused 'steps want 2 atoms or more' --atoms 1
check_refused '--density 0.05 cannot be: atoms overlap beyond 0.0303 an A^3' --atoms 1000 --density 0.05
check_refused '--cutoff 12 is beyond half the box, 4.888 A' --atoms 20
check_refused '--minimum 3.07 is not below --cutoff 3' --atoms 1000 --cutoff 3
printf '4\n\nAr 0 0 0\nAr 4 0 0\nAr 0 4 0\nAr 0 4 2.5\n' >"$root/near.xyz"
check_refused 'atoms 3 and 4 are 2.5 A apart: bonded' --input "$root/near.xyz"
printf '2\nLattice="20 0 0 0 20 0 0 0 1e-50"\nAr 0 0 0\nAr 4 0 0\n' >"$root/flat.xyz"
check_refused 'a box of 20 x 20 x 0 A is none' --input "$root/flat.xyz"

# check_left_out SIZES COUNT: if it was not named it is skipped at an impossible size, and runs at others.
check_left_out() {
    "$GPUBENCH" list lennard_jones --long --backend fake --atoms "$1" >"$root/out" 2>"$root/err"
    status=$?
    [ $status = 0 ] && grep -q '^gpubench: left out: step: --cutoff 12 is beyond half the box, 8.359 A' "$root/err" &&
        [ "$(wc -l <"$root/err")" = 1 ] && [ "$(grep -c '^  step: ' "$root/out")" = "$2" ] && return
    echo "--atoms $1: status $status, not left out, or too much"
    cat "$root/out" "$root/err"
    failed=1
}
check_left_out 100 0
check_left_out 4000,100,5000 1

read -r backend index < <(grep opencl <<<"$devices")
[ -n "${index:-}" ] || exit $((failed ? 1 : 77))

# check_figure NAME LEAST MOST: the figure of the one row.
check_figure() {
    grep '"run_type"' "$root/results.json" | sed -n "s/.*\"$1\": \([-0-9.e]*\).*/\1/p" >"$root/figure"
    awk -v least="$2" -v most="$3" -v name="$1" '{print name, $1; rows++; good += $1 + 0 >= least && $1 + 0 <= most}
        END {exit !(rows == 1 && good == 1)}' "$root/figure"
}

# Argon at 85 K, 0.02125 atoms per A^3: the peak is 3.05 at 3.68 A (Yarnell, Katz, Wenzel and Koenig, Phys. Rev. A 7, 2130, 1973).
# Steps begin near a crystal's places, with velocities that melt it. One state of 500 atoms is within 0.2 of the mean; bins are 0.1
# A wide.
liquid=(--atoms 500 --density 0.02125 --cutoff 8.5 --temperature 130 --dt 0.004 --steps 600 --budget 1s
    --set FORM=list --set BLOCK_SIZE=64 --set CLUSTER=8 --set LANES=32 --set LISTED=1 --set SKIN=1.0 --set ACCUMULATE=fp32
    --set IMAGE=add --set SHIFT=pair --set PAIRS=all --set LAUNCHES=stream)
run --suite lennard_jones --bench step "${liquid[@]}" --set METHOD=analytic
check 'a liquid' [ "$status" = 0 ]
check 'its energy' check_figure energy_drift -1e-4 1e-4
check 'its temperature' check_figure temperature 75 95
check 'the peak' check_figure g_peak 2.75 3.35
check 'where it is' check_figure g_peak_at 3.54 3.81

# A table whose forces are within 1e-5 of the formula's keeps energy as well, by steps of 0.0043 ps: 0.002 of argon's unit.
run --suite lennard_jones --bench step "${liquid[@]}" --density 0.021385 --minimum 2.5 --temperature 90 --dt 0.0043 --steps 300 \
    --set METHOD=derivative --set TABLE=global --set FILTER=hand --set INDEX=convert --set ADDRESSING=clamp --set TABLE_SIZE=4096
check 'steps by a table' [ "$status" = 0 ]
check 'its error' check_figure l2_error 0 1e-5
check 'its energy' check_figure energy_drift -1e-4 1e-4

# Two lookups one element apart find neighbours, even if both are half-way between elements: of 16384, one in a thousand is.
run --suite lennard_jones --bench step --atoms 500 --cutoff 8 --steps 20 --verify-only --strategy exhaustive --set FORM=list \
    --set BLOCK_SIZE=64 --set CLUSTER=8 --set LANES=32 --set SKIN=1.0 --set LISTED=1 --set METHOD=potential --set TABLE=global \
    --set FILTER=nearest --set TABLE_SIZE=16384 --set DELTA=0.5 --set ADDRESSING=clamp --set INDEX=add,convert \
    --set ACCUMULATE=fp64 --set IMAGE=rint --set SHIFT=tile --set PAIRS=all --set LAUNCHES=stream --set SEARCH=cells \
    --set AHEAD=place
check 'nearest elements' [ "$status" = 0 ]

# Atoms nearer than a table's begin have zero forces there; the reason of a wrong outcome mentions it.
run --suite lennard_jones --bench step --atoms 301 --cutoff 5 --steps 4 --verify-only --strategy exhaustive --set FORM=list \
    --set BLOCK_SIZE=64 --set CLUSTER=8 --set LANES=32 --set SKIN=1.0 --set LISTED=1 --set METHOD=potential --set TABLE=global \
    --set FILTER=hand --set TABLE_SIZE=1024 --set DELTA=0.5 --set ADDRESSING=border --set INDEX=convert \
    --set ACCUMULATE=fp64 --set IMAGE=rint --set SHIFT=pair --set PAIRS=all --set LAUNCHES=stream --set SEARCH=blocks \
    --set AHEAD=number
check 'atoms beyond a table' [ "$status" = 1 ]
check 'a reason' grep -q 'is off by .*; atoms were 2.8.* A apart, and its table begins at 3.07: lower --minimum' "$root/results.json"

# Atoms fly towards each other along one axis, two of four through a face of the box, from beyond lists to within the cutoff.
for axis in z ${GPUBENCH_DEEP:+x y}; do
    run --suite lennard_jones --bench step --input "$SOURCE_DIR/tests/suites/lennard_jones/approach-$axis.xyz" --minimum 2 \
        --cutoff 5 --temperature 0 --dt 0.001 --steps 22 --verify-only --strategy exhaustive --set FORM=list \
        --set BLOCK_SIZE=64 --set CLUSTER=4 --set LANES=32 --set SKIN=1.0,0.7,0.4 --set LISTED=1 --set METHOD=analytic \
        --set ACCUMULATE=fp32 --set IMAGE=add --set SHIFT=pair --set PAIRS=all --set LAUNCHES=stream \
        --set SEARCH=blocks,cells --set AHEAD=number
    check "an approach along $axis" [ "$status $rows" = '0 6' ]
done

# With doubles throughout the error is that of doubles, also for ten types of atoms.
run --suite lennard_jones --bench step "${liquid[@]}" --temperature 90 --types 10 --dt 0.002 --steps 50 --set METHOD=analytic \
    --set COEFFICIENTS=shared --set ACCUMULATE=fp64 --set PRECISION=double
check 'doubles' [ "$status" = 0 ]
check 'how exact they are' check_figure l2_error 0 1e-13
check 'how far they are' check_figure place_error 0 1e-12

# Hot ones end farther apart than 1e-5 sigma after roundings, in the host's double precision too.
run --suite lennard_jones --bench step "${liquid[@]}" --temperature 10000 --dt 0.002 --steps 200 --set METHOD=analytic
check 'hot atoms' [ "$status" = 0 ]
check 'how far they are' check_figure place_error 1e-4 5e-3

# Each size of lists.cl's blocks, with more of them than groups, and more cells than the last group adds up at once. All but the
# first in deep tests.
for atoms in 100008 ${GPUBENCH_DEEP:+140000 1050000}; do
    run --suite lennard_jones --bench step --atoms $atoms --density 0.0214 --cutoff 6 --steps 1 --verify-only --strategy exhaustive \
        --set FORM=list --set BLOCK_SIZE=64 --set CLUSTER=8 --set LANES=32 --set LISTED=1 --set SKIN=1.0 --set METHOD=analytic \
        --set ACCUMULATE=fp32 --set IMAGE=add --set SHIFT=tile --set PAIRS=all --set LAUNCHES=stream \
        --set SEARCH=blocks,cells --set AHEAD=number
    check "lists of $atoms atoms" [ "$status" = 0 ]
done
exit $failed
