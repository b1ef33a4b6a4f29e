/* JSON of strangers' files: of no text in it anything can act on a terminal. */
#pragma once

#include <jansson.h>

/* As json_loadb, but all texts and keys are as text_printable has them (base/text.h). Lines of reasons stay lines. */
json_t *json_parse(const char *text, size_t length, size_t flags, json_error_t *error);

/* Puts an empty object, and blanks, in the place of each NaN, Infinity and -Infinity outside texts, and of each number
 * that a double has not (1e999), which Python's json reads and jansson does not: so what can be told of places holds. A
 * zero byte stands behind the text. */
void json_blank_numbers(char *text, size_t length);
