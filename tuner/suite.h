/* The contract of a suite: all that a suite file includes. A suite is const data and small host functions; it owns
 * nothing, allocates nothing and prints nothing. The job that runs a bench owns every buffer. */
#ifndef TUNER_SUITE_H
#define TUNER_SUITE_H

#include "base/store.h"
#include "compute/compute.h"
#include "tuner/problem.h"
#include "tuner/resource.h"
#include "tuner/result.h"
#include "tuner/values.h"

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

/* A problem on one device, with one of its inputs. Suites read the fields and call job_*. */
struct job {
    const struct problem *problem;
    const struct bench *bench; /* the problem's own, for short; so is the seed */
    const struct compute_device *device;
    uint64_t n; /* of this input; the problem's own for variant 0 */
    uint64_t seed;
    uint64_t draw; /* what the places of samples are drawn from: of the run's secret, which no kernel knows */
    int variant;   /* which input: 0 .. bench->problem.variants - 1; variant 0 is the one that is timed */
    struct job_state *state;
};

/* Called in setup(): declare the slots, each once, from 0 to MAX_SLOTS - 1. Bytes > 0. job_input returns host memory to
 * fill, which is uploaded after setup(); outputs and scratch are device memory, poisoned before every verified run;
 * outputs are read back after it.
 */
void *job_input(struct job *job, int slot, const char *name, size_t bytes);
void job_output(struct job *job, int slot, const char *name, size_t bytes);
void job_scratch(struct job *job, int slot, const char *name, size_t bytes);

/* Device memory that is zero at the start and that every iteration leaves zero: tickets, counters. */
void job_zeroed(struct job *job, int slot, const char *name, size_t bytes);

/* An input of `count` elements that the device makes (kernels/tuner/generate.cl): element i is what job_uniform_float,
 * job_uniform, job_word or job_exact below give for (seed, i), bit for bit. It is made anew before each verified run,
 * so an iteration may spoil it. There is no host copy. `row` is of exact inputs: the elements of a row. */
enum generator { GENERATE_FLOATS, GENERATE_DOUBLES, GENERATE_WORDS, GENERATE_EXACT_FLOATS, GENERATE_EXACT_DOUBLES };
void job_generate(struct job *job, int slot, const char *name, uint64_t count, enum generator generator, uint64_t seed,
                  uint64_t row);

/* An input that is a texture: host memory of width x height floats, filled and uploaded like job_input's. */
float *job_texture(struct job *job, int slot, const char *name, struct compute_texture texture);

/* A slot of host memory, for benches that copy themselves; there is no device array. Page-locked (pinned) or not. An
 * input is filled in setup(); outputs and scratch are poisoned before every verified run. job_memory gives it later. */
enum host_role { HOST_INPUT, HOST_OUTPUT, HOST_SCRATCH };
void *job_host_memory(struct job *job, int slot, const char *name, size_t bytes, enum host_role role, bool pinned);
void *job_memory(const struct job *job, int slot);

/* In arrange(): the host memory of an input that the configuration decides, to be filled again; it is uploaded then. A
 * texture may get another shape, filter or addressing with it, and is then filled whole; one that the device does not
 * have is the row's fault. */
void *job_refill(struct job *job, int slot);
float *job_refill_texture(struct job *job, int slot, struct compute_texture texture);

/* In arrange(), for every configuration: the size of an output, or of scratch, that the configuration decides. What it
 * writes behind that is found. */
void job_resize(struct job *job, int slot, size_t bytes);

/* In expect() and verify(): the host copy of an input, of an output after the run, and the expectation. */
const void *job_host(const struct job *job, int slot);
size_t job_bytes(const struct job *job, int slot);

/* For verify() of a bench that counts on top of what it finds: the word of which outputs were full before. */
uint32_t job_filled(const struct job *job);
const void *job_expected(const struct job *job);

/* The expectation of a bench that has .expect_number. */
static inline double job_expected_number(const struct job *job)
{
    return *(const double *)job_expected(job);
}

/* In verify(): reads part of a slot of the device, for results that are too large to be read whole. */
enum status job_read(const struct job *job, int slot, size_t offset, void *to, size_t bytes, struct fault *fault);

/* In enqueue(): the device array of a slot, a queued launch of entry number `kernel`, a queued fill. */
struct compute_array *job_array(const struct job *job, int slot);
enum status job_launch(struct job *job, int kernel, struct compute_launch launch,
                       const struct compute_argument *arguments, size_t count, struct fault *fault);
enum status job_fill(struct job *job, int slot, uint8_t value, struct fault *fault);

/* Launches: so many groups of `group` work-items; or as many as tiles of `tile` elements cover `elements`, one at
 * least, along one dimension or three. */
struct compute_launch launch_groups(uint64_t groups, uint64_t group);
struct compute_launch launch_over(uint64_t elements, uint64_t tile, uint64_t group);
struct compute_launch launch_over_box(const uint64_t elements[3], const uint64_t tile[3], const uint64_t group[3]);

/* A queued launch with its arguments, in a function whose parameters are `job` and `fault`, as enqueue()'s are:
 * LAUNCH(0, launch_over(job->n, tile, block), ARRAY(X), VALUE((uint32_t)job->n)). ARRAY is the device array of a slot,
 * VALUE any expression, in the type of the kernel's parameter. */
#define LAUNCH(kernel, launch, ...) job_launch(job, kernel, launch, ARGUMENTS(__VA_ARGS__), fault)
#define ARRAY(slot) COMPUTE_ARRAY(job_array(job, slot))
/* clang-format off */
#define VALUE(v) ((struct compute_argument){.value = (__typeof__(v)[]){v}, .size = COMPUTE_VALUE_BYTES(v)})
#define ARGUMENTS(...)                                                                                                 \
    (const struct compute_argument[]){__VA_ARGS__},                                                                    \
    sizeof((const struct compute_argument[]){__VA_ARGS__}) / sizeof(struct compute_argument)
/* clang-format on */

/* In enqueue(): launches on stream `stream` from now on begin after all that is queued on `awaited` by now. An
 * iteration begins and ends on stream 0: INVALID for one that launches on a stream which did not wait for 0 before, or
 * for which 0 does not wait in the end. */
enum status job_stream_wait(struct job *job, int stream, int awaited, struct fault *fault);

/* In enqueue(): queued copies between host memory and a slot's device array, from byte `offset` of it. The memory must
 * stay as it is until the stream was waited for: pinned memory is read, or written, while the host goes on. A stream is
 * one of an iteration as for launches. */
enum status job_send(struct job *job, int slot, size_t offset, const void *from, size_t bytes, int stream,
                     struct fault *fault);
enum status job_receive(struct job *job, int slot, size_t offset, void *to, size_t bytes, int stream,
                        struct fault *fault);

/* The host waits until all is done that this iteration queued on `stream`. Only for benches timed by the host. */
enum status job_stream_finish(struct job *job, int stream, struct fault *fault);

/* In enqueue(), of benches timed by the host: around the host's own work, whose time rows carry beside the device's. */
void job_host_start(struct job *job);
void job_host_stop(struct job *job);

/* A line of a bench's .defines for a macro of the host, with its value: DEFINE(WIDTH) is "#define WIDTH 0.5f\n". */
#define DEFINE(name) "#define " #name " " DEFINE_TEXT(name) "\n"
#define DEFINE_TEXT(value) DEFINE_TEXT_OF(value)
#define DEFINE_TEXT_OF(value) #value

/* How many of `by` cover n: groups of a tile each. */
static inline uint64_t divide_up(uint64_t n, uint64_t by)
{
    return n / by + (n % by != 0);
}

/* In verify(), of an output too large to be compared whole: where run number `run` of `runs` begins, each of `length`
 * neighbours out of n > runs * length. The first is at 0, the last at the end, each other one anywhere
 * in its own share of what lies between: in other places of every run, and, where no expectation is made beforehand, of
 * every check behind timing. */
static inline uint64_t job_run(const struct job *job, uint64_t n, uint64_t runs, uint64_t length, uint64_t run)
{
    uint64_t last = n - length, share = last / (runs - 2);
    if (run == 0 || run == runs - 1)
        return run == 0 ? 0 : last;
    return (run - 1) * share + job_random(job->draw, run) % share;
}

/* In change(): a number below `below`, of the run's secret, another one each time. */
uint64_t job_draw(struct job *job, uint64_t below);

/* In change(): bytes [offset, offset + bytes) of an input, of its host copy and on the device, get another value, at
 * most JOB_CHANGED bytes of one, at most JOB_CHANGES times. The tuner takes it back behind the check. Textures stay. */
enum { JOB_CHANGES = 32, JOB_CHANGED = 16 };
void job_change(struct job *job, int slot, size_t offset, const void *value, size_t bytes);

/* The same of element i of a generated input, in its type; gives what the value is there. */
double job_change_generated(struct job *job, int slot, uint64_t i, double value);

/* In change(): a copy of the expectation, or of its first `bytes`, if verify() looks at no more; to be corrected.
 * verify() finds that, and the tuner takes it back, too. */
void *job_corrected(struct job *job, size_t bytes);

/* Element i of a generated input, as it is now, changed or not. */
double job_generated(const struct job *job, int slot, uint64_t i);

/* How far an output is from its expectation, and how far it may be; the reason of the tolerance stands beside it. */
struct verdict {
    double error, tolerance;
};

/* The element that an output should have, and what its error is a share of: 1, its own magnitude or the largest there
 * is, the sum of the magnitudes of what was added up. Of scale 0 it is to be met exactly. */
struct expected_element {
    double value, scale;
};

/* The usual comparison: all of a slot's floats, or doubles, with what `expected` says of each index. The tolerance is
 * in units of the scales. */
struct comparison {
    int slot;
    struct expected_element (*expected)(const struct job *job, uint64_t i);
    double tolerance;
    bool doubles;
};
/* clang-format off */
#define COMPARE_FLOATS(slot, expected, tolerance) {slot, expected, tolerance, false}
#define COMPARE_DOUBLES(slot, expected, tolerance) {slot, expected, tolerance, true}
/* clang-format on */

/* Makes it, also in verify(): the verdict gets the largest error, and the tolerance; an error beyond that, or a NaN, is
 * WRONG_RESULT: "y[5] is 1.5, expected 1.25". Of a slot that is no output only 64 runs of 64 elements are read, if it
 * has more than 2^22. */
enum status job_compare(const struct job *job, const struct comparison *comparison, struct verdict *verdict,
                        struct fault *fault);

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
    uint64_t rows; /* of n elements each */
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

/* What is compiled. */
struct bench_kernel {
    const char *file;           /* "x/y.cl" (both languages), "x/y.cu", "x/y.opencl"; or NULL: no kernel */
    const char *const *entries; /* entry points, at most MAX_KERNELS, then NULL */
    const char *defines;        /* further #define lines, the same for all configurations; or NULL */
    /* How a configuration is compiled, where a #define cannot say it: enum compute_option; NULL for 0. */
    unsigned (*options)(const struct config *config);
    /* Fills in further #define lines, which the problem decides: its settings, its atoms' types; each ends in
     * a new line. NULL: none. */
    void (*define)(const struct problem *problem, char lines[MAX_LINES]);
    const struct taken *takes; /* the parameters that it is given, ended by a NULL name; NULL: all, by their names */
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
    int variants; /* inputs that every configuration must get right: 1 to MAX_VARIANTS */
    /* The size of those that are not timed, from 1 to n, which the suite has to give reasons for; NULL: n. */
    uint64_t (*further_size)(const struct problem *problem);
    size_t expected_bytes;                           /* of the expectation */
    void (*setup)(struct job *job);                  /* declare slots, fill inputs */
    void (*expect)(struct job *job, void *expected); /* in double precision; NULL if it has 0 bytes */
    double (*expect_number)(struct job *job);        /* or this, if it is one number: expected_bytes is 0 then */
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
    struct comparison compare; /* the usual one, of the one output: COMPARE_FLOATS(...); or instead of it: */
    /* Outputs against the expectation. WRONG_RESULT with a reason that a person understands. */
    enum status (*verify)(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault);
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
    const char *error; /* which of the figures is the error of the answer, the smaller the better; NULL: none */
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

/* The position of the figure that is the error of a bench's answers; SIZE_MAX if none is. */
size_t bench_error(const struct bench *bench);

/* ---- problems and configurations (problem.h) ---- */

/* A problem with the suite's own settings, and no structure. */
struct problem problem_of(const struct suite *suite, const struct bench *bench, uint64_t n, uint64_t seed);

/* Adds all that a problem is to a hash: two problems of one registry differ in it if they differ in anything. */
void problem_hash(struct store_hash *hash, const struct problem *problem);

/* A configuration of an index below the space's product, and the same made to be another. free() frees it. */
struct config *config_new(const struct problem *problem, uint64_t index);
void config_set(struct config *config, uint64_t index);

/* Whether the bench's arrange() makes the same for two configurations of its space. */
bool arranged_alike(const struct bench *bench, uint64_t index, uint64_t other);

/* The value of parameter `i` as a count: of a whole number that is not negative. */
static inline uint64_t config_count(const struct config *config, size_t i)
{
    return (uint64_t)config->value[i];
}

/* The value of parameter `i`, which has real ones. */
double config_real(const struct config *config, size_t i);

/* What setting number `i` of the suite is. */
double config_setting(const struct config *config, size_t i);

/* Whether a device takes work-groups of so many work-items, in all and along each dimension: what GROUP_FITS asks, for
 * constraints of groups that are no parameters. */
bool group_fits(const struct compute_device *device, const uint64_t group[3]);

#endif
