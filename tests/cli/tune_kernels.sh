#!/usr/bin/env bash
# tune: kernels described by a spec, tuned on PoCL: several in sequence, options of the compiler, local and constant
# memory, textures, files, exact numbers; CUDA's part is compiled. A mismatch is one line.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C
run=(--backend opencl --ceilings off --verify-only --overwrite)

# spec NAME KERNELSPECIFICATION GPUBENCH [PARAMETERS]: NAME.json.
block='{"Name": "BLOCK", "Values": "[16, 32]"}' only='{"Name": "BLOCK", "Values": "[32]"}'
spec() {
    cat >"$1.json" <<END
{"General": {"BenchmarkName": "$1"},
 "ConfigurationSpace": {"TuningParameters": [${4:-$block}]},
 "KernelSpecification": {"Language": "OpenCL", $2},
 "gpubench": {"sizes": "1003", $3}}
END
}

# check_correct NAME COUNT: COUNT configurations are correct.
check_correct() {
    ends 0 "$GPUBENCH" tune --spec "$1.json" "${run[@]}"
    [ "$(grep -c '"status": "verified"' "results/$1.json")" = "$2" ] || wrong "$1: expected $2 configurations that are right"
}

# check_failed NAME STATUS TEXT: no configuration is correct, and a row has the reason.
check_failed() {
    ends 1 "$GPUBENCH" tune --spec "$1.json" "${run[@]}"
    prints "$2"
    prints "$3"
}

check_refused() { refused "$2" "$GPUBENCH" tune --spec "$1.json"; }

array() { echo "{\"Name\": \"$1\", \"Type\": \"${4:-float}\", \"MemoryType\": \"Vector\", \"AccessType\": \"$2\", $3}"; }
value() { echo "{\"Name\": \"$1\", \"Type\": \"$2\", \"MemoryType\": \"Scalar\", \"FillValue\": $3}"; }
x=$(array x ReadOnly '"FillType": "Random", "Size": "n"')
y=$(array y WriteOnly '"Size": "n"')
n=$(value n uint '"n"')

# ---- two kernels, with scratch between them of a size that depends on the configuration

cat >two.cl <<'END'
kernel void twice(global const float *x, global float *t, uint n)
{
    size_t i = get_global_id(0);
    t[i] = i < n ? 2 * x[i] : 0;
}
kernel void add(global const float *t, global float *y, uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        y[i] = t[i] + 1;
}
END
kernels='"kernels": [{"entry": "twice", "groups": {"X": "ceil(n / BLOCK)"}, "group": {"X": "BLOCK"}, "arguments": ["x", "t", "n"]},
                     {"entry": "add", "groups": {"X": "ceil(n / 8)"}, "group": {"X": 8}, "arguments": ["t", "y", "n"]}]'
two() { echo "\"KernelFile\": \"two.cl\", \"Arguments\": [$x, $y, $(array t Scratch "\"Size\": \"$1\""), $n]"; }
spec two "$(two 'ceil(n / BLOCK) * BLOCK')" "$kernels, \"checks\": [\"y[i] == 2 * x[i] + 1\"]"
check_correct two 2
spec short "$(two 'ceil(n / BLOCK) * BLOCK - 1')" "$kernels, \"checks\": [\"y[i] == 2 * x[i] + 1\"]" "$only"
check_failed short '1 wrong-result' 't: [0-9]+ bytes written behind the end'
spec none "$(two 'BLOCK - 16')" "$kernels, \"checks\": [\"y[i] == 2 * x[i] + 1\"]"
check_failed none '1 invalid' 't would have 0 elements'
spec name "$(two n)" "${kernels/\"t\", \"y\"/\"t\", \"z\"}, \"checks\": [\"y[i] == 1\"]"
check_refused name 'gpubench.kernels[1].arguments: there is no argument z'
spec empty "$(two n)" '"kernels": [], "checks": ["y[i] == 1"]'
check_refused empty 'gpubench.kernels: is no list of 1 to'

# ---- one kernel of a file

# one ARGUMENTS [MORE]: launched over n.
one() {
    echo "\"KernelName\": \"k\", \"GlobalSizeType\": \"CUDA\", \"KernelFile\": \"$kernel\", \"GlobalSize\": {\"X\": \"ceil(n / BLOCK)\"}, \"LocalSize\": {\"X\": \"BLOCK\"},
          \"Arguments\": [$1] ${2:-}"
}

# ---- options

kernel=options.cl
cat >options.cl <<'END'
kernel void k(global const float *x, global float *y, uint n)
{
    if (get_global_id(0) < n)
        y[get_global_id(0)] = x[get_global_id(0)] * FACTOR + SHIFT - BLOCK + GROUP;
}
END
options='"options": {"flags": ["-D SHIFT=1", "-cl-mad-enable"], "defines": {"FACTOR": "BLOCK / 16", "GROUP": "BLOCK"}}'
spec options "$(one "$x, $y, $n" ', "CompilerOptions": ["-cl-std=CL1.2"]')" \
    "$options, \"checks\": [\"y[i] == x[i] * F + 1\"]" '{"Name": "BLOCK", "Values": "[32]"}, {"Name": "F", "Values": "[2]"}'
check_correct options 1
for flag in -I/etc '-include /etc/passwd' @file -DX=\$HOME -fplugin=x -use_fast_math; do
    spec flag "$(one "$x, $y, $n" ", \"CompilerOptions\": [\"$flag\"]")" '"checks": ["y[i] == 1"]'
    check_refused flag "KernelSpecification.CompilerOptions[0]: '$flag' is none of the options"
done
spec level "$(one "$x, $y, $n")" '"options": {"level": 2}, "checks": ["y[i] == 1"]'
check_refused level "gpubench.options.level: is CUDA's"
spec registers "$(one "$x, $y, $n")" "${options/\{\"flags/\{\"registers\": \"BLOCK\", \"flags}, \"checks\": [\"y[i] == 1\"]" "$only"
if "$GPUBENCH" devices | grep -A1 '^ *[0-9]*  opencl  0 ' | grep -q NVIDIA; then
    check_failed registers '1 wrong-result' 'y\[0\] is'
else
    check_failed registers '1 invalid' "option -cl-nv-maxrregcount=32 is for NVIDIA's OpenCL"
fi
spec zero "$(one "$x, $y, $n")" '"options": {"defines": {"FACTOR": "1 // (BLOCK - 16)"}}, "checks": ["y[i] == 1"]'
check_failed zero '1 invalid' 'division by zero'

# ---- local memory

kernel=local.cl
cat >local.cl <<'END'
kernel void k(global const float *x, local float *tile, global float *y, uint n)
{
    uint i = get_global_id(0), l = get_local_id(0);
    tile[l] = i < n ? x[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n)
        y[i] = tile[l ^ 1] + l / BLOCK;
}
END
tile() { echo "{\"Name\": \"tile\", \"Type\": \"float\", \"MemoryType\": \"Local\", \"Size\": \"$1\"}"; }
check='"checks": ["y[i] == (x[i + 1 - i % 2 * 2] if i + 1 - i % 2 * 2 < n else 0)"]'
spec local "$(one "$x, $(tile BLOCK), $y, $n")" "$check"
check_correct local 2
spec large "$(one "$x, $(tile 'BLOCK * 2**25'), $y, $n")" "$check" "$only"
check_failed large '1 invalid' 'bytes of local memory: this device allows'

# ---- constant memory, a texture, vectors, halves, 64 bits, files, seeds

kernel=kinds.cl
cat >kinds.cl <<'END'
kernel void k(constant float *table, read_only image2d_t image, sampler_t linear, float4 v, global const float2 *pairs,
              global const half *h, global const int *file, long large, global float *y, global long *z, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    y[i] = table[i % 8] + read_imagef(image, linear, (float2)(0.5f + i % 4, 1)).x + v.y - v.z + pairs[i].y +
           vload_half(i, h) + file[i];
    z[i] = large - (1L << 60) + (1L << 60) % 8;
}
END
perl -e 'print pack("l<*", map { $_ * $_ % 1000 } 0..1002)' >numbers.bin
table=$(array table ReadOnly '"FillType": "Sequence", "Size": 8')
image=$(array image ReadOnly '"FillType": "Sequence", "Size": 12, "gpubench": {"texture": {"width": 4, "filter": "linear"}}')
half=$(array h ReadOnly '"FillType": "Constant", "FillValue": 0.333, "Size": "n"' half)
pairs=$(array pairs ReadOnly '"FillType": "Random", "Size": "n", "gpubench": {"seed": 7, "range": [-1, 1]}' float2)
numbers=$(array file ReadOnly '"Size": "n", "gpubench": {"file": "numbers.bin"}' int)
z=$(array z WriteOnly '"Size": "n"' long)
kinds="${table/Vector/Constant}, $image, $(value v float4 '[1, "2 * 0.25", 0.125, 4]'), $pairs, $half, $numbers, $(value large long '"2**60 + 1"'), $y, $z, $n"
checks='"checks": ["y[i] == table[i % 8] + (image[i % 4] + image[4 + i % 4]) / 2 + 0.5 - 0.125 + pairs[2 * i + 1] + h[i] + file[i]",
                   "z[i] == 1"]'
spec kinds "$(one "$kinds")" "$checks"
check_correct kinds 2
spec mirror "$(one "${kinds/linear/nearest}")" "$checks"
check_refused mirror "KernelSpecification.Arguments[1].gpubench.texture.filter: 'nearest' is unknown"
spec width "$(one "${kinds/\"width\": 4/\"width\": 5}")" "$checks"
refused 'image has 12 elements, in no whole rows of 5' "$GPUBENCH" tune --spec width.json "${run[@]}"
spec file "$(one "${kinds/numbers.bin/..\/numbers.bin}")" "$checks"
check_refused file "KernelSpecification.Arguments[5].gpubench.file: '../numbers.bin' is not beside the spec"
printf xyz >>numbers.bin
refused 'the file of file has 4015 bytes, file: int[] has 4012' "$GPUBENCH" tune --spec kinds.json "${run[@]}"
perl -e 'print pack("l<*", (0) x 1003)' >numbers.bin
check_correct kinds 2

# A reference has plain arrays, whole vectors, and no local memory.
kernel=refer.cl
cat >refer.cl <<'END'
kernel void k(local float *tile, read_only image2d_t image, sampler_t nearest, float4 v, global float *y, uint n)
{
    uint i = get_global_id(0), l = get_local_id(0);
    tile[l] = read_imagef(image, nearest, (float2)(0.5f + i % 4, 0.5f + i / 4 % 3)).x;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n)
        y[i] = tile[l] * v.x + v.w;
}
kernel void right(global const float *image, float4 v, global float *y, uint n)
{
    if (get_global_id(0) < n)
        y[get_global_id(0)] = image[get_global_id(0) % 12] * v.x + v.w;
}
END
spec refer "$(one "$(tile BLOCK), ${image/linear/point}, $(value v float4 '[3, 0, 0, 5]'), $y, $n")" \
    '"reference": {"kernel": {"file": "refer.cl", "entry": "right", "groups": {"X": "ceil(n / 16)"}, "group": {"X": 16}}}' "$only"
check_correct refer 1
sed -i 's|right(global const float|right(global float|; s|\* v.x + v.w;$|* v.x + v.z;|' refer.cl
sed -i '0,/v.z/s//v.w/' refer.cl
check_failed refer '1 wrong-result' 'y\[0\] is 5, expected 0'

# ---- launches that a kernel does not support

kernel=hidden.cl two=$block block=$only # a signature that only the driver sees
sed 's/k(.*)/k(TAKES)/; 1i #define TAKES global const float *x, global float *y, uint n' options.cl >hidden.cl
wide=$(value n double '"n"')
spec size "$(one "$x, $y, $wide")" "$options, \"checks\": [\"y[i] == 1\"]"
check_failed size '1 invalid' 'argument 2 \(n: double\) of kernel k takes another size than 8 bytes: it is uint n'
spec array "$(one "$x, $y, ${x/\"x\"/\"w\"}")" "$options, \"checks\": [\"y[i] == 1\"]"
check_failed array '1 invalid' 'argument 2 \(w: float\[\]\) of kernel k takes a value, an array was given: it is uint n'
spec value "$(one "$(value m ulong '"n"'), $y, $n")" "$options, \"checks\": [\"y[i] == 1\"]"
check_failed value '1 invalid' 'argument 0 \(m: ulong\) of kernel k takes an array, a value was given: it is float\* x'
spec count "$(one "$x, $y")" "$options, \"checks\": [\"y[i] == 1\"]"
check_failed count '1 invalid' 'kernel k takes 3 arguments, 2 were given \(x: float\[\], y: float\[\]\)'
spec groups "$(one "$x, $y, $n")" "$options, \"checks\": [\"y[i] == 1\"]"
sed -i 's|ceil(n / BLOCK)|n - 1003|' groups.json
check_failed groups '1 invalid' 'kernel k: no work-groups along dimension 0'
spec many "$(one "$x, $y, $n")" "$options, \"checks\": [\"y[i] == 1\"]" '{"Name": "BLOCK", "Values": "[2**20]"}'
refused 'because of "a work-group fits the device"' "$GPUBENCH" tune --spec many.json "${run[@]}"

# ---- CUDA, compiled: templates, registers, constant and dynamic shared memory, a texture

cat >cuda.cu <<'END'
__constant__ float table[8];
extern __shared__ float tile[];
template <typename T, int SIZE> __global__ void k(cudaTextureObject_t image, const T *x, T *y, float4 v, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = table[i % SIZE] + tex2D<float>(image, 0.5f, 0.5f);
    __syncthreads();
    if (i < n)
        y[i] = x[i] + v.y + tile[threadIdx.x ^ 1];
}
END
kernel=cuda.cu block=$two
# cuda NAME OPTIONS STATUS: compiled if there is NVRTC.
cuda() {
    spec "$1" "$(one "$image, ${table/Vector/Constant}, $x, $y, $(value v float4 '[1, 2, 3, 4]'), $(tile BLOCK), $n")" \
        "\"options\": {$2}, \"checks\": [\"y[i] == 1\"]"
    sed -i 's/"OpenCL"/"CUDA"/; s/"KernelName": "k"/"KernelName": "k<float, BLOCK \/ 4>"/' "$1.json"
    status=0 last=$1
    "$GPUBENCH" tune --spec "$1.json" --backend nvrtc:sm_90 --overwrite >out 2>err || status=$?
    [ "$status" != 3 ] || { cat err; exit; }
    [ "$status" = "$3" ] || wrong "expected status $3"
}
cuda plain '"registers": "BLOCK * 2", "level": 1, "flags": ["-use_fast_math"]' 0
[ "$(grep -c '"status": "compiled"' results/plain.json)" = 2 ] || wrong 'expected two that are compiled'
cuda bound '"launch_bounds": "BLOCK", "launch_blocks": 0' 0
[ "$(grep -c '"status": "compiled"' results/bound.json)" = 2 ] || wrong 'expected two that are compiled'
sed -i 's/"KernelFile"/"SharedMemory": "BLOCK * 4", &/; s/"MemoryType": "Constant"/"MemoryType": "Symbol"/' plain.json
ends 0 "$GPUBENCH" tune --spec plain.json --backend nvrtc:sm_90 --overwrite
cuda high '"level": "BLOCK"' 1
[ "$(grep -c 'nvrtc takes no option -O' results/high.json)" = 2 ] || wrong 'expected that the level is refused'

# ---- numbers that do not fit, or cannot be told from others

cat >same.cl <<'END'
kernel void same(global const TYPE *in, global TYPE *y, TYPE a, uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        y[i] = OUT;
}
END
# same TYPE FILL VALUE CHECK OUT: the arguments of gpubench tune.
same() {
    sed "s/TYPE/$1/g; s/OUT/$5/" same.cl >"same_$1.cl" # an array named `in` is a name where a value begins
    tuned=("$GPUBENCH" tune "same_$1.cl" --entry same --n 1003 --param BLOCK=32 --group BLOCK --groups 'ceil(n / BLOCK)' --arg "in: in $1[n] $2"
        --arg "y: out $1[n]" --arg "a: $1 $3" --arg 'n: uint n' --check "$4")
}
while IFS='|' read -r type fill value text; do
    same "$type" "$fill" "$value" 'y[i] == in[i]' 'in[i]'
    refused "$text" "${tuned[@]}"
done <<'END'
uint|random(-1, 1)|1|tune: --arg 'in: in uint[n]': from -1 to below 1: not all fit uint
uchar|random(300, 400)|1|: from 300 to below 400: not all fit uchar
uchar|sequence|1|: the value of in: element 1002: 1002 does not fit uchar
uint||-1|tune: --arg: the value of a: -1 does not fit uint
uint||2**40|tune: --arg: the value of a: 1099511627776 does not fit uint
uint|2**40|1|: the value of in: 1099511627776 does not fit uint
END
same uchar 'random(0, 9)' 1 'y[i] == in[i]' 'in[i]'
ends 0 "${tuned[@]}" --write-spec grows.json
sed -i 's/"FillType": "Random"/"FillType": "Generator", "DataSource": "i \/\/ 8"/; s/"1003"/"5000"/' grows.json
python3 -c "import json; spec = json.load(open('grows.json')); spec['KernelSpecification']['Arguments'][0].pop('gpubench', None); json.dump(spec, open('grows.json', 'w'))"
refused ': the value of in: element 4999: 624 does not fit uchar' "$GPUBENCH" tune --spec grows.json
same long 'random(0, 9)' 9223372036854775807 'y[i] == a' 'a - 1'
ends 1 "${tuned[@]}" "${run[@]}"
prints 'y\[0\] is 9223372036854775806, and may be wrong: beyond 2\^53 expressions are not exact; compare with a reference kernel$'
same long 'random(0, 9)' 2**52 'y[i] == a + in[i]' 'a + in[i]'
ends 0 "${tuned[@]}" "${run[@]}"

# ---- a vector of three has four numbers, of which the last is anything

cat >three.cl <<'END'
kernel void three(global const float3 *x, global float3 *y, uint n)
{
    size_t i = get_global_id(0);
    if (i < n) {
        y[i].x = 2 * x[i].x;
        y[i].y = 2 * x[i].y;
        y[i].z = 2 * x[i].z + WRONG;
    }
}
END
for wrong in 0 1; do
    ends $wrong "$GPUBENCH" tune three.cl --entry three --n 1003 --param BLOCK=32 --param WRONG=$wrong --group BLOCK --groups 'ceil(n / BLOCK)' \
        --arg 'x: in float3[n]' --arg 'y: out float3[n]' --arg 'n: uint n' --check 'y[i] == 2 * x[i]' "${run[@]}"
done
prints '^1 wrong-result: y\[2\] is '

# ---- where no device takes the kernel, nothing was right

same uint 'random(0, 9)' 1 'y[i] == in[i]' 'in[i]'
ends 3 "${tuned[@]}" "${run[@]}" --language CUDA
prints '^not here \(needs CUDA\): same_uint$'

# ---- the files of the kernel are not written to, and its name is not that of a suite

for option in --out --samples --header; do
    refused ' and the kernel both name same_uint.cl; name another file' "${tuned[@]}" $option same_uint.cl --overwrite
done
echo 'int by_hand;' >by_hand.c
refused 'run: --samples by_hand.c has what gpubench did not write, which would be lost; name another file, or remove it' "${tuned[@]}" --samples by_hand.c
refused "tune: --name: 'reduction' is the name of a suite of gpubench's own: choose another" "${tuned[@]}" --name reduction
