/* Pictures of Kirk and Hwu's lecture in addition to its curves: the versions of the direct sum, CPU and GPU; and the
 * timing of the parts of a map shared by CPU and GPU. */
#include "reports/plot/kinds.h"

#include "reports/plot/rows.h"

#include <math.h>

/* ---- versions ---- */

static const struct {
    const char *bench, *name;
    struct wanted wanted[MAX_WANTED];
} versions[] = {
    {"slice", "v1", {{"POINTS_PER_THREAD_X", "1"}, {"POINTS_PER_THREAD_Y", "1"}, {"ATOM_STORAGE", "constant"}}},
    {"slice",
     "v2",
     {{"POINTS_PER_THREAD_X", "4"},
      {"POINTS_PER_THREAD_Y", "1"},
      {"LAYOUT", "adjacent"},
      {"ATOM_STORAGE", "constant"}}},
    {"slice",
     "v3",
     {{"POINTS_PER_THREAD_X", "8"}, {"POINTS_PER_THREAD_Y", "1"}, {"LAYOUT", "strided"}, {"ATOM_STORAGE", "constant"}}},
    {"slice", "today's best", {{"ATOM_STORAGE", "shared"}}},
    {"cpu", "CPU, the lecture's loops", {{"FORM", "sequential"}, {"THREADS", "one"}}},
    {"cpu", "CPU, vectors and cores", {{"FORM", "vectors"}, {"THREADS", "all"}}},
    {"both", "CPU and GPU", {{NULL, NULL}}},
};
enum { VERSIONS = sizeof versions / sizeof *versions, FLOPS_OF_PAIR = 9 };

bool draw_versions(struct chart *chart, const struct results *results, size_t count, UNNEEDED long problem)
{
    struct panel *panel = chart_panel(chart);
    size_t shown = 0;
    for (size_t v = 0; v < VERSIONS; v++) {
        struct series *series = panel_series(panel, MARKS_LINE, (int)v, "%s", versions[v].name);
        for (struct place at = {0}; rows_next_problem(results, count, "coulomb", versions[v].bench, &at);) {
            const struct result *row = rows_fastest(at.results, at.problem, versions[v].wanted);
            if (row)
                series_point(series, (double)at.named->size, row->flops / FLOPS_OF_PAIR / row->median_ns);
        }
        series_sort(series);
        shown += series->count > 0;
    }
    chart_set(&chart->title, "The direct sum's versions, CPU and GPU, on %s", results->context.device.name);
    chart_set(&chart->description, "Pairs of a point and an atom per second, on a slice of n x n points.");
    panel->x.kind = SCALE_POWERS_OF_2;
    chart_set(&panel->x.label, "n");
    panel->y.kind = SCALE_LOG;
    chart_set(&panel->y.label, "10\u2079 pairs per second");
    chart->direct_labels = true;
    return shown > 1;
}

/* ---- the cycle ---- */

static const struct form {
    const char *suite, *bench, *name;
    struct wanted wanted[MAX_WANTED];
} forms[] = {
    {"cutoff", "small_bins", "one copy", {{"OVERFLOW", "cpu"}, {"INTEGRATION", "whole"}}},
    {"cutoff", "small_bins", "slices", {{"OVERFLOW", "cpu"}, {"INTEGRATION", "slices"}}},
    {"coulomb", "both", "direct sum", {{NULL, NULL}}},
};
enum { FORMS = sizeof forms / sizeof *forms, WHOLE = 0, SLICES = 1 };

/* The parts' styles: one each, for all forms. */
static const char *const parts[] = {"GPU: kernels, copies", "CPU: its own atoms or rows", "CPU: adds the GPU's map",
                                    "CPU: both, slice by slice"};
enum { PART_DEVICE, PART_OWN, PART_ADDS, PART_SLICES };

static void add_bar(struct panel *panel, int part, size_t word, double from, double to)
{
    if (!(to > from))
        return;
    struct series *series = panel_series(panel, MARKS_LINE, part, "%s", parts[part]);
    series_point(series, from, (double)word);
    series_point(series, to, (double)word);
}

/* A row's time is from the first launch to the last addition; it begins with the device's part. After one copy has
 * arrived the CPU adds the maps; before, it computes its own atoms, for the rest of its recorded total. */
static void add_form(struct panel *panel, size_t f, const struct result *row)
{
    char word[64];
    const double all = row->median_ns, device = fmin(row->device_ns, all), host = row->host_ns;
    const size_t first = panel->y.words;
    snprintf(word, sizeof word, "%s: GPU", forms[f].name);
    axis_word(&panel->y, word);
    snprintf(word, sizeof word, "%s: CPU", forms[f].name);
    axis_word(&panel->y, word);
    add_bar(panel, PART_DEVICE, first, 0, device);
    if (f == SLICES) {
        add_bar(panel, PART_SLICES, first + 1, 0, all);
    } else if (f == WHOLE) {
        add_bar(panel, PART_OWN, first + 1, 0, host - (all - device));
        add_bar(panel, PART_ADDS, first + 1, device, all);
    } else {
        add_bar(panel, PART_OWN, first + 1, 0, host);
    }
}

/* Whether CPU and GPU share a row of the form. */
static bool is_shared(const struct named_problem *problem, const struct row *row, const struct form *form)
{
    return row_measured(row) && row->result.device_ns > 0 && row->result.host_ns > 0 &&
           row_fits(problem, &row->result, form->wanted);
}

/* The fastest such row, at the largest size that has one. */
static const struct result *find(const struct results *results, size_t count, const struct form *form)
{
    const struct result *found = NULL;
    uint64_t size = 0;
    for (struct place at = {0}; rows_next_problem(results, count, form->suite, form->bench, &at);) {
        if (at.named->size < size)
            continue;
        for (const struct row *row = results_first(at.results, at.problem); row; row = results_next(at.results, row))
            if (is_shared(at.named, row, form) &&
                (!found || at.named->size > size || row->result.median_ns < found->median_ns)) {
                found = &row->result;
                size = at.named->size;
            }
    }
    return found;
}

bool draw_cycle(struct chart *chart, const struct results *results, size_t count, UNNEEDED long problem)
{
    struct panel *panel = chart_panel(chart);
    for (size_t f = 0; f < FORMS; f++) {
        const struct result *row = find(results, count, &forms[f]);
        if (row)
            add_form(panel, f, row);
    }
    chart_set(&chart->title, "Which part of a map runs when, on %s", results->context.device.name);
    chart_set(&chart->description,
              "From the times that rows have of the device's part, the host's, and of all. By slices "
              "the CPU works and waits in turns, of which a row has the sum alone.");
    chart->height = 40 + 14 * (double)panel->y.words;
    chart_times(chart, true, "time");
    panel->x.kind = SCALE_LINEAR; /* of consecutive phases */
    panel->x.low = 0;
    return panel->y.words > 0;
}
