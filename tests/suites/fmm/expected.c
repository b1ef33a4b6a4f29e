/* The solver's expectation: sums of some charges at a time as of each alone, pairs in trees of all depths; and what the
 * solver takes of a device's memory. */
#include "suites/fmm/solve/solve.h"

#include "tests/config_allowed.h"
#include "tests/tuner/job/fake_context.h"

extern const struct suite fmm_suite;
static struct bench bench;
static struct solve_expected expected;

static struct problem problem_with(const struct bench *of, uint64_t charges, int geometry)
{
    struct problem problem = {.suite = &fmm_suite, .bench = of, .n = charges, .seed = 5};
    problem.inputs.setting[ORDER] = 3;
    problem.inputs.setting[SEPARATION] = 1;
    problem.inputs.setting[CHARGES] = CHARGES_random;
    problem.inputs.setting[GEOMETRY] = geometry;
    return problem;
}

static const struct mm_float4 *charges_of(const struct job *job)
{
    return job_memory(job, SOLVE_CHARGES);
}

/* ---- sums ---- */

static double nearest_image(double displacement, bool periodic)
{
    return periodic ? displacement - nearbyint(displacement) : displacement;
}

struct magnitudes {
    double field, potential, usual, close[4], close_field, close_potential;
};

static struct magnitudes magnitudes_of(const struct job *job, const struct mm_float4 *at)
{
    const bool periodic = fmm_periodic(job->problem);
    const double nearest = cbrt(1 / (double)job->n);
    struct magnitudes sums = {0};
    for (uint64_t j = 0; j < job->n; j++) {
        const struct mm_float4 *from = &charges_of(job)[j];
        const double by[] = {(double)at->x - (double)from->x, (double)at->y - (double)from->y,
                             (double)at->z - (double)from->z};
        const double q = (double)from->w, away = sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
        double image[3], near = 0;
        for (int d = 0; d < 3; d++) {
            image[d] = nearest_image(by[d], periodic);
            near += image[d] * image[d];
        }
        near = sqrt(near);
        if (away > 0) {
            sums.field += fabs(q) / (away * away);
            sums.potential += fabs(q) / away;
            sums.usual += q * q / pow(fmax(away, nearest), 2);
        }
        if (!(near > 0) || near >= nearest)
            continue;
        for (int d = 0; d < 3; d++)
            sums.close[d] += q * image[d] / (near * near * near);
        sums.close[3] += q / near;
        sums.close_field += fabs(q) / (near * near);
        sums.close_potential += fabs(q) / near;
    }
    return sums;
}

#define CHECK_SHARE(got, want) CHECK_NEAR(got, want, 1e-11 * fabs(want))

static void check_sample(const struct job *job, uint64_t i)
{
    const uint64_t at = solve_sample_at(job, i);
    const struct solve_sums *sums = &expected.sums;
    const struct magnitudes want = magnitudes_of(job, &charges_of(job)[at]);
    double value[4];
    solve_sum_at(charges_of(job), job->n, at, value);
    for (int n = 0; n < 4 && !fmm_periodic(job->problem); n++) /* alike but for contracted products, where there are */
        CHECK_NEAR(sums->value[i][n], value[n], 0x1p-51 * (n < 3 ? want.field : want.potential));
    CHECK_SHARE(sums->field[i], want.field);
    CHECK_SHARE(sums->potential[i], want.potential);
    CHECK_SHARE(sums->usual[i], want.usual);
    CHECK_SHARE(sums->close_field[i], want.close_field);
    CHECK_SHARE(sums->close_potential[i], want.close_potential);
    for (int n = 0; n < 4; n++)
        CHECK_NEAR(sums->close[i][n], want.close[n], 1e-11 * (n < 3 ? want.close_field : want.close_potential));
}

/* ---- pairs ---- */

/* Every box with every other that is near, by their places. */
static double pairs_of(const struct job *job, int depth)
{
    const int side = 1 << depth, reach = fmm_separation(job->problem);
    const uint64_t boxes = UINT64_C(1) << 3 * depth;
    FREED uint32_t *count = allocate(boxes * sizeof *count);
    double pairs = -(double)job->n;
    for (uint64_t i = 0; i < job->n; i++)
        count[fmm_box_index(fmm_box_of(depth, &charges_of(job)[i])) - fmm_level_begin(depth)]++;
    for (uint64_t b = 0; b < boxes; b++)
        for (int z = -reach; z <= reach; z++)
            for (int y = -reach; y <= reach; y++)
                for (int x = -reach; x <= reach; x++) {
                    struct fmm_box box = fmm_box_at(depth, b);
                    const int away[] = {x, y, z};
                    bool is_there = true;
                    for (int d = 0; d < 3; d++) {
                        const int at = box.place[d] + away[d];
                        is_there = is_there && (fmm_periodic(job->problem) || (at >= 0 && at < side));
                        box.place[d] = (at + side) % side;
                    }
                    if (is_there)
                        pairs += (double)count[b] * count[fmm_box_index(box) - fmm_level_begin(depth)];
                }
    return pairs;
}

static void check_expected(struct problem problem, int variant, uint64_t step)
{
    CHECK_OK(bed_try(problem, variant, &caught));
    const struct job *job = &bed.job;
    memcpy(&expected, job_expected(job), sizeof expected);
    CHECK(fmm_job_charges(job) == job->n);
    for (uint64_t i = 0; i < solve_samples(job); i += step)
        check_sample(job, i);
    check_sample(job, solve_samples(job) - 1);
    for (int depth = 2; depth <= FMM_MOST_DEPTH; depth++)
        CHECK(expected.pairs[depth] == (depth <= solve_most_depth(problem.n) ? pairs_of(job, depth) : 0));
}

TEST(open_box)
{
    static const uint64_t sizes[] = {1, 2, 3, 5, 258, 4099};
    device.memory_bytes = UINT64_C(1) << 32;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int variant = 0; variant < 2; variant++)
            check_expected(problem_with(&fmm_solve_potential, sizes[s], GEOMETRY_moving), variant, 1 + sizes[s] / 20);
    check_expected(problem_with(&fmm_solve, 33001, GEOMETRY_moving), 1, 499);
}

TEST(periodic_box)
{
    struct problem problem = problem_with(&fmm_solve_potential, 600, GEOMETRY_fixed);
    problem.inputs.setting[CHARGES] = CHARGES_neutral;
    problem.inputs.setting[BOUNDARY] = BOUNDARY_periodic;
    check_expected(problem, 0, 7);
}

/* ---- a further input of fewer charges ---- */

enum { FEWER = 301, MANY = 40000 };

static uint64_t fewer(UNNEEDED const struct problem *problem)
{
    return FEWER;
}

/* It has its own charges and samples, in a tree as deep as the problem's. */
TEST(further)
{
    bench = fmm_solve_potential;
    bench.problem.further_size = fewer;
    const struct problem problem = problem_with(&bench, MANY, GEOMETRY_fixed);
    CHECK(solve_most_depth(MANY) == 4 && solve_most_depth(FEWER) == 2);
    check_expected(problem, 1, 10);
    CHECK(bed.job.n == FEWER && solve_samples(&bed.job) == FEWER && fmm_samples(&bed.job, 4) == 4);
    CHECK(fmm_sample_at(&bed.job, 4, 3) == FEWER - 1);
    CHECK(job_bytes(&bed.job, SOLVE_RESULT_FP32) == FEWER * sizeof(float));
    for (int s = 0; s < MAX_SLOTS; s++) {
        const struct slot *slot = &bed.job.state->slot[s];
        if (slot->role != SLOT_NONE && !strcmp(slot->name, "start"))
            CHECK(slot->bytes == 4097 * sizeof(uint32_t));
        if (slot->role != SLOT_NONE && !strcmp(slot->name, "omega"))
            CHECK(slot->bytes == 4681 * 10 * 2 * sizeof(double)); /* boxes of five levels, of order 3 */
    }
    FREED struct config *config = config_new(&bed.problem, 0);
    config->value[DEPTH] = 4;
    CHECK_OK(solve_arrange(&bed.job, config, &caught));
}

TEST(further_size)
{
    const uint64_t most = UINT64_C(1) << 24, sizes[] = {1, 1000, most - 1, most, most + 1, UINT64_C(1) << 30};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const struct problem problem = {.n = sizes[s]};
        CHECK(solve_further_size(&problem) == (sizes[s] < most ? sizes[s] : most));
    }
}

/* ---- results ---- */

static void check_not_finite(size_t numbers, bool fp64, uint64_t at)
{
    const uint64_t all = numbers * bed.job.n;
    void *result = bed.job.state->slot[SOLVE_RESULT_FP32 + fp64].host;
    char words[64];
    memset(result, 0, all * (fp64 ? sizeof(double) : sizeof(float)));
    CHECK_OK(fmm_check_finite(&bed.job, SOLVE_RESULT_FP32, fp64, numbers, &caught));
    if (fp64)
        ((double *)result)[at] = (double)-INFINITY;
    else
        ((float *)result)[at] = NAN;
    snprintf(words, sizeof words, "charge %d: a number of its result is not finite", (int)(at / numbers));
    CHECK_FAULT(fmm_check_finite(&bed.job, SOLVE_RESULT_FP32, fp64, numbers, &caught), WRONG_RESULT, words);
}

/* One that is not finite is found, the first and the last of a part, too. */
TEST(finite)
{
    static const uint64_t places[] = {0, 4711, 32767, 32768, 39999};
    static const struct bench *const benches[] = {&fmm_solve, &fmm_solve_potential};
    for (size_t b = 0; b < 2; b++) {
        const size_t numbers = solve_numbers(benches[b]);
        CHECK_OK(bed_try(problem_with(benches[b], 40000 / numbers, GEOMETRY_moving), 0, &caught));
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            for (int fp64 = 0; fp64 < 2; fp64++)
                check_not_finite(numbers, fp64, places[i]);
    }
}

/* ---- memory ---- */

static uint64_t declared(const struct job *job)
{
    uint64_t bytes = 0;
    for (int s = 0; s < MAX_SLOTS; s++) {
        const struct slot *slot = &job->state->slot[s];
        bytes += slot->role != SLOT_NONE && slot->role < SLOT_HOST_INPUT ? slot->bytes : 0;
    }
    return bytes;
}

/* A context on a device of so much memory. */
static void use_memory(uint64_t bytes)
{
    place_close();
    device.memory_bytes = bytes;
    CHECK_OK(compute_context_new(&device, &place.context, &caught));
}

/* What is reckoned is what is declared, of one input and of two. */
TEST(bytes)
{
    static const struct bench *const benches[] = {&fmm_solve, &fmm_solve_potential};
    for (size_t b = 0; b < 2; b++)
        for (int geometry = GEOMETRY_fixed; geometry <= GEOMETRY_moving; geometry++)
            for (int scarce = 0; scarce < 2; scarce++) {
                const struct problem problem = problem_with(benches[b], 4500, geometry);
                const uint64_t both = solve_bytes(&problem, true), floats = solve_bytes(&problem, false);
                use_memory(scarce ? both : 2 * both);
                CHECK(solve_has_fp64(&problem, &device) == !scarce && floats < both);
                uint64_t all = 0;
                for (int variant = 0; variant < 2; variant++) {
                    CHECK_OK(bed_try(problem, variant, &caught));
                    all += declared(&bed.job);
                }
                CHECK_NEAR((double)all, (double)(scarce ? floats : both), 4096);
                CHECK((bed.job.state->slot[SOLVE_RESULT_FP64].role == SLOT_NONE) == scarce);
            }
}

/* A device without room for doubles has no configurations in fp64; one without room for floats is refused, with what is
 * missing. */
TEST(room)
{
    const struct problem problem = problem_with(&fmm_solve_potential, 20000, GEOMETRY_moving);
    const uint64_t both = solve_bytes(&problem, true), floats = solve_bytes(&problem, false);
    struct compute_device small = device;
    FREED struct config *config = config_new(&problem, 0);
    config->value[DEPTH] = 3;
    for (int fp64 = 0; fp64 < 2; fp64++) {
        const struct constraint *broken = NULL;
        config->value[PRECISION] = fp64;
        small.memory_bytes = both;
        CHECK(config_allowed(config, &small, &broken) == !fp64);
        CHECK(!fp64 || strstr(broken->text, "room"));
        small.memory_bytes = 2 * both;
        CHECK(config_allowed(config, &small, NULL));
    }
    small.memory_bytes = floats;
    CHECK_OK(fmm_solve_potential.problem.check(&problem, &small, &caught));
    const uint64_t of_boxes = (floats - 2 * UINT64_C(20000) * (16 + 16 + 4 + 3 * sizeof(float))) / 2;
    char words[256];
    snprintf(words, sizeof words,
             "20000 charges of order 3 need %llu bytes in fp32 alone, %llu of these for each input's boxes; the device "
             "has %llu",
             (unsigned long long)floats, (unsigned long long)of_boxes, (unsigned long long)floats - 1);
    small.memory_bytes = floats - 1;
    CHECK_FAULT(fmm_solve_potential.problem.check(&problem, &small, &caught), INVALID, words);
}

/* The aim, of usual orders: 10^9 charges in 141 GB, and in 80 GB with fewer orders; 5 10^8 in 80 GB. */
TEST(largest)
{
    static const struct {
        uint64_t charges, bytes;
        int order;
    } fit[] = {{1000000000, 141000000000, 9}, {1000000000, 80000000000, 5}, {500000000, 80000000000, 9}};
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
        const struct compute_device large = {.memory_bytes = fit[i].bytes};
        struct problem problem = problem_with(&fmm_solve_potential, fit[i].charges, GEOMETRY_fixed);
        problem.inputs.setting[ORDER] = fit[i].order;
        CHECK(problem.n <= fmm_solve_potential.size.most);
        CHECK_OK(fmm_solve_potential.problem.check(&problem, &large, &caught));
    }
}
