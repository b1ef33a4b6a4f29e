#include "reports/failures.h"

#include "base/memory.h"

#include <string.h>

static const struct named_problem *problem_of(const struct results *results, const struct row *row)
{
    return &results->problems[row->problem];
}

/* Whether a row is one of those that failures are among. */
static bool is_beside(const struct failures *failures, const struct row *row)
{
    const struct named_problem *problem = problem_of(failures->results, row);
    return !row->result.reference &&
           (failures->alone ? problem == failures->problem : same_bench(problem, failures->problem));
}

static bool is_one(const struct failures *failures, const struct row *row)
{
    return row->result.status == failures->first->result.status && is_beside(failures, row);
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
    const struct results *results = failures->results;
    bool tells = false;
    for (const struct row *row = results->rows; row < results->rows + results->count; row++) {
        if (!is_beside(failures, row) || p >= row_parameters(failures->problem, &row->result) ||
            shares(failures, row, p))
            continue;
        if (is_one(failures, row))
            return false;
        tells = true;
    }
    return tells;
}

/* Of a problem, or of all where it is SIZE_MAX. */
static struct failures *find(const struct results *results, size_t problem, size_t *count)
{
    struct failures *all = NULL;
    size_t capacity = 0;
    *count = 0;
    for (enum status status = INVALID; status < STATUS_COUNT; status++)
        for (const struct row *row = results->rows; row < results->rows + results->count; row++) {
            size_t known = 0;
            if (row->result.status != status || row->result.reference ||
                (problem != SIZE_MAX && row->problem != problem))
                continue;
            while (known < *count && !is_one(&all[known], row))
                known++;
            if (known == *count) {
                all = grow(all, *count, &capacity, sizeof *all);
                all[(*count)++] = (struct failures){results, problem_of(results, row), row, 0, problem != SIZE_MAX};
            }
            all[known].count++;
        }
    return all;
}

struct failures *failures_find(const struct results *results, size_t *count)
{
    return find(results, SIZE_MAX, count);
}

struct failures *failures_of_problem(const struct results *results, size_t problem, size_t *count)
{
    return find(results, problem, count);
}
