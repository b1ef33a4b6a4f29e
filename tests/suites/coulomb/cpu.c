/* The bench cpu of suite coulomb: each form, and each width of vectors that this CPU supports, compared with a sum
 * in double; then the whole bench, on the fake device, with all of its inputs. */
#include "suites/coulomb/cpu.c"
#include "suites/coulomb/map.c"

#include "tests/suites/configs.h"
#include "tests/tuner/job/fake_context.h"

KERNELS({NULL, NULL});
REGISTRY("coulomb", kernels, &coulomb_cpu);
static struct worker_context place = {.registry = &registry};

enum { MOST_ATOMS = 300, ON_POINTS = 20, MOST_WIDTH = 140 };

/* ---- rows ---- */

static struct mm_float4 atoms[MOST_ATOMS];

/* (x, y, dz^2, q) in a slice of 30 A: the last ON_POINTS of the first `count` lie on its points, or right above. */
static struct slice slice_of(uint64_t n, size_t count)
{
    size_t on_points = count > ON_POINTS ? ON_POINTS : 0;
    for (uint64_t i = 0; i < count; i++) {
        float x = (float)(30 * job_uniform(3, 4 * i)), y = (float)(30 * job_uniform(3, 4 * i + 1));
        float dz = (float)(8 * job_uniform(3, 4 * i + 2)), charge = (float)(2 * job_uniform(3, 4 * i + 3) - 1);
        if (i >= count - on_points)
            x = nearest_point(0.5f, x), y = nearest_point(0.5f, y), dz = i % 3 ? 0 : 0.5f;
        atoms[i] = (struct mm_float4){x, y, dz * dz, i % 7 ? charge : 0};
    }
    return (struct slice){atoms, {.off_points = count - on_points, .all = count}, n, 0.5f};
}

/* Checks row j, and that nothing is written past it. The tolerance is the bench's. */
static void test_row(const char *form, row_function *function, enum host_width width, uint64_t n, uint64_t j,
                     size_t count)
{
    float row[MOST_WIDTH + 1];
    struct slice slice = slice_of(n, count);
    int wrong = 0;
    for (uint64_t i = 0; i <= n; i++)
        row[i] = NAN;
    if (function)
        function(&slice, j, row);
    else
        vectors_of(width, &slice, j, row);
    for (uint64_t i = 0; i < n; i++) {
        double potential = 0, magnitudes = 0;
        for (size_t a = 0; a < count; a++) {
            double dx = 0.5 * (double)i - atoms[a].x, dy = 0.5 * (double)j - atoms[a].y;
            double r2 = dx * dx + dy * dy + atoms[a].z;
            if (r2 < (double)ON_POINT * ON_POINT)
                continue;
            potential += atoms[a].w / sqrt(r2);
            magnitudes += fabs(atoms[a].w) / sqrt(r2);
        }
        wrong +=
            !(fabs(row[i] - potential) <= tolerance((double)count, &(struct atom_counts){.alike = 1}) * magnitudes);
    }
    WRONG_IF(wrong || !isnan(row[n]), "%s, row %llu of %llu points, %zu atoms: %d are wrong%s\n", form,
             (unsigned long long)j, (unsigned long long)n, count, wrong,
             isnan(row[n]) ? "" : ", and it writes too far");
}

TEST(rows)
{
    static const char *const names[HOST_WIDTHS] = {"vectors, portable", "vectors, AVX2", "vectors, AVX-512"};
    static const uint64_t sizes[] = {1, 3, 15, 16, 17, 64, 65, MOST_WIDTH};
    static const size_t counts[] = {0, 1, MOST_ATOMS};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (uint64_t j = 0; j < 60; j += 29) {
                test_row("sequential", sequential, 0, sizes[s], j, counts[c]);
                test_row("interchanged", interchanged, 0, sizes[s], j, counts[c]);
                test_row("vectors", vectors, 0, sizes[s], j, counts[c]);
                for (enum host_width width = HOST_PORTABLE; width <= host_width(); width++)
                    test_row(names[width], NULL, width, sizes[s], j, counts[c]);
            }
}

/* A point that is slightly wrong, or was not written, is detected. */
static void check_faults(struct job *job, const struct config *config)
{
    struct verdict verdict;
    float *map = job_memory(job, SLOT_MAP), right = map[job->n + 1];
    map[job->n + 1] = right + 1e-2f;
    CHECK(CALL(verify(job, config, &verdict, &caught)) == WRONG_RESULT);
    map[job->n + 1] = NAN;
    CHECK(CALL(verify(job, config, &verdict, &caught)) == WRONG_RESULT);
    map[job->n + 1] = right;
    CHECK_OK(verify(job, config, &verdict, &caught));
}

static void test_bench(uint64_t n, int variant)
{
    FREED_BY(job_close) struct job job;
    struct problem problem = problem_of(&suite, &coulomb_cpu, n, 7);
    problem.inputs.setting[COULOMB_ATOMS] = 500;
    problem.inputs.setting[COULOMB_Z] = 8;
    problem.inputs.setting[COULOMB_GRID] = 0.5;
    FREED struct config *config = config_new(&problem, 0);
    CHECK(!space_constraints(&coulomb_cpu.space)); /* all of them */
    CHECK_OK(job_open(&job, &problem, &place, variant, &caught));
    for (uint64_t i = 0; config_from(config, NULL, i); i = config->index + 1) {
        struct verdict verdict;
        job_use(&job, NULL);
        enum status status = CALL(job_verify(&job, config, &verdict, &caught));
        CHECK_TEXT(caught.text, "");
        CHECK(status == OK && verdict.error <= verdict.tolerance);
        double pairs = (double)(n * n) * (double)coulomb_counts(&job).all;
        CHECK(work(&job, config).flops == 9 * pairs);
        if (status == OK && n > 1)
            check_faults(&job, config);
    }
}

/* Some rows, and no others. */
TEST(some_rows)
{
    enum { N = 9, FIRST = 3, END = 5 };
    FREED_BY(job_close) struct job job;
    struct problem problem = problem_of(&suite, &coulomb_cpu, N, 7);
    problem.inputs.setting[COULOMB_ATOMS] = 50;
    problem.inputs.setting[COULOMB_GRID] = 0.5;
    CHECK_OK(job_open(&job, &problem, &place, 0, &caught));
    FREED struct config *config = config_new(&problem, 0);
    config_from(config, NULL, 0);
    struct verdict verdict;
    CHECK_OK(job_verify(&job, config, &verdict, &caught));
    const float *whole = job_memory(&job, SLOT_MAP);
    float some[N * N];
    for (int i = 0; i < N * N; i++)
        some[i] = NAN;
    coulomb_add_rows(&job, FIRST, END, some);
    for (int i = 0; i < N * N; i++)
        CHECK(i / N < FIRST || i / N >= END ? isnan(some[i])
                                            : fabsf(some[i] - whole[i]) <= 1e-4f * fabsf(whole[i]) + 1e-5f);
}

TEST(variants)
{
    CHECK(coulomb_cpu.device.host_timed && !coulomb_cpu.kernel.file && !coulomb_cpu.report.uses);
    for (int variant = 0; variant < COULOMB_VARIANTS; variant++) {
        test_bench(1, variant);
        test_bench(37, variant);
    }
}
