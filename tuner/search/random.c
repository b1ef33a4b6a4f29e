#include "tuner/search/order.h"

const struct strategy random_strategy = {.name = "random",
                                         .summary = "allowed configurations in random order, until the budget ends",
                                         .start = order_start_shuffled,
                                         ORDER_STRATEGY};
