#include "tuner/run/judge.h"

#include "base/expression.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OWN_NAMES = 11, ALONE = 1, MOST_NAMES = OWN_NAMES + MAX_FIGURES };
static const char *const own_names[OWN_NAMES] = {"median_ns",    "alone_ns",    "device_ns", "host_ns",
                                                 "limit_share",  "bytes",       "flops",     "registers",
                                                 "shared_bytes", "spill_bytes", "compile_ms"};

struct judge {
    const struct bench *bench;
    struct expression *expression;
    bool names[MOST_NAMES]; /* which of the numbers it uses */
};

struct lookup {
    struct judge *judge;
    bool missing;
};

/* The slot of a name: first the numbers of all rows, then the bench's figures; `error` is the figure that the bench
 * declares as its error. */
static size_t find(const struct bench *bench, const char *name)
{
    for (size_t i = 0; i < OWN_NAMES; i++)
        if (!strcmp(name, own_names[i]))
            return i;
    for (size_t i = 0; i < bench_figures(bench); i++)
        if (!strcmp(name, bench->report.figures[i]))
            return OWN_NAMES + i;
    const size_t error = strcmp(name, "error") != 0 ? SIZE_MAX : bench_error(bench);
    return error == SIZE_MAX ? SIZE_MAX : OWN_NAMES + error;
}

static bool look_up(const void *user, const char *name, struct expression_meaning *meaning)
{
    struct lookup *lookup = (struct lookup *)user;
    const size_t slot = find(lookup->judge->bench, name);
    lookup->missing = slot == SIZE_MAX;
    if (lookup->missing)
        return false;
    lookup->judge->names[slot] = true;
    *meaning = (struct expression_meaning){.is_slot = true, .slot = slot};
    return true;
}

struct judge *judge_new(const char *text, const struct bench *bench, bool *missing, struct fault *fault)
{
    struct judge *judge = allocate(sizeof *judge);
    struct lookup lookup = {judge, false};
    judge->bench = bench;
    judge->expression = expression_compile(text, look_up, &lookup, fault);
    *missing = lookup.missing;
    if (judge->expression)
        return judge;
    free(judge);
    return NULL;
}

void judge_free(struct judge *judge)
{
    if (judge)
        free(judge->expression);
    free(judge);
}

void judge_names(const struct bench *bench, char *text, size_t size)
{
    size_t at = 0;
    *text = 0;
    for (size_t i = 0; i < OWN_NAMES + bench_figures(bench) && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "%s%s", i ? ", " : "",
                               i < OWN_NAMES ? own_names[i] : bench->report.figures[i - OWN_NAMES]);
    if (bench->report.error && at < size)
        snprintf(text + at, size - at, ", error (%s)", bench->report.error);
}

bool judge_needs_alone(const struct judge *judge)
{
    return judge && judge->names[ALONE];
}

static double above_zero(double value)
{
    return value > 0 ? value : (double)NAN;
}

static double known(int value)
{
    return value >= 0 ? value : (double)NAN;
}

double judge_value(const struct judge *judge, const struct result *row)
{
    const struct compute_resources *resources = &row->resources;
    const double own[OWN_NAMES] = {above_zero(row->median_ns),
                                   above_zero(row->alone_ns),
                                   above_zero(row->device_ns),
                                   above_zero(row->host_ns),
                                   above_zero(row->limit.fraction),
                                   row->bytes,
                                   row->flops,
                                   known(resources->registers),
                                   known(resources->shared_bytes),
                                   known(resources->spill_bytes),
                                   row->compile_ms};
    struct expression_value slot[MOST_NAMES], value;
    struct fault none = {0};
    for (size_t i = 0; i < MOST_NAMES; i++) {
        slot[i] = (struct expression_value){.kind = EXPRESSION_REAL,
                                            .real = i < OWN_NAMES ? own[i] : row->figure[i - OWN_NAMES]};
        if (judge->names[i] && !isfinite(slot[i].real))
            return NAN;
    }
    if (expression_evaluate(judge->expression, slot, &value, &none) != OK || value.kind == EXPRESSION_WORD)
        return NAN;
    return value.kind == EXPRESSION_INTEGER ? (double)value.integer : value.real;
}
