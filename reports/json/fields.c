#include "reports/json/fields.h"

#include "base/file.h"
#include "reports/json/parse.h"

#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    size_t bytes;
    const char *expected;
} types[] = {
    [FIELD_TEXT] = {1, "text"},
    [FIELD_FLAG] = {sizeof(bool), "true or false"},
    [FIELD_REAL] = {sizeof(double), "a number"},
    [FIELD_INT] = {sizeof(int), "an integer of 32 bits"},
    [FIELD_INT64] = {sizeof(int64_t), "an integer"},
    [FIELD_UINT32] = {sizeof(uint32_t), "an integer from 0 to 4294967295"},
    [FIELD_UINT64] = {sizeof(uint64_t), "an integer from 0 to 18446744073709551615"},
    [FIELD_BITS] = {sizeof(uint32_t), "true or false"},
};

enum status place_fail(const struct place *place, const char *key, const char *format, ...)
{
    char reason[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return fail(place->fault, INVALID, "%s: %s%s%s: %s", place->file, place->object, *place->object ? "." : "", key,
                reason);
}

const json_t *place_enter(const struct place *outer, const json_t *object, const char *key, struct place *inner)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_object(value)) {
        place_fail(outer, key, value ? "expected an object" : "missing");
        return NULL;
    }
    *inner = *outer;
    snprintf(inner->object, sizeof inner->object, "%.60s%s%.30s", outer->object, *outer->object ? "." : "", key);
    return value;
}

struct place place_at(const struct place *outer, const char *array, size_t number)
{
    struct place inner = *outer;
    snprintf(inner.object, sizeof inner.object, "%s[%zu]", array, number);
    return inner;
}

/* The length of the UTF-8 sequence at the start of a text, 0 if it is not valid, as jansson decides. */
static size_t sequence(const char *text, size_t left)
{
    for (size_t length = 1; length <= 4 && length <= left; length++) {
        json_auto_t *good = json_stringn(text, length);
        if (good)
            return length;
    }
    return 0;
}

json_t *json_text(const char *text, size_t capacity)
{
    size_t length = strnlen(text, capacity);
    json_t *value = json_stringn(text, length);
    if (value)
        return value;
    char clean[4096];
    if (length > sizeof clean)
        length = sizeof clean;
    memcpy(clean, text, length);
    for (size_t at = 0; at < length;) {
        size_t step = sequence(clean + at, length - at);
        if (!step)
            clean[at] = '?';
        at += step ? step : 1;
    }
    return json_stringn(clean, length);
}

json_t *text_json(const char *text)
{
    return json_text(text, strlen(text));
}

json_t *real_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *positive_json(double value)
{
    return value > 0 ? real_json(value) : json_null();
}

json_t *reals_json(const double *values, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, real_json(values[i]));
    return array;
}

json_t *texts_json(const struct texts *texts)
{
    json_t *array = json_array();
    for (size_t i = 0; i < texts->count; i++)
        json_array_append_new(array, text_json(texts->text[i]));
    return array;
}

enum status json_read_text(const json_t *value, char *text, size_t capacity, const struct place *place, const char *key)
{
    if (!json_is_string(value))
        return place_fail(place, key, value ? "expected text" : "missing");
    size_t length = json_string_length(value);
    if (length >= capacity)
        return place_fail(place, key, "text of %zu bytes, at most %zu fit", length, capacity - 1);
    memset(text, 0, capacity);
    memcpy(text, json_string_value(value), length);
    return OK;
}

enum status json_read_choice(const json_t *object, const char *key, const char *const *words, int *choice,
                             const struct place *place)
{
    const json_t *value = json_object_get(object, key);
    const char *word = json_string_value(value);
    char expected[64] = "";
    *choice = -1;
    for (int i = 0; words[i]; i++) {
        const size_t length = strlen(expected);
        snprintf(expected + length, sizeof expected - length, "%s\"%s\"", i ? words[i + 1] ? ", " : " or " : "",
                 words[i]);
        *choice = word && !strcmp(word, words[i]) ? i : *choice;
    }
    return !value || *choice >= 0 ? OK : place_fail(place, key, "expected %s", expected);
}

void json_set_filled(json_t *object, const char *key, json_t *value)
{
    if (json_object_size(value) || json_array_size(value))
        json_object_set(object, key, value);
    json_decref(value);
}

static json_t *read_text(const char *path, char *text, size_t length, size_t flags, struct fault *fault)
{
    json_error_t error;
    json_t *root = json_parse(text, length, flags, &error);
    free(text);
    if (!root)
        fail(fault, INVALID, "%s: no JSON: line %d column %d", path, error.line, error.column);
    return root;
}

enum status json_print(json_t *root, FILE *file, size_t flags, struct fault *fault)
{
    FREED char *text = json_dumps(root, flags);
    json_decref(root);
    if (!text)
        return fail(fault, INVALID, "standard output: cannot write: a text is no UTF-8");
    fputs(text, file);
    fputc('\n', file);
    return OK;
}

enum status json_save(json_t *root, const char *path, struct fault *fault)
{
    FREED char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    json_decref(root);
    return text ? file_save(path, text, strlen(text), fault)
                : fail(fault, INVALID, "%s: cannot write: a text in it is no UTF-8", path);
}

json_t *json_read_file(const char *path, size_t flags, struct fault *fault)
{
    char *text;
    size_t length;
    return file_read(path, &text, &length, fault) == OK ? read_text(path, text, length, flags, fault) : NULL;
}

json_t *json_read_foreign(const char *path, struct fault *fault)
{
    char *text;
    size_t length;
    if (file_read(path, &text, &length, fault) != OK)
        return NULL;
    json_blank_numbers(text, length);
    return read_text(path, text, length, JSON_DECODE_INT_AS_REAL, fault);
}

json_t *json_unsigned(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_sprintf("%" PRIu64, value);
}

static bool read_unsigned(const json_t *value, uint64_t *number)
{
    const char *text = json_string_value(value);
    if (text) {
        char *end;
        errno = 0;
        *number = strtoull(text, &end, 10);
        return *text >= '1' && *text <= '9' && !*end && !errno;
    }
    *number = (uint64_t)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0;
}

static json_t *write_one(const struct field *field, const char *from)
{
    switch (field->type) {
    case FIELD_TEXT:
        return json_text(from, field->bytes);
    case FIELD_FLAG:
        return json_boolean(*(const bool *)from);
    case FIELD_REAL:
        return real_json(*(const double *)from);
    case FIELD_INT:
        return json_integer(*(const int *)from);
    case FIELD_INT64:
        return json_integer(*(const int64_t *)from);
    case FIELD_UINT32:
        return json_integer(*(const uint32_t *)from);
    case FIELD_UINT64:
        return json_unsigned(*(const uint64_t *)from);
    case FIELD_BITS:
        return json_boolean(*(const uint32_t *)from & field->bytes);
    }
    return NULL;
}

static bool is_known(const struct field *field, const char *from)
{
    switch (field->type) {
    case FIELD_TEXT:
        return *from;
    case FIELD_FLAG:
        return *(const bool *)from;
    case FIELD_REAL:
        return isfinite(*(const double *)from) && *(const double *)from > 0;
    default:
        return *(const int *)from >= 0;
    }
}

void fields_write(json_t *object, const struct field *fields, size_t count, const void *from)
{
    for (const struct field *field = fields; field < fields + count; field++) {
        const char *member = (const char *)from + field->offset;
        size_t size = types[field->type].bytes;
        if (field->presence == FIELD_KNOWN && !is_known(field, member))
            continue;
        if (field->type == FIELD_TEXT || field->type == FIELD_BITS || field->bytes == size) {
            json_object_set_new(object, field->key, write_one(field, member));
            continue;
        }
        json_t *array = json_array();
        for (size_t at = 0; at < field->bytes; at += size)
            json_array_append_new(array, write_one(field, member + at));
        json_object_set_new(object, field->key, array);
    }
}

/* Reads one number, flag or bit; false if the value is not of the field's type and range. */
static bool read_one(const struct field *field, const json_t *value, void *to)
{
    json_int_t integer = json_integer_value(value);
    const uint32_t bit = (uint32_t)field->bytes;
    switch (field->type) {
    case FIELD_TEXT:
        return false;
    case FIELD_FLAG:
        *(bool *)to = json_is_true(value);
        return json_is_boolean(value);
    case FIELD_REAL:
        *(double *)to = json_is_null(value) ? NAN : json_number_value(value);
        return json_is_number(value) || json_is_null(value);
    case FIELD_INT:
        *(int *)to = (int)integer;
        return json_is_integer(value) && integer >= INT32_MIN && integer <= INT32_MAX;
    case FIELD_INT64:
        *(int64_t *)to = integer;
        return json_is_integer(value);
    case FIELD_UINT32:
        *(uint32_t *)to = (uint32_t)integer;
        return json_is_integer(value) && integer >= 0 && integer <= UINT32_MAX;
    case FIELD_UINT64:
        return read_unsigned(value, to);
    case FIELD_BITS:
        *(uint32_t *)to = json_is_true(value) ? *(uint32_t *)to | bit : *(uint32_t *)to & ~bit;
        return json_is_boolean(value);
    }
    return false;
}

static enum status read_field(const json_t *value, const struct field *field, char *to, const struct place *place)
{
    if (field->type == FIELD_TEXT)
        return json_read_text(value, to, field->bytes, place, field->key);
    if (!value)
        return place_fail(place, field->key, "missing");
    const char *expected = types[field->type].expected;
    size_t size = types[field->type].bytes, elements = field->type == FIELD_BITS ? 1 : field->bytes / size;
    if (elements == 1)
        return read_one(field, value, to) ? OK : place_fail(place, field->key, "expected %s", expected);
    bool good = json_is_array(value) && json_array_size(value) == elements;
    for (size_t i = 0; good && i < elements; i++)
        good = read_one(field, json_array_get(value, i), to + i * size);
    return good ? OK : place_fail(place, field->key, "expected an array of %zu, each %s", elements, expected);
}

enum status fields_read(const json_t *object, const struct field *fields, size_t count, void *to,
                        const struct place *place)
{
    for (const struct field *field = fields; field < fields + count; field++) {
        const json_t *value = json_object_get(object, field->key);
        if ((value || field->presence == FIELD_ALWAYS) &&
            read_field(value, field, (char *)to + field->offset, place) != OK)
            return INVALID;
    }
    return OK;
}

void secret_write(json_t *object, uint64_t secret)
{
    if (secret)
        json_object_set_new(object, "secret", json_sprintf("%016" PRIx64, secret));
}

enum status secret_read(const json_t *object, uint64_t *secret, const struct place *place)
{
    const json_t *value = json_object_get(object, "secret");
    const char *text = json_string_value(value);
    if (!value)
        return OK;
    if (!text || strlen(text) != 16 || text[strspn(text, "0123456789abcdef")])
        return place_fail(place, "secret", "expected 16 hexadecimal digits");
    *secret = strtoull(text, NULL, 16);
    return OK;
}

void json_own_memory(void)
{
    mallopt(M_MXFAST, 0); /* else free() sorts small pieces repeatedly: four times the duration for a large file */
    json_set_alloc_funcs(allocate, free);
}
