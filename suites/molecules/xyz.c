#include "suites/molecules/xyz.h"

#include <ctype.h>
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

/* ---- lines ---- */

/* Numbers of any length are only too large. */
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

/* The value of a key of the comment, up to the quote or the blank that ends it; NULL where it has no such key. */
static char *find_value(char *comment, const char *key, char value[MAX_LINE + 1])
{
    size_t length = strlen(key);
    char *at = comment;
    while ((at = strcasestr(at, key)) && ((at > comment && !strchr(BLANKS, at[-1])) || at[length] != '='))
        at += length;
    if (!at)
        return NULL;
    at += length + 1;
    bool quoted = *at == '"';
    snprintf(value, MAX_LINE + 1, "%.*s", (int)strcspn(at + quoted, quoted ? "\"" : BLANKS), at + quoted);
    return value;
}

/* Whether the box is periodic, as it is where nothing is said. */
static bool take_periodic(struct structure_reader *reader, char *comment, bool *periodic)
{
    char value[MAX_LINE + 1], *field[MAX_FIELDS];
    *periodic = true;
    if (!find_value(comment, "pbc", value))
        return true;
    size_t count = fields_split(value, field), yes = 0, no = 0;
    for (size_t i = 0; i < count; i++) {
        yes += strchr("Tt1", *field[i]) != NULL;
        no += strchr("Ff0", *field[i]) != NULL;
    }
    *periodic = yes == 3;
    return (count == 3 && (yes == 3 || no == 3)) ||
           lines_refuse(&reader->lines,
                        "pbc is neither \"T T T\" nor \"F F F\": boxes are periodic on all sides or none");
}

static bool take_lattice(struct structure_reader *reader, char *comment)
{
    enum { NUMBERS = 9 };
    char value[MAX_LINE + 1], *field[MAX_FIELDS];
    double lattice[NUMBERS], across = 0;
    bool periodic;
    if (!find_value(comment, "Lattice", value))
        return true;
    size_t count = fields_split(value, field);
    if (count != NUMBERS)
        return lines_refuse(&reader->lines, "Lattice has 9 numbers, not %zu", count);
    for (int i = 0; i < NUMBERS; i++) {
        if (!field_number(&reader->lines, "a number of Lattice", field[i], &lattice[i]))
            return false;
        across = fmax(across, i % 4 ? fabs(lattice[i]) : 0);
    }
    if (!take_periodic(reader, comment, &periodic) || !periodic)
        return !periodic && reader->lines.fault->status == OK;
    if (across > 1e-6) /* what a rotation leaves of a zero */
        return lines_refuse(&reader->lines, "the lattice is not orthorhombic: only boxes along the axes are taken");
    return structure_set_box(reader, (double[]){lattice[0], lattice[4], lattice[8]});
}

static bool take_comment(struct structure_reader *reader)
{
    static const char first[] = "species:S:1:pos:R:3";
    char value[MAX_LINE + 1];
    if (find_value(reader->lines.text, "Properties", value) && strncasecmp(value, first, sizeof first - 1))
        return lines_refuse(&reader->lines, "Properties do not begin with %s", first);
    return !reader->needs.elements || take_lattice(reader, reader->lines.text);
}

static bool take_atom(struct structure_reader *reader)
{
    enum { LEAST = 4 };
    static const char *const what[] = {"x", "y", "z"};
    char *field[MAX_FIELDS];
    double place[3];
    size_t count = fields_split(reader->lines.text, field);
    if (count < LEAST)
        return lines_refuse(&reader->lines, "an atom has at least %d fields, not %zu", LEAST, count);
    for (int d = 0; d < 3; d++)
        if (!field_number(&reader->lines, what[d], field[d + 1], &place[d]))
            return false;
    struct mm_float4 atom = {(float)place[0], (float)place[1], (float)place[2], 0};
    if (!structure_add(reader, field[0], atom))
        return false;
    reader->ended = reader->structure.atoms == reader->expected;
    return true;
}

bool xyz_take(struct structure_reader *reader)
{
    return reader->lines.number == 1   ? take_count(reader)
           : reader->lines.number == 2 ? take_comment(reader)
                                       : take_atom(reader);
}

bool xyz_end(struct structure_reader *reader)
{
    if (!reader->expected)
        fail(reader->lines.fault, INVALID, "%.512s: no atom: the file is empty", reader->lines.path);
    return reader->ended || lines_refuse(&reader->lines, "the file ends after %zu of %zu atoms",
                                         reader->structure.atoms, reader->expected);
}
