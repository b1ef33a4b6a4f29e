/* cub_policy DIR ROUNDS: times cub::DeviceReduce::Sum with CUB's own policy and with that of policy.cuh, alternating in
 * one process: at each of five sizes a round times the first, the second, and the first again. Writes two files per
 * round, DIR/default.0.json and so on, and one, DIR/tuned.0.json and so on, in Google Benchmark's format: the input of
 * a block of the gate, including the control. Calls follow each other in a stream, as in most programs and in the bench
 * sum_1d_f32_policy: small sums wait for the host, more so with two kernels than with one. Each call reads other
 * elements of an array that is larger than any cache. ci/cub_policy builds and runs it. */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_reduce.cuh>
#include <cuda/memory_resource>
#include <cuda/stream_ref>

constexpr size_t elements = size_t{1} << 28;
constexpr int sizes[] = {1 << 16, 1 << 20, 1 << 22, 1 << 24, 1 << 28};
constexpr int calls_of[] = {2560, 2560, 640, 160, 40}; /* that are timed together */
constexpr int size_count = 5, sides = 2, turns = 3;

#define CHECK(call) check(call, #call)
static void check(cudaError_t error, const char *call)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "cub_policy: %s: %s\n", call, cudaGetErrorString(error));
    exit(2);
}

__global__ void fill(float *in)
{
    for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < elements; i += size_t{gridDim.x} * blockDim.x)
        in[i] = float(i * 2654435761u % 1024) / 1024;
}

/* CUB's scratch: allocated memory, so that no call allocates any. Calls on one stream share it. */
struct scratch {
    static constexpr size_t most = size_t{16} << 20;
    void *memory;

    void *allocate_sync(size_t bytes, size_t = 0)
    {
        if (bytes > most) {
            fprintf(stderr, "cub_policy: CUB wants %zu bytes of scratch\n", bytes);
            exit(2);
        }
        return memory;
    }
    void deallocate_sync(void *, size_t, size_t = 0) noexcept
    {
    }
    void *allocate(cuda::stream_ref, size_t bytes, size_t = 0)
    {
        return allocate_sync(bytes);
    }
    void deallocate(cuda::stream_ref, void *, size_t, size_t = 0) noexcept
    {
    }
    bool operator==(const scratch &other) const
    {
        return memory == other.memory;
    }
    bool operator!=(const scratch &other) const
    {
        return memory != other.memory;
    }
    friend constexpr void get_property(const scratch &, cuda::mr::device_accessible) noexcept
    {
    }
};
static scratch kept;

/* One sum with side 0, CUB's own policy, or side 1, that of the header. */
static cudaError_t sum(int side, const float *in, float *out, int n, cudaStream_t stream)
{
    const auto memory = cuda::std::execution::prop{cuda::mr::get_memory_resource, kept};
    const cuda::stream_ref on{stream};
    if (side == 0)
        return cub::DeviceReduce::Sum(in, out, n, cuda::std::execution::env{on, memory});
    return gpubench::sum_f32(n, [=](auto policy) {
        return cub::DeviceReduce::Sum(in, out, n, cuda::std::execution::env{on, memory, cuda::execution::tune(policy)});
    });
}

static void sums(int side, int s, int calls, const float *in, float *out, cudaStream_t stream)
{
    for (int i = 0; i < calls; i++)
        CHECK(sum(side, in + size_t(i) * sizes[s] % elements, out, sizes[s], stream));
}

/* Nanoseconds per call. */
static double time_of(int side, int s, const float *in, float *out, cudaStream_t stream, const cudaEvent_t event[2])
{
    float milliseconds = 0;
    sums(side, s, calls_of[s] / 5, in, out, stream);
    CHECK(cudaEventRecord(event[0], stream));
    sums(side, s, calls_of[s], in, out, stream);
    CHECK(cudaEventRecord(event[1], stream));
    CHECK(cudaEventSynchronize(event[1]));
    CHECK(cudaEventElapsedTime(&milliseconds, event[0], event[1]));
    return 1e6 * milliseconds / calls_of[s];
}

static void write(const char *folder, const char *side, int round, const char *device, const double ns[size_count])
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%d.json", folder, side, round);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(2);
    }
    fprintf(file, "{\"context\": {\"host_name\": \"%s\", \"library_build_type\": \"release\"}, \"benchmarks\": [",
            device);
    for (int s = 0; s < size_count; s++)
        fprintf(file,
                "%s\n{\"name\": \"sum_f32/%d\", \"run_name\": \"sum_f32/%d\", \"run_type\": \"iteration\", "
                "\"iterations\": %d, \"real_time\": %.3f, \"cpu_time\": %.3f, \"time_unit\": \"ns\"}",
                s ? "," : "", sizes[s], sizes[s], calls_of[s], ns[s], ns[s]);
    fputs("]}\n", file);
    if (fclose(file)) {
        perror(path);
        exit(2);
    }
}

/* Both sums must be equal except for rounding. */
static void compare(const float *in, float *out, int n, cudaStream_t stream)
{
    float got[sides];
    for (int side = 0; side < sides; side++) {
        CHECK(sum(side, in, out, n, stream));
        CHECK(cudaMemcpyAsync(&got[side], out, sizeof *out, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
    }
    if (std::fabs(got[0] - got[1]) <= 1e-4f * got[0] && got[0] > 0)
        return;
    fprintf(stderr, "cub_policy: %d floats: %.9g by CUB's own policy, %.9g by the header's\n", n, got[0], got[1]);
    exit(1);
}

int main(int count, char **argument)
{
    const int rounds = count == 3 ? atoi(argument[2]) : 0;
    if (rounds < 1) {
        fputs("usage: cub_policy DIR ROUNDS\n", stderr);
        return 2;
    }
    float *in, *out;
    cudaStream_t stream;
    cudaEvent_t event[2];
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    CHECK(cudaMalloc(&in, elements * sizeof *in));
    CHECK(cudaMalloc(&out, sizeof *out));
    CHECK(cudaMalloc(&kept.memory, scratch::most));
    CHECK(cudaStreamCreate(&stream));
    for (cudaEvent_t &one : event)
        CHECK(cudaEventCreate(&one));
    fill<<<1024, 256, 0, stream>>>(in);
    CHECK(cudaGetLastError());
    for (int n : sizes)
        compare(in, out, n, stream);
    for (int round = 0; round < rounds; round++) {
        double ns[turns][size_count];
        for (int s = 0; s < size_count; s++)
            for (int turn = 0; turn < turns; turn++)
                ns[turn][s] = time_of(turn % sides, s, in, out, stream, event);
        write(argument[1], "default", 2 * round, device.name, ns[0]);
        write(argument[1], "tuned", round, device.name, ns[1]);
        write(argument[1], "default", 2 * round + 1, device.name, ns[2]);
    }
    return 0;
}
