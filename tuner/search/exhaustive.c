#include "tuner/search/order.h"

const struct strategy exhaustive_strategy = {.name = "exhaustive",
                                             .summary = "every allowed configuration, in random order",
                                             .start = order_start_shuffled,
                                             ORDER_STRATEGY};
