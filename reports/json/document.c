#include "reports/json/document.h"

#include "reports/json/context.h"

#include <stdlib.h>

enum { DEPTH = 16 };

struct document {
    json_t *open[DEPTH]; /* each is nested in the one before it */
    size_t depth;
};

/* Adds a value to the innermost open one. */
static void add(struct document *document, const char *key, json_t *value)
{
    json_t *to = document->open[document->depth - 1];
    if (key)
        json_object_set_new(to, key, value);
    else
        json_array_append_new(to, value);
}

static void open(struct document *document, const char *key, json_t *value)
{
    add(document, key, value);
    document->open[document->depth++] = value;
}

struct document *document_make(const char *schema)
{
    json_own_memory();
    struct document *document = allocate(sizeof *document);
    document->open[document->depth++] = json_object();
    if (schema)
        document_text(document, "schema", schema);
    return document;
}

void document_object(struct document *document, const char *key)
{
    open(document, key, json_object());
}

void document_array(struct document *document, const char *key)
{
    open(document, key, json_array());
}

void document_end(struct document *document)
{
    document->depth--;
}

void document_text(struct document *document, const char *key, const char *text)
{
    add(document, key, text ? text_json(text) : json_null());
}

void document_real(struct document *document, const char *key, double value)
{
    add(document, key, real_json(value));
}

void document_whole(struct document *document, const char *key, uint64_t value)
{
    add(document, key, json_unsigned(value));
}

void document_integer(struct document *document, const char *key, int64_t value)
{
    add(document, key, json_integer(value));
}

void document_flag(struct document *document, const char *key, bool value)
{
    add(document, key, json_boolean(value));
}

void document_device(struct document *document, const char *key, const struct compute_device *device)
{
    add(document, key, device_json(device));
}

enum status document_print(struct document *document, FILE *file, struct fault *fault)
{
    const enum status status = json_print(document->open[0], file, JSON_INDENT(1) | JSON_REAL_PRECISION(17), fault);
    free(document);
    return status;
}

char *document_line(struct document *document)
{
    FREED char *text = json_dumps(document->open[0], JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(document->open[0]);
    free(document);
    return text_make("%s\n", text);
}
