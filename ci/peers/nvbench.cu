/* NVBench beside gpubench, on the same kernels: cub::DeviceReduce::Sum of floats, the addition of suite vector_add, the
 * kernel of suite ceilings that does nothing. ci/nvbench builds it with NVBench's library, says which configuration
 * the addition has (ADD_*), and reads what it prints between NVBench's own lines, in nanoseconds:
 *
 *   row KERNEL N COLD BATCH FILL READ HOST
 *   markers NS        two of NVBench's markers around nothing, behind a hold
 *
 * COLD     NVBench's median of launches that find the device idle and the L2 filled
 * BATCH    NVBench's mean of launches in a stream, caches warm
 * FILL     its cold time once more, taken here with its own parts: flush, hold, marker, kernel, marker
 * READ     the same, but flushed as gpubench flushes: by reading twice the L2
 * HOST     how long the host takes to queue one */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cub/device/device_reduce.cuh>
#include <nvbench/blocking_kernel.cuh>
#include <nvbench/nvbench.cuh>
#include <thrust/device_vector.h>
#include <thrust/tabulate.h>
#include <vector>

/* In a namespace, as the language's operators take any type, and thrust's iterators are not to have them. */
namespace kernels {
#include "kernels/common_compute.h"
#include "kernels/tuner/evict.cl"

#define BLOCK_SIZE 32
#include "kernels/ceilings/launches.cl"
#undef BLOCK_SIZE

#define BLOCK_SIZE ADD_BLOCK_SIZE
#define ITEMS_PER_THREAD ADD_ITEMS_PER_THREAD
#define VECTOR_WIDTH ADD_VECTOR_WIDTH
#define GRID_ONE_SHOT 0
#define GRID 1 /* grid_stride */
#include "kernels/vector_add/add_arrays.cu"
} // namespace kernels

constexpr int rounds = 10, samples = 20;  /* FILL and READ by turns, against what drifts */
constexpr int readings = 15, queued = 64; /* of the host's time; fewer than the stream's queue holds */
constexpr std::size_t resident = 2048;    /* threads of a multiprocessor: suite vector_add's WORK_ITEMS_OF_A_UNIT */

/* ---- times that NVBench does not give ---- */

static double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

static int attribute(cudaDeviceAttr name)
{
    int device, value;
    NVBENCH_CUDA_CALL(cudaGetDevice(&device));
    NVBENCH_CUDA_CALL(cudaDeviceGetAttribute(&value, name, device));
    return value;
}

class stopwatch
{
  public:
    explicit stopwatch(nvbench::state &state)
        : launch{state.get_cuda_stream()}, zeros(2 * attribute(cudaDevAttrL2CacheSize) / sizeof(float4)), unwritten(1),
          units(attribute(cudaDevAttrMultiProcessorCount)), patience(state.get_blocking_kernel_timeout())
    {
        time([](nvbench::launch &) {}); /* the first hold loads its kernel */
    }

    void fill()
    {
        flush.flush(launch.get_stream());
    }

    void read()
    {
        kernels::evict<<<8 * units, 256, 0, launch.get_stream()>>>(zeros.data().get(), unwritten.data().get(), zeros.size());
    }

    /* Nanoseconds between two markers with the work between, all of it queued before the first. */
    template <class Work> double time(Work work)
    {
        finish();
        blocker.block(launch.get_stream(), patience);
        timer.start(launch.get_stream());
        work(launch);
        timer.stop(launch.get_stream());
        blocker.unblock();
        return 1e9 * timer.get_duration();
    }

    /* That the host takes to queue the work. */
    template <class Work> double queue(Work work)
    {
        finish();
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < queued; i++)
            work(launch);
        return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / queued;
    }

  private:
    void finish()
    {
        NVBENCH_CUDA_CALL(cudaStreamSynchronize(launch.get_stream()));
    }

    nvbench::launch launch;
    nvbench::blocking_kernel blocker;
    nvbench::cuda_timer timer;
    nvbench::detail::l2flush flush;
    thrust::device_vector<float4> zeros;
    thrust::device_vector<float> unwritten;
    int units;
    double patience;
};

/* Has NVBench time the work, then times it here, and prints the row. */
template <class Work> static void row(nvbench::state &state, const char *kernel, std::size_t n, Work work)
{
    state.exec(work);
    stopwatch watch(state);
    std::vector<double> fill, read, host;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < samples; i++) {
            watch.fill();
            fill.push_back(watch.time(work));
        }
        for (int i = 0; i < samples; i++) {
            watch.read();
            read.push_back(watch.time(work));
        }
    }
    for (int i = 0; i < readings; i++)
        host.push_back(watch.queue(work));
    const auto theirs = [&](const char *tag) { return 1e9 * state.get_summary(tag).get_float64("value"); };
    std::printf("\nrow %s %zu %.1f %.1f %.1f %.1f %.1f\n", kernel, n, theirs("nv/cold/time/gpu/median"),
                theirs("nv/batch/time/gpu/mean"), median(fill), median(read), median(host));
    std::fflush(stdout);
}

/* ---- kernels ---- */

/* Numbers in [0, 1), as gpubench's inputs are: what a memory draws, and with it clocks, may hang on the bits. */
struct uniform {
    __device__ float operator()(std::size_t i) const
    {
        unsigned bits = static_cast<unsigned>(i) * 2654435769u;
        bits = (bits ^ bits >> 16) * 0x7feb352du;
        bits = (bits ^ bits >> 15) * 0x846ca68bu;
        return static_cast<float>((bits ^ bits >> 16) >> 8) * 0x1p-24f;
    }
};

static thrust::device_vector<float> numbers(std::size_t n)
{
    thrust::device_vector<float> made(n);
    thrust::tabulate(made.begin(), made.end(), uniform{});
    return made;
}

static void sum(nvbench::state &state)
{
    const auto n = static_cast<std::size_t>(state.get_int64("N"));
    const thrust::device_vector<float> in = numbers(n);
    thrust::device_vector<float> out(1);
    std::size_t bytes = 0;
    NVBENCH_CUDA_CALL(cub::DeviceReduce::Sum(nullptr, bytes, in.data().get(), out.data().get(), static_cast<int>(n)));
    thrust::device_vector<char> scratch(bytes);
    row(state, "sum", n, [&](nvbench::launch &launch) {
        cub::DeviceReduce::Sum(scratch.data().get(), bytes, in.data().get(), out.data().get(), static_cast<int>(n),
                               launch.get_stream());
    });
}
NVBENCH_BENCH(sum).add_int64_power_of_two_axis("N", {20, 22, 24, 26, 28});

static void addition(nvbench::state &state)
{
    const auto n = static_cast<std::size_t>(state.get_int64("N"));
    const thrust::device_vector<float> a = numbers(n), b = numbers(n);
    thrust::device_vector<float> c(n);
    const std::size_t tiles = (n + kernels::tile - 1) / kernels::tile;
    const std::size_t groups = std::min(tiles, attribute(cudaDevAttrMultiProcessorCount) * resident / BLOCK_SIZE);
    row(state, "addition", n, [&](nvbench::launch &launch) {
        kernels::add_arrays<<<static_cast<unsigned>(groups), BLOCK_SIZE, 0, launch.get_stream()>>>(
            a.data().get(), b.data().get(), c.data().get(), n);
    });
}
NVBENCH_BENCH(addition).add_int64_power_of_two_axis("N", {20, 22, 24, 26, 28});

static void empty(nvbench::state &state)
{
    thrust::device_vector<unsigned> counter(1);
    row(state, "empty", 1,
        [&](nvbench::launch &launch) { kernels::nothing<<<1, 32, 0, launch.get_stream()>>>(counter.data().get(), 0); });
    stopwatch watch(state);
    std::vector<double> markers;
    for (int i = 0; i < rounds * samples; i++)
        markers.push_back(watch.time([](nvbench::launch &) {}));
    std::printf("\nmarkers %.1f\n", median(markers));
    std::fflush(stdout);
}
NVBENCH_BENCH(empty);
