#include "reports/failures.h"

#include <stdlib.h>
#include <string.h>

static const struct named_problem *problem_of(const struct results *results, const struct row *row)
{
    return &results->problems[row->problem];
}

/* The first of the rows among which failures are, including references: those of their problem if `alone`, or all. */
static const struct row *first_row(const struct failures *failures)
{
    const struct results *results = failures->results;
    if (failures->alone)
        return results_first(results, (size_t)(failures->problem - results->problems));
    return results->count ? results->rows : NULL;
}

static const struct row *next_row(const struct failures *failures, const struct row *row)
{
    const struct results *results = failures->results;
    if (failures->alone)
        return results_next(results, row);
    return row + 1 < results->rows + results->count ? row + 1 : NULL;
}

static bool is_beside(const struct failures *failures, const struct row *row)
{
    return !row->result.reference && problem_of(failures->results, row)->family == failures->problem->family;
}

/* Whether a row has the first failure's value of a parameter. */
static bool shares(const struct failures *failures, const struct row *row, size_t p)
{
    const struct named_problem *problem = problem_of(failures->results, row);
    return p < row_parameters(problem, &row->result) &&
           !strcmp(problem->parameter[p].name, failures->problem->parameter[p].name) &&
           !strcmp(problem_word(problem, row->result.index, p),
                   problem_word(failures->problem, failures->first->result.index, p));
}

bool failures_common(const struct failures *failures, size_t p)
{
    bool tells = false;
    for (const struct row *row = first_row(failures); row; row = next_row(failures, row)) {
        if (!is_beside(failures, row) || p >= row_parameters(failures->problem, &row->result) ||
            shares(failures, row, p))
            continue;
        if (row->result.status == failures->first->result.status)
            return false;
        tells = true;
    }
    return tells;
}

/* The failures among the rows of `like`, which has no first. */
static struct failures *find(const struct failures *like, size_t *count)
{
    struct failures *all = NULL;
    const size_t benches = like->alone ? 1 : like->results->families.count;
    size_t capacity = 0, *known = allocate(benches * sizeof *known); /* of each bench, counted from 1; 0: none */
    *count = 0;
    for (enum status status = INVALID; status < STATUS_COUNT; status++) {
        memset(known, 0, benches * sizeof *known);
        for (const struct row *row = first_row(like); row; row = next_row(like, row)) {
            const struct named_problem *problem = problem_of(like->results, row);
            size_t *at = &known[like->alone ? 0 : problem->family];
            if (row->result.status != status || row->result.reference)
                continue;
            if (!*at) {
                all = grow(all, *count, &capacity, sizeof *all);
                all[*count] = (struct failures){like->results, problem, row, 0, like->alone};
                *at = ++*count;
            }
            all[*at - 1].count++;
        }
    }
    free(known);
    return all;
}

struct failures *failures_find(const struct results *results, size_t *count)
{
    return find(&(struct failures){.results = results}, count);
}

struct failures *failures_of_problem(const struct results *results, size_t problem, size_t *count)
{
    return find(&(struct failures){.results = results, .problem = &results->problems[problem], .alone = true}, count);
}
