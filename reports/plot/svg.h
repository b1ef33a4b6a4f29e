/* The elements of an SVG picture, written one by one. Lengths are points; numbers are written in tenths of one, in any
 * locale, so that the same picture is the same bytes. */
#pragma once

#include <stdio.h>

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

/* The element that all others are in: white ground, a title and a description for readers without a picture. */
void svg_open(FILE *file, double width, double height, const char *title, const char *description);
void svg_close(FILE *file);

/* Text whose baseline begins, has its middle or ends at x, y; turned by `degrees`; `size` in points. Characters that
 * are not printable, or no UTF-8, are shown as \n, \x1b; those of XML are escaped. */
void svg_text(FILE *file, double x, double y, enum anchor anchor, double size, double degrees, const char *text);

/* The same of a tick: what is behind ^ is raised. */
void svg_tick(FILE *file, double x, double y, enum anchor anchor, double size, const char *label);

/* How wide it may be: as Helvetica has it, and what wider fonts have in its place. */
double svg_text_width(const char *text, double size);

/* Text within an element, escaped. */
void svg_escape(FILE *file, const char *text);

/* Coordinates as they stand in a path: "12.5 3", without a blank before; and behind a command: "M12.5 3". */
void svg_pair(FILE *file, double x, double y);
void svg_to(FILE *file, char command, double x, double y);
