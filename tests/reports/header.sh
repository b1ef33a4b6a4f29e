#!/bin/sh
# A generated header is the golden one, and compiles alone as C11, C++17, OpenCL C 1.2 and CUDA; its lookup works.
set -eu
: "${SOURCE_DIR:?} ${GPUBENCH:?}"
golden=$SOURCE_DIR/tests/reports/golden

"$GPUBENCH" header "$golden/results.json" -o tuned.h
cmp tuned.h "$golden/tuned.h"

cat >lookup.c <<'END'
#include "tuned.h"
#include "tuned.h"
#include <stdio.h>

#if GPUBENCH_REDUCTION_SUM_1D_F32_LOAD != GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_STRIPED
#error "the macros do not hold the best words"
#endif
#if GPUBENCH_REDUCTION_SUM_1D_F32_LOAD == GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_UNHEARD_OF
#error "a word that does not occur equals the best one"
#endif

static int failures;

static void expect(unsigned long long size, int block_size, int load)
{
    const struct gpubench_reduction_sum_1d_f32 *entry = gpubench_reduction_sum_1d_f32_find("NVIDIA H200", size);
    if (!entry || entry->block_size != block_size || entry->load != load) {
        printf("wrong entry for size %llu\n", size);
        failures++;
    }
}

int main(void)
{
    /* 2^20 and 2^28 are in the table: in ratio, 2^24 lies between them. */
    const unsigned long long sizes[] = {0, 1, 1 << 20, (1 << 24) - 1, (1 << 24) + 1, 1 << 28, ~0ull};
    for (int i = 0; i < 4; i++)
        expect(sizes[i], 64, GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_VECTOR4);
    for (int i = 4; i < 7; i++)
        expect(sizes[i], GPUBENCH_REDUCTION_SUM_1D_F32_BLOCK_SIZE, GPUBENCH_REDUCTION_SUM_1D_F32_LOAD);
    failures += gpubench_reduction_sum_1d_f32_find("NVIDIA H100", 1 << 28) != 0;
    failures += gpubench_reduction_sum_1d_f32_find("NVIDIA H20", 1 << 28) != 0;
    failures += gpubench_reduction_sum_1d_f32_find("", 1 << 28) != 0;
    failures += gpubench_reduction_sum_1d_f64_find(GPUBENCH_DEVICE, 1)->block_size != 128;
    return failures != 0;
}
END
cat >kernel.cl <<'END'
#include "tuned.h"
#ifdef GPUBENCH_TABLES
#error "device code cannot have the tables"
#endif
__kernel __attribute__((reqd_work_group_size(GPUBENCH_REDUCTION_SUM_1D_F32_BLOCK_SIZE, 1, 1)))
void f(__global int *out) { out[0] = GPUBENCH_REDUCTION_SUM_1D_F32_LOAD; }
END
cat >kernel.cu <<'END'
#include "tuned.h"
__global__ void f(int *out) { out[0] = GPUBENCH_REDUCTION_SUM_1D_F32_LOAD; }
const gpubench_reduction_sum_1d_f32 *entry = gpubench_reduction_sum_1d_f32_find(GPUBENCH_DEVICE, 1);
END

# A compiler that is not there is said, not failed.
try()
{
    if command -v "$1" >/dev/null; then
        echo "$*"
        "$@"
    else
        echo "no $1, not tried: $*"
    fi
}

warnings='-I. -Wall -Wextra -Wpedantic -Werror'
try gcc -std=c11 $warnings lookup.c -o lookup_c
try g++ -std=c++17 -x c++ $warnings lookup.c -o lookup_cpp
try clang -std=c11 $warnings lookup.c -o lookup_clang
try clang -x cl -cl-std=CL1.2 $warnings -fsyntax-only kernel.cl
PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin
try nvcc -std=c++17 -I. -Werror all-warnings -c kernel.cu -o kernel.o

ran=0
for program in lookup_c lookup_cpp lookup_clang; do
    if [ -x $program ]; then
        ./$program
        ran=1
    fi
done
[ $ran = 1 ] || { echo "no compiler at all"; exit 77; }
