#include "base/nearest.h"

#include "base/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void names_add(struct names *names, const char *name)
{
    if (names->count < MAX_NAMES)
        names->name[names->count++] = name;
}

void names_add_once(struct names *names, const char *name)
{
    size_t known = 0;
    while (known < names->count && strcmp(names->name[known], name))
        known++;
    if (known == names->count)
        names_add(names, name);
}

/* Levenshtein distance of the first 63 characters, ignoring case. */
static size_t distance(const char *a, const char *b)
{
    size_t row[64], width = strnlen(b, 63), height = strnlen(a, 63);
    for (size_t j = 0; j <= width; j++)
        row[j] = j;
    for (size_t i = 1; i <= height; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= width; j++) {
            size_t change = diagonal + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));
            diagonal = row[j];
            size_t least = row[j - 1] < row[j] ? row[j - 1] + 1 : row[j] + 1;
            row[j] = change < least ? change : least;
        }
    }
    return row[width];
}

const char *nearest_name(const char *given, const struct names *names)
{
    const size_t length = strlen(given);
    size_t least = (strnlen(given + strspn(given, "-"), 63) + 2) / 3 + 1;
    const char *nearest = NULL;
    for (size_t i = 0; i < names->count; i++) {
        bool begins = length > 2 && !strncasecmp(given, names->name[i], length);
        const size_t whole = strlen(names->name[i]);
        const bool goes_on = whole > 4 && !strncasecmp(given, names->name[i], whole);
        size_t apart = begins ? 0 : distance(given, names->name[i]);
        apart = goes_on && apart > 2 ? 2 : apart;
        if (apart < least) {
            least = apart;
            nearest = names->name[i];
        }
    }
    return nearest;
}

/* A number is not a misspelt name. */
static bool is_number(const char *given)
{
    return strpbrk(given, "0123456789") && given[strspn(given, "0123456789.+-eE")] == '\0';
}

/* Limits of the printed characters, of known names and of the unknown one, to keep the line readable. */
enum { MOST_PRINTED = 400, MOST_GIVEN = 100 };

static bool is_long(const struct names *names)
{
    size_t length = 0;
    for (size_t i = 0; i < names->count; i++)
        length += strlen(names->name[i]) + 1;
    return length > MOST_PRINTED;
}

int nearest_error(const char *what, const char *given, const struct names *names)
{
    const char *nearest = *given && !is_number(given) ? nearest_name(given, names) : NULL;
    text_print(stderr, "gpubench: unknown %s '%.*s%s'", what, MOST_GIVEN, given,
               strlen(given) > MOST_GIVEN ? " ..." : "");
    if (nearest)
        text_print(stderr, ", did you mean %s?", nearest);
    if (nearest && is_long(names)) {
        fputc('\n', stderr);
        return 2;
    }
    if (names->lists && is_long(names)) {
        text_print(stderr, "; %s lists them\n", names->lists);
        return 2;
    }
    text_print(stderr, "%s:", nearest ? " Known" : "; known");
    for (size_t i = 0, printed = 0; i < names->count; i++) {
        if (printed > MOST_PRINTED) {
            fputs(" ...", stderr);
            break;
        }
        printed += (size_t)text_print(stderr, " %s", names->name[i]);
    }
    text_print(stderr, "%s%s\n", names->beside ? "; " : "", names->beside ? names->beside : "");
    return 2;
}
