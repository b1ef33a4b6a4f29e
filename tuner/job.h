/* What the functions of a suite call, with the job that they are given. */
#pragma once

#include "tuner/suite.h"

/* A problem on one device, with one of its inputs. Suites read the fields and call job_*. */
struct job {
    const struct problem *problem;
    const struct bench *bench; /* the problem's own, for short; so is the seed */
    const struct compute_device *device;
    uint64_t n; /* of this input; the problem's own for variant 0 */
    uint64_t seed;
    uint64_t draw; /* what the places of samples are drawn from: of the run's secret, which no kernel knows */
    int variant;   /* which input: 0 .. bench->problem.variants - 1; variant 0 is the one that is timed */
    bool counting; /* enqueue() has kernels of the counting build (.kernel.counted), of which figure() may be asked */
    struct job_state *state;
};

/* Called in setup(): declare the slots, each once, from 0 to MAX_SLOTS - 1. Bytes > 0. job_input returns host memory to
 * fill, which is uploaded after setup(); outputs and scratch are device memory, poisoned before every verified run;
 * outputs are read back after it.
 */
void *job_input(struct job *job, int slot, const char *name, size_t bytes);
void job_output(struct job *job, int slot, const char *name, size_t bytes);
void job_scratch(struct job *job, int slot, const char *name, size_t bytes);

/* Of an input that iterations write to: each that is verified finds a fresh one. The others stay as they were, and are
 * compared. (Where all inputs of a configuration are consumed: .device.consumes_input.) */
void job_consumed(struct job *job, int slot);

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

/* In verify(): some numbers are right that are what outputs are filled with, all bytes 0xff, as who leaves them out has
 * them, too. job_verify() looks again, with outputs filled otherwise. */
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

/* In verify() of a bench with .right_by_bytes: reads an output whole to its host copy, which no one did before. */
enum status job_fetch(const struct job *job, int slot, struct fault *fault);

/* In verify() of such a bench: memory of its own, that stays with the job: number `which` of MAX_SLOTS, zeroed when it
 * is first asked for. Not of inputs of another seed. */
void *job_notes(const struct job *job, size_t which, size_t bytes);

/* There, too: what was right before is looked at again, whatever its bytes. */
void job_forget_right(const struct job *job);

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

/* In enqueue(), of benches timed by the host: scratch gets an array of `bytes` in place of the one that it has, without
 * guard zones, as a call that makes its own memory has it, until another configuration begins; nothing of this
 * iteration may be using the old one. NO_MEMORY leaves that. */
enum status job_renew(struct job *job, int slot, size_t bytes, struct fault *fault);

/* In enqueue(), of benches timed by the host: that clock, in seconds, for figures of the iteration's parts. */
double job_seconds(void);

/* In enqueue(), of benches timed by the host: around the host's own work, whose time rows carry beside the device's. */
void job_host_start(struct job *job);
void job_host_stop(struct job *job);

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

/* Makes it, also in verify(): the verdict gets the largest error, and the tolerance; an error beyond that, or a NaN, is
 * WRONG_RESULT: "y[5] is 1.5, expected 1.25". Of a slot that is no output only 64 runs of 64 elements are read, if it
 * has more than 2^22. */
enum status job_compare(const struct job *job, const struct element_comparison *comparison, struct verdict *verdict,
                        struct fault *fault);

/* ---- oracles: kernels that say what is right ---- */

/* A value, or an array of the oracle's own: it begins as what `from` has, or (NULL) with all bytes `unwritten`, and
 * `to` gets what it is in the end, unless that is NULL. */
struct job_oracle_argument {
    const char *name;  /* of an array */
    const void *value; /* or NULL */
    const void *from;
    void *to;
    size_t bytes;
    uint8_t unwritten;
};

/* In expect() and change(): runs a kernel of one entry point, and waits for it, on the job's device, or, where that has
 * not its language, on another one, of the same name if there is one. It is compiled, and stays, once a job; nothing of
 * its arrays does. COMPILE_FAILED; INVALID where no device has the language, and for what it writes outside of an
 * array. */
enum status job_oracle(struct job *job, const struct bench_kernel *kernel, struct compute_launch launch,
                       const struct job_oracle_argument *arguments, size_t count, struct fault *fault);

/* In expect() and change(): there is no expectation; the job cannot be. The first reason stands. */
void job_refuse(struct job *job, const struct fault *why);
