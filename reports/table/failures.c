#include "reports/table/failures.h"

#include <stdlib.h>
#include <string.h>

/* The failures of a bench with one status. */
struct failures {
    const struct results *results;
    const struct named_problem *problem;
    const struct row *first;
    size_t count;
};

static const struct named_problem *problem_of(const struct results *results, const struct row *row)
{
    return &results->problems[row->problem];
}

static bool of_bench(const struct failures *failures, const struct row *row)
{
    return !row->result.reference && same_bench(problem_of(failures->results, row), failures->problem);
}

static bool is_one(const struct failures *failures, const struct row *row)
{
    return row->result.status == failures->first->result.status && of_bench(failures, row);
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

/* Whether all failures share it, and some other configuration of the bench does not: else it tells nothing. */
static bool is_common(const struct failures *failures, size_t p)
{
    const struct results *results = failures->results;
    bool tells = false;
    for (const struct row *row = results->rows; row < results->rows + results->count; row++) {
        if (!of_bench(failures, row) || p >= row_parameters(failures->problem, &row->result) ||
            shares(failures, row, p))
            continue;
        if (is_one(failures, row))
            return false;
        tells = true;
    }
    return tells;
}

/* ", all with TILE local, LAYOUT soa", or nothing. Returns the column. */
static int print_common(FILE *file, const struct page *page, const struct failures *failures, int at)
{
    const char *before = ", all with";
    for (size_t p = 0; p < row_parameters(failures->problem, &failures->first->result); p++) {
        char value[160];
        if (!is_common(failures, p))
            continue;
        snprintf(value, sizeof value, "%s %s", failures->problem->parameter[p].name,
                 problem_word(failures->problem, failures->first->result.index, p));
        at = print_word(file, page, at, before, value);
        before = ",";
    }
    return at;
}

/* Whether failures are of several benches, and so have to say of which. */
static bool are_several(const struct failures *failures)
{
    const struct results *results = failures->results;
    for (const struct row *row = results->rows; row < results->rows + results->count; row++)
        if (status_is_failure(row->result.status) && !row->result.reference && !of_bench(failures, row))
            return true;
    return false;
}

/* Behind column `at`, or on a line of its own, where it fits only there. */
static void print_why(FILE *file, const struct page *page, const char *reason, int at)
{
    int first = (int)strcspn(reason, "\n"), length = first + (reason[first] ? (int)strlen(" ...") : 0);
    if (at + 1 + length > page->columns && TABLE_INDENT + length <= page->columns)
        fprintf(file, "\n%*s", TABLE_INDENT, "");
    else
        fputc(' ', file);
    print_reason(file, reason);
}

static void print_one(FILE *file, const struct failures *failures, const struct page *page)
{
    const char *word = status_word(failures->first->result.status);
    fputs(page->bad, file);
    int at = fprintf(file, "%zu %s", failures->count, word);
    fputs(page->plain, file);
    if (are_several(failures)) {
        char *name = bench_name(failures->results, failures->problem);
        at += fprintf(file, " of %s", name);
        free(name);
    }
    if (failures->count > 1)
        at = print_word(file, page, print_common(file, page, failures, at), ",", "the first:");
    else
        at += fprintf(file, ":");
    print_why(file, page, failures->first->reason, at);
}

void failures_print(FILE *file, const struct results *results, const struct page *page)
{
    const struct row *end = results->rows + results->count;
    for (enum status status = INVALID; status < STATUS_COUNT; status++)
        for (const struct row *row = results->rows; row < end; row++) {
            const struct row *other = results->rows;
            struct failures failures = {results, problem_of(results, row), row, 0};
            if (row->result.status != status || row->result.reference)
                continue;
            while (other < row && !is_one(&failures, other))
                other++;
            if (other < row)
                continue;
            for (; other < end; other++)
                failures.count += is_one(&failures, other);
            print_one(file, &failures, page);
        }
}
