/* Error over time: all configurations, coloured by the parameter with most effect on the error, and the front. */
#include "reports/plot/kinds.h"

#include "reports/plot/rows.h"
#include "reports/table/front.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_WORDS = 6 /* of a parameter that has a colour for each */, FRONT_STYLE = 3 };

/* Configurations slower than this times the slowest of the front are left out: they would take most of the room. */
static const double slow = 1.5;

/* The share of the variance of the error's logarithm between a parameter's words, 0 to 1. */
static double share_of(const struct results *results, size_t problem, size_t parameter)
{
    const struct named_problem *named = &results->problems[problem];
    const size_t words = named->parameter[parameter].words.count;
    FREED double *sum = allocate(words * sizeof *sum), *count = allocate(words * sizeof *count);
    double all = 0, squares = 0, rows = 0, between = 0;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row)) {
        const struct result *result = &row->result;
        const double error = row_measured(row) ? row_error(named, result) : NAN;
        if (!(error > 0) || !isfinite(error))
            continue;
        const size_t word =
            texts_find(&named->parameter[parameter].words, problem_word(named, result->index, parameter));
        sum[word] += log(error);
        count[word]++;
        all += log(error);
        squares += log(error) * log(error);
        rows++;
    }
    for (size_t w = 0; w < words; w++)
        between += count[w] > 0 ? sum[w] * sum[w] / count[w] : 0;
    const double variance = squares - all * all / rows;
    return variance > 0 ? (between - all * all / rows) / variance : 0;
}

/* The parameter with most effect on the error, among those with few words; SIZE_MAX if none has an effect. */
static size_t deciding(const struct results *results, size_t problem)
{
    const struct named_problem *named = &results->problems[problem];
    size_t found = SIZE_MAX;
    double most = 0.02;
    for (size_t p = 0; p < named->parameters; p++) {
        FREED bool *used = allocate(named->parameter[p].words.count * sizeof *used);
        const size_t words = rows_words(results, problem, p, used);
        const double share = words > 1 && words <= MOST_WORDS ? share_of(results, problem, p) : 0;
        if (share > most) {
            most = share;
            found = p;
        }
    }
    return found;
}

/* Returns the number left out. */
static size_t add_points(struct series *series, const struct results *results, size_t problem, size_t parameter,
                         size_t word, double most_ns)
{
    size_t left_out = 0;
    const struct named_problem *named = &results->problems[problem];
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row)) {
        const struct result *result = &row->result;
        if (row_measured(row) &&
            (parameter == SIZE_MAX ||
             texts_find(&named->parameter[parameter].words, problem_word(named, result->index, parameter)) == word))
            if (isfinite(row_error(named, result))) {
                if (result->median_ns > most_ns)
                    left_out++;
                else
                    series_point(series, result->median_ns, row_error(named, result));
            }
    }
    return left_out;
}

/* Returns its slowest time. */
static double add_front(struct series *series, const struct results *results, size_t problem)
{
    FREED size_t *row = allocate(results_rows(results, problem) * sizeof *row);
    const size_t figure = results->problems[problem].error - 1, count = front_find(results, problem, figure, row);
    for (size_t i = 0; i < count; i++)
        series_point(series, results->rows[row[i]].result.median_ns, results->rows[row[i]].result.figure[figure]);
    series_sort(series);
    return count ? series->point[count - 1].x : NAN;
}

/* Logarithmic, or, for nearly equal errors, scaled by a power of ten. */
static void error_axis(struct panel *panel, const char *name)
{
    static const char *const digit[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                        "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    const double high = chart_scale_y(panel);
    chart_set(&panel->y.label, "%s", name);
    if (panel->y.kind == SCALE_LOG || !(high > 0) || (high >= 1e-3 && high < 1e4))
        return;
    const int power = (int)floor(log10(high));
    for (size_t s = 0; s < panel->count; s++)
        for (size_t i = 0; i < panel->series[s].count; i++)
            panel->series[s].point[i].y /= pow(10, power);
    chart_set(&panel->y.label, "%s (10%s%s%s%s)", name, power < 0 ? "\u207b" : "",
              abs(power) >= 100 ? digit[abs(power) / 100] : "", abs(power) >= 10 ? digit[abs(power) / 10 % 10] : "",
              digit[abs(power) % 10]);
}

bool draw_front(struct chart *chart, const struct results *results, size_t count, long problem)
{
    const size_t number = (size_t)problem;
    const struct named_problem *named = &results->problems[number];
    (void)count;
    if (!named->error)
        return false;
    struct panel *panel = chart_panel(chart);
    const size_t parameter = deciding(results, number);
    const struct texts *words = parameter == SIZE_MAX ? NULL : &named->parameter[parameter].words;
    int style = 0;
    const double slowest_ns = add_front(panel_series(panel, MARKS_STEPS, FRONT_STYLE, "the front"), results, number);
    size_t slower = 0;
    for (size_t w = 0; w < (words ? words->count : 1); w++) {
        struct series *series = panel_series(panel, MARKS_CLOUD, style, "%s%s%s",
                                             words ? named->parameter[parameter].name : "a configuration",
                                             words ? " " : "", words ? words->text[w] : "");
        slower += add_points(series, results, number, parameter, w, slow * slowest_ns);
        style += series->count > 0;
        style += style == FRONT_STYLE;
    }
    rows_title(&chart->title, "Error against time: ", results, number);
    chart_set(&chart->description,
              "Each point is a configuration. The line is the front: nothing below it is as fast and better.");
    error_axis(panel, named->figures.text[named->error - 1]);
    if (slower) {
        char what[64];
        snprintf(what, sizeof what, "time, %zu slower ones left out", slower);
        chart_times(chart, true, what);
    } else
        chart_times(chart, true, "time");
    return true;
}
