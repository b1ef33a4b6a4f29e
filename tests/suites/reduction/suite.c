/* The suite reduction without a device: tables, inputs, passes, tolerances. */
#include "tests/suites/reduction/on_host.h"

TEST(tables)
{
    static const char *const names[BENCHES] = {"sum_1d_f32",        "sum_1d_f64",        "sum_1d_u32",
                                               "sum_nd_f32",        "sum_nd_f64",        "scalar_and_virial_f64",
                                               "sum_1d_f32_cub",    "sum_1d_f64_cub",    "sum_nd_f32_cub",
                                               "sum_nd_f64_cub",    "sum_1d_f32_plumed", "sum_1d_f64_plumed",
                                               "sum_nd_f32_plumed", "sum_nd_f64_plumed", "drive_f32",
                                               "drive_f64"};
    for (int b = 0; b < BENCHES; b++) {
        const struct bench *bench = of[b].bench;
        const struct space *space = &bench->space;
        const struct reduction *reduction = bench->own;
        FREED struct config *config = config_new(&of[b], 0);
        uint64_t seen[STREAMS + 1] = {0};
        CHECK_TEXT(bench->name, names[b]);
        CHECK(space_parameters(space) <= STREAMS + 1);
        for (uint64_t i = 0; config_from(config, NULL, i); i = config->index + 1) {
            CHECK(config->value[BLOCK_SIZE] * config->value[ITEMS_PER_THREAD] >= SMALLEST_TILE);
            for (size_t p = 0; p < space_parameters(space); p++)
                seen[p] |= UINT64_C(1) << space_position(space, config->index, p);
        }
        for (size_t p = 0; p < space_parameters(space); p++) /* every declared value occurs */
            CHECK(seen[p] == (UINT64_C(1) << space->parameters[p].count) - 1);
        config_set(config, space_default(space));
        CHECK(config->index != NO_CONFIGURATION && config_allowed(config, NULL, NULL));
        CHECK(bench->problem.expected_bytes == sizeof(struct expectation));
        CHECK(reduction_expected(&of[b]) == (b == OVERLAP ? 10 : strstr(bench->name, "_nd_") ? 9 : 1));
        CHECK((reduction->type == DOUBLES) == (strstr(bench->name, "f64") != NULL));
        CHECK(reduction->dispatched == !bench->kernel.file);
        CHECK(reduction->dispatched || reduction->cub == !strcmp(strrchr(bench->kernel.file, '.'), ".cu"));
        CHECK(bench_kernels(bench) == (reduction->dispatched ? 2 : 1));
    }
}

TEST(device_constraints)
{
    struct compute_device small = {.max_group = 128};
    const struct constraint *broken = NULL;
    const struct config *wide =
        config_of(F32, (int[]){256, 4, FINISH_multi_pass, ALGORITHM_multiple, LOAD_blocked, 1, 0, 0, 0});
    const struct config *atomics =
        config_of(F64, (int[]){128, 4, FINISH_atomics, ALGORITHM_multiple, LOAD_blocked, 1, 0, 0, 0});
    const struct config *graph =
        config_of(F32, (int[]){128, 4, FINISH_atomics, ALGORITHM_multiple, LOAD_striped, 1, 4, 0, 1});
    CHECK(!config_allowed(wide, &small, &broken) && !strncmp(broken->text, "a work-group of ", 16));
    CHECK(!config_allowed(atomics, &small, &broken) && strstr(broken->text, "64-bit atomics"));
    CHECK(!config_allowed(graph, &small, &broken) && strstr(broken->text, "LAUNCH graph"));
    CHECK(reduction_captured(graph) && !reduction_captured(atomics));
    small.features = COMPUTE_INT64_ATOMICS | COMPUTE_GRAPHS;
    CHECK(config_allowed(atomics, &small, NULL) && config_allowed(graph, &small, NULL));
}

TEST(inputs)
{
    struct job job = open_job(F32, 100000, UNIFORM);
    CHECK_NEAR(expectation[0].sum / (double)job.n, 0.5, 0.01);
    CHECK(expectation[0].sum == expectation[0].magnitudes);
    const double first = expectation[0].sum;
    job.seed++;
    start(&job);
    CHECK(expectation[0].sum != first);

    static const uint64_t lengths[] = {1, 31, 1000003, UINT64_C(1) << 23, 12345678};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        job = open_job(F32, lengths[l], EXACT);
        const float *in = job_host(&job, IN);
        uint64_t not_zero = 0, negative = 0;
        for (uint64_t i = 0; i < job.n; i++) {
            CHECK(in[i] == 0 || fabsf(in[i]) == (float)JOB_EXACT_UNIT);
            not_zero += in[i] != 0;
            negative += in[i] < 0;
        }
        CHECK((double)not_zero * JOB_EXACT_UNIT == expectation->magnitudes && not_zero < (1 << 23) + 10000);
        CHECK(job.n <= 1 << 23 ? not_zero == job.n : not_zero > 1 << 22);
        CHECK(in[0] != 0 && in[job.n - 1] != 0);
        CHECK(job.n < 1000 || (negative > not_zero / 5 && negative < not_zero / 3));
    }
}

TEST(expectation)
{
    static const int sizes[] = {1, 255, 257, 1003}; /* of the scalar's row, then those of the virial, all different */
    for (size_t s = 0; s < 4; s++) {
        open_job(OVERLAP, (uint64_t)sizes[s], UNIFORM);
        for (int row = 0; row < 10; row++) {
            const double *in = (const double *)array[row ? SLOTS + IN : IN].bytes + (row ? row - 1 : 0) * sizes[s];
            long double sum = 0;
            for (int i = 0; i < sizes[s]; i++)
                sum += in[i];
            CHECK(expectation[row].sum == (double)sum); /* of so few, a long double has all 63 bits */
            for (int other = 0; other < row; other++)
                CHECK(expectation[row].sum != expectation[other].sum);
        }
    }
    open_job(U32, 70001, 0);
    CHECK(expectation[0].sum == sum_words(array[IN].bytes, 0, 70001) && expectation[0].sum > 0);
}

/* Every configuration, through the real passes, at lengths around a tile's; some far from it. Of rows of 1023 elements,
 * tiles that begin with a vector, and so before the row, are one more than rows of 1023 need. */
static void test_passes(int bench)
{
    static const uint64_t lengths[] = {1, 2, 31, 32, 33, 1000, 1023, 5003, 70001};
    size_t count = reduction_expected(&of[bench]) > 1 ? 8 : 9;
    FREED struct config *config = config_new(&of[bench], 0);
    struct verdict verdict;
    for (size_t l = 0; l < count; l++)
        for (int variant = 0; variant < of[bench].bench->problem.variants; variant++) {
            struct job job = open_job(bench, lengths[l], variant);
            for (uint64_t i = 0; config_from(config, NULL, i); i = config->index + (lengths[l] > 2000 ? 29 : 1)) {
                int on = reduction_value(config, STREAMS);
                CHECK_OK(run(&job, config, &verdict, &caught));
                bool rounds = variant == UNIFORM && bench != U32;
                CHECK(rounds ? verdict.tolerance > 0 : verdict.tolerance == 0 && verdict.error == 0);
                CHECK(streams == (on == 2 ? 3 : 1) && waits[0] == (on == 2) && waits[1] == waits[0]);
            }
        }
}

/* Benches that share an expectation compute the same one. */
TEST(shared)
{
    enum { N = 1003 };
    static const struct expectation none = {NAN, NAN};
    size_t shared = 0;
    for (int a = 0; a < BENCHES; a++)
        for (int b = 0; b < a; b++) {
            const struct bench_problem *one = &of[a].bench->problem, *other = &of[b].bench->problem;
            if (!one->expected_own_bytes || one->expected_own_bytes != other->expected_own_bytes ||
                memcmp(of[a].bench->own, of[b].bench->own, one->expected_own_bytes) != 0)
                continue;
            shared++;
            CHECK(one->variants == other->variants && reduction_expected(&of[a]) == reduction_expected(&of[b]));
            for (int v = 0; v < one->variants; v++) {
                struct expectation first[9];
                expectation[0] = expectation[8] = none;
                open_job(a, N, v);
                memcpy(first, expectation, sizeof first);
                expectation[0] = expectation[8] = none;
                open_job(b, N, v);
                CHECK(!memcmp(first, expectation, sizeof first) && !isnan(first[0].sum));
            }
        }
    CHECK(shared == 4 * 3); /* three of each: hand-written, CUB's, PLUMED's */
}

TEST(launches)
{
    struct verdict verdict;
    struct job job = open_job(F32, 1 << 20, EXACT);
    const struct config *smallest =
        config_of(F32, (int[]){32, 1, FINISH_multi_pass, ALGORITHM_sequential, LOAD_striped, 1, 0, 0, 0});
    const struct config *atomics =
        config_of(F32, (int[]){32, 1, FINISH_atomics, ALGORITHM_sequential, LOAD_striped, 1, 0, 0, 0});
    const struct config *last =
        config_of(F32, (int[]){256, 4, FINISH_last_block, ALGORITHM_multiple, LOAD_striped, 4, 8, 0, 0});
    CHECK(FINE(run(&job, smallest, &verdict, &caught)) && launches == 4);
    CHECK(FINE(run(&job, atomics, &verdict, &caught)) && launches == 1);
    CHECK(FINE(run(&job, last, &verdict, &caught)) && launches == 1);

    struct pass pass[MAX_PASSES];
    CHECK(reduction_passes(&job, last, 0, pass) == 1 && pass[0].groups == 24); /* 8 on each of 3 units */
    struct job rows = job_of(ND_F32, 1 << 20, EXACT);
    CHECK(reduction_passes(&rows, last, 0, pass) == 1 && pass[0].groups == 3); /* of 24, for each of 9 rows */
    CHECK(reduction_passes(&job, smallest, 0, pass) == 4);
    CHECK(pass[0].to == SUMS && pass[1].to == MORE_SUMS && pass[2].to == SUMS && pass[3].to == OUT);
    const struct config *consumed =
        config_of(F32, (int[]){32, 4, FINISH_multi_pass, ALGORITHM_multiple, LOAD_striped, 1, 0, 1, 0});
    job.n = 1 << 28;
    CHECK(reduction_passes(&job, consumed, 0, pass) == 4);
    CHECK(pass[0].to == SUMS && pass[1].to == IN && pass[2].to == SUMS && pass[3].to == OUT);

    struct work work = job.bench->report.work(&job, smallest);
    CHECK(work.bytes == 1073741824 && work.flops == 268435455);
    job = job_of(OVERLAP, 1000, UNIFORM);
    work = job.bench->report.work(&job, smallest);
    CHECK(work.bytes == 80000 && work.flops == 9990);
}

/* Answers of faulty kernels. */
TEST(faults)
{
    struct verdict verdict;
    const struct config *config =
        config_of(F32, (int[]){256, 4, FINISH_atomics, ALGORITHM_multiple, LOAD_striped, 4, 0, 0, 0});
    struct job job = open_job(F32, 1 << 20, EXACT);
    CHECK_OK(run(&job, config, &verdict, &caught));
    const float *in = job_host(&job, IN);
    float *out = array[OUT].bytes;
    *out -= in[job.n - 1]; /* the last element is left out */
    CHECK(CALL(reduction_verify(&job, config, &verdict, &caught)) == WRONG_RESULT && verdict.error > 0);

    job = open_job(F32, 1 << 20, UNIFORM);
    CHECK_OK(run(&job, config, &verdict, &caught));
    in = job_host(&job, IN);
    out = array[OUT].bytes;
    *out -= (float)sum_tree(FLOATS, in, 1024, 1024); /* a tile is left out */
    CHECK(CALL(reduction_verify(&job, config, &verdict, &caught)) == WRONG_RESULT);
    CHECK_NEAR(verdict.error, 1. / 1024, 1e-4);

    *out = NAN;
    CHECK(CALL(reduction_verify(&job, config, &verdict, &caught)) == WRONG_RESULT);
    CHECK(strstr(caught.text, "sum nan, expected 52") && strstr(caught.text, "tolerance"));
    *expectation = (struct expectation){2.5, 2.5};
    *out = 1.25;
    CHECK_FAULT(reduction_verify(&job, config, &verdict, &caught), WRONG_RESULT,
                "sum 1.25, expected 2.5 (error 0.5 of the sum of magnitudes, tolerance 3.83e-06)");
    *expectation = (struct expectation){0, 0};
    *out = 0;
    CHECK_OK(reduction_verify(&job, config, &verdict, &caught));
    const struct config *rows =
        config_of(ND_F64, (int[]){256, 4, FINISH_last_block, ALGORITHM_multiple, LOAD_striped, 2, 4, 0, 0});
    job = open_job(ND_F64, 100003, UNIFORM);
    CHECK_OK(run(&job, rows, &verdict, &caught));
    double *sums = array[OUT].bytes, swapped = sums[7];
    sums[7] = sums[8]; /* a row gets its neighbour's sum */
    CHECK(CALL(reduction_verify(&job, rows, &verdict, &caught)) == WRONG_RESULT && strstr(caught.text, "row 7: sum"));
    sums[7] = swapped, sums[8] = NAN;
    CHECK(CALL(reduction_verify(&job, rows, &verdict, &caught)) == WRONG_RESULT &&
          strstr(caught.text, "row 8: sum nan"));

    const struct config *words =
        config_of(U32, (int[]){256, 4, FINISH_atomics, ALGORITHM_multiple, LOAD_striped, 4, 0, 0, 0});
    job = open_job(U32, 100003, 0);
    CHECK_OK(run(&job, words, &verdict, &caught));
    ++*(uint32_t *)array[OUT].bytes; /* one in 2^32 */
    CHECK(CALL(reduction_verify(&job, words, &verdict, &caught)) == WRONG_RESULT);
}

/* Results of the previous iteration are wrong after a change of an input, in any row or part; the next ones are right.
 */
static void test_changes(int bench)
{
    static const uint64_t lengths[] = {1, 2, 1003};
    struct verdict verdict;
    FREED struct config *config = config_new(&of[bench], space_default(&of[bench].bench->space));
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int i = 0; i < 20; i++) {
            struct job job = open_job(bench, lengths[l], UNIFORM);
            CHECK_OK(run(&job, config, &verdict, &caught));
            job.bench->problem.change(&job, config);
            CHECK(job.bench->problem.verify(&job, config, &verdict, NULL) == WRONG_RESULT);
            launches = 0;
            CHECK_OK(job.bench->device.enqueue(&job, config, &caught));
            CHECK_OK(job.bench->problem.verify(&job, config, &verdict, &caught));
        }
}

/* Against errors measured at 2^28 uniform floats: 4e-5 with 64x1 and one atomic per block, 4e-6 with 256x4. */
TEST(tolerances)
{
    struct job job = job_of(F32, 1 << 28, UNIFORM), doubles = job_of(F64, 1 << 28, UNIFORM);
    const struct config *narrow =
        config_of(F32, (int[]){64, 1, FINISH_atomics, ALGORITHM_sequential, LOAD_striped, 1, 0, 0, 0});
    const struct config *usual =
        config_of(F32, (int[]){256, 4, FINISH_atomics, ALGORITHM_multiple, LOAD_striped, 4, 0, 0, 0});
    const struct config *tree =
        config_of(F32, (int[]){256, 4, FINISH_multi_pass, ALGORITHM_multiple, LOAD_striped, 4, 0, 0, 0});
    const struct config *last =
        config_of(F32, (int[]){256, 4, FINISH_last_block, ALGORITHM_multiple, LOAD_striped, 4, 8, 0, 0});
    double narrow_k = reduction_additions(&job, narrow, 0), usual_k = reduction_additions(&job, usual, 0);
    double tree_k = reduction_additions(&job, tree, 0), last_k = reduction_additions(&job, last, 0);
    CHECK(narrow_k == 6 + (1 << 22) && usual_k == 10 + (1 << 18) && tree_k == 30);
    CHECK(last_k == 10 + ((1 << 18) + 24) / 24 + 1 + 8); /* a tile, a group's tiles, a work-item's sums, their tree */
    CHECK(tolerance(&job, narrow_k) > 3 * 4e-5 && tolerance(&job, narrow_k) < 10 * 4e-5);
    CHECK(tolerance(&job, usual_k) > 3 * 4e-6 && tolerance(&job, usual_k) < 20 * 4e-6);
    CHECK(tolerance(&job, tree_k) > 3.4e-8 && tolerance(&job, tree_k) < 2.4e-6);
    CHECK(tolerance(&doubles, tree_k) < 1e-14);
    job.variant = EXACT;
    CHECK(tolerance(&job, narrow_k) == 0);
    struct job cub = job_of(CUB_F32, 1 << 20, UNIFORM);
    const struct config *raking = config_of(CUB_F32, (int[]){256, 4, FINISH_atomics, 1, 0});
    CHECK(reduction_additions(&cub, raking, 0) == 4 + 5 + 8 + 1024);
}

TEST(each)
{
    for (int bench = 0; bench < BENCHES; bench++)
        test_passes(bench);
    for (int bench = 0; bench < BENCHES; bench++)
        test_changes(bench);
}
