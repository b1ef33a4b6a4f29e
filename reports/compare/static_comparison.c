#include "reports/compare/static_comparison.h"

#include <stdlib.h>
#include <string.h>

const char *static_verdict_word(enum static_verdict verdict)
{
    static const char *const words[] = {
        [STATIC_FAILS] = "FAILS", [STATIC_SPILLS] = "SPILLS", [STATIC_CHANGED] = "CHANGED", [STATIC_SAME] = "SAME",
        [STATIC_GONE] = "GONE",   [STATIC_NEW] = "NEW",       [STATIC_BROKEN] = "BROKEN",   [STATIC_FIXED] = "FIXED"};
    return words[verdict];
}

/* ---- one row ---- */

static bool compiles(const struct row *row)
{
    return row->result.status == COMPILED;
}

/* For two that compile. */
static enum static_verdict verdict_of(const struct static_row *row)
{
    const struct result *base = &row->base->result, *new = &row->new->result;
    if (*base->binary && !strcmp(base->binary, new->binary))
        return STATIC_SAME;
    if (new->resources.spill_bytes > 0 && new->resources.spill_bytes > base->resources.spill_bytes)
        return STATIC_SPILLS;
    return STATIC_CHANGED;
}

struct static_row static_judge(const struct row *base, const struct row *new)
{
    struct static_row row = {.base = base, .new = new};
    if (!base)
        row.verdict = STATIC_NEW;
    else if (!new || (compiles(base) && new->result.status == UNSUPPORTED))
        row.verdict = STATIC_GONE;
    else if (!compiles(base))
        row.verdict = compiles(new) ? STATIC_FIXED : STATIC_BROKEN;
    else
        row.verdict = compiles(new) ? verdict_of(&row) : STATIC_FAILS;
    return row;
}

/* ---- all rows ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct static_row *)a)->name, ((const struct static_row *)b)->name);
}

static int by_badness(const void *a, const void *b)
{
    const struct static_row *x = a, *y = b;
    if (x->verdict != y->verdict)
        return x->verdict < y->verdict ? -1 : 1;
    if (!x->base || !y->base)
        return by_name(a, b);
    return (x->base > y->base) - (x->base < y->base);
}

/* The named rows of a program, by name; without references and rows of a bench as a whole. */
static struct static_row *named_rows(const struct results *results, size_t *count)
{
    struct static_row *rows = allocate((results->count + 1) * sizeof *rows);
    *count = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct row *row = &results->rows[i];
        if (!row->result.reference && row->result.index != NO_CONFIGURATION)
            rows[(*count)++] =
                (struct static_row){.name = row_name(&results->problems[row->problem], &row->result), .base = row};
    }
    qsort(rows, *count, sizeof *rows, by_name);
    return rows;
}

/* Merges the rows of both, by name. */
static void merge(struct static_comparison *comparison)
{
    size_t bases, news, b = 0, n = 0;
    FREED struct static_row *base = named_rows(&comparison->base, &bases), *new = named_rows(&comparison->new, &news);
    comparison->row = allocate((bases + news + 1) * sizeof *comparison->row);
    while (b < bases || n < news) {
        const int order = b == bases ? 1 : n == news ? -1 : by_name(&base[b], &new[n]);
        struct static_row *row = &comparison->row[comparison->count++];
        *row = static_judge(order <= 0 ? base[b].base : NULL, order >= 0 ? new[n].base : NULL);
        row->name = order <= 0 ? base[b].name : new[n].name;
        if (!order)
            free(new[n].name);
        b += order <= 0;
        n += order >= 0;
    }
}

enum status static_comparison_make(struct static_comparison *comparison, struct results *base, struct results *new,
                                   struct fault *fault)
{
    *comparison = (struct static_comparison){.base = *base, .new = *new};
    *base = *new = (struct results){0};
    const struct compute_device *one = &comparison->base.context.device, *other = &comparison->new.context.device;
    if (one->can_run || other->can_run)
        return fail(fault, INVALID, "compare: %s runs, and --static compares what is only compiled",
                    one->can_run ? one->name : other->name);
    if (strcmp(one->architecture, other->architecture))
        return fail(fault, INVALID, "compare: the base is for %s and the new program for %s", one->architecture,
                    other->architecture);
    merge(comparison);
    qsort(comparison->row, comparison->count, sizeof *comparison->row, by_badness);
    return OK;
}

void static_comparison_free(struct static_comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++)
        free(comparison->row[i].name);
    free(comparison->row);
    results_free(&comparison->base);
    results_free(&comparison->new);
    *comparison = (struct static_comparison){0};
}

/* ---- queries ---- */

size_t static_comparison_count(const struct static_comparison *comparison, enum static_verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count += comparison->row[i].verdict == verdict;
    return count;
}

size_t static_comparison_compared(const struct static_comparison *comparison)
{
    size_t count = static_comparison_count(comparison, STATIC_FIXED);
    for (enum static_verdict verdict = 0; verdict < STATIC_GONE; verdict++)
        count += static_comparison_count(comparison, verdict);
    return count;
}

bool static_comparison_worse(const struct static_comparison *comparison)
{
    return static_comparison_count(comparison, STATIC_FAILS) || static_comparison_count(comparison, STATIC_SPILLS);
}
