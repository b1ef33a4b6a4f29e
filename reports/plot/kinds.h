/* The kinds of plots: each fills a chart, and returns false if the results lack what it needs. Their arguments are
 * those of plot_write; kinds of one problem get its number, others may get PLOT_ALL, or one file and a number. */
#pragma once

#include "reports/plot/chart.h"
#include "reports/results.h"

typedef bool draw_plot(struct chart *chart, const struct results *results, size_t count, long problem);
draw_plot draw_roofline, draw_values, draw_convergence, draw_front, draw_resources, draw_seconds, draw_sizes,
    draw_rates, draw_curves, draw_m2l_orders, draw_m2l_indices, draw_versions, draw_cycle;
