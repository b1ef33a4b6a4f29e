/* Forces and energies of all pairs of atoms within a cutoff, after OpenMM's NonbondedUtilities. Interactions are lines
 * of the kernel language, and pairs may be excluded; then, as atoms move, tiles of 32 x 32 atoms with a pair that may
 * be within the cutoff are found and computed: by a warp, a group, or a work-item per tile, depending on the
 * backend. */
#pragma once

#include "compute/compute.h"

/* The types of `real` and `mixed` (kernels/precision.h). */
enum compute_precision { COMPUTE_SINGLE, COMPUTE_MIXED, COMPUTE_DOUBLE };

/* The #define line of a precision. */
const char *compute_precision_line(enum compute_precision precision);

struct compute_nonbonded_system {
    enum compute_precision precision;
    uint32_t atoms;
    double cutoff;  /* farther pairs have no interaction */
    double reserve; /* added to the cutoff for finding tiles: how far two atoms may move together before tiles are found
                       again */
    double side[3]; /* of a periodic box, each at least twice the cutoff and the reserve; or zeros */
    const char *language; /* the text of kernels/common_compute.h */
    const char *kernels;  /* that of kernels/nonbonded/tiles.cl, with the files it includes */
};

enum { COMPUTE_INTERACTIONS = 8 };

struct compute_nonbonded;

/* For a device, which need not be able to run. The texts must stay valid. UNSUPPORTED if the backend has no form, or
 * the device has no doubles or 64-bit atomics; INVALID for an invalid system. */
enum status compute_nonbonded_new(const struct compute_device *device, const struct compute_nonbonded_system *system,
                                  struct compute_nonbonded **nonbonded, struct fault *fault);
void compute_nonbonded_free(struct compute_nonbonded *nonbonded);

/* Adds an interaction: lines that add to `energy` and to `dEdR`, the derivative by the distance, for a pair of atoms
 * with `r`, `r2`, `invR`, `charge1` and `charge2`. With `parameters`, two reals per atom, NAME1 and NAME2, real2, are
 * also available. The lines are enclosed in braces, and must not contain // comments or #. */
enum status compute_nonbonded_add(struct compute_nonbonded *nonbonded, const char *name, const char *lines,
                                  bool parameters, struct fault *fault);

/* Excludes pairs. A pair may be repeated, in either order. */
enum status compute_nonbonded_exclude(struct compute_nonbonded *nonbonded, const struct mm_int2 *pair, size_t pairs,
                                      struct fault *fault);

/* The text that is compiled; the caller frees it. */
char *compute_nonbonded_source(const struct compute_nonbonded *nonbonded);

/* Compiles the kernels and allocates arrays in a context, which outlives it. Nothing can be added or excluded
 * afterwards. */
enum status compute_nonbonded_start(struct compute_nonbonded *nonbonded, struct compute_context *context,
                                    struct fault *fault);

/* Sets the parameters of an interaction; the caller owns the array. */
enum status compute_nonbonded_set(struct compute_nonbonded *nonbonded, const char *name,
                                  struct compute_array *parameters, struct fault *fault);

/* Finds the tiles, for atoms at `posq`: a real4 each, with the charge. Waits; `tiles` (or NULL) is their number. */
enum status compute_nonbonded_prepare(struct compute_nonbonded *nonbonded, struct compute_array *posq, uint64_t *tiles,
                                      struct fault *fault);

/* Queues the sum: adds to `force`, an mm_ulong in units of 2^-32 for x of all atoms, then y, then z. */
enum status compute_nonbonded_compute(struct compute_nonbonded *nonbonded, struct compute_array *posq,
                                      struct compute_array *force, struct fault *fault);

/* The energy of the last sum. Waits. */
enum status compute_nonbonded_energy(struct compute_nonbonded *nonbonded, double *energy, struct fault *fault);
