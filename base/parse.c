#include "base/parse.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool parse_whole(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    char *end;
    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return !errno && !*end && *value >= least && *value <= most;
}

/* Multiplies a value repeatedly; false on overflow of 64 bits. */
static bool multiply(uint64_t *value, uint64_t by, uint64_t times)
{
    for (; times && by != 1; times--)
        if (__builtin_mul_overflow(*value, by, value))
            return false;
    return true;
}

const char *parse_size(const char *text, uint64_t *size)
{
    static const char units[] = "kMGT", no_number[] = "no whole number", beyond[] = "beyond 2^64";
    uint64_t times = 1, by = 1;
    char *end;
    errno = 0;
    *size = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    if (errno || !*size)
        return errno ? beyond : isdigit((unsigned char)*text) ? "less than 1" : no_number;
    const char *unit = *end ? strchr(units, *end == 'K' ? 'k' : *end) : NULL;
    if (*end == '^' || *end == 'e') {
        by = *end == 'e' ? 10 : *size;
        *size = *end == 'e' ? *size : 1;
        if (!parse_whole(end + 1, 0, UINT64_MAX, &times))
            return no_number;
    } else if (unit && (!end[1] || !strcmp(end + 1, "i"))) {
        by = end[1] ? 1024 : 1000;
        times = (uint64_t)(unit - units) + 1;
        if (*end == 'K' && !end[1])
            return "k is 1000, and Ki 1024";
    } else if (*end) {
        return no_number;
    }
    return multiply(size, by, times) ? NULL : beyond;
}

/* Parses the number before `end`. */
static bool read_number(const char *text, char **end, double *value)
{
    if (!isdigit((unsigned char)*text) && *text != '.')
        return false;
    *value = strtod(text, end);
    return *end > text && isfinite(*value);
}

bool parse_seconds(const char *text, bool unit_needed, double *seconds)
{
    char *end;
    if (!read_number(text, &end, seconds))
        return false;
    *seconds *= !strcmp(end, "s") || (!*end && !unit_needed) ? 1
                : !strcmp(end, "m")                          ? 60
                : !strcmp(end, "h")                          ? 3600
                                                             : 0;
    return *seconds > 0 && isfinite(*seconds);
}

bool parse_number(const char *text, double least, double most, double *value)
{
    char *end;
    return read_number(text, &end, value) && !*end && *value >= least && *value <= most;
}

bool parse_share(const char *text, double least, double most, double *value)
{
    char *end;
    if (!read_number(text, &end, value))
        return false;
    if (!strcmp(end, "%"))
        *value /= 100;
    else if (*end)
        return false;
    return *value >= least && *value <= most;
}

bool parse_bytes(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    char *end;
    double value;
    if (!read_number(text, &end, &value))
        return false;
    const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
    for (const char *u = units; unit && u <= unit; u++)
        value *= 1024;
    end += unit != NULL;
    end += unit && *end == 'i';
    end += *end == 'B';
    if (*end || !(value < 0x1p62))
        return false;
    *bytes = (uint64_t)value;
    return true;
}

bool parse_budget(const char *text, double *seconds, uint64_t *count)
{
    *seconds = 0;
    *count = 0;
    return parse_whole(text, 1, UINT32_MAX, count) || (*count = 0, parse_seconds(text, true, seconds));
}

bool parse_part(const char *text, uint64_t *number, uint64_t *of)
{
    enum { MOST = 1000000 };
    char *end;
    errno = 0;
    *number = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    return *number && !errno && *end == '/' && parse_whole(end + 1, 1, MOST, of) && *number <= *of;
}

bool parse_list(const char *text, size_t most)
{
    size_t words = 0;
    for (;; text++) {
        const size_t length = strcspn(text, ",");
        if (!length || ++words > most)
            return false;
        text += length;
        if (!*text)
            return true;
    }
}

bool parse_secret(const char *text, uint64_t *secret)
{
    char *end;
    if (strlen(text) != 16 || text[strspn(text, "0123456789abcdef")])
        return false;
    *secret = strtoull(text, &end, 16);
    return *secret != 0;
}
