/* The points, names and units that each kind of plot makes of results. */
#include "reports/plot/kinds.h"
#include "reports/plot/plot.h"
#include "tests/check.h"
#include "tests/reports/sample_results.h"

static const struct series *series_of(const struct chart *chart, const char *name)
{
    for (size_t p = 0; p < chart->panels; p++)
        for (size_t s = 0; s < chart->panel[p].count; s++)
            if (!strcmp(chart->panel[p].series[s].name, name))
                return &chart->panel[p].series[s];
    fprintf(stderr, "no series '%s'\n", name);
    check_failures++;
    return NULL;
}

/* Draws, replacing the previous chart. */
static bool draw(struct chart *chart, bool (*kind)(struct chart *, const struct results *, size_t, long),
                 const struct results *results, size_t count, long problem)
{
    chart_free(chart);
    chart->columns = 1;
    return kind(chart, results, count, problem);
}

/* Whether a series has these points, x and y alternating. */
static void check_points(const struct chart *chart, const char *name, size_t count, const double *expected)
{
    const struct series *series = series_of(chart, name);
    if (!series)
        return;
    CHECK(series->count == count / 2);
    for (size_t i = 0; i < series->count && i < count / 2; i++) {
        CHECK_NEAR(series->point[i].x, expected[2 * i], 1e-9 * fabs(expected[2 * i]));
        CHECK_NEAR(series->point[i].y, expected[2 * i + 1], 1e-9 * fabs(expected[2 * i + 1]));
    }
}
#define POINTS(chart, name, ...)                                                                                       \
    check_points(chart, name, sizeof(double[]){__VA_ARGS__} / sizeof(double), (const double[]){__VA_ARGS__})

/* ---- sizes ---- */

/* Three sizes of `sum`, unordered, with a library's times; its limit is half of the best's time. */
static struct results sizes_of(bool cold, double factor)
{
    static const uint64_t size[] = {4096, 1024, 16384};
    struct results results = {.context = sample_context()};
    for (size_t i = 0; i < 3; i++) {
        const double ns = (double)size[i] * factor;
        struct sample row = sample_timed("sum", size[i], "64", "striped", ns);
        row.result.cold = cold;
        row.result.limit = (struct limit){RESOURCE_DRAM_READ, 0.5};
        sample_add(&results, row);
        sample_add(&results, sample_reference(sample_timed("sum", size[i], NULL, NULL, 3 * ns), "library"));
        sample_add_best(&results, row, (struct best){.measured = 1, .allowed = 1}, NULL);
    }
    sample_add(&results, sample_timed("other", 1024, "64", "striped", 5)); /* at one size */
    return results;
}

TEST(sizes)
{
    struct results both[] = {sizes_of(true, 2), sizes_of(false, 1)};
    FREED_BY(chart_free) struct chart chart = {0};
    CHECK(draw(&chart, draw_sizes, both, 2, PLOT_ALL));
    CHECK(chart.panel->count == 6);
    POINTS(&chart, "sum, cold", 1024, 2.048, 4096, 8.192, 16384, 32.768);
    POINTS(&chart, "library, cold", 1024, 6.144, 4096, 24.576, 16384, 98.304);
    POINTS(&chart, "limit, cold", 1024, 1.024, 4096, 4.096, 16384, 16.384);
    POINTS(&chart, "sum, warm", 1024, 1.024, 4096, 4.096, 16384, 16.384);
    CHECK_TEXT(chart.panel->y.label, "time (\u00b5s)");
    CHECK_TEXT(chart.panel->x.label, "n");
    CHECK(chart.panel->x.kind == SCALE_POWERS_OF_2);
    CHECK(series_of(&chart, "sum, cold")->style == series_of(&chart, "sum, warm")->style);
    CHECK(series_of(&chart, "sum, cold")->variant != series_of(&chart, "sum, warm")->variant);
    CHECK(series_of(&chart, "sum, cold")->style != series_of(&chart, "library, cold")->style);
    CHECK_NEAR(series_of(&chart, "sum, cold")->point[0].low, 2.048 * 0.9375, 1e-9);

    /* For one file names do not mention caches; 4 bytes per element in 2 ns of each are 2 GB/s. */
    CHECK(draw(&chart, draw_rates, both, 1, PLOT_ALL));
    POINTS(&chart, "sum", 1024, 2, 4096, 2, 16384, 2);
    POINTS(&chart, "limit", 1024, 4, 4096, 4, 16384, 4);
    CHECK_TEXT(chart.panel->y.label, "rate (GB/s)");

    /* For a problem: only its bench, and only in the first file; `other` has one size. */
    CHECK(draw(&chart, draw_sizes, both, 1, 1));
    CHECK(chart.panel->count == 3);
    CHECK(!draw(&chart, draw_sizes, both, 1, 3));
    FREED char *alone = PRINTED(plot_write(file, plot_find("sizes"), both, 1, 1, &caught)),
               *beside = PRINTED(plot_write(file, plot_find("sizes"), both, 2, 1, &caught)),
               *all = PRINTED(plot_write(file, plot_find("sizes"), both, 2, PLOT_ALL, &caught));
    CHECK_TEXT(beside, alone);
    CHECK(*alone && strcmp(all, alone));

    /* Many are drawn without references and limits. */
    struct results three[] = {sizes_of(true, 2), sizes_of(true, 3), sizes_of(false, 1)};
    three[1].context = three[0].context;
    strcpy(three[1].context.device.name, "Another");
    CHECK(draw(&chart, draw_sizes, three, 3, PLOT_ALL));
    CHECK(chart.panel->count == 3);
    POINTS(&chart, "sum, cold, Another", 1024, 3.072, 4096, 12.288, 16384, 49.152);
    for (size_t i = 0; i < 3; i++)
        results_free(&three[i]);
    results_free(&both[0]);
    results_free(&both[1]);
}

/* ---- one problem ---- */

static void add(struct results *results, const char *block, const char *load, double ns, double error)
{
    struct sample row = sample_timed("sum", 1024, block, load, ns);
    row.result.resources = (struct compute_resources){
        .registers = (int)(ns / 100), .shared_bytes = 2048, .spill_bytes = ns > 4500 ? 8 : 0};
    row.result.amount[RESOURCE_DRAM_READ] = row.result.bytes;
    row.result.amount[RESOURCE_FP32_FMA] = row.result.flops / 2;
    sample_add(results, sample_figure(row, "l2_error", error));
}

static struct results search(void)
{
    struct results results = {.context = sample_context()};
    add(&results, "64", "striped", 4000, 1e-3);
    sample_add_failed(&results, "sum", 1024, "64", "blocked", COMPILE_FAILED, "no");
    add(&results, "128", "striped", 5000, 1e-6);
    add(&results, "256", "blocked", 3000, 1e-2);
    add(&results, "512", "striped", 3500, 2e-2);   /* worse, and slower */
    add(&results, "1024", "blocked", 90000, 1e-7); /* slow, but on the front */
    sample_error(&results.problems[0], "l2_error", 0);
    sample_add(&results, sample_reference(sample_timed("sum", 1024, NULL, NULL, 1), "library"));
    return results;
}

TEST(convergence)
{
    FREED_BY(results_free) struct results results = search();
    FREED_BY(chart_free) struct chart chart = {0};
    CHECK(draw(&chart, draw_convergence, &results, 1, 0));
    POINTS(&chart, "a configuration", 1, 4, 3, 5, 4, 3, 5, 3.5, 6, 90);
    POINTS(&chart, "the best so far", 1, 4, 4, 3);
    CHECK_TEXT(chart.panel->y.label, "time (\u00b5s)");
}

/* Nearly equal errors are scaled by a power of ten. */
TEST(alike)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    FREED_BY(chart_free) struct chart chart = {0};
    add(&results, "64", "striped", 4000, 2.5e-6);
    add(&results, "128", "striped", 5000, 2e-6);
    sample_error(&results.problems[0], "l2_error", 0);
    CHECK(draw(&chart, draw_front, &results, 1, 0));
    POINTS(&chart, "the front", 4, 2.5, 5, 2);
    CHECK_TEXT(chart.panel->y.label, "l2_error (10\u207b\u2076)");
}

TEST(front)
{
    FREED_BY(results_free) struct results results = search();
    FREED_BY(chart_free) struct chart chart = {0};
    CHECK(draw(&chart, draw_front, &results, 1, 0));
    POINTS(&chart, "the front", 3, 1e-2, 4, 1e-3, 5, 1e-6, 90, 1e-7);
    POINTS(&chart, "BLOCK_SIZE 512", 3.5, 2e-2);
    CHECK_TEXT(chart.panel->y.label, "l2_error");
    CHECK_TEXT(chart.panel->x.label, "time (\u00b5s)");
    CHECK(chart.panel->y.kind == SCALE_LOG);

    /* Configurations much slower than the whole front are left out, and counted. */
    add(&results, "64", "vector4", 1e7, 1);
    CHECK(draw(&chart, draw_front, &results, 1, 0));
    CHECK_TEXT(chart.panel->x.label, "time, 1 slower ones left out (\u00b5s)");
    results.problems[0].error = 0;
    CHECK(!draw(&chart, draw_front, &results, 1, 0));
}

TEST(roofline)
{
    FREED_BY(results_free) struct results results = search();
    FREED_BY(chart_free) struct chart chart = {0};
    const double intensity = 1023.0 / 4096, ridge = 59.8 / 4.75;
    CHECK(draw(&chart, draw_roofline, &results, 1, 0));
    POINTS(&chart, "the best", intensity, 1023.0 / 3000);
    POINTS(&chart, "dram_read, 4.75 TB/s", intensity / 8, 4750 * intensity / 8, intensity * 8, 4750 * intensity * 8);

    /* Across the ridge: memory up to it, arithmetic from there on. */
    for (size_t i = 0; i < results.count; i++)
        results.rows[i].result.amount[RESOURCE_FP32_FMA] = 4096 * 8; /* executed ones, however operations are counted */
    CHECK(draw(&chart, draw_roofline, &results, 1, 0));
    POINTS(&chart, "dram_read, 4.75 TB/s", 2, 9500, ridge, 59800);
    POINTS(&chart, "fp32_fma, 59.8 T FLOP/s", ridge, 59800, 128, 59800);

    /* Without ceilings of either: the other limit of the best; and nothing, if that is unknown. */
    results.context.ceilings.rate[RESOURCE_DRAM_READ] = results.context.ceilings.rate[RESOURCE_FP32_FMA] = 0;
    results.rows[3].result.limit = (struct limit){RESOURCE_RSQRT, 0.25};
    CHECK(draw(&chart, draw_roofline, &results, 1, 0));
    POINTS(&chart, "limit by rsqrt", 2, 65536.0 / 750, 128, 65536.0 / 750);
    results.rows[3].result.limit.fraction = 0;
    CHECK(!draw(&chart, draw_roofline, &results, 1, 0));
    results.context.ceilings.rate[RESOURCE_DRAM_READ] = 1e12;
    for (size_t i = 0; i < results.count; i++)
        results.rows[i].result.bytes = 0;
    CHECK(!draw(&chart, draw_roofline, &results, 1, 0));
}

TEST(values)
{
    FREED_BY(results_free) struct results results = search();
    FREED_BY(chart_free) struct chart chart = {0};
    CHECK(draw(&chart, draw_values, &results, 1, 0));
    CHECK(chart.panels == 2 && chart.columns == 2);
    CHECK(chart.panel[0].x.words == 5 && chart.panel[1].x.words == 2);
    POINTS(&chart, "the fastest with the value", 0, 4, 1, 5, 2, 3, 3, 3.5, 4, 90);
}

TEST(resources)
{
    FREED_BY(results_free) struct results results = search();
    FREED_BY(chart_free) struct chart chart = {0};
    CHECK(draw(&chart, draw_resources, &results, 1, 0));
    POINTS(&chart, "no spills", 40, 4, 30, 3, 35, 3.5);
    POINTS(&chart, "spills", 50, 5, 900, 90);
    CHECK_NEAR(chart.panel[1].series[0].point[0].x, 2, 0);
}

/* ---- of files ---- */

TEST(seconds)
{
    const struct results results[] = {{.context = sample_context()}, {.context = sample_context()}};
    FREED_BY(chart_free) struct chart chart = {0};
    CHECK(draw(&chart, draw_seconds, results, 2, PLOT_ALL));
    POINTS(&chart, "", 0.75, 0, 0.25, 1, 8, 2, 16, 3, 32, 4, 64, 5, 0.5, 6, 1, 7);
    CHECK_TEXT(chart.panel->y.word[5], "measuring, 52.2 %");
}

/* A problem of fmm at an order, and a row of it. */
static void add_order(struct results *results, const char *bench, uint64_t depth, double order, double ns,
                      const char *strategy)
{
    const size_t number = results_add_problem(results, "fmm", bench, depth, 1);
    struct named_problem *problem = &results->problems[number];
    problem_add_setting(problem, "order", NULL, order);
    problem_add_setting(problem, "separation", NULL, 1);
    sample_parameter(problem, "PRECISION", KIND_WORDS, (const char *const[]){"fp32", NULL});
    sample_parameter(problem, "STRATEGY", KIND_WORDS, (const char *const[]){strategy, NULL});
    sample_parameter(problem, "DIVISORS", KIND_WORDS, (const char *const[]){"argument", NULL});
    struct result result = sample_timed(bench, depth, NULL, NULL, ns).result;
    result.index = 0;
    result.flops = ns * 1e4;
    result.iterations = order == 8 ? 1 : 5;
    results_add(results, number, &result, "");
}

TEST(m2l)
{
    struct results results[] = {{.context = sample_context()}, {.context = sample_context()}};
    FREED_BY(chart_free) struct chart chart = {0};
    add_order(&results[0], "m2l", 4, 8, 4e6, "full_parallel");
    add_order(&results[0], "m2l_indices", 4, 8, 3e6, "full_parallel");
    add_order(&results[1], "m2l", 4, 2, 2e6, "full_parallel");
    add_order(&results[1], "m2l", 4, 2, 1e6, "full_parallel"); /* measured again, faster */
    add_order(&results[1], "m2l", 3, 4, 1, "full_parallel");   /* another depth */
    add_order(&results[1], "m2l", 4, 4, 3e3, "folded");
    add_order(&results[1], "m2l_indices", 4, 2, 5e5, "full_parallel");
    CHECK(draw(&chart, draw_m2l_orders, results, 2, PLOT_ALL));
    CHECK_TEXT(chart.panel->y.label, "time (\u00b5s)");
    POINTS(&chart, "full parallel", 2, 1000, 8, 4000);
    POINTS(&chart, "folded", 4, 3);
    const struct point *sampled = chart.panel->series[5].point; /* full parallel: of several samples, and of one */
    CHECK(sampled[0].x == 2 && !sampled[0].single && sampled[1].x == 8 && sampled[1].single);
    CHECK(isfinite(sampled[0].low) && sampled[0].low < sampled[0].y && sampled[0].y < sampled[0].high);
    POINTS(&chart, "optimal", 2, 1e10 / 59.8e6, 4, 3e7 / 59.8e6, 8, 4e10 / 59.8e6);
    CHECK(!draw(&chart, draw_m2l_orders, results, 1, 0)); /* one file has only one order */
    CHECK(draw(&chart, draw_m2l_indices, results, 2, PLOT_ALL));
    POINTS(&chart, "depth 4", 2, 25, 8, 75);
    results_free(&results[0]);
    results_free(&results[1]);
}

TEST(curves)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    FREED_BY(chart_free) struct chart chart = {0};
    for (uint64_t side = 200; side >= 100; side -= 100) {
        const size_t number = results_add_problem(&results, "cutoff", "small_bins", side, 1);
        struct result result = sample_timed("", side, NULL, NULL, (double)side * 1e4).result;
        result.index = 0;
        results_add(&results, number, &result, "");
    }
    CHECK(draw(&chart, draw_curves, &results, 1, PLOT_ALL));
    POINTS(&chart, "small bins", 125000, 1, 1000000, 2);
    CHECK_TEXT(chart.panel->y.label, "time (ms)");
}
