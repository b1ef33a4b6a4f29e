/* The cost of accuracy: the fastest configuration for each error, or for each value of another figure. */
#pragma once

#include "reports/results.h"
#include "reports/table/page.h"

#include <stdio.h>

/* The objective's value, in place of a figure. */
#define FRONT_OBJECTIVE (SIZE_MAX - 1)

/* The position of a problem's figure by its name; of its error for the word `error`; FRONT_OBJECTIVE for `objective`;
 * SIZE_MAX if it has none. */
size_t front_figure(const struct named_problem *problem, const char *name);

/* The Pareto front of time and a figure, both to be minimised: the configurations of a problem that no other one equals
 * in one and beats in the other; of equal ones the first. Figures count as printed, with 3 digits: the order of a sum
 * changes the last digits of an error. Writes the positions of their rows, sorted by the figure, into `row`, which has
 * room for all rows of the problem, and returns their number. Rows without a time or the figure are left out. */
size_t front_find(const struct results *results, size_t problem, size_t figure, size_t *row);

/* Prints the front for each problem of results: the figure, rounded up, the time, its ratio to that of the fastest
 * configuration, whether it was dropped after first samples, and the configuration. A bench without the figure is one
 * line. */
void front_print(FILE *file, const struct results *results, const char *figure, const struct page *page);

/* The same for the objective's value, for problems whose best was chosen by it. */
void front_print_objectives(FILE *file, const struct results *results, const struct page *page);
