/* Bench compact_bins on the fake device, which runs no kernels: the expected number of listed pairs equals that of
 * counting one by one, and boxes of points are numbered as in the kernel. */
#include "suites/cutoff/compact_bins.c"

#include "tests/suites/cutoff/fixture.h"

/* ---- one by one ---- */

/* For a point and an atom: whether the 32 work-items of the point test the distance. */
static bool is_near(const int *value, const size_t point[3], struct mm_float4 atom)
{
    const double at_atom[] = {atom.x, atom.y, atom.z}, cutoff = cutoff_radius(job);
    const int deep = LANES / (value[WARP_X] * value[WARP_Y] * value[ATOMS_AT_ONCE]) * value[POINTS_PER_THREAD];
    const size_t width[] = {(size_t)value[WARP_X], (size_t)(value[WARP_Y] * value[COLUMNS]), (size_t)deep};
    double squares = 0;
    for (int d = 0; d < 3; d++) {
        const size_t at = point[d] / width[d] * width[d];
        const double h = (double)cutoff_grid(job).spacing, low = h * (double)at, high = h * (double)(at + width[d] - 1);
        squares += pow(fmax(0, fmax(low - at_atom[d], at_atom[d] - high)), 2);
    }
    return squares < cutoff * cutoff;
}

/* Whether the rows of the point's group include the atom: in a row of bins all between two near ones are tested. */
static bool is_in_rows(const int *value, const size_t point[3], struct mm_float4 atom)
{
    const double at_atom[] = {atom.x, atom.y, atom.z};
    const struct grid grid = cutoff_grid(job);
    const struct bins bins = cutoff_bins(job, value[BIN_SIZE]);
    const struct sides width = {{(uint64_t)value[GROUP_X], (uint64_t)value[GROUP_Y], (uint64_t)value[GROUP_Z]}};
    const struct parts groups = bins_parts(bins, &grid, width);
    int offset[3], near = 0;
    for (int d = 0; d < 3; d++)
        offset[d] = (int)floor(at_atom[d] / value[BIN_SIZE]) -
                    (int)floor((double)(point[d] / width.of[d] * width.of[d]) * (double)grid.spacing / value[BIN_SIZE]);
    for (int way = -1; way <= 1; way += 2) {
        int at[] = {offset[0], offset[1], offset[2]};
        bool any = false;
        for (int step = 0; step < 64 && !any; step++, at[0] += way)
            any = bins_near(value[BIN_SIZE], at, NULL, groups.extent, cutoff_radius(job));
        near += any;
    }
    return near == 2;
}

static double tested_one_by_one(const int *value)
{
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    const struct atom_counts counts = cutoff_counts(job);
    const struct sides sides = cutoff_grid(job).points;
    double tested = 0;
    for (size_t p = 0; p < cutoff_points(job); p++) {
        const size_t point[] = {p % sides.of[0], p / sides.of[0] % sides.of[1], p / sides.of[0] / sides.of[1]};
        for (size_t a = 0; a < counts.off_points; a++)
            tested += value[LISTED] == LISTED_all ? is_in_rows(value, point, atom[a]) : is_near(value, point, atom[a]);
    }
    return tested;
}

/* ---- what is tested ---- */

/* A group of 32 work-items for each box of points: together they have the grid. */
static double all_points(const struct config *config)
{
    const uint64_t warps = block_size(config) / LANES * sides_product(groups_of(job, config));
    double points = 0;
    CHECK(warps * sizeof(uint32_t) <= job_bytes(job, SLOT_WORKED));
    for (uint64_t i = 0; i < warps; i++)
        points += points_of(job, config, i);
    return points;
}

static void check_tested(const int *value)
{
    const struct config *config = config_by(&problem, value);
    const double tested = tested_one_by_one(value);
    CHECK(problem.bench->problem.arrange(job, config, NULL) == OK);
    CHECK(tested > 0);
    CHECK_NEAR(tested_by(job, config), tested, 1e-12 * tested);
    CHECK(all_points(config) == (double)cutoff_points(job));
}

/* Grids that end within a group and within a box, atoms all over, in clusters and on points, and a cutoff that is a few
 * boxes long, or less than one. */
TEST(tested)
{
    static const int cases[][SMOOTHING + 1] = {
        {4, 8, 8, 8, 8, 4, 1, 1, 1, LISTED_near, 1, 96, 1, 0},   {4, 8, 8, 8, 4, 2, 2, 1, 1, LISTED_near, 2, 96, 1, 0},
        {2, 4, 8, 4, 4, 4, 2, 1, 1, LISTED_near, 1, 96, 1, 0},   {2, 8, 4, 8, 8, 2, 4, 1, 1, LISTED_near, 1, 96, 1, 0},
        {4, 8, 8, 8, 4, 2, 4, 2, 4, LISTED_twice, 1, 96, 1, 0},  {4, 8, 8, 8, 8, 2, 4, 2, 2, LISTED_twice, 2, 96, 1, 0},
        {4, 8, 8, 8, 4, 4, 4, 2, 2, LISTED_twice, 1, 224, 1, 0}, {4, 8, 8, 8, 8, 4, 1, 1, 1, LISTED_all, 1, 96, 1, 0},
        {2, 4, 8, 4, 4, 4, 1, 1, 1, LISTED_all, 1, 96, 1, 0},    {2, 4, 4, 4, 4, 4, 1, 1, 1, LISTED_all, 1, 96, 1, 0}};
    static const struct {
        uint64_t n;
        int workload;
        double cutoff;
        int variant;
    } problems[] = {{13, WORKLOAD_lattice, 5, 0},
                    {17, WORKLOAD_poisson, 3.3, 0},
                    {12, WORKLOAD_lattice, 2, 1},
                    {9, WORKLOAD_water, 12, 0},
                    {16, WORKLOAD_lattice, 4, 2}};
    for (size_t p = 0; p < sizeof problems / sizeof *problems; p++) {
        use(problems[p].workload, 0.1, problems[p].cutoff);
        if (p % 2)
            use_odd_grid();
        open_job(&cutoff_compact_bins, problems[p].n, problems[p].variant);
        for (size_t c = 0; c < 2 * sizeof cases / sizeof *cases; c++) /* what was counted stays */
            check_tested(cases[c % (sizeof cases / sizeof *cases)]);
    }
}
