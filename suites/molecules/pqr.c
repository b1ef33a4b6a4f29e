#include "suites/molecules/pqr.h"

#include "base/memory.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_LINE = 1000, MAX_FIELDS = MAX_LINE / 2 };

/* A file being read, and what it gave so far. */
struct reader {
    FILE *file;
    const char *path;
    unsigned long line;
    char text[MAX_LINE + 1];
    struct mm_float4 *atom;
    size_t atoms, capacity, most;
    bool model, ended; /* a model has begun; the first has ended */
    struct fault *fault;
};

/* Says what is wrong with the line; false. */
__attribute__((format(printf, 2, 3))) static bool refuse(struct reader *reader, const char *format, ...)
{
    char reason[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    fail(reader->fault, INVALID, "%.512s:%lu: %s", reader->path, reader->line, reason);
    return false;
}

/* ---- lines ---- */

/* The next line without its end; false at the end of the file, or where a line is none. */
static bool read_line(struct reader *reader)
{
    size_t length = 0;
    int got = getc_unlocked(reader->file);
    if (got == EOF)
        return false;
    reader->line++;
    for (; got != EOF && got != '\n'; got = getc_unlocked(reader->file)) {
        if (!got)
            return refuse(reader, "a zero byte: this is no text");
        if (length == MAX_LINE)
            return refuse(reader, "a line of more than %d characters", MAX_LINE);
        reader->text[length++] = (char)got;
    }
    reader->text[length] = '\0';
    return true;
}

/* Windows' line ends are blanks too. */
static size_t split(char *text, char *field[MAX_FIELDS])
{
    size_t count = 0;
    for (char *rest = text, *word; count < MAX_FIELDS && (word = strsep(&rest, " \t\r\v\f"));)
        if (*word)
            field[count++] = word;
    return count;
}

/* ---- records ---- */

/* A coordinate or a charge. Floats near 1e6 are 0.06 apart: what is beyond is no molecule. */
static bool read_number(struct reader *reader, const char *what, const char *text, float *value)
{
    const double most = 1e6;
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end)
        return refuse(reader, "%s is not a number: '%.40s'", what, text);
    if (!isfinite(number))
        return refuse(reader, "%s is not finite: '%.40s'", what, text);
    if (!(fabs(number) <= most))
        return refuse(reader, "%s is beyond %.0f: '%.40s'", what, most, text);
    *value = (float)number;
    return true;
}

/* ATOM serial name residue [chain] number x y z charge radius. */
static bool take_atom(struct reader *reader, char **field, size_t count, bool glued)
{
    enum { LEAST = 10, TAIL = 5 };
    static const char *const what[TAIL] = {"x", "y", "z", "the charge", "the radius"};
    float value[TAIL];
    if (count + glued < LEAST)
        return refuse(reader, "an atom has at least %d fields, not %zu", LEAST - glued, count);
    /* With a chain and without a radius there are as many fields as there should be. */
    const char *residue = field[count - TAIL - 1];
    if (count + glued == LEAST && !strpbrk(residue, "0123456789"))
        return refuse(reader, "a field is missing: '%.40s' is not the number of a residue", residue);
    for (int i = 0; i < TAIL; i++)
        if (!read_number(reader, what[i], field[count - TAIL + (size_t)i], &value[i]))
            return false;
    if (reader->atoms == reader->most)
        return refuse(reader, "more than %zu atoms", reader->most);
    reader->atom = grow(reader->atom, reader->atoms, &reader->capacity, sizeof *reader->atom);
    reader->atom[reader->atoms++] = (struct mm_float4){value[0], value[1], value[2], value[3]};
    return true;
}

/* Whether a line is an atom's; serial numbers of six digits touch the HETATM in front of them. */
static bool is_atom(const char *record, bool *glued)
{
    size_t name = !strncasecmp(record, "HETATM", 6) ? 6 : !strncasecmp(record, "ATOM", 4) ? 4 : 0;
    *glued = record[name] != '\0';
    return name && strspn(record + name, "0123456789") == strlen(record + name);
}

static bool take_record(struct reader *reader)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    char *field[MAX_FIELDS], *text = reader->text;
    bool glued;
    if (reader->line == 1 && !strncmp(text, byte_order_mark, 3))
        text += 3;
    size_t count = split(text, field);
    if (!count)
        return true;
    if (is_atom(field[0], &glued))
        return take_atom(reader, field, count, glued);
    bool model = !strcasecmp(field[0], "MODEL");
    reader->ended = !strcasecmp(field[0], "ENDMDL") || (model && reader->model);
    reader->model = reader->model || model;
    return true;
}

enum status structure_read(const char *path, size_t most, struct mm_float4 **atom, size_t *atoms, struct fault *fault)
{
    struct fault own = {0};
    struct reader reader = {.file = fopen(path, "r"), .path = path, .most = most, .fault = &own};
    if (!reader.file)
        fail(&own, INVALID, "%.512s: cannot read: %s", path, strerror(errno));
    while (own.status == OK && !reader.ended && read_line(&reader) && take_record(&reader))
        continue;
    if (own.status == OK && ferror(reader.file))
        fail(&own, INVALID, "%.512s: cannot read: %s", path, strerror(errno));
    if (own.status == OK && !reader.atoms)
        fail(&own, INVALID, "%.512s: no atom: no line%s begins with ATOM or HETATM", path,
             reader.ended ? " of the first model" : "");
    if (reader.file)
        fclose(reader.file);
    if (own.status != OK) {
        free(reader.atom);
        reader = (struct reader){0};
    }
    *atom = reader.atom;
    *atoms = reader.atoms;
    return own.status == OK ? OK : fail(fault, own.status, "%s", own.text);
}
