/* A job: one bench at one size on one device, with the buffers that suites declare. The suites' side is tuner/job.h. */
#pragma once

#include "tuner/job/array_set.h"

/* ---- trace.c: what an iteration queues, as a hash: two programs whose configurations have the same code and the same
 * trace do the same work ---- */

struct trace {
    bool on; /* else nothing is added */
    struct store_hash hash;
};

/* Begins: the slots, MAX_SLOTS of them, the entry points, and whether the iteration is a graph. */
void trace_begin(struct trace *trace, const struct slot *slots, const struct config *config, bool captured);

/* What is queued from then on: a launch, or other work as numbers: of a fill the slot and the value; of a wait the
 * stream and the one that it awaits; of a copy the way, the slot, the offset, the bytes and the stream. Arrays are
 * known by their places in the set. Of an array that is made anew the slot and the bytes. */
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
        bool doubtful; /* some of them are as outputs were full of before */
    } right[MOST_KNOWN];
    size_t count, next; /* the oldest one is forgotten */
};

/* ---- a job ---- */

/* The problem of another seed (other.c), and what the job has of it while it is not in use; else what it has of its
 * own. */
struct other {
    struct problem problem;
    const struct problem *own;
    struct slot slot[MAX_SLOTS];
    void *computed;
    struct store_blob stored;
    bool alike; /* its inputs are the same, byte for byte: a structure's, or made of no seed */
};

/* Frees what was set up of another seed. */
void job_forget_other(struct job *job);

struct oracle;
void oracle_free(struct oracle *oracle);

/* A job has one set of arrays; for batches on a cold cache it has as many as it takes to exceed the cache, or one for
 * each of its iterations, which walk over them. */
struct job_state {
    struct worker_context *place;
    struct change *change; /* of the check that is being made behind timing (change.c); NULL: none */
    struct oracle *oracle; /* a kernel that says what is right (oracle.c); NULL until it is wanted */
    struct other *other;   /* inputs of another seed (other.c); NULL until they are wanted */
    void *corrected;       /* the expectation, of the check that is being made; NULL: it is as it was */
    bool altered;          /* so far, the check that is being made has other inputs, or another expectation */
    struct slot slot[MAX_SLOTS];
    struct slot *refused; /* that were declared though they cannot be */
    size_t refusals, refused_capacity;
    struct array_set *sets;
    size_t count, current, judged; /* the next iteration's is behind `current`; whose outputs verify() looks at */
    struct compute_kernel *kernel[MAX_KERNELS]; /* of the configuration being run; not owned */
    bool takes_part[COMPUTE_STREAMS];           /* a stream, in this iteration, from its wait for one that does */
    bool awaited[COMPUTE_STREAMS];              /* by stream 0 or the host, all that it queued on a stream */
    bool unmarked;                              /* marker 0 is to be queued before the iteration's first work */
    bool marks, ended;                          /* marker 1 is wanted; it stands behind all work so far */
    double host_started, host_seconds;          /* of the host's own work: since when, and in this iteration so far */
    double verified_ns;       /* that the last verified iteration took, in which the host's queueing may be */
    double queued_seconds;    /* that queueing the last iteration, or launching its graph, took; 0: unknown */
    struct trace trace;       /* of the last verified iteration */
    struct known known;       /* outputs that were right */
    void *notes[MAX_SLOTS];   /* the suite's own; or NULL */
    uint64_t arranged;        /* the configuration for which all is arranged, plus 1; 0: none */
    uint8_t filled;           /* the byte that outputs had before the last verified iteration; */
    bool counts;              /* verify() asks for it, as iterations add to what they find */
    bool doubtful;            /* it takes this byte for right */
    struct fault setup;       /* what went wrong while the suite declared its slots, or made its expectation */
    struct store_blob stored; /* the expectation, kept; or */
    void *computed;           /* the expectation, just made */
    struct {
        bool ready;
        struct compute_array *scratch; /* or NULL, where it wants none */
    } reference[MAX_REFERENCES];       /* those that were run in this job */
};

/* Sets a job up: the suite's inputs of a variant, their upload, and the expectation, from the store where it is there.
 * The job is to be closed whatever comes back, before the problem goes. */
enum status job_open(struct job *job, const struct problem *problem, struct worker_context *place, int variant,
                     struct fault *fault);
void job_close(struct job *job);

/* Supplies every set again with all that an iteration finds, after a kernel that may have written anywhere. */
enum status job_restore(struct job *job, struct fault *fault);

/* The kernels of the configuration that is run from now on; NULL for none, before they are unloaded. Drops what was
 * captured before. */
void job_use(struct job *job, const struct loaded *loaded);

/* What a configuration begins with: arrays as they were declared, where an iteration before made its own; and what
 * depends on the configuration, filled by the bench and uploaded to every set, unless it is there. */
enum status job_arrange(struct job *job, const struct config *config, struct fault *fault);

/* Whether iterations of a configuration write to all inputs, as far as is known; or to some. */
bool job_consumes(const struct job *job, const struct config *config);
bool job_consumes_some(const struct job *job, const struct config *config);

/* Runs a configuration once on poisoned outputs, with what is generated and what is zeroed made anew; checks every
 * guard zone and that the iteration left zero what it has to; reads the outputs; verifies. */
enum status job_verify(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault);

/* One iteration, of the first set, until the device is done; by its clock. */
enum status job_run_once(struct job *job, const struct config *config, double *ns, struct fault *fault);

/* The counting build of a configuration's kernels (counted.c), for a device that need not be here: made unless the
 * store has it. */
enum status job_make_counting(const char *store, const struct registry *registry, const struct compute_device *device,
                              const struct config *config, struct program *counting, struct fault *fault);

/* Of a verified configuration: runs its counting build once, and takes the bench's figures behind it. The kernels are
 * `used` again then. */
enum status job_count(struct job *job, const struct config *config, const struct program *counting,
                      const struct loaded *used, double values[MAX_FIGURES], struct fault *fault);

/* What the iteration of the last job_verify queued, as a hash. */
struct store_key job_trace(const struct job *job);

/* Reads the outputs of the judged set and verifies them, after guard zones and counters. */
enum status job_judge(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault);

/* ---- change.c: what was timed is verified behind it, on inputs that no kernel can foresee ---- */

/* What a check draws from. A thorough one, as of finalists, has by chance one more iteration before, so that whoever
 * works in one launch of two is right by chance only; and inputs are compared whole with what they should be. */
struct timed_check {
    uint64_t secret;
    bool thorough;
    bool spoils; /* outputs are made nearly right, and inputs stay as they are */
};
bool timed_check_is_odd(struct timed_check check);

/* Before the iteration that is judged, of a set that the secret chooses, which is next then. Where the bench has
 * .change, a few of its inputs are changed there, and outputs stay as they are; or, if the check spoils, some of these
 * are changed, here and there. Without .change all outputs are filled with STALE, or spoilt. Inputs that an iteration
 * consumes are made anew before. */
enum status job_change_inputs(struct job *job, const struct config *config, struct timed_check check,
                              struct fault *fault);

/* Behind it: judges what came of it, takes the changes back, and says, if the check is thorough, whether inputs that
 * are not consumed are else as they were. WRONG_RESULT if they are not. */
enum status job_judge_changed(struct job *job, const struct config *config, struct verdict *verdict,
                              struct fault *fault);

/* All of a check: the iteration before, both of these, and the iteration between. */
enum status job_verify_changed(struct job *job, const struct config *config, struct timed_check check,
                               struct verdict *verdict, struct fault *fault);

/* Takes changes back that were not judged; those that were, are. */
enum status job_take_back(struct job *job, struct fault *fault);

/* Verifies a configuration on the first set, its outputs as they are, with inputs of another seed, which the place's
 * secret chooses; what the device has is the job's own again behind it. */
enum status job_verify_other(struct job *job, const struct config *config, struct verdict *verdict,
                             struct fault *fault);

/* Makes the expectation of the inputs that the job has now; it is not kept in the store. */
void job_expect(struct job *job);

/* Makes sets until they hold `bytes` together, or are `most`. NO_MEMORY leaves what fits. */
enum status job_grow(struct job *job, size_t bytes, size_t most, struct fault *fault);

/* Where iterations of this configuration are graphs: captures one on each set that has none, and runs it once, so that
 * samples have neither in them. */
enum status job_capture(struct job *job, const struct config *config, struct fault *fault);

/* Queues one iteration on the next set. */
enum status job_enqueue(struct job *job, const struct config *config, struct fault *fault);

/* The same, with marker 0 before the first of its work on the device and marker 1 behind all of it. *worked: whether
 * there was any; without there are no markers. */
enum status job_enqueue_marked(struct job *job, const struct config *config, bool *worked, struct fault *fault);

/* Whether what was right is known by its bytes now: where the bench says that these are all that counts
 * (.problem.right_by_bytes), of inputs as they were made, and of large outputs. */
bool known_applies(const struct job *job);

/* The key of the bytes that the judged set's outputs have; and whether they were right before, with what was said of
 * them then. Waits for a checksum. */
struct known_sum {
    struct store_key key;
    bool is_right;
};
enum status known_look(const struct job *job, struct known_sum *sum, struct verdict *verdict, struct fault *fault);
void known_add(const struct job *job, const struct known_sum *sum, const struct verdict *verdict);

/* ---- for the suite's own functions ---- */

/* Marker 0, if the iteration's first work is still to be marked; where it begins on another stream, that one waits for
 * the marker. Marker 1, unless it stands behind all that is on the device already. */
enum status job_mark_first(struct job_state *state, int stream, struct fault *fault);
enum status job_mark_last(struct job_state *state, struct fault *fault);

/* Outputs are being filled with a byte: those of the host are here, and with POISON its scratch, too. */
void job_poison_host(struct job *job, uint8_t byte);
