#include "reports/table/compared.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static struct text time_of(double ns)
{
    return isfinite(ns) ? format_ns(ns) : (struct text){""};
}

struct compared_cells compared_cells(const struct compared *row)
{
    struct compared_cells cells = {.base = time_of(compared_base_ns(row)), .new = time_of(compared_new_ns(row))};
    if (row->pairs < RULE_LEAST)
        return cells;
    const double half = rule_half_width(row->estimate), centre = row->estimate.centre;
    cells.change = format_change(centre);
    cells.interval = format_text("%+.1f to %s", 100 * expm1(centre - half), format_change(centre + half).text);
    return cells;
}

struct text compared_failures(const struct compared *row)
{
    return row->base_failures + row->new_failures && row->blocks > 1
               ? format_text("failed in %zu of %zu blocks, the base in %zu", row->new_failures, row->blocks,
                             row->base_failures)
               : (struct text){""};
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
