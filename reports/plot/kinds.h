/* The kinds of plots: each fills a chart, and returns false if the results do not have what it needs. Their arguments
 * are those of plot_write; those of one problem get its number, others may get PLOT_ALL. */
#ifndef REPORTS_PLOT_KINDS_H
#define REPORTS_PLOT_KINDS_H

#include "reports/plot/chart.h"
#include "reports/results.h"

bool draw_roofline(struct chart *chart, const struct results *results, size_t count, long problem);
bool draw_values(struct chart *chart, const struct results *results, size_t count, long problem);
bool draw_convergence(struct chart *chart, const struct results *results, size_t count, long problem);
bool draw_front(struct chart *chart, const struct results *results, size_t count, long problem);
bool draw_resources(struct chart *chart, const struct results *results, size_t count, long problem);
bool draw_seconds(struct chart *chart, const struct results *results, size_t count, long problem);
bool draw_sizes(struct chart *chart, const struct results *results, size_t count, long problem);
bool draw_rates(struct chart *chart, const struct results *results, size_t count, long problem);
bool draw_curves(struct chart *chart, const struct results *results, size_t count, long problem);
bool draw_m2l_orders(struct chart *chart, const struct results *results, size_t count, long problem);
bool draw_m2l_indices(struct chart *chart, const struct results *results, size_t count, long problem);

#endif
