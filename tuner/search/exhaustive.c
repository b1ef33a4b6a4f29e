#include "tuner/search/order.h"

const struct strategy exhaustive_strategy = {
    .name = "exhaustive",
    .summary = "every allowed configuration, in random order",
    .ahead = ORDER_AHEAD,
    .start = order_start_shuffled,
    .ask = order_ask,
    .tell = order_tell,
    .end = order_end,
};
