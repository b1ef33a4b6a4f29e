/* The contract of a suite: what it fills in. A suite is const data and small host functions, which call those of job.h;
 * it owns nothing, allocates nothing and prints nothing. The job that runs a bench owns every buffer. */
#pragma once

#include "base/store.h"
#include "compute/compute.h"
#include "compute/vectors.h"
#include "tuner/resource.h"
#include "tuner/result.h"
#include "tuner/space.h"
#include "tuner/values.h"

/* ---- what is given: a bench, its size, the seed of its inputs, the settings of its suite and a structure of atoms,
 * which hold for a whole run; and what is chosen: a configuration ---- */

enum { MAX_SETTINGS = 12 };

struct bench;

/* An option that a suite adds to the command line: {"density", "atoms", ...} is --density. It describes the problem,
 * not how it is solved: nothing is tuned here, as parameters are. */
struct setting {
    const char *name, *summary, *unit; /* lower case; unit: "A", "atoms/A^3"; or NULL */
    double initial, least, most;       /* where the user says nothing; what may be said, both ends included */
    bool whole;                        /* whole numbers only */
    const char *const *words;          /* or one of these; the value is its position, initial too */
    size_t count;                      /* of words */
    bool of_made;                      /* of inputs that are made: nothing to a structure that the user gave */
    bool (*concerns)(const struct bench *bench); /* the benches whose problems it describes; NULL: all of the suite */
};

enum { MAX_ATOM_TYPES = 64 };

/* What atoms of one element, or of one type of a user's, have in common: the parameters of Lennard-Jones' potential, in
 * angstrom and kcal/mol, and the mass, in g/mol. Sigma may be 0 where epsilon is. */
struct atom_type {
    char name[8]; /* zeros behind the end */
    double sigma, epsilon, mass;
};

/* Types are there for a suite that takes STRUCTURE_TYPES, the box where problems lie in it; zeros for others. */
struct inputs {
    double setting[MAX_SETTINGS]; /* in the order of the suite's table */
    const struct mm_float4 *atom; /* of a structure that the user gave: x, y, z in angstrom, and the charge; or NULL */
    size_t atoms;
    struct store_key structure; /* of it and its types, for workers, which find it in the store; "" for none */
    const uint8_t *atom_type;   /* of each atom, an index into `type`; NULL where there is none */
    struct atom_type type[MAX_ATOM_TYPES];
    size_t types;
    double box[3]; /* the periodic box that the file says, in angstrom; zeros: it says none */
};

/* Suite and bench are of a registry, the structure its maker's: they outlive the problem. */
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
    int value[]; /* one a parameter: a whole number itself; of words and real numbers the position in their list */
};

/* ---- a suite ---- */

enum { MAX_SLOTS = 32, MAX_KERNELS = 16, MAX_PROGRAMS = 12, MAX_VARIANTS = 4, MAX_REFERENCES = 4, MAX_LINES = 256 };
enum size_class { SMALL, MEDIUM, LARGE, SIZE_CLASSES };

/* What a bench needs of a device; a device without it gives one row `unsupported`. */
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

/* How many of `by` cover n: groups of a tile each. */
static inline uint64_t divide_up(uint64_t n, uint64_t by)
{
    return n / by + (n % by != 0);
}

struct job;     /* job.h */
struct verdict; /* job.h */

/* The element that an output should have, and what its error is a share of: 1, its own magnitude or the largest there
 * is, the sum of the magnitudes of what was added up. Of scale 0 it is to be met exactly. */
struct expected_element {
    double value, scale;
};

/* The usual comparison: all of a slot's floats, or doubles, with what `expected` says of each index. The tolerance is
 * in units of the scales. */
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

/* What one iteration does, for rates: bytes moved to and from memory at least, and floating-point operations; and how
 * much of each resource it uses at least, by which its limit is computed: .amount = {[RESOURCE_DRAM_READ] = 4. * n}. Of
 * streams name DRAM's: what a warm cache has of them is the tuner's matter. */
struct work {
    double bytes, flops;
    double amount[RESOURCES];
};

/* What a user would take instead of the bench: a function of a library of references (references/README.md), called on
 * the device arrays of the slots. It is measured beside the best, verified and judged as the default configuration is:
 * the functions of the suite get that, with config->reference set. */
struct reference {
    const char *name; /* "cub::DeviceReduce", as reports show it */
    const char *library, *function;
    int slots[4]; /* of `arrays` arrays */
    size_t arrays;
    uint64_t rows; /* of n elements each; 0: as many as the bench's .reference_rows says */
};

/* A list of names for .entries, .figures: ended by NULL. */
/* clang-format off */
#define NAMES(...) (const char *const[]){__VA_ARGS__, NULL}
/* clang-format on */

/* A parameter that a kernel file knows, and by which name. */
struct taken {
    size_t parameter;
    const char *name;
};

/* A list for .takes: TAKES({P2P_BLOCK_SIZE, "BLOCK_SIZE"}). */
/* clang-format off */
#define TAKES(...) (const struct taken[]){__VA_ARGS__, {.name = NULL}}
/* clang-format on */

/* What a kernel file is written in. The common language gets common_compute.h before it. */
enum kernel_language { LANGUAGE_BY_SUFFIX, LANGUAGE_COMMON, LANGUAGE_CUDA, LANGUAGE_OPENCL };

/* What is compiled. */
struct bench_kernel {
    const char *file;              /* "x/y.cl" (both languages), "x/y.cu", "x/y.opencl"; or NULL: no kernel */
    enum kernel_language language; /* where the suffix says another one */
    const char *const *entries;    /* entry points, at most MAX_KERNELS, then NULL */
    bool named;                    /* by names of C++ (compute_build): no extern "C", or templates of CUDA */
    const char *defines;           /* further #define lines, the same for all configurations; or NULL */
    /* How a configuration is compiled, where a #define cannot say it: enum compute_option; NULL for 0. */
    unsigned (*options)(const struct config *config);
    /* Writes further options, of the compilers' own (compute_build); NULL: none. INVALID is the configuration's. */
    enum status (*flags)(const struct config *config, char flags[MAX_FLAGS_TEXT], struct fault *fault);
    /* Fills in further #define lines, which the problem decides: its settings, its atoms' types; each ends in
     * a new line. NULL: none. */
    void (*define)(const struct problem *problem, char lines[MAX_LINES]);
    const struct taken *takes; /* the parameters that it is given, ended by a NULL name; NULL: all, by their names */
    /* Whether it has a build that counts what it does: with `#define COUNTED 1`, compiled apart. Of what is measured it
     * runs once, untimed, with job->counting set, and figure() reads its counters; else figure() has none. Of a bench
     * with .kernel alone. */
    bool counted;
};

struct bench_size {
    const char *unit;               /* what a size counts: "words"; or NULL */
    uint64_t classes[SIZE_CLASSES]; /* small (2-core CPU), medium (default on a GPU), large */
    uint64_t most;                  /* the largest n that the host functions take */
    bool of_structure;              /* --input: n is the number of its atoms; so it is where these have types */
};

enum { MAX_PROPOSAL = 160 };

/* The host's functions: what is given, and whether the answer is right. */
struct bench_problem {
    /* Whether there can be such a problem, on a device (NULL: not known): asked before anything is done; INVALID with
     * the reason. NULL: always. */
    enum status (*check)(const struct problem *problem, const struct compute_device *device, struct fault *fault);
    /* Which settings are right for errors of the answer up to `max_error` (--max-error): changes those that `asked`
     * does not mark, and says in a few words what it chose. Called once the size is known, before `check`; INVALID with
     * the reason where none will do. NULL: the user's, and the initial ones. */
    enum status (*propose)(struct problem *problem, double max_error, const bool asked[MAX_SETTINGS],
                           char words[MAX_PROPOSAL], struct fault *fault);
    /* What a user should know of a problem before it is run: in a few words, or none. NULL: nothing. */
    void (*remark)(const struct problem *problem, char words[MAX_PROPOSAL]);
    int variants; /* inputs that every configuration must get right: 1 to MAX_VARIANTS */
    /* The size of those that are not timed, from 1 to n, which the suite has to give reasons for; NULL: n. */
    uint64_t (*further_size)(const struct problem *problem);
    size_t expected_bytes;                                     /* of the expectation, or of each of its parts: */
    uint64_t (*expected_parts)(const struct problem *problem); /* how many it has; NULL: one */
    void (*setup)(struct job *job);                            /* declare slots, fill inputs */
    void (*expect)(struct job *job, void *expected);           /* in double precision; NULL if it has 0 bytes */
    double (*expect_number)(struct job *job); /* or this, if it is one number: expected_bytes is 0 then */
    /* Before a configuration is verified and before it is timed: inputs and sizes that depend on it (job_refill,
     * job_resize, and host memory). NULL where none does. */
    enum status (*arrange)(struct job *job, const struct config *config, struct fault *fault);
    /* The parameters that it looks at: ARRANGED_BY(...). What it made is left as it is for a configuration that agrees
     * in them with the one before, and a search visits such together where it visits all. NULL: all of them. */
    const size_t *arranged_by;
    /* Behind timing: changes a few elements of the timed input (job_change) at places that it draws (job_draw), so that
     * the answer is another one where it is looked at, by more than the tolerance, and corrects the expectation
     * (job_corrected); what verify() makes of the inputs needs no correction. The outputs stay as the timed iterations
     * left them: an iteration that does not do all of its work is found. NULL: outputs are spoilt instead, and
     * finalists are verified with inputs of another seed, too. */
    void (*change)(struct job *job, const struct config *config);
    /* Of iterations that write to inputs, with .change: whether one more can be judged of what timed ones, or a few,
     * left an input as that they write to (job_consumed), by its first bytes beside what it was made as (job_host); it
     * is, in some checks. With `left` NULL: whether anything but what it was made as can be judged. NULL: nothing. */
    bool (*continues)(const struct job *job, int slot, const void *left, size_t bytes);
    struct element_comparison compare; /* the usual one, of the one output: COMPARE_FLOATS(...); or instead of it: */
    /* Outputs against the expectation. WRONG_RESULT with a reason that a person understands. */
    enum status (*verify)(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault);
    /* What verify() says of outputs depends on their bytes alone, and on inputs: not on the configuration, nor on what
     * outputs were full of. Large ones with the bytes of what was right before are not looked at again; and verify()
     * reads what it looks at itself (job_read, job_fetch). */
    bool right_by_bytes;
};

/* clang-format off */
#define ARRANGED_BY(...) (const size_t[]){__VA_ARGS__, SIZE_MAX}
/* clang-format on */

#define EVERY_KERNEL SIZE_MAX

/* What is timed. */
struct bench_device {
    /* Queue the work of one iteration, do not wait. */
    enum status (*enqueue)(struct job *job, const struct config *config, struct fault *fault);
    /* Whether a configuration's iteration is captured as a graph and launched as that; NULL for never. */
    bool (*captured)(const struct config *config);
    /* Whether a configuration's iteration writes to its inputs, and so is right on fresh ones only; NULL for never. */
    bool (*consumes_input)(const struct config *config);
    bool host_timed; /* by the host's clock, from before the iteration until all of it is done */
};

/* What a row says beside times. */
struct bench_report {
    uint64_t uses; /* USES(...) | ...: the resources of which work() may name amounts; 0: no limit */
    struct work (*work)(const struct job *job, const struct config *config);
    /* What else is to be known of a configuration that was right on every input: values of what `figures` names, on
     * variant 0. In reports as they are: shares, counts a point; one that is no finite number is left out. */
    const char *const *figures; /* at most MAX_FIGURES, then NULL; or NULL */
    void (*figure)(const struct job *job, const struct config *config, double values[MAX_FIGURES]);
    bool figures_timed; /* figure() is called again behind timing: for what iterations noted of themselves */
    const char *error;  /* which of the figures is the error of the answer, the smaller the better; NULL: none */
};

struct bench {
    const char *name, *summary;
    unsigned needs; /* enum need */
    struct bench_kernel kernel;
    /* Or, where configurations come of several files, ended by a NULL file: one for each value of parameter
     * `kernels_by`, in its order; or EVERY_KERNEL: a configuration has them all, MAX_PROGRAMS at most, each compiled by
     * itself, its entry points numbered behind those of the file before. What a file does not take does not make it
     * another one: two configurations share it. */
    const struct bench_kernel *kernels;
    size_t kernels_by;
    struct space space;
    struct bench_size size;
    struct bench_problem problem;
    struct bench_device device;
    struct bench_report report;
    /* The runs that tests make of it, each the options of a command line: "--size 1,1000003"; then NULL. */
    const char *const *tests;
    const void *own;                             /* what else the suite's functions need to know of it; or NULL */
    struct reference references[MAX_REFERENCES]; /* ended by a NULL name, or full */
    uint64_t (*reference_rows)(const struct problem *problem); /* of those whose .rows is 0; or NULL */
};

/* What a suite takes of a file of atoms: nothing; places and charges, and, where these are a bench's size, the periodic
 * box; or places, types and the box, where the size of its problems is the number of the file's atoms. */
enum suite_structure { STRUCTURE_NONE, STRUCTURE_CHARGES, STRUCTURE_TYPES };

struct suite {
    const char *name, *summary;
    const struct bench *const *benches; /* ended by NULL */
    const struct setting *settings;     /* of all its benches, at most MAX_SETTINGS; ended by a NULL name, or NULL */
    enum suite_structure structure;     /* --input FILE: atoms instead of those made from a seed */
    /* Whether problems of such settings lie in the structure's periodic box, which is not read else; NULL: none does.
     */
    bool (*boxed)(const struct inputs *inputs);
};

/* clang-format off */
#define BENCHES(...) (const struct bench *const[]){__VA_ARGS__, NULL}
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

/* Whether a bench is one of those: for .concerns. */
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

/* How many references, and how many figures, a bench has. */
static inline size_t bench_references(const struct bench *bench)
{
    size_t count = 0;
    while (count < MAX_REFERENCES && bench->references[count].name)
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

/* How many kernels a bench has, one at least, and number i of them; and those of a configuration: how many, the first.
 */
size_t bench_kernels(const struct bench *bench);
const struct bench_kernel *bench_kernel(const struct bench *bench, size_t i);
size_t config_kernels(const struct config *config, const struct bench_kernel **first);

/* NULL, or why a device cannot run a bench: a static text, or one within *device. */
const char *bench_missing(const struct bench *bench, const struct compute_device *device);

/* The word of need number i ("CUDA"), NULL behind the last; bit i of a bench's `needs` stands for it. */
const char *need_word(unsigned i);

/* The position of the figure that is the error of a bench's answers; SIZE_MAX if none is. */
size_t bench_error(const struct bench *bench);

/* ---- problems and configurations ---- */

/* A problem with the suite's own settings, and no structure. */
struct problem problem_of(const struct suite *suite, const struct bench *bench, uint64_t n, uint64_t seed);

/* Adds all that a problem is to a hash: two problems of one registry differ in it if they differ in anything. */
void problem_hash(struct store_hash *hash, const struct problem *problem);

/* A configuration of an index below the space's product, and the same made to be another. free() frees it. */
struct config *config_new(const struct problem *problem, uint64_t index);
void config_set(struct config *config, uint64_t index);

/* The value of parameter `i` as a count: of a whole number that is not negative. */
static inline uint64_t config_count(const struct config *config, size_t i)
{
    return (uint64_t)config->value[i];
}

/* The value of parameter `i`, which has real ones. */
double config_real(const struct config *config, size_t i);

/* What setting number `i` of the suite is. */
double config_setting(const struct config *config, size_t i);

/* Whether the bench's arrange() makes the same for two configurations of its space. */
bool arranged_alike(const struct bench *bench, uint64_t index, uint64_t other);
