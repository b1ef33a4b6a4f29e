#!/usr/bin/env bash
# tune --init: a first spec from a kernel's signature, which runs once it is filled in; --write-spec: options as a spec;
# and arguments that do not fit the kernel are reported with a correct form.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C

mkdir made
cat >made/saxpy.cl <<'END'
/* kernel void ghost(global float *x) {} */
#include "edge.h"
#ifndef ITEMS
#define ITEMS 2 // work-items' own
#endif
kernel void saxpy(global const float *restrict x, global float *y, float a, uint n)
{
    for (size_t i = get_group_id(0) * (BLOCK * ITEMS) + get_local_id(0), k = 0; k < ITEMS && INSIDE(i, n); k++, i += BLOCK)
        y[i] += a * x[i];
}
#ifdef SCALES
__attribute__((reqd_work_group_size(8, 4, 1))) kernel void scale(global float4 *to, const global int *from, int n)
{
    if (get_global_id(1) < n)
        to[get_global_id(1)].x = from[0] * FLT_MAX;
}
#endif
END
echo '#define INSIDE(i, N) ((i) < (N))' >made/edge.h
run=(--backend opencl --ceilings off --verify-only --overwrite)

# Several kernels: --entry chooses.
refused 'saxpy.cl has 2 kernels; choose one by --entry: saxpy scale' "$GPUBENCH" tune --init made/saxpy.cl
refused "has no kernel 'saxpi'; it has: saxpy scale" "$GPUBENCH" tune --init made/saxpy.cl --entry saxpi
refused 'has no kernel' "$GPUBENCH" tune --init made/edge.h --language OpenCL
refused 'there is no such file' "$GPUBENCH" tune --init made/none.cl
refused '--language: is missing: edge.h ends with none of .cu' "$GPUBENCH" tune --init made/edge.h
ends 0 "$GPUBENCH" tune --init made/saxpy.cl --entry scale
prints '"Type": "float4"' && prints '"AccessType": "WriteOnly"' && prints '"X": "8",' && prints '"Y": "4"'
omits '"Z"|FLT_MAX' out

# On standard output as in a file, beside the kernel, without replacing another.
ends 0 "$GPUBENCH" tune --init made/saxpy.cl --entry saxpy -o made/first.json
contains '^gpubench: made/first.json: 10 texts begin with \?' err
ends 0 "$GPUBENCH" tune --init made/saxpy.cl --entry saxpy
cmp -s out made/first.json || wrong 'expected the same spec'
omits 'ghost|INSIDE|"N"' out
refused '-o made/first.json: it is there; --overwrite replaces it' "$GPUBENCH" tune --init made/saxpy.cl --entry saxpy -o made/first.json
refused 'stands beside its kernel, in made' "$GPUBENCH" tune --init made/saxpy.cl --entry saxpy -o first.json

# A line per placeholder; filled in, by its own proposal or otherwise, it runs.
ends 2 "$GPUBENCH" tune --spec made/first.json
[ "$(wc -l <err)" = 10 ] || wrong 'expected ten lines'
contains '^gpubench: made/first.json: KernelSpecification.Arguments\[0\].Size: is to be filled in: how many elements x has, for example n$' err
refused 'is to be filled in: values of ITEMS' "$GPUBENCH" --suite saxpy --spec made/first.json
sed -e 's/"? how many elements . has, for example n"/"n"/' -e 's/"? values of SCALES.*"/"[0]"/' -e 's/"? values of ITEMS.*"/"[2]"/' \
    -e 's/"? values of BLOCK.*"/"[16, 32]"/' -e 's/"? how many groups.*"/"ceil(n \/ (BLOCK * ITEMS))"/' -e 's/"? work-items.*"/"BLOCK"/' \
    -e 's/"? the value of a, for example \(.*\)"/\1/' -e 's/"? sizes.*"/"1003"/' -e 's/"? what is right of y.*"/"y[i] == a * x[i] + y0[i]"/' \
    made/first.json >made/filled.json
ends 0 "$GPUBENCH" tune --spec made/filled.json "${run[@]}"
[ "$(grep -c '"status": "verified"' results/saxpy.json)" = 2 ] || wrong 'expected two configurations that are right'

# Options as a spec, with the same run.
options=(--entry saxpy --n 1003 --param 'BLOCK=16,32' --param ITEMS=1 --group BLOCK --groups 'ceil(n / (BLOCK * ITEMS))')
arguments=(--arg 'x: in float[n] random(-1, 1)' --arg 'y: inout float[n]' --arg 'a: float 2.5' --arg 'n: uint n')
check=(--check 'y[i] == a * x[i] + y0[i]')
tune() { "$GPUBENCH" tune made/saxpy.cl "${options[@]}" "$@"; }
ends 0 tune "${arguments[@]}" "${check[@]}" --write-spec made/spec.json
prints '^Spec: made/spec.json, which `gpubench tune --spec made/spec.json` tunes$'
ends 0 "$GPUBENCH" tune --spec made/spec.json "${run[@]}"
[ "$(grep -c '"status": "verified"' results/saxpy.json)" = 2 ] || wrong 'expected two configurations that are right'
refused 'spec.json: it is there' tune "${arguments[@]}" "${check[@]}" --write-spec made/spec.json
refused 'stands beside its kernel' tune "${arguments[@]}" "${check[@]}" --write-spec spec.json
refused "tune: --bytes: column 5: there is no m" tune "${arguments[@]}" "${check[@]}" --bytes '8 * m' --write-spec made/bad.json
[ ! -e made/bad.json ] || wrong 'expected no spec'

# check_misfit TEXT ARGUMENT...: arguments of saxpy, one of which does not fit; the message contains the text.
check_misfit() {
    local given=()
    for argument in "${@:2}"; do given+=(--arg "$argument"); done
    refused "$1" tune "${given[@]}" "${check[@]}"
}
x='x: in float[n]' y='y: inout float[n]' a='a: float 2' n='n: uint n'
check_misfit "tune: --arg 'a: int 2': argument 3 of saxpy is \`float a\`, and this is an int: 'a: float 2'" "$x" "$y" 'a: int 2' "$n"
check_misfit "argument 1 of saxpy is \`global const float *restrict x\`, and this is a double: 'x: in float[n]'" 'x: in double[n]' "$y" "$a" "$n"
check_misfit "argument 4 of saxpy is \`uint n\`, and this is an array: 'n: uint n'" "$x" "$y" "$a" 'n: in uint[n]'
check_misfit "argument 2 of saxpy is \`global float *y\`, and this is a value: 'y: inout float[n]'" "$x" 'y: float 1' "$a" "$n"
check_misfit "argument 1 of saxpy is \`global const float *restrict x\`, which is only read: use in" 'x: out float[n]' "$y" "$a" "$n"
check_misfit "--arg: saxpy takes 4 arguments, and 3 are given: \`float a\` is missing: 'a: float 1'" "$x" "$y" "$n"
check_misfit "saxpy takes 4 arguments, and 5 are given: z is none of them" "$x" "$y" "$a" "$n" 'z: in float[n]'
check_misfit "and this is y: the order is x, y, a, n" "$y" "$x" "$a" "$n"
check_misfit "--arg 'z: float[n]': an array is in, out, inout or scratch, for example 'z: in float[n]'" 'z: float[n]'
check_misfit "a : is missing after the name, for example 'z: in float[n]'" 'z in float[n]'
check_misfit "a value is missing, for example 'z: float 1'" 'z: float'
check_misfit "the number of elements is missing, for example 'z: in float[n]'" 'z: in float'
check_misfit "a ] is missing, for example 'z: in float[n]'" 'z: in float[n'
check_misfit "what is only written is not filled, for example 'z: out float[n]'" 'z: out float[n] 0'
check_misfit "the type is missing, for example 'z: in float[n]'" 'z: in [n]'
check_misfit "a fill is random(LEAST, MOST), sequence or a number, for example 'z: in float[2 * n] random(0, 1)'" 'z: in float[2 * n] random(1)'
args=(--arg "$x" --arg "$y" --arg "$a" --arg 'n: int n') # as many bytes, whole numbers both
ends 0 tune "${args[@]}" "${check[@]}" --write-spec made/signed.json
options[1]=saxpi
refused "tune: --entry: saxpy.cl has no kernel 'saxpi', did you mean saxpy? it has: saxpy scale" tune "${arguments[@]}" "${check[@]}"
sed 's/"Type": "uint"/"Type": "double"/' made/spec.json >made/type.json
refused 'made/type.json: KernelSpecification.Arguments[3]: argument 4 of saxpy is `uint n`, and this is a double: "Type": "uint"' \
    "$GPUBENCH" tune --spec made/type.json

options[1]=saxpy
refused "--n: 'x': " tune "${arguments[@]}" "${check[@]}" --n '100,x'
refused "tune: --n: 'y': " tune "${arguments[@]}" "${check[@]}" --n y
refused "tune: --group: X: column 1: there is no BLOK" tune "${arguments[@]}" "${check[@]}" --group BLOK
refused "tune: --check 'y[i] == q': behind ==: column 1: there is no q" tune "${arguments[@]}" --check 'y[i] == q'
refused "tune: --param X: column 4: " tune "${arguments[@]}" "${check[@]}" --param 'X=[1,'
refused "tune: --arg 'z: in float[m]': its size: column 1: there is no m" tune "${arguments[@]}" "${check[@]}" --arg 'z: in float[m]'

# Unused parameters are reported, with the likely name, and are harmless; one used only by launches is not unused.
options=(--entry saxpy --n 1003 --param BLOCK=16 --param ITEM=1 --param ITEMS=1 --param 'G=8,9' --param 'H=1,2' --param I=1 --group BLOCK --groups 'ceil(n / BLOCK) + 0 * G')
ends 0 tune "${arguments[@]}" "${check[@]}" --write-spec made/unused.json
contains "^gpubench: saxpy.cl does not use ITEM, did you mean ITEMS\?$" err
contains "^gpubench: saxpy.cl does not use H$" err
[ "$(grep -c 'does not use' err)" = 2 ] || wrong 'expected two warnings'

# Constant memory with a global name is no argument of the kernel.
sed 's/^kernel void saxpy/__constant__ float table[4];\n&/' made/saxpy.cl >made/table.cl
ends 0 "$GPUBENCH" tune made/table.cl "${options[@]}" --arg 'table: in float[4]' "${arguments[@]}" "${check[@]}" --write-spec made/table.json

# A template is named with its arguments.
echo 'template <typename T, int N> __global__ void twice(const T *x, T *y) { y[N] = 2 * x[N]; }' >made/twice.cu
refused "tune: --entry: twice is a template: 'twice<T_TYPE, N_VALUE>', of parameters, or of values" "$GPUBENCH" tune made/twice.cu --entry twice \
    --n 8 --param B=1,2 --group B --groups 1 --arg 'x: in float[n]' --arg 'y: out float[n]' --check 'y[i] == 2 * x[i]'

# Signatures made by macros are not read, and are no mistake.
sed -i 's/^kernel void saxpy(.*/#define ARGUMENTS global const float *x, global float *y, float a, uint n\nkernel void saxpy(ARGUMENTS)/' made/saxpy.cl
ends 0 tune "${arguments[@]}" "${check[@]}" --write-spec made/unseen.json

# Advice for new users.
ends 2 "$GPUBENCH" tune
contains '^  gpubench tune --init saxpy.cl' err
[ "$(wc -L <err)" -le 80 ] || wrong 'expected at most 80 columns'
cp err beginning
ends 0 "$GPUBENCH" help tune
[ "$(grep -cFxf <(sed '$d' beginning) out)" -ge 5 ] || wrong 'expected the same beginning'
[ "$(wc -L <out)" -le 80 ] || wrong 'expected at most 80 columns'
refused 'no kernel file given; usage: gpubench tune KERNEL' "$GPUBENCH" tune --entry x
ends 2 "$GPUBENCH"
contains '^a kernel of your own: gpubench tune$' err
refused '; a kernel of your own: gpubench tune' "$GPUBENCH" --suite saxpy
