/* Shared by the files of benches `solve`, `solve_potential`, `solve_energy` and `leapfrog`: parameters, slots of
 * results, and the functions of their tables. */
#pragma once

#include "suites/fmm/m2l/folded.h"
#include "suites/fmm/solve/expected.h"

/* Slots of results: floats, doubles. */
enum { SOLVE_RESULT_FP32, SOLVE_RESULT_FP64, SOLVE_SLOTS };

/* For a bench that does more than solve: its first slot, up to SOLVE_CHARGES, and its first entry. */
enum { SOLVE_MORE_SLOTS = SOLVE_CHARGES - 4, SOLVE_MORE_ENTRIES = 18 };

/* Parameters. */
/* clang-format off */
#define SOLVE_PARAMETERS                                                                                               \
    AFTER(PRECISION, FMM_PRECISION),                                                                                   \
    HOST_NUMBER(DEPTH, "of the tree", 3, 4, 5, 6, 7, 8, 2),                                                            \
    HOST_WORD(NEAR_FIELD, "after the far one, or on a stream beside it, which may yield to it",                        \
              after, beside, yielding),                                                                                \
    HOST_WORD(LAUNCHES, "in a stream, or as a graph", stream, graph),                                                  \
    NUMBER(P2M_CHARGES, "of a work-item at a time, of 16 of a box", 2, 3, 4),                                          \
    NUMBER(SHIFT_BLOCK_SIZE, "work-items of a group in M2M and L2L", 128, 32, 64, 96),                                 \
    HOST_WORD(SHIFT_LEVELS, "of M2M and L2L up to level 3: a launch each, or one for two", each, both),                \
    WORD(M2L_MATH, "FMA, or tensor cores", fma, tensor),                                                               \
    NUMBER(M2L_TILE_ROWS, "coefficients of a group", 64, 128, 32),                                                     \
    NUMBER(M2L_TILE_BOXES, "parents of a group", 64, 32),                                                              \
    NUMBER(M2L_ROWS, "coefficients of a work-item (tensor: of a warp)", 4, 8, 32),                                     \
    NUMBER(M2L_BOXES, "parents of a work-item (tensor: of a warp)", 8, 4, 32),                                         \
    HOST_NUMBER(M2L_SPLITS, "groups that share a sum", 4, 1, 2),                                                       \
    NUMBER(M2L_LESS, "orders fewer at the deepest level, which has a small part of the error", 0, 1),                  \
    HOST_NUMBER(M2L_PARENTS, "that are worked on at a time", 4096, 512, 16384),                                        \
    NUMBER(P2P_BLOCK_SIZE, "work-items of a box", 64, 32, 128),                                                        \
    NUMBER(P2P_TARGETS, "charges of a work-item, in registers", 2, 1, 4),                                              \
    NUMBER(P2P_STAGED, "charges around, in local memory at a time; 0: read where they are", 0, 128, 512),              \
    NUMBER(P2P_UNROLL, "charges of one pass of the loop", 2, 1, 4),                                                    \
    NUMBER(P2P_ONCE, "charges of a box at a time, each pair once; 0: from both sides", 0, 16, 24, 32, 40)
/* clang-format on */
PARAMETER_ENUM(SOLVE_PARAMETERS);

/* A bench's .own: its result. */
enum { SOLVE_FIELDS, SOLVE_POTENTIALS, SOLVE_ENERGY };
static inline bool solve_gives_energy(const struct bench *bench)
{
    return *(const int *)bench->own == SOLVE_ENERGY;
}

/* Numbers of a charge: the field and the potential, or the potential, which also gives the energy. */
static inline size_t solve_numbers(const struct bench *bench)
{
    return *(const int *)bench->own == SOLVE_FIELDS ? 4 : 1;
}

/* M2L's first level: in a periodic box the images count on level 1 already. */
static inline int solve_first_m2l(const struct problem *problem)
{
    return fmm_periodic(problem) ? 1 : 2;
}

/* ---- the passes: passes.c ---- */

void solve_setup(struct job *job);
void solve_setup_passes(struct job *job); /* all but the host's slots, declared before */
void solve_setup_moving(struct job *job); /* all but charges */
enum status solve_arrange(struct job *job, const struct config *config, struct fault *fault);
enum status solve_enqueue(struct job *job, const struct config *config, struct fault *fault);
/* The same for charges in a slot of the bench, which are sorted; results are in the caller's order. */
enum status solve_enqueue_moving(struct job *job, const struct config *config, int charges, struct fault *fault);
bool solve_captured(const struct config *config);

/* The two parts of the energy, from the passes' results: half the sum of (-1)^l omega(l, m) mu(l, m) over the
 * deepest level's boxes and all l, m; and half that of charges times near potentials. */
struct solve_parts {
    double far, near;
};
enum status solve_energy_parts(const struct job *job, const struct config *config, struct solve_parts *parts,
                               struct fault *fault);

/* ---- the device's memory: room.c ---- */

/* Bytes of the expansions of all boxes. */
uint64_t solve_expansion_bytes(const struct problem *problem, bool fp64);

/* Inputs but the first have no more charges than this, in a tree as deep: with those of 10^9 in one device's memory
 * there is no room for as many again. */
uint64_t solve_further_size(const struct problem *problem);

/* Bytes of the arrays of all inputs, but for some KB; with those of double precision, or of fp32 alone. */
uint64_t solve_bytes(const struct problem *problem, bool fp64);

/* Whether a device has room for them; NULL: any has. Without, there are no configurations in fp64. */
bool solve_has_fp64(const struct problem *problem, const struct compute_device *device);

/* INVALID with a fault without room in fp32 either. */
enum status solve_check_room(const struct problem *problem, const struct compute_device *device, struct fault *fault);

/* ---- verification: outcome.c ---- */

#define SOLVE_FIGURES error, pairs_per_charge, field_error, device_bytes

enum status solve_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                         struct fault *fault);
void solve_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES]);
struct work solve_work(const struct job *job, const struct config *config);

/* The tolerated norm of errors of potentials, or of fields, beyond the rounding of close charges, over the compared
 * ones; `far` is the norm without close charges. The bench's expectation begins with the solver's. */
double solve_most_off(const struct job *job, const struct config *config, bool field, double far);

/* The rounding of a charge's close terms, as a share of their magnitudes. */
double solve_close_rounding(const struct job *job, const struct config *config);

/* ---- likewise of the energy: energy.c ---- */

/* After those of the solver the energy; its relative error; its two parts, by the expansions (the line of the talk)
 * and by near pairs; and the host's energy by all pairs. */
#define SOLVE_ENERGY_FIGURES error, pairs_per_charge, energy, relative_error, far_energy, near_energy, pair_energy

/* A slot of the host: Ewald's sum, for a periodic box. */
enum { SOLVE_IMAGES = SOLVE_CHARGES - 1 };

/* The energy, and the scale of its error: half the sum of the magnitudes of charges times their usual potentials.
 * For the compared charges the norm of far potentials, and that of charges times the number that each represents;
 * and the energy of close pairs, in magnitudes. */
struct solve_energy_expected {
    struct solve_expected potentials;
    double energy, usual, far, charges, close;
};

/* Refuses more charges than the host sums. */
enum status solve_energy_check(const struct problem *problem, struct fault *fault);
/* Of all pairs, in double precision. */
double solve_sum_pairs(const struct mm_float4 *charge, uint64_t charges);
void solve_energy_setup(struct job *job);
void solve_energy_expect(struct job *job, void *expected);
enum status solve_energy_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                                struct fault *fault);
void solve_energy_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES]);

/* ---- bench `leapfrog`, whose charges move by their fields: leapfrog.c ---- */

#define LEAPFROG_GROUP_SIZE 256 /* work-items of a group of the moving kernels */

/* Steps of an iteration; the most charges, whose energy takes a sum over all pairs; and the most for which the host
 * follows the same steps, which takes eleven times two such sums. */
enum { LEAPFROG_STEPS = 10, LEAPFROG_MOST = 1 << 16, LEAPFROG_MOST_FOLLOWED = 2048 };

struct leapfrog_state {
    double place[3], velocity[3];
};

/* Conserved quantities: energy, which has two parts, and momentum. */
struct leapfrog_kept {
    double kinetic, potential, momentum[3];
};

struct leapfrog_expected {
    struct solve_expected solve; /* at the beginning */
    struct leapfrog_kept begin;
    double of_steps;                                   /* the relative change of energy by the finite step */
    struct leapfrog_state end[LEAPFROG_MOST_FOLLOWED]; /* by the same steps in double precision, if they are followed */
};

#define LEAPFROG_FIGURES error, momentum, place_error

void leapfrog_setup(struct job *job);
void leapfrog_expect(struct job *job, void *expected);
enum status leapfrog_enqueue(struct job *job, const struct config *config, struct fault *fault);
enum status leapfrog_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                            struct fault *fault);
void leapfrog_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES]);
struct work leapfrog_work(const struct job *job, const struct config *config);
