#!/usr/bin/env bash
# tune_reference.sh: sources of a user kernel's correct results: kernels, functions, files, tolerances; without any, all
# output is marked.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C
run=(--backend opencl --ceilings off --overwrite)

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
# Neither of them writes the last number.
cat >short.cl <<'END'
kernel void scale(global const float *x, global int *y, float a, uint n)
{
    const size_t i = get_global_id(0);
    if (BLOCK && ITEMS && i + 1 < n) y[i] = as_int(a * x[i] + (i ? x[i - 1] : 0));
}
END
# spec FILE RIGHT [SED]: a spec of that kernel, with this check.
spec() {
    cat >"$1" <<END
{"General": {"BenchmarkName": "scale"},
 "ConfigurationSpace": {"TuningParameters": [{"Name": "BLOCK", "Values": "[16, 32]"}, {"Name": "ITEMS", "Values": "[1]"}]},
 "KernelSpecification": {"Language": "OpenCL", "KernelName": "scale", "KernelFile": "scale.cl", "GlobalSizeType": "CUDA",
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

# A kernel; and its faults are the bench's row.
spec kernel.json "$kernel"
ends 0 "$GPUBENCH" tune --spec kernel.json "${verify[@]}"
[ "$(grep -c '"status": "verified"' right.json)" = 2 ] || wrong 'expected two that are right'
# by STATUS SED REGEX: another reference.
by() {
    spec other.json "$kernel" "$2"
    ends "$1" "$GPUBENCH" tune --spec other.json "${verify[@]}"
    prints "$3"
}
by 1 's/"FACTOR": 1/"FACTOR": 1.0001/' 'y\[[0-9]+\] is [-0-9.e]+, expected [-0-9.e]+ \(error'
by 1 's/"FACTOR"/"OTHER"/' '^1 compile-failed: the reference, right: simple.cl: does not compile: .*FACTOR'
by 1 's/"BEYOND": 0/"BEYOND": 1/' '^1 invalid: the reference, right: y: [0-9]+ bytes written behind the end'
by 1 's/"NOT_A": -1/"NOT_A": 7/' '^1 invalid: the reference leaves y\[7\] a NaN'
by 1 's/"float", "MemoryType": "Vector", "AccessType": "WriteOnly"/"int", "MemoryType": "Vector", "AccessType": "WriteOnly"/; s/"BEYOND": 0/"BEYOND": -1/; s/scale.cl/short.cl/' \
    'y\[1002\] is -1, expected -1768515946'
by 1 's/"FAR": 0/"FAR": "(1UL << 60)"/' '^1 crashed: '
by 1 's/"X": 64}/"X": "64 - n"}/' '^ *(1 invalid: )?the reference, right: work-items of a group along X: -939 is no whole number'
by 1 's/"simple.cl"/"simple.cl", "language": "CUDA"/' '^1 invalid: the reference, right: no device here runs its language'
# The maximum of many, which most of them do not affect, and which the kernel keeps.
cat >most.cl <<'END'
kernel void most(global const int *x, global int *y, global int *notes)
{
    int found = notes[0];
    if (!LAZY || found == -1) {
        found = 0;
        for (int i = 0; i < 20000; i++) found = max(found, x[i]);
    }
    y[0] = notes[0] = found;
}
END
sed 's/void most/void plain/; s/!LAZY/true/; s/= notes\[0\] = found/= found/' most.cl >plain.cl
cat >most.json <<'END'
{"ConfigurationSpace": {"TuningParameters": [{"Name": "LAZY", "Values": "[0, 1]"}]},
 "KernelSpecification": {"KernelName": "most", "KernelFile": "most.cl", "GlobalSize": {"X": 1}, "LocalSize": {"X": 1},
   "Arguments": [{"Name": "x", "Type": "int", "MemoryType": "Vector", "AccessType": "ReadOnly", "FillType": "Random", "FillValue": 1e9, "Size": 20000},
                 {"Name": "y", "Type": "int", "MemoryType": "Vector", "AccessType": "WriteOnly", "Size": 1},
                 {"Name": "notes", "Type": "int", "MemoryType": "Vector", "AccessType": "Scratch", "Size": 1}]},
 "gpubench": {"sizes": "1", "reference": {"kernel": {"file": "plain.cl", "entry": "plain", "groups": {"X": 1}, "group": {"X": 1}}}}}
END
ends 0 "$GPUBENCH" tune --spec most.json "${run[@]}" --measure-all --out most.found
sed '/^"best": /,$d' most.found | grep '"LAZY": 1[,}]' | grep -Eq 'after it was timed: .*y\[0\] is .*, expected 999999999' ||
    wrong 'expected that a stored maximum is detected'

spec other.json "$kernel" 's/"entry": "right"/"entry": "rigth"/'
ends 1 "$GPUBENCH" tune --spec other.json "${verify[@]}"
spec other.json "$kernel" 's/"simple.cl"/"..\/simple.cl"/'
refused "gpubench.reference.kernel.file: '../simple.cl' is not beside the spec" "$GPUBENCH" tune --spec other.json "${verify[@]}"

# If the device does not run its language another one does: the fake one runs nothing.
cat >scale.common <<'END'
KERNEL void scale(GLOBAL const float *x, GLOBAL float *y, float a, unsigned n)
{
    for (size_t i = GROUP_ID(0) * (BLOCK * ITEMS) + LOCAL_ID(0), k = 0; k < ITEMS && i < n; k++, i += BLOCK)
        y[i] = a * x[i] + (i ? x[i - 1] : 0);
}
END
spec common.json "$kernel" 's/scale.cl/scale.common/; s/"Language": "OpenCL"/"Language": "common"/'
ends 1 "$GPUBENCH" tune --spec common.json "${verify[@]}" --backend fake --out common_right.json
prints 'y\[0\] is not written, expected 0\.[0-9]+$'

# It runs again after timing: kernels that keep the result are found.
cat >scale.kept <<'END'
kernel void scale(global const float *x, global float *y, float a, uint n)
{
    const size_t i = get_global_id(0);
    if (as_uint(y[i < n ? i : 0]) == 0xffffffffu && i < n) y[i] = a * x[i] + (i ? x[i - 1] : 0);
}
END
cp scale.cl scale.good
cp scale.kept scale.cl
ends 1 "$GPUBENCH" tune --spec kernel.json "${run[@]}" --set BLOCK=16 --out kept.json
contains '"reason": "after it was timed: .*y\[' kept.json
omits median_ns kept.json
cp scale.good scale.cl

# Files, for constant inputs: sizes fit, and each number.
constant='s/"FillType": "Random", "Size": "n"/"FillType": "Constant", "FillValue": 2, "Size": "n"/; s/"1003"/"4"/'
printf '\0\0\200\77\0\0\100\100\0\0\100\100\0\0\100\100' >y.bin
spec files.json '"reference": {"files": {"y": "y.bin"}}' "$constant"
ends 0 "$GPUBENCH" tune --spec files.json "${verify[@]}"
spec many.json '"reference": {"files": {"y": "many.bin"}}' "${constant/'"4"'/'"65536"'}" # long enough to be timed
{ printf '\0\0\200\77'; printf '\0\0\100\100%.0s' {1..65535}; } >many.bin
ends 0 "$GPUBENCH" tune --spec many.json "${run[@]}" --set BLOCK=16 --out files_right.json
printf '\0\0\200\77\0\0\100\100\0\0\100\100\1\4\100\100' >y.bin
ends 1 "$GPUBENCH" tune --spec files.json "${verify[@]}"
prints 'y\[3\] is 3, expected 3\.0'
printf '\0\0\200\77' >y.bin
refused 'y has 16 bytes, and the file with its expected values 4' "$GPUBENCH" tune --spec files.json "${verify[@]}"
spec files.json '"reference": {"files": {"y": "y.bin"}}'
refused 'gpubench.reference.files: x is random: files are of inputs that stay' "$GPUBENCH" tune --spec files.json "${verify[@]}"

# A function of a library, which only the command line can name.
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
prints 'y\[0\] is [-0-9.e]+, expected'
ends 1 "$GPUBENCH" tune --spec function.json "${verify[@]}" --reference-library right.so:left
prints '^1 invalid: --reference-library: .*left'
refused 'there is no such file' "$GPUBENCH" tune --spec function.json "${verify[@]}" --reference-library none.so
refused 'there is a reference already, or checks' "$GPUBENCH" tune --spec kernel.json "${verify[@]}" --reference-library right.so
options=(--entry scale --n 1003 --param 'BLOCK=[16, 32]' --param ITEMS=1 --group BLOCK --groups 'ceil(n / (BLOCK * ITEMS))' --arg
         'x: in float[n]' --arg 'y: out float[n]' --arg 'a: float 0.5' --arg 'n: uint n')
ends 0 "$GPUBENCH" tune scale.cl "${options[@]}" "${verify[@]}" --reference-library right.so:right

# ---- no check

refused 'tune: --check (what' "$GPUBENCH" tune scale.cl "${options[@]}" "${verify[@]}"
spec nothing.json '"checks": []'
refused 'there is neither a check nor a reference' "$GPUBENCH" tune --spec nothing.json "${run[@]}"
refused '--unverified and --verify-only' "$GPUBENCH" tune --spec nothing.json "${verify[@]}" --unverified
refused '--unverified: there is a check or a reference' "$GPUBENCH" tune --spec kernel.json "${run[@]}" --unverified
ends 0 "$GPUBENCH" tune scale.cl "${options[@]}" "${run[@]}" --n 100003 --unverified --set BLOCK=16 --out nothing.json --header nothing.h
prints '^with --unverified$'
contains '"name": "scale/scale/n:100003/verified:no/' nothing.json
contains '_PROBLEM "--unverified"' nothing.h
spec unverified.json '"unverified": true'
refused 'there is neither a check nor a reference' "$GPUBENCH" tune --spec unverified.json "${run[@]}" --configs nothing.json
ends 0 "$GPUBENCH" header nothing.json -o merged.h
contains '_PROBLEM "--unverified"' merged.h
ends 0 "$GPUBENCH" report nothing.json -o nothing.html
contains '--unverified' nothing.html
ends 0 "$GPUBENCH" export nothing.json --to markdown
prints 'with `--unverified`'
ends 0 "$GPUBENCH" export nothing.json --to csv
prints 'scale/scale/n:100003/verified:no,'
ends 0 "$GPUBENCH" table nothing.json
prints '^with --unverified$'

# ---- tolerances, and invalid checks

# check_refused TEXT RIGHT [SED]: refused, with the reason.
check_refused() {
    spec bad.json "$2" "${3:-}"
    refused "$1" "$GPUBENCH" tune --spec bad.json "${verify[@]}"
}
check='"checks": ["y[i] == a * x[i] + (x[i - 1] if i else 0)"]'
check_refused 'gpubench.tolerance: is no number from 0 to 1' "$check, \"tolerance\": 2"
check_refused 'gpubench.tolerance.z: is no output' "$check, \"tolerance\": {\"z\": 1e-3}"
sed 's/float \*y/int *y/' scale.cl >whole.cl
check_refused 'gpubench.tolerance.y: whole numbers are right or wrong' "$check, \"tolerance\": {\"y\": 1e-3}" '/"y"/s/float/int/; s/scale.cl/whole.cl/'
sed 's/const float \*x/float *x/' scale.cl >both.cl
check_refused 'no check is of x' '"checks": ["y[i] == 0"]' 's/ReadOnly/ReadWrite/; s/scale.cl/both.cl/'
check_refused 'has more than one of checks, reference, unverified' "$check, $kernel"
check_refused 'has one of kernel, files, function' '"reference": {}'
check_refused 'gpubench.unverified: is neither true nor false' '"unverified": 1'
spec loose.json "$check, \"tolerance\": {\"y\": 1e-3}"
sed -i 's/a \* x/a * 1.0001f * x/' scale.cl
ends 0 "$GPUBENCH" tune --spec loose.json "${verify[@]}"
sed -i 's/"tolerance": {"y": 1e-3}/"tolerance": 1e-5/' loose.json
ends 1 "$GPUBENCH" tune --spec loose.json "${verify[@]}"
