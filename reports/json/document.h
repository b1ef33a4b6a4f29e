/* A JSON document that is told from its beginning to its end: for what is no results file. */
#pragma once

#include "tuner/result.h"

#include <stdio.h>

struct document;

/* Begins an object with a schema (NULL: none), in which what follows is put. document_print or document_line ends it.
 */
struct document *document_make(const char *schema);

/* What follows is in an object, or an array, until document_end: under a key; in an array the key is NULL. */
void document_object(struct document *document, const char *key);
void document_array(struct document *document, const char *key);
void document_end(struct document *document);

/* Values: bytes of a text that are no UTF-8 become '?', NULL and what is not finite is null. */
void document_text(struct document *document, const char *key, const char *text);
void document_real(struct document *document, const char *key, double value);
void document_whole(struct document *document, const char *key, uint64_t value);
void document_integer(struct document *document, const char *key, int64_t value);
void document_flag(struct document *document, const char *key, bool value);

/* An object as the device of a results file. */
void document_device(struct document *document, const char *key, const struct compute_device *device);

/* Prints it and frees it. Errors as json_print's. */
enum status document_print(struct document *document, FILE *file, struct fault *fault);

/* All of it in one line, with its end, which the caller frees; frees the document. */
char *document_line(struct document *document);
