/* Coordination numbers (seed 000's one caller): a switching function over pairs, its derivatives and virial, and sums.
 */
#include "suites/coordination/call.h"

/* clang-format off */
static const struct setting settings[] = {
    [SWITCHING] = {"switching", "the function of a distance",
                   WORDS("rational", "exponential", "gaussian", "cubic", "tanh", "cosinus")},
    [NN] = {"nn", "of the rational function, (1 - x^nn) / (1 - x^mm)", NULL, 6, 1, 64, .whole = true},
    [MM] = {"mm", "of the rational function; 0: twice nn", NULL, 0, 0, 128, .whole = true},
    [R_0] = {"r0", "the width of the function: x = (r - d0) / r0", "A", 3, 1e-3, .most = 1000},
    [D_0] = {"d0", "up to which it is 1", "A", 0, 0, .most = 1000},
    [D_MAX] = {"dmax", "beyond which it is 0; 0: nowhere, or where a stretched one has fallen to 1e-5", "A", 8, 0,
               .most = 1e6},
    [STRETCH] = {"stretch", "whether it is stretched so that it is 0 at dmax", WORDS("no", "yes")},
    [GROUPS] = {"groups", "which pairs: of one group; of two; of two that share a third; each atom with its partner",
                WORDS("one", "two", "overlapping", "pairs")},
    [BOX] = {"box", "whether a pair is that of the nearest images: of three sides, of one; or of none",
             WORDS("brick", "cube", "open")},
    [DENSITY] = {"density", "of the atoms", "atoms/A^3", 0.1, 1e-6, .most = 10},
    [PRECISION] = {"precision", "of places and results", WORDS("float", "double")},
    {.name = NULL},
};
/* clang-format on */

const struct suite coordination_suite = {
    .name = "coordination",
    .summary = "coordination numbers of groups of atoms, with derivatives and virial",
    .benches = BENCHES(&coordination_pairs, &coordination_sums, &coordination_resident, &coordination_coordination),
    .settings = settings,
};
