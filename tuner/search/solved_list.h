/* A space of which is allowed what is listed, as if its constraints said so: for what was recorded. */
#pragma once

#include "tuner/search/solved.h"

/* Solves a space whose product fits into 64 bits; `index` are configurations of it, ascending, each once. */
void solved_list(struct solved *solved, const struct space *space, const uint64_t *index, size_t count);
