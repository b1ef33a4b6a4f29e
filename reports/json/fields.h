/* Converts plain structs to JSON objects and back, by tables of their members. */
#pragma once

#include "reports/results.h"

#include <jansson.h>

enum field_type { FIELD_TEXT, FIELD_FLAG, FIELD_REAL, FIELD_INT, FIELD_INT64, FIELD_UINT32, FIELD_UINT64, FIELD_BITS };

/* Whether a key is in each file; in newer ones; or if its value is known: a non-empty text, a flag that is set, an
 * integer not below 0, a real above 0. */
enum field_presence { FIELD_ALWAYS, FIELD_LATER, FIELD_KNOWN };

/* A member of a struct under its key. A number member with several elements is an array in JSON; a bit of a uint32_t is
 * a flag there. */
struct field {
    const char *key;
    enum field_type type;
    size_t offset, bytes; /* of a bit: the bit */
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

/* A reader's position, for its messages: the file, and the object in it ("benchmarks[3]"). */
struct place {
    const char *file;
    char object[96];
    struct fault *fault;
};

/* Records "FILE: OBJECT.KEY: REASON" and returns INVALID. */
enum status place_fail(const struct place *place, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The place of an entry of an array. */
struct place place_at(const struct place *outer, const char *array, size_t number);

/* The object under a key of another, with the place inside it; NULL and a fault if there is none. */
const json_t *place_enter(const struct place *outer, const json_t *object, const char *key, struct place *inner);

/* Sets one key for each field, unless its value is unknown. Reals that are not finite become null. */
void fields_write(json_t *object, const struct field *fields, size_t count, const void *from);

/* Reads every field, checking type and range; text must fit. null is an unknown real: NAN. A missing key of FIELD_LATER
 * or FIELD_KNOWN leaves its member unchanged. INVALID with one line. */
enum status fields_read(const json_t *object, const struct field *fields, size_t count, void *to,
                        const struct place *place);

/* The JSON of a file; `flags` are json_loadb's. NULL with one line. */
json_t *json_read_file(const char *path, size_t flags, struct fault *fault);

/* Prints JSON and a line end, and frees the JSON. The caller reports errors of the file (ferror); INVALID with one line
 * if a text is not UTF-8. */
enum status json_print(json_t *root, FILE *file, size_t flags, struct fault *fault);

/* The same for other programs, which write what JSON does not allow: numbers outside a double's range, NaN and
 * infinities are replaced as by json_blank_numbers, and all others are reals. */
json_t *json_read_foreign(const char *path, struct fault *fault);

/* Saves JSON, which it frees, as a file, with all digits of reals. INVALID with one line. */
enum status json_save(json_t *root, const char *path, struct fault *fault);

/* jansson's integers end at 2^63 - 1; larger ones are written as text. */
json_t *json_unsigned(uint64_t value);

/* "secret": 16 hexadecimal digits, if it is not 0. Reading anything else is INVALID. */
void secret_write(json_t *object, uint64_t secret);
enum status secret_read(const json_t *object, uint64_t *secret, const struct place *place);

/* Sets a key to an object or array that is not empty; frees an empty one. */
void json_set_filled(json_t *object, const char *key, json_t *value);

/* A JSON string from a text, and from a fixed char array; invalid bytes of UTF-8 become '?'. */
json_t *text_json(const char *text);
json_t *json_text(const char *text, size_t capacity);

/* A number, null if it is not finite, or not above 0; and arrays. */
json_t *real_json(double value);
json_t *positive_json(double value);
json_t *reals_json(const double *values, size_t count);
json_t *texts_json(const struct texts *texts);

/* Copies a JSON string into a fixed char array; INVALID if it is no string or does not fit. */
enum status json_read_text(const json_t *value, char *text, size_t capacity, const struct place *place,
                           const char *key);

/* The choice between words under a key, ended by NULL; -1: the key is missing. INVALID for another word. */
enum status json_read_choice(const json_t *object, const char *key, const char *const *words, int *choice,
                             const struct place *place);

/* Makes jansson use our allocators: exhaustion ends the program with one line, so its calls fail only by their
 * arguments. To be called before any other of its functions. */
void json_own_memory(void);
