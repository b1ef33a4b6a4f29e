/* --strategy: from "NAME:option=value,..." to a strategy with its options, or from "exec:COMMAND" to another program as
 * the strategy; and the list of strategies. */
#pragma once

#include "tuner/search/strategy.h"

#include <stdio.h>

/* Returns 0, or 2 after one line on stderr. `time_limit`: seconds per reply of another program; 0: the default. The
 * text must be from the command line: text of a file never starts a program. */
int strategy_take(const char *text, double time_limit, struct strategy *strategy);

/* The command of "exec:COMMAND"; NULL for other strategies. */
const char *strategy_command(const char *text);

/* Prints all strategies with their options. */
void strategies_print(FILE *file);
