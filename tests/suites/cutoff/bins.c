/* Small and large bins of suite cutoff on the fake device, which runs no kernels: the tested bins, the figures, and
 * the host's part. */
#include "suites/cutoff/small_bins.c"

#include "tests/suites/cutoff/fixture.h"

static const struct bench *const small = &cutoff_small_bins, *const large = &cutoff_large_bins;

static const struct config *config_of(const int *values)
{
    return config_by(&problem, values);
}

/* The default is the lecture's form; and smoothed potentials are less than half. */
TEST(tables)
{
    problem.bench = small;
    const struct config *usual = config_usual(&problem);
    FREED struct config *config = config_new(&problem, 0);
    int allowed = 0, smoothed = 0;
    use(WORKLOAD_lattice, 0.1, 12);
    for (uint64_t i = 0; config_from(config, NULL, i); i = config->index + 1) {
        allowed++;
        smoothed += config->value[SMOOTHING] == SMOOTHING_quadratic;
        CHECK(cutoff_covers(config, config->value[BIN_SIZE], config->value[BIN_CAPACITY]));
    }
    CHECK(smoothed > 0 && smoothed < allowed / 2);
    CHECK(config_allowed(usual, NULL, NULL) && small->device.host_timed);
    problem.inputs.setting[SETTING_WORKLOAD] = WORKLOAD_poisson; /* of which bins of 8 hold 93 % */
    CHECK(!config_allowed(usual, NULL, NULL));
    problem.inputs.setting[SETTING_COVERAGE] = 0;
    CHECK(config_allowed(usual, NULL, NULL));
}

/* ---- lists ---- */

/* The warp that has a point of a tile, as the kernel numbers its work-items. */
static int warp_of(const struct config *config, int x, int y, int z)
{
    const int points = config->value[POINTS_PER_THREAD], step = TILE / points;
    for (int id = 0; id < TILE_POINTS / points; id++) {
        int lanes[3] = {8, step < 4 ? step : 4, 0}, lane = id % 32, warp = id / 32;
        if (config->value[WARP_TILE] == WARP_TILE_box)
            lanes[0] = 4, lanes[1] = 2;
        lanes[2] = 32 / (lanes[0] * lanes[1]);
        const int warps_x = TILE / lanes[0], warps_y = step / lanes[1];
        if (warp % warps_x * lanes[0] + lane % lanes[0] == x &&
            warp / warps_x % warps_y * lanes[1] + lane / lanes[0] % lanes[1] == y % step &&
            warp / (warps_x * warps_y) * lanes[2] + lane / (lanes[0] * lanes[1]) == z)
            return warp;
    }
    return -1;
}

static bool is_listed(size_t bin, size_t home, int warp)
{
    const struct mm_int2 *list = job_host(job, LIST);
    for (size_t i = 0; i < arranged_of(job)->listed; i++)
        if (home + (size_t)(ptrdiff_t)list[i].x == bin)
            return list[i].y >> warp & 1;
    return false;
}

/* No atom is missed: every atom within the cutoff of a point is in a bin that the point's warp tests. */
static void check_list(const struct config *config)
{
    const struct bins bins = arranged_of(job)->bins;
    const struct sides tiles = cutoff_tiles(job);
    const double cutoff = cutoff_radius(job), h = (double)cutoff_grid(job).spacing;
    for (uint64_t s = 0; s < 3000; s++) {
        uint64_t tile[3];
        int at[3];
        for (uint64_t d = 0; d < 3; d++) {
            tile[d] = job_random(5 + d, s) % tiles.of[d];
            at[d] = bins_home(bins.side, (float)h, TILE, tile[d]);
        }
        const size_t home = (size_t)(bins_first(bins) + bins_number(bins, at));
        const int x = (int)(job_random(1, s) % TILE), y = (int)(job_random(2, s) % TILE),
                  z = (int)(job_random(3, s) % TILE);
        double to[3], length = 0;
        for (int d = 0; d < 3; d++) {
            to[d] = 2 * job_uniform(4, 3 * s + (uint64_t)d) - 1;
            length += to[d] * to[d];
        }
        double share = 0.999 * cutoff / sqrt(length); /* just within */
        struct mm_float4 atom = {(float)(h * (double)(tile[0] * TILE + (uint64_t)x) + share * to[0]),
                                 (float)(h * (double)(tile[1] * TILE + (uint64_t)y) + share * to[1]),
                                 (float)(h * (double)(tile[2] * TILE + (uint64_t)z) + share * to[2]), 1};
        int warp = warp_of(config, x, y, z);
        CHECK(warp >= 0 && warp < warps_of(config));
        CHECK(is_listed(bins_find(bins, atom), home, warp));
    }
    const struct mm_int2 *list = job_host(job, LIST);
    for (size_t i = 0; i < 2 * (size_t)MOST_A_STAGE; i++)
        CHECK(!list[arranged_of(job)->listed + i].y);
}

TEST(lists)
{
    static const double cutoffs[] = {12, 8, 2.5};
    for (size_t c = 0; c < 2 * sizeof cutoffs / sizeof *cutoffs; c++) {
        use(WORKLOAD_lattice, 0.1, cutoffs[c / 2]);
        if (c % 2)
            use_odd_grid();
        open_job(small, c % 2 ? 61 : 16, 2);
        for (int side = 2; side <= 4; side += 2)
            for (int points = 1; points <= 8; points *= 2)
                for (int shape = 0; shape < (points < 8 ? 2 : 1); shape++)
                    for (int way = 0; way <= NEIGHBOURS_warp; way++) {
                        const struct config *config =
                            config_of((int[INTEGRATION + 1]){side, 2 * side, way, points, shape, points > 1, EMPTY_exit,
                                                             STAGING_none, 1, LAUNCH_map, 0, 0});
                        CHECK(small->problem.arrange(job, config, NULL) == OK);
                        check_list(config);
                    }
    }
}

/* ---- figures ---- */

static double values[MAX_FIGURES];

static void figures_of(const struct config *config)
{
    CHECK(small->problem.arrange(job, config, NULL) == OK);
    memset(values, 0, sizeof values);
    small->report.figure(job, config, values);
}

/* The shares of the lecture: a sphere's volume over the tested volume. */
TEST(bulk)
{
    static const struct {
        int side, way;
        double volume;
    } cases[] = {{4, NEIGHBOURS_cube, 343 * 64.},
                 {4, NEIGHBOURS_sphere, 335 * 64.},
                 {4, NEIGHBOURS_exact, 302 * 64.},
                 {2, NEIGHBOURS_exact, 2074 * 8.}};
    const double sphere = 7238.229473870883; /* 4 pi 12^3 / 3 */
    use(WORKLOAD_lattice, 0.1, 12);
    open_job(small, 16, 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        figures_of(config_of((int[INTEGRATION + 1]){cases[i].side, 2 * cases[i].side, cases[i].way, 4, 0, 1, 0,
                                                    STAGING_none, 1, 0, 0, 0}));
        CHECK_NEAR(values[FIGURE_work_efficiency_bulk], sphere / cases[i].volume, 1e-9);
    }
    figures_of(config_usual(&problem));
    CHECK_NEAR(values[FIGURE_work_efficiency_bulk], 0.33755, 0.0002);
    /* Each warp's list is shorter than the group's; that of a compact warp is the shortest. */
    figures_of(
        config_of((int[INTEGRATION + 1]){4, 8, NEIGHBOURS_warp, 4, WARP_TILE_rows, 1, 0, STAGING_none, 1, 0, 0, 0}));
    const double rows = values[FIGURE_work_efficiency_bulk];
    figures_of(
        config_of((int[INTEGRATION + 1]){4, 8, NEIGHBOURS_warp, 4, WARP_TILE_box, 1, 0, STAGING_none, 1, 0, 0, 0}));
    CHECK(rows > sphere / (302 * 64) && values[FIGURE_work_efficiency_bulk] > rows);
}

/* At 100 A, with open faces, the share is higher; and the lecture's overflow is a lattice's. */
TEST(box)
{
    use(WORKLOAD_lattice, 0.1, 12);
    open_job(small, 200, 0);
    figures_of(config_usual(&problem));
    CHECK_NEAR(values[FIGURE_overflow_share], 0.025, 0.002);
    CHECK_NEAR(values[FIGURE_coverage] + values[FIGURE_overflow_share], 1, 1e-12);
    figures_of(config_of((int[INTEGRATION + 1]){4, 24, NEIGHBOURS_sphere, 4, 0, 1, 0, STAGING_shared, 1, 0, 0, 0}));
    CHECK(values[FIGURE_overflow_share] == 0);
    CHECK_NEAR(values[FIGURE_work_efficiency_listed], 0.363, 0.004);
}

/* The tested pairs, counted by points and by bins. */
static double tested_by(const struct config *config)
{
    const struct arranged *arranged = arranged_of(job);
    const struct bins bins = arranged->bins;
    const struct grid grid = cutoff_grid(job);
    const size_t capacity = (size_t)config->value[BIN_CAPACITY];
    const struct mm_int2 *list = job_host(job, LIST);
    const struct mm_float4 *slot = job_host(job, BINS), *extra = job_host(job, EXTRA);
    double tested = 0;
    for (size_t p = 0; p < cutoff_points(job); p++) {
        const uint64_t x = p % grid.points.of[0], y = p / grid.points.of[0] % grid.points.of[1];
        const uint64_t z = p / grid.points.of[0] / grid.points.of[1];
        const int at[] = {bins_home(bins.side, grid.spacing, TILE, x / TILE),
                          bins_home(bins.side, grid.spacing, TILE, y / TILE),
                          bins_home(bins.side, grid.spacing, TILE, z / TILE)};
        const size_t home = (size_t)(bins_first(bins) + bins_number(bins, at));
        int warp = warp_of(config, (int)x % TILE, (int)y % TILE, (int)z % TILE);
        for (size_t i = 0; i < arranged->listed; i++)
            for (size_t s = 0; s < capacity && list[i].y >> warp & 1; s++)
                tested += slot[(home + (size_t)(ptrdiff_t)list[i].x) * capacity + s].w != 0;
    }
    for (size_t a = 0; a < arranged->extras; a++)
        tested += cutoff_points_near(job, extra[a]);
    return tested;
}

TEST(tested)
{
    static const int cases[][INTEGRATION + 1] = {
        {4, 8, NEIGHBOURS_sphere, 4, WARP_TILE_rows, 1, EMPTY_scan, STAGING_shared, 1, LAUNCH_planes, 0, 0},
        {4, 8, NEIGHBOURS_warp, 4, WARP_TILE_box, 1, EMPTY_exit, STAGING_none, 1, LAUNCH_map, 0, 0},
        {2, 2, NEIGHBOURS_warp, 1, WARP_TILE_rows, 0, EMPTY_exit, STAGING_none, 1, LAUNCH_map, 0, 0},
        {2, 4, NEIGHBOURS_warp, 2, WARP_TILE_box, 1, EMPTY_exit, STAGING_none, 1, LAUNCH_map, 0, 0},
        {4, 12, NEIGHBOURS_warp, 8, WARP_TILE_rows, 1, EMPTY_exit, STAGING_none, 1, LAUNCH_map, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        use(WORKLOAD_clustered, 0.1, 5);
        if (i % 2)
            use_odd_grid();
        open_job(small, 21, 1);
        const struct config *config = config_of(cases[i]);
        figures_of(config);
        double tested = tested_by(config);
        CHECK_NEAR(values[FIGURE_atoms_per_point], tested / (double)cutoff_points(job), 1e-9);
        CHECK_NEAR(values[FIGURE_work_efficiency_listed], cutoff_pairs(job) / tested, 1e-9);
        CHECK_NEAR(values[FIGURE_overflow_share], (double)arranged_of(job)->extras / (double)cutoff_counts(job).all,
                   1e-12);
    }
}

/* ---- the host's part ---- */

static double part_of(struct mm_float4 atom, const uint64_t at[3], enum smoothing smoothing)
{
    const double h = (double)cutoff_grid(job).spacing;
    double dx = h * (double)at[0] - atom.x, dy = h * (double)at[1] - atom.y, dz = h * (double)at[2] - atom.z;
    double square = dx * dx + dy * dy + dz * dz, limit = cutoff_radius(job) * cutoff_radius(job);
    double share = smoothing == SMOOTHING_none ? 1 : 1 - square / limit;
    return square < limit && square >= 1e-12 ? atom.w / sqrt(square) * share * share : 0;
}

/* A map as the device writes it: of the atoms in bins, with arbitrary padding. */
static void write_map(const struct config *config)
{
    const struct sides points = cutoff_grid(job).points, room = room_of(job);
    const size_t slots = bins_count(arranged_of(job)->bins) * (size_t)config->value[BIN_CAPACITY];
    const struct mm_float4 *slot = job_host(job, BINS);
    FREED float *map = malloc(sides_product(room) * sizeof *map);
    for (uint64_t p = 0; p < sides_product(room); p++) {
        const uint64_t at[] = {p % room.of[0], p / room.of[0] % room.of[1], p / room.of[0] / room.of[1]};
        bool inside = at[0] < points.of[0] && at[1] < points.of[1] && at[2] < points.of[2];
        double sum = inside ? 0 : NAN;
        for (size_t s = 0; inside && s < slots; s++)
            if (slot[s].w != 0)
                sum += part_of(slot[s], at, (enum smoothing)config->value[SMOOTHING]);
        map[p] = (float)sum;
    }
    CHECK(compute_array_write(job_array(job, MAP), 0, map, sides_product(room) * sizeof *map, NULL) == OK);
}

/* With the host's part, and without the padding, the map is right; without the host's part it is wrong. */
TEST(host)
{
    for (int variant = 0; variant < CUTOFF_VARIANTS; variant++)
        for (int form = 0; form < SMOOTHINGS * 2; form++) {
            const int smoothing = form / 2;
            const struct config *config = config_of(
                (int[INTEGRATION + 1]){4, 8, NEIGHBOURS_sphere, 4, WARP_TILE_rows, CYLINDER_TEST_yes, EMPTY_exit,
                                       STAGING_shared, 1, LAUNCH_planes, smoothing, OVERFLOW_cpu, form % 2});
            struct verdict verdict;
            use(WORKLOAD_poisson, 0.12, 6);
            if (smoothing)
                use_odd_grid();
            open_job(small, 19, variant);
            CHECK_OK(small->problem.arrange(job, config, &caught));
            CHECK((arranged_of(job)->extras > 0) == (variant < 2));
            write_map(config);
            job_poison_host(job, POISON);
            CHECK_OK(job_enqueue(job, config, &caught));
            CHECK_OK(small->problem.verify(job, config, &verdict, &caught));
            arranged_of(job)->extras -= arranged_of(job)->extras > 0;
            CHECK_OK(job_enqueue(job, config, &caught));
            CHECK(CALL(small->problem.verify(job, config, &verdict, &caught)) == (variant < 2 ? WRONG_RESULT : OK));
        }
}

/* ---- large bins ---- */

/* The slots of large bins, after those of all benches. */
enum { LARGE_LISTS = CUTOFF_SLOTS, LARGE_RANGES };

/* All atoms of the cube around a region are in its list, once, and no others: first those off points. */
static void check_region(size_t region, struct sides along, double width, double cutoff)
{
    const uint32_t *range = job_host(job, LARGE_RANGES);
    const struct mm_float4 *lists = job_host(job, LARGE_LISTS), *atom = job_host(job, SLOT_ATOMS);
    const double low[] = {width * (double)(region % along.of[0]), width * (double)(region / along.of[0] % along.of[1]),
                          width * (double)(region / along.of[0] / along.of[1])};
    size_t expected = 0;
    double sum = 0, listed = 0;
    for (size_t a = 0; a < cutoff_counts(job).all; a++) {
        const double at[] = {atom[a].x, atom[a].y, atom[a].z};
        bool near = true;
        for (int d = 0; d < 3; d++)
            near = near && at[d] > low[d] - cutoff && at[d] < low[d] + width + cutoff;
        expected += near;
        sum += near ? sin(at[0] + 2 * at[1] + 3 * at[2]) : 0;
    }
    for (uint32_t a = range[2 * region]; a < range[2 * region + 2]; a++) {
        listed += sin((double)lists[a].x + 2 * (double)lists[a].y + 3 * (double)lists[a].z);
        CHECK(atom_on_point(cutoff_grid(job).spacing, lists[a]) == (a >= range[2 * region + 1]));
    }
    CHECK(range[2 * region + 2] - range[2 * region] == expected);
    CHECK_NEAR(listed, sum, 1e-9);
}

TEST(large)
{
    static const double cutoffs[] = {12, 8, 16};
    for (size_t c = 0; c < sizeof cutoffs / sizeof *cutoffs; c++)
        for (int variant = 0; variant < CUTOFF_VARIANTS; variant++) {
            use(WORKLOAD_lattice, 0.02, cutoffs[c]);
            if (c == 1)
                use_odd_grid();
            open_job(large, 110, variant);
            for (int width = 24; width <= 96; width *= 2) {
                const struct grid grid = cutoff_grid(job);
                const struct sides along = grid_parts(&grid, (uint64_t)width);
                CHECK(large->problem.arrange(job, config_by(&problem, (int[]){0, 128, 8, 0, width, 0}), NULL) == OK);
                for (size_t region = 0; region < sides_product(along); region++)
                    check_region(region, along, width * (double)grid.spacing, cutoffs[c]);
            }
        }
    use(WORKLOAD_lattice, 0.1, 12);
    open_job(large, 200, 0);
    CHECK(large->problem.arrange(job, config_usual(&problem), NULL) == OK);
    large->report.figure(job, config_usual(&problem), values);
    CHECK_NEAR(values[FIGURE_work_efficiency_bulk], 0.06545, 0.0001);
    CHECK_NEAR(values[FIGURE_work_efficiency_listed], 0.085, 0.002);
}
