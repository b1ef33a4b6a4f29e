#include "tuner/search/search.h"

#include "base/memory.h"
#include "tuner/search/order.h"

#include <stdlib.h>
#include <string.h>

const struct strategy *const strategies[] = {&auto_strategy,
                                             &exhaustive_strategy,
                                             &pairwise_strategy,
                                             &random_strategy,
                                             &values_strategy,
                                             &latin_strategy,
                                             &greedy_strategy,
                                             &tabu_strategy,
                                             &annealing_strategy,
                                             &genetic_strategy,
                                             &differential_strategy,
                                             &model_strategy,
                                             NULL};

const struct strategy *strategy_find(const char *name)
{
    for (const struct strategy *const *strategy = strategies; *strategy; strategy++)
        if (!strcmp((*strategy)->name, name))
            return *strategy;
    return NULL;
}

void elsewhere_free(struct elsewhere *elsewhere)
{
    free(elsewhere->index);
    free(elsewhere->ns);
    *elsewhere = (struct elsewhere){0};
}

static void start(struct search *search, struct choices *choices, const struct strategy *strategy,
                  const struct search_budget *budget, uint64_t seed)
{
    choices->option = strategy->has_values ? strategy->value : NULL;
    search->allowed = choices->count;
    search->first = choices->warm_start ? *choices->first : NO_CONFIGURATION;
    search->strategy = strategy;
    search->state = strategy->start(choices, budget, seed, &search->most);
}

enum status search_start(struct search *search, const struct problem *problem, const struct restriction *restriction,
                         const struct compute_device *device, const struct strategy *strategy,
                         const struct search_budget *budget, struct fault *fault)
{
    static const struct wanted none;
    return search_start_with(search, problem, restriction, device, strategy, budget, &none, fault);
}

enum status search_start_with(struct search *search, const struct problem *problem,
                              const struct restriction *restriction, const struct compute_device *device,
                              const struct strategy *strategy, const struct search_budget *budget,
                              const struct wanted *wanted, struct fault *fault)
{
    const struct space *space = &problem->bench->space;
    *search = (struct search){.first = NO_CONFIGURATION,
                              .budget = budget->configurations ? budget->configurations : UINT64_MAX};
    const enum status status = allowed_solve(problem, restriction, device, &search->among, fault);
    struct choices choices = {.space = space, .allowed = &search->among, .count = search->among.solved.count};
    if (status == OK)
        search->warm_start = order_first(&choices, space_default(space), wanted);
    if (status == OK && choices.warm_start)
        start(search, &choices, strategy, budget, problem->seed);
    if (status != OK)
        allowed_free(&search->among);
    return status;
}

void search_list(struct search *search, const uint64_t *index, size_t count)
{
    static const struct search_budget none;
    *search = (struct search){.budget = UINT64_MAX};
    struct choices choices = {.index = index, .count = count, .first = index, .warm_start = count > 0};
    start(search, &choices, &listed_strategy, &none, 0);
}

void search_end(struct search *search)
{
    if (search->strategy)
        search->strategy->end(search->state);
    allowed_free(&search->among);
    free(search->warm_start);
    doubt_free(&search->doubt);
    *search = (struct search){0};
}

enum ask_result search_ask(struct search *search, uint64_t *index)
{
    enum ask_result answer = ASK_DONE;
    if (!search->done && search->strategy && search->asked < search->budget)
        answer = search->strategy->ask(search->state, index);
    if (answer == ASK_WAIT && search->observed == search->asked)
        answer = ASK_DONE;
    search->asked += answer == ASK_INDEX;
    search->done = answer == ASK_DONE;
    return answer;
}

void search_tell(struct search *search, const struct observation *observed)
{
    search->observed++;
    if (search->strategy)
        search->strategy->tell(search->state, observed);
}

double search_left(const struct search *search)
{
    struct doubt_signs signs;
    return doubt_look(&search->doubt, &search->among, search->allowed, &signs) ? doubt_left(&signs) : 1;
}

void search_recall(struct search *search, bool budgeted)
{
    search->asked++;
    search->budget += !budgeted && search->budget < UINT64_MAX;
}
