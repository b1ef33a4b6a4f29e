/* The expectation of suite `cutoff`, and the comparison of maps with it. */
#include "suites/cutoff/cutoff.h"

#include <math.h>
#include <string.h>

/* A pair's squared distance in float: the point is exact, each difference is rounded once, and three squares and two
 * sums follow: 6 roundings of 2^-24; this is three times as much. */
static const double edge_width = 1e-6;

static size_t checked(const struct job *job)
{
    uint64_t points = cutoff_points(job);
    return points <= CUTOFF_CHECKED ? points : CUTOFF_SAMPLED;
}

/* Compared point number s: of all, or from the first to the last, one in each share of the map. */
static void place_of(const struct job *job, size_t s, uint64_t index[3])
{
    const struct sides sides = cutoff_grid(job).points;
    uint64_t points = sides_product(sides);
    uint64_t number = points <= CUTOFF_CHECKED ? s : job_run(job, points, CUTOFF_SAMPLED, 1, s);
    for (int d = 0; d < 3; number /= sides.of[d++])
        index[d] = number % sides.of[d];
}

/* The coordinates of a point. */
static void place_at(const struct job *job, const uint64_t index[3], double place[3])
{
    const double h = (double)cutoff_grid(job).spacing;
    for (int d = 0; d < 3; d++)
        place[d] = h * (double)index[d];
}

/* Adds an atom's contribution to a point; true if it is within the cutoff. */
static bool add(struct cutoff_point *point, const double place[3], struct mm_float4 atom, double cutoff)
{
    double dx = atom.x - place[0], dy = atom.y - place[1], dz = atom.z - place[2];
    double square = dx * dx + dy * dy + dz * dz, limit = cutoff * cutoff;
    if (fabs(square - limit) < edge_width * limit)
        point->edge += fabs(atom.w) / cutoff;
    if (square >= limit || square < (double)ON_POINT * ON_POINT)
        return false;
    double share = 1 - square / limit, bare = atom.w / sqrt(square);
    point->potential[SMOOTHING_none] += bare;
    point->potential[SMOOTHING_quadratic] += bare * share * share;
    point->magnitude[SMOOTHING_none] += fabs(bare);
    point->magnitude[SMOOTHING_quadratic] += fabs(bare) * share; /* see tolerance() */
    return true;
}

/* Atoms in compact bins. */
struct search {
    struct bins bins;
    const uint32_t *start;
    const struct mm_float4 *atom;
    double cutoff;
};

/* The range of bins along an axis within reach of a point: one more than the margin below and above its own. */
static int first_bin(const struct search *search, double place)
{
    int bin = (int)floor((place - search->cutoff) / search->bins.side) + search->bins.margin;
    return bin > 0 ? bin : 0;
}

static int last_bin(const struct search *search, double place, int d)
{
    int bin = (int)floor((place + search->cutoff) / search->bins.side) + search->bins.margin;
    return bin < search->bins.across[d] ? bin : search->bins.across[d] - 1;
}

static double add_all(const struct search *search, struct cutoff_point *point, const double place[3])
{
    double pairs = 0;
    *point = (struct cutoff_point){0};
    for (int z = first_bin(search, place[2]); z <= last_bin(search, place[2], 2); z++)
        for (int y = first_bin(search, place[1]); y <= last_bin(search, place[1], 1); y++) {
            size_t row = (size_t)bins_number(search->bins, (int[]){0, y, z});
            uint32_t from = search->start[row + (size_t)first_bin(search, place[0])];
            uint32_t to = search->start[row + (size_t)last_bin(search, place[0], 0) + 1];
            for (uint32_t a = from; a < to; a++)
                pairs += add(point, place, search->atom[a], search->cutoff);
        }
    return pairs;
}

/* Row by row, the part within the sphere. */
double cutoff_points_near(const struct job *job, struct mm_float4 atom)
{
    const struct grid grid = cutoff_grid(job);
    const double cutoff = cutoff_radius(job), h = (double)grid.spacing;
    const double last[] = {(double)(grid.points.of[0] - 1), (double)(grid.points.of[1] - 1),
                           (double)(grid.points.of[2] - 1)};
    const double centre[] = {atom.x / h, atom.y / h, atom.z / h}, radius = cutoff / h;
    double count = 0;
    for (double z = fmax(0, ceil(centre[2] - radius)); z <= fmin(last[2], centre[2] + radius); z++)
        for (double y = fmax(0, ceil(centre[1] - radius)); y <= fmin(last[1], centre[1] + radius); y++) {
            double dy = y - centre[1], dz = z - centre[2], half = radius * radius - dy * dy - dz * dz;
            if (half <= 0)
                continue;
            half = sqrt(half);
            double from = fmax(0, floor(centre[0] - half) + 1), to = fmin(last[0], ceil(centre[0] + half) - 1);
            count += fmax(0, to - from + 1);
        }
    bool on_one = atom_on_point(grid.spacing, atom);
    for (int d = 0; d < 3; d++)
        on_one = on_one && round(centre[d]) >= 0 && round(centre[d]) <= last[d];
    return count - on_one;
}

void cutoff_expect(struct job *job, void *expected)
{
    struct cutoff_expectation *expectation = expected;
    struct atom_counts counts = cutoff_counts(job);
    struct bins bins = cutoff_bins(job, LARGEST_BIN);
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    struct mm_float4 *sorted = cutoff_sorted(job);
    uint32_t *start = (uint32_t *)(sorted + cutoff_most_atoms(job));
    bins_sort(bins, atom, counts.all, start, sorted);
    struct search search = {bins, start, sorted, cutoff_radius(job)};
    double most = 0, pairs = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(max : most)
    for (size_t s = 0; s < checked(job); s++) {
        uint64_t index[3];
        double place[3];
        place_of(job, s, index);
        place_at(job, index, place);
        most = fmax(most, add_all(&search, &expectation->point[s], place));
    }
#pragma omp parallel for schedule(static) reduction(+ : pairs)
    for (size_t a = 0; a < counts.all; a++)
        pairs += cutoff_points_near(job, atom[a]);
    expectation->pairs = pairs;
    expectation->most = most;
}

static const struct cutoff_own *own_of(const struct bench *bench)
{
    return bench->own;
}

enum smoothing cutoff_smoothing(const struct config *config)
{
    const struct bench *bench = config->problem->bench;
    return (enum smoothing)config->value[own_of(bench)->smoothing];
}

/* ---- after timing ---- */

/* Adds the gains of points to a copy of the expectation; whether the gain is significant for one of them, in both
 * forms. */
static bool add_difference(const struct job *job, struct mm_float4 was, struct mm_float4 is,
                           struct cutoff_expectation *expectation)
{
    const double cutoff = cutoff_radius(job);
    bool seen = false;
    for (size_t s = 0; s < checked(job); s++) {
        struct cutoff_point before = {0}, after = {0}, *point = &expectation->point[s];
        uint64_t index[3];
        double place[3];
        place_of(job, s, index);
        place_at(job, index, place);
        if (fabs(place[0] - (double)was.x) > 2 * cutoff) /* most are far */
            continue;
        add(&before, place, was, cutoff);
        add(&after, place, is, cutoff);
        point->edge += after.edge - before.edge;
        for (int form = 0; form < SMOOTHINGS; form++) {
            point->potential[form] += after.potential[form] - before.potential[form];
            point->magnitude[form] += after.magnitude[form] - before.magnitude[form];
        }
        seen = seen || fabs(after.potential[SMOOTHING_quadratic]) > 1e-3 * point->magnitude[SMOOTHING_quadratic];
    }
    return seen;
}

static void change_in(struct job *job, int slot, const struct mm_float4 *was, const struct mm_float4 *is)
{
    const struct mm_float4 *atom = job_host(job, slot);
    for (size_t i = 0, count = job_bytes(job, slot) / sizeof *atom; i < count; i++)
        if (!memcmp(&atom[i], was, sizeof *was))
            job_change(job, slot, i * sizeof *is, is, sizeof *is);
}

/* The charge becomes so large that each point in range shows the difference. */
void cutoff_change(struct job *job, UNNEEDED const struct config *config)
{
    enum { TRIES = 20 };
    const struct cutoff_expectation *expectation = job_expected(job);
    const struct atom_counts counts = cutoff_counts(job);
    const float most = (float)expectation->most;
    struct mm_float4 was, is;
    bool seen = false;
    if (!counts.all)
        return;
    struct cutoff_expectation *corrected =
        job_corrected(job, offsetof(struct cutoff_expectation, point) + checked(job) * sizeof *corrected->point);
    for (int i = 0; i < TRIES && !seen; i++) {
        if (i)
            add_difference(job, is, was, corrected);
        was = is = ((const struct mm_float4 *)job_host(job, SLOT_ATOMS))[job_draw(job, counts.all)];
        is.w = (was.w < 0 ? 1 : -1) * (1 + sqrtf(most)) * (1 + (float)job_draw(job, 1 << 12) * 0x1p-12f);
        seen = add_difference(job, was, is, corrected);
    }
    if (!seen)
        return;
    for (const int *slot = own_of(job->bench)->atoms; *slot >= 0; slot++)
        change_in(job, *slot, &was, &is);
    change_in(job, SLOT_ATOMS, &was, &is);
}

/* ---- the rest ---- */

unsigned cutoff_options(UNNEEDED const struct config *config)
{
    return COMPUTE_FLUSH_TO_ZERO;
}

double cutoff_sphere(const struct job *job)
{
    return 4. / 3 * 3.14159265358979323846 * pow(cutoff_radius(job), 3);
}

double cutoff_pairs(const struct job *job)
{
    const struct cutoff_expectation *expectation = job_expected(job);
    return expectation->pairs;
}

struct work cutoff_work(const struct job *job, const struct config *config)
{
    double points = (double)cutoff_points(job), pairs = cutoff_pairs(job);
    double atoms = (double)cutoff_counts(job).all;
    return (struct work){.bytes = atoms * sizeof(struct mm_float4) + points * sizeof(float),
                         .flops = pairs * (cutoff_smoothing(config) == SMOOTHING_none ? 11 : 15),
                         .amount = {[RESOURCE_RSQRT] = pairs}};
}

enum { WORD_NAMES(FIGURE, CUTOFF_FIGURES) };

void cutoff_figures(const struct job *job, double listed, double counted, double values[])
{
    const double pairs = cutoff_pairs(job);
    values[FIGURE_atoms_per_point] = listed / (double)cutoff_points(job);
    values[FIGURE_work_efficiency_listed] = listed > 0 ? pairs / listed : 0;
    values[FIGURE_work_efficiency] = counted > 0 ? pairs / counted : isnan(counted) ? NAN : 0;
}

/* The tolerance of sums in float, as a share of the sum of their terms' magnitudes. In units of 2^-24 a squared
 * distance errs by at most 5 of itself, its reciprocal root by 4 more, and its product with a charge by 1: 8 in all,
 * rounded up. The smoothed form's share, 1 - r^2 / cutoff^2, is a difference: it errs by 7 of r^2 / cutoff^2,
 * however small it is itself, and it is squared. So its terms err by at most 14 of |q| / r * share, which is their
 * magnitude here. Roundings of the additions in sequence are a random walk, except for equal atoms: four times the
 * root of their number. */
static double tolerance(enum smoothing smoothing, double terms, const struct atom_counts *counts)
{
    const double walk = 4 * sqrt(terms) * atoms_in_step(counts, sqrt(terms) / 4);
    return ((smoothing == SMOOTHING_none ? 8 : 14) + walk) * 0x1p-24;
}

/* The possible gain or loss of a sum by pairs where rounding decides whether they are within the cutoff. A smoothed
 * term nearly vanishes there. */
static double edge(enum smoothing smoothing, const struct cutoff_point *point)
{
    return point->edge * (smoothing == SMOOTHING_none ? 1 : 4 * edge_width * edge_width);
}

enum status cutoff_compare(const struct job *job, enum smoothing smoothing, const float *map, struct sides room,
                           struct verdict *verdict, struct fault *fault)
{
    const struct cutoff_expectation *expectation = job_expected(job);
    const struct atom_counts counts = cutoff_counts(job);
    *verdict = (struct verdict){0, tolerance(smoothing, expectation->most, &counts)};
    for (size_t s = 0; s < checked(job); s++) {
        const struct cutoff_point *point = &expectation->point[s];
        uint64_t index[3];
        place_of(job, s, index);
        double got = map[(index[2] * room.of[1] + index[1]) * room.of[0] + index[0]];
        double wanted = point->potential[smoothing], away = fabs(got - wanted);
        double allowed = edge(smoothing, point);
        double beyond = away > allowed ? away - allowed : 0 * away; /* of a NaN, a NaN */
        double error = beyond / fmax(point->magnitude[smoothing], 1e-30);
        if (!(error <= verdict->tolerance))
            return fail(fault, WRONG_RESULT,
                        "the potential at point (%llu, %llu, %llu) is %.9g, expected %.9g: away by %.2g of its terms' "
                        "magnitudes, %.2g are allowed",
                        (unsigned long long)index[0], (unsigned long long)index[1], (unsigned long long)index[2], got,
                        wanted, error, verdict->tolerance);
        verdict->error = fmax(verdict->error, error);
    }
    return OK;
}

enum status cutoff_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const int map = own_of(job->bench)->map;
    const bool copied = cutoff_copies(job) && job->bench->kernel.file;
    return cutoff_compare(job, cutoff_smoothing(config), copied ? job_memory(job, SLOT_COPY) : job_host(job, map),
                          cutoff_grid(job).points, verdict, fault);
}
