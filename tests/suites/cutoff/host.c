/* The CPU's part of suite cutoff, at every width of vectors that this CPU has: compared with a sum over all atoms in
 * double, on whole maps and on boxes of them. */
#include "suites/cutoff/host.c"

#include "tests/check.h"

enum { MOST_ATOMS = 200 };

static struct mm_float4 atom[MOST_ATOMS];
static const char *const width_names[HOST_WIDTHS] = {"portable", "AVX2", "AVX-512"};

/* Within the box of the grid's first n points and around it; every fourth on a point, as many a little farther from
 * one than ON_POINT, but not along any axis; every tenth without charge. */
static void make_atoms(uint64_t n)
{
    for (uint64_t i = 0; i < MOST_ATOMS; i++) {
        float place[3];
        for (uint64_t d = 0; d < 3; d++) {
            place[d] = (float)((job_uniform(5, 4 * i + d) * 1.5 - 0.25) * GRID_SPACING * (double)n);
            if (i % 4 < 2)
                place[d] = GRID_SPACING * roundf(place[d] / GRID_SPACING);
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

static struct expectation expect(const uint64_t point[3], size_t count, double cutoff, enum smoothing smoothing)
{
    struct expectation sum = {0};
    for (size_t i = 0; i < count; i++) {
        const double dx = GRID_SPACING * (double)point[0] - atom[i].x, dy = GRID_SPACING * (double)point[1] - atom[i].y,
                     dz = GRID_SPACING * (double)point[2] - atom[i].z, r2 = dx * dx + dy * dy + dz * dz;
        const double share = smoothing == SMOOTHING_NONE ? 1 : 1 - r2 / (cutoff * cutoff);
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

/* A box of `size` points at `first`, in memory with margins that must stay as they are. */
struct box {
    uint64_t first[3], size[3];
};

enum { MARGIN = 3 };
#define UNTOUCHED 7.0f

/* The tolerance: an addition of a float a term, to a map that holds BEFORE, and as much for each term itself: 8 units
 * of 2^-24 (its rsqrt is wrong by 2^-21 at most). */
#define BEFORE 0.25f

static void test_box(enum host_width width, const struct box *box, size_t count, float cutoff, enum smoothing smoothing,
                     bool all)
{
    uint64_t pitch = box->size[0] + MARGIN, rows = box->size[1] + MARGIN, sums = pitch * rows * box->size[2];
    FREED float *map = malloc((sums + MARGIN) * sizeof *map);
    void *scratch = aligned_alloc(64, divide_up(cutoff_host_scratch(count), 64) * 64);
    struct cutoff_map of = {map,          pitch,        rows,        {box->first[0], box->first[1], box->first[2]},
                            box->size[0], box->size[1], box->size[2]};
    int wrong = 0;
    for (uint64_t i = 0; i < sums + MARGIN; i++)
        map[i] = i < sums && i % pitch < box->size[0] && i / pitch % rows < box->size[1] ? BEFORE : UNTOUCHED;
    cutoff_add_atoms_by((int)width, &of, atom, count, cutoff, smoothing, all, scratch);
    for (uint64_t i = 0; i < sums + MARGIN; i++) {
        uint64_t x = i % pitch, y = i / pitch % rows, z = i / (pitch * rows);
        if (i >= sums || x >= box->size[0] || y >= box->size[1]) {
            wrong += map[i] != UNTOUCHED;
            continue;
        }
        struct expectation sum =
            expect((uint64_t[]){box->first[0] + x, box->first[1] + y, box->first[2] + z}, count, cutoff, smoothing);
        double tolerance = ((double)count + 8) * 0x1p-24 * (sum.magnitude + BEFORE) + sum.edge;
        wrong += !(fabs(map[i] - BEFORE - sum.potential) <= tolerance);
    }
    WRONG_IF(wrong, "%s, %zu atoms, %g A, smoothing %d, %llu x %llu x %llu: %d points are wrong\n", width_names[width],
             count, (double)cutoff, (int)smoothing, (unsigned long long)box->size[0], (unsigned long long)box->size[1],
             (unsigned long long)box->size[2], wrong);
    free(scratch);
}

int main(void)
{
    static const struct box boxes[] = {
        {{0, 0, 0}, {24, 24, 24}}, {{0, 0, 0}, {1, 1, 1}},    {{3, 5, 7}, {33, 9, 2}},
        {{20, 0, 11}, {7, 31, 5}}, {{0, 17, 0}, {17, 1, 30}},
    };
    static const size_t counts[] = {0, 1, 5, MOST_ATOMS};
    static const float cutoffs[] = {0.4f, 3, 8, 12, CUTOFF_HOST_MOST};
    make_atoms(24);
    for (enum host_width width = HOST_PORTABLE; width <= host_width(); width++)
        for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++)
            for (size_t c = 0; c < sizeof cutoffs / sizeof *cutoffs; c++)
                for (int form = 0; form < 4; form++)
                    test_box(width, &boxes[b], counts[b ? (c + b) % 4 : 3], cutoffs[c],
                             form % 2 ? SMOOTHING_QUADRATIC : SMOOTHING_NONE, form / 2);
    return CHECK_RESULT;
}
