/* Formats numbers for people. */
#pragma once

#include "tuner/result.h"

/* A number's text, returned by value. */
struct text {
    char text[64];
};

/* As printf; a longer one is cut, and ends with "...". */
struct text format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A number with this many significant digits: 4630, 231.8, -0.0123, and 1.14e-06 below 0.0001; "?" if not finite. */
struct text format_digits(double value, int digits);

/* A number rounded up to at most 3 digits, as 3.71e-07: an upper bound of an error. */
struct text format_bound(double value);

/* Half of the 95 % interval; 0 if unknown. */
double format_half_width(const struct result *row);

/* A time with its unit and half of its interval: "231.8 +- 0.4 us". */
struct text format_time(const struct result *row);

/* A time without an interval: "231.8 us"; and a ratio: "1.31x". */
struct text format_ns(double ns);
struct text format_ratio(double ratio);

/* "+6.4 %", of a logarithm of a ratio. */
struct text format_change(double log_ratio);

/* A rate per second in a resource's unit: "4.64 TB/s", "29.9 T FMA/s"; launches as the time of one: "1.94 us per
 * launch". "?" unless it is above 0. */
struct text format_rate(double per_second, const char *unit);

/* Bytes: "512 B", "14.2 MiB". */
struct text format_bytes(uint64_t bytes);

/* A share in per cent: "98.1 %". */
struct text format_percent(double fraction);

/* A share as a bar of `width` characters, at most 40, in brackets, with its per cent: "[###################-] 96 %".
 * The bar is rounded down; above 1 it is full, and only the number is larger. */
struct text format_bar(double fraction, int width);

/* A problem size: "2^28" for powers of two from 1024 on, else "1000003"; 0, of imported results, is "unknown". */
struct text format_size(uint64_t size);

/* A row's rate at a time per iteration: of operations if it has far more of them than bytes, else of bytes; or of the
 * only resource that it uses, as launches. *unit is the unit: "B", "FLOP", "launch". NAN and "" if unknown. */
double result_rate(const struct result *row, double ns, const char **unit);
