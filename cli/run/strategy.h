/* --strategy: from "NAME:option=value,..." to a strategy with the values of its options, or from "exec:COMMAND" to one
 * that is another program; and what there is to choose. */
#pragma once

#include "tuner/search/strategy.h"

#include <stdio.h>

/* Returns 0, or 2 after one line on stderr. `time_limit`: seconds that another program may take for an answer; 0: as
 * many as are usual. The text is the command line's: what comes out of a file starts no program. */
int strategy_take(const char *text, double time_limit, struct strategy *strategy);

/* The command of "exec:COMMAND"; NULL for what names another strategy. */
const char *strategy_command(const char *text);

/* Prints all of them, and their options. */
void strategies_print(FILE *file);
