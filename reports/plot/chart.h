/* A picture before it is drawn: panels with two axes and series of points, in the units of the data. A kind of plot
 * makes it, chart_draw draws it. The chart copies and frees its texts. */
#pragma once

#include "reports/plot/scale.h"

#include <stdio.h>

/* Points joined by lines; points only; a cloud of them, small if a panel has many; a line with a step at each point; a
 * line only; horizontal bars from 0 to x, at word number y of the axis. */
enum marks { MARKS_LINE, MARKS_POINTS, MARKS_CLOUD, MARKS_STEPS, MARKS_BARE, MARKS_BARS };

struct point {
    double x, y, low, high; /* an interval of y, or NAN */
    bool single;            /* a single sample: its marker has a ring */
};

struct series {
    char *name; /* "": not in the legend */
    enum marks marks;
    int style;   /* colour and marker, from 0; or STYLE_GREY */
    int variant; /* 0: solid; from 1 on other dashes, and open markers */
    bool faint;  /* drawn below the others */
    struct point *point;
    size_t count, capacity;
};
enum { STYLE_GREY = -1 };

struct axis {
    char *label; /* with the unit, if any; "": none */
    enum scale_kind kind;
    double low, high; /* always shown, in addition to all points; NAN: nothing */
    bool exact;       /* the axis shows exactly this range: points beyond are left out */
    char **word;      /* positions 0, 1, ... are labelled with words in place of ticks */
    size_t words;
};

struct panel {
    char *title; /* "" for none */
    struct axis x, y;
    struct series *series;
    size_t count, capacity;
};

/* All panels have the same size, in rows of `columns`. */
struct chart {
    char *title, *description;
    struct panel *panel;
    size_t panels, capacity;
    size_t columns;
    double height;      /* of a row; 0: the default */
    bool direct_labels; /* names are at the ends of lines in place of a legend; for a single panel */
};

/* ---- construction ---- */

/* Replaces a text of the chart or of its parts, or NULL. */
void chart_set(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Later additions may move panels and series: access them by number, or use them at once. */
struct panel *chart_panel(struct chart *chart);
void axis_word(struct axis *axis, const char *word);
struct series *panel_series(struct panel *panel, enum marks marks, int style, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Points that cannot be shown, not finite, not above 0 on a logarithmic axis, or beyond any axis, are left out when it
 * is drawn. */
void series_point(struct series *series, double x, double y);
void series_sort(struct series *series); /* by x */

/* Converts ns along one of the axes, in all panels, to the unit that suits them: "WHAT (µs)". The axes become alike,
 * logarithmic if suitable. */
void chart_times(struct chart *chart, bool along_x, const char *what);

void chart_free(struct chart *chart);

/* ---- queries ---- */

/* The kind of scale, logarithmic or linear, that suits values from low to high. */
enum scale_kind chart_kind(double low, double high);

/* Sets the scale of the y axis by the points above 0; returns the largest of them, 0 without any. */
double chart_scale_y(struct panel *panel);

/* Whether any point can be shown. */
bool chart_has_points(const struct chart *chart);
bool panel_shows(const struct panel *panel, const struct point *point);

/* ---- drawing ---- */

/* Writes it as an <svg> element, one column wide: 240 points. */
void chart_draw(FILE *file, const struct chart *chart);

/* ---- series as lines and markers: colours are Okabe and Ito's, distinguishable by the colour-blind; each has its own
 * marker and dashes, so colour is never the only sign ---- */

/* The area of a panel's data in the picture: y grows downwards. */
struct frame {
    double left, right, top, bottom;
    struct scale x, y;
};

/* Draws a series; coinciding points are drawn once. */
void marks_draw(FILE *file, const struct frame *frame, const struct panel *panel, const struct series *series);

/* Its sample in a legend, MARKS_KEY points wide, centred at the height y. */
enum { MARKS_KEY = 15 };
void marks_key(FILE *file, double x, double y, const struct series *series);

/* Whether two series look alike. */
bool marks_alike(const struct series *one, const struct series *other);
