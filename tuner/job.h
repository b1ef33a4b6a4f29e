/* The functions that suites call, with the job that they receive. */
#pragma once

#include "tuner/suite.h"

/* A problem on one device, with one of its inputs. Suites read the fields and call job_*. */
struct job {
    const struct problem *problem;
    const struct bench *bench; /* those of the problem, for short; likewise the seed */
    const struct compute_device *device;
    uint64_t n; /* of this input; the problem's own for variant 0 */
    uint64_t seed;
    uint64_t draw; /* derived from the run's secret, which no kernel sees; places of samples are drawn from it */
    int variant;   /* which input: 0 .. bench->problem.variants - 1; variant 0 is timed */
    bool counting; /* enqueue() has kernels of the counting build (.kernel.counted), whose counters figure() may read */
    struct job_state *state;
};

/* Called in setup(): declare the slots, each once, from 0 to MAX_SLOTS - 1. Bytes > 0. job_input returns host memory to
 * fill, which is uploaded after setup(); outputs and scratch are device memory, poisoned before every verified run;
 * outputs are read back after it.
 */
void *job_input(struct job *job, int slot, const char *name, size_t bytes);
void job_output(struct job *job, int slot, const char *name, size_t bytes);
void job_scratch(struct job *job, int slot, const char *name, size_t bytes);

/* Marks an input that iterations write to: each verified iteration gets a fresh one. All other inputs must not
 * change, and are compared. (If a configuration consumes all inputs: .device.consumes_input.) */
void job_consumed(struct job *job, int slot);

/* Device memory that is zero at the start and that every iteration leaves zero: tickets, counters. */
void job_zeroed(struct job *job, int slot, const char *name, size_t bytes);

/* An input of `count` elements, generated on the device (kernels/tuner/generate.cl): element i equals
 * job_uniform_float, job_uniform, job_word or job_exact below of (seed, i), bit for bit. It is generated again
 * before each verified run, so an iteration may overwrite it. There is no host copy. `row`: the elements of a row of
 * exact inputs. */
enum generator { GENERATE_FLOATS, GENERATE_DOUBLES, GENERATE_WORDS, GENERATE_EXACT_FLOATS, GENERATE_EXACT_DOUBLES };
void job_generate(struct job *job, int slot, const char *name, uint64_t count, enum generator generator, uint64_t seed,
                  uint64_t row);

/* An input that is a texture: host memory of width x height floats, filled and uploaded like job_input's. */
float *job_texture(struct job *job, int slot, const char *name, struct compute_texture texture);

/* A slot of host memory, for benches that copy themselves, without a device array; page-locked (pinned) or not. An
 * input is filled in setup(); outputs and scratch are poisoned before every verified run. job_memory returns it
 * later. */
enum host_role { HOST_INPUT, HOST_OUTPUT, HOST_SCRATCH };
void *job_host_memory(struct job *job, int slot, const char *name, size_t bytes, enum host_role role, bool pinned);
void *job_memory(const struct job *job, int slot);

/* In arrange(): the host memory of an input that depends on the configuration, to be filled again; it is uploaded
 * afterwards. A texture may get another shape, filter or addressing with it, and must then be filled whole; one that
 * the device does not support is the row's fault. */
void *job_refill(struct job *job, int slot);
float *job_refill_texture(struct job *job, int slot, struct compute_texture texture);

/* In arrange(), for every configuration: the size of an output or of scratch, if it depends on the configuration.
 * Writes beyond it are detected. */
void job_resize(struct job *job, int slot, size_t bytes);

/* In expect() and verify(): the host copy of an input, of an output after the run, and the expectation. */
const void *job_host(const struct job *job, int slot);
size_t job_bytes(const struct job *job, int slot);

/* For verify() of a bench that adds to its outputs: the word that they were filled with before. */
uint32_t job_filled(const struct job *job);

/* In verify(): some right numbers equal the fill of outputs (all bytes 0xff), so a missing write would look right.
 * job_verify() verifies again, with another fill. */
void job_doubt(const struct job *job);
const void *job_expected(const struct job *job);
const void *job_expected_before(const struct job *job); /* of inputs as they were before a change */

/* The expectation of a bench that has .expect_number. */
static inline double job_expected_number(const struct job *job)
{
    return *(const double *)job_expected(job);
}

/* In verify(): reads part of a slot of the device, for results that are too large to be read whole. */
enum status job_read(const struct job *job, int slot, size_t offset, void *to, size_t bytes, struct fault *fault);

/* In verify() of a bench with .right_by_bytes: reads a whole output to its host copy, which is not read before. */
enum status job_fetch(const struct job *job, int slot, struct fault *fault);

/* In verify() of such a bench: its own memory, kept with the job: number `which` of MAX_SLOTS, zeroed at the first
 * call. Not for inputs of another seed. */
void *job_notes(const struct job *job, size_t which, size_t bytes);

/* In verify(), too: discards the checksums of right outputs, so that equal ones are verified again. */
void job_forget_right(const struct job *job);

/* In enqueue(): the device array of a slot, a queued launch of entry number `kernel`, a queued fill. */
struct compute_array *job_array(const struct job *job, int slot);
enum status job_launch(struct job *job, int kernel, struct compute_launch launch,
                       const struct compute_argument *arguments, size_t count, struct fault *fault);
enum status job_fill(struct job *job, int slot, uint8_t value, struct fault *fault);

/* In enqueue(): how many groups of entry number `kernel` the device runs at a time, of the largest size that the kernel
 * may have (its __launch_bounds__); at least one. */
uint64_t job_resident(const struct job *job, int kernel);

/* Launches of a number of groups of `group` work-items; or of as many as tiles of `tile` elements cover `elements`,
 * at least one, in one dimension or three. */
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

/* Launches, fills and copies (at most 16), each queued if those before succeeded: the status of the first failure. */
#define IN_ORDER(...) (EACH_WORD(UNLESS_OK, , __VA_ARGS__) OK)
#define UNLESS_OK(name, step) (step) ?:

/* In enqueue(): later launches on `stream` begin after everything queued so far on `awaited`. An iteration begins
 * and ends on stream 0: INVALID if a stream launches without having waited for 0, or if 0 does not wait for it in
 * the end. */
enum status job_stream_wait(struct job *job, int stream, int awaited, struct fault *fault);

/* In enqueue(): queued copies between host memory and a slot's device array, from byte `offset` of it. The memory
 * must not change until the stream was waited for: pinned memory is read or written while the host continues.
 * Streams are used as for launches. */
enum status job_send(struct job *job, int slot, size_t offset, const void *from, size_t bytes, int stream,
                     struct fault *fault);
enum status job_receive(struct job *job, int slot, size_t offset, void *to, size_t bytes, int stream,
                        struct fault *fault);

/* The host waits for everything that this iteration queued on `stream`. Only for benches timed by the host. */
enum status job_stream_finish(struct job *job, int stream, struct fault *fault);

/* In enqueue(), of benches timed by the host: replaces the array of a scratch slot by one of `bytes`, without guard
 * zones, as a call that allocates its own memory does, until the next configuration; this iteration must not be
 * using the old one. NO_MEMORY keeps the old one. */
enum status job_renew(struct job *job, int slot, size_t bytes, struct fault *fault);

/* In enqueue(), of benches timed by the host: its clock, in seconds, for figures of the iteration's parts. */
double job_seconds(void);

/* In enqueue(), of benches timed by the host: around the host's own work, whose time rows report beside the
 * device's. */
void job_host_start(struct job *job);
void job_host_stop(struct job *job);

/* In verify(), of an output too large to be compared whole: the begin of run number `run` of `runs`, each of `length`
 * neighbours out of n > runs * length. The first is at 0, the last at the end, the others at random in equal shares
 * between them: different in every run, and, without a precomputed expectation, in every check after timing. */
static inline uint64_t job_run(const struct job *job, uint64_t n, uint64_t runs, uint64_t length, uint64_t run)
{
    uint64_t last = n - length, share = last / (runs - 2);
    if (run == 0 || run == runs - 1)
        return run == 0 ? 0 : last;
    return (run - 1) * share + job_random(job->draw, run) % share;
}

/* In change(): a random number below `below`, from the run's secret, a new one per call. */
uint64_t job_draw(struct job *job, uint64_t below);

/* In change(): bytes [offset, offset + bytes) of an input, of its host copy and on the device, get another value, at
 * most JOB_CHANGED bytes per call. The tuner restores them after the check. Textures cannot be changed. */
enum { JOB_CHANGED = 16 };
void job_change(struct job *job, int slot, size_t offset, const void *value, size_t bytes);

/* The same for element i of a generated input, in its type; returns its old value. */
double job_change_generated(struct job *job, int slot, uint64_t i, double value);

/* In change(): a copy of the expectation, or of its first `bytes` if verify() reads no more, to be corrected.
 * verify() gets the copy; the tuner drops it afterwards. */
void *job_corrected(struct job *job, size_t bytes);

/* Element i of a generated input, with changes applied. */
double job_generated(const struct job *job, int slot, uint64_t i);

/* The error of an output, and its tolerance; the reason of the tolerance is documented beside it. */
struct verdict {
    double error, tolerance;
};

/* Fills in the verdict, also in verify(): the largest error, and the tolerance; a larger error, or a NaN, is
 * WRONG_RESULT: "y[5] is 1.5, expected 1.25". Of a slot that is no output only 64 runs of 64 elements are read, if
 * it has more than 2^22. */
enum status job_compare(const struct job *job, const struct element_comparison *comparison, struct verdict *verdict,
                        struct fault *fault);

/* ---- oracles: kernels that compute the expectation ---- */

/* A value, or an array of the oracle: it starts as a copy of `from`, or (NULL) with all bytes `unwritten`, and its
 * final contents are copied to `to`, unless that is NULL. */
struct job_oracle_argument {
    const char *name;  /* of an array */
    const void *value; /* or NULL */
    const void *from;
    void *to;
    size_t bytes;
    uint8_t unwritten;
};

/* In expect() and change(): runs a kernel of one entry point, and waits for it, on the job's device, or, if that
 * lacks its language, on another one, preferably of the same name. It is compiled once per job; its arrays are not
 * kept. COMPILE_FAILED; INVALID if no device has the language, and for writes outside of an array. */
enum status job_oracle(struct job *job, const struct bench_kernel *kernel, struct compute_launch launch,
                       const struct job_oracle_argument *arguments, size_t count, struct fault *fault);

/* In expect() and change(): there is no expectation, so the job fails. The first reason is kept. */
void job_refuse(struct job *job, const struct fault *why);
