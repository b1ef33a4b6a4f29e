/* Shared by the files of the suite reduction: slots, parameters, and the passes of a configuration. */
#pragma once

#include "suites/reduction/reproducible.h"

/* Slots of a part; the second part's follow the first's. */
enum { IN, OUT, SUMS, MORE_SUMS, TICKETS, SLOTS };

/* Parameters, with the values of hand-written kernels. A bench has the first of them, up to its last, some with
 * other values; the others are 0. */
/* clang-format off */
#define BLOCK_SIZES(...) NUMBER(BLOCK_SIZE, "work-items in a group", __VA_ARGS__)
#define ITEMS(...) NUMBER(ITEMS_PER_THREAD, "elements of a tile that a work-item loads", __VA_ARGS__)
#define FINISHES(...) WORD(FINISH, "how the sums of the groups are added", __VA_ARGS__)
#define REDUCTION_PARAMETERS                                                                                           \
    BLOCK_SIZES(32, 64, 128, 256, 512, 1024),                                                                          \
    ITEMS(1, 2, 4, 8, 16, 32, 64),                                                                                     \
    FINISHES(multi_pass, atomics, last_block, first_block),                                                            \
    WORD(ALGORITHM, "the tree within a group",                                                                         \
         interleaved, strided, sequential, first_add, last_warp, unrolled, multiple),                                  \
    WORD(LOAD, "the order in which a group loads", blocked, striped),                                                  \
    NUMBER(VECTOR_WIDTH, "neighbouring elements that a work-item loads together", 1, 2, 4),                            \
    HOST_NUMBER(GROUPS_PER_UNIT, "groups per multiprocessor, over tiles; 0: one per tile; -1: Brent's",                \
           0, -1, 1, 2, 4, 8),                                                                                         \
    HOST_WORD(INPUT, "whether passes may write into the input", kept, consumed),                                       \
    HOST_WORD(LAUNCH, "one by one; an iteration as a graph; each before the one before it ends",                       \
              stream, graph, dependent)
#define STREAM_COUNT HOST_NUMBER(STREAMS, "1: sums one by one; 2: beside each other", 1, 2)
/* clang-format on */
PARAMETER_ENUM(REDUCTION_PARAMETERS, STREAM_COUNT);
/* ALGORITHM of dispatched benches. */
#define DISPATCHED_WORDS tree, warp_reductions
enum { WORD_NAMES(DISPATCHED, DISPATCHED_WORDS) };

enum { BRENT = -1 };               /* GROUPS_PER_UNIT */
enum { UNIFORM, EXACT, VARIANTS }; /* inputs */

enum { PARTS = 2, MAX_PASSES = 16, SMALLEST_TILE = 32, LARGEST_BLOCK = 1024 };
enum reduction_type { FLOATS, DOUBLES, WORDS };

/* A bench's own constants. A part is a reduction of arrays (rows) of n elements each, stored one after the other: of
 * one, or of as many as the setting; a bench has one part or two. */
enum reduction_rows { NO_ROWS, ONE_ROW, ND_ROWS };
struct reduction {
    enum reduction_type type; /* with the rows: all that inputs and expectation depend on */
    enum reduction_rows rows[PARTS];
    bool cub;        /* blocks add in the same order as CUB's */
    bool dispatched; /* each pass uses the kernel for the block size that fits it, and the input is consumed; ALGORITHM
                        decides whether blocks add as CUB does */
    /* The additions in sequence where passes are the bench's own; else NULL. */
    double (*additions)(const struct job *job, const struct config *config);
};

/* The value of a parameter; 0 if the bench does not have it. The shared ones of dispatched benches end with
 * ALGORITHM; later ones are their own. */
static inline int reduction_value(const struct config *config, size_t parameter)
{
    const struct reduction *reduction = config->problem->bench->own;
    const size_t count = reduction->dispatched ? ALGORITHM + 1 : space_parameters(&config->problem->bench->space);
    return parameter < count ? config->value[parameter] : 0;
}

/* Whether passes after the first write into the input. */
bool reduction_consumes(const struct config *config);

static inline const struct reduction *reduction_of(const struct job *job)
{
    return job->bench->own;
}

/* The rows of a part; 0 if there is none. */
static inline uint64_t reduction_rows(const struct problem *problem, int part)
{
    const enum reduction_rows rows = ((const struct reduction *)problem->bench->own)->rows[part];
    return rows == ND_ROWS ? (uint64_t)problem->inputs.setting[ND] : rows == ONE_ROW;
}

/* The rows of all parts, one sum each. */
static inline uint64_t reduction_sums(const struct problem *problem)
{
    return reduction_rows(problem, 0) + reduction_rows(problem, 1);
}

static inline size_t reduction_bytes(const struct job *job)
{
    return reduction_of(job)->type == DOUBLES ? sizeof(double) : sizeof(float);
}

/* ---- passes.c ---- */

/* One launch: `groups` groups per row of `threads` work-items reduce rows of `length` elements in slot `from` to
 * rows of `groups` sums in slot `to`. */
struct pass {
    int from, to;
    uint64_t length, groups;
    uint32_t threads;
};

/* The passes over rows of n elements of one part; returns their number. */
int reduction_passes(const struct job *job, const struct config *config, int part, struct pass pass[MAX_PASSES]);

/* Queues a pass of a part; and one iteration. */
enum status reduction_launch(struct job *job, const struct config *config, int part, const struct pass *pass,
                             struct fault *fault);
enum status reduction_enqueue(struct job *job, const struct config *config, struct fault *fault);

/* Whether an iteration is a graph; and its work. */
bool reduction_captured(const struct config *config);

/* For reduce.cl: what it has to know of GROUPS_PER_UNIT and LAUNCH, so that their other values share a binary. */
void reduction_define(const struct config *config, char lines[MAX_LINES]);
struct work reduction_work(const struct job *job, const struct config *config);

/* ---- values.c ---- */

/* The number of expectations; the number of arrays by the setting; whether the device supports such launches. */
uint64_t reduction_expected(const struct problem *problem);
uint64_t reduction_nd(const struct problem *problem);
enum status reduction_check(const struct problem *problem, const struct compute_device *device, struct fault *fault);

/* The expected sum of a row, and the sum of the magnitudes, the scale of errors. */
struct expectation {
    double sum, magnitudes;
};

/* Element `place` of the row that begins at element `first`; `one_in` is job_one_in(n). */
double reduction_element(const struct job *job, uint64_t seed, uint64_t first, uint64_t place, uint64_t one_in);

/* In change(): another value of an element, which changes the sum by a 64th to a 32nd of its magnitudes: more than any
 * tolerance, yet too little to change roundings, and by a different share each time; and the new expectation. */
double reduction_other(struct job *job, double was, const struct expectation *expected);
void reduction_correct(struct expectation *expected, double was, double is);

void reduction_setup(struct job *job);
void reduction_expect(struct job *job, void *expected); /* struct expectation of each row of each part */
void reduction_change(struct job *job, const struct config *config);
enum status reduction_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                             struct fault *fault);

/* The additions in sequence from an element to the sum of its row. */
double reduction_additions(const struct job *job, const struct config *config, int part);
