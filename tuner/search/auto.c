/* Chooses a strategy by space and budget: random order if all configurations are tried, else the model. Without a
 * budget it ends after a tenth of the configurations: among as many the model found one within 1 % of the best in 95 of
 * 100 runs on each recorded space that is not large (MODEL.md); among 400, one within 5 % on each. While nothing is
 * right it continues. */
#include "base/memory.h"
#include "tuner/search/order.h"

#include <math.h>
#include <stdlib.h>

enum { SHARE, LEAST, MOST, FOLLOWED };
static const struct strategy_option options[] = {
    {"share", "without a budget it tries so many percent of all", 10, 0, 100, false},
    {"least", "but at least so many, and all of a space of so many", 100, 1, 1000000, true},
    {"most", "and at most so many, unless that is less", 400, 1, 1000000, true},
    {"followed", "an eighth, and at least so many, of a kernel known already", 24, 1, 1000000, true},
    {.name = NULL}};

/* This multiple of `least` is tried without a right one at most, after its number. */
enum { VAIN = 10 };

struct automatic {
    const struct strategy *strategy;
    void *state;
    uint64_t all, usual, limit, asked, observed; /* asked: including those of an earlier run */
    uint64_t more, vain;                         /* to try if nothing was right; and the most in vain */
    uint64_t *most;
    bool has_begun, has_right;
};

static double option(const struct choices *choices, size_t i)
{
    return choices->option ? choices->option[i] : options[i].initial;
}

/* If the same kernel was tried in another bench, or the bench needs few, the number is divided by this. */
enum { FOLLOWS = 8 };

/* Whether the user sets the number to try, which then counts for each bench. */
static bool is_requested(const struct choices *choices)
{
    bool requested = false;
    for (size_t i = SHARE; i <= MOST; i++)
        requested = requested || option(choices, i) != options[i].initial;
    return requested;
}

/* The number to try without a budget. */
static uint64_t limit_of(const struct choices *choices, const struct search_budget *budget)
{
    double limit = option(choices, SHARE) / 100 * (double)choices->count;
    if (budget->configurations || budget->binds || !choices->space)
        return UINT64_MAX;
    limit = limit < option(choices, MOST) ? limit : option(choices, MOST);
    limit = limit > option(choices, LEAST) ? limit : option(choices, LEAST);
    if (choices->elsewhere.fewer && !is_requested(choices))
        limit = fmax(limit / FOLLOWS, option(choices, FOLLOWED));
    return (uint64_t)limit;
}

static void set_limit(struct automatic *automatic, uint64_t limit)
{
    automatic->limit = limit;
    *automatic->most = automatic->all < limit ? automatic->all : limit;
}

static void *start(const struct choices *choices, const struct search_budget *budget, uint64_t seed, uint64_t *most)
{
    struct automatic *automatic = allocate(sizeof *automatic);
    const uint64_t limit = limit_of(choices, budget);
    const bool is_small = (double)choices->count <= option(choices, choices->elsewhere.fewer ? FOLLOWED : LEAST);
    struct choices theirs = *choices;
    theirs.option = NULL;
    const struct strategy *of_space = is_small ? &exhaustive_strategy : &model_strategy;
    *automatic =
        (struct automatic){.strategy = choices->space ? of_space : &listed_strategy, .usual = limit, .most = most};
    automatic->state = automatic->strategy->start(&theirs, budget, seed, most);
    automatic->all = *most;
    automatic->more = (uint64_t)option(choices, LEAST);
    automatic->vain = limit < UINT64_MAX ? limit + VAIN * automatic->more : limit;
    set_limit(automatic, limit);
    return automatic;
}

static enum ask_result ask(void *state, uint64_t *index)
{
    struct automatic *automatic = state;
    automatic->has_begun = true;
    if (automatic->asked >= automatic->limit && (automatic->has_right || automatic->limit >= automatic->vain))
        return ASK_DONE;
    if (automatic->asked >= automatic->limit && automatic->observed < automatic->asked)
        return ASK_WAIT;
    if (automatic->asked >= automatic->limit)
        set_limit(automatic, automatic->limit + automatic->more);
    const enum ask_result answer = automatic->strategy->ask(automatic->state, index);
    automatic->asked += answer == ASK_INDEX;
    return answer;
}

static void tell(void *state, const struct observation *observed)
{
    struct automatic *automatic = state;
    automatic->asked += !automatic->has_begun;
    automatic->observed++;
    automatic->strategy->tell(automatic->state, observed);
    const bool is_right = observed->status == OK ? observed->ns > 0 : !status_is_failure(observed->status);
    if (is_right && !automatic->has_right && automatic->limit > automatic->usual)
        set_limit(automatic, automatic->asked + automatic->more);
    automatic->has_right = automatic->has_right || is_right;
}

static void end(void *state)
{
    struct automatic *automatic = state;
    automatic->strategy->end(automatic->state);
    free(automatic);
}

const struct strategy auto_strategy = {.name = "auto",
                                       .summary = "all of a small space, else the model's choice, until it is enough",
                                       .ahead = 256,
                                       .options = options,
                                       .start = start,
                                       .ask = ask,
                                       .tell = tell,
                                       .end = end};
