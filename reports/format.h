/* Numbers as people read them. */
#pragma once

#include "tuner/result.h"

/* A number's text; made by the functions below and printed at once. */
struct text {
    char text[64];
};

/* As printf. */
struct text format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A number with so many significant digits: 4630, 231.8, -0.0123, and 1.14e-06 below 0.0001; "?" if not finite. */
struct text format_digits(double value, int digits);

/* A number of at most 3 digits and not below what it is, as 3.71e-07: an error is within what stands there. */
struct text format_bound(double value);

/* Half of the 95 % interval; 0 if it is not known. */
double format_half_width(const struct result *row);

/* A time with its unit and half of its interval: "231.8 +- 0.4 us". */
struct text format_time(const struct result *row);

/* The same of a time alone: "231.8 us"; and a ratio: "1.31x". */
struct text format_ns(double ns);
struct text format_ratio(double ratio);

/* "+6.4 %", of a logarithm of a ratio. */
struct text format_change(double log_ratio);

/* An amount a second of a resource's unit: "4.64 TB/s", "29.9 T FMA/s"; launches as the time of one: "1.94 us per
 * launch".
 * "?" unless it is a number above 0. */
struct text format_rate(double per_second, const char *unit);

/* Bytes: "512 B", "14.2 MiB". */
struct text format_bytes(uint64_t bytes);

/* A share in per cent: "98.1 %". */
struct text format_percent(double fraction);

/* A share as a bar of `width` characters between brackets, at most 40, and its per cent: "[###################-] 96 %".
 * Only what is reached is full; above 1 the bar is full, and the number says how far above. */
struct text format_bar(double fraction, int width);

/* A problem size: "2^28" for powers of two from 1024 on, else "1000003". */
struct text format_size(uint64_t size);

/* What a row does most of in a second, if it takes so long: operations where it has far more of them than bytes, else
 * bytes; or the one resource that it uses alone, as launches. *unit is of an amount: "B", "FLOP", "launch". NAN and ""
 * where nothing is known. */
double result_rate(const struct result *row, double ns, const char **unit);
