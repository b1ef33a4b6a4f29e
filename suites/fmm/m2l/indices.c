/* The cost of indices in the strategy full_parallel of M2L (slide 15): its index arithmetic alone. */
#include "suites/fmm/m2l/steps.h"

enum { COUNTERS }; /* slots */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items of a group", 128, 32, 64, 256), M2L_DIVISORS);
enum { TIMED, COUNTING, VARIANTS }; /* variants: the kernel writes nothing, or the sum of its results */

static enum status check(const struct problem *problem, UNNEEDED const struct compute_device *device,
                         struct fault *fault)
{
    return fmm_check_tree(problem, fault);
}

static void setup(struct job *job)
{
    job_output(job, SLOT(COUNTERS), fmm_level_begin((int)job->n + 1) * sizeof(uint32_t));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE), at_once = m2l_boxes_at_once(job->problem);
    const uint64_t last = fmm_level_begin((int)job->n + 1), never = UINT64_MAX;
    const uint32_t order = (uint32_t)fmm_order(job->problem), side = m2l_side(job->problem);
    const int counting = job->variant == COUNTING;
    enum status status = OK;
    for (uint64_t begin = fmm_level_begin(2); begin < last && status == OK; begin += at_once) {
        const uint64_t end = last - begin < at_once ? last : begin + at_once;
        const struct compute_launch launch = launch_over((end - begin) * m2l_steps(job->problem), block / 32, block);
        status = LAUNCH(0, launch, ARRAY(COUNTERS), VALUE((uint32_t)begin), VALUE((uint32_t)end), VALUE(order),
                        VALUE(side), VALUE(never), VALUE(counting));
    }
    return status;
}

/* ---- the expected counter of a box, modulo 2^32 ---- */

/* For one pair of boxes: how many indices of omega there are, as many as of the operator, and how many of mu; and the
 * sum of all indices within their expansions, each kind times its factor. */
struct places {
    uint64_t omega, mu, sum;
};

static struct places places_of(int order)
{
    struct places places = {0};
    for (int l = 0; l <= order; l++)
        for (int m = 0; m <= l; m++)
            for (int j = 0; j <= order; j++) {
                places.mu++;
                places.sum += 5 * (uint64_t)fmm_index(l, m);
                for (int k = -j; k <= j; k++) {
                    const int of_omega = fmm_index(j, k < 0 ? -k : k);
                    const int of_operator = fmm_index(l + j, m + k < 0 ? -m - k : m + k);
                    places.omega++;
                    places.sum += (uint64_t)of_omega + 3 * (uint64_t)of_operator;
                }
            }
    return places;
}

static uint32_t expected(const struct job *job, struct places places, struct fmm_box box)
{
    const int order = fmm_order(job->problem), separation = fmm_separation(job->problem);
    const uint64_t coefficients = (uint64_t)fmm_coefficients(order),
                   of_operator = (uint64_t)fmm_coefficients(2 * order);
    struct fmm_box partner[FMM_MOST_PARTNERS];
    const size_t partners = fmm_partners(separation, box, partner);
    uint64_t sum = 0;
    for (size_t i = 0; i < partners; i++) {
        const uint64_t place = (uint64_t)m2l_operator_place(separation, box, partner[i]);
        sum += places.sum + places.omega * (fmm_box_index(partner[i]) * coefficients + 3 * place * of_operator) +
               5 * places.mu * fmm_box_index(box) * coefficients;
    }
    return (uint32_t)sum;
}

static enum status verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const uint32_t *counters = job_host(job, COUNTERS);
    const struct places places = places_of(fmm_order(job->problem));
    *verdict = (struct verdict){.error = 0, .tolerance = 0}; /* whole numbers */
    for (int level = 0; level <= (int)job->n; level++)
        for (uint64_t i = 0; i < UINT64_C(1) << 3 * level; i++) {
            const struct fmm_box box = fmm_box_at(level, i);
            const uint32_t is = counters[fmm_box_index(box)] - job_filled(job);
            const uint32_t want = job->variant == COUNTING && level >= 2 ? expected(job, places, box) : 0;
            if (is == want)
                continue;
            verdict->error = 1;
            return fail(fault, WRONG_RESULT, "level %d, box (%d, %d, %d): the places add up to %u, expected %u", level,
                        box.place[0], box.place[1], box.place[2], is, want);
        }
    return OK;
}

static struct work work(UNNEEDED const struct job *job, UNNEEDED const struct config *config)
{
    return (struct work){0};
}

const struct bench fmm_m2l_indices_bench = {
    .name = "m2l_indices",
    .summary = "the index arithmetic of m2l's full_parallel, and nothing else",
    .kernel = {.file = "fmm/m2l_indices.cl",
               .entries = NAMES("indices"),
               .defines = "#define PRECISION 0\n#define PRECISION_FP64 1\n",
               .define = fmm_define},
    .space = {.parameters = parameters, .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))},
    DEFAULTS(128, 0),
    .size = {.unit = "depth", .classes = {2, 4, 6}, .most = 7}, /* all boxes are compared */
    .problem = {.variants = VARIANTS, .setup = setup, .verify = verify, .check = check},
    .device = {.enqueue = enqueue},
    .report = {.work = work},
    .tests = NAMES("--size 2 --order 2 --set BLOCK_SIZE=32,128",
                   "--size 2 --order 0 --separation 2 --set BLOCK_SIZE=256 --set DIVISORS=argument"),
};
