#include "reports/table/table.h"

#include "reports/format.h"
#include "reports/table/suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The first line of a reason; the rest is in the results file. */
static void print_reason(FILE *file, const char *reason)
{
    size_t length = strcspn(reason, "\n");
    fprintf(file, "%.*s%s\n", (int)length, reason, reason[length] && reason[length + 1] ? " ..." : "");
}

static const struct named_problem *problem_of(const struct results *results, const struct row *row)
{
    return &results->problems[row->problem];
}

static bool has_status(const struct row *row, enum status status)
{
    return row->result.status == status && !row->result.reference;
}

/* A line for each bench of which a configuration has a status that is no failure. */
static void print_unmeasured(FILE *file, const struct results *results, enum status status, const struct colors *colors)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct row *row = &results->rows[i];
        const struct named_problem *problem = problem_of(results, row);
        bool seen = !has_status(row, status);
        for (size_t before = 0; before < i && !seen; before++)
            seen = has_status(&results->rows[before], status) &&
                   same_bench(problem_of(results, &results->rows[before]), problem);
        if (seen)
            continue;
        fprintf(file, "%s%s%s %s/%s: ", colors->bold, status_word(status), colors->plain, problem->suite,
                problem->bench);
        print_reason(file, row->reason);
    }
}

static const char *reference_name(const struct results *results, const struct row *row)
{
    return problem_reference(problem_of(results, row), row->result.reference);
}

/* Whether two rows say the same of a reference: that it is not here, or how it failed. */
static bool same_reference(const struct results *results, const struct row *a, const struct row *b)
{
    return a->result.reference && b->result.reference && a->result.status == b->result.status &&
           !strcmp(reference_name(results, a), reference_name(results, b));
}

/* The references without a time: one that is not here is so for all benches. */
static void print_lacking(FILE *file, const struct results *results, const struct colors *colors)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct row *row = &results->rows[i];
        const struct named_problem *problem = problem_of(results, row);
        bool seen = row->result.status == OK || !row->result.reference;
        for (size_t before = 0; before < i && !seen; before++)
            seen = same_reference(results, &results->rows[before], row);
        if (seen)
            continue;
        fprintf(file, "%sreference%s %s: ", colors->bold, colors->plain, reference_name(results, row));
        if (row->result.status == UNSUPPORTED)
            fputs("not here: ", file);
        else
            fprintf(file, "%s%s%s for %s, size %s: ", colors->bad, status_word(row->result.status), colors->plain,
                    problem->bench, format_size(problem->size).text);
        print_reason(file, row->reason);
    }
}

/* A device cannot be faster than it is. */
static void print_faults(FILE *file, const struct results *results, const struct colors *colors)
{
    const struct row *first = NULL;
    uint64_t count = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct row *row = &results->rows[i];
        if (row->result.status == OK && limit_is_fault(&row->result.limit)) {
            first = first ? first : row;
            count++;
        }
    }
    if (!count)
        return;
    char *name = row_name(problem_of(results, first), &first->result);
    fprintf(file, "%sa fault of the model%s, or of a ceiling: %" PRIu64 " %s limit%s\n", colors->bad, colors->plain,
            count, count == 1 ? "configuration is faster than its" : "configurations are faster than their",
            count == 1 ? ":" : ", the first:");
    fprintf(file, "    %s at %s of %s\n", name, format_percent(first->result.limit.fraction).text,
            resource_word(first->result.limit.resource));
    free(name);
}

static void print_failures(FILE *file, const struct results *results, const uint64_t rows[STATUS_COUNT],
                           const struct colors *colors)
{
    for (enum status status = INVALID; status < STATUS_COUNT; status++) {
        const struct row *first = results->rows;
        if (!rows[status])
            continue;
        while (first->result.status != status || first->result.reference)
            first++;
        fprintf(file, "%s%" PRIu64 " %s%s%s", colors->bad, rows[status], status_word(status), colors->plain,
                rows[status] > 1 ? ", the first: " : ": ");
        print_reason(file, first->reason);
    }
}

static void print_summary(FILE *file, const struct results *results, const uint64_t rows[STATUS_COUNT],
                          const struct colors *colors)
{
    uint64_t failed = 0;
    for (enum status status = INVALID; status < STATUS_COUNT; status++)
        failed += rows[status];
    fprintf(file, "%" PRIu64 " configuration%s measured", rows[OK], rows[OK] == 1 ? "" : "s");
    if (rows[VERIFIED])
        fprintf(file, ", %" PRIu64 " verified", rows[VERIFIED]);
    if (rows[COMPILED])
        fprintf(file, ", %" PRIu64 " compiled", rows[COMPILED]);
    if (failed)
        fprintf(file, ", %" PRIu64 " failed", failed);
    fprintf(file, ", in %s s.\n", format_digits(results->context.wall_seconds, 3).text);
    if (results->context.interrupted)
        fprintf(file, "%sInterrupted: this is what was done until then.%s\n", colors->bad, colors->plain);
}

void table_print(FILE *file, const struct results *results, bool color)
{
    struct colors colors = colors_of(color);
    struct groups groups = groups_make(results);
    uint64_t rows[STATUS_COUNT] = {0};
    for (size_t i = 0; i < groups.count; i++) {
        const char *suite = groups.group[i].problem->suite;
        bool printed = false, any = group_in_table(&groups.group[i], suite);
        for (size_t before = 0; before < i; before++)
            printed |= group_in_table(&groups.group[before], suite);
        if (any && !printed)
            suite_table_print(file, results, &groups, suite, &colors);
        for (int status = 0; status < STATUS_COUNT; status++)
            rows[status] += groups.group[i].rows[status];
    }
    print_unmeasured(file, results, VERIFIED, &colors);
    print_unmeasured(file, results, COMPILED, &colors);
    print_unmeasured(file, results, UNSUPPORTED, &colors);
    print_lacking(file, results, &colors);
    print_faults(file, results, &colors);
    print_failures(file, results, rows, &colors);
    print_summary(file, results, rows, &colors);
    free(groups.group);
}
