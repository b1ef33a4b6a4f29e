#include "suites/molecules/lines.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"

static const char byte_order_mark[] = "\xef\xbb\xbf";

void lines_open(struct lines *lines, const char *path, struct fault *fault)
{
    *lines = (struct lines){.file = file_open(path, fault), .path = path, .fault = fault};
    lines->text = grow(NULL, 0, &lines->capacity, 1);
    *lines->text = '\0';
}

bool lines_close(struct lines *lines)
{
    if (lines->file && ferror(lines->file))
        fail(lines->fault, INVALID, "%.512s: cannot read: %s", lines->path, strerror(errno));
    if (lines->file)
        fclose(lines->file);
    lines->file = NULL;
    free(lines->text);
    lines->text = NULL;
    return lines->fault->status == OK;
}

bool lines_refuse(struct lines *lines, const char *format, ...)
{
    char reason[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    fail(lines->fault, INVALID, "%.512s:%lu: %s", lines->path, lines->number, reason);
    return false;
}

bool lines_next(struct lines *lines)
{
    size_t length = 0;
    int got = lines->fault->status == OK ? getc_unlocked(lines->file) : EOF;
    if (got == EOF)
        return false;
    lines->number++;
    for (; got != EOF && got != '\n' && got != '\r'; got = getc_unlocked(lines->file)) {
        if (!got)
            return lines_refuse(lines, "a zero byte: this is no text");
        if (length == MAX_LINE)
            return lines_refuse(lines, "a line of more than %d characters", MAX_LINE);
        if (length + 1 == lines->capacity)
            lines->text = grow(lines->text, lines->capacity, &lines->capacity, 1);
        lines->text[length++] = (char)got;
    }
    if (got == '\r' && (got = getc_unlocked(lines->file)) != '\n')
        ungetc(got, lines->file);
    lines->text[length] = '\0';
    if (lines->number == 1 && !strncmp(lines->text, byte_order_mark, 3))
        memmove(lines->text, lines->text + 3, length - 2);
    return true;
}

size_t fields_split(char *text, char *field[MAX_FIELDS])
{
    size_t count = 0;
    for (char *rest = text, *word; (word = strsep(&rest, " \t\v\f"));)
        if (*word && count++ < MAX_FIELDS)
            field[count - 1] = word;
    return count;
}

/* As strtod, also with the exponents of Fortran: 1.0D-3. */
static double take_number(const char *text, const char **end)
{
    char *rest;
    const double value = strtod(text, &rest);
    *end = rest;
    if (rest == text || (*rest != 'd' && *rest != 'D') || strspn(text, "+-.0123456789") < (size_t)(rest - text))
        return value;
    const char *exponent = rest + 1;
    const size_t sign = strspn(exponent, "+-") == 1, digits = strspn(exponent + sign, DIGITS);
    char number[64];
    const int length =
        snprintf(number, sizeof number, "%.*se%.*s", (int)(rest - text), text, (int)(sign + digits), exponent);
    if (!digits || (size_t)length >= sizeof number)
        return value;
    *end = exponent + sign + digits;
    return strtod(number, NULL);
}

bool fields_touch(const char *text)
{
    const char *end;
    take_number(text, &end);
    const char *digits = end + (*end == '+' || *end == '-');
    digits += *digits == '.';
    return end > text && strspn(digits, DIGITS) > 0;
}

bool field_number(struct lines *lines, const char *what, const char *text, double *value)
{
    const char *end;
    *value = take_number(text, &end);
    if (fields_touch(text))
        return lines_refuse(lines, "%s touches another number: '%.40s': blanks have to stand between them", what, text);
    if (end == text || *end)
        return lines_refuse(lines, "%s is not a number: '%.40s'", what, text);
    if (!isfinite(*value))
        return lines_refuse(lines, "%s is not finite: '%.40s'", what, text);
    if (!(fabs(*value) <= MOST_NUMBER))
        return lines_refuse(lines, "%s is beyond %.0f: '%.40s'", what, MOST_NUMBER, text);
    return true;
}
