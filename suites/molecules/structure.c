#include "suites/molecules/structure.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void structure_free(struct structure *structure)
{
    free(structure->atom);
    free(structure->atom_type);
    *structure = (struct structure){0};
}

/* The index of a symbol's type, added at its first occurrence. */
static bool find_type(struct structure_reader *reader, const char *symbol, uint8_t *number)
{
    struct structure *structure = &reader->structure;
    size_t i = 0;
    while (i < structure->types && strcmp(structure->type[i].name, symbol))
        i++;
    *number = (uint8_t)i;
    if (i < structure->types)
        return true;
    const struct atom_type *type = elements_find(reader->needs.elements, symbol);
    if (!type)
        return lines_refuse(&reader->lines, "no parameters of element '%.40s' are known; --elements FILE gives them",
                            symbol);
    if (structure->types == MAX_ATOM_TYPES)
        return lines_refuse(&reader->lines, "more than %d elements", MAX_ATOM_TYPES);
    structure->type[structure->types++] = *type;
    return true;
}

bool structure_add(struct structure_reader *reader, const char *symbol, struct mm_float4 atom)
{
    struct structure *structure = &reader->structure;
    uint8_t type;
    if (structure->atoms == reader->most)
        return lines_refuse(&reader->lines, "more than %zu atoms", reader->most);
    if (reader->needs.elements) {
        if (!find_type(reader, symbol, &type))
            return false;
        structure->atom_type =
            grow(structure->atom_type, structure->atoms, &reader->type_capacity, sizeof *structure->atom_type);
        structure->atom_type[structure->atoms] = type;
    }
    structure->atom = grow(structure->atom, structure->atoms, &reader->capacity, sizeof *structure->atom);
    structure->atom[structure->atoms++] = atom;
    return true;
}

bool structure_set_box(struct structure_reader *reader, const double side[3])
{
    if (!(side[0] > 0 && side[1] > 0 && side[2] > 0))
        return lines_refuse(&reader->lines, "the periodic box is %.6g x %.6g x %.6g A: all three are above 0", side[0],
                            side[1], side[2]);
    memcpy(reader->structure.box, side, sizeof reader->structure.box);
    return true;
}
