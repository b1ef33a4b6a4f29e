/* Resources with a limited rate. A kernel's limit by the measured rates (suite `ceilings`) follows the roofline model
 * (Williams, Waterman, Patterson, 2009): the slowest of its resources, used without a pause. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The suite that measures the rates. */
#define RESOURCE_SUITE "ceilings"

/* X(name, word, unit of an amount). The word is also the bench of that suite that measures the rate. Streams are
 * arrays read or written once from end to end: read; written; one read and one written (copy); two read and one written
 * (add; triad, with a multiplication). Those of DRAM come first, then those of the last-level cache, in the same order.
 */
#define RESOURCE_LIST(X)                                                                                               \
    X(DRAM_READ, "dram_read", "B")                                                                                     \
    X(DRAM_WRITE, "dram_write", "B")                                                                                   \
    X(DRAM_COPY, "dram_copy", "B")                                                                                     \
    X(DRAM_ADD, "dram_add", "B")                                                                                       \
    X(DRAM_TRIAD, "dram_triad", "B")                                                                                   \
    X(L2_READ, "l2_read", "B")                                                                                         \
    X(L2_WRITE, "l2_write", "B")                                                                                       \
    X(L2_COPY, "l2_copy", "B")                                                                                         \
    X(L2_ADD, "l2_add", "B")                                                                                           \
    X(L2_TRIAD, "l2_triad", "B")                                                                                       \
    X(FP32_FMA, "fp32_fma", "FMA")                                                                                     \
    X(FP64_FMA, "fp64_fma", "FMA")                                                                                     \
    X(FP64_MMA, "fp64_mma", "FMA") /* by tensor cores */                                                               \
    X(TF32_MMA, "tf32_mma", "FMA") /* of floats of 11 bits */                                                          \
    X(RSQRT, "rsqrt", "op")                                                                                            \
    X(RSQRT_FMA, "rsqrt_fma", "op") /* rsqrt, with three FMA each */                                                   \
    X(RINT, "rint", "op")                                                                                              \
    X(FLOAT_TO_INT, "float_to_int", "op")                                                                              \
    X(TEXTURE_POINT, "texture_point", "fetch")                                                                         \
    X(TEXTURE_LINEAR, "texture_linear", "fetch")                                                                       \
    X(TEXTURE_POINT_RANDOM, "texture_point_random", "fetch")                                                           \
    X(TEXTURE_LINEAR_RANDOM, "texture_linear_random", "fetch")                                                         \
    X(TEXTURE_POINT_RANDOM_WIDE, "texture_point_random_wide", "fetch")                                                 \
    X(TEXTURE_LINEAR_RANDOM_WIDE, "texture_linear_random_wide", "fetch")                                               \
    X(TEXTURE_POINT_RANDOM_WIDEST, "texture_point_random_widest", "fetch")                                             \
    X(TEXTURE_LINEAR_RANDOM_WIDEST, "texture_linear_random_widest", "fetch")                                           \
    X(CONSTANT_UNIFORM, "constant_uniform", "load")                                                                    \
    X(CONSTANT_DIVERGENT, "constant_divergent", "load")                                                                \
    X(SHARED_BROADCAST, "shared_broadcast", "load")                                                                    \
    X(SHARED_CONFLICT_FREE, "shared_conflict_free", "B")                                                               \
    X(SHARED_GATHER, "shared_gather", "load")                                                                          \
    X(ATOMIC_ONE, "atomic_one", "op")   /* all to one address */                                                       \
    X(ATOMIC_MANY, "atomic_many", "op") /* of neighbouring work-items to neighbouring addresses */                     \
    X(LAUNCH, "launch", "launch")                                                                                      \
    X(GRAPH_LAUNCH, "graph_launch", "launch")     /* kernels of a graph */                                             \
    X(CHAINED_LAUNCH, "chained_launch", "launch") /* the same, each reads what the one before wrote */                 \
    X(CHILD_LAUNCH, "child_launch", "launch")     /* child kernels, launched by a kernel */                            \
    X(TO_DEVICE_PAGEABLE, "to_device_pageable", "B")                                                                   \
    X(TO_DEVICE_PINNED, "to_device_pinned", "B")                                                                       \
    X(FROM_DEVICE_PAGEABLE, "from_device_pageable", "B")                                                               \
    X(FROM_DEVICE_PINNED, "from_device_pinned", "B")

enum resource {
#define RESOURCE_ENUM(name, word, unit) RESOURCE_##name,
    RESOURCE_LIST(RESOURCE_ENUM)
#undef RESOURCE_ENUM
        RESOURCES,
    RESOURCE_STREAMS = RESOURCE_L2_READ /* kinds of streams: DRAM's are [0, RESOURCE_STREAMS) */
};

/* Random fetches are slower from a wider table: the elements of the measured ones, RANDOM, WIDE and WIDEST. A table's
 * ceiling is that of the widest one that it reaches, so that it is never too low. */
enum { TEXTURE_NARROW = 256, TEXTURE_WIDE = 16384, TEXTURE_WIDEST = 65536 };

const char *resource_word(enum resource resource);
const char *resource_unit(enum resource resource);

/* RESOURCES for an unknown word. */
enum resource resource_find(const char *word);

/* Amounts per second; 0: not measured. */
struct ceilings {
    double rate[RESOURCES];
};

/* A set of resources. */
#define USES(name) (UINT64_C(1) << RESOURCE_##name)

/* The ceilings by which `uses` are judged: on a warm cache streams need that of the cache, too. */
uint64_t resource_needs(uint64_t uses, bool cold);

/* The binding resource, and the share of its rate that was reached; 0: no limit. */
struct limit {
    enum resource resource;
    double fraction;
};

/* The limit for amounts used in `ns`. On a warm cache, streams find at most cache_bytes in the cache, and the rest in
 * DRAM; all of it goes through the cache. No limit if an amount has no ceiling, since a wrong limit would be worse. */
struct limit resource_limit(const double amount[RESOURCES], double ns, bool cold, uint64_t cache_bytes,
                            const struct ceilings *ceilings);

/* A fraction above this is an error of the model or of a ceiling: two measurements differ by up to 2 %. */
#define RESOURCE_FAULT 1.02

/* Copies between host and device, as a set: their rates depend on where the host's memory lies, too, and on others who
 * copy. On an H200's host they differ by up to 6 % between runs. A fraction above this leaves out work. */
uint64_t resource_copies(void);
#define COPIES_FAULT 1.25

/* Whether a fraction is not plausible: above max_share, or, if that is 0, above the usual most. */
bool limit_is_exceeded(const struct limit *limit, double max_share);

/* Removes the ceilings of a set that amounts used in `ns` exceed by more than RESOURCE_FAULT, and returns them as a
 * set: they were measured on a busy machine. */
uint64_t resource_doubt(struct ceilings *ceilings, uint64_t set, const double amount[RESOURCES], double ns, bool cold,
                        uint64_t cache_bytes);

static inline bool limit_is_fault(const struct limit *limit)
{
    return limit->fraction > RESOURCE_FAULT;
}
