/* The launches of linked cells (kernels/coordination: sort.h, cells.cl, pipeline_cells.cl). */
#include "suites/coordination/call.h"

#include <math.h>

enum { FIND_CELLS, FIND_BEGINS, SORT_ATOMS, PAIRS_NEAR, PAIRS_OF_CELL = PAIRS_NEAR, GIVE_RESULTS }; /* entries */
enum { PER_ROW = 4 }; /* cells per width of a row: a cell is as long as a row is wide, or a fourth of it */

/* Rows along an axis: at most a few more than there are atoms. */
static uint64_t most_rows(uint64_t n)
{
    return (uint64_t)cbrt((double)n) + 1;
}

/* The length of the order, including positions that rows leave unused. */
static uint64_t places(uint64_t n, uint64_t targets)
{
    const uint64_t most = most_rows(n);
    return divide_up(n + most * most * (targets - 1), targets) * targets;
}

void coordination_declare_cells(struct job *job)
{
    const uint64_t most = most_rows(job->n), rows = most * most, cells = rows * most * PER_ROW;
    const uint64_t all = places(job->n, COORDINATION_MOST_TARGETS);
    job_scratch(job, CELL, "cells of atoms", job->n * sizeof(uint32_t));
    job_scratch(job, RANK, "places in cells", job->n * sizeof(uint32_t));
    job_zeroed(job, COUNT, "counts of cells", cells * sizeof(uint32_t));
    job_scratch(job, BEGINS, "begins of cells", (cells + rows) * sizeof(uint32_t));
    job_scratch(job, FILLED, "places filled", sizeof(uint32_t));
    job_scratch(job, SORTED, "sorted atoms", coordination_bytes(job->problem, 4 * all));
    job_scratch(job, FORCE, "sorted derivatives", coordination_bytes(job->problem, 3 * all));
}

/* The cells of a problem: the number along each axis, and in each A; and their width. Distances are tested up to
 * dmax and a little more, since rounding moves atoms. */
struct grid {
    struct mm_int4 cells;
    struct mm_double4 per_cell, width;
};
static struct grid grid_of(const struct coordination_system *system, double width, double length)
{
    const double most = (double)most_rows(system->n), *side = system->side, least[] = {length, width, width};
    double cells[3], widest = 0;
    for (int d = 0; d < 3; d++) {
        cells[d] = fmax(1, fmin(d ? most : most * PER_ROW, floor(side[d] / least[d])));
        widest = fmax(widest, side[d] / cells[d]);
    }
    return (struct grid){
        .cells = {(int32_t)cells[0], (int32_t)cells[1], (int32_t)cells[2], 0},
        .per_cell = {cells[0] / side[0], cells[1] / side[1], cells[2] / side[2],
                     system->switching.dmax + 1e-3 * widest},
        .width = {side[0] / cells[0], side[1] / cells[1], side[2] / cells[2], 0},
    };
}

static struct mm_float4 rounded(struct mm_double4 v)
{
    return (struct mm_float4){(float)v.x, (float)v.y, (float)v.z, (float)v.w};
}

#define EITHER(v) (system->doubles ? VALUE(v) : VALUE(rounded(v)))

static enum status sort_atoms(struct job *job, const struct coordination_system *system, const struct grid *grid,
                              uint32_t pitch, struct fault *fault)
{
    const struct coordination_numbers numbers = coordination_numbers(system);
    const struct mm_double4 side = numbers.twice[0], inverse = numbers.twice[1];
    const uint64_t rows = (uint64_t)grid->cells.y * (uint64_t)grid->cells.z;
    const uint32_t n = (uint32_t)job->n;
    const struct compute_launch of_atoms = launch_over(job->n, SORT_BLOCK, SORT_BLOCK);
    enum status status =
        LAUNCH(FIND_CELLS, of_atoms, ARRAY(PLACE), ARRAY(CELL), ARRAY(RANK), ARRAY(COUNT), ARRAY(FILLED),
               ARRAY(ALL_VALUE), ARRAY(ALL_VIRIAL), ARRAY(FORCE), VALUE(n), VALUE(pitch), VALUE(grid->cells),
               EITHER(grid->per_cell), EITHER(side), EITHER(inverse));
    if (status == OK)
        status = LAUNCH(FIND_BEGINS, launch_groups(rows, ROW_BLOCK), ARRAY(COUNT), ARRAY(BEGINS), ARRAY(FILLED),
                        ARRAY(SORTED), VALUE(grid->cells));
    if (status == OK)
        status = LAUNCH(SORT_ATOMS, of_atoms, ARRAY(PLACE), ARRAY(CELL), ARRAY(RANK), ARRAY(BEGINS), ARRAY(SORTED),
                        VALUE(n), VALUE(grid->cells), EITHER(side), EITHER(inverse));
    return status;
}

enum status coordination_launch_cells(struct job *job, struct coordination_by_cells by, struct fault *fault)
{
    const struct coordination_system all = coordination_system(job->problem), *const system = &all;
    const struct coordination_numbers numbers = coordination_numbers(system);
    const struct mm_double4 side = numbers.twice[0], shape = numbers.twice[2];
    const double width = system->switching.dmax / (double)by.rows;
    const struct grid grid = grid_of(system, width, width / PER_ROW);
    const uint64_t rows = (uint64_t)grid.cells.y * (uint64_t)grid.cells.z;
    const uint64_t clusters = divide_up(job->n + rows * (by.targets - 1), by.targets);
    const uint32_t pitch = (uint32_t)places(job->n, by.targets);
    enum status status = sort_atoms(job, system, &grid, pitch, fault);
    if (status == OK)
        status = LAUNCH(PAIRS_NEAR, launch_groups(clusters, by.block), ARRAY(SORTED), ARRAY(BEGINS), ARRAY(FILLED),
                        ARRAY(FORCE), ARRAY(PARTIAL), VALUE(pitch), VALUE((uint32_t)system->end_a),
                        VALUE((uint32_t)system->first_b), VALUE(grid.cells), EITHER(grid.per_cell), EITHER(grid.width),
                        EITHER(side), EITHER(shape));
    if (status == OK)
        status = LAUNCH(GIVE_RESULTS, launch_over(job->n, 8 * SORT_BLOCK, SORT_BLOCK), ARRAY(SORTED), ARRAY(FILLED),
                        ARRAY(FORCE), ARRAY(PARTIAL), ARRAY(GRADIENT), ARRAY(ALL_VALUE), ARRAY(ALL_VIRIAL),
                        VALUE(pitch), EITHER(side), EITHER(shape));
    return status;
}

enum status coordination_launch_cell_pairs(struct job *job, uint64_t block, struct fault *fault)
{
    const struct coordination_system all = coordination_system(job->problem), *const system = &all;
    const struct coordination_numbers numbers = coordination_numbers(system);
    const double width = system->switching.dmax * (1 + 1e-4);
    const struct grid grid = grid_of(system, width, width);
    const uint64_t cells = (uint64_t)grid.cells.x * (uint64_t)grid.cells.y * (uint64_t)grid.cells.z;
    enum status status = sort_atoms(job, system, &grid, (uint32_t)places(job->n, 1), fault);
    if (status == OK)
        status = LAUNCH(PAIRS_OF_CELL, launch_groups(cells, block), ARRAY(SORTED), ARRAY(BEGINS), ARRAY(GRADIENT),
                        ARRAY(ATOM_VALUE), ARRAY(ATOM_VIRIAL), VALUE((uint32_t)job->n), VALUE((uint32_t)system->end_a),
                        VALUE((uint32_t)system->first_b), VALUE(grid.cells), COORDINATION_NUMBERS(*system, numbers));
    return status;
}
