/* Plain structs to JSON objects and back, by tables that name their members. */
#pragma once

#include "reports/results.h"

#include <jansson.h>

enum field_type { FIELD_TEXT, FIELD_FLAG, FIELD_REAL, FIELD_INT, FIELD_INT64, FIELD_UINT32, FIELD_UINT64, FIELD_BITS };

/* Whether a key is in each file; in newer ones; or where something is known: a text that is not empty, an integer that
 * is not below 0, a real above 0. */
enum field_presence { FIELD_ALWAYS, FIELD_LATER, FIELD_KNOWN };

/* A member of a struct under its key. A number member of several elements is an array in JSON; a bit of a uint32_t is a
 * flag there. */
struct field {
    const char *key;
    enum field_type type;
    size_t offset, bytes; /* of a bit, the bit */
    enum field_presence presence;
};

/* The type follows from the member's. */
/* clang-format off */
#define FIELD_TYPE(member)                                                                                             \
    _Generic((member),                                                                                                 \
        char *: FIELD_TEXT, bool: FIELD_FLAG, double: FIELD_REAL, double *: FIELD_REAL, int: FIELD_INT,                \
        int64_t: FIELD_INT64, uint32_t: FIELD_UINT32, uint64_t: FIELD_UINT64, uint64_t *: FIELD_UINT64)
#define FIELD_IF(owner, key, member, presence)                                                                         \
    {key, FIELD_TYPE(((owner *)0)->member), offsetof(owner, member), sizeof(((owner *)0)->member), presence}
#define FIELD(owner, key, member) FIELD_IF(owner, key, member, FIELD_ALWAYS)
#define FIELD_BIT(owner, key, member, bit, presence) {key, FIELD_BITS, offsetof(owner, member), bit, presence}
/* clang-format on */

#define FIELDS_COUNT(table) (sizeof(table) / sizeof *(table))

/* Where a reader stands, for its messages: the file, and the object in it ("benchmarks[3]"). */
struct place {
    const char *file;
    char object[96];
    struct fault *fault;
};

/* Records "FILE: OBJECT.KEY: REASON" and returns INVALID. */
enum status place_fail(const struct place *place, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The place of one of an array's entries. */
struct place place_at(const struct place *outer, const char *array, size_t number);

/* The object under a key of another, with the place inside it; NULL and a fault if there is none. */
const json_t *place_enter(const struct place *outer, const json_t *object, const char *key, struct place *inner);

/* Sets one key for each field, unless it is of what is not known. Reals that are not finite become null. */
void fields_write(json_t *object, const struct field *fields, size_t count, const void *from);

/* Reads every field, of its type, within its range; text must fit. null is a real not known: NAN. Where a key of newer
 * files, or of what is known, is not there, the member stays as it is. INVALID with one line. */
enum status fields_read(const json_t *object, const struct field *fields, size_t count, void *to,
                        const struct place *place);

/* The JSON of a file; `flags` are json_loadb's. NULL with one line. */
json_t *json_read_file(const char *path, size_t flags, struct fault *fault);

/* Prints JSON, which it takes, and the end of a line. What is wrong with the file stays to be told by who has it
 * (ferror); INVALID with one line if a text is no UTF-8. */
enum status json_print(json_t *root, FILE *file, size_t flags, struct fault *fault);

/* The same of a program that writes what JSON has not: numbers beyond a double's, NaN and infinities are no numbers, as
 * json_blank_numbers has them, and all others are reals. */
json_t *json_read_foreign(const char *path, struct fault *fault);

/* Saves JSON, which it takes, as a file, with all digits of reals. INVALID with one line. */
enum status json_save(json_t *root, const char *path, struct fault *fault);

/* jansson's integers end at 2^63 - 1; larger ones are written as text of their digits. */
json_t *json_unsigned(uint64_t value);

/* "secret": 16 hexadecimal digits, where it is not 0. Reading is INVALID for anything else. */
void secret_write(json_t *object, uint64_t secret);
enum status secret_read(const json_t *object, uint64_t *secret, const struct place *place);

/* Sets a key to an object or an array that has something in it, and drops an empty one. */
void json_set_filled(json_t *object, const char *key, json_t *value);

/* A JSON string of a text, and of a fixed char array; bytes that are no UTF-8 become '?'. */
json_t *text_json(const char *text);
json_t *json_text(const char *text, size_t capacity);

/* A number, which is null where it is not finite, or not above 0; and arrays. */
json_t *real_json(double value);
json_t *positive_json(double value);
json_t *reals_json(const double *values, size_t count);
json_t *texts_json(const struct texts *texts);

/* The text of a JSON string in a fixed char array; INVALID if it is no string or does not fit. */
enum status json_read_text(const json_t *value, char *text, size_t capacity, const struct place *place,
                           const char *key);

/* Which of two words stands under a key; -1: there is none. INVALID for another. */
enum status json_read_choice(const json_t *object, const char *key, const char *const *words, int *choice,
                             const struct place *place);

/* Makes jansson take its memory as we do: exhaustion ends the program with one line, so its calls fail for no reason
 * but their arguments. Before any other call of it. */
void json_own_memory(void);
