#!/usr/bin/env bash
# tune_right.sh: what says that a user's kernel is right: expressions, kernels, files, functions; kernels that do not do
# their work are found, for their reasons; nothing is told in silence of what nothing says.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C
run=(--backend opencl --ceilings off --overwrite)

# ---- kernels that do not do their work: each kind is a value of one parameter, beside an honest one

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

# found RESULTS KIND REGEX: the kind is wrong for that reason.
found() {
    sed '/^"best": /,$d' "$1" | grep "\"KIND\": $2[,}]" | grep '"status": "wrong-result"' | grep -Eqe "$3" ||
        wrong "kind $2 was not found: $(sed '/^"best": /,$d' "$1" | grep "\"KIND\": $2[,}]")"
}
timed() { # RESULTS KIND: it is right
    sed '/^"best": /,$d' "$1" | grep "\"KIND\": $2[,}]" | grep -q '"median_ns"' || wrong "kind $2 is right"
}
cheats=(--n 6001 --param BLOCK=64 --group BLOCK --groups 'ceil(n / 64)' --strategy exhaustive --measure-all)
ends 0 "$GPUBENCH" tune out.cl "${run[@]}" "${cheats[@]}" --entry out --param 'KIND=range(12)' --out out.json \
    --arg 'x: in float[n]' --arg 'b: in float[n]' --arg 'y: out float[n]' --arg 'notes: scratch uint[n]' --arg 'a: float 0.5' \
    --arg 'n: uint n' --check 'y[i] == a * x[i] + b[i]'
for kind in 1 2 3 4 5 8; do found out.json $kind 'after it was timed: .*y\[[0-9]+\] is .*, expected'; done
found out.json 6 'expected|x, an input, was written to'
found out.json 7 'y: [0-9]+ bytes written behind the end'
for kind in 9 10; do found out.json $kind '"reason": "y\[[0-9]+\] is .*, expected'; done
found out.json 11 '"reason": "y\[4711\] is '
timed out.json 0
ends 0 "$GPUBENCH" tune inout.cl "${run[@]}" "${cheats[@]}" --entry inout --param 'KIND=range(4)' --out inout.json \
    --arg 'x: in float[n]' --arg 'y: inout float[n]' --arg 'notes: scratch uint[n]' --arg 'a: float 0.5' --arg 'n: uint n' \
    --check 'y[i] == y0[i] + a * x[i]'
for kind in 1 3; do found inout.json $kind 'after it was timed: .*y\[[0-9]+\] is .*, expected'; done
found inout.json 2 'expected|x, an input, was written to'
timed inout.json 0

# ---- what says that it is right

cat >scale.cl <<'END'
kernel void scale(global const float *x, global float *y, float a, uint n)
{
    for (size_t i = get_group_id(0) * (BLOCK * ITEMS) + get_local_id(0), k = 0; k < ITEMS && i < n; k++, i += BLOCK)
        y[i] = a * x[i] + (i ? x[i - 1] : 0);
}
END
cat >simple.cl <<'END'
kernel void right(global const float *x, global float *y, float a, uint n)
{
    const size_t i = get_global_id(0);
    if (i < n + BEYOND) y[i + FAR] = FACTOR * a * x[i] + (i ? x[i - 1] : 0) + (i == NOT_A ? NAN : 0);
}
END
# spec FILE RIGHT [SED]: a spec of that kernel, and what says that it is right.
spec() {
    cat >"$1" <<END
{"General": {"BenchmarkName": "scale"},
 "ConfigurationSpace": {"TuningParameters": [{"Name": "BLOCK", "Values": "[16, 32]"}, {"Name": "ITEMS", "Values": "[1]"}]},
 "KernelSpecification": {"Language": "OpenCL", "KernelName": "scale", "KernelFile": "scale.cl",
   "GlobalSize": {"X": "ceil(n / (BLOCK * ITEMS))"}, "LocalSize": {"X": "BLOCK"},
   "Arguments": [{"Name": "x", "Type": "float", "MemoryType": "Vector", "AccessType": "ReadOnly", "FillType": "Random", "Size": "n"},
                 {"Name": "y", "Type": "float", "MemoryType": "Vector", "AccessType": "WriteOnly", "Size": "n"},
                 {"Name": "a", "Type": "float", "MemoryType": "Scalar", "FillValue": 0.5},
                 {"Name": "n", "Type": "uint", "MemoryType": "Scalar", "FillValue": "n"}]},
 "gpubench": {"sizes": "1003", $2}}
END
    sed -i "${3:-;}" "$1"
}
kernel='"reference": {"kernel": {"file": "simple.cl", "entry": "right", "groups": {"X": "ceil(n / 64)"}, "group": {"X": 64},
   "defines": {"FACTOR": 1, "BEYOND": 0, "FAR": 0, "NOT_A": -1}}}'
verify=("${run[@]}" --verify-only --out right.json)

# A kernel; and what is wrong with one is the bench's row.
spec kernel.json "$kernel"
ends 0 "$GPUBENCH" tune --spec kernel.json "${verify[@]}"
[ "$(grep -c '"status": "verified"' right.json)" = 2 ] || wrong 'expected two that are right'
# by STATUS SED REGEX: another reference.
by() {
    spec other.json "$kernel" "$2"
    ends "$1" "$GPUBENCH" tune --spec other.json "${verify[@]}"
    shows "$3"
}
by 1 's/"FACTOR": 1/"FACTOR": 1.0001/' 'y\[[0-9]+\] is [-0-9.e]+, expected [-0-9.e]+ \(error'
by 1 's/"FACTOR"/"OTHER"/' '^1 compile-failed: the reference, right: simple.cl: does not compile: .*FACTOR'
by 1 's/"BEYOND": 0/"BEYOND": 1/' '^1 invalid: the reference, right: y: [0-9]+ bytes written behind the end'
by 1 's/"NOT_A": -1/"NOT_A": 7/' '^1 invalid: the reference leaves y\[7\] a NaN'
by 1 's/"FAR": 0/"FAR": "(1UL << 60)"/' '^1 crashed: '
by 1 's/"X": 64}/"X": "64 - n"}/' '^1 invalid: the reference, right: '
by 1 's/"simple.cl"/"simple.cl", "language": "CUDA"/' '^1 invalid: the reference, right: no device here runs its language'
spec other.json "$kernel" 's/"entry": "right"/"entry": "rigth"/'
ends 1 "$GPUBENCH" tune --spec other.json "${verify[@]}"
spec other.json "$kernel" 's/"simple.cl"/"..\/simple.cl"/'
refused "gpubench.reference.kernel.file: '../simple.cl' is not beside the spec" "$GPUBENCH" tune --spec other.json "${verify[@]}"

# It is run again behind timing: whoever keeps the answer is found.
cat >scale.kept <<'END'
kernel void scale(global const float *x, global float *y, float a, uint n)
{
    const size_t i = get_global_id(0);
    if (as_uint(y[i < n ? i : 0]) == 0xffffffffu && i < n) y[i] = a * x[i] + (i ? x[i - 1] : 0);
}
END
cp scale.cl scale.good
cp scale.kept scale.cl
ends 1 "$GPUBENCH" tune --spec kernel.json "${run[@]}" --out kept.json
[ "$(grep -c '"reason": "after it was timed: .*y\[' kept.json)" = 2 ] || wrong 'expected that both are found'
cp scale.good scale.cl

# Files, of inputs that stay: sizes fit, and each number.
constant='s/"FillType": "Random", "Size": "n"/"FillType": "Constant", "FillValue": 2, "Size": "n"/; s/"1003"/"4"/'
printf '\0\0\200\77\0\0\100\100\0\0\100\100\0\0\100\100' >y.bin
spec files.json '"reference": {"files": {"y": "y.bin"}}' "$constant"
ends 0 "$GPUBENCH" tune --spec files.json "${run[@]}" --out files_right.json
printf '\0\0\200\77\0\0\100\100\0\0\100\100\1\4\100\100' >y.bin
ends 1 "$GPUBENCH" tune --spec files.json "${verify[@]}"
shows 'y\[3\] is 3, expected 3\.0'
printf '\0\0\200\77' >y.bin
refused 'y has 16 bytes, and the file that it must be as 4' "$GPUBENCH" tune --spec files.json "${verify[@]}"
spec files.json '"reference": {"files": {"y": "y.bin"}}'
refused 'gpubench.reference.files: x is random: files are of inputs that stay' "$GPUBENCH" tune --spec files.json "${verify[@]}"

# A function of a library that the command line names, and nothing else does.
cat >right.c <<'END'
#include <stdint.h>
void right(uint64_t n, void **arrays)
{
    const float *x = arrays[0], a = *(float *)arrays[2];
    float *y = arrays[1];
    for (uint64_t i = 0; i < n; i++)
        y[i] = FACTOR * a * x[i] + (i ? x[i - 1] : 0);
}
END
cc -shared -fPIC -DFACTOR=1 -o right.so right.c
cc -shared -fPIC -DFACTOR=1.0001f -o wrong.so right.c
spec function.json '"reference": {"function": "right"}'
refused '--reference-library FILE is missing' "$GPUBENCH" tune --spec function.json "${verify[@]}"
ends 0 "$GPUBENCH" tune --spec function.json "${verify[@]}" --reference-library right.so
ends 1 "$GPUBENCH" tune --spec function.json "${verify[@]}" --reference-library wrong.so
shows 'y\[0\] is [-0-9.e]+, expected'
ends 1 "$GPUBENCH" tune --spec function.json "${verify[@]}" --reference-library right.so:left
shows '^1 invalid: --reference-library: .*left'
refused 'there is no such file' "$GPUBENCH" tune --spec function.json "${verify[@]}" --reference-library none.so
refused 'something else says what is right already' "$GPUBENCH" tune --spec kernel.json "${verify[@]}" --reference-library right.so
options=(--entry scale --n 1003 --param 'BLOCK=[16, 32]' --param ITEMS=1 --group BLOCK --groups 'ceil(n / (BLOCK * ITEMS))' --arg
         'x: in float[n]' --arg 'y: out float[n]' --arg 'a: float 0.5' --arg 'n: uint n')
ends 0 "$GPUBENCH" tune scale.cl "${options[@]}" "${verify[@]}" --reference-library right.so:right

# ---- nothing says it

refused '--check is missing' "$GPUBENCH" tune scale.cl "${options[@]}" "${verify[@]}"
spec nothing.json '"checks": []'
refused 'nothing says what is right' "$GPUBENCH" tune --spec nothing.json "${run[@]}"
refused '--unverified and --verify-only' "$GPUBENCH" tune --spec nothing.json "${verify[@]}" --unverified
refused '--unverified: something says what is right' "$GPUBENCH" tune --spec kernel.json "${run[@]}" --unverified
ends 0 "$GPUBENCH" tune scale.cl "${options[@]}" "${run[@]}" --unverified --set BLOCK=16 --out nothing.json --header nothing.h
shows '^with --unverified$'
says '"name": "scale/scale/n:1003/verified:no/' nothing.json
says '_PROBLEM "--unverified"' nothing.h
ends 0 "$GPUBENCH" header nothing.json -o merged.h
says '_PROBLEM "--unverified"' merged.h
ends 0 "$GPUBENCH" report nothing.json -o nothing.html
says '--unverified' nothing.html
ends 0 "$GPUBENCH" export nothing.json --to markdown
shows 'with `--unverified`'
ends 0 "$GPUBENCH" export nothing.json --to csv
shows 'scale/scale/n:1003/verified:no,'
ends 0 "$GPUBENCH" table nothing.json
shows '^with --unverified$'

# ---- tolerances, and what is no check

# bad TEXT RIGHT [SED]: refused, and why.
bad() {
    spec bad.json "$2" "${3:-}"
    refused "$1" "$GPUBENCH" tune --spec bad.json "${verify[@]}"
}
check='"checks": ["y[i] == a * x[i] + (x[i - 1] if i else 0)"]'
bad 'gpubench.tolerance: is no number from 0 to 1' "$check, \"tolerance\": 2"
bad 'gpubench.tolerance.z: is no output' "$check, \"tolerance\": {\"z\": 1e-3}"
bad 'gpubench.tolerance.y: whole numbers are right or wrong' "$check, \"tolerance\": {\"y\": 1e-3}" '/"y"/s/float/int/'
bad 'none says what x must be' '"checks": ["y[i] == 0"]' 's/ReadOnly/ReadWrite/'
bad 'has more than one of checks, reference, unverified' "$check, $kernel"
bad 'has one of kernel, files, function' '"reference": {}'
bad 'gpubench.unverified: is neither true nor false' '"unverified": 1'
spec loose.json "$check, \"tolerance\": {\"y\": 1e-3}"
sed -i 's/a \* x/a * 1.0001f * x/' scale.cl
ends 0 "$GPUBENCH" tune --spec loose.json "${verify[@]}"
sed -i 's/"tolerance": {"y": 1e-3}/"tolerance": 1e-5/' loose.json
ends 1 "$GPUBENCH" tune --spec loose.json "${verify[@]}"
