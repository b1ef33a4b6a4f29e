/* Products of tensor cores without a device: verify() accepts the numbers that a warp's threads write, from their
 * shares of A, B and C according to PTX, and rejects those that are wrong by one share, one product or one warp. The
 * job's functions are replaced by ones that multiply on the host. */
#include "suites/ceilings/matrices.c"

#include "tests/suites/host_job.h"

enum { WARPS = 3 };
enum fault_planted { NONE, COLUMN_TAKEN_TWICE, ONE_PRODUCT_LESS, LAST_WARP_LEFT_OUT };

static const struct suite suite = {.name = "ceilings", .benches = BENCHES(&ceiling_fp64_mma, &ceiling_tf32_mma)};
static enum fault_planted as_planted;
static bool tf32; /* floats */

static double number_of(uint64_t i)
{
    return tf32 ? (double)((const float *)array[NUMBERS].bytes)[i] : ((const double *)array[NUMBERS].bytes)[i];
}

/* Lane 4 r + t of a warp has of A the elements (r, t) and (r + 8, t) and so on every four columns, of B (t, r) and so
 * on every four rows, and of C (r, 2 t), (r, 2 t + 1) and the same eight rows below. */
static void multiply(struct shape shape, uint64_t warp, enum fault_planted planted, double c[16][COLUMNS])
{
    double a[16][16] = {{0}}, b[16][COLUMNS] = {{0}};
    for (uint64_t r = 0; r < 8; r++)
        for (uint64_t t = 0; t < 4; t++)
            for (uint64_t on = 0; on < (uint64_t)shape.depth; on += 4) {
                for (uint64_t down = 0; down < (uint64_t)shape.rows; down += 8)
                    a[r + down][t + on] = number_of(TABLE + (warp + 16 * (r + down) + t + on) % TABLE);
                b[t + on][r] = number_of(2 * TABLE + (warp + 16 * r + t + on) % TABLE);
            }
    for (int row = 0; row < shape.rows; row++)
        for (int column = 0; column < COLUMNS; column++) {
            c[row][column] = 0;
            for (int k = 0; k < shape.depth; k++)
                c[row][column] += a[row][k] * b[planted == COLUMN_TAKEN_TWICE && k == shape.depth - 1 ? 0 : k][column];
        }
}

static void write_warp(const struct config *config, uint64_t warp, enum fault_planted planted)
{
    const struct shape shape = shapes[config->value[SHAPE]];
    const int chains = config->value[CHAINS], unroll = config->value[UNROLL];
    const int all = (tf32 ? TF32_OPERATIONS : MMA_OPERATIONS) / (shape.rows * COLUMNS * shape.depth);
    double c[16][COLUMNS];
    CHECK(all % unroll == 0 && unroll % chains == 0);
    multiply(shape, warp, planted, c);
    for (int lane = 0; lane < LANES; lane++) {
        const uint64_t thread = warp * LANES + (uint64_t)lane;
        double sum = 0;
        for (int chain = 0; chain < chains; chain++)
            for (int i = 0; i < shape.rows / 4; i++) {
                const int products = all / chains - (planted == ONE_PRODUCT_LESS && chain == chains - 1);
                sum += number_of(thread % TABLE) + chain + products * c[lane / 4 + i / 2 * 8][lane % 4 * 2 + i % 2];
            }
        if (tf32)
            ((float *)array[OUT].bytes)[thread] = (float)sum;
        else
            ((double *)array[OUT].bytes)[thread] = sum;
    }
}

enum status job_launch(UNNEEDED struct job *job, int kernel, struct compute_launch launch,
                       UNNEEDED const struct compute_argument *arguments, size_t count, UNNEEDED struct fault *fault)
{
    CHECK(kernel == 0 && count == 3 && launch.groups[0] * launch.group[0] >= WARPS * LANES);
    for (uint64_t warp = 0; warp < WARPS - (as_planted == LAST_WARP_LEFT_OUT); warp++)
        write_warp(launched, warp, as_planted);
    return OK;
}

static enum status run(const struct bench *bench, const int *values, enum fault_planted planted)
{
    static const struct compute_device device = {.architecture = "sm_90", .max_group = 1024, .features = COMPUTE_FP64};
    const struct problem problem = problem_of(&suite, bench, WARPS, 1);
    struct job job = {.problem = &problem, .bench = problem.bench, .device = &device, .n = WARPS, .seed = 1};
    FREED struct config *config = config_new(&problem, space_index(&job.bench->space, values));
    struct verdict verdict;
    CHECK(config_allowed(config, &device, NULL));
    tf32 = bench == &ceiling_tf32_mma;
    job.bench->problem.setup(&job);
    const size_t size = tf32 ? sizeof(float) : sizeof(double);
    CHECK(array[NUMBERS].size == 3 * TABLE * size && array[OUT].size == WARPS * LANES * size);
    launched = config;
    as_planted = planted;
    CHECK_OK(job.bench->device.enqueue(&job, config, &caught));
    enum status status = CALL(job.bench->problem.verify(&job, config, &verdict, &caught));
    CHECK(verdict.tolerance == 0 && (status != OK || verdict.error == 0)); /* unwritten numbers are NaN */
    CHECK(job.bench->report.work(&job, config).amount[tf32 ? RESOURCE_TF32_MMA : RESOURCE_FP64_MMA] ==
          WARPS * (double)operations(&job));
    return status;
}

static void check_products(const struct bench *bench, int first, int last)
{
    for (int shape = first; shape <= last; shape++)
        for (int chains = 1; chains <= 8; chains *= 2) {
            const int values[] = {256, shape, chains, 64};
            CHECK(run(bench, values, NONE) == OK);
            for (enum fault_planted planted = COLUMN_TAKEN_TWICE; planted <= LAST_WARP_LEFT_OUT; planted++)
                CHECK(run(bench, values, planted) == WRONG_RESULT);
        }
}

TEST(products)
{
    check_products(&ceiling_fp64_mma, SHAPE_m8n8k4, SHAPE_m16n8k16);
    check_products(&ceiling_tf32_mma, SHAPE_m16n8k4, SHAPE_m16n8k8);
}

/* Numbers of TF32 have 11 bits, and sums of a thread's products no more than a float's 24. */
TEST(tf32_is_exact)
{
    const struct problem problem = problem_of(&suite, &ceiling_tf32_mma, WARPS, 1);
    struct job job = {.problem = &problem, .bench = problem.bench, .n = WARPS, .seed = 1};
    tf32 = true;
    job.bench->problem.setup(&job);
    for (uint64_t i = 0; i < 3 * TABLE; i++)
        CHECK(fabs(number_of(i)) <= 1 && number_of(i) * 8 == floor(number_of(i) * 8));
    CHECK(TF32_OPERATIONS / (16 * COLUMNS) * 4 * 64 < 1 << 24);
}

static bool shape_allowed(const struct bench *bench, int shape, const char *architecture)
{
    struct compute_device device = {.max_group = 1024};
    const struct problem problem = problem_of(&suite, bench, 1, 1);
    FREED struct config *config = config_new(&problem, space_index(&problem.bench->space, (int[]){128, shape, 1, 16}));
    snprintf(device.architecture, sizeof device.architecture, "%s", architecture);
    const bool allowed = config_allowed(config, &device, NULL);
    return allowed;
}

/* If the architecture is unknown, all are tried. */
TEST(architectures)
{
    const struct bench *fp64 = &ceiling_fp64_mma, *floats = &ceiling_tf32_mma;
    CHECK(!shape_allowed(fp64, SHAPE_m8n8k4, "sm_75") && !shape_allowed(fp64, SHAPE_m16n8k16, "sm_75"));
    CHECK(shape_allowed(fp64, SHAPE_m8n8k4, "sm_80") && !shape_allowed(fp64, SHAPE_m16n8k4, "sm_89"));
    CHECK(shape_allowed(fp64, SHAPE_m16n8k4, "sm_90") && shape_allowed(fp64, SHAPE_m16n8k16, "sm_120"));
    CHECK(shape_allowed(fp64, SHAPE_m8n8k4, "") && shape_allowed(fp64, SHAPE_m16n8k8, ""));
    CHECK(ceiling_fp64_mma.needs == (NEEDS_CUDA | NEEDS_FP64));
    CHECK_TEXT(ceiling_fp64_mma.name, resource_word(RESOURCE_FP64_MMA));
    CHECK(!shape_allowed(floats, SHAPE_m16n8k8, "sm_75") && shape_allowed(floats, SHAPE_m16n8k4, "sm_80"));
    CHECK(!shape_allowed(floats, SHAPE_m8n8k4, "sm_80") && !shape_allowed(floats, SHAPE_m16n8k16, "sm_90"));
    CHECK(ceiling_tf32_mma.needs == NEEDS_CUDA);
    CHECK_TEXT(ceiling_tf32_mma.name, resource_word(RESOURCE_TF32_MMA));
}
