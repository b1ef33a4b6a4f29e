/* The slots that a bench declares, and a set of arrays: one device array per slot. */
#pragma once

#include "tuner/job/worker_context.h"

/* Slots of host memory, from SLOT_HOST_INPUT on, have no array. */
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
    bool summed;             /* `sum` is the checksum of an input's expected content */
    bool judged;             /* of scratch: verify() reads results there */
    bool consumed;           /* of an input: iterations overwrite it */
    struct compute_array
        *kept; /* of a consumed one: its initial content, on the device; NULL: no memory, or unneeded */
    uint64_t sum;
    struct recipe recipe;           /* of a generated array */
    struct compute_texture texture; /* of an input that is one */
    void *host;                  /* inputs: as uploaded; outputs: as read back; of the host: itself; owned by the job */
    struct compute_host *memory; /* where `host` is, of slots of the host and page-locked outputs */
    size_t room;                 /* of an output, bytes at `host` */
    struct compute_host *left; /* of a consumed one: for the content after iterations, page-locked; NULL until needed */
};

/* Frees what a slot owns; it is undeclared then. */
void slot_free(struct slot *slot);

/* After a change of its host memory: the copy on the device is outdated. */
void slot_forget(struct slot *slot);

struct array_set {
    struct compute_array *array[MAX_SLOTS];
    bool renewed[MAX_SLOTS];     /* an iteration replaced arrays (job_renew) */
    size_t guard;                /* bytes of each of theirs */
    struct compute_graph *graph; /* one iteration of the configuration being run, captured on these arrays; or NULL */
};

/* Makes a set of MAX_SLOTS slots and supplies it: the verified one, or a further one with narrow guard zones, since
 * there may be thousands. After NO_MEMORY nothing is allocated. */
enum status array_set_new(struct worker_context *place, const struct slot *slots, bool verified, struct array_set *set,
                          struct fault *fault);
void array_set_free(struct array_set *set);

/* Frees an array whose slot has another size or shape now. */
void array_set_drop(struct array_set *set, int slot);

/* Replaces arrays that an iteration made by arrays as declared, with their guard zones. After a failure some are
 * missing, until it is called again. */
enum status array_set_restore(struct worker_context *place, const struct slot *slots, struct array_set *set,
                              struct fault *fault);

/* After arrange() of a bench: allocates the array if there is none, and uploads an input. */
enum status array_set_arrange(struct worker_context *place, const struct slot *slots, struct array_set *set, int slot,
                              struct fault *fault);

/* Uploads or generates an input again. */
enum status array_set_renew(struct worker_context *place, const struct slot *slots, const struct array_set *set,
                            int slot, struct fault *fault);

/* Restores the inputs that iterations consumed, from a copy on the device if there is memory for it. */
enum status array_set_supply_consumed(struct worker_context *place, struct slot *slots, struct array_set *set,
                                      struct fault *fault);

/* Supplies all arrays that an iteration reads: uploads, generates, zeroes. */
enum status array_set_supply(struct worker_context *place, const struct slot *slots, struct array_set *set,
                             struct fault *fault);

/* The bytes that outputs are filled with before verification: a NaN in both precisions; and a number, 1.3e7 or 5e54,
 * too large for an addition to hide. */
enum { POISON = 0xff, STALE = 0x4b };

/* Before a verified run: fills outputs and scratch with POISON, generates and zeroes again. */
enum status array_set_prepare(struct worker_context *place, const struct slot *slots, struct array_set *set,
                              struct fault *fault);

/* Before verification after timing: fills outputs, and scratch that is judged, with STALE. */
enum status array_set_make_stale(const struct slot *slots, const struct array_set *set, struct fault *fault);

/* Alternatively makes them nearly right: changes some words, at positions that `number` chooses. */
enum status array_set_spoil(struct worker_context *place, const struct slot *slots, const struct array_set *set,
                            uint32_t number, struct fault *fault);

/* After a verified run: WRONG_RESULT for an overwritten guard zone, or a non-zero array that must be left zero. */
enum status array_set_check(const struct slot *slots, const struct array_set *set, struct fault *fault);

/* Reads the outputs into their host copies. */
enum status array_set_read(const struct slot *slots, const struct array_set *set, struct fault *fault);
