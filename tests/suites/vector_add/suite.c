/* The suite vector_add without a device: its tables, launches, and verification. The job's functions are replaced by
 * ones that keep "device" arrays in host memory and add tiles there. */
#include "suites/vector_add/suite.c"

#include "tests/suites/host_job.h"

enum { COMMON, CUDA, OPENCL, BENCHES };

/* ---- the job ---- */

static float *elements(int slot)
{
    return array[slot].bytes;
}

/* The kernels' work, with the launch's bounds checked. */
enum status job_launch(struct job *job, int kernel, struct compute_launch launch,
                       const struct compute_argument *arguments, size_t count, UNNEEDED struct fault *fault)
{
    const struct array *a = (const void *)arguments[0].array, *b = (const void *)arguments[1].array;
    const struct array *c = (const void *)arguments[2].array;
    uint64_t length = *(const uint64_t *)arguments[3].value, groups = launch.groups[0];
    uint64_t block = (uint64_t)launched->value[BLOCK_SIZE], tile = block * (uint64_t)launched->value[ITEMS_PER_THREAD];
    CHECK(kernel == 0 && count == 4 && arguments[3].size == 8 && length == job->n);
    CHECK(a == &array[A] && b == &array[B] && c == &array[C]);
    CHECK(launch.groups[1] == 1 && launch.groups[2] == 1 && launch.group[1] == 1 && launch.group[2] == 1);
    CHECK(launch.group[0] == block && groups >= 1 && (groups - 1) * tile < length); /* no group idles */
    if (launched->value[GRID] == GRID_grid_stride)
        CHECK(groups * block <= (uint64_t)job->device->units * WORK_ITEMS_OF_A_UNIT);
    for (uint64_t group = 0; group < groups; group++)
        for (uint64_t first = group * tile; first < length;
             first += launched->value[GRID] == GRID_grid_stride ? groups * tile : length)
            for (uint64_t i = first; i < first + tile && i < length; i++)
                elements(C)[i] = elements(A)[i] + elements(B)[i];
    return OK;
}

static const struct compute_device device = {.units = 3};
static const struct problem of_common = {.suite = &vector_add_suite, .bench = &common};

static struct job open_job(uint64_t n)
{
    struct job job = {.bench = &common, .device = &device, .n = n, .seed = 5};
    job.bench->problem.setup(&job);
    CHECK(array[A].generator == GENERATE_FLOATS && array[B].generator == GENERATE_FLOATS);
    return job;
}

static struct config *config_of(const int *values)
{
    return config_by(&of_common, values);
}

static enum status verify_job(const struct job *job, struct verdict *verdict, struct fault *fault)
{
    *fault = (struct fault){0};
    *verdict = (struct verdict){NAN, NAN};
    bytes_read = 0;
    return job->bench->problem.verify(job, launched, verdict, fault);
}

static enum status run(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault)
{
    launched = config;
    memset(elements(C), 0xff, array[C].size); /* NaN */
    CHECK(job->bench->device.enqueue(job, config, fault) == OK);
    return verify_job(job, verdict, fault);
}

TEST(tables)
{
    static const char *const names[BENCHES] = {"common", "cuda", "opencl"};
    static const char *const sources[BENCHES] = {"vector_add/add_arrays.cl", "vector_add/add_arrays.cu",
                                                 "vector_add/add_arrays.opencl"};
    static const unsigned needs[BENCHES] = {0, NEEDS_CUDA, NEEDS_OPENCL};
    CHECK(suite_benches(&vector_add_suite) == BENCHES);
    for (int b = 0; b < BENCHES; b++) {
        const struct bench *bench = vector_add_suite.benches[b];
        const struct problem problem = problem_of(&vector_add_suite, bench, 1, 1);
        FREED struct config *config = config_new(&problem, 0), *same = config_new(&of_common, 0);
        uint64_t product = 0;
        CHECK_TEXT(bench->name, names[b]);
        CHECK_TEXT(bench->kernel.file, sources[b]);
        CHECK(bench->needs == needs[b] && bench->problem.variants == 1 && bench->problem.expected_bytes == 0);
        CHECK(bench->size.classes[SMALL] == 1 << 20 && bench->size.classes[MEDIUM] == 1 << 26);
        CHECK(bench->size.classes[LARGE] == 1 << 28 && space_product(&bench->space, &product));
        for (uint64_t index = 0; index < product; index++) {
            config_set(config, index);
            config_set(same, space_index(&common.space, config->value));
            CHECK(same->index == index); /* the three spaces are the same */
            CHECK(config_allowed(same, NULL, NULL) == config_allowed(config, NULL, NULL));
        }
        config_set(config, space_default(&bench->space));
        CHECK(config->index == config_of((int[]){256, 1, 1, GRID_grid_stride})->index &&
              config_allowed(config, NULL, NULL));
    }
    const struct compute_device small = {.max_group = 256};
    const struct constraint *broken = NULL;
    const struct config *wide = config_of((int[]){512, 4, 4, GRID_one_shot});
    const struct config *uneven = config_of((int[]){256, 2, 4, GRID_one_shot});
    CHECK(!config_allowed(wide, &small, &broken) && !strncmp(broken->text, "a work-group of ", 16));
    CHECK(!config_allowed(uneven, &small, &broken) && !strcmp(broken->text, "VECTOR_WIDTH divides ITEMS_PER_THREAD"));
}

TEST(inputs)
{
    struct job job = open_job(10000);
    uint64_t equal = 0, rounded = 0;
    float first = elements(A)[0];
    for (uint64_t i = 0; i < job.n; i++) {
        float a = elements(A)[i], b = elements(B)[i];
        equal += a == b;
        rounded += (double)(a + b) != (double)a + b;
        CHECK(a + b == 0 || a + b >= 0x1p-24f); /* no denormals */
    }
    CHECK(equal < 3 && rounded > job.n / 8); /* sums that need the rounding */
    job.seed++;
    job.bench->problem.setup(&job);
    CHECK(elements(A)[0] != first);
}

/* Every configuration, through the real enqueue, at lengths around and far from a tile's. */
TEST(launches)
{
    static const uint64_t lengths[] = {1, 2, 3, 63, 64, 65, 1000, 8191, 8192, 70001};
    struct verdict verdict;
    FREED struct config *config = config_new(&of_common, 0);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        struct job job = open_job(lengths[l]);
        uint64_t runs = 0;
        for (uint64_t i = 0; config_from(config, &device, i); i = config->index + 1) {
            CHECK_OK(run(&job, config, &verdict, &caught));
            CHECK(verdict.error == 0 && verdict.tolerance == 0 && bytes_read == job.n * sizeof(float));
            runs++;
        }
        CHECK(runs > 1);
    }
}

TEST(groups)
{
    const struct config *one_shot = config_of((int[]){256, 4, 2, GRID_one_shot});
    const struct config *stride = config_of((int[]){256, 4, 2, GRID_grid_stride});
    const struct compute_device h200 = {.units = 132}, unknown = {0};
    struct job job = {.bench = &common, .device = &h200, .n = UINT64_C(1) << 33};
    CHECK(groups(&job, one_shot) == 1 << 23 && groups(&job, stride) == 132 * 8);
    job.n = 1025;
    CHECK(groups(&job, one_shot) == 2 && groups(&job, stride) == 2);
    job.n = UINT64_C(1) << 33;
    job.device = &unknown;
    CHECK(groups(&job, stride) == 8);
    struct work work = job.bench->report.work(&job, stride);
    CHECK(work.bytes == 12. * 0x1p33 && work.flops == 0x1p33);
}

/* A faulty kernel left `count` elements from `first` as they were. */
static enum status verify_unwritten(const struct job *job, uint64_t first, uint64_t count, struct fault *fault)
{
    struct verdict verdict;
    float kept[1024], *c = elements(C) + first;
    memcpy(kept, c, count * sizeof *c);
    memset(c, 0xff, count * sizeof *c);
    enum status status = verify_job(job, &verdict, fault);
    memcpy(c, kept, count * sizeof *c);
    return status;
}

/* Element i has another value. */
static enum status verify_changed(const struct job *job, uint64_t i, float value, struct fault *fault)
{
    struct verdict verdict;
    float *c = elements(C) + i, kept = *c;
    *c = value;
    enum status status = verify_job(job, &verdict, fault);
    CHECK(!(verdict.error <= verdict.tolerance) || status == OK);
    *c = kept;
    return status;
}

/* Answers of faulty kernels, at and around a compared element. */
static void check_faults(const struct job *job, uint64_t i)
{
    struct verdict verdict;
    const float *c = elements(C);
    char expected[64];
    CHECK(CALL(verify_changed(job, i, nextafterf(c[i], 0), &caught)) == WRONG_RESULT);
    CHECK(CALL(verify_changed(job, i, nextafterf(c[i], 9), &caught)) == WRONG_RESULT);
    CHECK(CALL(verify_changed(job, i, elements(A)[i], &caught)) == WRONG_RESULT);
    CHECK(CALL(verify_changed(job, i, NAN, &caught)) == WRONG_RESULT);
    snprintf(expected, sizeof expected, "c[%llu] is nan, expected ", (unsigned long long)i);
    CHECK(strstr(caught.text, expected) == caught.text);
    CHECK(CALL(verify_unwritten(job, i / 64 * 64, job->n - i / 64 * 64 < 64 ? job->n - i / 64 * 64 : 64, &caught)) ==
          WRONG_RESULT);
    CHECK(FINE(verify_changed(job, i, c[i], &caught)) && FINE(verify_job(job, &verdict, &caught)) &&
          verdict.error == 0);
}

TEST(faults_small)
{
    struct verdict verdict;
    const struct config *config = config_of((int[]){64, 4, 4, GRID_grid_stride});
    for (uint64_t n = 100001; n <= ALL; n += ALL - 100001) {
        struct job job = open_job(n);
        CHECK(FINE(run(&job, config, &verdict, &caught)) && bytes_read == n * sizeof(float));
        CHECK(CALL(verify_changed(&job, n - 1, NAN, &caught)) == WRONG_RESULT);
        for (uint64_t i = 0; i < n; i += n / 3 - 1)
            check_faults(&job, i);
    }
}

/* Above 2^22 elements only samples are compared, at different places for every draw. */
static uint64_t compared_run(const struct job *job, uint64_t run)
{
    return job_run(job, job->n, RUNS, RUN, run);
}

TEST(faults_sampled)
{
    struct verdict verdict;
    const struct config *config = config_of((int[]){1024, 8, 4, GRID_grid_stride});
    struct job job = open_job(ALL + 12345);
    CHECK(FINE(run(&job, config, &verdict, &caught)) && bytes_read == 4096 * sizeof(float));
    check_faults(&job, 0);
    check_faults(&job, job.n - 1);
    for (uint64_t r = 0; r < RUNS; r += 9) {
        check_faults(&job, compared_run(&job, r));
        check_faults(&job, compared_run(&job, r) + RUN - 1);
    }
    float *c = elements(C);
    for (uint64_t i = 0; i < job.n; i += 2 * 8192) /* every second tile is left out */
        memset(c + i, 0xff, (job.n - i < 8192 ? job.n - i : 8192) * sizeof *c);
    CHECK(CALL(verify_job(&job, &verdict, &caught)) == WRONG_RESULT);
    CHECK_OK(run(&job, config, &verdict, &caught));
    for (uint64_t i = 3; i < job.n; i += 4) /* every fourth element */
        c[i] = elements(A)[i];
    CHECK(CALL(verify_job(&job, &verdict, &caught)) == WRONG_RESULT);
}

/* Results of the previous iteration are wrong after a change of inputs, at any place; the next ones are right. */
TEST(changes)
{
    static const uint64_t lengths[] = {1, 2, 1000, ALL + 12345};
    const struct config *config = config_of((int[]){64, 4, 4, GRID_grid_stride});
    struct verdict verdict;
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        struct job job = open_job(lengths[l]);
        for (int i = 0; i < 20; i++) {
            CHECK_OK(run(&job, config, &verdict, &caught));
            job.draw = (uint64_t)i;
            job.bench->problem.change(&job, config);
            CHECK(CALL(verify_job(&job, &verdict, &caught)) == WRONG_RESULT);
        }
        CHECK_OK(run(&job, config, &verdict, &caught));
    }
}

TEST(places)
{
    static const uint64_t lengths[] = {ALL + 1, (UINT64_C(1) << 31) + 7, UINT64_C(1) << 33};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        struct job job = {.n = lengths[l], .draw = 5}, other = {.n = lengths[l], .draw = 6};
        uint64_t moved = 0;
        CHECK(compared_run(&job, 0) == 0 && compared_run(&job, RUNS - 1) == job.n - RUN);
        for (uint64_t r = 1; r < RUNS; r++) {
            CHECK(compared_run(&job, r) + RUN <= job.n && compared_run(&job, r) > compared_run(&job, r - 1));
            CHECK(compared_run(&job, r) - compared_run(&job, r - 1) <= job.n / 30); /* no larger error is missed */
            moved += compared_run(&job, r) != compared_run(&other, r);
        }
        CHECK(moved >= RUNS - 4);
    }
}
