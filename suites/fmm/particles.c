/* Charges in the unit cube, sorted by the boxes of the deepest level. */
#include "suites/fmm/particles.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Coordinates are multiples of 2^-24 below 1, which floats represent exactly. The first bits are the box's. */
enum { PLACE_BITS = 24 };

enum { MOST_CROWDED = 3000 };

/* Kinds of positions of charges within a box, in variant 1: they repeat; the remaining ones are random. */
enum { ON_FACE, ON_EDGE, ON_CORNER, IN_CENTRE, UPPER_CORNER, ON_ONE_PLACE, KINDS = 12 };

static bool is_operator(const struct problem *problem)
{
    return strcmp(problem->bench->size.unit, FMM_PARTICLES) != 0;
}

uint64_t fmm_charges(const struct problem *problem)
{
    if (!is_operator(problem))
        return problem->n;
    const double charges = round(problem->inputs.setting[OCCUPANCY] * (double)fmm_deepest_boxes(problem));
    return charges < 1 ? 1 : (uint64_t)charges;
}

uint64_t fmm_job_charges(const struct job *job)
{
    return is_operator(job->problem) ? fmm_charges(job->problem) : job->n;
}

static float charge_of(const struct job *job, uint64_t i)
{
    if (job->problem->inputs.atom)
        return job->problem->inputs.atom[i].w;
    switch ((int)job->problem->inputs.setting[CHARGES]) {
    case CHARGES_same:
        return 1;
    case CHARGES_random:
        return 2 * job_uniform_float(job->seed, 4 * i + 3) - 1;
    default:
        return i % 2 ? -1 : 1;
    }
}

/* ---- awkward charges ---- */

/* Another box for one that must stay empty: two of five must, except the last. */
static uint64_t some_box(const struct job *job, int level, uint64_t i, uint64_t box)
{
    const uint64_t boxes = UINT64_C(1) << 3 * level, quarter = fmm_job_charges(job) / 4;
    const uint64_t crowded[] = {0, boxes - 1, boxes / 2};
    if (i < (quarter < MOST_CROWDED ? quarter : MOST_CROWDED))
        box = crowded[i % 3];
    return box < boxes - 1 && box % 5 % 2 == 1 ? box - 1 : box;
}

/* A coordinate within the box along one axis, of `side`. */
static uint32_t awkward_place(uint64_t kind, int axis, uint32_t by_chance, uint32_t side)
{
    switch (kind) {
    case ON_FACE:
        return axis == 0 ? 0 : by_chance;
    case ON_EDGE:
        return axis == 1 ? by_chance : 0;
    case ON_CORNER:
        return 0;
    case IN_CENTRE:
        return side / 2;
    case UPPER_CORNER:
        return side - 1;
    case ON_ONE_PLACE:
        return side / 4 * (1 + (uint32_t)axis);
    default:
        return by_chance;
    }
}

static void make_awkward(const struct job *job, int level, uint64_t i, uint32_t place[3])
{
    const int bits = PLACE_BITS - level;
    const uint32_t side = UINT32_C(1) << bits;
    const struct fmm_box at = {level, {(int)(place[0] >> bits), (int)(place[1] >> bits), (int)(place[2] >> bits)}};
    const struct fmm_box box = fmm_box_at(level, some_box(job, level, i, fmm_box_index(at) - fmm_level_begin(level)));
    const uint64_t kind = i / 3 % KINDS, turn = kind == ON_FACE || kind == ON_EDGE ? i / (3 * KINDS) : 0;
    for (int d = 0; d < 3; d++) {
        const int axis = (int)(((uint64_t)d + turn) % 3);
        place[d] = (uint32_t)box.place[d] * side + awkward_place(kind, axis, place[d] & (side - 1), side);
    }
}

/* ---- charges beside large ones ---- */

enum { LARGE_ONES = 4 };

/* Large charges such that the contribution of any other is less than half a unit in their last place. Box (1, 1, 1) has
 * the first charge in its centre; the large ones are two of either sign at equal distances from it, crosswise, so that
 * their contributions to it cancel. Other charges of their rows of boxes contribute nothing. */
static struct mm_float4 beside_large(int level, uint64_t i, struct mm_float4 drawn)
{
    const float side = ldexpf(1, -level), centre = 1.5f * side, y = i % 2 ? -side : side, z = i > 2 ? -side : side;
    if (i == 0)
        return (struct mm_float4){centre, centre, centre, 1};
    if (i <= LARGE_ONES)
        return (struct mm_float4){centre, centre + y, centre + z, y == z ? FMM_LARGE : -FMM_LARGE};
    const struct fmm_box box = fmm_box_of(level, &drawn);
    const bool beside = box.place[1] <= 2 && box.place[1] != 1 && box.place[2] <= 2 && box.place[2] != 1;
    return (struct mm_float4){drawn.x, drawn.y, drawn.z, beside ? 0 : fabsf(drawn.w)};
}

/* ---- all charges ---- */

struct mm_float4 fmm_drawn_charge(const struct job *job, int level, uint64_t i)
{
    uint32_t place[3];
    for (uint64_t d = 0; d < 3; d++)
        place[d] = (uint32_t)(job_random(job->seed, 4 * i + d) >> (64 - PLACE_BITS));
    if (job->variant == 1)
        make_awkward(job, level, i, place);
    const struct mm_float4 charge = {(float)place[0] * 0x1p-24f, (float)place[1] * 0x1p-24f, (float)place[2] * 0x1p-24f,
                                     charge_of(job, i)};
    return fmm_is_beside_large(job) ? beside_large(level, i, charge) : charge;
}

bool fmm_is_beside_large(const struct job *job)
{
    return job->variant == FMM_BESIDE_LARGE && is_operator(job->problem) && fmm_job_charges(job) > LARGE_ONES;
}

static void draw_charges(const struct job *job, int level, struct mm_float4 *charge)
{
    const uint64_t charges = fmm_job_charges(job);
#pragma omp parallel for schedule(static) if (charges > 1 << 16)
    for (uint64_t i = 0; i < charges; i++)
        charge[i] = fmm_drawn_charge(job, level, i);
}

void fmm_fill_charges(const struct job *job, int level, struct mm_float4 *charge)
{
    if (job->problem->inputs.atom && job->variant == 0)
        fmm_place_structure(&job->problem->inputs, charge);
    else
        draw_charges(job, level, charge);
}

void fmm_within(struct fmm_box box, const struct mm_float4 *charge, double place[3])
{
    const double at[3] = {(double)charge->x, (double)charge->y, (double)charge->z};
    for (int d = 0; d < 3; d++)
        place[d] = (ldexp(at[d], box.level) - (box.place[d] + 0.5)) * 2;
}

enum status fmm_check_charges(const struct problem *problem, const struct compute_device *device, uint64_t bytes,
                              struct fault *fault)
{
    const double occupancy = problem->inputs.setting[OCCUPANCY];
    const uint64_t charges = fmm_charges(problem),
                   all = charges * bytes + (fmm_deepest_boxes(problem) + 1) * sizeof(uint32_t);
    if (charges > INT32_MAX)
        return fail(fault, INVALID, "%g charges in each of 8^%" PRIu64 " boxes are more than 2^31 - 1", occupancy,
                    problem->n);
    if (device && device->memory_bytes && all > device->memory_bytes)
        return fail(fault, INVALID,
                    "%g charges in each of 8^%" PRIu64 " boxes need %" PRIu64 " bytes; the device has %" PRIu64,
                    occupancy, problem->n, all, device->memory_bytes);
    return OK;
}

/* ---- results ---- */

#define MOST_ON_HOST (UINT64_C(1) << 30)
enum { FINITE_PART = 1 << 15 }; /* numbers that are read at a time */

union part {
    float fp32[FINITE_PART];
    double fp64[FINITE_PART];
};

static void declare_result(struct job *job, int slot, const char *name, uint64_t bytes)
{
    if (bytes <= MOST_ON_HOST)
        job_output(job, slot, name, bytes);
    else
        job_scratch(job, slot, name, bytes);
}

void fmm_declare_floats(struct job *job, int slot, const char *name, uint64_t count)
{
    declare_result(job, slot, name, count * sizeof(float));
}

void fmm_declare_numbers(struct job *job, int slot, const char *name, uint64_t count)
{
    fmm_declare_floats(job, slot, name, count);
    declare_result(job, slot + 1, name, count * sizeof(double));
}

uint64_t fmm_samples(const struct job *job, uint64_t most)
{
    const uint64_t charges = fmm_job_charges(job);
    return charges < most ? charges : most;
}

uint64_t fmm_sample_at(const struct job *job, uint64_t most, uint64_t i)
{
    const uint64_t charges = fmm_job_charges(job), count = fmm_samples(job, most);
    if (count == charges || i == 0)
        return i;
    if (i == count - 1)
        return charges - 1;
    if (job->variant == 1 && i % 8 == 1 && charges >= 4 * MOST_CROWDED) /* the crowded boxes' come first */
        return 1 + MOST_CROWDED * (i / 8) / (count / 8 + 1);
    const uint64_t begin = charges * i / count, end = charges * (i + 1) / count;
    return begin + job_random(~job->seed, i) % (end - begin);
}

/* Floats or doubles, as they are. */
static enum status read_part(const struct job *job, int slot, bool fp64, uint64_t first, size_t count, void *to,
                             struct fault *fault)
{
    const size_t bytes = fp64 ? sizeof(double) : sizeof(float);
    const char *host = job_host(job, slot + fp64);
    if (!host)
        return job_read(job, slot + fp64, first * bytes, to, count * bytes, fault);
    memcpy(to, host + first * bytes, count * bytes);
    return OK;
}

/* Reads floats into the end of the room for doubles, and converts them from the first on. */
static enum status read_numbers(const struct job *job, int slot, bool fp64, uint64_t first, size_t count, double *value,
                                struct fault *fault)
{
    const size_t bytes = fp64 ? sizeof(double) : sizeof(float);
    char *read = (char *)value + count * (sizeof(double) - bytes);
    const enum status status = read_part(job, slot, fp64, first, count, read, fault);
    for (size_t i = 0; i < count && !fp64 && status == OK; i++) {
        float number;
        memcpy(&number, read + i * bytes, bytes);
        value[i] = (double)number;
    }
    return status;
}

enum status fmm_read_numbers(const struct job *job, int slot, bool fp64, uint64_t i, size_t numbers, double *value,
                             struct fault *fault)
{
    return read_numbers(job, slot, fp64, i * numbers, numbers, value, fault);
}

static uint64_t count_finite(const union part *part, bool fp64, uint64_t count)
{
    uint64_t finite = 0;
    for (uint64_t i = 0; i < count && fp64; i++)
        finite += isfinite(part->fp64[i]) != 0;
    for (uint64_t i = 0; i < count && !fp64; i++)
        finite += isfinite(part->fp32[i]) != 0;
    return finite;
}

enum status fmm_check_finite(const struct job *job, int slot, bool fp64, size_t numbers, struct fault *fault)
{
    const uint64_t all = numbers * fmm_job_charges(job);
    union part part;
    enum status status = OK;
    for (uint64_t first = 0; first < all && status == OK; first += FINITE_PART) {
        const uint64_t count = all - first < FINITE_PART ? all - first : FINITE_PART;
        uint64_t i = 0;
        status = read_part(job, slot, fp64, first, count, &part, fault);
        if (status != OK || count_finite(&part, fp64, count) == count)
            continue;
        while (fp64 ? isfinite(part.fp64[i]) : isfinite(part.fp32[i]))
            i++;
        status = fail(fault, WRONG_RESULT, "charge %" PRIu64 ": a number of its result is not finite",
                      (first + i) / numbers);
    }
    return status;
}

enum status fmm_energy_of(const struct job *job, int slot, bool fp64, size_t numbers, const struct mm_float4 *charge,
                          double *energy, struct fault *fault)
{
    const uint64_t all = numbers * fmm_job_charges(job);
    double part[FINITE_PART];
    long double twice = 0;
    enum status status = OK;
    _Static_assert(FINITE_PART % 4 == 0, "whole results");
    for (uint64_t first = 0; first < all && status == OK; first += FINITE_PART) {
        const uint64_t count = all - first < FINITE_PART ? all - first : FINITE_PART;
        status = read_numbers(job, slot, fp64, first, count, part, fault);
        for (uint64_t i = numbers - 1; i < count && status == OK; i += numbers)
            twice += (long double)charge[(first + i) / numbers].w * (long double)part[i];
    }
    *energy = (double)(twice / 2);
    return status;
}

/* ---- structures ---- */

/* Charges of files have four digits or so. */
#define ROUNDING 1e-5

enum status fmm_check_structure(const struct problem *problem, struct fault *fault)
{
    const struct inputs *inputs = &problem->inputs;
    const double *box = inputs->box;
    if (!inputs->atom || !fmm_is_periodic(inputs))
        return OK;
    if (!(box[0] > 0))
        return fail(fault, INVALID, "--boundary periodic: the structure says no box (CRYST1)");
    if (fabs(box[1] - box[0]) > 1e-6 * box[0] || fabs(box[2] - box[0]) > 1e-6 * box[0])
        return fail(fault, INVALID, "--boundary periodic: a box of %.6g x %.6g x %.6g A is no cube", box[0], box[1],
                    box[2]);
    double sum = 0, all = 0;
    for (size_t i = 0; i < inputs->atoms; i++) {
        sum += (double)inputs->atom[i].w;
        all += fabs((double)inputs->atom[i].w);
    }
    if (fabs(sum) > ROUNDING * all)
        return fail(fault, INVALID,
                    "--boundary periodic: the structure's charges add up to %.6g, and have to be neutral", sum);
    return OK;
}

/* The cube: its begin along each axis, and its side. */
struct cube {
    double begin[3], side;
};

static struct cube cube_around(const struct inputs *inputs)
{
    struct cube cube = {.side = 0};
    double end[3] = {0};
    for (size_t i = 0; i < inputs->atoms; i++) {
        const double at[] = {(double)inputs->atom[i].x, (double)inputs->atom[i].y, (double)inputs->atom[i].z};
        for (int d = 0; d < 3; d++) {
            cube.begin[d] = i ? fmin(cube.begin[d], at[d]) : at[d];
            end[d] = i ? fmax(end[d], at[d]) : at[d];
            cube.side = fmax(cube.side, end[d] - cube.begin[d]);
        }
    }
    cube.side = cube.side > 0 ? cube.side : 1;
    return cube;
}

static float place_in(double at, double begin, double side, bool wraps)
{
    double share = (at - begin) / side;
    share -= wraps ? floor(share) : 0;
    share = rint(ldexp(share, 24));
    if (share >= 0x1p24)
        share = wraps ? 0 : 0x1p24 - 1;
    return (float)ldexp(share, -24);
}

void fmm_place_structure(const struct inputs *inputs, struct mm_float4 *charge)
{
    const bool wraps = fmm_is_periodic(inputs);
    const struct cube cube = wraps ? (struct cube){.side = inputs->box[0]} : cube_around(inputs);
    for (size_t i = 0; i < inputs->atoms; i++) {
        const struct mm_float4 atom = inputs->atom[i];
        charge[i] = (struct mm_float4){place_in((double)atom.x, cube.begin[0], cube.side, wraps),
                                       place_in((double)atom.y, cube.begin[1], cube.side, wraps),
                                       place_in((double)atom.z, cube.begin[2], cube.side, wraps), atom.w};
    }
}
