#include "reports/effects.h"
#include "reports/html/html.h"
#include "reports/html/parts.h"

#include <math.h>
#include <stdlib.h>

/* The times of the configurations with a value of a parameter. */
struct value {
    size_t count;
    double best_ns, median_ns; /* NAN for none */
};

/* The cost of losing the best's value of a parameter: the ratio of the fastest other one's time to its time. */
struct loss {
    size_t parameter;
    double ratio; /* 1: no cost; NAN if no other was timed */
};

/* The values of a parameter in their order; the caller frees them. */
static struct value *values_of(const struct subject *subject, size_t p)
{
    struct value *values = allocate((subject->problem->parameter[p].words.count + 1) * sizeof *values);
    FREED size_t *seen = allocate((subject->problem->parameter[p].words.count + 1) * sizeof *seen);
    for (size_t i = 0; i < subject->problem->parameter[p].words.count; i++)
        values[i] = (struct value){0, NAN, NAN};
    for (size_t i = 0; i < subject->timed; i++)
        values[problem_position(subject->problem, subject->sorted[i]->result.index, p)].count++;
    for (size_t i = 0; i < subject->timed; i++) {
        const struct result *row = &subject->sorted[i]->result;
        struct value *value = &values[problem_position(subject->problem, row->index, p)];
        size_t *before = &seen[problem_position(subject->problem, row->index, p)];
        if (*before == 0)
            value->best_ns = subject_time(subject, row);
        if (*before == (value->count - 1) / 2)
            value->median_ns = subject_time(subject, row);
        if (*before == value->count / 2) /* of an even number the mean of two */
            value->median_ns = (value->median_ns + subject_time(subject, row)) / 2;
        ++*before;
    }
    return values;
}

static double loss_of(const struct subject *subject, size_t p)
{
    const struct result *best = fastest_row(subject);
    const size_t chosen = problem_position(subject->problem, best->index, p);
    FREED struct value *values = values_of(subject, p);
    double other_ns = INFINITY;
    for (size_t i = 0; i < subject->problem->parameter[p].words.count; i++)
        if (i != chosen && values[i].best_ns < other_ns)
            other_ns = values[i].best_ns;
    return isfinite(other_ns) ? other_ns / subject_time(subject, best) : (double)NAN;
}

static int by_loss(const void *a, const void *b)
{
    const struct loss *left = a, *right = b;
    const double x = isfinite(left->ratio) ? left->ratio : 0, y = isfinite(right->ratio) ? right->ratio : 0;
    return x != y ? (x < y) - (x > y) : (left->parameter > right->parameter) - (left->parameter < right->parameter);
}

/* For the parameters that vary, the largest cost first; the caller frees them. */
static struct loss *losses_of(const struct subject *subject, size_t *count)
{
    struct loss *losses = allocate((subject->problem->parameters + 1) * sizeof *losses);
    *count = 0;
    for (size_t p = 0; p < subject->problem->parameters; p++)
        if (subject->varies[p])
            losses[(*count)++] = (struct loss){p, loss_of(subject, p)};
    qsort(losses, *count, sizeof *losses, by_loss);
    return losses;
}

/* ---- single parameters ---- */

/* "LOAD explains 61.0 % of the variance of the times (of their logarithms), BLOCK_SIZE 20.1 %; ..." */
static void describe_shares(FILE *file, const struct named_problem *problem, const struct effects *effects)
{
    enum { PAIRS_SAID = 3 };
    size_t *sorted = effects_order(effects->share, effects->parameters), count = 0;
    while (count < effects->parameters && effects->share[sorted[count]] > 0)
        count++;
    fputs("<p>", file);
    if (!count)
        fputs("No parameter alone explains more of the variance of the times than noise does", file);
    for (size_t i = 0; i < count; i++)
        html_print(file, i ? ", %s %s" : "%s explains %s of the variance of the times (of their logarithms)",
                   problem->parameter[sorted[i]].name, format_percent(effects->share[sorted[i]]).text);
    for (size_t i = 0; i < effects->pairs && i < PAIRS_SAID; i++)
        html_print(file, "%s %s with %s %s", i ? "," : "; beyond that", problem->parameter[effects->pair[i].a].name,
                   problem->parameter[effects->pair[i].b].name, format_percent(effects->pair[i].share).text);
    html_print(file, ". Together that is %s.</p>\n", format_percent(effects->explained).text);
    free(sorted);
}

enum { BARS_SHOWN = 20 };

/* Prints shares of at least half a per cent: parameters and pairs of them, the largest first. */
static void print_shares(FILE *file, const struct named_problem *problem, const struct effects *effects)
{
    const double least = 0.005;
    size_t *sorted = effects_order(effects->share, effects->parameters), shown = 0, pair = 0;
    fputs("<div class=\"shares\">\n", file);
    bars_begin(file, "Shares of the variance");
    for (size_t i = 0; shown < BARS_SHOWN; shown++) {
        const double single = i < effects->parameters ? effects->share[sorted[i]] : 0;
        const double both = pair < effects->pairs ? effects->pair[pair].share : 0;
        if (!(fmax(single, both) >= least))
            break;
        bar_begin(file);
        if (single >= both)
            html_print(file, "%s", problem->parameter[sorted[i++]].name);
        else {
            html_print(file, "%s with %s", problem->parameter[effects->pair[pair].a].name,
                       problem->parameter[effects->pair[pair].b].name);
            pair++;
        }
        bar_end(file, fmax(single, both), fmax(single, both), format_percent(fmax(single, both)).text);
    }
    bars_end(file);
    fputs("</div>\n", file);
    free(sorted);
}

/* The time of the fastest without one of the best's values: "Of the best's values FINISH several matters most ..." */
static void describe_losses(FILE *file, const struct subject *subject, const struct loss *losses, size_t count)
{
    const double same = 1.01;
    const struct named_problem *problem = subject->problem;
    const struct result *best = fastest_row(subject);
    const char *between = "";
    fputs("<p>", file);
    if (losses[0].ratio >= same)
        html_print(file, "Of the best's values %s %s matters most: without it the fastest takes %s the time. ",
                   problem->parameter[losses[0].parameter].name,
                   problem_word(problem, best->index, losses[0].parameter), format_ratio(losses[0].ratio).text);
    for (size_t i = 0; i < count; i++)
        if (losses[i].ratio < same) {
            html_print(file, "%s%s", *between ? between : "As fast, within 1 %, is one with another value of ",
                       problem->parameter[losses[i].parameter].name);
            between = ", or of ";
        }
    if (*between)
        fputs(problem->max_error > 0 ? ", whatever its error." : ".", file);
    fputs(page_has_library() ? " A short thick bar is the median of a value.</p>\n" : "</p>\n", file);
}

static void print_values(FILE *file, const struct subject *subject, size_t p)
{
    const struct named_parameter *parameter = &subject->problem->parameter[p];
    FREED struct value *values = values_of(subject, p);
    const double best_ns = subject_time(subject, fastest_row(subject));
    for (size_t i = 0; i < parameter->words.count; i++) {
        if (!values[i].count)
            continue;
        fputs("<tr>", file);
        cell_text(file, parameter->name);
        cell_word(file, parameter, i);
        cell_count(file, values[i].count);
        cell_time(file, values[i].best_ns);
        cell_ratio(file, values[i].best_ns / best_ns);
        cell_time(file, values[i].median_ns);
        fputs("</tr>\n", file);
    }
}

void print_effects(FILE *file, const struct report *report, const struct subject *subject)
{
    static const char *const heads[] = {"parameter", "value", "timed", "fastest", "times the best", "median", NULL};
    const struct figure figure = figure_of(report, subject, "effects", "How the time depends on each parameter");
    size_t count;
    if (subject->timed < 2)
        return;
    FREED struct loss *losses = losses_of(subject, &count);
    if (count) {
        figure_begin(file, &figure);
        if (subject->effects)
            describe_shares(file, subject->problem, subject->effects);
        describe_losses(file, subject, losses, count);
        figure_end_text(file);
        if (subject->effects)
            print_shares(file, subject->problem, subject->effects);
        struct table *table = figure_table(file, &figure, "The times for each value", NULL, heads);
        for (size_t i = 0; i < count; i++)
            print_values(table->rows, subject, losses[i].parameter);
        figure_end(file, table);
    }
}

/* ---- pairs ---- */

/* The shortest times by values of a and b, one row per value of a; the caller frees them. */
static double *pairs_of(const struct subject *subject, size_t a, size_t b)
{
    const size_t rows = subject->problem->parameter[a].words.count,
                 columns = subject->problem->parameter[b].words.count;
    double *pairs = allocate((rows * columns + 1) * sizeof *pairs);
    for (size_t i = 0; i < rows * columns; i++)
        pairs[i] = NAN;
    for (size_t i = subject->timed; i-- > 0;) {
        const struct result *row = &subject->sorted[i]->result;
        pairs[problem_position(subject->problem, row->index, a) * columns +
              problem_position(subject->problem, row->index, b)] = subject_time(subject, row);
    }
    return pairs;
}

static void print_pairs(FILE *file, const struct subject *subject, size_t a, size_t b)
{
    const struct named_parameter *down = &subject->problem->parameter[a], *across = &subject->problem->parameter[b];
    FREED double *pairs = pairs_of(subject, a, b);
    html_print(file, "<thead><tr><th scope=\"col\">%s, by %s</th>", down->name, across->name);
    for (size_t i = 0; i < across->words.count; i++)
        cell_head(file, across->words.text[i]);
    fputs("</tr></thead>\n<tbody>\n", file);
    for (size_t i = 0; i < down->words.count; i++) {
        html_print(file, "<tr><th scope=\"row\">%s</th>", down->words.text[i]);
        for (size_t j = 0; j < across->words.count; j++)
            cell_time(file, pairs[i * across->words.count + j]);
        fputs("</tr>\n", file);
    }
}

void print_heat(FILE *file, const struct report *report, const struct subject *subject)
{
    const struct figure figure = figure_of(report, subject, "heat", "Two parameters together");
    size_t count;
    if (subject->timed < 2)
        return;
    FREED struct loss *losses = losses_of(subject, &count);
    if (count > 1) {
        const struct effects *effects = subject->effects;
        const bool paired = effects && effects->pairs;
        const size_t a = paired ? effects->pair[0].a : losses[0].parameter,
                     b = paired ? effects->pair[0].b : losses[1].parameter;
        figure_begin(file, &figure);
        html_print(file, "<p>The shortest time for each pair of values, here of %s and %s, ",
                   subject->problem->parameter[a].name, subject->problem->parameter[b].name);
        if (paired)
            html_print(file, "of which the pair explains %s beyond what each does.</p>\n",
                       format_percent(effects->pair[0].share).text);
        else
            fputs("whose values matter most to the best.</p>\n", file);
        figure_end_text(file);
        struct table *table = figure_table(file, &figure, "The shortest times of the pairs", NULL, NULL);
        print_pairs(table->rows, subject, a, b);
        figure_end(file, table);
    }
}
