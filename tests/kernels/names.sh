#!/usr/bin/env bash
# Every name of kernels/common_compute.h and precision.h, in either language, is used by a conformance kernel and explained in
# LANGUAGE.md. Names that begin with common_ or COMMON_ are the header's own, and exempt. And what depends on the device
# expands to what it should.
compiler=${CC:-cc}
failures=0

# preprocessed HEADER OPTION...: one language of the header
preprocessed() {
    local header=$1
    shift
    "$compiler" -E -P -x c "$@" "$header"
}

opencl='-D__OPENCL_VERSION__=120'
cuda='-D__CUDA_ARCH__=900 -D__CUDACC_VER_MAJOR__=13'

# Declarations at file scope, one a line: the contents of braces are dropped, except those of extern "C" {}.
declarations() {
    sed '/^#/d; s/extern "C" {/extern "C" ;/g' | tr '\n' ' ' |
        awk '{
            for (i = 1; i <= length($0); i++) {
                c = substr($0, i, 1)
                if (c == "{") { if (!depth++) printf "\n" }
                else if (c == "}") { if (depth) depth--; if (!depth) printf "\n" }
                else if (!depth) printf "%s", c == ";" ? "\n" : c
            }
            printf "\n"
        }'
}

# The name that a declaration gives: before the parenthesis of a function, else the last word before a value or size.
declared() {
    sed -E 's/^ *template *<[^>]*>//; s/__(attribute|launch_bounds)__ *\(+[^)]*\)+//g' | sed -nE '
        s/.*operator *([^ (]+) *\(.*/operator\1/p; t
        s/^[^(]*[^A-Za-z0-9_(]([A-Za-z_][A-Za-z0-9_]*) *\(.*/\1/p; t
        s/[=[<].*//
        s/.*[^A-Za-z0-9_]([A-Za-z_][A-Za-z0-9_]*) *$/\1/p'
}

# All names of a header, in all its branches.
names() {
    {
        sed -nE 's/^ *# *define +([A-Za-z_][A-Za-z0-9_]*).*/\1/p' "$1"
        for options in "$opencl" "$opencl -Dcl_khr_fp64 -Dcl_khr_int64_base_atomics" "$opencl -D__NV_CL_C_VERSION=120" \
            "$cuda" '-D__CUDA_ARCH__=600' -D__HIP__ "$cuda -DSUPPORTS_DOUBLE_PRECISION= -DUSE_MIXED_PRECISION" \
            "$cuda -DSUPPORTS_DOUBLE_PRECISION= -DUSE_DOUBLE_PRECISION"; do
            preprocessed "$1" $options | declarations | declared
        done
    } | sort -u | grep -vE '^(common_|COMMON_)'
}

without_comments() {
    sed -E ':a; s#/\*[^*]*\*+([^/*][^*]*\*+)*/##; ta; /\/\*/ { N; ba }' "$@"
}

# missing HEADER PAGE: the names that lack a line, and where
missing() {
    without_comments "$SOURCE_DIR"/tests/kernels/conformance/*.cl >kernels
    without_comments "$SOURCE_DIR"/tests/kernels/conformance/operators.cl >operators
    grep -oE '`[^`]+`' "$2" | tr -d '`' >spans
    names "$1" | while read -r name; do
        case $name in
        operator*) # of vectors: between two blanks there, and by itself on the page
            grep -qF -e " ${name#operator} " operators || echo "$name: not in tests/kernels/conformance"
            grep -qxF -e "${name#operator}" spans || echo "$name: not in kernels/LANGUAGE.md"
            ;;
        *)
            grep -qw "$name" kernels || echo "$name: not in tests/kernels/conformance"
            grep -qE "^$name(\(.*)?\$" spans || echo "$name: not in kernels/LANGUAGE.md"
            ;;
        esac
    done
}

header=$SOURCE_DIR/kernels/common_compute.h
precision=$SOURCE_DIR/kernels/precision.h
page=$SOURCE_DIR/kernels/LANGUAGE.md
{ missing "$header" "$page" && missing "$precision" "$page"; } >report
if [ -s report ]; then
    cat report
    failures=$((failures + 1))
fi

# OpenCL C 1.2 has no variadic macros, though PoCL takes them: NVIDIA's compiler does not.
variadic() {
    sed '/^#else \/\* CUDA/,$d' "$1" | grep -nE '^ *# *define +[A-Za-z_0-9]+\([^)]*\.\.\.'
}
variadic "$header" && echo 'the macros above are variadic' && failures=$((failures + 1))
sed 's/^#define GROUP_OF(size) GROUP_OF_3D.*/#define GROUP_OF(...) 1/' "$header" >planted.h
variadic planted.h >report || { echo 'a variadic macro is not seen' && failures=$((failures + 1)); }

# The names are found: these are of each kind and branch.
names "$header" >all
for name in KERNEL SYNC_WARPS mm_ulong make_short3 make_double4 SUPPORTS_64_BIT_ATOMICS ATOMIC_ADD_FIXED_POINT trimTo3 \
    double4 dot cross fast_normalize 'operator+' 'operator/=' 'operator-' CONSTANT; do
    grep -qxF "$name" all || { echo "$name is not found in the header" && failures=$((failures + 1)); }
done

names "$precision" >all
for name in real mixed4 make_real3 make_mixed2 SQRT RECIP ERFC realToFixedPoint; do
    grep -qxF "$name" all || { echo "$name is not found in precision.h" && failures=$((failures + 1)); }
done

# plant LINE AFTER: makes planted.h, with a line added behind the first that has AFTER; `report` is what is missing in it
plant() {
    awk -v line="$1" -v after="$2" '{ print } index($0, after) && !done { print line; done = 1 }' "$header" >planted.h
    cmp -s "$header" planted.h && echo "not planted: $1" && failures=$((failures + 1))
    missing planted.h "$page" >report
}

# planted NAME LINE AFTER: is reported, for both places
planted() {
    plant "$2" "$3"
    if [ "$(cat report)" != "$1: not in tests/kernels/conformance
$1: not in kernels/LANGUAGE.md" ]; then
        echo "planted $1, but reported is:"
        cat report
        failures=$((failures + 1))
    fi
}

planted PLANTED_MACRO '#define PLANTED_MACRO(a) a' '#ifdef __NV_CL_C_VERSION'
planted planted_type 'typedef int planted_type;' '#ifdef __OPENCL_VERSION__'
planted planted_function 'void planted_function(GLOBAL float *a) { *a = 1; }' '#ifdef cl_khr_fp64'
planted planted_inline '__device__ inline int planted_inline(int a) { return a; }' '#else /* CUDA C++'
planted planted_template 'template <class vector> __device__ auto planted_template(vector a) { return a; }' \
    'COMMON_PRODUCTS(double)'
planted planted_made 'COMMON_OPERATOR(float2 planted_made(float3 a) { return 0; } float2, float, COMMON_BOTH2, +)' \
    'COMMON_ARITHMETIC(double)'
planted planted_value '__constant__ int planted_value[4] = {1, 2, 3, 4};' '#else /* CUDA C++'
planted planted_struct 'struct planted_struct { int a; };' '#else /* CUDA C++'
planted 'operator%' 'COMMON_OPERATOR(int2, int, COMMON_BOTH2, %)' 'COMMON_ARITHMETIC(double)'
plant '#define common_planted 1' '#ifdef __OPENCL_VERSION__'
[ -s report ] && echo "common_planted is not exempt" && failures=$((failures + 1))

# A name that the page does not explain, but only mentions.
sed 's/^| `DEVICE_FENCE`.*//; s/`DEVICE_FENCE`/`a DEVICE_FENCE`/' "$page" >page.md
missing "$header" page.md >report
[ "$(cat report)" = 'DEVICE_FENCE: not in kernels/LANGUAGE.md' ] ||
    { echo "a page without DEVICE_FENCE passes" && failures=$((failures + 1)); }

# expands NAME TEXT OPTION...
expands() {
    local name=$1 expected=$2 got
    shift 2
    got=$({ cat "$header" && echo "expansion $name;"; } | "$compiler" -E -P -x c "$@" - | grep '^expansion')
    if [ "$got" != "expansion $expected;" ]; then
        echo "$name with $*: $got, not $expected"
        failures=$((failures + 1))
    fi
}

barrier='barrier(CLK_LOCAL_MEM_FENCE)'
expands SYNC_WARPS "$barrier" $opencl
expands SYNC_WARPS "$barrier" $opencl -DSIMT_WIDTH=16
expands SYNC_WARPS 'mem_fence(CLK_LOCAL_MEM_FENCE)' $opencl -DSIMT_WIDTH=32
expands SYNC_WARPS 'mem_fence(CLK_LOCAL_MEM_FENCE)' $opencl -DSIMT_WIDTH=64
expands SYNC_WARPS "$barrier" $opencl -DSIMT_WIDTH=32 -D__NV_CL_C_VERSION=120
expands SYNC_WARPS '__syncwarp()' -D__CUDA_ARCH__=700
expands SYNC_WARPS '' -D__CUDA_ARCH__=620
expands SYNC_WARPS '__builtin_amdgcn_fence(4, "wavefront"), __builtin_amdgcn_wave_barrier()' -D__HIP__
expands SIMT_WIDTH 32 -D__CUDA_ARCH__=900
expands SIMT_WIDTH 64 -D__HIP__ -DSIMT_WIDTH=64
expands DEVICE_FENCE 'mem_fence(CLK_GLOBAL_MEM_FENCE)' $opencl -DSIMT_WIDTH=32
expands DEVICE_FENCE 'asm volatile("membar.gl;" : : : "memory")' $opencl -D__NV_CL_C_VERSION=120

# check_message HEADER TEXT OPTION...: a message of the preprocessor
check_message() {
    if preprocessed "$1" "${@:3}" >report 2>&1 || ! grep -q "$2" report; then
        echo "${1##*/} with ${*:3} does not say: $2"
        failures=$((failures + 1))
    fi
}

check_message "$precision" 'are both defined' -DSUPPORTS_DOUBLE_PRECISION -DUSE_MIXED_PRECISION -DUSE_DOUBLE_PRECISION
check_message "$precision" 'this device has no doubles' -DUSE_MIXED_PRECISION
check_message "$precision" 'this device has no doubles' $opencl -DUSE_DOUBLE_PRECISION
exit $((failures != 0))
