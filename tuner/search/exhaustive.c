#include "tuner/search/strategy.h"

const struct strategy exhaustive_strategy = {
    .name = "exhaustive",
    .summary = "every allowed configuration, in random order",
    .order = strategy_shuffled,
};
