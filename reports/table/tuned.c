#include "reports/table/compared.h"

#include "reports/table/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum column { VERDICT, TUNED, DEFAULT, GAIN, INTERVAL };

static const struct grid_line head = {{{"verdict"}, {"header"}, {"default"}, {"gain"}, {"95 % interval"}}};

/* The meaning for the header of a verdict on the default compared with it; the worst first. */
static const struct meaning {
    enum verdict verdict;
    const char *word, *advice;
    bool bad;
} meanings[] = {
    {VERDICT_MOVED, "MOVED", NULL, true},
    {VERDICT_FIXED, "FAILS", "FAILS: what the header has is not right on this machine. Tune again.", true},
    {VERDICT_BROKEN, "FAILS", "FAILS: what the header has is not right on this machine. Tune again.", true},
    {VERDICT_FASTER, "SLOWER", "SLOWER than the default, by more than 1 %, and fresh pairs said so, too. Tune again.",
     true},
    {VERDICT_INCONCLUSIVE, "INCONCLUSIVE", "INCONCLUSIVE: too noisy to tell. Check again where nothing else runs.",
     false},
    {VERDICT_SAME, "SAME", NULL, false},
    {VERDICT_SLOWER, "FASTER", NULL, false},
    {VERDICT_FAILS, "ALONE", "ALONE: the default is not right on this machine.", false},
    {VERDICT_GONE, "ALONE", "ALONE: the default is not right on this machine.", false},
    {VERDICT_SKIPPED, "SKIPPED", NULL, false},
    {VERDICT_NO_TIME, "NO TIME", NULL, false},
    {VERDICT_OPEN, "OPEN", NULL, false},
};
enum { MEANINGS = sizeof meanings / sizeof *meanings };

static const struct meaning *meaning_of(const struct compared *row)
{
    const struct meaning *meaning = meanings;
    while (meaning + 1 < meanings + MEANINGS && meaning->verdict != row->verdict)
        meaning++;
    return meaning;
}

static struct grid_line line_of(const struct compared *row)
{
    const struct compared_cells cells = compared_cells(row);
    struct grid_line line = {
        .cell = {[VERDICT] = format_text("%s", meaning_of(row)->word), [TUNED] = cells.base, [DEFAULT] = cells.new}};
    if (row->pairs < RULE_LEAST)
        return line;
    const double half = rule_half_width(row->estimate), centre = row->estimate.centre;
    line.cell[GAIN] = format_text("%.2fx", exp(centre));
    line.cell[INTERVAL] = format_text("%.2fx to %.2fx", exp(centre - half), exp(centre + half));
    return line;
}

static int by_badness(const void *a, const void *b)
{
    const struct compared *x = *(const struct compared *const *)a, *y = *(const struct compared *const *)b;
    const struct meaning *left = meaning_of(x), *right = meaning_of(y);
    if (left != right)
        return left < right ? -1 : 1;
    return (x->estimate.centre > y->estimate.centre) - (x->estimate.centre < y->estimate.centre);
}

static void print_line(FILE *file, const struct comparison *comparison, const struct compared *row,
                       const int width[GRID_COLUMNS], const struct page *page)
{
    const struct row *measured = &comparison->base.rows[row->row];
    const struct named_problem *problem = &comparison->base.problems[measured->problem];
    const struct meaning *meaning = meaning_of(row);
    const struct grid_line line = line_of(row);
    fputs(meaning->bad ? page->bad : row->verdict == VERDICT_SLOWER ? page->good : "", file);
    grid_print(file, &line, width, 1 << VERDICT);
    fprintf(file, "%s  %s%s\n", page->plain, problem->name, row->identical ? ": it is the default" : "");
    if (row->verdict == VERDICT_SAME)
        return;
    print_config(file, page, problem, &measured->result);
    if (row->reason) {
        fprintf(file, "%*s", TABLE_INDENT, "");
        print_reason(file, row->reason);
    }
}

/* The number of each verdict, in words; and what to do about them. */
static void print_counts(FILE *file, const struct comparison *comparison)
{
    const char *between = "";
    for (size_t m = 0; m < MEANINGS; m++) {
        size_t count = 0;
        if (m && !strcmp(meanings[m].word, meanings[m - 1].word))
            continue;
        for (size_t i = 0; i < comparison->count; i++)
            count += !strcmp(meaning_of(&comparison->row[i])->word, meanings[m].word);
        if (!count)
            continue;
        fprintf(file, "%s%zu %s", between, count, meanings[m].word);
        between = ", ";
    }
    fputs(*between ? ", compared with the default.\n" : "Nothing was compared.\n", file);
}

static void print_advice(FILE *file, const struct comparison *comparison)
{
    const char *before = "";
    for (size_t m = 0; m < MEANINGS; m++) {
        const char *advice = meanings[m].advice;
        if (!advice || !comparison_count(comparison, meanings[m].verdict) || !strcmp(advice, before))
            continue;
        fprintf(file, "%s\n", advice);
        before = advice;
    }
}

void tuned_print(FILE *file, const struct comparison *comparison, const struct page *page)
{
    FREED const struct compared **sorted = comparison_sorted(comparison);
    int width[GRID_COLUMNS] = {0};
    for (size_t i = 0; i < comparison->count; i++) {
        const struct grid_line line = line_of(&comparison->row[i]);
        grid_fit(width, &line);
    }
    qsort(sorted, comparison->count, sizeof *sorted, by_badness);
    fputs(page->bold, file);
    print_device(file, &comparison->base.context.device, NULL, page->plain);
    fputc('\n', file);
    grid_print_head(file, &head, width, 1 << VERDICT);
    for (size_t i = 0; i < comparison->count; i++)
        print_line(file, comparison, sorted[i], width, page);
    fputc('\n', file);
    print_advice(file, comparison);
    if (comparison->invalid)
        fprintf(file, "%sINVALID%s: %s.\n", page->bad, page->plain, comparison->invalid);
    print_counts(file, comparison);
}

bool tuned_worse(const struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++)
        if (meaning_of(&comparison->row[i])->bad)
            return true;
    return false;
}
