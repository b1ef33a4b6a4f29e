/* Structures, read for what either kind of suite takes: atoms that are within the limits, or a reason in one line. */
#include "suites/molecules/structure.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>

static void check_atoms(const struct structure *structure)
{
    for (size_t i = 0; i < structure->atoms; i++) {
        const struct mm_float4 atom = structure->atom[i];
        MUST(fmaxf(fmaxf(fabsf(atom.x), fabsf(atom.y)), fmaxf(fabsf(atom.z), fabsf(atom.w))) <= 1e6f);
    }
}

static void check_types(const struct structure *structure, bool typed, bool boxed)
{
    MUST(!structure->atom_type == !typed && !structure->types == !typed && structure->types <= MAX_ATOM_TYPES);
    for (size_t i = 0; typed && i < structure->atoms; i++)
        MUST(structure->atom_type[i] < structure->types);
    for (size_t i = 0; i < structure->types; i++)
        MUST(*structure->type[i].name && structure->type[i].sigma > 0);
    const double *box = structure->box;
    MUST((box[0] == 0 && box[1] == 0 && box[2] == 0) || (boxed && box[0] > 0 && box[1] > 0 && box[2] > 0));
}

static void check_reading(const char *path, struct structure_needs needs)
{
    enum { MOST = 100 };
    struct structure structure;
    struct fault fault = {0};
    enum status status = structure_read(path, MOST, needs, &structure, &fault);
    must_report(status, &fault);
    MUST(status == OK || (!structure.atom && !structure.atom_type));
    if (status != OK)
        return;
    MUST(structure.atom && structure.atoms > 0 && structure.atoms <= MOST);
    check_atoms(&structure);
    check_types(&structure, needs.elements, needs.box);
    structure_free(&structure);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const struct elements none = {0};
    const char *path = memory_file(bytes, size);
    check_reading(path, (struct structure_needs){.charges = true});
    check_reading(path, (struct structure_needs){.elements = &none, .box = true});
    check_reading(path, (struct structure_needs){.charges = true, .box = true});
    return 0;
}
