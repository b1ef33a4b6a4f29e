/* Parses JSON of untrusted files: no text of it can act on a terminal. */
#pragma once

#include <jansson.h>

/* As json_loadb, but all texts and keys are converted by text_printable (base/text.h). Line ends in reasons stay. */
json_t *json_parse(const char *text, size_t length, size_t flags, json_error_t *error);

/* Replaces each NaN, Infinity and -Infinity outside texts, and each number outside a double's range (1e999), by an
 * empty object and blanks: Python's json reads them and jansson does not. Positions in messages stay right. A zero byte
 * must follow the text. */
void json_blank_numbers(char *text, size_t length);
