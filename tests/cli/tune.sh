#!/usr/bin/env bash
# tune: a user's kernel by options, and by a spec: tuned on PoCL; faults are found; a mistake is one line.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C

cat >saxpy.cl <<'END'
#include "edge.h"
kernel void saxpy(global const float *x, global float *y, float a, uint n)
{
    for (size_t i = get_group_id(0) * (BLOCK * ITEMS) + get_local_id(0), k = 0; k < ITEMS && INSIDE(i, n); k++, i += BLOCK)
        y[i] += a * x[i];
}
END
echo '#define INSIDE(i, n) ((i) < (n))' >edge.h
saxpy=(--entry saxpy --n 1003 --param 'BLOCK=16,32' --param 'ITEMS=range(1, 3)' --group BLOCK
       --groups 'ceil(n / (BLOCK * ITEMS))' --arg 'x: in float[n] random(-1, 1)' --arg 'y: inout float[n]'
       --arg 'a: float 2.5' --arg 'n: uint n' --check 'y[i] == a * x[i] + y0[i]')
run=(--backend opencl --ceilings off --verify-only --overwrite)

# An ordinary run: all four are correct, and the journal, results and the command exist.
ends 0 "$GPUBENCH" tune saxpy.cl "${saxpy[@]}" "${run[@]}"
[ "$(grep -c '"status": "verified"' results/saxpy.json)" = 4 ] || wrong 'expected four configurations that are right'

# check_fault_found EXPRESSION REASON: a fault in the kernel is found in every configuration, with its place.
check_fault_found() {
    cp saxpy.cl kept.cl
    sed -i "$1" saxpy.cl
    ! cmp -s saxpy.cl kept.cl || wrong "the expression changes nothing: $1"
    ends 1 "$GPUBENCH" tune saxpy.cl "${saxpy[@]}" "${run[@]}" --out spoilt.json
    prints '^ *(saxpy: )?4 wrong-result' && prints "$2"
    mv kept.cl saxpy.cl
}
check_fault_found 's/a \* x/a * 1.00001f * x/' 'y\[[0-9]+\] is [-0-9.e]+, expected [-0-9.e]+ \(error'
check_fault_found 's/INSIDE(i, n)/INSIDE(i + 1, n)/' 'y\[1002\] is'
check_fault_found 's/INSIDE(i, n)/INSIDE(i, n + 1)/' 'y: [0-9]+ bytes written behind the end'
check_fault_found 's/y\[i\] +=/y[i] =/' 'y\[0\] is'

# check_refused TEXT OPTION...: one line with the mistake.
check_refused() { refused "$1" "$GPUBENCH" tune saxpy.cl "${@:2}"; }
check_refused "tune: --entry (the kernel's name in the file), --group (work-items of a group, such as BLOCK), --groups (" --n 10
contains '--check \(.*\) are missing; or begin with: gpubench tune --init saxpy.cl$' err
check_refused "tune: --check (what is right, such as 'y[i] == 2 * x[i]') is missing; or" --entry saxpy --param B=1 --group B --groups n --arg 'x: in float[n]'
check_refused 'tune: --n: is missing: how large n is' "${saxpy[@]:0:2}" "${saxpy[@]:4}"
check_refused 'tune: --constraint: allow nothing, because of "BLOCK > 100"' "${saxpy[@]}" --constraint 'BLOCK > 100'
check_refused "behind ==: column 1: there is no BLOCK here: it is tuned, and this is the same for all its values" "${saxpy[@]}" --check 'y[i] == BLOCK'
check_refused "is none of CUDA, OpenCL, common" "${saxpy[@]}" --language Metal
check_refused 'there is no m' "${saxpy[@]}" --bytes '12 * m'
check_refused 'tune: --bytes: is -5 by the default; expected a number from 0' "${saxpy[@]}" --bytes -5
check_refused 'tune: --flops: column 3: division by zero' "${saxpy[@]}" --flops '1 / 0'
check_refused "x is no output; outputs: y" "${saxpy[@]}" --check 'x[i] == 1'
check_refused "tune: --check 'y[i] = 1': is not OUTPUT[i] == EXPRESSION, such as y[i] == 2 * x[i]" "${saxpy[@]}" --check 'y[i] = 1'
check_refused "'n': a : is missing after the name, for example 'n: float 1'" "${saxpy[@]}" --arg n
check_refused "'global const float *x': a : is missing after the name, for example 'x: in float[n]'" "${saxpy[@]}" --arg 'global const float *x'
check_refused "'const uint m': a : is missing after the name, for example 'm: uint 1'" "${saxpy[@]}" --arg 'const uint m'
check_refused "unknown option of tune '--cheks', did you mean --check?" "${saxpy[@]}" --cheks 1
[ "$(wc -c <err)" -lt 80 ] || wrong 'expected no list of all options'
check_refused "'flaot' is no known type" --arg 'z: in flaot[n]' "${saxpy[@]}"
check_refused 'a ] is missing' --arg 'z: in float[n' "${saxpy[@]}"
check_refused "--group takes X[,Y[,Z]], not '16,1,1,2'" "${saxpy[@]}" --group 16,1,1,2
check_refused "--groups takes X[,Y[,Z]], not 'max(n, 1),1,1,'" "${saxpy[@]}" --groups 'max(n, 1),1,1,'
for text in --constraint=$'BLOCK > \xff' --param=$'K\xff=1' --param=$'K=1,\xff' --arg=$'z: in float[n] \xff' --check=$'y[i] == \xff'; do
    check_refused "tune: ${text%%=*} '" "${saxpy[@]}" "${text%%=*}" "${text#*=}"
    contains 'is no UTF-8$' err
done
check_refused 'ITEMS is' --param ITEMS=3 "${saxpy[@]}"
refused 'there is no such file' "$GPUBENCH" tune none.cl "${saxpy[@]}"
refused 'saxpy.json' "$GPUBENCH" tune --spec saxpy.json
refused 'tune: saxpy.json is a spec, and no kernel: gpubench tune --spec saxpy.json' "$GPUBENCH" tune saxpy.json --entry saxpy
refused 'tune: saxpy.cl is a kernel, and no spec: `gpubench tune --init saxpy.cl` begins one' "$GPUBENCH" tune --spec saxpy.cl

# A spec: the same, as JSON; its kernel must be in its folder.
mkdir beside
cp saxpy.cl edge.h beside
cat >beside/spec.json <<'END'
{"General": {"BenchmarkName": "Saxpy-2"},
 "ConfigurationSpace": {"TuningParameters": [{"Name": "BLOCK", "Type": "int", "Values": "[16, 32]", "Default": 32},
                                             {"Name": "ITEMS", "Type": "int", "Values": "[2**i for i in range(2)]"}],
                        "Conditions": [{"Expression": "BLOCK * ITEMS <= 32", "Parameters": ["BLOCK", "ITEMS"]}]},
 "KernelSpecification": {"Language": "OpenCL", "KernelName": "saxpy", "KernelFile": "saxpy.cl", "GlobalSizeType": "OpenCL",
   "GlobalSize": {"X": "ceil(n / ITEMS)"}, "LocalSize": {"X": "BLOCK"},
   "Arguments": [{"Name": "x", "Type": "float", "MemoryType": "Vector", "AccessType": "ReadOnly", "FillType": "Random", "Size": "n"},
                 {"Name": "y", "Type": "float", "MemoryType": "Vector", "AccessType": "ReadWrite", "FillType": "Sequence", "Size": "n"},
                 {"Name": "a", "Type": "float", "MemoryType": "Scalar", "FillValue": 0.1},
                 {"Name": "n", "Type": "uint", "MemoryType": "Scalar", "FillValue": "n"}]},
 "gpubench": {"sizes": "100, 1003", "checks": ["y[i] == a * x[i] + i"]}}
END
ends 0 "$GPUBENCH" tune --spec beside/spec.json "${run[@]}"
[ "$(grep -c '"status": "verified"' results/saxpy_2.json)" = 6 ] || wrong 'expected three configurations at two sizes'
sed 's/"saxpy.cl"/"..\/saxpy.cl"/' beside/spec.json >beside/out.json
refused "'../saxpy.cl' is not beside the spec" "$GPUBENCH" tune --spec beside/out.json
ln -s ../saxpy.cl beside/link.cl
sed 's/"saxpy.cl"/"link.cl"/' beside/spec.json >beside/link.json
refused "leads out of the spec's folder" "$GPUBENCH" tune --spec beside/link.json
sed 's/\[16, 32\]/range(10**12)/' beside/spec.json >beside/endless.json
refused 'beside/endless.json: ConfigurationSpace.TuningParameters[0].Values: ' "$GPUBENCH" tune --spec beside/endless.json
sed 's/ITEMS)/ITEM)/' beside/spec.json >beside/name.json
refused 'beside/name.json: KernelSpecification.GlobalSize.X: column 10: there is no ITEM' "$GPUBENCH" tune --spec beside/name.json

# check_mistake SED TEXT: the spec with a mistake, and its message.
check_mistake() {
    sed "$1" beside/spec.json >beside/mistaken.json
    ! cmp -s beside/spec.json beside/mistaken.json || wrong "the expression changes nothing: $1"
    refused "beside/mistaken.json: $2" "$GPUBENCH" tune --spec beside/mistaken.json
}
check_mistake 's/KernelFile/KernalFile/' 'KernelSpecification.KernelFile: is missing; not read: KernelSpecification.KernalFile (KernelFile?)'
check_mistake 's/{"X": "BLOCK"}/64/' 'KernelSpecification.LocalSize: is no object of X, Y, Z: {"X": ...}'
check_mistake 's/{"X": "BLOCK"}/{"X": "BLOCK * 8192"}/' 'ConfigurationSpace.Conditions: allow nothing on opencl, because of "a work-group fits the device"'
check_mistake 's/ReadOnly/Readonly/' "KernelSpecification.Arguments[0].AccessType: 'Readonly' is none of ReadOnly"
check_mistake 's/"AccessType": "ReadOnly",//' 'KernelSpecification.Arguments[0].AccessType: is missing: ReadOnly'
check_mistake 's/, "FillValue": "n"//' 'KernelSpecification.Arguments[3].FillValue: is missing: a number'
check_mistake 's/"sizes": "100, 1003", //' 'gpubench.sizes: is missing: how large n is, such as 2^20,2^24'
check_mistake 's/100, 1003/2**20/' "gpubench.sizes: '2**20': no whole number; write sizes like 2^20,2^24"
check_mistake 's/"100, 1003"/[100]/' 'gpubench.sizes: is neither a text nor a number'
sed 's/"100,1003"/100/; s/"ceil(n \/ ITEMS)"/"n \/ 8"/' beside/spec.json >beside/part.json
ends 1 "$GPUBENCH" tune --spec beside/part.json "${run[@]}" --out part.json
prints 'kernel saxpy: work-items along X: 12.5 is no whole number; ceil\(A / B\) and A // B are'

# Other verbs take it: its space is listed and counted, and its best is measured again.
ends 0 "$GPUBENCH" list saxpy_2 --spec beside/spec.json
prints '^ *BLOCK +16 32' && prints 'BLOCK \* ITEMS <= 32'
ends 0 "$GPUBENCH" --spec beside/spec.json --size 100 --set BLOCK=16 "${run[@]}" --out again.json
prints '2 configurations verified'

# A check may use an array's initial contents: then it is verified on fresh arrays only.
ends 0 "$GPUBENCH" tune --spec beside/spec.json --backend opencl --ceilings off --size 100003 --set BLOCK=16 --out timed.json
prints '^2 configurations measured, in'
