#include "suites/molecules/structure.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DIGITS "0123456789"
#define BLANKS " \t\r\v\f"

bool xyz_begins(const char *line)
{
    line += strspn(line, BLANKS);
    size_t digits = strspn(line, DIGITS);
    return digits && !line[digits + strspn(line + digits, BLANKS)];
}

/* ---- comments: key=value pairs, with or without blanks around the =. A value is a word, a quoted text, or an array:
 * "1 2 3", {1 2 3}, [1, 2, 3] or [[1, 2], [3, 4]]. ---- */

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, BLANKS);
}

/* The length of a quoted text or an array, including delimiters; 0 if it is neither, or is not terminated. */
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

/* The value of a key, in upper or lower case, with blanks in place of quotes, brackets and commas: the caller frees
 * it. NULL if the comment has no such key. */
static char *comment_value(const char *comment, const char *key)
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

/* ---- lines ---- */

/* Longer numbers are too large anyway. */
static bool take_count(struct structure_reader *reader)
{
    if (reader->needs.charges)
        return lines_refuse(&reader->lines, "XYZ has no charges, and a chosen suite needs them: take a PQR file");
    if (!xyz_begins(reader->lines.text))
        return lines_refuse(&reader->lines, "expected the number of atoms alone, not '%.40s'", reader->lines.text);
    unsigned long long expected = strtoull(reader->lines.text, NULL, 10);
    if (!expected)
        return lines_refuse(&reader->lines, "no atom");
    if (expected > reader->most)
        return lines_refuse(&reader->lines, "more than %zu atoms", reader->most);
    reader->expected = (size_t)expected;
    return true;
}

/* Whether the box is periodic, the default. */
static bool take_periodic(struct structure_reader *reader, bool *periodic)
{
    char *value = comment_value(reader->lines.text, "pbc"), *field[MAX_FIELDS];
    size_t count = value ? fields_split(value, field) : 0, yes = 0, no = 0;
    for (size_t i = 0; i < count && i < 3; i++) {
        yes += strchr("Tt1", *field[i]) != NULL;
        no += strchr("Ff0", *field[i]) != NULL;
    }
    *periodic = !value || yes == 3;
    const bool good = !value || (count == 3 && (yes == 3 || no == 3));
    free(value);
    return good || lines_refuse(&reader->lines,
                                "pbc is neither \"T T T\" nor \"F F F\": boxes are periodic on all sides or none");
}

/* Three vectors, or the sides alone. */
static bool take_numbers(struct structure_reader *reader, char *value, double lattice[9])
{
    enum { SIDES = 3, NUMBERS = 9 };
    char *field[MAX_FIELDS];
    const size_t count = fields_split(value, field), apart = count == SIDES ? 4 : 1;
    if (count != NUMBERS && count != SIDES)
        return lines_refuse(&reader->lines, "Lattice has 9 numbers, not %zu", count);
    memset(lattice, 0, NUMBERS * sizeof *lattice);
    for (size_t i = 0; i < count; i++)
        if (!field_number(&reader->lines, "a number of Lattice", field[i], &lattice[i * apart]))
            return false;
    return true;
}

static bool take_lattice(struct structure_reader *reader)
{
    double lattice[9], across = 0;
    bool periodic;
    char *value = comment_value(reader->lines.text, "Lattice");
    if (!value)
        return true;
    const bool good = take_numbers(reader, value, lattice);
    free(value);
    if (!good || !take_periodic(reader, &periodic) || !periodic)
        return reader->lines.fault->status == OK;
    for (int i = 0; i < 9; i++)
        across = fmax(across, i % 4 ? fabs(lattice[i]) : 0);
    if (across > 1e-6) /* rounding of a zero after a rotation */
        return lines_refuse(&reader->lines, "the lattice is not orthorhombic: only boxes along the axes are taken");
    return structure_set_box(reader, (double[]){lattice[0], lattice[4], lattice[8]});
}

/* ---- columns ---- */

/* Parses one of the triplets of Properties; false if it is invalid, or repeated. */
static bool take_property(struct xyz_columns *columns, const char *name, const char *type, const char *text)
{
    const bool whole = text && *text && strlen(text) <= 3 && strspn(text, DIGITS) == strlen(text);
    const size_t count = whole ? strtoul(text, NULL, 10) : 0, first = columns->all;
    if (!count || strlen(type) != 1 || !strchr("SIRL", *type))
        return false;
    columns->all += count;
    const bool species = !strcasecmp(name, "species"), place = !strcasecmp(name, "pos");
    if (species) {
        columns->species = first;
        return *type == 'S' && count == 1 && !columns->has_species && (columns->has_species = true);
    }
    if (place)
        columns->place = first;
    return !place || (*type == 'R' && count == 3 && !columns->has_place && (columns->has_place = true));
}

static bool take_properties(struct structure_reader *reader, char *value)
{
    struct xyz_columns *columns = &reader->columns;
    char *rest = value + strspn(value, BLANKS);
    rest[strcspn(rest, BLANKS)] = '\0';
    *columns = (struct xyz_columns){0};
    while (rest) {
        const char *name = strsep(&rest, ":"), *type = strsep(&rest, ":"), *count = strsep(&rest, ":");
        if (!count || !take_property(columns, name, type, count))
            return lines_refuse(&reader->lines, "Properties: %.40s:%.9s:%.9s is no NAME:TYPE:COLUMNS that is taken",
                                name, type ? type : "", count ? count : "");
        if (columns->all > MAX_FIELDS)
            return lines_refuse(&reader->lines, "Properties have more than %d columns", MAX_FIELDS);
    }
    return (columns->has_species && columns->has_place) ||
           lines_refuse(&reader->lines, "Properties have no %s", columns->has_species ? "pos:R:3" : "species:S:1");
}

static bool take_comment(struct structure_reader *reader)
{
    char *value = comment_value(reader->lines.text, "Properties");
    reader->columns = (struct xyz_columns){.place = 1};
    const bool good = !value || take_properties(reader, value);
    free(value);
    return good && (!reader->needs.box || take_lattice(reader));
}

/* ---- atoms ---- */

static bool take_atom(struct structure_reader *reader)
{
    enum { LEAST = 4 };
    static const char *const what[] = {"x", "y", "z"};
    const struct xyz_columns *columns = &reader->columns;
    char *field[MAX_FIELDS];
    double place[3];
    size_t count = fields_split(reader->lines.text, field);
    for (size_t i = 1; i < count && count < LEAST; i++)
        if (!field_number(&reader->lines, what[i - 1], field[i], &place[i - 1]))
            return false;
    if (columns->all && count != columns->all)
        return lines_refuse(&reader->lines, "an atom has %zu fields, as Properties say, not %zu", columns->all, count);
    if (count < LEAST)
        return lines_refuse(&reader->lines, "an atom has at least %d fields, not %zu", LEAST, count);
    for (size_t d = 0; d < 3; d++)
        if (!field_number(&reader->lines, what[d], field[columns->place + d], &place[d]))
            return false;
    return structure_add(reader, field[columns->species],
                         (struct mm_float4){(float)place[0], (float)place[1], (float)place[2], 0});
}

/* The count is wrong unless the next frame or a blank line follows. */
static bool take_behind(struct structure_reader *reader)
{
    const char *text = reader->lines.text;
    reader->ended = true;
    return !text[strspn(text, BLANKS)] || xyz_begins(text) ||
           lines_refuse(&reader->lines,
                        "behind atom %zu, the last by line 1, stands neither a blank line nor a frame: '%.40s'",
                        reader->expected, text);
}

bool xyz_take(struct structure_reader *reader)
{
    return reader->lines.number == 1                     ? take_count(reader)
           : reader->lines.number == 2                   ? take_comment(reader)
           : reader->structure.atoms == reader->expected ? take_behind(reader)
                                                         : take_atom(reader);
}

bool xyz_end(struct structure_reader *reader)
{
    const size_t atoms = reader->structure.atoms;
    if (!reader->expected)
        fail(reader->lines.fault, INVALID, "%.512s: no atom: the file is empty", reader->lines.path);
    return atoms == reader->expected ||
           lines_refuse(&reader->lines, "the file ends after %zu of %zu atoms", atoms, reader->expected);
}
