#include "reports/table/failures.h"

#include "reports/failures.h"

#include <stdlib.h>
#include <string.h>

/* ", all with TILE local, LAYOUT soa", or nothing. Returns the column. */
static int print_common(FILE *file, const struct page *page, const struct failures *failures, int at)
{
    const char *before = ", all with";
    for (size_t p = 0; p < row_parameters(failures->problem, &failures->first->result); p++) {
        char value[160];
        if (!failures_common(failures, p))
            continue;
        snprintf(value, sizeof value, "%s %s", failures->problem->parameter[p].name,
                 problem_word(failures->problem, failures->first->result.index, p));
        at = print_word(file, page, at, before, value);
        before = ",";
    }
    return at;
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

/* `several`: failures are of several benches, and so have to say of which. */
static void print_one(FILE *file, const struct failures *failures, bool several, const struct page *page)
{
    const char *word = status_word(failures->first->result.status);
    fputs(page->bad, file);
    int at = fprintf(file, "%zu %s", failures->count, word);
    fputs(page->plain, file);
    if (several) {
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
    size_t count;
    struct failures *failures = failures_find(results, &count);
    bool several = false;
    for (size_t i = 1; i < count; i++)
        several |= !same_bench(failures[i].problem, failures->problem);
    for (size_t i = 0; i < count; i++)
        print_one(file, &failures[i], several, page);
    free(failures);
}
