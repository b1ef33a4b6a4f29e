#include "reports/table/table.h"

#include "reports/effects.h"
#include "reports/format.h"
#include "reports/table/words.h"

#include <stdlib.h>
#include <string.h>

/* Pairs with a smaller share, and further ones, are not printed. */
enum { MOST_PAIRS = 6, BAR = 20, LEAST_BAR = 5 };
static const double least_pair = 0.01;

/* ---- the times of each value ---- */

struct timed {
    size_t position;
    double ns;
};

/* A value of a parameter in `count` configurations: their times, the shortest first. */
struct value {
    const struct timed *timed;
    size_t count;
};

static int by_value(const void *left, const void *right)
{
    const struct timed *a = left, *b = right;
    const int order = (a->position > b->position) - (a->position < b->position);
    return order ? order : (a->ns > b->ns) - (a->ns < b->ns);
}

static int by_best(const void *left, const void *right)
{
    const struct timed *a = ((const struct value *)left)->timed, *b = ((const struct value *)right)->timed;
    const int order = (a->ns > b->ns) - (a->ns < b->ns);
    return order ? order : (a->position > b->position) - (a->position < b->position);
}

/* Writes the timed configurations of a problem, with their values of parameter `p`, into `timed`; returns their
 * number. */
static size_t collect(const struct results *results, size_t problem, size_t p, struct timed *timed)
{
    size_t count = 0;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row)) {
        const struct result *result = &row->result;
        if (row_measured(row))
            timed[count++] =
                (struct timed){problem_position(&results->problems[problem], result->index, p), result->median_ns};
    }
    qsort(timed, count, sizeof *timed, by_value);
    return count;
}

/* The values among `count` times, the one with the shortest first; returns their number. */
static size_t find_values(const struct timed *timed, size_t count, struct value *value)
{
    size_t values = 0;
    for (size_t i = 0; i < count; i++) {
        if (!i || timed[i].position != timed[i - 1].position)
            value[values++] = (struct value){&timed[i], 0};
        value[values - 1].count++;
    }
    qsort(value, values, sizeof *value, by_best);
    return values;
}

/* The printed part of a problem. */
struct view {
    const struct results *results;
    size_t number; /* of the problem */
    const struct named_problem *problem;
    struct effects effects;
    struct timed *timed; /* room for all of its rows */
    struct value *value;
    int width; /* of the longest name, or pair of names, with a bar */
};

/* The values of a parameter, into view->value. */
static size_t values_of(struct view *view, size_t p)
{
    return find_values(view->timed, collect(view->results, view->number, p, view->timed), view->value);
}

/* ---- printing ---- */

/* As long as the page has room after the names. */
static void print_bar(FILE *file, const struct page *page, const char *name, double share, int width)
{
    const int others = (int)strlen("    [] 100 %"), room = page->columns - width - others;
    fprintf(file, "  %-*s  %s\n", width, name,
            format_bar(share, room > BAR         ? BAR
                              : room < LEAST_BAR ? LEAST_BAR
                                                 : room)
                .text);
}

/* "first_block 1.00x, median 1.30x; several 1.21x ...", relative to the best time of all. */
static void print_values(FILE *file, const struct page *page, struct view *view, size_t p)
{
    const size_t values = values_of(view, p);
    const double best_ns = view->value->timed->ns;
    int at = 0;
    for (size_t v = 0; v < values; v++) {
        const struct value *value = &view->value[v];
        char word[256];
        const double median_ns = (value->timed[(value->count - 1) / 2].ns + value->timed[value->count / 2].ns) / 2;
        const int length = snprintf(
            word, sizeof word, "%.100s %s (%s)", view->problem->parameter[p].words.text[value->timed->position],
            format_ratio(value->timed->ns / best_ns).text, format_ratio(median_ns / best_ns).text);
        if (at && at + 2 + length > page->columns) {
            fputc('\n', file);
            at = 0;
        }
        at += fprintf(file, "%*s%s", at ? 2 : TABLE_INDENT, "", word);
    }
    fputc('\n', file);
}

static char *pair_name(const struct view *view, size_t i)
{
    const struct effect_pair *pair = &view->effects.pair[i];
    return text_make("%s x %s", view->problem->parameter[pair->a].name, view->problem->parameter[pair->b].name);
}

/* The number of printed pairs, the largest first. */
static size_t pairs_of(const struct effects *effects)
{
    size_t pairs = 0;
    while (pairs < effects->pairs && pairs < MOST_PAIRS && effects->pair[pairs].share >= least_pair)
        pairs++;
    return pairs;
}

static void find_width(struct view *view)
{
    for (size_t p = 0; p < view->effects.parameters; p++) {
        const int length = (int)strlen(view->problem->parameter[p].name);
        if (view->effects.share[p] > 0 && length > view->width)
            view->width = length;
    }
    for (size_t i = 0; i < pairs_of(&view->effects); i++) {
        FREED char *name = pair_name(view, i);
        const int length = (int)strlen(name);
        view->width = length > view->width ? length : view->width;
    }
}

/* The parameters without a share: with one value, or several. */
static void print_idle(FILE *file, const struct page *page, struct view *view, bool several)
{
    const char *before = several ? "  no more than noise:" : "  of one value only:";
    int at = 0;
    for (size_t p = 0; p < view->effects.parameters; p++) {
        if (view->effects.share[p] > 0 || (values_of(view, p) > 1) != several)
            continue;
        at = print_word(file, page, at, before, view->problem->parameter[p].name);
        before = ",";
    }
    fputs(at ? "\n" : "", file);
}

static void print_shares(FILE *file, const struct page *page, struct view *view)
{
    FREED size_t *order = effects_order(view->effects.share, view->effects.parameters);
    find_width(view);
    for (size_t i = 0; i < view->effects.parameters && view->effects.share[order[i]] > 0; i++) {
        fputs(page->bold, file);
        print_bar(file, page, view->problem->parameter[order[i]].name, view->effects.share[order[i]], view->width);
        fputs(page->plain, file);
        print_values(file, page, view, order[i]);
    }
    for (size_t i = 0; i < pairs_of(&view->effects); i++) {
        FREED char *name = pair_name(view, i);
        print_bar(file, page, name, view->effects.pair[i].share, view->width);
    }
    print_idle(file, page, view, true);
    print_idle(file, page, view, false);
}

static void print_problem(FILE *file, const struct results *results, size_t number, const struct page *page)
{
    struct view view = {results, number, &results->problems[number], {0}, NULL, NULL, 0};
    view.timed = allocate(results_rows(results, number) * sizeof *view.timed);
    view.value = allocate(results_rows(results, number) * sizeof *view.value);
    print_problem_head(file, page, results, view.problem, NULL);
    if (effects_find(results, number, &view.effects)) {
        fprintf(file, "  of %zu configurations, %s explained\n", view.effects.count,
                format_percent(view.effects.explained).text);
        print_shares(file, page, &view);
    } else {
        fprintf(file, "  timed: %zu; to tell, it takes %d, and a parameter of two values\n", view.effects.count,
                EFFECTS_LEAST);
    }
    fputc('\n', file);
    effects_free(&view.effects);
    free(view.timed);
    free(view.value);
}

void effects_print(FILE *file, const struct results *results, const struct page *page)
{
    for (size_t i = 0; i < results->problem_count; i++)
        print_problem(file, results, i, page);
    fputs("A bar is the share of the variance of the time's logarithm that a parameter explains, or two (x) beyond\n"
          "what each explains. Below it the parameter's values, the best first: the shortest time with it, and\n"
          "the median in brackets, as times that of the best.\n",
          file);
}
