#include "reports/table/table.h"

#include "base/memory.h"
#include "base/text.h"
#include "reports/format.h"
#include "reports/table/failures.h"
#include "reports/table/suite.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct named_problem *problem_of(const struct results *results, const struct row *row)
{
    return &results->problems[row->problem];
}

static bool has_status(const struct row *row, enum status status)
{
    return row->result.status == status && !row->result.reference;
}

/* A line for each bench of which a configuration has a status that is no failure. */
static void print_unmeasured(FILE *file, const struct results *results, enum status status, const struct page *page)
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
        fprintf(file, "%s%s%s %s/%s: ", page->bold, status_word(status), page->plain, problem->suite, problem->bench);
        print_reason(file, row->reason);
    }
}

static const char *reference_name(const struct results *results, const struct row *row)
{
    return problem_reference(problem_of(results, row), row->result.reference);
}

/* Whether two rows are of one bench, or of one reference, which is the same for all benches. */
static bool same_subject(const struct results *results, const struct row *a, const struct row *b)
{
    if (!a->result.reference || !b->result.reference)
        return a->result.reference == b->result.reference && same_bench(problem_of(results, a), problem_of(results, b));
    return !strcmp(reference_name(results, a), reference_name(results, b));
}

/* What a device or a machine lacks. */
static bool same_lack(const struct row *a, const struct row *b)
{
    return a->result.status == UNSUPPORTED && b->result.status == UNSUPPORTED && !strcmp(a->reason, b->reason);
}

/* The benches, or the references, that lack the same as a row, each once, behind a text, which is a comma then. Returns
 * the column. */
static int print_subjects(FILE *file, const struct page *page, const struct results *results, const struct row *like,
                          bool references, const char **before, int at)
{
    for (const struct row *row = like; row < results->rows + results->count; row++) {
        const struct row *seen = like;
        if (!same_lack(like, row) || (row->result.reference > 0) != references)
            continue;
        while (seen < row && !(same_lack(like, seen) && same_subject(results, seen, row)))
            seen++;
        if (seen < row)
            continue;
        char *name =
            references ? allocate_text(reference_name(results, row)) : bench_name(results, problem_of(results, row));
        at = print_word(file, page, at, *before, name);
        *before = ",";
        free(name);
    }
    return at;
}

/* What cannot be run here: one list for each thing that is needed. */
static void print_lacking(FILE *file, const struct results *results, const struct page *page)
{
    for (const struct row *row = results->rows; row < results->rows + results->count; row++) {
        const struct row *seen = results->rows;
        if (row->result.status != UNSUPPORTED)
            continue;
        while (seen < row && !same_lack(seen, row))
            seen++;
        if (seen < row)
            continue;
        fprintf(file, "%snot here%s", page->bold, page->plain);
        int at = (int)strlen("not here") + text_print(file, " (%.*s):", (int)strcspn(row->reason, "\n"), row->reason);
        const char *before = "";
        at = print_subjects(file, page, results, row, false, &before, at);
        before = *before ? "; references:" : " references:";
        print_subjects(file, page, results, row, true, &before, at);
        fputc('\n', file);
    }
}

static bool has_rows(const struct results *results, size_t problem)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->rows[i].problem == problem)
            return true;
    return false;
}

/* Problems that a budget, or an interrupt, left out. */
static void print_not_begun(FILE *file, const struct results *results, const struct page *page)
{
    const char *before = ":";
    int at = (int)strlen("not begun");
    for (size_t i = 0; i < results->problem_count; i++) {
        if (has_rows(results, i))
            continue;
        if (*before == ':')
            fprintf(file, "%snot begun%s", page->bold, page->plain);
        char word[256], *name = bench_name(results, &results->problems[i]);
        snprintf(word, sizeof word, "%s %s", name, format_size(results->problems[i].size).text);
        at = print_word(file, page, at, before, word);
        before = ",";
        free(name);
    }
    fputs(*before == ':' ? "" : "\n", file);
}

/* References that failed, each once for each way. */
static void print_failed_references(FILE *file, const struct results *results, const struct page *page)
{
    for (const struct row *row = results->rows; row < results->rows + results->count; row++) {
        const struct named_problem *problem = problem_of(results, row);
        const struct row *seen = results->rows;
        if (!row->result.reference || row->result.status == OK || row->result.status == UNSUPPORTED)
            continue;
        while (seen < row && !(seen->result.status == row->result.status && same_subject(results, seen, row)))
            seen++;
        if (seen < row)
            continue;
        fprintf(file, "%sreference%s %s: %s%s%s for %s, size %s: ", page->bold, page->plain,
                reference_name(results, row), page->bad, status_word(row->result.status), page->plain, problem->bench,
                format_size(problem->size).text);
        print_reason(file, row->reason);
    }
}

/* A device cannot be faster than it is. */
static void print_faults(FILE *file, const struct results *results, const struct page *page)
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
    fprintf(file, "%sa fault of the model%s, or of a ceiling: %" PRIu64 " %s limit%s\n", page->bad, page->plain, count,
            count == 1 ? "configuration is faster than its" : "configurations are faster than their",
            count == 1 ? ":" : ", the first:");
    fprintf(file, "    %s at %s of %s\n", name, format_percent(first->result.limit.fraction).text,
            resource_word(first->result.limit.resource));
    free(name);
}

/* The phases that took a part of the time, wrapped between them. */
static void print_phases(FILE *file, const struct page *page, const struct run_context *context)
{
    const char *between = "Seconds: ";
    int at = 0;
    for (enum phase phase = 0; phase < PHASES && context->wall_seconds > 0; phase++) {
        const double share = context->seconds[phase] / context->wall_seconds;
        char text[64];
        const int length = snprintf(text, sizeof text, "%s %s (%.3g %%)", phase_word(phase),
                                    format_digits(context->seconds[phase], 3).text, round(100 * share));
        if (!(share >= 0.005))
            continue;
        if (at + 3 + length > page->columns) {
            fprintf(file, ",\n%*s", TABLE_INDENT, "");
            between = "";
            at = TABLE_INDENT;
        }
        at += fprintf(file, "%s%s", between, text);
        between = ", ";
    }
    fputs(at ? ".\n" : "", file);
}

static void print_summary(FILE *file, const struct results *results, const uint64_t rows[STATUS_COUNT],
                          const struct page *page)
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
    if (results->context.wall_seconds > 0)
        fprintf(file, ", in %s s", format_digits(results->context.wall_seconds, 3).text);
    fputs(".\n", file);
    print_phases(file, page, &results->context);
    if (results->context.interrupted)
        fprintf(file, "%sInterrupted: this is what was done until then.%s\n", page->bad, page->plain);
}

void table_print(FILE *file, const struct results *results, const struct page *page)
{
    struct groups groups = groups_make(results);
    uint64_t rows[STATUS_COUNT] = {0};
    for (size_t i = 0; i < groups.count; i++) {
        const char *suite = groups.group[i].problem->suite;
        bool printed = false, any = group_in_table(&groups.group[i], suite);
        for (size_t before = 0; before < i; before++)
            printed |= group_in_table(&groups.group[before], suite);
        if (any && !printed)
            suite_table_print(file, results, &groups, suite, page);
        for (int status = 0; status < STATUS_COUNT; status++)
            rows[status] += groups.group[i].rows[status];
    }
    if (results->count) {
        print_unmeasured(file, results, VERIFIED, page);
        print_unmeasured(file, results, COMPILED, page);
        print_lacking(file, results, page);
        print_failed_references(file, results, page);
        print_faults(file, results, page);
        failures_print(file, results, page);
    }
    print_not_begun(file, results, page);
    print_summary(file, results, rows, page);
    free(groups.group);
}
