/* Prints the results of a run for people. */
#pragma once

#include "reports/results.h"
#include "reports/table/page.h"

#include <stdio.h>

/* For each suite one line per bench and size, with the best configuration below, its distance from its limit and its
 * figures (not on a brief page, unless it is the only one), and the references; then benches only verified or compiled,
 * missing benches and references by reason, results faster than their limit, failures and what they have in common, and
 * the number and duration of measurements. Fits 100 columns unless names, words or reasons are longer. */
void table_print(FILE *file, const struct results *results, const struct page *page);

/* The lines of the suites with the best configurations, as Markdown tables, and the number of measurements. */
void table_markdown(FILE *file, const struct results *results, const struct page *page);

/* Devices side by side: for each problem a line for each configuration that is the best of a device, with its time
 * there and its share of the limit, and its cost on the others; then problems of one device only, the meaning of signs,
 * and who measured what when. Columns that do not fit the page are printed as further tables. */
struct devices;
void devices_print(FILE *file, const struct devices *devices, const char *const *path, const struct page *page);

/* For each problem: for each parameter, the largest share first, its share of the variance as a bar, and for each of
 * its values, the best first, the ratio of its best configuration's time to the best of all; then the pairs with an
 * effect (effects.h). */
void effects_print(FILE *file, const struct results *results, const struct page *page);
