/* Expansions from children to parents (M2M) and from parents to children (L2L), level by level. */
#include "suites/fmm/fmm.h"

#include <math.h>
#include <string.h>

/* Harmonics of all octants, complex; or of (1, 1, 1) rotated so that they are real. */
enum { FROM_FP32, FROM_FP64, TO_FP32, TO_FP64, OCTANTS_FP32, OCTANTS_FP64, TURNED_FP32, TURNED_FP64 }; /* slots */

/* Parameters, with the values of TILE. */
/* clang-format off */
#define SHIFT_PARAMETERS(...)                                                                                          \
    AFTER(PRECISION, FMM_PRECISION),                                                                                   \
    WORD(SYMMETRY, "of the children: none; one table with other signs; one sum, transformed", none, signs, transform), \
    HOST_WORD(LEVELS, "in one launch each, or these as a graph", each, graph),                                         \
    HOST_NUMBER(TOP, "levels of parents, from the root, in one launch of one group", 1, 2),                            \
    NUMBER(BLOCK_SIZE, "work-items of a group", 128, 32, 64, 256),                                                     \
    NUMBER(PARENTS, "boxes of a group, whose children it reads or writes", 1, 2, 4, 8, 16),                            \
    NUMBER(TILE, "parents of which a work-item of the transform takes a coefficient", __VA_ARGS__),                    \
    WORD(CHILDREN, "of a work-item: all eight, or one", sequence, parallel),                                           \
    WORD(EXPANSIONS, "that are shifted: read from global memory, or from copies", global, local),                      \
    WORD(TABLE, "of harmonics: read from global memory, or from a copy", global, local)
/* clang-format on */
PARAMETER_ENUM(SHIFT_PARAMETERS(1));

static bool is_mu(const struct problem *problem)
{
    return ((const struct fmm_operator *)problem->bench->own)->is_mu;
}

/* ---- inputs ---- */

/* The position of octant 0 to 7: bit 0, 1, 2 is set if x, y, z is positive. */
static void place_of(int octant, double size, double place[3])
{
    for (int d = 0; d < 3; d++)
        place[d] = octant >> d & 1 ? size : -size;
}

static void fill_octants(int order, float *fp32, double *fp64)
{
    struct fmm_complex regular[FMM_MOST_COEFFICIENTS];
    for (int octant = 0; octant < 8; octant++) {
        double place[3];
        place_of(octant, 1, place);
        fmm_regular(order, place, regular);
        for (int i = 0; i < fmm_coefficients(order); i++) {
            *fp64++ = regular[i].re;
            *fp64++ = regular[i].im;
            *fp32++ = (float)regular[i].re;
            *fp32++ = (float)regular[i].im;
        }
    }
}

/* (1, 1, 1) rotated by an eighth of a turn about z lies in the plane y = 0. */
void fmm_fill_turned(int order, float *fp32, double *fp64)
{
    struct fmm_complex regular[FMM_MOST_COEFFICIENTS];
    fmm_regular(order, (const double[]){sqrt(2), 0, 1}, regular);
    for (int l = 0; l <= order; l++)
        for (int m = -l; m <= l; m++) {
            *fp64++ = fmm_at(regular, l, m).re;
            *fp32++ = (float)fp64[-1];
        }
}

static void setup(struct job *job)
{
    const int order = fmm_order(job->problem);
    const uint64_t side = (uint64_t)order + 1, octants = 16 * (uint64_t)fmm_coefficients(order);
    float *fp32 = job_input(job, SLOT(FROM_FP32), fmm_expansion_bytes(job->problem, false));
    double *fp64 = job_input(job, SLOT(FROM_FP64), fmm_expansion_bytes(job->problem, true));
    fmm_fill_expansions(job, is_mu(job->problem), true, fp32, fp64);
    fp32 = job_input(job, SLOT(OCTANTS_FP32), octants * sizeof *fp32);
    fp64 = job_input(job, SLOT(OCTANTS_FP64), octants * sizeof *fp64);
    fill_octants(order, fp32, fp64);
    fp32 = job_input(job, SLOT(TURNED_FP32), side * side * sizeof *fp32);
    fp64 = job_input(job, SLOT(TURNED_FP64), side * side * sizeof *fp64);
    fmm_fill_turned(order, fp32, fp64);
    fmm_declare_results(job, is_mu(job->problem) ? "mu" : "omega");
}

/* ---- device ---- */

/* Launches of a pass, one per level of parents, except that the top levels share one. */
static int launches(const struct job *job, const struct config *config)
{
    return (int)job->n - config->value[TOP] + 1;
}

/* Launch number `i` from the root; its lowest level has the most boxes and determines the number of groups. */
static struct compute_launch launch_of(const struct config *config, int i)
{
    const uint64_t boxes = i ? UINT64_C(1) << 3 * (i + config->value[TOP] - 1) : 1;
    return launch_over(boxes, config_count(config, PARENTS), config_count(config, BLOCK_SIZE));
}

#define PRECISE(fp32) ARRAY((fp32) + fmm_is_fp64(config))
#define HARMONICS PRECISE(config->value[SYMMETRY] == SYMMETRY_transform ? TURNED_FP32 : OCTANTS_FP32)

/* M2M proceeds up to the root, L2L down from there. */
static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const int depth = (int)job->n, passes = launches(job, config);
    const bool down = is_mu(job->problem);
    enum status status = OK;
    for (int pass = 0; pass < passes && status == OK; pass++) {
        const int i = down ? pass : passes - 1 - pass, lowest = i + config->value[TOP] - 1, highest = i ? lowest : 0;
        status = down ? LAUNCH(0, launch_of(config, i), PRECISE(FROM_FP32), HARMONICS, PRECISE(TO_FP32), VALUE(highest),
                               VALUE(lowest), VALUE(fmm_coefficients(fmm_order(job->problem))))
                      : LAUNCH(0, launch_of(config, i), PRECISE(FROM_FP32), HARMONICS, PRECISE(TO_FP32), VALUE(depth),
                               VALUE(lowest), VALUE(highest));
    }
    return status;
}

static bool captured(const struct config *config)
{
    return config->value[LEVELS] == LEVELS_graph;
}

/* ---- expectation: one level from its neighbour's result ---- */

/* The input expansion of a box, the same for all precisions. */
static void read_given(const struct job *job, struct fmm_box box, struct fmm_complex *expansion)
{
    const uint64_t coefficients = (uint64_t)fmm_coefficients(fmm_order(job->problem));
    const struct fmm_complex *all = job_host(job, FROM_FP64);
    memcpy(expansion, all + fmm_box_index(box) * coefficients, coefficients * sizeof *expansion);
}

/* A coefficient (l, m) times `first` * 2^-l: omega in a unit twice as large, or mu in one half as large. */
static void change_unit(int order, double first, struct fmm_complex *expansion)
{
    for (int l = 0, i = 0; l <= order; l++)
        for (int m = 0; m <= l; m++, i++)
            expansion[i] = (struct fmm_complex){ldexp(first * expansion[i].re, -l), ldexp(first * expansion[i].im, -l)};
}

/* The size of the terms: there are (l over j) terms of orders j and l - j in the norm of order l. A shift has this
 * distance. */
static void add_scale(int order, bool mu, double distance, const struct fmm_complex *from, double *scale)
{
    for (int j = 0; j <= order; j++) {
        const double norm = fmm_order_norm(mu, j, from, NULL);
        double factor = 1; /* (l over j), (j over l), times the distance to the power of their difference */
        for (int displacement = 0; mu ? displacement <= j : displacement <= order - j; displacement++) {
            double *of = &scale[mu ? j - displacement : j + displacement];
            *of = hypot(*of, norm * factor);
            factor *= distance * (mu ? j - displacement : j + displacement + 1) / (displacement + 1);
        }
    }
}

static enum status omega_from_children(const struct job *job, bool fp64, struct fmm_box box, struct fmm_complex *omega,
                                       double *scale, struct fault *fault)
{
    const int order = fmm_order(job->problem);
    struct fmm_complex from[FMM_MOST_COEFFICIENTS], regular[FMM_MOST_COEFFICIENTS];
    for (int octant = 0; octant < 8; octant++) {
        enum status status = OK;
        struct fmm_box child = {.level = box.level + 1};
        double displacement[3];
        for (int d = 0; d < 3; d++)
            child.place[d] = 2 * box.place[d] + (octant >> d & 1);
        place_of(octant, 0.5, displacement);
        if (child.level == (int)job->n)
            read_given(job, child, from);
        else
            status = fmm_read_result(job, fp64, child, from, fault);
        if (status != OK)
            return status;
        change_unit(order, 1, from);
        fmm_regular(order, displacement, regular);
        fmm_shift_omega(order, regular, from, omega);
        add_scale(order, false, sqrt(0.75), from, scale);
    }
    return OK;
}

static enum status mu_from_parent(const struct job *job, bool fp64, struct fmm_box box, struct fmm_complex *mu,
                                  double *scale, struct fault *fault)
{
    const int order = fmm_order(job->problem);
    struct fmm_complex from[FMM_MOST_COEFFICIENTS], regular[FMM_MOST_COEFFICIENTS];
    struct fmm_box parent = {.level = box.level - 1};
    double displacement[3];
    enum status status = OK;
    for (int d = 0; d < 3; d++) {
        parent.place[d] = box.place[d] / 2;
        displacement[d] = box.place[d] % 2 ? -1 : 1;
    }
    if (parent.level == 0)
        read_given(job, parent, from);
    else
        status = fmm_read_result(job, fp64, parent, from, fault);
    if (status != OK)
        return status;
    change_unit(order, 0.5, from); /* potentials are in 1 / unit */
    read_given(job, box, mu);
    add_scale(order, true, sqrt(3), from, scale);
    add_scale(order, true, 0, mu, scale);
    fmm_regular(order, displacement, regular);
    fmm_shift_mu(order, regular, from, mu);
    return OK;
}

static const struct fmm_operator m2m = {
    .slot = TO_FP32, .first = 0, .from_last = 1, .step = omega_from_children, .is_mu = false};
static const struct fmm_operator l2l = {
    .slot = TO_FP32, .first = 1, .from_last = 0, .step = mu_from_parent, .is_mu = true};

/* ---- limits ---- */

/* The number of products of a shift: results are needed for 0 <= m <= l alone, the shifted expansion has all m. In M2M
 * (l, m) is the result, in L2L (j, k). */
static double products(int order, bool mu)
{
    double sum = 0;
    for (int j = 0; j <= order; j++)
        for (int k = -j; k <= j; k++)
            for (int l = j; l <= order; l++) {
                const int all = 2 * (l - j) + 1, above = k + l - j + 1; /* those from m = 0 on */
                sum += mu ? (k >= 0 ? all : 0) : above < 0 ? 0 : above < all ? above : all;
            }
    return sum;
}

/* A product of two complex numbers takes four FMA, two if one is real; with SYMMETRY transform one product serves all
 * eight children. */
static struct work work(const struct job *job, const struct config *config)
{
    const int depth = (int)job->n, order = fmm_order(job->problem);
    const bool fp64 = fmm_is_fp64(config), mu = is_mu(job->problem);
    const double parents = (double)fmm_level_begin(depth), each = products(order, mu);
    const double all = parents * each * (config->value[SYMMETRY] == SYMMETRY_transform ? 2 : 32);
    const double expansion = 2. * fmm_coefficients(order) * (fp64 ? sizeof(double) : sizeof(float));
    const double children = 8 * parents * expansion, deepest = ldexp(expansion, 3 * depth);
    struct work work = {.bytes = mu ? 2 * children : deepest + parents * expansion, .flops = 2 * all};
    work.amount[fp64 ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA] = all;
    if (mu)
        work.amount[RESOURCE_DRAM_COPY] = 2 * children;
    else
        work.amount[RESOURCE_DRAM_READ] = deepest;
    work.amount[captured(config) ? RESOURCE_GRAPH_LAUNCH : RESOURCE_LAUNCH] = launches(job, config);
    return work;
}

/* clang-format off */
#define SHIFT_CONSTRAINTS                                                                                              \
    FMM_PRECISION_THERE, GROUP_FITS(BLOCK_SIZE),                                                                       \
    {"LEVELS graph needs graphs", .expression = "LEVELS == 'each' or device.graphs"},                                  \
    /* it processes all children together, and needs its own array */                                                  \
    {"SYMMETRY transform is of all children, in local memory",                                                         \
     .expression = "SYMMETRY != 'transform' or CHILDREN == 'sequence' and EXPANSIONS == 'local'"},                     \
    {"TILE is of the transform, and divides PARENTS",                                                                  \
     .expression = "PARENTS % TILE == 0 if SYMMETRY == 'transform' else TILE == 1"}
/* The coefficients of each parent's expansion, and of the harmonics. */
#define SHIFTED_NUMBERS "2 * PARENTS * " FMM_COEFFICIENTS
#define TABLE_NUMBERS                                                                                                  \
    "((order + 1) ** 2 if SYMMETRY == 'transform' else (16 if SYMMETRY == 'none' else 2) * " FMM_COEFFICIENTS ")"
#define SHIFT_KERNEL(entry, path) {.file = "fmm/" path, .entries = NAMES(entry), .define = fmm_define}
#define SHIFT_BENCH(entry, stream, tiles, staged, part)                                                                \
    .kernels = (const struct bench_kernel[]){[SYMMETRY_none] = SHIFT_KERNEL(#entry, #entry ".cl"),                     \
                                             [SYMMETRY_signs] = SHIFT_KERNEL(#entry, #entry ".cl"),                    \
                                             [SYMMETRY_transform] = SHIFT_KERNEL(#entry, #entry "_transform.cl"),      \
                                             {.file = NULL}},                                                          \
    .kernels_by = SYMMETRY,                                                                                            \
    .space = {.parameters = PARAMETER_TABLE(SHIFT_PARAMETERS tiles),                                                   \
              .constraints = CONSTRAINTS(SHIFT_CONSTRAINTS,                                                            \
                             {"expansions and harmonics fit into local memory",                                        \
                              .expression = "(" SHIFTED_NUMBERS " * " staged " * (EXPANSIONS == 'local') + "           \
                                            TABLE_NUMBERS " * (TABLE == 'local') + " part ") * " FMM_REAL              \
                                            " <= " FMM_LOCAL})},                                                       \
    DEFAULTS(PRECISION_fp32, SYMMETRY_none, LEVELS_each, 1, 128, 1, 1, CHILDREN_sequence, EXPANSIONS_global,           \
             TABLE_global),                                                                                            \
    FMM_SIZE,                                                                                                          \
    .problem = {.variants = 2, .setup = setup, .verify = fmm_verify, .check = fmm_check},                              \
    .device = {.enqueue = enqueue, .captured = captured},                                                              \
    .report = {.uses = USES(FP32_FMA) | USES(FP64_FMA) | USES(stream) | USES(LAUNCH) |                                 \
                       USES(GRAPH_LAUNCH), .work = work, FMM_ERROR},                                                   \
    .own = &(entry),                                                                                                   \
    .tests = NAMES("--size 2,3 --order 3 --set BLOCK_SIZE=64 --set PARENTS=4 --set TABLE=global",                      \
                   "--size 2 --order 0 --set PRECISION=fp32 --set BLOCK_SIZE=32 --set PARENTS=16"                      \
                   " --set TILE=1 --set CHILDREN=sequence --set EXPANSIONS=local --set TABLE=local",                   \
                   "--size 2 --order 9 --set PRECISION=fp64 --set BLOCK_SIZE=128 --set PARENTS=1"                      \
                   " --set CHILDREN=sequence --set EXPANSIONS=local --set TABLE=global")
/* clang-format on */

const struct bench fmm_m2m = {
    .name = "m2m",
    .summary = "multipole moments of boxes from their children's, up to the root",
    SHIFT_BENCH(m2m, DRAM_READ, (1, 2, 4), "8", "2 * BLOCK_SIZE * (CHILDREN == 'parallel')"),
};

const struct bench fmm_l2l = {
    .name = "l2l",
    .summary = "Taylor moments of boxes with their parents' added, from the root down",
    SHIFT_BENCH(l2l, DRAM_COPY, (1, 2), "1", "0"),
};
