/* Untrusted text on its way to a terminal: file names, names in files, output of a compiler or worker. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Makes a text visible, on one line, without control effects: printable UTF-8 is kept; control characters of both sets,
 * characters of changed direction or no width, and invalid UTF-8 become \n, \t, \r, \x1b, \u202e. Printable text, and
 * so the result itself, is unchanged. The caller frees it. */
char *text_printable(const char *text, size_t length);

/* Whether text_printable would not change it. */
bool text_is_printable(const char *text, size_t length);

/* The length of a text that is cut there, without a part of a character at its end. */
size_t text_whole(const char *text, size_t length);

/* As fprintf, but with text_printable applied to each text argument; the format's own bytes, as line ends, are kept. A
 * precision counts bytes of the text and never splits a character; a width counts printed ones. Returns the printed
 * bytes. */
int text_print(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with another filter for text arguments; its result is freed. */
typedef char *text_filter(const char *text, size_t length);
int text_print_list(FILE *file, text_filter *filter, const char *format, va_list list)
    __attribute__((format(printf, 3, 0)));
