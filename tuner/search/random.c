#include "tuner/search/order.h"

const struct strategy random_strategy = {
    .name = "random",
    .summary = "allowed configurations in random order, until the budget ends",
    .ahead = ORDER_AHEAD,
    .start = order_start_shuffled,
    .ask = order_ask,
    .tell = order_tell,
    .end = order_end,
};
