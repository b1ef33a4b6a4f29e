/* The CPU's part of suite cutoff, at every width of vectors that this CPU has: compared with a sum over all atoms in
 * double. */
#include "suites/cutoff/host.c"

#include "tests/check.h"

enum { MOST_ATOMS = 200 };

static struct mm_float4 atom[MOST_ATOMS];
static const char *const width_names[HOST_WIDTHS] = {"portable", "AVX2", "AVX-512"};

/* Within the box of the grid's first n points and around it; every fourth on a point, as many a little farther from
 * one than ON_POINT, but not along any axis; every tenth without charge. */
static void make_atoms(float h, uint64_t n)
{
    for (uint64_t i = 0; i < MOST_ATOMS; i++) {
        float place[3];
        for (uint64_t d = 0; d < 3; d++) {
            place[d] = (float)((job_uniform(5, 4 * i + d) * 1.5 - 0.25) * (double)h * (double)n);
            if (i % 4 < 2)
                place[d] = h * roundf(place[d] / h);
            if (i % 4 == 1 && d != i / 4 % 3)
                place[d] += 0.9f * ON_POINT;
        }
        atom[i] = (struct mm_float4){place[0], place[1], place[2],
                                     i % 10 == 9 ? 0 : (float)(2 * job_uniform(5, 4 * i + 3) - 1)};
    }
}

/* A point's potential, the sum of its terms' magnitudes, and of those that in float may be within or not. */
struct expectation {
    double potential, magnitude, edge;
};

static struct expectation expect(double h, const uint64_t point[3], size_t count, double cutoff,
                                 enum smoothing smoothing)
{
    struct expectation sum = {0};
    for (size_t i = 0; i < count; i++) {
        const double dx = h * (double)point[0] - atom[i].x, dy = h * (double)point[1] - atom[i].y,
                     dz = h * (double)point[2] - atom[i].z, r2 = dx * dx + dy * dy + dz * dz;
        const double share = smoothing == SMOOTHING_none ? 1 : 1 - r2 / (cutoff * cutoff);
        if (r2 < ON_POINT * ON_POINT)
            continue;
        if (fabs(r2 - cutoff * cutoff) < 1e-6 * cutoff * cutoff)
            sum.edge += fabs(atom[i].w) / cutoff * share * share;
        if (r2 >= cutoff * cutoff)
            continue;
        sum.potential += atom[i].w / sqrt(r2) * share * share;
        sum.magnitude += fabs(atom[i].w) / sqrt(r2) * share * share;
    }
    return sum;
}

/* A map is followed by as many numbers that must remain unchanged. */
enum { MARGIN = 3 };
#define UNTOUCHED 7.0f

/* The tolerance: one float addition per term, to a map that is BEFORE, and as much for each term itself: 8 units of
 * 2^-24 (its rsqrt is wrong by 2^-21 at most). */
#define BEFORE 0.25f

static void test_map(enum host_width width, const struct grid *grid, size_t count, float cutoff,
                     enum smoothing smoothing, bool all)
{
    const struct sides sides = grid->points;
    const uint64_t points = sides_product(sides), wide = sides.of[0], high = sides.of[1];
    FREED float *map = malloc((points + MARGIN) * sizeof *map);
    FREED void *scratch = aligned_alloc(64, divide_up(cutoff_host_scratch(count), 64) * 64);
    int wrong = 0;
    for (uint64_t i = 0; i < points + MARGIN; i++)
        map[i] = i < points ? BEFORE : UNTOUCHED;
    cutoff_add_atoms_by((int)width, map, grid, atom, count, cutoff, smoothing, all, scratch);
    for (uint64_t i = 0; i < points; i++) {
        struct expectation sum = expect((double)grid->spacing, (uint64_t[]){i % wide, i / wide % high, i / wide / high},
                                        count, cutoff, smoothing);
        double tolerance = ((double)count + 8) * 0x1p-24 * (sum.magnitude + BEFORE) + sum.edge;
        wrong += !(fabs(map[i] - BEFORE - sum.potential) <= tolerance);
    }
    for (uint64_t i = points; i < points + MARGIN; i++)
        wrong += map[i] != UNTOUCHED;
    WRONG_IF(wrong, "%s, %zu atoms, %g A, smoothing %d, n %llu: %d points are wrong\n", width_names[width], count,
             (double)cutoff, (int)smoothing, (unsigned long long)wide, wrong);
}

int main(void)
{
    static const struct grid grids[] = {{0.5f, {{24, 24, 24}}},
                                        {0.5f, {{1, 1, 1}}},
                                        {0.375f, {{33, 20, 27}}},
                                        {1, {{7, 7, 7}}},
                                        {0.8125f, {{9, 17, 5}}}};
    static const size_t counts[] = {0, 1, 5, MOST_ATOMS};
    static const float cutoffs[] = {0.4f, 3, 8, 12, CUTOFF_HOST_MOST};
    for (enum host_width width = HOST_PORTABLE; width <= host_width(); width++)
        for (size_t s = 0; s < sizeof grids / sizeof *grids; s++)
            for (size_t c = 0; c < sizeof cutoffs / sizeof *cutoffs; c++)
                for (int form = 0; form < 4; form++) {
                    make_atoms(grids[s].spacing, 24);
                    test_map(width, &grids[s], counts[s ? (c + s) % 4 : 3], cutoffs[c],
                             form % 2 ? SMOOTHING_quadratic : SMOOTHING_none, form / 2);
                }
    return CHECK_RESULT;
}
