/* Three cases that a gate is to tell apart, of NVBench: cub::DeviceReduce::Sum of 2^20 and 2^24 floats, and an addition of
 * 2^20, 2^24 and 2^26 (after ../../shared/peers/nvbench_probe.cu), with EXTRA per cent more elements than their names say. */
#include <cub/device/device_reduce.cuh>
#include <nvbench/nvbench.cuh>
#include <thrust/device_vector.h>

static std::size_t elements(nvbench::state &state)
{
    return static_cast<std::size_t>(state.get_int64("N")) * (100 + EXTRA) / 100;
}

static void sum(nvbench::state &state)
{
    const std::size_t n = elements(state);
    thrust::device_vector<float> in(n, 1.f), out(1);
    std::size_t bytes = 0;
    cub::DeviceReduce::Sum(nullptr, bytes, in.data().get(), out.data().get(), static_cast<int>(n));
    thrust::device_vector<char> scratch(bytes);
    state.exec([&](nvbench::launch &launch) {
        cub::DeviceReduce::Sum(scratch.data().get(), bytes, in.data().get(), out.data().get(), static_cast<int>(n),
                               launch.get_stream());
    });
}
NVBENCH_BENCH(sum).add_int64_power_of_two_axis("N", {20, 24});

constexpr unsigned group = 256, items = 4;

__global__ void add(const float *a, const float *b, float *c, std::size_t n)
{
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * (group * items) + threadIdx.x;
#pragma unroll
    for (unsigned i = 0; i < items; i++)
        if (first + i * group < n)
            c[first + i * group] = a[first + i * group] + b[first + i * group];
}

static void addition(nvbench::state &state)
{
    const std::size_t n = elements(state), groups = (n + group * items - 1) / (group * items);
    thrust::device_vector<float> a(n, 1.f), b(n, 2.f), c(n);
    state.exec([&](nvbench::launch &launch) {
        add<<<static_cast<unsigned>(groups), group, 0, launch.get_stream()>>>(a.data().get(), b.data().get(), c.data().get(), n);
    });
}
NVBENCH_BENCH(addition).add_int64_power_of_two_axis("N", {20, 24, 26});
