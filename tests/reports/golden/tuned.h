/* The fastest correct configurations that gpubench measured. Generated: do not edit.
 *
 * GPUBENCH_<SUITE>_<BENCH>_<PARAMETER> is the best value on GPUBENCH_DEVICE at the largest size measured there,
 * _PROBLEM_SIZE. A parameter with words has a macro for each word, and its value is one of them:
 * #if GPUBENCH_X_Y_LOAD == GPUBENCH_X_Y_LOAD_STRIPED
 *
 * In C, C++ and CUDA's host code, gpubench_<suite>_<bench>_find(device, size) looks up the table of all devices:
 * the device by its exact name, the size that is nearest in ratio. The result is NULL for other devices. Where a
 * suite has options that describe its inputs, entries are looked up by them too: _find(device, problem, size), and
 * _PROBLEM is what the macros are for. gpubench_<suite>_<bench>_<parameter>_word(value) is the word of a value.
 *
 * _LOOKUP_REGRET is how much slower than the best of a size the entry of another is, at most, as far as it is
 * known: 0.02 is 2 %. The comment before it says of how many sizes.
 *
 * Where a bench's configurations differ in their error, _MAX_ERROR and .max_error say how large it might be, 0 for
 * any. */
#ifndef GPUBENCH_TUNED_H
#define GPUBENCH_TUNED_H

#define GPUBENCH_DEVICE "NVIDIA H200"
#define GPUBENCH_BACKEND "cuda"

#if !defined(__OPENCL_VERSION__) && !defined(__OPENCL_C_VERSION__) && !defined(__CUDACC_RTC__)
#define GPUBENCH_TABLES

static inline int gpubench_same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

/* How many times the larger is the smaller. */
static inline double gpubench_ratio(unsigned long long a, unsigned long long b)
{
    double x = a ? (double)a : 1, y = b ? (double)b : 1;
    return x > y ? x / y : y / x;
}
#endif

/* ---- reduction/send_f32 ---- */

#define GPUBENCH_REDUCTION_SEND_F32_LOAD_STRIPED 1
#define GPUBENCH_REDUCTION_SEND_F32_LOAD_BLOCKED 2
#define GPUBENCH_REDUCTION_SEND_F32_LOAD_VECTOR4 3
#define GPUBENCH_REDUCTION_SEND_F32_PROBLEM "--density 0.0625 --workload water --input structures/1a b.pqr"
/* NVIDIA H200 (cuda, driver 580.82.07), n = 1048576:
 * 1.500 +- 0.094 ms (95 % interval), 1.00 times as fast as the default;
 * 50.0 % of to_device_pinned;
 * 2026-01-02T03:04:05+00:00, gpubench 0.1.0 (0123456789ab) */
#define GPUBENCH_REDUCTION_SEND_F32_PROBLEM_SIZE 1048576
#define GPUBENCH_REDUCTION_SEND_F32_BLOCK_SIZE 64
#define GPUBENCH_REDUCTION_SEND_F32_LOAD GPUBENCH_REDUCTION_SEND_F32_LOAD_BLOCKED

#ifdef GPUBENCH_TABLES
struct gpubench_reduction_send_f32 {
    const char *device, *backend, *problem;
    unsigned long long size;
    int block_size;
    int load;
};

static const struct gpubench_reduction_send_f32 gpubench_reduction_send_f32_table[] = {
    /* {device, backend, problem, size, block_size, load} */
    /* NVIDIA H200 (cuda, driver 580.82.07), n = 1048576:
     * 1.500 +- 0.094 ms (95 % interval), 1.00 times as fast as the default;
     * 50.0 % of to_device_pinned;
     * 2026-01-02T03:04:05+00:00, gpubench 0.1.0 (0123456789ab) */
    {"NVIDIA H200", "cuda",
     "--density 0.0625 --workload water --input structures/1a b.pqr", 1048576u,
     64,
     GPUBENCH_REDUCTION_SEND_F32_LOAD_BLOCKED},
};

/* The word of a value of load; NULL if it has none. */
static inline const char *
gpubench_reduction_send_f32_load_word(int value)
{
    static const char *const words[] = {"striped", "blocked", "vector4"};
    return value > 0 && value <= 3 ? words[value - 1] : 0;
}

/* The entry of a device and a problem (NULL: that of the macros) with the nearest size; NULL if the device has none
 * of it. */
static inline const struct gpubench_reduction_send_f32 *
gpubench_reduction_send_f32_find(const char *device, const char *problem, unsigned long long size)
{
    const struct gpubench_reduction_send_f32 *entry = gpubench_reduction_send_f32_table,
        *end = entry + 1, *found = 0;
    for (; entry < end; entry++)
        if (gpubench_same(entry->device, device) &&
            gpubench_same(entry->problem, problem ? problem : GPUBENCH_REDUCTION_SEND_F32_PROBLEM) &&
            (!found || gpubench_ratio(entry->size, size) < gpubench_ratio(found->size, size)))
            found = entry;
    return found;
}
#endif

/* ---- reduction/sum_1d_f32 ---- */

#define GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_STRIPED 1
#define GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_BLOCKED 2
#define GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_VECTOR4 3
#define GPUBENCH_REDUCTION_SUM_1D_F32_PROBLEM "--density 0.0625 --workload water --input structures/1a b.pqr"
/* NVIDIA H200 (cuda, driver 580.82.07), n = 268435456:
 * 231.4 +- 14 us (95 % interval), 1.31 times as fast as the default;
 * 97.7 % of dram_read, 1.05x cub::DeviceReduce;
 * 5 of 480 tried;
 * 2026-01-02T03:04:05+00:00, gpubench 0.1.0 (0123456789ab) */
#define GPUBENCH_REDUCTION_SUM_1D_F32_PROBLEM_SIZE 268435456
#define GPUBENCH_REDUCTION_SUM_1D_F32_BLOCK_SIZE 256
#define GPUBENCH_REDUCTION_SUM_1D_F32_LOAD GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_STRIPED

#ifdef GPUBENCH_TABLES
struct gpubench_reduction_sum_1d_f32 {
    const char *device, *backend, *problem;
    unsigned long long size;
    int block_size;
    int load;
};

static const struct gpubench_reduction_sum_1d_f32 gpubench_reduction_sum_1d_f32_table[] = {
    /* {device, backend, problem, size, block_size, load} */
    /* NVIDIA H200 (cuda, driver 580.82.07), n = 1048576:
     * 7.168 +- 0.45 us (95 % interval), and 8.192 us isolated, by which it was chosen;
     * 1 of 480 tried: too few to say how much is left to gain;
     * 2026-01-02T03:04:05+00:00, gpubench 0.1.0 (0123456789ab) */
    {"NVIDIA H200", "cuda",
     "--density 0.0625 --workload water --input structures/1a b.pqr", 1048576u,
     64,
     GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_VECTOR4},
    /* NVIDIA H200 (cuda, driver 580.82.07), n = 268435456:
     * 231.4 +- 14 us (95 % interval), 1.31 times as fast as the default;
     * 97.7 % of dram_read, 1.05x cub::DeviceReduce;
     * 5 of 480 tried;
     * 2026-01-02T03:04:05+00:00, gpubench 0.1.0 (0123456789ab) */
    {"NVIDIA H200", "cuda",
     "--density 0.0625 --workload water --input structures/1a b.pqr", 268435456u,
     256,
     GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_STRIPED},
};

/* The word of a value of load; NULL if it has none. */
static inline const char *
gpubench_reduction_sum_1d_f32_load_word(int value)
{
    static const char *const words[] = {"striped", "blocked", "vector4"};
    return value > 0 && value <= 3 ? words[value - 1] : 0;
}

/* The entry of a device and a problem (NULL: that of the macros) with the nearest size; NULL if the device has none
 * of it. */
static inline const struct gpubench_reduction_sum_1d_f32 *
gpubench_reduction_sum_1d_f32_find(const char *device, const char *problem, unsigned long long size)
{
    const struct gpubench_reduction_sum_1d_f32 *entry = gpubench_reduction_sum_1d_f32_table,
        *end = entry + 2, *found = 0;
    for (; entry < end; entry++)
        if (gpubench_same(entry->device, device) &&
            gpubench_same(entry->problem, problem ? problem : GPUBENCH_REDUCTION_SUM_1D_F32_PROBLEM) &&
            (!found || gpubench_ratio(entry->size, size) < gpubench_ratio(found->size, size)))
            found = entry;
    return found;
}
#endif

/* ---- reduction/sum_1d_f64 ---- */

#define GPUBENCH_REDUCTION_SUM_1D_F64_LOAD_STRIPED 1
#define GPUBENCH_REDUCTION_SUM_1D_F64_LOAD_BLOCKED 2
#define GPUBENCH_REDUCTION_SUM_1D_F64_LOAD_VECTOR4 3
#define GPUBENCH_REDUCTION_SUM_1D_F64_PROBLEM "--density 0.0625 --workload water --input structures/1a b.pqr"
/* NVIDIA H200 (cuda, driver 580.82.07), n = 268435456:
 * 524.3 +- 33 us (95 % interval), 1.00 times as fast as the default;
 * 107.0 % of dram_read, 0.938x thrust::reduce;
 * 1 of 480 tried: how much is left to gain is not known;
 * 2026-01-02T03:04:05+00:00, gpubench 0.1.0 (0123456789ab) */
#define GPUBENCH_REDUCTION_SUM_1D_F64_PROBLEM_SIZE 268435456
#define GPUBENCH_REDUCTION_SUM_1D_F64_BLOCK_SIZE 128
#define GPUBENCH_REDUCTION_SUM_1D_F64_LOAD GPUBENCH_REDUCTION_SUM_1D_F64_LOAD_BLOCKED

#ifdef GPUBENCH_TABLES
struct gpubench_reduction_sum_1d_f64 {
    const char *device, *backend, *problem;
    unsigned long long size;
    int block_size;
    int load;
};

static const struct gpubench_reduction_sum_1d_f64 gpubench_reduction_sum_1d_f64_table[] = {
    /* {device, backend, problem, size, block_size, load} */
    /* NVIDIA H200 (cuda, driver 580.82.07), n = 268435456:
     * 524.3 +- 33 us (95 % interval), 1.00 times as fast as the default;
     * 107.0 % of dram_read, 0.938x thrust::reduce;
     * 1 of 480 tried: how much is left to gain is not known;
     * 2026-01-02T03:04:05+00:00, gpubench 0.1.0 (0123456789ab) */
    {"NVIDIA H200", "cuda",
     "--density 0.0625 --workload water --input structures/1a b.pqr", 268435456u,
     128,
     GPUBENCH_REDUCTION_SUM_1D_F64_LOAD_BLOCKED},
};

/* The word of a value of load; NULL if it has none. */
static inline const char *
gpubench_reduction_sum_1d_f64_load_word(int value)
{
    static const char *const words[] = {"striped", "blocked", "vector4"};
    return value > 0 && value <= 3 ? words[value - 1] : 0;
}

/* The entry of a device and a problem (NULL: that of the macros) with the nearest size; NULL if the device has none
 * of it. */
static inline const struct gpubench_reduction_sum_1d_f64 *
gpubench_reduction_sum_1d_f64_find(const char *device, const char *problem, unsigned long long size)
{
    const struct gpubench_reduction_sum_1d_f64 *entry = gpubench_reduction_sum_1d_f64_table,
        *end = entry + 1, *found = 0;
    for (; entry < end; entry++)
        if (gpubench_same(entry->device, device) &&
            gpubench_same(entry->problem, problem ? problem : GPUBENCH_REDUCTION_SUM_1D_F64_PROBLEM) &&
            (!found || gpubench_ratio(entry->size, size) < gpubench_ratio(found->size, size)))
            found = entry;
    return found;
}
#endif

/* The rows of GPUBENCH_DEVICE, for gpubench --configs:
{"schema": "gpubench\u002fpins\u002f1", "device": "NVIDIA H200", "backend": "cuda", "problems": [
{"name": "reduction\u002fsend_f32\u002fn:1048576", "suite": "reduction", "bench": "send_f32", "size": 1048576, "seed": "18446744073709551615", "settings": {"density": 0.0625, "workload": "water"}, "structure": {"file": "structures\u002f1a b.pqr", "atoms": 4001, "key": "0123456789abcdef", "sized": false}, "parameters": {"BLOCK_SIZE": [64], "LOAD": ["blocked"]}, "cache": "cold", "sampling": "slope", "median_ns": 1500000.0},
{"name": "reduction\u002fsum_1d_f32\u002fn:1048576", "suite": "reduction", "bench": "sum_1d_f32", "size": 1048576, "seed": "18446744073709551615", "settings": {"density": 0.0625, "workload": "water"}, "structure": {"file": "structures\u002f1a b.pqr", "atoms": 4001, "key": "0123456789abcdef", "sized": false}, "parameters": {"BLOCK_SIZE": [64], "LOAD": ["vector4"]}, "cache": "cold", "sampling": "slope", "median_ns": 7168.0},
{"name": "reduction\u002fsum_1d_f32\u002fn:268435456", "suite": "reduction", "bench": "sum_1d_f32", "size": 268435456, "seed": "18446744073709551615", "settings": {"density": 0.0625, "workload": "water"}, "structure": {"file": "structures\u002f1a b.pqr", "atoms": 4001, "key": "0123456789abcdef", "sized": false}, "parameters": {"BLOCK_SIZE": [256], "LOAD": ["striped"]}, "cache": "cold", "sampling": "slope", "median_ns": 231424.0},
{"name": "reduction\u002fsum_1d_f64\u002fn:268435456", "suite": "reduction", "bench": "sum_1d_f64", "size": 268435456, "seed": "18446744073709551615", "settings": {"density": 0.0625, "workload": "water"}, "structure": {"file": "structures\u002f1a b.pqr", "atoms": 4001, "key": "0123456789abcdef", "sized": false}, "parameters": {"BLOCK_SIZE": [128], "LOAD": ["blocked"]}, "cache": "cold", "sampling": "slope", "median_ns": 524288.0}
]}
*/

#endif
