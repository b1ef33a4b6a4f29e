/* The atoms of suite `coulomb`, their expected potential, and the comparison of maps. */
#include "suites/coulomb/coulomb.h"

#include <math.h>

enum { RUNS = 256, RUN = 16, MOST_WHOLE = 1 << 18 };
enum { VARIANT_TIMED, VARIANT_AWKWARD, VARIANT_ONE, VARIANT_NONE };
enum { AWKWARD_ATOMS = 4001, SPARE = 64 };

static const double depth = 16; /* of a slice's box, in angstrom */

/* The single atom's charge: small enough to show the rounding of fixed-point sums. */
#define WEAK 0x1p-22f

uint64_t coulomb_points(const struct job *job)
{
    return sides_product(coulomb_grid(job).points);
}

struct grid coulomb_grid(const struct job *job)
{
    struct grid grid = grid_of(job, COULOMB_GRID);
    if (coulomb_dimensions(job) == 2)
        grid.points.of[2] = 1;
    return grid;
}

void coulomb_define(const struct config *config, char lines[MAX_LINES])
{
    grid_define(config->problem, COULOMB_GRID, lines);
}

struct atom_counts coulomb_counts(const struct job *job)
{
    return *(const struct atom_counts *)job_memory(job, SLOT_COUNTS);
}

/* ---- atoms ---- */

static size_t atoms_wanted(const struct job *job)
{
    if (job->variant == VARIANT_AWKWARD)
        return AWKWARD_ATOMS;
    if (job->variant != VARIANT_TIMED)
        return job->variant == VARIANT_ONE;
    return job->problem->inputs.atom ? job->problem->inputs.atoms : (size_t)job->problem->inputs.setting[COULOMB_ATOMS];
}

/* The structure, moved to a box that begins at 0. */
static void take_structure(const struct inputs *inputs, struct mm_float4 *atom)
{
    const struct mm_float4 least = atoms_corner(inputs);
    for (size_t i = 0; i < inputs->atoms; i++)
        atom[i] = (struct mm_float4){inputs->atom[i].x - least.x, inputs->atom[i].y - least.y,
                                     inputs->atom[i].z - least.z, inputs->atom[i].w};
}

/* As many atoms as requested, at random positions. A few more are drawn: one whose coordinate rounds to the side is
 * dropped. */
static void scatter_atoms(const struct job *job, struct mm_float4 *atom, size_t count)
{
    const struct grid grid = coulomb_grid(job);
    double side[3];
    for (int d = 0; d < 3; d++)
        side[d] = (double)grid.spacing * (double)grid.points.of[d];
    if (coulomb_dimensions(job) == 2)
        side[2] = depth;
    double density = (double)(count + SPARE) / (side[0] * side[1] * side[2]);
    atoms_make(WORKLOAD_poisson, density, side, job->seed + (uint64_t)job->variant, atom, count);
}

static float nearest_point(float spacing, float place)
{
    return spacing * roundf(place / spacing);
}

/* Every 7th has no charge, every 10th lies on a point: in turn of the slice's plane or of any; two of them share the
 * first point, one is close to the second. */
static void make_awkward(float h, float z, struct mm_float4 *atom, size_t count)
{
    for (size_t i = 0; i < count; i += 7)
        atom[i].w = 0;
    for (size_t i = 0; i < count; i += 10)
        atom[i] = (struct mm_float4){nearest_point(h, atom[i].x), nearest_point(h, atom[i].y),
                                     i % 20 ? z : nearest_point(h, atom[i].z), atom[i].w};
    atom[10] = (struct mm_float4){0, 0, z, 0.75f};
    atom[20] = (struct mm_float4){0, 0, z, 0.5f};
    atom[30] = (struct mm_float4){h + ON_POINT / 2, 0, z, 0.25f};
}

void coulomb_atoms(struct job *job)
{
    const float h = coulomb_grid(job).spacing, z = (float)job->problem->inputs.setting[COULOMB_Z];
    const bool slice = coulomb_dimensions(job) == 2;
    size_t count = atoms_wanted(job);
    struct mm_float4 *atom = job_input(job, SLOT_ATOMS, "atoms", (count ? count : 1) * sizeof *atom);
    if (job->variant == VARIANT_TIMED && job->problem->inputs.atom)
        take_structure(&job->problem->inputs, atom);
    else
        scatter_atoms(job, atom, count);
    if (job->variant == VARIANT_AWKWARD)
        make_awkward(h, slice ? z : nearest_point(h, z), atom, count);
    if (job->variant == VARIANT_ONE)
        atom->w *= WEAK;
    struct atom_counts *counts = job_host_memory(job, SLOT_COUNTS, "counts", sizeof *counts, HOST_INPUT, false);
    for (size_t i = 0; i < count && slice; i++) /* the plane is the grid's first */
        atom[i].z -= z;
    *counts = atoms_divide(h, atom, count);
    for (size_t i = 0; i < count && slice; i++)
        atom[i].z *= atom[i].z;
}

/* ---- expectation ---- */

struct expected_point {
    double potential, magnitudes; /* the sum, and that of its terms' magnitudes */
};

/* The number of runs of neighbours, of length RUN except for the last: all points, or 4096. */
static uint64_t runs(const struct job *job)
{
    uint64_t points = coulomb_points(job);
    return points > MOST_WHOLE ? RUNS : divide_up(points, RUN);
}

static uint64_t run_start(const struct job *job, uint64_t run)
{
    uint64_t points = coulomb_points(job);
    return points > MOST_WHOLE ? job_run(job, points, RUNS, RUN, run) : run * RUN;
}

/* The contribution of an atom to neighbouring points. The loop has no branch, so that compilers vectorise it. */
static void add_atom(const struct mm_float4 *atom, bool slice, double place[3][RUN], struct expected_point sum[RUN])
{
    double potential[RUN];
    for (int p = 0; p < RUN; p++) {
        double dx = place[0][p] - (double)atom->x, dy = place[1][p] - (double)atom->y;
        double dz = place[2][p] - (double)atom->z, square = dx * dx + dy * dy + (slice ? (double)atom->z : dz * dz);
        bool on_point = square < (double)ON_POINT * ON_POINT;
        potential[p] = (on_point ? 0 : (double)atom->w) / sqrt(on_point ? 1 : square);
    }
    for (int p = 0; p < RUN; p++) {
        sum[p].potential += potential[p];
        sum[p].magnitudes += fabs(potential[p]);
    }
}

/* The contributions of atoms to each point of a run. */
static void add_atoms(const struct job *job, uint64_t run, const struct mm_float4 *atom, uint64_t count,
                      struct expected_point sum[RUN])
{
    double place[3][RUN];
    const struct grid grid = coulomb_grid(job);
    const uint64_t width = grid.points.of[0], height = grid.points.of[1], start = run_start(job, run);
    const double h = (double)grid.spacing;
    for (uint64_t p = 0; p < RUN; p++) {
        const uint64_t point = start + p;
        place[0][p] = h * (double)(point % width);
        place[1][p] = h * (double)(point / width % height);
        place[2][p] = h * (double)(point / width / height);
    }
    for (uint64_t i = 0; i < count; i++)
        add_atom(&atom[i], coulomb_dimensions(job) == 2, place, sum);
}

void coulomb_expect(struct job *job, void *expected)
{
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    const uint64_t count = coulomb_counts(job).all, points = coulomb_points(job);
    struct expected_point *all = expected;
#pragma omp parallel for schedule(static)
    for (uint64_t run = 0; run < runs(job); run++) {
        struct expected_point sum[RUN] = {0};
        add_atoms(job, run, atom, count, sum);
        for (uint64_t p = 0; p < RUN && run_start(job, run) + p < points; p++)
            all[run * RUN + p] = sum[p];
    }
}

/* The charge of one atom becomes so large that every point changes; each gains the difference. */
void coulomb_change(struct job *job, UNNEEDED const struct config *config)
{
    const uint64_t count = coulomb_counts(job).all, points = coulomb_points(job);
    if (!count)
        return;
    const uint64_t i = job_draw(job, count);
    const struct mm_float4 was = ((const struct mm_float4 *)job_host(job, SLOT_ATOMS))[i];
    struct mm_float4 is = was;
    is.w = (was.w < 0 ? 1 : -1) * (1 + sqrtf((float)count)) * (1 + (float)job_draw(job, 1 << 12) * 0x1p-12f);
    struct expected_point *all = job_corrected(job, runs(job) * RUN * sizeof *all);
    for (uint64_t run = 0; run < runs(job); run++) {
        struct expected_point before[RUN] = {0}, after[RUN] = {0};
        add_atoms(job, run, &was, 1, before);
        add_atoms(job, run, &is, 1, after);
        for (uint64_t p = 0; p < RUN && run_start(job, run) + p < points; p++) {
            all[run * RUN + p].potential += after[p].potential - before[p].potential;
            all[run * RUN + p].magnitudes += after[p].magnitudes - before[p].magnitudes;
        }
    }
    job_change(job, SLOT_ATOMS, i * sizeof is + offsetof(struct mm_float4, w), &is.w, sizeof is.w);
}

/* ---- comparison ---- */

/* Each float addition in sequence loses 2^-24 of a sum that is at most the sum of the magnitudes. Errors are random,
 * except for equal atoms, so the loss grows as the square root: 6.2e-6 was measured for 32768 atoms of one sign, where
 * this allows 2.2e-5. The distance has four roundings, the reciprocal square root errs by 2^-22, the product by
 * 2^-24. */
static double tolerance(double terms, const struct atom_counts *counts)
{
    return (2 * sqrt(terms) * atoms_in_step(counts, sqrt(terms) / 2) + 10) * 0x1p-24;
}

enum status coulomb_compare(const struct job *job, const float *map, uint64_t pitch, double terms, double each,
                            struct verdict *verdict, struct fault *fault)
{
    const struct expected_point *expected = job_expected(job);
    const struct sides sides = coulomb_grid(job).points;
    const uint64_t width = sides.of[0], height = sides.of[1], points = coulomb_points(job);
    const struct atom_counts counts = coulomb_counts(job);
    *verdict = (struct verdict){0, tolerance(terms, &counts)};
    for (uint64_t run = 0; run < runs(job); run++)
        for (uint64_t p = 0; p < RUN && run_start(job, run) + p < points; p++) {
            const uint64_t point = run_start(job, run) + p, i = point % width, j = point / width % height;
            const uint64_t k = point / width / height;
            const struct expected_point *want = &expected[run * RUN + p];
            double got = map[point / width * pitch + i], off = fabs(got - want->potential);
            double error = off <= each * terms ? 0 : off - each * terms;
            if (want->magnitudes > 0)
                error /= want->magnitudes;
            else if (error > 0) /* no atoms: zero */
                error = INFINITY;
            if (!(error <= verdict->tolerance)) { /* true for a NaN */
                verdict->error = error;
                return fail(fault, WRONG_RESULT,
                            "potential at (%llu, %llu, %llu) is %.9g, expected %.17g (error %.3g of the sum of "
                            "magnitudes, tolerance %.3g)",
                            (unsigned long long)i, (unsigned long long)j, (unsigned long long)k, got, want->potential,
                            error, verdict->tolerance);
            }
            verdict->error = fmax(verdict->error, error);
        }
    return OK;
}
