/* Coordination numbers (Rapetti 2023): a switching function over pairs, its derivatives and virial, and sums.
 */
#include "suites/coordination/call.h"

/* Sums are of random numbers, so settings of pairs do not concern them. */
static bool has_pairs(const struct bench *bench)
{
    return bench != &coordination_sums;
}

/* clang-format off */
#define OF_PAIRS .concerns = has_pairs
static const struct setting settings[] = {
    [SWITCHING] = {"switching", "the function of a distance", WORD_TABLE(SWITCHING_WORDS), OF_PAIRS},
    [NN] = {"nn", "of the rational function, (1 - x^nn) / (1 - x^mm)", NULL, 6, 1, 64, .whole = true, OF_PAIRS},
    [MM] = {"mm", "of the rational function; 0: twice nn", NULL, 0, 0, 128, .whole = true, OF_PAIRS},
    [R_0] = {"r0", "the width of the function: x = (r - d0) / r0", "A", 3, 1e-3, .most = 1000, OF_PAIRS},
    [D_0] = {"d0", "up to which it is 1", "A", 0, 0, .most = 1000, OF_PAIRS},
    [D_MAX] = {"dmax", "beyond which it is 0; 0: nowhere, or where a stretched one was 1e-5", "A", 8, 0,
               .most = 1e6, OF_PAIRS},
    [STRETCH] = {"stretch", "whether it is stretched so that it is 0 at dmax", WORDS("no", "yes"), OF_PAIRS},
    [GROUPS] = {"groups", "pairs of one group; of two; of two that share a third; of partners",
                WORD_TABLE(GROUPS_WORDS), OF_PAIRS},
    [BOX] = {"box", "of three sides; of one; none. In a box a pair is of nearest images",
             WORD_TABLE(BOX_WORDS), OF_PAIRS},
    [DENSITY] = {"density", "of the atoms", "atoms/A^3", 0.1, 1e-6, .most = 10, OF_PAIRS},
    [PRECISION] = {"precision", "of places and results", WORD_TABLE(PRECISION_WORDS)},
    {.name = NULL},
};
/* clang-format on */

const struct suite coordination_suite = {
    .name = "coordination",
    .summary = "coordination numbers of groups of atoms, with derivatives and virial",
    .benches = BENCHES(&coordination_pairs, &coordination_sums, &coordination_resident, &coordination_coordination),
    .settings = settings,
};
