/* A job: one bench at one size on one device, with the buffers that suites declare. The suites' side is tuner/job.h. */
#pragma once

#include "tuner/job/array_set.h"

/* ---- trace.c: what an iteration queues, as a hash: two programs whose configurations have the same code and the same
 * trace do the same work ---- */

struct trace {
    bool on; /* else nothing is added */
    struct store_hash hash;
};

/* Begins with the MAX_SLOTS slots, the entry points, and whether the iteration is a graph. */
void trace_begin(struct trace *trace, const struct slot *slots, const struct config *config, bool captured);

/* Adds queued work: a launch, or numbers: slot and value of a fill; waiting and awaited stream of a wait; direction,
 * slot, offset, bytes and stream of a copy; slot and bytes of an array that is made again. Arrays are identified by
 * their places in the set. */
enum trace_kind { TRACE_LAUNCH, TRACE_FILL, TRACE_WAIT, TRACE_COPY, TRACE_RENEW };
void trace_launch(struct trace *trace, const struct array_set *set, int kernel, struct compute_launch launch,
                  const struct compute_argument *arguments, size_t count);
void trace_work(struct trace *trace, enum trace_kind kind, const uint64_t *numbers, size_t count);

/* ---- known.c: outputs whose bytes were found right before ---- */

enum { MOST_KNOWN = 16 };
struct known {
    struct known_right {
        struct store_key key; /* of the outputs' bytes */
        struct verdict verdict;
        bool doubtful; /* some outputs equal the byte that they were filled with */
    } right[MOST_KNOWN];
    size_t count, next; /* the oldest one is replaced */
};

/* ---- a job ---- */

/* The problem of another seed (other.c); with its own slots while those are unused, else with the job's. */
struct other {
    struct problem problem;
    const struct problem *own;
    struct slot slot[MAX_SLOTS];
    void *computed;
    struct store_blob stored;
    bool alike; /* its inputs are identical: of a structure, or independent of the seed */
};

/* Frees the problem of another seed. */
void job_forget_other(struct job *job);

struct oracle;
void oracle_free(struct oracle *oracle);

/* A job has one set of arrays; for batches on a cold cache, as many as exceed the cache together, or one per iteration;
 * iterations walk over them. */
struct job_state {
    struct worker_context *place;
    struct change *change; /* of the current check after timing (change.c); NULL: none */
    struct oracle *oracle; /* the reference kernel (oracle.c); NULL until it is needed */
    struct other *other;   /* inputs of another seed (other.c); NULL until they are needed */
    void *corrected;       /* the expectation of the current check; NULL: unchanged */
    bool altered;          /* the current check has changed inputs, or another expectation */
    struct slot slot[MAX_SLOTS];
    struct slot *refused; /* invalid ones that were declared */
    size_t refusals, refused_capacity;
    struct array_set *sets;
    size_t count, current, judged; /* the next iteration's follows `current`; `judged`: the one that verify() reads */
    struct compute_kernel *kernel[MAX_KERNELS]; /* of the configuration being run; not owned */
    bool takes_part[COMPUTE_STREAMS];  /* a stream takes part in this iteration since its wait for one that does */
    bool awaited[COMPUTE_STREAMS];     /* stream 0 or the host waited for all work queued on a stream */
    bool unmarked;                     /* marker 0 is to be queued before the iteration's first work */
    bool marks, ended;                 /* marker 1 is needed; it was queued after all work so far */
    double host_started, host_seconds; /* the host's own work: since when, and its sum in this iteration */
    double verified_ns;                /* of the last verified iteration, which may include the host's queueing */
    double queued_seconds;             /* of queueing the last iteration, or launching its graph; 0: unknown */
    struct trace trace;                /* of the last verified iteration */
    struct known known;                /* checksums of right outputs */
    void *notes[MAX_SLOTS];            /* the suite's own; or NULL */
    uint64_t arranged;                 /* the configuration that inputs are arranged for, plus 1; 0: none */
    uint8_t filled;                    /* the byte that outputs were filled with before the last verified iteration; */
    bool counts;                       /* verify() reads it, as iterations add to outputs; */
    bool doubtful;                     /* it accepts this byte as right */
    struct fault setup;                /* an error in declaring slots, or in computing the expectation */
    struct store_blob stored;          /* the stored expectation; or */
    void *computed;                    /* the expectation, just computed */
    struct {
        bool ready;
        struct compute_array *scratch; /* or NULL if it needs none */
    } reference[MAX_REFERENCES];       /* references that were run in this job */
};

/* Sets up a job: makes the inputs of a variant, uploads them, and computes the expectation unless it is stored. The job
 * is to be closed in any case, before the problem is freed. */
enum status job_open(struct job *job, const struct problem *problem, struct worker_context *place, int variant,
                     struct fault *fault);
void job_close(struct job *job);

/* Supplies all arrays of every set again, after a kernel that may have written anywhere. */
enum status job_restore(struct job *job, struct fault *fault);

/* Sets the kernels of the configuration that runs from now on; NULL: none, before they are unloaded. Drops captured
 * graphs. */
void job_use(struct job *job, const struct loaded *loaded);

/* Prepares the arrays of a configuration: as declared, if an earlier iteration replaced them; and with the inputs that
 * depend on the configuration, filled by the bench and uploaded to every set unless they are there. */
enum status job_arrange(struct job *job, const struct config *config, struct fault *fault);

/* Whether iterations of a configuration overwrite all inputs, as far as is known; or some. */
bool job_consumes(const struct job *job, const struct config *config);
bool job_consumes_some(const struct job *job, const struct config *config);

/* Runs a configuration once on poisoned outputs, with arrays generated and zeroed again; checks every guard zone and
 * the arrays that must be left zero; reads the outputs; verifies. */
enum status job_verify(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault);

/* Runs one iteration on the first set and waits for it; by the device's clock. */
enum status job_run_once(struct job *job, const struct config *config, double *ns, struct fault *fault);

/* Compiles the counting build of a configuration's kernels (counted.c) unless the store has it, for a device that need
 * not be in this machine. */
enum status job_make_counting(const char *store, const struct registry *registry, const struct compute_device *device,
                              const struct config *config, struct program *counting, struct fault *fault);

/* For a verified configuration: runs its counting build once, and computes the bench's figures. Then the kernels are
 * `used` again. */
enum status job_count(struct job *job, const struct config *config, const struct program *counting,
                      const struct loaded *used, double values[MAX_FIGURES], struct fault *fault);

/* The hash of what the iteration of the last job_verify queued. */
struct store_key job_trace(const struct job *job);

/* Compares the outputs of .problem.compare: the verdict of the first wrong one, else of the one nearest to its
 * tolerance. */
enum status job_compare_all(const struct job *job, struct verdict *verdict, struct fault *fault);

/* Checks guard zones and counters of the judged set, then reads its outputs and verifies them. */
enum status job_judge(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault);

/* ---- change.c: verification after timing, on unpredictable inputs ---- */

/* The parameters of a check. A thorough one, of finalists, has one more iteration before it at random, so that a kernel
 * that works in every second launch is right only by chance; and compares the inputs completely. */
struct timed_check {
    uint64_t secret;
    bool thorough;
    bool spoils; /* outputs are made nearly right, inputs are unchanged */
};
bool timed_check_is_odd(struct timed_check check);

/* Before the judged iteration: chooses the next set by the secret. If the bench has .change: changes a few inputs
 * there, and keeps outputs; or, if the check spoils, changes some words of the outputs. Without .change: fills all
 * outputs with STALE, or spoils them. Inputs that an iteration consumes are generated again before. */
enum status job_change_inputs(struct job *job, const struct config *config, struct timed_check check,
                              struct fault *fault);

/* After it: judges the outputs, reverts the changes, and if the check is thorough, compares the inputs that are not
 * consumed with their initial content: WRONG_RESULT if they differ. */
enum status job_judge_changed(struct job *job, const struct config *config, struct verdict *verdict,
                              struct fault *fault);

/* A complete check: the preceding iteration, both functions above, and the judged iteration between them. */
enum status job_verify_changed(struct job *job, const struct config *config, struct timed_check check,
                               struct verdict *verdict, struct fault *fault);

/* Reverts changes that were not judged; after job_judge_changed they are reverted already. */
enum status job_take_back(struct job *job, struct fault *fault);

/* Verifies a configuration on the first set, with its outputs as they are and inputs of another, secret seed; restores
 * the job's own arrays afterwards. */
enum status job_verify_other(struct job *job, const struct config *config, struct verdict *verdict,
                             struct fault *fault);

/* Computes the expectation of the job's current inputs, without storing it. */
void job_expect(struct job *job);

/* Makes sets until they have `bytes` together, or are `most`. After NO_MEMORY those that fit remain. */
enum status job_grow(struct job *job, size_t bytes, size_t most, struct fault *fault);

/* If iterations of this configuration are graphs: captures one on each set that has none, and runs it once, so that
 * samples include neither. */
enum status job_capture(struct job *job, const struct config *config, struct fault *fault);

/* Queues one iteration on the next set. */
enum status job_enqueue(struct job *job, const struct config *config, struct fault *fault);

/* The same, with marker 0 before its first device work and marker 1 after the last. *worked: whether there was any
 * device work; without it there are no markers. */
enum status job_enqueue_marked(struct job *job, const struct config *config, bool *worked, struct fault *fault);

/* Whether right outputs are recognised by checksum now: if the bench declares that bytes suffice
 * (.problem.right_by_bytes), for unchanged inputs and large outputs. */
bool known_applies(const struct job *job);

/* The key of the judged set's output bytes; and whether they were right before, with that verdict. Waits for a
 * checksum. */
struct known_sum {
    struct store_key key;
    bool is_right;
};
enum status known_look(const struct job *job, struct known_sum *sum, struct verdict *verdict, struct fault *fault);
void known_add(const struct job *job, const struct known_sum *sum, const struct verdict *verdict);

/* ---- for the suite's own functions ---- */

/* Queues marker 0, unless the iteration's first work is marked; if that begins on another stream, the stream waits for
 * the marker. Queues marker 1, unless it already follows all device work. */
enum status job_mark_first(struct job_state *state, int stream, struct fault *fault);
enum status job_mark_last(struct job_state *state, struct fault *fault);

/* Fills the outputs in host memory with a byte; with POISON, scratch in host memory, too. */
void job_poison_host(struct job *job, uint8_t byte);
