/* Shared by the files of bench `step`. */
#pragma once

#include "suites/lennard_jones/force.h"

/* Slots. AT and FORCE: the places of the last step, unmoved, and the forces there. */
/* clang-format off */
enum {
    DYNAMICS_COORDINATE, DYNAMICS_VELOCITY, DYNAMICS_INVERSE_MASS, DYNAMICS_TYPE, DYNAMICS_TERMS,
    DYNAMICS_ELEMENTS, DYNAMICS_TEXTURE,
    DYNAMICS_PLACE, DYNAMICS_PLACE_NEXT, DYNAMICS_PLACE_SORTED,
    DYNAMICS_MOVING, DYNAMICS_MOVING_SORTED, DYNAMICS_REST, DYNAMICS_REST_SORTED, DYNAMICS_FLAGS,
    DYNAMICS_CELL, DYNAMICS_RANK, DYNAMICS_COUNT, DYNAMICS_BEGINS, DYNAMICS_TICKET, DYNAMICS_ORDER,
    DYNAMICS_MIDDLE, DYNAMICS_EXTENT, DYNAMICS_LIST, DYNAMICS_LENGTH, DYNAMICS_SUMS,
    DYNAMICS_AT, DYNAMICS_FORCE, DYNAMICS_END_COORDINATE, DYNAMICS_END_VELOCITY, DYNAMICS_HOST, DYNAMICS_NEAR,
    DYNAMICS_SLOTS
};
/* clang-format on */
_Static_assert((int)DYNAMICS_SLOTS <= (int)MAX_SLOTS, "slots");

/* Parameters: six before those of tables, in place of those of tiles, and more after these. */
/* clang-format off */
#define DYNAMICS_LISTS                                                                                                 \
    WORD(FORM, "which atoms act on a cluster: all, those of its list, those of cells around", all, list, cells),       \
    NUMBER(BLOCK_SIZE, "work-items in a group", 128, 64, 256),                                                         \
    NUMBER(CLUSTER, "atoms of a cluster, which work-items have in registers", 8, 4),                                   \
    NUMBER(LANES, "work-items of a cluster", 32, 64, 128, 256, 16, 8, 4),                                              \
    ROW(SKIN, "of lists and cells, A: made again where an atom has moved half of it", REALS(1, 0.4, 0.7, 0.85),        \
        .host = true),                                                                                                 \
    NUMBER(LISTED, "atoms of an entry of a list", 1, 4)
#define DYNAMICS_TABLES LJ_FEW_TABLES(LJ_SIZES(4096, 1024, 16384), LJ_DELTAS(0.5, 1))
#define DYNAMICS_FORMS                                                                                                 \
    LJ_ACCUMULATE,                                                                                                     \
    WORD(IMAGE, "the nearest image: by rint, or by adding and taking away 1.5 * 2^23", rint, add),                     \
    WORD(SHIFT, "an image for each pair, or for each atom beside a cluster", pair, tile),                              \
    NAMED(SHARED_PAIRS, "PAIRS", "each twice, or once, and both forces added up in memory", WORD_TABLE(LJ_PAIRS)),     \
    HOST_WORD(LAUNCHES, "in a stream, or as a graph", stream, graph),                                                  \
    WORD(ORDER, "in which atoms lie: sorted in space, or as given", sorted, given),                                    \
    WORD(ADDITIONS, "to memory, of PAIRS half: single numbers, or vectors of four", single, vector),                   \
    WORD(COEFFICIENTS, "where those of the formula's pairs of types are", global, shared, constant),                   \
    WORD(PRECISION, "floats and their rounding errors, or doubles throughout", mixed, double),                         \
    WORD(SEARCH, "for the atoms of lists: in near blocks of them, or in near cells", blocks, cells),                   \
    WORD(AHEAD, "loaded of a list an iteration ahead: an atom's number, or its place", number, place)
/* clang-format on */
PARAMETER_ENUM(DYNAMICS_LISTS);
_Static_assert((int)LISTED + 1 == (int)METHOD, "as many as of tiles");
PARAMETER_ENUM(AFTER(INDEX, DYNAMICS_TABLES), DYNAMICS_FORMS);

/* Whether a configuration's places, velocities and forces are doubles; and a slot of such numbers, three arrays of
 * `pitch` each, in host memory. */
static inline bool dynamics_doubles(const struct config *config)
{
    return config->value[PRECISION] == PRECISION_double;
}
struct dynamics_numbers {
    const void *number;
    uint64_t pitch;
    bool doubles;
};
struct dynamics_numbers dynamics_numbers(const struct job *job, const struct config *config, int slot);
static inline double dynamics_number(const struct dynamics_numbers *numbers, uint64_t d, uint64_t i)
{
    const uint64_t at = d * numbers->pitch + i;
    return numbers->doubles ? ((const double *)numbers->number)[at] : (double)((const float *)numbers->number)[at];
}

static inline void dynamics_place(const struct dynamics_numbers *numbers, uint64_t i, double place[3])
{
    for (uint64_t d = 0; d < 3; d++)
        place[d] = dynamics_number(numbers, d, i);
}

/* ---- a problem: dynamics_problem.c ---- */

/* Steps of an iteration; and their length in ps, and that times the factor from kcal/mol/A by g/mol to
 * angstrom/ps^2. */
uint64_t dynamics_steps(const struct problem *problem);
float dynamics_drift(const struct problem *problem);
float dynamics_kick(const struct problem *problem);

/* Whether such a problem is possible: see struct bench_problem. */
enum status dynamics_check(const struct problem *problem, const struct compute_device *device, struct fault *fault);

/* Capacity of the list of a cluster, in entries. */
uint64_t dynamics_capacity(const struct config *config);

/* Fills three arrays of pitch velocities: Maxwell's at the setting's temperature, with zero momentum. */
void dynamics_fill_velocities(const struct problem *problem, float *velocity);

/* The square of the distance of two places, or of the nearest images, in A^2, and the vector from b to a. */
double dynamics_square_distance(const struct lj_system *system, const double a[3], const double b[3],
                                double separation[3]);

/* ---- a state: dynamics_state.c ---- */

struct dynamics_energy {
    double potential, kinetic; /* kcal/mol; of potentials that are 0 at the cutoff */
};

/* For places at one time and velocities half a step away: `kick` converts a force over a mass to the difference.
 * `near` is of these places, and of the cutoff or farther. */
struct dynamics_energy dynamics_energy(const struct problem *problem, const struct near_index *near,
                                       const struct dynamics_numbers *place, const struct dynamics_numbers *velocity,
                                       const struct dynamics_numbers *force, double kick);

/* In kelvin, of n atoms with zero momentum. */
double dynamics_temperature(uint64_t n, struct dynamics_energy energy);

/* The radial distribution's highest value below 10 A, and its distance, in A. `near` is filled. */
void dynamics_first_peak(const struct problem *problem, struct near_index *near, const struct dynamics_numbers *place,
                         double *height, double *at);

/* ---- the expectation: dynamics_expected.c ---- */

/* Most atoms and steps that the host follows; for as many atoms it computes the energy. */
enum { DYNAMICS_MOST_FOLLOWED = 16384, DYNAMICS_MOST_STEPS = 200 };
bool dynamics_is_followed(const struct problem *problem);

/* The end of an iteration in double precision by the formula; places are unwrapped. */
struct dynamics_expected {
    double place[DYNAMICS_MOST_FOLLOWED][3], velocity[DYNAMICS_MOST_FOLLOWED][3];
    double energy;  /* at the first step, kcal/mol */
    double nearest; /* of two atoms at any step, A; INFINITY if none were within the cutoff */
};
/* Declares the host's slots for it, in setup(). */
void dynamics_declare_host(struct job *job);
void dynamics_expect(struct job *job, void *to);

/* The largest distance of an atom from its expected place, in A, if the forces differ all the time, each component
 * by up to 2^-20 of itself, which bounds the error of forces in float: for a followed problem. It takes as long as the
 * expectation, once. */
double dynamics_spread(const struct job *job);

/* ---- forces in double precision: dynamics_double.c ---- */

/* Fills an index of near_bytes(system->n) for distances up to `reach`, in A. */
void dynamics_fill_near(struct near_index *near, const struct lj_system *system, double reach,
                        const struct dynamics_numbers *place);

/* The force on atom y at these places, whose index of the cutoff or farther is `near`, by the formula, in double
 * precision: value, magnitude and pairs; its slack bounds the error of a sum of doubles with `additions` in sequence.
 */
struct lj_force dynamics_force(const struct problem *problem, const struct lj_system *system,
                               const struct near_index *near, const struct dynamics_numbers *place, uint64_t y,
                               double additions);

/* ---- results: dynamics_outcome.c ---- */

enum status dynamics_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                            struct fault *fault);
#define DYNAMICS_FIGURES                                                                                               \
    l2_error, steps, rebuilds_a_step, tested_a_pair, place_error, energy_drift, temperature, g_peak, g_peak_at
void dynamics_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES]);
