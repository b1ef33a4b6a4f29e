/* What a person reads after a run. */
#pragma once

#include "reports/results.h"
#include "reports/table/page.h"

#include <stdio.h>

/* For each suite one line per bench and size, with the best configuration under it, its distance to what is possible
 * and its figures (not on a brief page, unless it is the only one), and the references; then what was only verified or
 * compiled, what is not here, benches and references, a list for each reason, what is faster than its limit, what
 * failed and what it has in common, and how much was measured in what time. Fits 100 columns as long as names, words
 * and reasons do. */
void table_print(FILE *file, const struct results *results, const struct page *page);

/* The lines of the suites with the best configurations, as tables in Markdown, and how much was measured. */
void table_markdown(FILE *file, const struct results *results, const struct page *page);

/* Devices side by side: of each problem a line for each configuration that is the best of one, with its time there and
 * the share of its limit, and what it costs on the others; then what one device alone has, what signs mean, and who
 * measured what when. Columns that do not fit the page come as tables of their own. */
struct devices;
void devices_print(FILE *file, const struct devices *devices, const char *const *path, const struct page *page);

/* For each problem: for each parameter, those that explain most first, its share of the variance as a bar, and of each
 * of its values, the best first, how many times its best configuration's time is that of the best of all; then the
 * pairs that matter (effects.h). */
void effects_print(FILE *file, const struct results *results, const struct page *page);
