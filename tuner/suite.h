/* The contract of a suite: what it fills in. A suite is const data and small host functions, which call those of job.h;
 * it owns nothing, allocates nothing and prints nothing. The job that runs a bench owns every buffer. */
#pragma once

#include "base/store.h"
#include "compute/compute.h"
#include "compute/vectors.h"
#include "tuner/lists.h"
#include "tuner/resource.h"
#include "tuner/result.h"
#include "tuner/space.h"
#include "tuner/values.h"

/* ---- inputs of a whole run: a bench, its size, the seed of its inputs, the settings of its suite and a structure
 * of atoms; and what is chosen: a configuration ---- */

enum { MAX_SETTINGS = 12 };

struct bench;

/* An option that a suite adds to the command line: {"density", "atoms", ...} is --density. It describes the problem,
 * not how it is solved: unlike a parameter, it is not tuned. */
struct setting {
    const char *name, *summary, *unit; /* lower case; unit: "A", "atoms/A^3"; or NULL */
    double initial, least, most;       /* if the user gives none; the range, both ends included */
    bool whole;                        /* whole numbers only */
    const char *const *words;          /* or one of these; the value is its position, initial too */
    size_t count;                      /* of words */
    bool of_made;                      /* applies to generated inputs only, not to a structure that the user gave */
    bool (*concerns)(const struct bench *bench); /* the benches whose problems it describes; NULL: all of the suite */
};

enum { MAX_ATOM_TYPES = 64 };

/* Properties of atoms of one element, or of one of the user's types: the parameters of Lennard-Jones' potential, in
 * angstrom and kcal/mol, and the mass, in g/mol. Sigma may be 0 where epsilon is. */
struct atom_type {
    char name[8]; /* padded with zeros */
    double sigma, epsilon, mass;
};

/* Types are set for a suite with STRUCTURE_TYPES, the box if problems lie in it; zeros for others. */
struct inputs {
    double setting[MAX_SETTINGS]; /* in the order of the suite's table */
    const struct mm_float4 *atom; /* of a structure that the user gave: x, y, z in angstrom, and the charge; or NULL */
    size_t atoms;
    struct store_key structure; /* of it and its types: workers load it from the store; "" for none */
    const uint8_t *atom_type;   /* index into `type` of each atom; NULL without types */
    struct atom_type type[MAX_ATOM_TYPES];
    size_t types;
    double box[3]; /* the periodic box of the file, in angstrom; zeros: none */
};

/* The registry owns suite and bench, its reader the structure: they outlive the problem. */
struct problem {
    const struct suite *suite;
    const struct bench *bench;
    uint64_t n;    /* the problem size, in the bench's own unit */
    uint64_t seed; /* of the inputs */
    struct inputs inputs;
};

/* One point of a problem's space. The index is its identity. */
struct config {
    const struct problem *problem;
    const struct reference *reference; /* not NULL: run this instead; the values are the default's */
    uint64_t index;
    int value[]; /* one per parameter: a whole number itself; of words and real numbers the position in their list */
};

/* ---- a suite ---- */

enum { MAX_SLOTS = 40, MAX_KERNELS = 24, MAX_PROGRAMS = 12, MAX_VARIANTS = 4, MAX_REFERENCES = 4, MAX_LINES = 256 };
enum { MAX_COMPARED = 4 }; /* outputs of .problem.compare */
enum size_class { SMALL, MEDIUM, LARGE, SIZE_CLASSES };

/* What a bench requires of a device; without it there is one row, `unsupported`. */
enum need {
    NEEDS_CUDA = COMPUTE_CUDA,
    NEEDS_CUB = COMPUTE_CUB,
    NEEDS_FP64 = COMPUTE_FP64,
    NEEDS_INT64_ATOMICS = COMPUTE_INT64_ATOMICS,
    NEEDS_OPENCL = COMPUTE_OPENCL,
    NEEDS_IMAGES = COMPUTE_TEXTURES,
    NEEDS_CHILD_LAUNCH = COMPUTE_CHILD_LAUNCH,
    NEEDS_GRAPHS = COMPUTE_GRAPHS
};

/* A line of a bench's .defines for a macro of the host, with its value: DEFINE(WIDTH) is "#define WIDTH 0.5f\n". */
#define DEFINE(name) "#define " #name " " DEFINE_TEXT(name) "\n"
#define DEFINE_TEXT(value) DEFINE_TEXT_OF(value)
#define DEFINE_TEXT_OF(value) #value

/* How many tiles of `by` cover n, a group each. */
static inline uint64_t divide_up(uint64_t n, uint64_t by)
{
    return n / by + (n % by != 0);
}

struct job;     /* job.h */
struct verdict; /* job.h */

/* The expected element of an output, and the scale of its error: 1, its own magnitude or the largest of all, the sum
 * of the magnitudes of its terms. With scale 0 it must be exact. */
struct expected_element {
    double value, scale;
};

/* The usual comparison: all floats or doubles of a slot, with `expected` for each index. The tolerance is in units
 * of the scales. */
struct element_comparison {
    int slot;
    struct expected_element (*expected)(const struct job *job, uint64_t i);
    double tolerance;
    bool doubles;
};
/* clang-format off */
#define COMPARE_FLOATS(slot, expected, tolerance) {slot, expected, tolerance, false}
#define COMPARE_DOUBLES(slot, expected, tolerance) {slot, expected, tolerance, true}
/* clang-format on */

/* The work of an iteration, for rates: least bytes moved to and from memory, and floating-point operations; and the
 * least use of each resource, from which its limit is computed: .amount = {[RESOURCE_DRAM_READ] = 4. * n}. Streams
 * are named DRAM's: the tuner handles what a warm cache holds of them. */
struct work {
    double bytes, flops;
    double amount[RESOURCES];
};

/* The alternative to the bench for a user: a function of a library of references (references/README.md), called on
 * the device arrays of the slots. It is measured beside the best, and verified as the default configuration is: the
 * functions of the suite get that, with config->reference set. */
struct reference {
    const char *name; /* "cub::DeviceReduce", as reports show it */
    const char *library, *function;
    int slots[4]; /* of `arrays` arrays */
    size_t arrays;
    uint64_t rows; /* of n elements each; 0: the bench's .reference_rows */
    bool waits;    /* until the device is done: a device that is held until all calls are queued only delays them */
};

/* A list of names for .entries, .figures: ended by NULL. */
/* clang-format off */
#define NAMES(...) (const char *const[]){__VA_ARGS__, NULL}
/* clang-format on */

/* A parameter of a kernel file, and its name there. */
struct taken {
    size_t parameter;
    const char *name;
};

/* A list for .takes: TAKES({P2P_BLOCK_SIZE, "BLOCK_SIZE"}). */
/* clang-format off */
#define TAKES(...) (const struct taken[]){__VA_ARGS__, {.name = NULL}}
/* clang-format on */

/* The language of a kernel file. common_compute.h is prepended to the common one. */
enum kernel_language { LANGUAGE_BY_SUFFIX, LANGUAGE_COMMON, LANGUAGE_CUDA, LANGUAGE_OPENCL };

/* What is compiled. */
struct bench_kernel {
    const char *file;              /* "x/y.cl" (both languages), "x/y.cu", "x/y.opencl"; or NULL: no kernel */
    enum kernel_language language; /* if it is not the suffix's */
    const char *const *entries;    /* entry points, at most MAX_KERNELS, then NULL */
    bool named;                    /* by mangled names (compute_build): no extern "C", or templates of CUDA */
    const char *defines;           /* further #define lines, the same for all configurations; or NULL */
    /* Options of compilation that no #define expresses: enum compute_option; NULL for 0. */
    unsigned (*options)(const struct config *config);
    /* Writes further options of the compiler itself (compute_build); NULL: none. INVALID is the configuration's. */
    enum status (*flags)(const struct config *config, char flags[MAX_FLAGS_TEXT], struct fault *fault);
    /* Fills in further #define lines that depend on the problem (its settings, its atoms' types), or tell the kernel as
     * much of a host parameter as it has to know; each ends in a new line. NULL: none. */
    void (*define)(const struct config *config, char lines[MAX_LINES]);
    const struct taken *takes; /* its parameters, ended by a NULL name; NULL: all, by their names */
    /* Whether it has a counting build: with `#define COUNTED 1`, compiled separately. Each measured configuration
     * runs it once, untimed, with job->counting set, and figure() reads its counters; otherwise figure() has none.
     * Only for benches with .kernel alone. */
    bool counted;
};

struct bench_size {
    const char *unit;               /* unit of a size: "words"; or NULL */
    uint64_t classes[SIZE_CLASSES]; /* small (2-core CPU), medium (default on a GPU), large */
    uint64_t most;                  /* the largest n that the host functions accept */
    bool of_structure;              /* --input: n is the number of its atoms; likewise with types */
};

enum { MAX_PROPOSAL = 160 };

/* The host's functions: inputs, and verification. */
struct bench_problem {
    /* Whether such a problem is possible, on a device (NULL: not known): called first; INVALID with the reason.
     * NULL: always. */
    enum status (*check)(const struct problem *problem, const struct compute_device *device, struct fault *fault);
    /* Chooses settings for errors of the answer up to `max_error` (--max-error): changes those not marked in
     * `asked`, and describes its choice in a few words. Called once the size is known, before `check`; INVALID with
     * the reason if no settings suffice. NULL: the user's, and the initial ones. */
    enum status (*propose)(struct problem *problem, double max_error, const bool asked[MAX_SETTINGS],
                           char words[MAX_PROPOSAL], struct fault *fault);
    /* A short remark on a problem, printed before it is run, or none. NULL: nothing. */
    void (*remark)(const struct problem *problem, char words[MAX_PROPOSAL]);
    int variants; /* inputs on which every configuration is verified: 1 to MAX_VARIANTS */
    /* The size of untimed variants, from 1 to n, which the suite must justify; NULL: n. */
    uint64_t (*further_size)(const struct problem *problem);
    size_t expected_bytes;                                     /* of the expectation, or of each of its parts: */
    uint64_t (*expected_parts)(const struct problem *problem); /* number of parts; NULL: one */
    /* So many first bytes of .own, without pointers and padding, determine inputs and expectation, with the problem's
     * size and settings: benches of a suite that agree in them share the stored expectation. 0: the bench does. */
    size_t expected_own_bytes;
    void (*setup)(struct job *job);                  /* declare slots, fill inputs */
    void (*expect)(struct job *job, void *expected); /* in double precision; NULL if it has 0 bytes */
    double (*expect_number)(struct job *job);        /* or this, if it is one number: then expected_bytes is 0 */
    /* Before a configuration is verified and before it is timed: inputs and sizes that depend on it (job_refill,
     * job_resize, and host memory). NULL: none do. */
    enum status (*arrange)(struct job *job, const struct config *config, struct fault *fault);
    /* The parameters that it reads: ARRANGED_BY(...). It is not called again for a configuration that agrees in them
     * with the one before; an exhaustive search visits such configurations together. NULL: all of them. */
    const size_t *arranged_by;
    /* After timing: changes a few elements of the timed input (job_change) at drawn places (job_draw), so that the
     * answer differs where it is inspected, by more than the tolerance, and corrects the expectation
     * (job_corrected); what verify() derives from the inputs needs no correction. The outputs stay as the timed
     * iterations left them, so an iteration that skips work is detected. NULL: outputs are overwritten instead, and
     * finalists are verified with inputs of another seed, too. */
    void (*change)(struct job *job, const struct config *config);
    /* For iterations that write to inputs, with .change: whether one more can be verified, given the contents
     * (`left`) of an input after timed iterations or a few (job_consumed), by comparing its first bytes with the
     * initial ones (job_host); some checks do so. With `left` NULL: whether anything but the initial contents can be
     * verified. NULL: nothing. */
    bool (*continues)(const struct job *job, int slot, const void *left, size_t bytes);
    /* The usual comparison of each output: {COMPARE_FLOATS(...), ...}, full or ended by a NULL `expected`. The first
     * wrong one is reported; else the verdict is that of the output nearest to its tolerance. Or instead of it: */
    struct element_comparison compare[MAX_COMPARED];
    /* Compares outputs with the expectation. WRONG_RESULT with a readable reason. */
    enum status (*verify)(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault);
    /* The result of verify() depends on the bytes of outputs and on inputs alone: not on the configuration, nor on
     * the initial contents of outputs. Large outputs equal to verified ones are not verified again; and verify()
     * reads what it needs itself (job_read, job_fetch). */
    bool right_by_bytes;
};

/* clang-format off */
#define ARRANGED_BY(...) (const size_t[]){__VA_ARGS__, SIZE_MAX}
/* clang-format on */

#define EVERY_KERNEL SIZE_MAX

/* The timed work. */
struct bench_device {
    /* Queues the work of one iteration, without waiting. */
    enum status (*enqueue)(struct job *job, const struct config *config, struct fault *fault);
    /* Whether a configuration's iteration is captured and launched as a graph; NULL for never. */
    bool (*captured)(const struct config *config);
    /* Whether a configuration's iteration writes to its inputs, and so is right only on fresh ones; NULL for never. */
    bool (*consumes_input)(const struct config *config);
    bool host_timed; /* by the host's clock, from before the iteration until all of it is done; */
    /* its host's work, verification included, is one thread's: other GPUs may verify beside its samples. */
    bool verified_beside;
};

/* Contents of a row beside times. */
struct bench_report {
    uint64_t uses; /* USES(...) | ...: the resources of which work() may name amounts; 0: no limit */
    struct work (*work)(const struct job *job, const struct config *config);
    /* Further values of a configuration that was right on every input, named by `figures`, for variant 0. Reports
     * print them unchanged: shares, counts per point; values that are not finite are omitted. */
    const char *const *figures; /* at most MAX_FIGURES, then NULL; or NULL */
    void (*figure)(const struct job *job, const struct config *config, double values[MAX_FIGURES]);
    bool figures_timed; /* figure() is called again after timing: for data that iterations recorded */
    const char *error;  /* which of the figures is the error of the answer (smaller is better); NULL: none */
};

struct bench {
    const char *name, *summary;
    unsigned needs; /* enum need */
    bool by_name;   /* in no run of the whole suite, which it would make much longer: only where --bench matches it */
    /* If an earlier bench of the run has the same kernel, its times guide the search, and fewer are tried: for benches
     * for which this was measured to find the best (tuner/search/MODEL.md). */
    bool follows;
    /* The parameter whose values count elements, and their bytes: then such a search begins with as many bytes as were
     * the best there. No bytes: with the same values. */
    struct {
        size_t parameter;
        int bytes;
    } elements;
    /* It tries as few as one that follows: its time depends on few of its parameters, which was measured, too. */
    bool few;
    bool includes_cub; /* some of its programs do: headers that take seconds to parse, once for all compile workers */
    struct bench_kernel kernel;
    /* Or, if configurations use several files, ended by a NULL file: one for each value of parameter `kernels_by`,
     * in its order; or EVERY_KERNEL: each configuration uses them all, MAX_PROGRAMS at most, compiled separately,
     * entry points numbered after those of the file before. Configurations that differ only in parameters that a
     * file does not take share its program. */
    const struct bench_kernel *kernels;
    size_t kernels_by;
    struct space space;
    struct bench_size size;
    struct bench_problem problem;
    struct bench_device device;
    struct bench_report report;
    /* The runs of tests, each as options of a command line: "--size 1,1000003"; then NULL. */
    const char *const *tests;
    const void *own;                                           /* further data for the suite's functions; or NULL */
    struct reference references[MAX_REFERENCES];               /* ended by a NULL name, or full */
    uint64_t (*reference_rows)(const struct problem *problem); /* of references whose .rows is 0; or NULL */
};

/* What a suite reads of a file of atoms: nothing; places and charges, and, where these are a bench's size, the
 * periodic box; or places, types and the box, where the size of its problems is the number of the file's atoms. */
enum suite_structure { STRUCTURE_NONE, STRUCTURE_CHARGES, STRUCTURE_TYPES };

struct suite {
    const char *name, *summary;
    const struct bench *const *benches; /* ended by NULL */
    const struct setting *settings;     /* of all its benches, at most MAX_SETTINGS; ended by a NULL name, or NULL */
    enum suite_structure structure;     /* --input FILE: atoms instead of those made from a seed */
    /* Whether problems with these settings lie in the structure's periodic box, which is ignored otherwise; NULL:
     * never. */
    bool (*boxed)(const struct inputs *inputs);
};

/* clang-format off */
#define BENCHES(...) (const struct bench *const[]){__VA_ARGS__, NULL}

/* A bench by its name: DEFINE_BENCH(scale_f32, "product of a number and an array of floats", .kernel = {...}, ...). */
#define DEFINE_BENCH(word, what, ...)                                                                                  \
    static const struct bench word = {.name = #word, .summary = what, __VA_ARGS__}

/* A suite of benches alone: DEFINE_SUITE(scale, "products of numbers and arrays", &scale_f32) is scale_suite. */
#define DEFINE_SUITE(word, what, ...)                                                                                  \
    const struct suite word##_suite = {.name = #word, .summary = what, .benches = BENCHES(__VA_ARGS__)}
/* clang-format on */

static inline size_t suite_benches(const struct suite *suite)
{
    size_t count = 0;
    while (suite->benches[count])
        count++;
    return count;
}

/* Whether the size of a bench's problems is the number of a structure's atoms. */
static inline bool suite_sized(const struct suite *suite, const struct bench *bench)
{
    return suite->structure == STRUCTURE_TYPES || bench->size.of_structure;
}

static inline size_t suite_settings(const struct suite *suite)
{
    size_t count = 0;
    while (suite->settings && suite->settings[count].name)
        count++;
    return count;
}

/* Whether a bench is one of the given: for .concerns. */
static inline bool bench_among(const struct bench *bench, const struct bench *const *of)
{
    while (*of && *of != bench)
        of++;
    return *of;
}

/* Whether a setting describes the problems of a bench of its suite. */
static inline bool setting_concerns(const struct setting *setting, const struct bench *bench)
{
    return !setting->concerns || setting->concerns(bench);
}

/* How many references, compared outputs and figures a bench has. */
static inline size_t bench_references(const struct bench *bench)
{
    size_t count = 0;
    while (count < MAX_REFERENCES && bench->references[count].name)
        count++;
    return count;
}

static inline size_t bench_compared(const struct bench *bench)
{
    size_t count = 0;
    while (count < MAX_COMPARED && bench->problem.compare[count].expected)
        count++;
    return count;
}

static inline size_t bench_figures(const struct bench *bench)
{
    size_t count = 0;
    while (bench->report.figures && bench->report.figures[count])
        count++;
    return count;
}

/* Number of kernels of a bench, at least one, and its kernel number i; and those of a configuration: their number,
 * the first one. */
size_t bench_kernels(const struct bench *bench);
const struct bench_kernel *bench_kernel(const struct bench *bench, size_t i);
size_t config_kernels(const struct config *config, const struct bench_kernel **first);

/* NULL, or why a device cannot run a bench: a static text, or one within *device. */
const char *bench_missing(const struct bench *bench, const struct compute_device *device);

/* The word of need number i ("CUDA"), NULL beyond the last; bit i of a bench's `needs` stands for it. */
const char *need_word(unsigned i);

/* The position of the figure that is the error of a bench's answers; SIZE_MAX if none is. */
size_t bench_error(const struct bench *bench);

/* ---- problems and configurations ---- */

/* A problem with the suite's own settings, and no structure. */
struct problem problem_of(const struct suite *suite, const struct bench *bench, uint64_t n, uint64_t seed);

/* Adds every field of a problem to a hash: two problems of one registry differ in it if they differ in anything. */
void problem_hash(struct store_hash *hash, const struct problem *problem);

/* Adds what its expectation depends on. */
void problem_hash_expectation(struct store_hash *hash, const struct problem *problem);

/* A new configuration by its index, below the space's product; and changing it to another. free() frees it. */
struct config *config_new(const struct problem *problem, uint64_t index);
void config_set(struct config *config, uint64_t index);

/* Parameter `i` as a count: a whole number that is not negative. */
static inline uint64_t config_count(const struct config *config, size_t i)
{
    return (uint64_t)config->value[i];
}

/* The value of parameter `i`, a real number. */
double config_real(const struct config *config, size_t i);

/* The value of setting number `i` of the suite. */
double config_setting(const struct config *config, size_t i);

/* Whether the bench's arrange() gives the same for two configurations of its space. */
bool arranged_alike(const struct bench *bench, uint64_t index, uint64_t other);
