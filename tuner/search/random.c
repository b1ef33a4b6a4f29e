#include "tuner/search/strategy.h"

const struct strategy random_strategy = {
    .name = "random",
    .summary = "allowed configurations in random order, until the budget ends",
    .order = strategy_shuffled,
};
