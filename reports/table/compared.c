#include "reports/table/compared.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* "+6.4 %", of a logarithm of a ratio. */
static struct text change(double log_ratio)
{
    struct text text;
    snprintf(text.text, sizeof text.text, "%+.1f %%", 100 * expm1(log_ratio));
    return text;
}

static struct text time_of(double ns)
{
    return isfinite(ns) ? format_time(&(struct result){.median_ns = ns}) : (struct text){""};
}

struct compared_cells compared_cells(const struct compared *row)
{
    struct compared_cells cells = {.base = time_of(compared_base_ns(row)), .new = time_of(compared_new_ns(row))};
    if (row->pairs < RULE_LEAST)
        return cells;
    const double half = rule_half_width(row->estimate), centre = row->estimate.centre;
    cells.change = change(centre);
    snprintf(cells.interval.text, sizeof cells.interval.text, "%+.1f to %.20s", 100 * expm1(centre - half),
             change(centre + half).text);
    return cells;
}

struct text compared_failures(const struct compared *row)
{
    struct text text = {""};
    if (row->base_failures + row->new_failures && row->blocks > 1)
        snprintf(text.text, sizeof text.text, "failed in %zu of %zu blocks, the base in %zu", row->new_failures,
                 row->blocks, row->base_failures);
    return text;
}

bool comparison_print_counts(FILE *file, const struct comparison *comparison)
{
    const char *between = "";
    for (enum verdict verdict = 0; verdict < VERDICTS; verdict++)
        if (comparison_count(comparison, verdict)) {
            fprintf(file, "%s%zu %s", between, comparison_count(comparison, verdict), verdict_word(verdict));
            between = ", ";
        }
    return *between;
}

static int by_badness(const void *a, const void *b)
{
    const struct compared *x = *(const struct compared *const *)a, *y = *(const struct compared *const *)b;
    if (x->verdict != y->verdict)
        return x->verdict < y->verdict ? -1 : 1;
    const double left = x->estimate.centre, right = y->estimate.centre;
    return (left < right) - (left > right);
}

const struct compared **comparison_sorted(const struct comparison *comparison)
{
    const struct compared **sorted = allocate((comparison->count + 1) * sizeof *sorted);
    for (size_t i = 0; i < comparison->count; i++)
        sorted[i] = &comparison->row[i];
    qsort(sorted, comparison->count, sizeof *sorted, by_badness);
    return sorted;
}
