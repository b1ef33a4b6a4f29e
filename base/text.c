#include "base/text.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4 }; /* growth in bytes: one becomes \x1b */

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* The length of a character by its first byte; 0 for an invalid one. */
static size_t length_by(char byte)
{
    const unsigned char first = (unsigned char)byte;
    return first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : 0;
}

/* The length of the first character of a text, and its code point; 0 for invalid UTF-8. */
static size_t read_character(const char *text, size_t left, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = (unsigned char)*text;
    const size_t length = length_by(*text);
    if (!length || length > left)
        return 0;
    *character = length == 1 ? first : first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (!continues(text[i]))
            return 0;
        *character = *character << 6 | ((unsigned char)text[i] & 0x3f);
    }
    const bool good =
        *character >= least[length] && *character <= 0x10ffff && *character >> 11 != 0x1b; /* surrogates */
    return good ? length : 0;
}

static bool is_printable(uint32_t character)
{
    static const uint32_t hidden[][2] = {
        {0, 0x1f},          {0x7f, 0x9f},     /* control characters */
        {0xad, 0xad},       {0x61c, 0x61c},   /* soft hyphen; Arabic letter mark */
        {0x180e, 0x180e},   {0x200b, 0x200f}, /* zero width; direction marks */
        {0x2028, 0x202e},   {0x2060, 0x206f}, /* line separators; overrides, zero width, and isolates */
        {0xfeff, 0xfeff},   {0xfff9, 0xfffb}, /* byte order; annotations */
        {0xe0000, 0xe0fff},                   /* tags */
    };
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (character >= hidden[i][0] && character <= hidden[i][1])
            return false;
    return true;
}

/* Writes the escape of a character, or of an invalid byte. Returns its length. */
static size_t escape(char *to, uint32_t character, bool is_byte)
{
    static const char controls[] = "\n\t\r", letters[] = "ntr";
    const char *control = character && character < ' ' ? strchr(controls, (int)character) : NULL;
    if (control)
        return (size_t)sprintf(to, "\\%c", letters[control - controls]);
    const char *format = is_byte || character < 0x80 ? "\\x%02x" : character <= 0xffff ? "\\u%04x" : "\\U%08x";
    return (size_t)sprintf(to, format, (unsigned)character);
}

char *text_printable(const char *text, size_t length)
{
    char *printable = allocate(LONGEST * length + 1), *to = printable;
    for (size_t at = 0, step; at < length; at += step) {
        uint32_t character = (unsigned char)text[at];
        step = read_character(text + at, length - at, &character);
        if (step && is_printable(character)) {
            memcpy(to, text + at, step);
            to += step;
        } else {
            to += escape(to, step ? character : (unsigned char)text[at], !step);
            step += !step;
        }
    }
    *to = 0;
    return printable;
}

bool text_is_printable(const char *text, size_t length)
{
    uint32_t character;
    for (size_t at = 0, step; at < length; at += step) {
        step = read_character(text + at, length - at, &character);
        if (!step || !is_printable(character))
            return false;
    }
    return true;
}

/* ---- printing ---- */

/* A conversion of a format, such as "%-*.*s". */
struct conversion {
    char flags[8];
    int width, precision; /* negative: left-aligned; no precision */
    enum { PLAIN, LONG, LONG_LONG, SIZE } length;
    char kind;
};

/* The variable arguments, in a struct to pass them on; and the filter of texts. */
struct arguments {
    va_list list;
    text_filter *filter;
};

static int read_count(const char **at, struct arguments *arguments)
{
    if (**at == '*') {
        ++*at;
        return va_arg(arguments->list, int);
    }
    return (int)strtol(*at, (char **)at, 10);
}

/* Parses a conversion after its %. Returns its end. */
static const char *read_conversion(const char *at, struct conversion *conversion, struct arguments *arguments)
{
    const size_t flags = strspn(at, "-+ #0");
    *conversion = (struct conversion){.precision = -1};
    memcpy(conversion->flags, at, flags < sizeof conversion->flags ? flags : 0);
    at += flags;
    if (*at == '*' || (*at >= '1' && *at <= '9'))
        conversion->width = read_count(&at, arguments);
    if (*at == '.') {
        at++;
        conversion->precision = read_count(&at, arguments);
    }
    for (; *at == 'l'; at++)
        conversion->length = conversion->length == LONG ? LONG_LONG : LONG;
    if (*at == 'z') {
        conversion->length = SIZE;
        at++;
    }
    conversion->kind = *at;
    return *at ? at + 1 : at;
}

size_t text_whole(const char *text, size_t length)
{
    size_t part = 1;
    while (part < length && part < LONGEST && continues(text[length - part]))
        part++;
    return length && length_by(text[length - part]) > part ? length - part : length;
}

static int print_text(FILE *file, const struct conversion *conversion, text_filter *filter, const char *text)
{
    const bool cut = conversion->precision >= 0;
    const size_t length = cut ? text_whole(text, strnlen(text, (size_t)conversion->precision)) : strlen(text);
    char *printable = filter(text, length);
    const int width = strchr(conversion->flags, '-') ? -abs(conversion->width) : conversion->width;
    const int printed = fprintf(file, "%*s", width, printable);
    free(printable);
    return printed;
}

static int print_argument(FILE *file, const struct conversion *conversion, struct arguments *arguments)
{
    const bool is_signed = strchr("di", conversion->kind), is_real = strchr("aefgAEFG", conversion->kind);
    char format[24];
    snprintf(format, sizeof format, "%%%s*.*%s%c", conversion->flags, is_real ? "" : "j", conversion->kind);
    if (is_real)
        return fprintf(file, format, conversion->width, conversion->precision, va_arg(arguments->list, double));
    if (is_signed) {
        const intmax_t value = conversion->length == PLAIN  ? va_arg(arguments->list, int)
                               : conversion->length == LONG ? va_arg(arguments->list, long)
                                                            : va_arg(arguments->list, long long);
        return fprintf(file, format, conversion->width, conversion->precision, value);
    }
    const uintmax_t value = conversion->length == PLAIN  ? va_arg(arguments->list, unsigned)
                            : conversion->length == LONG ? va_arg(arguments->list, unsigned long)
                            : conversion->length == SIZE ? va_arg(arguments->list, size_t)
                                                         : va_arg(arguments->list, unsigned long long);
    return fprintf(file, format, conversion->width, conversion->precision, value);
}

static int print_conversion(FILE *file, const struct conversion *conversion, struct arguments *arguments)
{
    char character[2] = {0};
    switch (conversion->kind) {
    case '%':
        return fputc('%', file) == '%';
    case 'c':
        *character = (char)va_arg(arguments->list, int);
        return print_text(file, conversion, arguments->filter, character);
    case 's':
        return print_text(file, conversion, arguments->filter, va_arg(arguments->list, const char *));
    default:
        return print_argument(file, conversion, arguments);
    }
}

int text_print_list(FILE *file, text_filter *filter, const char *format, va_list list)
{
    struct arguments arguments = {.filter = filter};
    struct conversion conversion;
    int printed = 0;
    va_copy(arguments.list, list);
    while (*format) {
        const size_t plain = strcspn(format, "%");
        printed += (int)fwrite(format, 1, plain, file);
        format += plain;
        if (!*format)
            break;
        format = read_conversion(format + 1, &conversion, &arguments);
        printed += print_conversion(file, &conversion, &arguments);
    }
    va_end(arguments.list);
    return printed;
}

int text_print(FILE *file, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int printed = text_print_list(file, text_printable, format, list);
    va_end(list);
    return printed;
}
