/* Which problems are the same, and their order. */
#include "reports/results.h"

#include <stdlib.h>
#include <string.h>

bool same_bench(const struct named_problem *a, const struct named_problem *b)
{
    return !strcmp(a->bench, b->bench) && !strcmp(a->suite, b->suite);
}

static int compare_texts(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

static int compare_settings(const struct named_setting *a, const struct named_setting *b)
{
    int order = strcmp(a->name, b->name);
    if (!order)
        order = compare_texts(a->word, b->word);
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

const struct named_setting *problem_find_setting(const struct named_problem *problem, const char *name)
{
    for (size_t i = 0; i < problem->settings; i++)
        if (!strcmp(problem->setting[i].name, name))
            return &problem->setting[i];
    return NULL;
}

static int compare_structures(const struct named_structure *a, const struct named_structure *b)
{
    return compare_texts(a->key ? a->key : a->file, b->key ? b->key : b->file);
}

bool inputs_agree(const struct named_problem *a, const struct named_problem *b)
{
    bool agree = !compare_structures(&a->structure, &b->structure);
    for (size_t i = 0; i < a->settings && agree; i++) {
        const struct named_setting *same = problem_find_setting(b, a->setting[i].name);
        agree = !same || !compare_settings(&a->setting[i], same);
    }
    return agree;
}

/* Whether a setting distinguishes problems: the other one has it, too, or this problem's name has it. Otherwise it has
 * the suite's default, and the suite of the other one's program has no such setting. */
static bool distinguishes(const struct named_problem *problem, const struct named_setting *setting,
                          const struct named_problem *other)
{
    FREED char *pattern = text_make("/%s:", setting->name);
    return problem_find_setting(other, setting->name) || strstr(problem->name, pattern);
}

/* The next such setting in the order of names, which is the same in all files; after NULL the first; NULL: none. */
static const struct named_setting *next_distinguishing(const struct named_problem *problem,
                                                       const struct named_problem *other,
                                                       const struct named_setting *after)
{
    const struct named_setting *next = NULL;
    for (size_t i = 0; i < problem->settings; i++) {
        const struct named_setting *setting = &problem->setting[i];
        if ((!after || strcmp(setting->name, after->name) > 0) && (!next || strcmp(setting->name, next->name) < 0) &&
            distinguishes(problem, setting, other))
            next = setting;
    }
    return next;
}

int problem_compare_inputs(const struct named_problem *a, const struct named_problem *b)
{
    const struct named_setting *x = next_distinguishing(a, b, NULL), *y = next_distinguishing(b, a, NULL);
    int order = 0;
    for (; !order && x && y; x = next_distinguishing(a, b, x), y = next_distinguishing(b, a, y))
        order = compare_settings(x, y);
    if (!order)
        order = (x != NULL) - (y != NULL);
    return order ? order : compare_structures(&a->structure, &b->structure);
}

bool same_problem(const struct named_problem *a, const struct named_problem *b)
{
    return same_bench(a, b) && a->size == b->size && !problem_compare_inputs(a, b);
}

static int compare_problems(const struct named_problem *a, const struct named_problem *b)
{
    int order = strcmp(a->bench, b->bench);
    if (!order)
        order = strcmp(a->suite, b->suite);
    if (!order)
        order = (a->size > b->size) - (a->size < b->size);
    return order ? order : problem_compare_inputs(a, b);
}

static int by_problem(const void *a, const void *b)
{
    const struct named_problem *x = *(const struct named_problem *const *)a,
                               *y = *(const struct named_problem *const *)b;
    const int order = compare_problems(x, y);
    return order ? order : (x > y) - (x < y);
}

const struct named_problem **problems_sorted(const struct results *results)
{
    const struct named_problem **sorted = allocate((results->problem_count + 1) * sizeof *sorted);
    for (size_t p = 0; p < results->problem_count; p++)
        sorted[p] = &results->problems[p];
    qsort(sorted, results->problem_count, sizeof *sorted, by_problem);
    return sorted;
}

size_t problems_find(const struct named_problem *const *sorted, size_t count, const struct named_problem *problem)
{
    size_t begin = 0;
    while (begin < count) {
        const size_t middle = begin + (count - begin) / 2;
        if (compare_problems(sorted[middle], problem) < 0)
            begin = middle + 1;
        else
            count = middle;
    }
    return begin;
}
