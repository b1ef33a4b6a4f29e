#!/usr/bin/env bash
# header --to cub: the policies of measured configurations, chosen by size and compute capability; compiled with a mock of CUB's
# declarations, and with CCCL 3.5 and nvcc if present: in $GPUBENCH_CCCL, its folder of headers, or in pip's. With
# GPUBENCH_DEEP whole sums are compiled, too.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
h200=$SOURCE_DIR/reports/h200/reduction.json h100=$SOURCE_DIR/reports/h100/reduction.json

ends 0 "$GPUBENCH" header --to cub "$h200" -o policy.cuh
ends 0 "$GPUBENCH" header --to cub "$h200" -o policy.cuh # replaces its own
prints '^Header: policy.cuh$'
ends 0 "$GPUBENCH" export "$h200" -o exported.cuh
cmp policy.cuh exported.cuh || wrong 'not what export writes'
contains '^/\* ---- reduction/sum_1d_f64_cub ---- \*/$' policy.cuh
omits 'sum_u32' policy.cuh # not measured
contains "^ \* own: what CUB takes with such a policy has to be timed" policy.cuh # it must not be mistaken for CUB's

# Hand-written kernels count if there are no others; of two devices that CUB cannot distinguish the later file, with a note.
ends 0 "$GPUBENCH" header --to cub "$h100" -o h100.cuh
contains '^/\* ---- reduction/sum_1d_f32 ---- \*/$' h100.cuh
contains '^            return \{\{128, 4, 4, cub::BLOCK_REDUCE_WARP_REDUCTIONS, cub::LOAD_LDG\},$' h100.cuh
sed 's/_cub\>/_other/g' "$h200" >hand.json
ends 0 "$GPUBENCH" header --to cub hand.json "$h100" -o both.cuh
cmp both.cuh h100.cuh || wrong 'not the later file'
contains '^gpubench: header: where both have a size, NVIDIA H100 80GB HBM3 counts for NVIDIA H200, too: to CUB both are sm_90' err
[ "$(wc -l <err)" = 1 ] || wrong 'expected one line'

# Of CUB's own policies all counts, and they come before everything else, whichever file is later.
sed 's/sum_1d_f32_cub/sum_1d_f32_policy/g; s/FINISH/LOAD_MODIFIER/g; s/\batomics\b/cs/g; s/\bLOAD\b/SINGLE_ITEMS/g; s/striped/64/g' \
    "$h200" >own.json
ends 0 "$GPUBENCH" header --to cub own.json "$h200" -o own.cuh
contains '^/\* ---- reduction/sum_1d_f32_policy ---- \*/$' own.cuh
contains '^/\* ---- reduction/sum_1d_f64_cub ---- \*/$' own.cuh
contains '^            return \{\{512, 16, 1, cub::BLOCK_REDUCE_WARP_REDUCTIONS, cub::LOAD_CS\},$' own.cuh
contains '^                    \{256, 64, 4, cub::BLOCK_REDUCE_WARP_REDUCTIONS, cub::LOAD_LDG\}\};$' own.cuh
contains '^                    \{256, 16, 4, cub::BLOCK_REDUCE_WARP_REDUCTIONS, cub::LOAD_LDG\}\};$' own.cuh # not measured

ends 2 "$GPUBENCH" header --to cup "$h200" -o x.cuh
contains "^gpubench: unknown kind of header 'cup', did you mean cub\?" err
ends 2 "$GPUBENCH" header --to cub "$h200" --compromise max -o x.cuh
ends 2 "$GPUBENCH" header --to cub "$h200" --max-regret 2% -o x.cuh
ends 2 "$GPUBENCH" header --to cub "$SOURCE_DIR/reports/h200/fmm.json" -o x.cuh
contains 'x.cuh: not written: the results have no best sum_1d_f32, _f64 or _u32 of an NVIDIA device' err
[ ! -e x.cuh ] || wrong 'a file was left'

# ---- the choice

cat >check.h <<'END'
template <class Selector> constexpr bool is(Selector, int major, int minor, int threads, int items, int vector)
{
    static_assert(sizeof(Selector) == 1, "no state");
    constexpr auto selector = Selector{};
    const cub::ReducePolicy policy = selector(cuda::compute_capability{major, minor});
    return policy.multi_tile.threads_per_block == threads && policy.multi_tile.items_per_thread == items &&
           policy.multi_tile.vec_size == vector && policy.multi_tile.load_modifier == cub::LOAD_LDG &&
           policy.multi_tile.reduce_algorithm == cub::BLOCK_REDUCE_WARP_REDUCTIONS &&
           policy.single_tile.threads_per_block == 256;
}
static_assert(is(gpubench::sum_f32_65536{}, 9, 0, 128, 16, 1), "measured");
static_assert(is(gpubench::sum_f32_4194304{}, 9, 0, 512, 16, 1), "measured");
static_assert(is(gpubench::sum_f32_268435456{}, 9, 0, 512, 16, 1), "as the size before");
static_assert(is(gpubench::sum_f32_65536{}, 8, 0, 256, 16, 4), "not measured");
static_assert(is(gpubench::sum_f64_65536{}, 8, 0, 256, 8, 4), "not measured");
END
mkdir -p stand_in/cub/device
cat >stand_in/cub/device/device_reduce.cuh <<'END'
#define CCCL_VERSION 3005000
#define __host__
#define __device__
namespace cuda {
struct compute_capability {
    int major, minor;
    constexpr bool operator==(compute_capability o) const { return major == o.major && minor == o.minor; }
};
}
namespace cub {
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum CacheLoadModifier { LOAD_CS, LOAD_LDG };
struct ReducePassPolicy {
    int threads_per_block, items_per_thread, vec_size;
    BlockReduceAlgorithm reduce_algorithm;
    CacheLoadModifier load_modifier;
};
struct ReducePolicy {
    ReducePassPolicy multi_tile, single_tile;
};
}
END
cat >choose.cc <<'END'
#include <stdio.h>
int main()
{
    const unsigned long long size[] = {0, 65536, 262144, 262145, 2097152, 2097153, 1ull << 28, ~0ull};
    for (unsigned long long n : size)
        printf("%d ", gpubench::sum_f32(n, [](auto policy) {
            return policy(cuda::compute_capability{MAJOR, 0}).multi_tile.threads_per_block;
        }));
    puts("");
}
END
# chooses POLICIES MAJOR THREADS: this many threads for each size.
chooses() {
    ends 0 c++ -std=c++17 -Wall -Wextra -Werror -Istand_in -I. -include "$1" -DMAJOR="$2" choose.cc -o choose
    ends 0 ./choose
    prints "^$3 $"
}
chooses policy.cuh 9 '128 128 128 128 128 512 512 512'
ends 0 c++ -std=c++17 -Wall -Wextra -Werror -Istand_in -include policy.cuh -fsyntax-only check.h
chooses own.cuh 9 '128 128 128 128 128 512 512 512'
sed 's/"sm_90"/"sm_120"/' "$h100" >sm_120.json # each capability has its own
ends 0 "$GPUBENCH" header --to cub hand.json sm_120.json -o two.cuh
[ ! -s err ] || wrong 'a line about devices that differ'
chooses two.cuh 9 '128 128 128 256 256 256 256 256'
chooses two.cuh 12 '128 128 128 256 256 256 256 256'
contains '^            return \{\{256, 64, 2,' two.cuh
contains '^            return \{\{256, 4, 2,' two.cuh
sed 's/"size": 65536,/"size": 32768,/; s,/n:65536,/n:32768,' sm_120.json >smaller.json # at a size of one alone the other's nearest
ends 0 "$GPUBENCH" header --to cub hand.json smaller.json -o smaller.cuh
chooses smaller.cuh 9 '128 128 128 256 256 256 256 256'

# ---- with CUB itself

cccl=${GPUBENCH_CCCL-}
[ -n "$cccl" ] || cccl=$(python3 -c 'import glob, sys
print(*[p for d in sys.path for p in glob.glob(d + "/nvidia/cu*/include/cccl/")])' 2>/dev/null | head -n 1)
if ! grep -qs '^#define CCCL_VERSION [0]*\(300[5-9]\|30[1-9]\|3[1-9]\|[4-9]\)' "$cccl/cuda/std/__cccl/version.h" || ! command -v nvcc >/dev/null; then
    echo 'not compiled by nvcc without: CCCL 3.5'
elif [ -n "${GPUBENCH_DEEP-}" ]; then
    cat >sums.cu <<'END'
#include "policy.cuh"
#include "check.h"
template <class Real> cudaError_t sum(const Real *in, Real *out, unsigned n)
{
    auto call = [&](auto policy) { return cub::DeviceReduce::Sum(in, out, n, cuda::execution::tune(policy)); };
    if constexpr (sizeof(Real) == 4)
        return gpubench::sum_f32(n, call);
    else
        return gpubench::sum_f64(n, call);
}
template cudaError_t sum(const float *, float *, unsigned);
template cudaError_t sum(const double *, double *, unsigned);
END
    ends 0 nvcc -std=c++17 -arch=sm_90 -I"$cccl" -c sums.cu -o sums.o
    expect 'kernels of its own' sh -c "nm -C sums.o | grep -q 'DeviceReduceKernel<gpubench::sum_f32_65536'"
else
    printf '%s\n' '#include "policy.cuh"' '#include "check.h"' \
        'auto tuned = cuda::execution::tune(gpubench::sum_f32_65536{});' >tune.cu
    ends 0 nvcc -std=c++17 -arch=sm_90 -I"$cccl" -c tune.cu -o tune.o
fi
