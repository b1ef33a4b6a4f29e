/* The pictures of potential maps: versions of the direct sum, and the timing of the parts. */
#include "reports/plot/kinds.h"
#include "reports/plot/plot.h"
#include "tests/check.h"
#include "tests/reports/sample_results.h"

#include <math.h>

/* A row of a problem of two parameters with two words each, chosen by these positions. */
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
    add(&results, large, (size_t[]){0, 0}, timed(500, 400, 0)); /* the device only */
    add(&results, large, (size_t[]){1, 0}, timed(10000, 8000, 5000));
    add(&results, large, (size_t[]){1, 0}, timed(20000, 9000, 5000)); /* slower */
    add(&results, large, (size_t[]){1, 0}, timed(3000, 0, 3000));     /* the CPU only */
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

/* Of a slice: the lecture's original forms, and the fastest of today's; none in between. */
static void add_slices(struct results *results, uint64_t size)
{
    enum { POINTS_X, POINTS_Y, LAYOUT, STORAGE, PARAMETERS };
    static const char *const names[] = {"POINTS_PER_THREAD_X", "POINTS_PER_THREAD_Y", "LAYOUT", "ATOM_STORAGE"};
    static const char *const words[][4] = {[POINTS_X] = {"1", "4", "8"},
                                           [POINTS_Y] = {"1", "4"},
                                           [LAYOUT] = {"adjacent", "strided"},
                                           [STORAGE] = {"constant", "shared", "global"}};
    static const struct {
        size_t position[PARAMETERS];
        double ns;
    } rows[] = {
        {{0, 0, 1, 0}, 2e4},   {{1, 0, 0, 0}, 1e4}, {{2, 0, 1, 0}, 5e3}, /* v1, v2, v3 */
        {{2, 1, 1, 1}, 2.5e3}, {{2, 1, 0, 1}, 3e3}, {{0, 0, 1, 0}, 3e4}, /* today's; slower ones */
        {{1, 0, 1, 0}, 10},    {{2, 0, 0, 0}, 10},  {{0, 1, 1, 0}, 10},
        {{1, 1, 0, 0}, 10},    {{2, 1, 1, 0}, 10}, /* of neither */
        {{0, 0, 1, 2}, 10},    {{1, 0, 0, 2}, 10},  {{2, 0, 1, 2}, 10},
    };
    const size_t slice = results_add_problem(results, "coulomb", "slice", size, 1);
    for (int p = 0; p < PARAMETERS; p++)
        sample_parameter(&results->problems[slice], names[p], p == POINTS_X ? KIND_NUMBERS : KIND_WORDS, words[p]);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        add(results, slice, rows[r].position, timed(rows[r].ns, 0, 0));
}

/* Times are for 10^6 pairs; rates are in 10^9 per second. */
TEST(versions)
{
    static const char *const names[] = {"FORM", "THREADS"};
    static const char *const words[][3] = {{"sequential", "vectors", NULL}, {"one", "all", NULL}};
    static const struct {
        const char *name;
        double rate;
    } shown[] = {{"v1", 50},
                 {"v2", 100},
                 {"v3", 200},
                 {"today's best", 400},
                 {"CPU, the lecture's loops", 0.25},
                 {"CPU, vectors and cores", 10},
                 {"CPU and GPU", 500}};
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    FREED_BY(chart_free) struct chart chart = {.columns = 1};
    const uint64_t sizes[] = {256, 128};
    for (int s = 0; s < 2; s++) {
        const size_t cpu = problem_with(&results, "coulomb", "cpu", sizes[s], names, words);
        add(&results, cpu, (size_t[]){0, 0}, timed(4e6, 0, 0));
        add(&results, cpu, (size_t[]){1, 0}, timed(10, 0, 0)); /* vectors, one core: of neither */
        add(&results, cpu, (size_t[]){1, 1}, timed(1e5, 0, 0));
        add_slices(&results, sizes[s]);
        const size_t both = problem_with(&results, "coulomb", "both", sizes[s], names, words);
        add(&results, both, (size_t[]){0, 0}, timed(2e3, 1e3, 1e3));
        add(&results, both, (size_t[]){0, 1}, timed(4e3, 1e3, 1e3)); /* slower */
        const size_t other = problem_with(&results, "coulomb", "volume", sizes[s], names, words);
        add(&results, other, (size_t[]){0, 0}, timed(10, 0, 0));
    }
    CHECK(draw_versions(&chart, &results, 1, PLOT_ALL));
    const struct panel *panel = chart.panel;
    CHECK(panel->count == sizeof shown / sizeof *shown && panel->y.kind == SCALE_LOG);
    for (size_t s = 0; s < panel->count; s++) {
        const struct series *series = &panel->series[s];
        CHECK_TEXT(series->name, shown[s].name);
        CHECK(series->count == 2);
        for (size_t i = 0; i < series->count; i++)
            CHECK(series->point[i].x == (i ? 256 : 128) && fabs(series->point[i].y - shown[s].rate) < 1e-9);
    }
}
