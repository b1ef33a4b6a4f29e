/* The pictures of a problem, each with its text and its table; nothing where there is nothing to show. */
#ifndef REPORTS_HTML_FIGURES_H
#define REPORTS_HTML_FIGURES_H

#include "reports/html/parts.h"

/* The fastest row: the best where one was chosen, else the first by time; NULL where nothing was timed. */
const struct result *fastest_row(const struct subject *subject);

typedef void figure_print(FILE *file, const struct report *report, const struct subject *subject);

/* points.c: all configurations below what is possible, with the best hundred; and what they take of the device. */
figure_print print_roofline, print_resources;

/* values.c: how time depends on each parameter, and on two together. */
figure_print print_effects, print_heat;

/* search.c: how the best was found, what failed, what accuracy costs. */
figure_print print_convergence, print_failures, print_front;

#endif
