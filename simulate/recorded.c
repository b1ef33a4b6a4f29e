#include "simulate/recorded.h"

#include "base/memory.h"
#include "tuner/search/solved_list.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* ---- parameters ---- */

static bool are_ints(const struct named_parameter *named)
{
    bool good = named->kind == KIND_NUMBERS;
    for (size_t w = 0; good && w < named->words.count; w++) {
        char *end;
        const long value = strtol(named->words.text[w], &end, 10);
        good = !*end && value >= INT_MIN && value <= INT_MAX;
    }
    return good;
}

/* Integers outside int's range are real ones. */
static struct parameter parameter_of(const struct named_parameter *named)
{
    const size_t count = named->words.count;
    struct parameter parameter = {.name = named->name, .summary = "", .count = count};
    if (named->kind == KIND_WORDS) {
        parameter.words = (const char *const *)named->words.text;
    } else if (are_ints(named)) {
        int *values = allocate(count * sizeof *values);
        for (size_t w = 0; w < count; w++)
            values[w] = (int)strtol(named->words.text[w], NULL, 10);
        parameter.values = values;
    } else {
        double *reals = allocate(count * sizeof *reals);
        for (size_t w = 0; w < count; w++)
            reals[w] = strtod(named->words.text[w], NULL);
        parameter.reals = reals;
    }
    return parameter;
}

static void make_space(struct recorded *recorded, const struct named_problem *named)
{
    struct parameter *parameter = allocate((named->parameters + 1) * sizeof *parameter);
    for (size_t p = 0; p < named->parameters; p++)
        parameter[p] = parameter_of(&named->parameter[p]);
    recorded->bench = (struct bench){.name = named->bench, .summary = "", .space.parameters = parameter};
    recorded->problem = (struct problem){.bench = &recorded->bench, .n = named->size};
    recorded->allowed = (struct allowed){.problem = &recorded->problem};
}

/* ---- configurations ---- */

static bool is_configuration(const struct row *row)
{
    return !row->result.reference && row->result.index != NO_CONFIGURATION;
}

static int by_index(const void *a, const void *b)
{
    const uint64_t x = (*(const struct row *const *)a)->result.index, y = (*(const struct row *const *)b)->result.index;
    return (x > y) - (x < y);
}

/* The rows that are configurations, in their order; the caller frees the list. */
static const struct row **list_rows(const struct results *results, size_t problem, size_t *count)
{
    const struct row **list = allocate(results_rows(results, problem) * sizeof *list);
    *count = 0;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        if (is_configuration(row))
            list[(*count)++] = row;
    qsort(list, *count, sizeof *list, by_index);
    return list;
}

struct timed {
    double ns;
    size_t rank;
};

static int by_time(const void *a, const void *b)
{
    const struct timed *x = a, *y = b;
    return x->ns != y->ns ? (x->ns > y->ns) - (x->ns < y->ns) : (x->rank > y->rank) - (x->rank < y->rank);
}

static void put_in_order(struct recorded *recorded)
{
    FREED struct timed *timed = allocate(recorded->count * sizeof *timed);
    for (size_t r = 0; r < recorded->count; r++) {
        timed[r] = (struct timed){recorded->status[r] == OK ? recorded->ns[r] : INFINITY, r};
        recorded->timed += recorded->status[r] == OK;
    }
    qsort(timed, recorded->count, sizeof *timed, by_time);
    recorded->place = allocate(recorded->count * sizeof *recorded->place);
    recorded->best = allocate(recorded->timed * sizeof *recorded->best);
    for (size_t i = 0; i < recorded->count; i++) {
        recorded->place[timed[i].rank] = i;
        if (i < recorded->timed)
            recorded->best[i] = timed[i].ns;
    }
}

enum status recorded_make(struct recorded *recorded, const struct results *results, size_t problem, const char *path,
                          struct fault *fault)
{
    const struct named_problem *named = &results->problems[problem];
    FREED const struct row **row = list_rows(results, problem, &recorded->count);
    FREED uint64_t *index = allocate(recorded->count * sizeof *index);
    *recorded = (struct recorded){.count = recorded->count, .named = named};
    make_space(recorded, named);
    for (size_t r = 0; r < recorded->count; r++) {
        index[r] = row[r]->result.index;
        if (r && index[r] == index[r - 1]) {
            FREED char *name = row_name(named, &row[r]->result);
            return fail(fault, INVALID, "%s: %.400s: this configuration is there twice", path, name);
        }
    }
    solved_list(&recorded->allowed.solved, &recorded->bench.space, index, recorded->count);
    recorded->status = allocate(recorded->count * sizeof *recorded->status);
    recorded->ns = allocate(recorded->count * sizeof *recorded->ns);
    recorded->resources = allocate(recorded->count * sizeof *recorded->resources);
    for (size_t r = 0; r < recorded->count; r++) {
        const size_t rank = solved_rank(&recorded->allowed.solved, index[r]);
        const struct result *result = &row[r]->result;
        recorded->resources[rank] = result->resources;
        recorded->status[rank] = result->status == OK && !row_timed(result) ? NO_TIME : result->status;
        recorded->ns[rank] = recorded->status[rank] == OK ? result->median_ns : 0;
    }
    put_in_order(recorded);
    return OK;
}

void recorded_free(struct recorded *recorded)
{
    const struct parameter *parameter = recorded->bench.space.parameters;
    for (size_t p = 0; parameter && parameter[p].name; p++) {
        free((void *)parameter[p].values);
        free((void *)parameter[p].reals);
    }
    free((void *)parameter);
    solved_free(&recorded->allowed.solved);
    free(recorded->status);
    free(recorded->ns);
    free(recorded->resources);
    free(recorded->place);
    free(recorded->best);
    *recorded = (struct recorded){0};
}

size_t recorded_within(const struct recorded *recorded, double share)
{
    size_t count = 0;
    while (count < recorded->timed && recorded->best[count] <= (1 + share) * *recorded->best)
        count++;
    return count;
}
