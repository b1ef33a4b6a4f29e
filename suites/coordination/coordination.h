/* Shared by the files of suite `coordination`: coordination numbers of groups of atoms, the sum of a switching function
 * over pairs, its derivatives by the atoms' places, and its virial, as in PLUMED's COORDINATION (Tribello, Bonomi,
 * Branduardi, Camilloni, Bussi, Comput. Phys. Commun. 185, 2014).
 *
 * Lengths are in angstrom. The virial is row by row, minus the sum over pairs of the slope by the distance's
 * components d and the direction's: V[a][b] = -sum ds/dr d_a d_b / r. */
#pragma once

#include "suites/molecules/near.h"
#include "tuner/job.h"

/* Settings of the suite, and words of some. */
enum { SWITCHING, NN, MM, R_0, D_0, D_MAX, STRETCH, GROUPS, BOX, DENSITY, PRECISION };
#define SWITCHING_WORDS rational, exponential, gaussian, cubic, tanh, cosinus
enum { WORD_NAMES(SWITCHING, SWITCHING_WORDS) };
#define GROUPS_WORDS one, two, overlapping, pairs
enum { WORD_NAMES(GROUPS, GROUPS_WORDS) };
#define BOX_WORDS brick, cube, open
enum { WORD_NAMES(BOX, BOX_WORDS) };
#define PRECISION_WORDS float, double
enum { WORD_NAMES(PRECISION, PRECISION_WORDS) };

/* ---- the switching function: switching.c ---- */

/* 1 up to d0, 0 beyond dmax; between them a function of x = (r - d0) / r0, times `stretch`, and `shift` added. */
struct switching {
    int function;  /* SWITCHING_rational ... */
    int n, m;      /* of the rational one, (1 - x^n) / (1 - x^m) */
    double r0, d0; /* A; of the cubic one r0 is dmax - d0 */
    double dmax;   /* A; INFINITY: none. A problem's dmax is at most where the function vanishes in float */
    double stretch, shift;
};
struct switching switching_of(const struct problem *problem);

/* s(r), ds/dr and the magnitude of d2s/dr2. Flat up to d0. */
struct switched {
    double value, slope, bend;
};
struct switched switching_at(const struct switching *switching, double r);

/* ds/dr right above d0. */
double switching_step(const struct switching *switching);

/* ---- atoms: atoms.c ---- */

enum { COORDINATION_MOST = 1 << 24 };

/* Of n atoms, those below `end_a` are in the first group, those from `first_b` on in the second one; with one group,
 * all are in both. */
struct coordination_system {
    uint64_t n, end_a, first_b;
    int groups;
    bool periodic, doubles;
    double side[3]; /* A; floats */
    struct switching switching;
};
struct coordination_system coordination_system(const struct problem *problem);

/* How often the pair of atoms i and j counts, in either order: twice if both are in both of two groups. */
int coordination_weight(const struct coordination_system *system, uint64_t i, uint64_t j);

/* Bytes of a count of numbers in the problem's precision, and number i of an array of them. */
uint64_t coordination_bytes(const struct problem *problem, uint64_t numbers);
static inline double coordination_number(const struct coordination_system *system, const void *array, uint64_t i)
{
    return system->doubles ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

/* Fills three coordinates per atom: near the places of a cubic lattice, partners adjacent; and `awkward`, two of them
 * on one place, others on faces, at an edge, half a box away, beyond it, and some at distance r0 from each other. */
void coordination_place(const struct problem *problem, uint64_t seed, bool awkward, void *place);

void coordination_define(const struct config *config, char lines[MAX_LINES]);

/* INVALID: settings that define no function, or a dmax beyond half the box; UNSUPPORTED: doubles on a device without
 * them, the only check for sums. */
enum status coordination_check(const struct problem *problem, const struct compute_device *device, struct fault *fault);
enum status coordination_check_precision(const struct problem *problem, const struct compute_device *device,
                                         struct fault *fault);

/* Kernel arguments of a problem, in either precision: the sides and the square of dmax; the sides' reciprocals;
 * 1/r0, d0, the stretch, and the subtrahend before it. */
struct coordination_numbers {
    struct mm_float4 single[3];
    struct mm_double4 twice[3];
};
struct coordination_numbers coordination_numbers(const struct coordination_system *system);
#define COORDINATION_NUMBERS(system, numbers)                                                                          \
    NUMBER_OF(system, numbers, 0), NUMBER_OF(system, numbers, 1), NUMBER_OF(system, numbers, 2)
#define NUMBER_OF(system, numbers, i) ((system).doubles ? VALUE((numbers).twice[i]) : VALUE((numbers).single[i]))

/* ---- the expectation: expect.c ---- */

/* The sums of an atom, or of all: the derivative (0 for all, not summed), the value and the virial; for each of the
 * three the sum of the terms' magnitudes, and the error bound of all terms together, in roundings: of positions,
 * distances and powers; and the number of terms. */
enum { OF_DERIVATIVE, OF_VALUE, OF_VIRIAL, KINDS };
enum { FIRST_VALUE = 3, FIRST_VIRIAL, COORDINATION_TERMS = 13 };
struct coordination_part {
    double number[COORDINATION_TERMS];
    double magnitude[KINDS], slack[KINDS], terms;
};

enum { COORDINATION_SAMPLES = 4096 };
struct coordination_expected {
    struct coordination_part all, sample[COORDINATION_SAMPLES];
    double pairs; /* of two atoms, within dmax */
};

/* Computes the expectation over all pairs; or, unless `near` is NULL, over those within dmax by an index of
 * near_bytes(job->n), which this function fills. */
void coordination_expect(const struct job *job, const void *place, struct near_index *near,
                         struct coordination_expected *expected);
uint64_t coordination_samples(const struct job *job);
uint64_t coordination_sample_at(const struct job *job, uint64_t i);

/* After timing: changes one coordinate of a sampled atom, of slot `slot`, and corrects the expectation. */
void coordination_change(struct job *job, int slot);

/* Compares numbers `first` to `first + count - 1` of the expectation, times `times`, with those of an array, which
 * begin at `at` and are `stride` apart; at most `chain` additions are in sequence. */
struct coordination_numbers_of {
    const void *array;
    uint64_t at, stride;
    int first, count;
};
enum status coordination_compare(const struct job *job, const struct coordination_part *expected,
                                 struct coordination_numbers_of got, double chain, const char *whose,
                                 struct verdict *verdict, struct fault *fault);
