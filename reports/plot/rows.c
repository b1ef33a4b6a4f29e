#include "reports/plot/rows.h"

#include "reports/format.h"
#include "reports/plot/chart.h"

#include <math.h>
#include <string.h>

bool rows_next_problem(const struct results *results, size_t count, const char *suite, const char *bench,
                       struct place *place)
{
    size_t r = place->results ? (size_t)(place->results - results) : 0, p = place->results ? place->problem + 1 : 0;
    for (; r < count; r++, p = 0)
        for (; p < results[r].problem_count; p++) {
            const struct named_problem *named = &results[r].problems[p];
            if (strcmp(named->suite, suite) || strcmp(named->bench, bench))
                continue;
            *place = (struct place){&results[r], p, named};
            return true;
        }
    return false;
}

double problem_setting(const struct named_problem *problem, const char *name)
{
    const struct named_setting *setting = problem_find_setting(problem, name);
    return setting && !setting->word ? setting->number : NAN;
}

const char *row_word(const struct named_problem *problem, const struct result *result, const char *parameter)
{
    for (size_t p = 0; p < row_parameters(problem, result); p++)
        if (!strcmp(problem->parameter[p].name, parameter))
            return problem_word(problem, result->index, p);
    return "";
}

bool row_fits(const struct named_problem *problem, const struct result *result, const struct wanted wanted[MAX_WANTED])
{
    for (size_t i = 0; i < MAX_WANTED && wanted[i].parameter; i++)
        if (strcmp(row_word(problem, result, wanted[i].parameter), wanted[i].word))
            return false;
    return true;
}

const struct result *rows_fastest(const struct results *results, size_t problem, const struct wanted wanted[MAX_WANTED])
{
    const struct result *fastest = NULL;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        if (row_measured(row) && row_fits(&results->problems[problem], &row->result, wanted) &&
            (!fastest || row->result.median_ns < fastest->median_ns))
            fastest = &row->result;
    return fastest;
}

const struct result *rows_reference(const struct results *results, size_t problem, uint32_t reference)
{
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        if (row->result.reference == reference && row_timed(&row->result))
            return &row->result;
    return NULL;
}

const struct result *rows_best(const struct results *results, size_t problem, double *ns)
{
    static const struct wanted any[MAX_WANTED] = {{NULL, NULL}};
    const struct best_row *best = results_best(results, problem);
    const struct result *row = best ? &best->best.result : rows_fastest(results, problem, any);
    if (!row || !row_timed(row))
        return NULL;
    if (ns)
        *ns = best ? best_time(&best->best) : row->median_ns;
    return row;
}

size_t rows_words(const struct results *results, size_t problem, size_t parameter, bool *used)
{
    const struct named_problem *named = &results->problems[problem];
    const struct texts *words = &named->parameter[parameter].words;
    size_t count = 0;
    memset(used, 0, words->count * sizeof *used);
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row)) {
        if (!row_measured(row))
            continue;
        const size_t word = texts_find(words, problem_word(named, row->result.index, parameter));
        count += !used[word];
        used[word] = true;
    }
    return count;
}

void rows_title(char **title, const char *before, const struct results *results, size_t problem)
{
    const struct named_problem *named = &results->problems[problem];
    FREED char *options = problem_options(named);
    chart_set(title, "%s%s/%s, n = %s%s%s, on %s (%s)", before, named->suite, named->bench,
              format_size(named->size).text, *options ? ", " : "", options, results->context.device.name,
              results->context.device.backend);
}
