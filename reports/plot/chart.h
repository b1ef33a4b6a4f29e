/* A picture before it is drawn: panels with two axes and series of points, in the units of the data. Made by a kind of
 * plot, drawn by chart_draw. Texts are copied; what the chart has it frees. */
#pragma once

#include "reports/plot/scale.h"

#include <stdio.h>

/* Points with a line between them; points alone; a cloud of them, small where many are in a panel; a line that steps at
 * each point; a line alone; horizontal bars from 0 to x, at the word number y of the axis. */
enum marks { MARKS_LINE, MARKS_POINTS, MARKS_CLOUD, MARKS_STEPS, MARKS_BARE, MARKS_BARS };

struct point {
    double x, y, low, high; /* an interval of y, or NAN */
    bool single;            /* a single sample: its marker gets a ring */
};

struct series {
    char *name; /* "": not in the legend */
    enum marks marks;
    int style;   /* colour and marker, from 0; or STYLE_GREY */
    int variant; /* 0: full; from 1 on other dashes, and markers that are open */
    bool faint;  /* behind the others */
    struct point *point;
    size_t count, capacity;
};
enum { STYLE_GREY = -1 };

struct axis {
    char *label; /* with the unit, if it has one; "": none */
    enum scale_kind kind;
    double low, high; /* to be shown in any case, beside all points; NAN: nothing */
    bool exact;       /* and nothing else: points beyond are left out */
    char **word;      /* positions 0, 1, ... have words in place of ticks */
    size_t words;
};

struct panel {
    char *title; /* "" for none */
    struct axis x, y;
    struct series *series;
    size_t count, capacity;
};

/* All panels are of one size, in rows of `columns`. */
struct chart {
    char *title, *description;
    struct panel *panel;
    size_t panels, capacity;
    size_t columns;
    double height;      /* of a row; 0: as usual */
    bool direct_labels; /* names stand at the ends of lines in place of a legend; of a single panel */
};

/* ---- making ---- */

/* Puts a text in place of another one, of the chart or of what is in it, or in place of NULL. */
void chart_set(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is added later may move panels and series: they are asked for by number, or used at once. */
struct panel *chart_panel(struct chart *chart);
void axis_word(struct axis *axis, const char *word);
struct series *panel_series(struct panel *panel, enum marks marks, int style, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Points that cannot be shown, not finite, not above 0 on a logarithmic axis, or as large as no axis is, are left out
 * when it is drawn. */
void series_point(struct series *series, double x, double y);
void series_sort(struct series *series); /* by x */

/* What was given as ns along one of the axes, of all panels, in the unit that suits it: "WHAT (µs)". Their axes are
 * then alike, logarithmic where that suits. */
void chart_times(struct chart *chart, bool along_x, const char *what);

void chart_free(struct chart *chart);

/* ---- asking ---- */

/* The logarithmic or linear kind that suits values from low to high. */
enum scale_kind chart_kind(double low, double high);

/* Gives the y axis the scale of the points above 0; returns the highest of them, 0 without. */
double chart_scale_y(struct panel *panel);

/* Whether there is any point that can be shown. */
bool chart_has_points(const struct chart *chart);
bool panel_shows(const struct panel *panel, const struct point *point);

/* ---- drawing ---- */

/* Writes it as an <svg> element of one column, 240 points. */
void chart_draw(FILE *file, const struct chart *chart);

/* ---- series as lines and markers: colours are Okabe and Ito's, which the colour-blind tell apart; each has a marker
 * of its own, and dashes, so colour is never the only sign ---- */

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
