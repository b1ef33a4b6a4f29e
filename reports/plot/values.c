/* Time by each parameter: all configurations by its values, and the fastest with each. */
#include "reports/plot/kinds.h"

#include "reports/effects.h"
#include "reports/format.h"
#include "reports/plot/rows.h"

#include <string.h>

enum { MOST_PANELS = 8, MOST_LETTERS = 12 };

/* Adds a word to the axis, shortened. */
static void add_word(struct axis *axis, const char *word)
{
    char shown[MOST_LETTERS + 8];
    if (strlen(word) <= MOST_LETTERS)
        snprintf(shown, sizeof shown, "%s", word);
    else
        snprintf(shown, sizeof shown, "%.*s\u2026", MOST_LETTERS - 1, word);
    axis_word(axis, shown);
}

/* An offset from the centre of a value's column, so that equal points are visible: the same for each picture. */
static double aside(size_t row)
{
    return ((double)(row * 7 % 11) - 5) / 5 * 0.28;
}

static void add_points(struct panel *panel, const struct results *results, size_t problem, size_t parameter,
                       const size_t *place)
{
    const struct named_problem *named = &results->problems[problem];
    FREED double *fastest_ns = allocate(panel->x.words * sizeof *fastest_ns);
    panel_series(panel, MARKS_CLOUD, STYLE_GREY, "a configuration")->faint = true;
    panel_series(panel, MARKS_POINTS, 1, "the fastest with the value");
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row)) {
        const struct result *result = &row->result;
        if (!row_measured(row))
            continue;
        const size_t at =
            place[texts_find(&named->parameter[parameter].words, problem_word(named, result->index, parameter))];
        series_point(&panel->series[0], (double)at + aside((size_t)(row - results->rows)), result->median_ns);
        if (!(fastest_ns[at] > 0) || result->median_ns < fastest_ns[at])
            fastest_ns[at] = result->median_ns;
    }
    for (size_t w = 0; w < panel->x.words; w++)
        series_point(&panel->series[1], (double)w, fastest_ns[w]);
}

static void add_panel(struct chart *chart, const struct results *results, size_t problem, size_t parameter,
                      double share)
{
    const struct named_parameter *named = &results->problems[problem].parameter[parameter];
    FREED bool *used = allocate(named->words.count * sizeof *used);
    FREED size_t *place = allocate(named->words.count * sizeof *place);
    if (rows_words(results, problem, parameter, used) > 1) {
        struct panel *panel = chart_panel(chart);
        if (share > 0)
            chart_set(&panel->title, "%s, %s", named->name, format_percent(share).text);
        else
            chart_set(&panel->title, "%s", named->name);
        for (size_t w = 0; w < named->words.count; w++)
            if (used[w]) {
                place[w] = panel->x.words;
                add_word(&panel->x, named->words.text[w]);
            }
        add_points(panel, results, problem, parameter, place);
    }
}

bool draw_values(struct chart *chart, const struct results *results, size_t count, long problem)
{
    const size_t number = (size_t)problem;
    const struct named_problem *named = &results->problems[number];
    (void)count;
    FREED_BY(effects_free) struct effects effects;
    const bool known = effects_find(results, number, &effects);
    FREED size_t *order = effects_order(known ? effects.share : NULL, named->parameters);
    for (size_t i = 0; i < named->parameters && chart->panels < MOST_PANELS; i++)
        add_panel(chart, results, number, order[i], known ? effects.share[order[i]] : 0);
    if (!chart->panels)
        return false;
    rows_title(&chart->title, "Times by the values of parameters: ", results, number);
    chart_set(&chart->description,
              "A panel for each parameter, with its share of the variance of the times' logarithms: all "
              "configurations by its values, and the fastest with each.");
    chart->columns = chart->panels > 1 ? 2 : 1;
    chart->height = 62;
    chart_times(chart, false, "time");
    return true;
}
