/* Slots as a bench declares them, and a set: one device array for each. */
#pragma once

#include "tuner/job/worker_context.h"

/* Those of the host, from SLOT_HOST_INPUT on, have no array. */
enum slot_role {
    SLOT_NONE,
    SLOT_INPUT,
    SLOT_TEXTURE,
    SLOT_GENERATED,
    SLOT_OUTPUT,
    SLOT_SCRATCH,
    SLOT_ZEROED,
    SLOT_HOST_INPUT,
    SLOT_HOST_OUTPUT,
    SLOT_HOST_SCRATCH
};

struct slot {
    enum slot_role role;
    const char *name;
    size_t bytes;
    bool refilled, reshaped; /* since it was arranged */
    bool summed;             /* `sum` is the checksum of an input as it should be */
    bool judged;             /* of scratch: the bench's verify() reads results there */
    bool consumed;           /* of an input: iterations write to it */
    struct compute_array
        *kept; /* of a consumed one: as it was, on the device; NULL: there is no room, or nobody asked */
    uint64_t sum;
    struct recipe recipe;           /* of what is generated */
    struct compute_texture texture; /* of an input that is one */
    void *host; /* inputs: what is uploaded; outputs: what was read back; of the host: itself; owned by the job */
    struct compute_host *memory; /* where `host` is, of slots of the host and page-locked outputs */
    size_t room;                 /* of an output, bytes at `host` */
    struct compute_host *left; /* of a consumed one: for what iterations leave, page-locked; NULL until it is wanted */
};

/* Frees what a slot owns, and leaves it undeclared. */
void slot_free(struct slot *slot);

/* Its host memory is another now: what is kept of it on the device is not. */
void slot_forget(struct slot *slot);

struct array_set {
    struct compute_array *array[MAX_SLOTS];
    bool renewed[MAX_SLOTS];     /* an iteration made its own (job_renew) */
    size_t guard;                /* bytes of each of theirs */
    struct compute_graph *graph; /* one iteration of the configuration being run, captured on these arrays; or NULL */
};

/* Makes a set of MAX_SLOTS slots and supplies it: one that is verified, or a further one, whose guard zones are narrow
 * because there may be thousands of it. NO_MEMORY leaves nothing. */
enum status array_set_new(struct worker_context *place, const struct slot *slots, bool verified, struct array_set *set,
                          struct fault *fault);
void array_set_free(struct array_set *set);

/* Frees an array whose slot has another size or shape now. */
void array_set_drop(struct array_set *set, int slot);

/* Makes arrays as they were declared, with their guard zones, in place of those that an iteration made. After a failure
 * some are missing, until it is done again. */
enum status array_set_restore(struct worker_context *place, const struct slot *slots, struct array_set *set,
                              struct fault *fault);

/* What was arranged for a slot: makes the array where there is none, and uploads an input. */
enum status array_set_arrange(struct worker_context *place, const struct slot *slots, struct array_set *set, int slot,
                              struct fault *fault);

/* Uploads, or generates, an input anew. */
enum status array_set_renew(struct worker_context *place, const struct slot *slots, const struct array_set *set,
                            int slot, struct fault *fault);

/* Supplies what iterations consumed, of slots where that is said, by a copy that stays on the device where there is
 * room. */
enum status array_set_supply_consumed(struct worker_context *place, struct slot *slots, struct array_set *set,
                                      struct fault *fault);

/* Supplies all that an iteration finds: uploads inputs, generates, zeroes. */
enum status array_set_supply(struct worker_context *place, const struct slot *slots, struct array_set *set,
                             struct fault *fault);

/* What outputs are filled with before they are verified: a NaN in both precisions; and a number, 1.3e7 or 5e54, that no
 * addition hides. */
enum { POISON = 0xff, STALE = 0x4b };

/* Before a verified run: fills outputs and scratch with POISON, generates and zeroes anew. */
enum status array_set_prepare(struct worker_context *place, const struct slot *slots, struct array_set *set,
                              struct fault *fault);

/* Before another one, behind those that were timed: fills outputs, and scratch that is judged, with STALE. */
enum status array_set_make_stale(const struct slot *slots, const struct array_set *set, struct fault *fault);

/* Or the same made nearly right: some words of them, at places that `number` chooses. */
enum status array_set_spoil(struct worker_context *place, const struct slot *slots, const struct array_set *set,
                            uint32_t number, struct fault *fault);

/* After it: WRONG_RESULT for a guard zone that was written to, or an array that was to be left zero. */
enum status array_set_check(const struct slot *slots, const struct array_set *set, struct fault *fault);

/* Reads the outputs to their host copies. */
enum status array_set_read(const struct slot *slots, const struct array_set *set, struct fault *fault);
