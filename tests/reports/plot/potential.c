/* The pictures of potential maps: versions of the direct sum, and which part runs when. */
#include "reports/plot/kinds.h"
#include "reports/plot/plot.h"
#include "tests/check.h"
#include "tests/reports/sample_results.h"

#include <math.h>

/* A row of a problem of two parameters of two words each, which are those at these positions. */
static void add(struct results *results, size_t problem, const size_t position[2], struct result row)
{
    struct named_problem *named = &results->problems[problem];
    CHECK(problem_index(named, position, &row.index));
    results_add(results, problem, &row, "");
}

static size_t problem_with(struct results *results, const char *suite, const char *bench, uint64_t size,
                           const char *const names[2], const char *const words[2][3])
{
    const size_t number = results_add_problem(results, suite, bench, size, 1);
    for (int p = 0; p < 2; p++)
        sample_parameter(&results->problems[number], names[p], KIND_WORDS, words[p]);
    return number;
}

static struct result timed(double ns, double device, double host)
{
    struct result row = result_of(0, 0);
    row.median_ns = ns;
    row.device_ns = device;
    row.host_ns = host;
    row.flops = 9 * 1e6;
    return row;
}

static bool is_bar(const struct series *series, const char *name, double from, double to, double word)
{
    return !strcmp(series->name, name) && series->count == 2 && fabs(series->point[0].x - from) < 1e-9 &&
           fabs(series->point[1].x - to) < 1e-9 && series->point[0].y == word && series->point[1].y == word;
}

/* Times are in microseconds. The map of one copy: the device until 8, then the CPU adds for 2; of its 5 it worked for 3
 * on its own atoms. */
TEST(cycle)
{
    static const char *const names[] = {"OVERFLOW", "INTEGRATION"};
    static const char *const words[][3] = {{"device", "cpu", NULL}, {"whole", "slices", NULL}};
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    FREED_BY(chart_free) struct chart chart = {.columns = 1};
    CHECK(!draw_cycle(&chart, &results, 1, PLOT_ALL));
    chart_free(&chart);
    const size_t small = problem_with(&results, "cutoff", "small_bins", 32, names, words);
    const size_t large = problem_with(&results, "cutoff", "small_bins", 200, names, words);
    add(&results, small, (size_t[]){1, 0}, timed(100, 80, 50));
    add(&results, large, (size_t[]){0, 0}, timed(500, 400, 0)); /* the device alone */
    add(&results, large, (size_t[]){1, 0}, timed(10000, 8000, 5000));
    add(&results, large, (size_t[]){1, 0}, timed(20000, 9000, 5000)); /* slower */
    add(&results, large, (size_t[]){1, 0}, timed(3000, 0, 3000));     /* the CPU alone */
    add(&results, large, (size_t[]){1, 1}, timed(9000, 8500, 6000));
    chart.columns = 1;
    CHECK(draw_cycle(&chart, &results, 1, PLOT_ALL));
    const struct panel *panel = chart.panel;
    CHECK(panel->count == 5 && panel->y.words == 4 && panel->x.kind == SCALE_LINEAR && panel->x.low == 0);
    CHECK_TEXT(panel->y.word[0], "one copy: GPU");
    CHECK_TEXT(panel->y.word[3], "slices: CPU");
    CHECK(is_bar(&panel->series[0], "GPU: kernels, copies", 0, 8, 0));
    CHECK(is_bar(&panel->series[1], "CPU: its own atoms or rows", 0, 3, 1));
    CHECK(is_bar(&panel->series[2], "CPU: adds the GPU's map", 8, 10, 1));
    CHECK(is_bar(&panel->series[3], "GPU: kernels, copies", 0, 8.5, 2));
    CHECK(is_bar(&panel->series[4], "CPU: both, slice by slice", 0, 9, 3));
}

TEST(versions)
{
    static const char *const names[] = {"FORM", "THREADS"};
    static const char *const words[][3] = {{"sequential", "vectors", NULL}, {"one", "all", NULL}};
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    FREED_BY(chart_free) struct chart chart = {.columns = 1};
    const uint64_t sizes[] = {256, 128};
    for (int s = 0; s < 2; s++) {
        const size_t cpu = problem_with(&results, "coulomb", "cpu", sizes[s], names, words);
        add(&results, cpu, (size_t[]){0, 0}, timed(4e6, 0, 0)); /* 10^6 pairs in 4 ms: a quarter of 10^9 a second */
        add(&results, cpu, (size_t[]){1, 0}, timed(3e5, 0, 0)); /* vectors, one core: not shown */
        add(&results, cpu, (size_t[]){1, 1}, timed(1e5, 0, 0));
    }
    CHECK(draw_versions(&chart, &results, 1, PLOT_ALL));
    const struct panel *panel = chart.panel;
    size_t shown = 0;
    for (size_t s = 0; s < panel->count; s++) {
        const struct series *series = &panel->series[s];
        const bool seeds = !strcmp(series->name, "CPU, the seed's loops");
        shown += series->count > 0;
        for (size_t i = 0; i < series->count; i++)
            CHECK(series->point[i].x == (i ? 256 : 128) && fabs(series->point[i].y - (seeds ? 0.25 : 10)) < 1e-9);
    }
    CHECK(shown == 2 && panel->y.kind == SCALE_LOG);
}
