/* --strategy: from "NAME:option=value,..." to a strategy with the values of its options; and what there is to choose.
 */
#pragma once

#include "tuner/search/strategy.h"

#include <stdio.h>

/* Returns 0, or 2 after one line on stderr. */
int strategy_take(const char *text, struct strategy *strategy);

/* Prints all of them, and their options. */
void strategies_print(FILE *file);
