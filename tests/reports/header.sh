#!/bin/sh
# A generated header is the golden one, and compiles alone as C11, C++17, OpenCL C 1.2 and CUDA; its lookup works. The
# same for two files that differ only in a setting, for real values, for a file without problems, and for a header
# that leaves out sizes.
set -eu
: "${SOURCE_DIR:?} ${GPUBENCH:?}"
golden=$SOURCE_DIR/tests/reports/golden

"$GPUBENCH" header "$golden/results.json" -o tuned.h
cmp tuned.h "$golden/tuned.h"

cat >lookup.c <<'END'
#include "tuned.h"
#include "tuned.h"
#include <stdio.h>
#include <string.h>

#if GPUBENCH_REDUCTION_SUM_1D_F32_LOAD != GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_STRIPED
#error "the macros do not hold the best words"
#endif
#if GPUBENCH_REDUCTION_SUM_1D_F32_LOAD == GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_UNHEARD_OF
#error "a word that does not occur equals the best one"
#endif

static int failures;

/* The problem of the macros, which is the only one. */
static const struct gpubench_reduction_sum_1d_f32 *find(const char *device, unsigned long long size)
{
    const struct gpubench_reduction_sum_1d_f32 *entry = gpubench_reduction_sum_1d_f32_find(device, 0, size);
    if (entry != gpubench_reduction_sum_1d_f32_find(device, GPUBENCH_REDUCTION_SUM_1D_F32_PROBLEM, size))
        failures++;
    return entry;
}

static void expect(unsigned long long size, int block_size, int load)
{
    const struct gpubench_reduction_sum_1d_f32 *entry = find("NVIDIA H200", size);
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
    failures += find("NVIDIA H100", 1 << 28) != 0;
    failures += find("NVIDIA H20", 1 << 28) != 0;
    failures += find("", 1 << 28) != 0;
    failures += gpubench_reduction_sum_1d_f32_find("NVIDIA H200", "", 1 << 28) != 0;
    failures += gpubench_reduction_sum_1d_f64_find(GPUBENCH_DEVICE, 0, 1)->block_size != 128;
    failures += strcmp(gpubench_reduction_sum_1d_f32_load_word(find("NVIDIA H200", 1 << 28)->load), "striped") != 0;
    failures += gpubench_reduction_sum_1d_f32_load_word(0) || gpubench_reduction_sum_1d_f32_load_word(4);
    return failures != 0;
}
END

# The same results with other inputs and other bests: both files' entries are kept.
sed -e 's/"density": 0.0625/"density": 0.25/' \
    -e 's/{"BLOCK_SIZE": 256, "LOAD": "striped"}/{"BLOCK_SIZE": 512, "LOAD": "blocked"}/' \
    "$golden/results.json" >dense.json
"$GPUBENCH" header "$golden/results.json" dense.json -o inputs.h
cat >inputs.c <<'END'
#include "inputs.h"
#include <stdio.h>
#include <string.h>

#define SPARSE "--density 0.0625 --workload water --input structures/1a b.pqr"
#define DENSE "--density 0.25 --workload water --input structures/1a b.pqr"
#if GPUBENCH_REDUCTION_SUM_1D_F32_BLOCK_SIZE != 256
#error "the macros are not those of the first file"
#endif

static int failures;

static void expect(const char *problem, unsigned long long size, const char *described, int block_size)
{
    const struct gpubench_reduction_sum_1d_f32 *entry =
        gpubench_reduction_sum_1d_f32_find("NVIDIA H200", problem, size);
    if (!entry || strcmp(entry->problem, described) || entry->block_size != block_size) {
        printf("wrong entry for %s, size %llu\n", problem ? problem : "NULL", size);
        failures++;
    }
}

int main(void)
{
    expect(SPARSE, 1 << 28, SPARSE, 256);
    expect(DENSE, 1 << 28, DENSE, 512);
    expect(0, 1 << 28, SPARSE, GPUBENCH_REDUCTION_SUM_1D_F32_BLOCK_SIZE);
    expect(SPARSE, 1 << 20, SPARSE, 64);
    expect(DENSE, 1 << 20, DENSE, 64);
    failures += strcmp(GPUBENCH_REDUCTION_SUM_1D_F32_PROBLEM, SPARSE) != 0;
    failures += sizeof gpubench_reduction_sum_1d_f32_table / sizeof *gpubench_reduction_sum_1d_f32_table != 4;
    failures += gpubench_reduction_sum_1d_f32_find("NVIDIA H200", "--density 0.5", 1 << 28) != 0;
    failures += gpubench_reduction_sum_1d_f32_find("NVIDIA H100", DENSE, 1 << 28) != 0;
    return failures != 0;
}
END

# The block sizes made real numbers, and a bench whose error matters.
sed -e 's/"atoms_per_point"\]/&, "error": "work_efficiency", "max_error": 0.3e-6/' \
    -e 's/"BLOCK_SIZE": \([0-9]*\),/"BLOCK_SIZE": \1.5,/g' \
    -e 's/\[64, 128, 256, 512, 1024\]/[64.5, 128.5, 256.5, 512.5, 1024.5]/' "$golden/results.json" >real.json
"$GPUBENCH" header real.json -o real.h
cat >real.c <<'END'
#include "real.h"

int main(void)
{
    const struct gpubench_reduction_sum_1d_f32 *entry = gpubench_reduction_sum_1d_f32_find(GPUBENCH_DEVICE, 0, 1 << 20);
    const double *block_size = &entry->block_size, best = GPUBENCH_REDUCTION_SUM_1D_F32_BLOCK_SIZE;
    const double *most = &entry->max_error, of_macros = GPUBENCH_REDUCTION_SUM_1D_F32_MAX_ERROR;
    return *block_size != 64.5 || best != 256.5 || *most != 0.3e-6 || of_macros != 0.3e-6;
}
END
# Six of eleven sizes serve the others within 5 %: each lookup finds one that does.
"$GPUBENCH" header "$SOURCE_DIR/reports/h200/reduction-curve-cold.json" -o regret.h --max-regret 5%
cat >regret.c <<'END'
#include "regret.h"
#include <stdio.h>

#ifndef GPUBENCH_REDUCTION_SUM_1D_F32_LOOKUP_REGRET
#error "the header does not say how far its lookup is off"
#endif

int main(void)
{
    static const unsigned long long served_by[] = {1024,    4096,    16384,   65536,      65536,     4194304,
                                                   4194304, 4194304, 4194304, 1ull << 30, 1ull << 30};
    const double regret = GPUBENCH_REDUCTION_SUM_1D_F32_LOOKUP_REGRET;
    int failures = sizeof gpubench_reduction_sum_1d_f32_table / sizeof *gpubench_reduction_sum_1d_f32_table != 6;
    for (int i = 0; i < 11; i++) {
        const struct gpubench_reduction_sum_1d_f32 *entry =
            gpubench_reduction_sum_1d_f32_find(GPUBENCH_DEVICE, 1024ull << 2 * i);
        if (entry->size != served_by[i]) {
            printf("size %llu is served by %llu\n", 1024ull << 2 * i, entry->size);
            failures++;
        }
    }
    return failures || regret != 0.9008 || GPUBENCH_REDUCTION_SUM_1D_F32_PROBLEM_SIZE != 1 << 30;
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
const gpubench_reduction_sum_1d_f32 *entry = gpubench_reduction_sum_1d_f32_find(GPUBENCH_DEVICE, 0, 1);
END

# An older file, with the same rows; one of them is faster than its limit, and is in no header of a GPU.
mkdir -p older
"$GPUBENCH" header "$golden/older.json" -o older/beyond.h
grep -q SUM_1D_F64 older/beyond.h && { echo "a row at 107 % of its limit is in the header"; exit 1; }
sed 's/"fraction": 1.0703125/"fraction": 1/' "$golden/older.json" >older/older.json
"$GPUBENCH" header older/older.json -o older/tuned.h
cp lookup.c older/lookup.c

# A missing compiler is reported, and is no failure.
run_if_present()
{
    if command -v "$1" >/dev/null; then
        echo "$*"
        "$@"
    else
        echo "no $1, not tried: $*"
    fi
}

warnings='-I. -Wall -Wextra -Wpedantic -Werror'
for source in lookup inputs real regret older/lookup; do
    run_if_present gcc -std=c11 $warnings $source.c -o ${source}_c
    run_if_present g++ -std=c++17 -x c++ $warnings $source.c -o ${source}_cpp
    run_if_present clang -std=c11 $warnings $source.c -o ${source}_clang
done
run_if_present clang -x cl -cl-std=CL1.2 $warnings -fsyntax-only kernel.cl
PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin
for header in tuned regret; do
    echo "#include \"$header.h\"" >header.cl
    run_if_present clang -x cl -cl-std=CL1.2 $warnings -fsyntax-only header.cl
done
run_if_present nvcc -std=c++17 -I. -Werror all-warnings -c kernel.cu -o kernel.o
run_if_present nvcc -std=c++17 -I. -Werror all-warnings -x cu -c regret.c -o regret.o

ran=0
for source in lookup inputs real regret older/lookup; do
    for program in ${source}_c ${source}_cpp ${source}_clang; do
        if [ -x $program ]; then
            ./$program || { echo "$program: exit $?"; exit 1; }
            ran=1
        fi
    done
done
[ $ran = 1 ] || { echo "no compiler at all"; exit 77; }
