/* Writes the elements of an SVG picture. Lengths are points; numbers are written in tenths, in any locale, so that
 * equal pictures have equal bytes. */
#pragma once

#include <stdio.h>

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

/* The outermost element: white ground, a title and a description for readers without a picture. */
void svg_open(FILE *file, double width, double height, const char *title, const char *description);
void svg_close(FILE *file);

/* Text that begins, is centred or ends at x on the baseline y; turned by `degrees`; `size` in points. Characters that
 * are not printable, or not UTF-8, are shown as \n, \x1b; those of XML are escaped. */
void svg_text(FILE *file, double x, double y, enum anchor anchor, double size, double degrees, const char *text);

/* The same for a tick: text after ^ is raised. */
void svg_tick(FILE *file, double x, double y, enum anchor anchor, double size, const char *label);

/* Its largest width: by Helvetica, and by wider fonts in its place. */
double svg_text_width(const char *text, double size);

/* Text within an element, escaped. */
void svg_escape(FILE *file, const char *text);

/* Coordinates of a path: "12.5 3", without a blank before; and after a command: "M12.5 3". */
void svg_pair(FILE *file, double x, double y);
void svg_to(FILE *file, char command, double x, double y);
