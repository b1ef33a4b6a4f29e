#include "reports/json/foreign_row.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

size_t foreign_add_problem(struct results *results, const char *name)
{
    const size_t problem = results_add_problem(results, "", name, 0, 0);
    free(results->problems[problem].name);
    results->problems[problem].name = allocate_text(name);
    return problem;
}

void foreign_add_time(struct results *results, size_t problem, double ns)
{
    struct result row = result_of(0, 0);
    row.status = OK;
    row.median_ns = row.real_time_ns = row.cpu_time_ns = row.block_ns[0] = ns;
    row.blocks = 1;
    results_add(results, problem, &row, "");
}

void foreign_add_none(struct results *results, size_t problem, enum status status, const char *reason)
{
    struct result row = result_of(0, 0);
    row.status = status;
    results_add(results, problem, &row, reason);
}

bool foreign_is_time(double ns)
{
    return ns > 0 && ns < 1e18; /* 30 years */
}

const char *foreign_said(const json_t *reason)
{
    const char *text = json_string_value(reason);
    return text && *text ? text : "it says no reason";
}

void foreign_copy(char *text, size_t size, const json_t *value)
{
    const char *word = json_string_value(value);
    snprintf(text, size, "%s", word ? word : "");
}
