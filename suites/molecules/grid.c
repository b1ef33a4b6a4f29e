#include "suites/molecules/grid.h"

#include <math.h>
#include <stdio.h>

static struct sides sides_of(const struct problem *problem, size_t first, uint64_t n)
{
    const bool brick = problem->inputs.setting[first + GRID_SETTING_BOX] == GRID_brick;
    const double size = (double)n;
    return brick ? (struct sides){{(uint64_t)round(1.25 * size), (uint64_t)fmax(1, round(0.8 * size)), n}}
                 : (struct sides){{n, n, n}};
}

float grid_spacing(const struct problem *problem, size_t first)
{
    /* The longest cutoff over the least spacing, rounded down; and the digits of a float, less one for halves. */
    enum { BEHIND = 161, DIGITS = 23 };
    const double wanted = problem->inputs.setting[first + GRID_SETTING_SPACING];
    const uint64_t indices = sides_of(problem, first, problem->n).of[0] + BEHIND;
    int exponent, index_digits;
    const double digits = frexp(wanted, &exponent);
    frexp((double)indices, &index_digits);
    return (float)ldexp(round(ldexp(digits, DIGITS - index_digits)), exponent - DIGITS + index_digits);
}

struct grid grid_of(const struct job *job, size_t first)
{
    return (struct grid){grid_spacing(job->problem, first), sides_of(job->problem, first, job->n)};
}

void grid_define(const struct problem *problem, size_t first, char lines[MAX_LINES])
{
    snprintf(lines, MAX_LINES, "#define GRID_SPACING %#.9gf\n", (double)grid_spacing(problem, first));
}

struct sides grid_parts(const struct grid *grid, uint64_t width)
{
    struct sides parts;
    for (int d = 0; d < 3; d++)
        parts.of[d] = divide_up(grid->points.of[d], width);
    return parts;
}
