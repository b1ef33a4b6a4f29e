/* Makes a solved space from a list of allowed configurations, for recorded spaces. */
#pragma once

#include "tuner/search/solved.h"

/* The space's product fits into 64 bits; `index` are configurations of it, ascending, each once. */
void solved_list(struct solved *solved, const struct space *space, const uint64_t *index, size_t count);
