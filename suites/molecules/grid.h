/* The grid of points on which atoms' potential is computed. Point (i, j, k) is at the spacing times its indices.
 * Lengths are in angstrom. */
#pragma once

#include "tuner/job.h"

/* Along x, y and z. */
struct sides {
    uint64_t of[3];
};

static inline uint64_t sides_product(struct sides sides)
{
    return sides.of[0] * sides.of[1] * sides.of[2];
}

struct grid {
    float spacing;
    struct sides points;
};

/* Settings of a suite, in this order: the spacing, and whether a grid of size n has n points along each axis or, as
 * many in all, 1.25 n, 0.8 n and n. */
enum { GRID_SETTING_SPACING, GRID_SETTING_BOX, GRID_SETTINGS };
#define GRID_WORDS cube, brick
enum { WORD_NAMES(GRID, GRID_WORDS) };
#define GRID_LEAST 0.1
#define GRID_MOST 1.0
/* clang-format off */
#define GRID_SETTING_LIST(first)                                                                                       \
    [(first) + GRID_SETTING_SPACING] = {"spacing", "between neighbouring points of the grid", "A", 0.5, GRID_LEAST,    \
                                .most = GRID_MOST},                                                                    \
    [(first) + GRID_SETTING_BOX] = {"box", "points of a size n: n along each axis; or 1.25 n, 0.8 n and n",            \
                            WORD_TABLE(GRID_WORDS)}
/* clang-format on */

/* The grid of an input; its settings begin at number `first`. */
struct grid grid_of(const struct job *job, size_t first);

/* The spacing, rounded to so few digits that its product with any index of the problem's size is exact in float, even
 * with that of a point as far beyond the grid as a cutoff (16 A): on the host as in kernels, with or without an fma.
 * With 200 points per side 14 binary digits remain. */
float grid_spacing(const struct problem *problem, size_t first);

/* Its #define for a kernel file, to be called by a bench's .kernel.define. */
void grid_define(const struct problem *problem, size_t first, char lines[MAX_LINES]);

/* How many parts of `width` points cover the grid. */
struct sides grid_parts(const struct grid *grid, uint64_t width);
