/* A JSON document, written from its beginning to its end: for files other than results files. */
#pragma once

#include "tuner/result.h"

#include <stdio.h>

struct document;

/* Begins an object with a schema (NULL: none), to which the functions below add. document_print or document_line ends
 * it. */
struct document *document_make(const char *schema);

/* Begins an object, or an array, that lasts until document_end: under a key; in an array the key is NULL. */
void document_object(struct document *document, const char *key);
void document_array(struct document *document, const char *key);
void document_end(struct document *document);

/* Values: invalid bytes of UTF-8 become '?', NULL and numbers that are not finite become null. */
void document_text(struct document *document, const char *key, const char *text);
void document_real(struct document *document, const char *key, double value);
void document_whole(struct document *document, const char *key, uint64_t value);
void document_integer(struct document *document, const char *key, int64_t value);
void document_flag(struct document *document, const char *key, bool value);

/* A device, as the object of a results file. */
void document_device(struct document *document, const char *key, const struct compute_device *device);

/* Prints it and frees it. Errors as json_print's. */
enum status document_print(struct document *document, FILE *file, struct fault *fault);

/* Returns the document as one line, with its end, which the caller frees; frees the document. */
char *document_line(struct document *document);
