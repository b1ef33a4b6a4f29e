#include "suites/molecules/structure.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define NO_CHARGES "PDB has no charges and no radii: take what PDB2PQR makes of it"

/* ---- elements ---- */

enum { MAX_SYMBOL = 8 }; /* including the terminating zero: no element has a longer name */

/* The letters of a name after its digits, capitalised as a symbol: "1HB2" is "Hb". False if there are none. */
static bool find_letters(const char *name, char letters[MAX_SYMBOL])
{
    size_t count = 0;
    name += strspn(name, "0123456789");
    for (; count < MAX_SYMBOL - 1 && isalpha((unsigned char)name[count]); count++)
        letters[count] = (char)(count ? tolower(name[count]) : toupper(name[count]));
    letters[count] = '\0';
    return count > 0;
}

/* All elements with symbols of two letters, so that an unsupported one is not mistaken for another. */
static const char two_letters[] =
    "He Li Be Ne Na Mg Al Si Cl Ar Ca Sc Ti Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Zr Nb Mo Tc Ru Rh Pd Ag Cd In "
    "Sn Sb Te Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac "
    "Th Pa Np Pu";

/* Elements whose symbol in capitals is neither the name of another element's atom in proteins and nucleic acids, nor of
 * one in usual ligands: FE of HEM, SE of MSE, CL1. NA, CA, PB, SG, HG, CD, CE, ND and NE are such names. */
static const char also_in_capitals[] = "Fe Cl Br Se Si Ni Cu Co Pt";

static bool is_among(const char *symbols, const char letters[MAX_SYMBOL])
{
    for (const char *at = symbols; at; at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL)
        if (strlen(letters) == 2 && !strncmp(at, letters, 2))
            return true;
    return false;
}

/* Whether a name is its symbol of two letters, with or without a number or a charge: "FE2", "CL-". */
static bool is_metal_or_halogen(const char *name, const char letters[MAX_SYMBOL])
{
    const char *behind = name + strspn(name, "0123456789") + strlen(letters);
    return is_among(also_in_capitals, letters) && !behind[strspn(behind, "0123456789+-")];
}

/* Reduces the letters of an atom's name to its symbol. */
static void cut_symbol(const struct elements *elements, const char *name, const char *residue, char letters[MAX_SYMBOL])
{
    const char *second = name + strspn(name, "0123456789") + 1;
    char first[] = {letters[0], '\0'};
    if (!strcasecmp(name, residue) || is_metal_or_halogen(name, letters))
        return;
    letters[2] = '\0';
    if (islower((unsigned char)*second) && (is_among(two_letters, letters) || elements_find(elements, letters)))
        return;
    if (elements_find(elements, first) || !elements_find(elements, letters))
        letters[1] = '\0';
}

/* ---- records ---- */

static bool is_letters(const char *field)
{
    while (isalpha((unsigned char)*field))
        field++;
    return !*field;
}

/* "52", "-3", "52A" with an insertion code, or "A1001" with a chain that touches it. */
static bool is_residue_number(const char *field)
{
    field += isalpha((unsigned char)*field) != 0;
    field += *field == '-';
    const size_t digits = strspn(field, "0123456789");
    return digits && is_letters(field + digits);
}

static bool is_pdb(const char *path)
{
    const char *suffix = strrchr(path, '.');
    return suffix && (!strcasecmp(suffix, ".pdb") || !strcasecmp(suffix, ".ent"));
}

/* Whether a field after the radius is an element, with or without a charge, as in PDB: "FE", "O1-". */
static bool is_element(const char *field)
{
    const char *behind = field;
    while (isalpha((unsigned char)*behind))
        behind++;
    const bool charged = isdigit((unsigned char)*behind) && (behind[1] == '+' || behind[1] == '-') && !behind[2];
    return behind > field && behind <= field + 2 && (!*behind || charged);
}

/* Whether the last five fields are of the right kinds: in a line with a field too few, or with one after the radius,
 * they are not. */
static bool check_fields(struct structure_reader *reader, char **field, size_t count, size_t least)
{
    enum { NUMBER = 6 }; /* that of the residue, from the end */
    const size_t most = least + 2;
    struct lines *lines = &reader->lines;
    if (count < least)
        return lines_refuse(lines, "an atom has at least %zu fields, not %zu", least, count);
    if (reader->needs.charges && is_pdb(lines->path))
        return lines_refuse(lines, NO_CHARGES);
    if (count > most)
        return lines_refuse(lines,
                            "an atom has at most %zu fields, not %zu: an element alone may stand behind the radius",
                            most, count);
    const char *number = field[count - NUMBER];
    if (count == most && !is_letters(number))
        return lines_refuse(lines, "a field too many: '%.40s' is not the code of an insertion before x", number);
    if (count > least && is_letters(number))
        number = field[count - NUMBER - 1];
    return is_residue_number(number) ||
           lines_refuse(lines, "a field is %s: '%.40s' is not the number of a residue",
                        is_letters(number) ? "missing" : "missing, or one too many", number);
}

/* PDB's columns are full from 1000 A on, and from -100. */
static bool check_touching(struct structure_reader *reader, char **field, size_t count, size_t first)
{
    for (size_t i = first; i < count && i < MAX_FIELDS; i++)
        if (fields_touch(field[i]))
            return lines_refuse(&reader->lines,
                                "numbers touch: '%.40s': blanks have to stand between them (pdb2pqr --whitespace)",
                                field[i]);
    return true;
}

/* Whether the fields before an element look like the occupancy and the B-factor of PDB. */
static bool is_no_charge(double charge, double radius)
{
    return (charge >= 0 && charge <= 1 && radius > 5) || (charge == 1 && radius == 0);
}

/* The symbol of the element's field, or of the atom's name. */
static bool find_symbol(struct structure_reader *reader, const char *element, const char *name, const char *residue,
                        char symbol[MAX_SYMBOL])
{
    if (!find_letters(element ? element : name, symbol))
        return lines_refuse(&reader->lines, "the atom's name '%.40s' has no element's symbol", name);
    if (!element)
        cut_symbol(reader->needs.elements, name, residue, symbol);
    return true;
}

/* ATOM serial name residue [chain] number [insertion] x y z charge radius [element]. */
static bool take_atom(struct structure_reader *reader, char **field, size_t count, bool glued)
{
    enum { LEAST = 10, TAIL = 5 };
    static const char *const what[TAIL] = {"x", "y", "z", "the charge", "the radius"};
    const size_t least = LEAST - glued;
    const char *element = count > least && count <= MAX_FIELDS && is_element(field[count - 1]) ? field[--count] : NULL;
    char symbol[MAX_SYMBOL] = "";
    double value[TAIL];
    if (!check_touching(reader, field, count, 4 - glued) || !check_fields(reader, field, count, least))
        return false;
    for (int i = 0; i < TAIL; i++)
        if (!field_number(&reader->lines, what[i], field[count - TAIL + (size_t)i], &value[i]))
            return false;
    if (reader->needs.charges && element && is_no_charge(value[3], value[4]))
        return lines_refuse(&reader->lines, NO_CHARGES);
    if (reader->needs.elements && !find_symbol(reader, element, field[2 - glued], field[3 - glued], symbol))
        return false;
    return structure_add(reader, symbol,
                         (struct mm_float4){(float)value[0], (float)value[1], (float)value[2], (float)value[3]});
}

/* CRYST1 a b c alpha beta gamma [group]. Structures that are not crystals have sides of 1, or of 0. */
static bool take_crystal(struct structure_reader *reader, char **field, size_t count)
{
    enum { SIDES = 3, NUMBERS = 6 };
    double value[NUMBERS];
    if (count < NUMBERS + 1)
        return lines_refuse(&reader->lines, "CRYST1 has three sides and three angles");
    for (int i = 0; i < NUMBERS; i++)
        if (!field_number(&reader->lines, i < SIDES ? "a side of the crystal" : "an angle of the crystal", field[i + 1],
                          &value[i]))
            return false;
    if (value[0] == value[1] && value[1] == value[2] && (value[0] == 1 || value[0] == 0))
        return true;
    if (value[3] != 90 || value[4] != 90 || value[5] != 90)
        return lines_refuse(&reader->lines, "the crystal's angles are %.6g, %.6g and %.6g: only boxes of 90 are taken",
                            value[3], value[4], value[5]);
    return structure_set_box(reader, value);
}

/* Whether a line is an atom's. A serial number of six digits follows HETATM without a blank. */
static bool is_atom(const char *record, bool *glued)
{
    size_t name = !strncasecmp(record, "HETATM", 6) ? 6 : !strncasecmp(record, "ATOM", 4) ? 4 : 0;
    *glued = record[name] != '\0';
    return name && strspn(record + name, "0123456789") == strlen(record + name);
}

bool pqr_take(struct structure_reader *reader)
{
    char *field[MAX_FIELDS];
    bool glued;
    size_t count = fields_split(reader->lines.text, field);
    if (!count)
        return true;
    if (is_atom(field[0], &glued))
        return take_atom(reader, field, count, glued);
    if (reader->needs.box && !strcasecmp(field[0], "CRYST1"))
        return take_crystal(reader, field, count);
    bool model = !strcasecmp(field[0], "MODEL");
    reader->ended = !strcasecmp(field[0], "ENDMDL") || (model && reader->model);
    reader->model = reader->model || model;
    return true;
}

bool pqr_end(struct structure_reader *reader)
{
    if (!reader->structure.atoms)
        fail(reader->lines.fault, INVALID, "%.512s: no atom: no line%s begins with ATOM or HETATM", reader->lines.path,
             reader->ended ? " of the first model" : "");
    return reader->structure.atoms > 0;
}
