#include "suites/molecules/xyz_comment.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#define BLANKS " \t\v\f"

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, BLANKS);
}

/* How long a text in quotes or an array is, with its ends; 0: it is neither, or has no end. */
static size_t enclosed_length(const char *at)
{
    const char *close = strchr("\"\"[]{}", *at);
    if (!*at || !close)
        return 0;
    const char begin = *at, end = close[1];
    size_t depth = 0;
    for (size_t i = 0; at[i]; i++) {
        if (begin == '"' && at[i] == '\\' && at[i + 1])
            i++;
        else if (at[i] == end && (begin != '"' || i) && depth-- == 1)
            return i + 1;
        else if (at[i] == begin)
            depth++;
    }
    return 0;
}

static size_t word_length(const char *at)
{
    const size_t enclosed = enclosed_length(at);
    return enclosed ? enclosed : strcspn(at, BLANKS "=");
}

static bool is_key(const char *word, size_t length, const char *key)
{
    const size_t quotes = length > 1 && *word == '"';
    return length - 2 * quotes == strlen(key) && !strncasecmp(word + quotes, key, strlen(key));
}

static char *copy_value(const char *word, size_t length)
{
    char *value = allocate(length + 1);
    memcpy(value, word, length);
    for (char *at = value; (at = strpbrk(at, "\"[]{},"));)
        *at = ' ';
    return value;
}

char *comment_value(const char *comment, const char *key)
{
    for (const char *at = skip_blanks(comment); *at;) {
        const size_t length = word_length(at);
        const char *equals = skip_blanks(at + length);
        if (*equals != '=') {
            at = equals;
            continue;
        }
        const char *value = skip_blanks(equals + 1), *behind = skip_blanks(value + word_length(value));
        if (is_key(at, length, key))
            return copy_value(value, word_length(value));
        at = *behind == '=' ? value : behind; /* "a= b=c": a has none */
    }
    return NULL;
}
