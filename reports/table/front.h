/* What accuracy costs: the fastest configuration for each error, or for each value of any other figure. */
#pragma once

#include "reports/results.h"
#include "reports/table/page.h"

#include <stdio.h>

/* The value of the objective of a run, in the place of a figure. */
#define FRONT_OBJECTIVE (SIZE_MAX - 1)

/* The position of a problem's figure by its name, or by the word `error` that of its error, or by `objective`
 * FRONT_OBJECTIVE; SIZE_MAX if it has none. */
size_t front_figure(const struct named_problem *problem, const char *name);

/* The Pareto front of time and a figure, both the smaller the better: the configurations of a problem of which no other
 * is as good in one of them and better in the other; of equals the first. Figures count as they are printed, in 3
 * digits: by the order of a sum alone an error differs in the last ones. Puts their rows' places into `row`, which has
 * room for all rows of the problem, sorted by the figure, and returns how many. Rows that are not timed, or whose
 * figure is not known, are not on it. */
size_t front_find(const struct results *results, size_t problem, size_t figure, size_t *row);

/* Prints it for each problem of results: the figure, not below what it is, the time, how many times it is that of the
 * fastest configuration of all, whether it was dropped after first samples, and the configuration. A bench that has not
 * the figure is a line. */
void front_print(FILE *file, const struct results *results, const char *figure, const struct page *page);

/* The same of the objective's value, of the problems whose best was chosen by it. */
void front_print_objectives(FILE *file, const struct results *results, const struct page *page);
