/* The common part of the benches of suite cutoff, on the fake device: atoms, bins, the expectation against brute
 * force, and wrong maps. */
#include "tests/suites/cutoff/fixture.h"

enum { MOST_N = 70, MOST_POINTS = MOST_N * MOST_N * MOST_N };
enum { LATTICE, POISSON, WATER, CLUSTERED };

static float map[MOST_POINTS];

static void setup(struct job *of)
{
    cutoff_atoms(of);
}

static const struct bench with_expectation = {.name = "expectation",
                                              .problem.variants = CUTOFF_VARIANTS,
                                              .problem.expected_bytes = sizeof(struct cutoff_expectation),
                                              .problem.setup = setup,
                                              .problem.expect = cutoff_expect};
static const struct bench atoms_only = {.name = "atoms", .problem.variants = CUTOFF_VARIANTS, .problem.setup = setup};

/* Untimed inputs are so small that every point is compared, and end like the timed one. */
TEST(further_size)
{
    for (uint64_t n = 1; n <= 512; n++) {
        const struct problem of = {.n = n};
        const uint64_t size = cutoff_further_size(&of);
        CHECK(n <= 64 ? size == n : size > 48 && size <= 64 && size % 16 == n % 16);
    }
}

/* ---- brute force ---- */

/* Every point and every atom, in double. */
struct brute {
    double potential[SMOOTHINGS], pairs;
};

/* The contribution of one atom to a point. */
static struct brute part_of(const struct grid *grid, uint64_t number, struct mm_float4 atom)
{
    const struct sides sides = grid->points;
    const double h = (double)grid->spacing, x = h * (double)(number % sides.of[0]) - atom.x;
    const double y = h * (double)(number / sides.of[0] % sides.of[1]) - atom.y;
    const double z = h * (double)(number / sides.of[0] / sides.of[1]) - atom.z, square = x * x + y * y + z * z;
    const double limit = cutoff_radius(job) * cutoff_radius(job), once = atom.w / sqrt(square),
                 share = 1 - square / limit;
    return square < 1e-12 || square >= limit ? (struct brute){0} : (struct brute){{once, once * share * share}, 1};
}

static struct brute brute_at(uint64_t number)
{
    const struct grid grid = cutoff_grid(job);
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    struct brute brute = {0};
    for (size_t a = 0; a < cutoff_counts(job).all; a++) {
        const struct brute part = part_of(&grid, number, atom[a]);
        for (int s = 0; s < SMOOTHINGS; s++)
            brute.potential[s] += part.potential[s];
        brute.pairs += part.pairs;
    }
    return brute;
}

static void brute_map(enum smoothing smoothing)
{
    for (uint64_t p = 0; p < cutoff_points(job); p++)
        map[p] = (float)brute_at(p).potential[smoothing];
}

static enum status compare(enum smoothing smoothing)
{
    struct verdict verdict = {NAN, NAN};
    enum status status = cutoff_compare(job, smoothing, map, cutoff_grid(job).points, &verdict, NULL);
    CHECK(verdict.tolerance > 0 && verdict.tolerance < 1e-5 && verdict.error >= 0);
    return status;
}

/* ---- atoms ---- */

/* Atoms on points come last, all have charges, and all reach the grid. */
static void check_atoms(uint64_t n, int variant)
{
    open_job(&atoms_only, n, variant);
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    struct atom_counts counts = cutoff_counts(job);
    double most = 0.5 * (double)(n - 1) + cutoff_radius(job);
    CHECK(counts.off_points <= counts.all && counts.all <= cutoff_most_atoms(job));
    for (size_t a = 0; a < counts.all; a++) {
        CHECK(atom_on_point(cutoff_grid(job).spacing, atom[a]) == (a >= counts.off_points) && atom[a].w != 0);
        CHECK(fmin(fmin(atom[a].x, atom[a].y), atom[a].z) >= -cutoff_radius(job));
        CHECK(fmax(fmax(atom[a].x, atom[a].y), atom[a].z) <= most);
    }
}

TEST(atoms)
{
    use(LATTICE, 0.1, 12);
    check_atoms(64, 0);
    CHECK_NEAR((double)cutoff_counts(job).all, 3277, 80);
    CHECK(cutoff_counts(job).all == cutoff_counts(job).off_points);
    check_atoms(64, 1);
    CHECK_NEAR((double)cutoff_counts(job).all, 3277 * 15. / 16, 2); /* one in sixteen has no charge, */
    CHECK_NEAR((double)(cutoff_counts(job).all - cutoff_counts(job).off_points), 3277. / 16, 2); /* or is on a point */
    check_atoms(64, 2);
    CHECK(cutoff_counts(job).all == 1 && cutoff_counts(job).off_points == 1);
    /* A structure is moved to the middle; atoms without charge or too far away are dropped. */
    const struct mm_float4 given[] = {{100, 100, 100, 0}, {104, 104, 104, 1e-40f}, {101, 102, 103, 1},
                                      {102, 102, 102, 2}, {102, 102, 102.3f, 3},   {102, 90, 102, 4},
                                      {102, 114, 102, -5}};
    use(LATTICE, 0.1, 4);
    problem.inputs.atom = given;
    problem.inputs.atoms = sizeof given / sizeof *given;
    check_atoms(17, 0);
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    CHECK(cutoff_counts(job).all == 3 && cutoff_counts(job).off_points == 1);
    CHECK(fabsf(atom[0].x - 4) < 1e-5f && fabsf(atom[0].y - 4) < 1e-5f && fabsf(atom[0].z - 4.3f) < 1e-5f);
    CHECK(atom[1].w + atom[2].w == 3 && atom[1].x + atom[2].x == 7);
}

/* ---- bins ---- */

/* Each atom is in the bin of its cube, exactly once; no bin exceeds its capacity, and the other atoms are extra. */
static void check_bins(int side, int capacity)
{
    struct bins bins = cutoff_bins(job, side);
    struct atom_counts counts = cutoff_counts(job);
    size_t cells = bins_count(bins), extras, held = 0;
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    struct mm_float4 *slot = malloc(cells * (size_t)capacity * sizeof *slot),
                     *extra = malloc(counts.all * sizeof *extra), *sorted = malloc(counts.all * sizeof *sorted);
    uint32_t *start = malloc((cells + 1) * sizeof *start);
    memset(slot, 0xff, cells * (size_t)capacity * sizeof *slot);
    extras = bins_fill(bins, capacity, atom, counts, slot, extra);
    bins_sort(bins, atom, counts.all, start, sorted);
    CHECK(start[0] == 0 && start[cells] == counts.all);
    for (size_t b = 0; b < cells; b++) {
        const int wide = bins.across[0], high = bins.across[1], bin = (int)b;
        const float low[] = {(float)((bin % wide - bins.margin) * side),
                             (float)((bin / wide % high - bins.margin) * side),
                             (float)((bin / wide / high - bins.margin) * side)};
        size_t off_points = 0, here = 0;
        for (uint32_t a = start[b]; a < start[b + 1]; a++) {
            const float at[] = {sorted[a].x, sorted[a].y, sorted[a].z};
            for (int d = 0; d < 3; d++)
                CHECK(at[d] >= low[d] && at[d] < low[d] + (float)side);
            off_points += !atom_on_point(cutoff_grid(job).spacing, sorted[a]);
        }
        while (here < (size_t)capacity && slot[b * (size_t)capacity + here].w != 0)
            CHECK(bins_find(bins, slot[b * (size_t)capacity + here++]) == b);
        CHECK(here == (off_points < (size_t)capacity ? off_points : (size_t)capacity));
        for (size_t i = here; i < (size_t)capacity; i++)
            CHECK(slot[b * (size_t)capacity + i].w == 0);
        held += here;
    }
    CHECK(held + extras == counts.all);
    double sum[3] = {0}; /* a weighted sum: equal for the same atoms in any order */
    for (size_t a = 0; a < counts.all; a++) {
        sum[0] += atom[a].w * sin(atom[a].x + 2 * atom[a].y + 3 * atom[a].z);
        sum[1] += sorted[a].w * sin(sorted[a].x + 2 * sorted[a].y + 3 * sorted[a].z);
    }
    for (size_t i = 0; i < cells * (size_t)capacity + extras; i++) {
        struct mm_float4 one = i < extras ? extra[i] : slot[i - extras];
        sum[2] += one.w * sin(one.x + 2 * one.y + 3 * one.z);
    }
    CHECK_NEAR(sum[1], sum[0], 1e-9);
    CHECK_NEAR(sum[2], sum[0], 1e-9);
    free(slot), free(extra), free(sorted), free(start);
}

TEST(bins)
{
    static const struct {
        double cutoff;
        uint64_t n;
    } cases[] = {{12, 64}, {8, 37}, {2.1, 8}, {9.3, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int variant = 0; variant < CUTOFF_VARIANTS; variant++) {
            use(CLUSTERED, 0.1, cases[i].cutoff);
            if (i % 2)
                use_odd_grid();
            open_job(&atoms_only, cases[i].n, variant);
            for (int side = 2; side <= 4; side += 2)
                for (int capacity = 1; capacity <= 16; capacity *= 4)
                    check_bins(side, capacity);
        }
}

/* Bins around a tile: as many as in the lecture, and as needed. */
TEST(offsets)
{
    static struct offset offset[MOST_OFFSETS];
    use(LATTICE, 0.1, 12);
    open_job(&atoms_only, 64, 2);
    const struct grid grid = cutoff_grid(job);
    const struct bins of_2 = cutoff_bins(job, 2);
    CHECK(bins_offsets(cutoff_bins(job, 4), &grid, 12, NEIGHBOURS_cube, offset) == 343);
    CHECK(bins_offsets(cutoff_bins(job, 4), &grid, 12, NEIGHBOURS_sphere, offset) == 335);
    CHECK(bins_offsets(cutoff_bins(job, 4), &grid, 12, NEIGHBOURS_exact, offset) == 302);
    CHECK(bins_offsets(of_2, &grid, 12, NEIGHBOURS_cube, offset) == 14 * 14 * 14);
    CHECK(bins_offsets(of_2, &grid, 12, NEIGHBOURS_exact, offset) == 2074);
    for (int i = 1; i < 2074; i++)
        CHECK(bins_number(of_2, offset[i - 1].along) < bins_number(of_2, offset[i].along));
    for (double h = 0.1; h <= 1; h += 0.09) /* at the longest cutoff the list fits all bins of a rough cube */
        for (int side = 2; side <= 4; side += 2) {
            use(LATTICE, 0.001, 16);
            problem.inputs.setting[SETTING_GRID] = h;
            open_job(&atoms_only, 200, 2);
            const struct grid wide = cutoff_grid(job);
            CHECK(bins_offsets(cutoff_bins(job, side), &wide, 16, NEIGHBOURS_cube, offset) <= MOST_OFFSETS);
        }
}

/* The product of a spacing and an index is exact, and the spacing is close to the requested one. */
TEST(spacing)
{
    static const struct {
        double requested, share;
        uint64_t n;
    } cases[] = {{0.5, 0, 512}, {0.25, 0, 16384}, {1, 0, 200}, {0.37, 5e-5, 200}, {0.1, 2e-4, 640}, {0.9, 3e-3, 16384}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        use(LATTICE, 0.1, 12);
        problem.inputs.setting[SETTING_GRID] = cases[i].requested;
        problem.n = cases[i].n;
        const float h = grid_spacing(&problem, SETTING_GRID);
        CHECK(fabs((double)h - cases[i].requested) <= cases[i].share * cases[i].requested);
        for (uint64_t p = 0; p < cases[i].n + 160; p++)
            CHECK((double)(h * (float)p) == (double)h * (double)p);
    }
}

/* Sides of a brick, and the kernels' definitions of them. */
TEST(sides)
{
    char lines[MAX_LINES];
    use(LATTICE, 0.1, 12);
    use_odd_grid();
    problem.inputs.setting[SETTING_GRID] = 1;
    for (uint64_t n = 1; n <= 64; n++) {
        problem.n = n;
        const struct job of = {.problem = &problem, .n = n};
        const struct sides sides = cutoff_grid(&of).points;
        CHECK(sides.of[0] == (uint64_t)round(1.25 * (double)n) && sides.of[2] == n && sides.of[1] > 0);
        CHECK(n == 1 || sides.of[1] == (uint64_t)round(0.8 * (double)n));
        CHECK(sides_product(sides) <= CUTOFF_CHECKED);
    }
    cutoff_define(&(struct config){.problem = &problem}, lines);
    CHECK_TEXT(lines, "#define GRID_SPACING 1.00000000f\n");
}

/* The expected number of atoms that do not fit into bins; the constraint's count, of fewer atoms, agrees. */
static void check_coverage(const struct config *config, int side, int capacity, double share)
{
    struct bins bins = cutoff_bins(job, side);
    struct atom_counts counts = cutoff_counts(job);
    struct mm_float4 *slot = malloc(bins_count(bins) * (size_t)capacity * sizeof *slot),
                     *extra = malloc(counts.all * sizeof *extra);
    size_t extras = bins_fill(bins, capacity, job_host(job, SLOT_ATOMS), counts, slot, extra);
    double held = 1 - (double)extras / (double)counts.all;
    CHECK_NEAR(1 - held, share, 0.003);
    problem.inputs.setting[SETTING_COVERAGE] = held - 0.004;
    CHECK(cutoff_covers(config, side, capacity));
    problem.inputs.setting[SETTING_COVERAGE] = held + 0.004;
    CHECK(!cutoff_covers(config, side, capacity));
    free(slot), free(extra);
}

/* The atoms that do not fit into bins of 4 A with capacity 8, or of 2 A with 2, at 0.1 atoms/A^3: the lecture's 2.6 %
 * is for a lattice. */
TEST(overflow)
{
    static const double share[] = {[LATTICE] = 0.024, [POISSON] = 0.0668, [WATER] = 0.076};
    static const double of_2[] = {[LATTICE] = 0.030, [POISSON] = 0.0726, [WATER] = 0.138};
    for (int workload = LATTICE; workload <= WATER; workload++) {
        use(workload, 0.1, 12);
        open_job(&atoms_only, 200, 0);
        const struct config config = {.problem = &problem};
        check_coverage(&config, 4, 8, share[workload]);
        CHECK(cutoff_covers(&config, 4, 12));
        check_coverage(&config, 2, 2, of_2[workload]);
        problem.inputs.setting[SETTING_COVERAGE] = 0;
        CHECK(cutoff_covers(&config, 4, 1));
    }
}

/* ---- the expectation ---- */

static void check_expectation(void)
{
    const struct cutoff_expectation *expectation = job_expected(job);
    double pairs = 0, most = 0, worst = 0;
    for (uint64_t p = 0; p < cutoff_points(job); p++) {
        struct brute brute = brute_at(p);
        const struct cutoff_point *point = &expectation->point[p];
        for (int s = 0; s < SMOOTHINGS; s++)
            worst = fmax(worst, fabs(brute.potential[s] - point->potential[s]) / fmax(point->magnitude[s], 1e-30));
        pairs += brute.pairs;
        most = fmax(most, brute.pairs);
    }
    CHECK(worst < 1e-13 && fabs(pairs - expectation->pairs) <= (cutoff_grid(job).spacing == 0.5f ? 0 : 1) &&
          most == expectation->most && cutoff_pairs(job) == expectation->pairs);
}

TEST(expectation)
{
    static const double cutoffs[] = {2, 4.7, 12};
    for (int workload = LATTICE; workload <= CLUSTERED; workload++)
        for (size_t c = 0; c < sizeof cutoffs / sizeof *cutoffs; c++)
            for (int variant = 0; variant < CUTOFF_VARIANTS; variant++) {
                use(workload, 0.08, cutoffs[c]);
                if (workload == POISSON)
                    use_odd_grid();
                open_job(&with_expectation, variant ? 19 : 12, variant);
                check_expectation();
            }
    use(LATTICE, 0.1, 5); /* a structure that is larger than the grid, some of it on points within and without */
    struct mm_float4 given[300];
    for (int a = 0; a < 300; a++) {
        float at[3];
        for (int d = 0; d < 3; d++)
            at[d] = (float)(20 * job_uniform(1, (uint64_t)(3 * a + d)) - 10);
        given[a] = (struct mm_float4){at[0], at[1], at[2], (float)(a % 5 - 2)};
        if (a % 2)
            given[a] =
                (struct mm_float4){0.5f * floorf(2 * at[0]), 0.5f * floorf(2 * at[1]), 0.5f * floorf(2 * at[2]), 1};
    }
    given[0] = (struct mm_float4){-10, -10, -10, 0};
    given[2] = (struct mm_float4){10, 10, 10, 0};
    problem.inputs.atom = given;
    problem.inputs.atoms = 300;
    open_job(&with_expectation, 15, 0);
    CHECK(cutoff_counts(job).off_points > 20 && cutoff_counts(job).all - cutoff_counts(job).off_points > 20);
    check_expectation();
}

/* At 0.1 atoms/A^3 a point far from all faces has 214 atoms within 8 A and 724 within 12 A, counted one by one; by the
 * expectation's count an atom has as many points. The former numbers vary with the random displacements in the lattice.
 */
TEST(sphere)
{
    static const struct {
        double cutoff, atoms;
    } cases[] = {{8, 214.47}, {12, 723.82}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        double seen = 0, places = 0, points = 0, all = 0;
        use(LATTICE, 0.1, cases[c].cutoff);
        open_job(&atoms_only, 64, 0);
        const struct sides sides = cutoff_grid(job).points;
        const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
        const uint64_t margin = (uint64_t)cases[c].cutoff * 2;
        for (uint64_t k = margin; k < sides.of[2] - margin; k += 4)
            for (uint64_t j = margin; j < sides.of[1] - margin; j += 4)
                for (uint64_t i = margin; i < sides.of[0] - margin; i += 4, places++)
                    seen += brute_at((k * sides.of[1] + j) * sides.of[0] + i).pairs;
        CHECK_NEAR(seen / places, cases[c].atoms, 0.01 * cases[c].atoms);
        CHECK_NEAR(cutoff_sphere(job) * 0.1, cases[c].atoms, 0.01);
        for (size_t a = 0; a < cutoff_counts(job).all; a++) {
            const double at[] = {atom[a].x, atom[a].y, atom[a].z};
            bool inner = true;
            for (int d = 0; d < 3; d++)
                inner = inner && at[d] > cases[c].cutoff && at[d] < 0.5 * (double)sides.of[d] - cases[c].cutoff - 0.5;
            points += inner ? cutoff_points_near(job, atom[a]) : 0;
            all += inner;
        }
        CHECK_NEAR(points / all * 0.1 * 0.125, cases[c].atoms, 0.01 * cases[c].atoms);
    }
}

/* If there are more points than are checked, a sample; all pairs are still counted. */
TEST(sampled)
{
    use(POISSON, 0.004, 6);
    open_job(&with_expectation, MOST_N, 0);
    const struct cutoff_expectation *expectation = job_expected(job);
    double pairs = 0;
    for (uint64_t p = 0; p < MOST_POINTS; p++) {
        struct brute brute = brute_at(p);
        pairs += brute.pairs;
        map[p] = (float)brute.potential[SMOOTHING_none];
    }
    CHECK(expectation->pairs == pairs);
    CHECK(compare(SMOOTHING_none) == OK && compare(SMOOTHING_quadratic) == WRONG_RESULT);
    map[MOST_POINTS - 1] += 1;
    CHECK(compare(SMOOTHING_none) == WRONG_RESULT);
}

/* ---- maps ---- */

/* Subtracts an atom's contribution from every point of the map. */
static void subtract_atom(struct mm_float4 atom, enum smoothing smoothing)
{
    const struct grid grid = cutoff_grid(job);
    for (uint64_t p = 0; p < cutoff_points(job); p++)
        map[p] -= (float)part_of(&grid, p, atom).potential[smoothing];
}

/* One atom missing, even a weak one; one point slightly wrong; one not written. */
TEST(wrong)
{
    static const uint64_t points[] = {0, 17, 20 * 20 * 20 / 2 + 7, 20 * 20 * 20 - 1};
    for (int variant = 0; variant < CUTOFF_VARIANTS; variant++)
        for (enum smoothing smoothing = 0; smoothing < SMOOTHINGS; smoothing++) {
            use(WATER, 0.1, 6);
            open_job(&with_expectation, 20, variant);
            const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
            const struct cutoff_expectation *expectation = job_expected(job);
            brute_map(smoothing);
            CHECK(compare(smoothing) == OK);
            for (size_t a = 0; a < cutoff_counts(job).all; a += 1 + cutoff_counts(job).all / 8) {
                subtract_atom(atom[a], smoothing);
                CHECK(compare(smoothing) == WRONG_RESULT);
                brute_map(smoothing);
            }
            for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
                float right = map[points[i]];
                double magnitude = expectation->point[points[i]].magnitude[smoothing];
                const float wrong[] = {NAN, INFINITY, -INFINITY, right + (float)(1e-5 * magnitude) + 1e-30f};
                for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
                    map[points[i]] = wrong[w];
                    CHECK(compare(smoothing) == WRONG_RESULT);
                }
                map[points[i]] = right;
            }
            CHECK(compare(smoothing) == OK);
        }
}

/* An atom at the cutoff from a point, or nearer or farther by a rounding, may be counted there or not; but an error of
 * twice its contribution there, or of any elsewhere, is detected. Atoms without charge keep the centre in place. */
TEST(edge)
{
    const float cutoff = 3;
    const uint64_t point = (10 * 24 + 10) * 24 + 10; /* at (5, 5, 5); the next one along x is nearer to the atom */
    const float across[] = {cutoff,         nextafterf(cutoff, 0), cutoff - 4e-7f,
                            cutoff + 4e-7f, cutoff - 4e-5f,        cutoff + 4e-5f};
    for (size_t i = 0; i < sizeof across / sizeof *across; i++) {
        const struct mm_float4 given[] = {
            {0, 0, 0, 0}, {11.5f, 11.5f, 11.5f, 0}, {5 + across[i], 5, 5, 2}, {4.2f, 5.1f, 5.3f, -0.5f}};
        bool excused = i < 4;
        use(LATTICE, 0.1, cutoff);
        problem.inputs.atom = given;
        problem.inputs.atoms = sizeof given / sizeof *given;
        open_job(&with_expectation, 24, 0);
        const struct cutoff_expectation *expectation = job_expected(job);
        CHECK_NEAR(expectation->point[point].edge, excused ? 2. / cutoff : 0, 1e-9);
        CHECK(expectation->point[point + 1].edge == 0);
        brute_map(SMOOTHING_none);
        CHECK(compare(SMOOTHING_none) == OK);
        float right = map[point], term = 2 / cutoff;
        bool within = fabs(right + 0.5 / sqrt(0.64 + 0.01 + 0.09)) > 0.1;
        map[point] = within ? right - term : right + term;
        CHECK(compare(SMOOTHING_none) == (excused ? OK : WRONG_RESULT));
        map[point] = within ? right - 2 * term : right + 2 * term;
        CHECK(compare(SMOOTHING_none) == WRONG_RESULT);
        map[point] = right;
        map[point + 1] += term;
        CHECK(compare(SMOOTHING_none) == WRONG_RESULT);
        brute_map(SMOOTHING_quadratic);
        CHECK(compare(SMOOTHING_quadratic) == OK);
        map[point] += 1e-5f;
        CHECK(compare(SMOOTHING_quadratic) == WRONG_RESULT);
    }
}
