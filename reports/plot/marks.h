/* Series as lines and markers. Colours are Okabe and Ito's, which the colour-blind tell apart; each has a marker of its
 * own, and dashes, so colour is never the only sign. */
#ifndef REPORTS_PLOT_MARKS_H
#define REPORTS_PLOT_MARKS_H

#include "reports/plot/chart.h"

#include <stdio.h>

/* Where a panel's data lies in the picture: y grows downwards there. */
struct frame {
    double left, right, top, bottom;
    struct scale x, y;
};

/* Draws a series; points that would cover each other are drawn once. */
void marks_draw(FILE *file, const struct frame *frame, const struct panel *panel, const struct series *series);

/* What stands for it in a legend, MARKS_KEY points wide, its middle at the height y. */
enum { MARKS_KEY = 15 };
void marks_key(FILE *file, double x, double y, const struct series *series);

/* Whether two series look alike. */
bool marks_alike(const struct series *one, const struct series *other);

#endif
