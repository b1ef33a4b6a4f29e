/* Text of strangers on its way to a terminal: file names, names in files, what a compiler or a worker said last. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The text so that it is seen as it is, in one line, and moves nothing: what is printable UTF-8 stays; control
 * characters of both sets, what turns the direction of writing or has no width, and bytes that are no UTF-8 become \n,
 * \t, \r, \x1b, \u202e. Printable text is not changed, so neither is the answer. The caller frees it. */
char *text_printable(const char *text, size_t length);

/* Whether that changes nothing. */
bool text_is_printable(const char *text, size_t length);

/* As fprintf, but each text among the arguments is printed so; the format's own bytes, as line ends, stay. A precision
 * counts bytes of the text and leaves no part of a character; a width counts those that are printed. Returns how many
 * bytes were. */
int text_print(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for another reader: each text among the arguments is what `filter` makes of it, which is freed. */
typedef char *text_filter(const char *text, size_t length);
int text_print_list(FILE *file, text_filter *filter, const char *format, va_list list)
    __attribute__((format(printf, 3, 0)));
