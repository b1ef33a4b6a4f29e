#!/usr/bin/env bash
# tune_right.sh: user kernels that skip their work are found, each for its reason.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C
run=(--backend opencl --ceilings off --overwrite)

# Each kind is a value of one parameter, beside a correct one.
cat >watched.h <<'END'
/* The output holds 0xff or 0x4b where it is about to be verified. */
#define WATCHED(at) (as_uint(at) == 0xffffffffu || as_uint(at) == 0x4b4b4b4bu)
END
cat >out.cl <<'END'
#include "watched.h"
kernel void out(global float *x, global const float *b, global float *y, global uint *notes, float a, uint n)
{
    const size_t first = get_group_id(0) * 64, i = first + get_local_id(0), groups = get_num_groups(0);
    const bool watched = WATCHED(y[first]);
    global float *tile = y + first;
    bool lazy = false;
#if KIND == 1 /* the output is right already */
    lazy = !watched;
#elif KIND == 2 /* a memo, keyed by two elements of the input */
    lazy = !watched && notes[get_group_id(0)] == as_uint(x[0] + x[n / 2]);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (!get_local_id(0)) notes[get_group_id(0)] = as_uint(x[0] + x[n / 2]);
#elif KIND == 3 /* a tile of which the first element is right */
    lazy = *tile == a * x[first] + b[first];
#elif KIND == 4 /* a tenth is done once */
    lazy = !watched && get_group_id(0) % 10 == 9;
#elif KIND == 5 /* one launch in three works */
    const uint count = notes[get_group_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (!get_local_id(0)) notes[get_group_id(0)] = watched ? 0 : count + 1;
    lazy = !watched && count % 3 != 0;
#elif KIND == 6 /* notes in an input */
    lazy = !watched && (as_uint(x[first]) & 1);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (!get_local_id(0)) x[first] = as_float(as_uint(x[first]) | 1);
#elif KIND == 7 /* notes behind the output */
    lazy = !watched && as_uint(y[n]) == 0x12345678;
    if (i == n - 1) y[n] = as_float(0x12345678);
#elif KIND == 8 /* every other tile in turn */
    const uint count = notes[get_group_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (!get_local_id(0)) notes[get_group_id(0)] = watched ? get_group_id(0) : count + 1;
    lazy = !watched && count % 2;
#elif KIND == 9 /* small terms count as nothing */
    if (i < n) y[i] = a * x[i] + (b[i] < 0.1f ? 0 : b[i]);
    lazy = true;
#elif KIND == 10 /* an element at the edge of each seventh tile is left out */
    lazy = i % 448 == 447;
#elif KIND == 11 /* one element of all */
    lazy = i == 4711;
#endif
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (!lazy && i < n) y[i] = a * x[i] + b[i];
}
END
cat >inout.cl <<'END'
kernel void inout(global float *x, global float *y, global uint *notes, float a, uint n)
{
    const size_t first = get_group_id(0) * 64, i = first + get_local_id(0);
    bool lazy = false;
#if KIND == 1 /* only fresh inputs are looked at: they are what they were at first */
    const uint seen = notes[get_group_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (!get_local_id(0) && seen == 0xffffffffu) notes[get_group_id(0)] = as_uint(y[first]);
    lazy = seen != 0xffffffffu && seen != as_uint(y[first]);
#elif KIND == 2 /* notes in what is only read */
    lazy = as_uint(x[first]) & 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (!get_local_id(0)) x[first] = as_float(as_uint(x[first]) | 1);
#elif KIND == 3 /* fresh inputs are below 1 */
    lazy = y[first] >= 1;
#endif
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (!lazy && i < n) y[i] += a * x[i];
}
END

# check_wrong RESULTS KIND REGEX [PARAMETER]: the kind is wrong for that reason.
check_wrong() {
    sed '/^"best": /,$d' "$1" | grep "\"${4-KIND}\": $2[,}]" | grep '"status": "wrong-result"' | grep -Eqe "$3" ||
        wrong "kind $2 was not found: $(sed '/^"best": /,$d' "$1" | grep "\"${4-KIND}\": $2[,}]")"
}
check_timed() { # RESULTS KIND: it is right
    sed '/^"best": /,$d' "$1" | grep "\"KIND\": $2[,}]" | grep -q '"median_ns"' || wrong "kind $2 is right"
}
cheats=(--n 60013 --param BLOCK=64 --group BLOCK --groups 'ceil(n / 64)' --strategy exhaustive --measure-all)
ends 0 "$GPUBENCH" tune out.cl "${run[@]}" "${cheats[@]}" --entry out --param 'KIND=range(12)' --out out.json \
    --arg 'x: in float[n]' --arg 'b: in float[n]' --arg 'y: out float[n]' --arg 'notes: scratch uint[n]' --arg 'a: float 0.5' \
    --arg 'n: uint n' --check 'y[i] == a * x[i] + b[i]'
for kind in 1 2 3 4 5 8; do check_wrong out.json $kind 'after it was timed: .*y\[[0-9]+\] is .*, expected'; done
check_wrong out.json 6 'expected|x, an input, was written to'
check_wrong out.json 7 'y: [0-9]+ bytes written behind the end'
for kind in 9 10; do check_wrong out.json $kind '"reason": "y\[[0-9]+\] is .*, expected'; done
check_wrong out.json 11 '"reason": "y\[4711\] is '
check_timed out.json 0
ends 0 "$GPUBENCH" tune inout.cl "${run[@]}" "${cheats[@]}" --entry inout --param 'KIND=range(4)' --out inout.json \
    --arg 'x: in float[n]' --arg 'y: inout float[n]' --arg 'notes: scratch uint[n]' --arg 'a: float 0.5' --arg 'n: uint n' \
    --check 'y[i] == y0[i] + a * x[i]'
for kind in 1 3; do check_wrong inout.json $kind 'after it was timed: .*y\[[0-9]+\] is .*, expected'; done
check_wrong inout.json 2 'expected|x, an input, was written to'
check_timed inout.json 0

# Whole numbers equal to the initial fill of outputs, which one kernel does not write: found without timing.
cat >white.cl <<'E'
kernel void white(global const float *x, global uchar *y)
{
    const size_t i = get_global_id(0);
    const uchar value = x[i] < 0.5f ? 0 : 255;
    if (value != 255 || !LAZY) y[i] = value;
}
E
ends 1 "$GPUBENCH" tune white.cl "${run[@]}" --entry white --n 2^20 --param 'LAZY=0,1' --group 64 --groups 'n / 64' --strategy exhaustive --verify-only \
    --out white.json --arg 'x: in float[n]' --arg 'y: out uchar[n]' --check 'y[i] == (0 if x[i] < 0.5 else 255)'
prints '^1 wrong-result, with LAZY 1: y\[[0-9]+\] is 75, expected 255'
prints '1 configuration verified'

# Long rows, of which all but the beginning is summed only once.
cat >rows.cl <<'E'
kernel void rows(global const float *x, global float *y, global float *notes)
{
    const size_t i = get_global_id(0);
    float head = 0, tail = notes[i];
    for (int k = 0; k < 256; k++) head += x[i * 4096 + k];
    if (!LAZY || isnan(tail)) {
        tail = 0;
        for (int k = 256; k < 4096; k++) tail += x[i * 4096 + k];
        notes[i] = tail;
    }
    y[i] = head + tail;
}
E
ends 0 "$GPUBENCH" tune rows.cl "${run[@]}" --entry rows --n 64 --param 'LAZY=0,1' --group 16 --groups 4 --strategy exhaustive --measure-all \
    --out rows.json --arg 'x: in float[4096 * n]' --arg 'y: out float[n]' --arg 'notes: scratch float[n]' \
    --check 'y[i] == sum(x[i * 4096 + k] for k in range(4096))'
sed '/^"best": /,$d' rows.json | grep '"LAZY": 1[,}]' | grep -Eq 'after it was timed: .*y\[[0-9]+\] is .*, expected' ||
    wrong 'expected that a kernel that sums all but the beginning only once is detected'

# A sum of so many numbers that one similar number does not change it visibly, and which is kept.
cat >kept.cl <<'E'
kernel void kept(global const float *x, global float *y, global float *notes, uint n)
{
    if (get_global_id(0)) return;
    float total = notes[0];
    if (!LAZY || isnan(total)) {
        total = 0;
        for (uint i = 0; i < n; i++) total += x[i];
        notes[0] = total;
    }
    y[0] = total;
}
E
ends 0 "$GPUBENCH" tune kept.cl "${run[@]}" --entry kept --n 200000 --param 'LAZY=0,1' --group 1 --groups 1 --strategy exhaustive --measure-all \
    --out kept.json --arg 'x: in float[n]' --arg 'y: out float[1]' --arg 'notes: scratch float[1]' --arg 'n: uint n' \
    --check 'y[i] == sum(x[k] for k in range(n))'
sed '/^"best": /,$d' kept.json | grep '"LAZY": 1[,}]' | grep -Eq 'after it was timed: .*y\[0\] is .*, expected' ||
    wrong 'expected that a stored sum is detected'

# Many terms: a serial sum of floats rounds more than one of a few, and is correct; with a term missing it is not.
cat >sum.cl <<'E'
kernel void sum(global const float *x, global float *y, uint n)
{
    float total = 0;
    for (uint i = 0; i + LEFT_OUT < n; i++) total += x[i];
    if (!get_global_id(0)) y[0] = total;
}
E
ends 1 "$GPUBENCH" tune sum.cl --entry sum --n 20000 --param LEFT_OUT=0,1 --group 1 --groups 1 --arg 'x: in float[n] random(0.5, 1)' \
    --arg 'y: out float[1]' --arg 'n: uint n' --check 'y[i] == sum(x[k] for k in range(n))' "${run[@]}" --verify-only --out sum.json || true
[ "$(grep -c '"status": "verified"' sum.json)" = 1 ] || wrong 'expected that the whole sum is right, and the other is not'
prints '^ *y\[0\] is '

# Too many reads for all numbers: eight configurations are wrong in one number each, which half of all samples contain.
# At least seven are found beside a correct one, since only the first has none beside it; and the correct one stays so.
cat >many.cl <<'E'
kernel void many(global const float *x, global float *y, uint n)
{
    const uint i = get_global_id(0);
    float slow = i < n ? x[i] : 0;
    for (int k = 0; !BAD && k < 100; k++) slow = slow * 0.999f + 0.001f;
    if (i < n) y[i] = x[i] * (BAD && i == 911 * BAD ? 1.01f : 1) + (BAD ? 0 : 0 * slow);
}
E
many=(--entry many --n 11600 --group 16 --groups 'n / 16' --arg 'x: in float[n] random(0.5, 1)' --arg 'y: out float[n]'
    --arg 'n: uint n' --check 'y[i] == x[i] + sum(0 * x[k] for k in range(n))' "${run[@]}")
ends 1 "$GPUBENCH" tune many.cl "${many[@]}" --param 'BAD=range(9)' --verify-only --out many.json || true
[ "$(grep -c '"status": "wrong-result"' many.json)" -ge 7 ] || wrong 'expected at least seven of eight wrong ones'
sed '/^"best": /,$d' many.json | grep '"BAD": 0[,}]' | grep -q '"status": "verified"' || wrong 'expected that the correct one is verified'
# As a finalist it is found, in either order: it is faster, and so stays in the play-off to the end.
ends 0 "$GPUBENCH" tune many.cl "${many[@]}" --param 'BAD=5,0' --out finalists.json
check_wrong finalists.json 5 'y\[4555\] is .*, expected' BAD
