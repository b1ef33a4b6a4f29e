/* A structure of atoms, and what the readers of its formats share (structure_file.h). */
#ifndef SUITES_MOLECULES_STRUCTURE_H
#define SUITES_MOLECULES_STRUCTURE_H

#include "suites/molecules/elements.h"
#include "suites/molecules/lines.h"

struct structure {
    struct mm_float4
        *atom; /* x, y and z in angstrom and, as w, the charge in elementary charges; 0 where none is known */
    size_t atoms;
    uint8_t *atom_type; /* of each atom, an index into `type`; NULL where nothing needs them */
    struct atom_type type[MAX_ATOM_TYPES];
    size_t types;
    double box[3]; /* periodic, in angstrom; zeros for none, and where nothing needs it */
};

void structure_free(struct structure *structure);

/* What a suite needs of a file. */
struct structure_needs {
    bool charges;
    const struct elements *elements; /* by which atoms get their types, where these are needed; or NULL */
    bool box;
};

/* XYZ: where an atom's symbol and place stand, and how many columns Properties have; 0: there are none. */
struct xyz_columns {
    size_t species, place, all;
    bool has_species, has_place;
};

/* A file being read, and what it gave so far. */
struct structure_reader {
    struct lines lines;
    struct structure_needs needs;
    size_t most; /* atoms */
    struct structure structure;
    size_t capacity, type_capacity;
    bool ended;      /* no further line is wanted */
    bool model;      /* PQR: a model has begun */
    size_t expected; /* XYZ: atoms */
    struct xyz_columns columns;
};

/* Adds an atom; `symbol` is of no interest where types are not needed. False with a fault: there are too many atoms, or
 * types, or no element is called so. */
bool structure_add(struct structure_reader *reader, const char *symbol, struct mm_float4 atom);

/* Sets the box; false with a fault where a side is not above 0. */
bool structure_set_box(struct structure_reader *reader, const double side[3]);

#endif
