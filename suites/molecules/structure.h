/* Files of atoms: PQR, as written by PDB2PQR and read by APBS, and XYZ, also extended; and the shared part of their
 * readers. */
#pragma once

#include "suites/molecules/elements.h"
#include "suites/molecules/lines.h"

struct structure {
    struct mm_float4 *atom; /* x, y and z in angstrom and, as w, the charge in elementary charges; 0 if unknown */
    size_t atoms;
    uint8_t *atom_type; /* of each atom, an index into `type`; NULL if not needed */
    struct atom_type type[MAX_ATOM_TYPES];
    size_t types;
    double box[3]; /* periodic, in angstrom; zeros for none, or if not needed */
};

void structure_free(struct structure *structure);

/* The data that a suite needs of a file. */
struct structure_needs {
    bool charges;
    const struct elements *elements; /* defines the atoms' types, if these are needed; or NULL */
    bool box;
};

enum { MAX_ATOMS = 1 << 27 };

/* Reads the atoms of a file; structure_free frees them. A file is XYZ if its name ends in .xyz or .extxyz, or its
 * first line is a whole number and its name does not end in .pqr; else PQR. Everything after the first model, or
 * frame, is ignored. INVALID with one line, "FILE:LINE: REASON", also for more than `most` atoms and for none, and
 * for missing data; *structure is empty then. */
enum status structure_read(const char *path, size_t most, struct structure_needs needs, struct structure *structure,
                           struct fault *fault);

/* ---- for its readers ---- */

/* XYZ: the columns of an atom's symbol and place, and the number of columns of Properties; 0: there are none. */
struct xyz_columns {
    size_t species, place, all;
    bool has_species, has_place;
};

/* A file being read, and its atoms so far. */
struct structure_reader {
    struct lines lines;
    struct structure_needs needs;
    size_t most; /* the limit of atoms */
    struct structure structure;
    size_t capacity, type_capacity;
    bool ended;      /* no further line is needed */
    bool model;      /* PQR: a model has begun */
    size_t expected; /* XYZ: the number of atoms in the first line */
    struct xyz_columns columns;
};

/* Adds an atom; `symbol` is ignored if types are not needed. False with a fault: too many atoms, or types, or an
 * unknown element. */
bool structure_add(struct structure_reader *reader, const char *symbol, struct mm_float4 atom);

/* Sets the box; false with a fault if a side is not above 0. */
bool structure_set_box(struct structure_reader *reader, const double side[3]);

/* Parses the current line; false with a fault if it is invalid. And after the last line: false if something is missing.
 *
 * PQR: a line is fields separated by blanks; one that begins with ATOM or HETATM ends with x y z charge radius, or an
 * element after them. Only the first model counts. Other records are ignored, except CRYST1 if the box is needed. If
 * types are needed, the element field is used; without one, the element follows from the letters of the atom's name,
 * after any digits. By the rules of STRUCTURES.md CA of ALA is carbon, CA of CA calcium, 1HB hydrogen, and FE of HEM
 * iron. */
bool pqr_take(struct structure_reader *reader);
bool pqr_end(struct structure_reader *reader);

/* XYZ: the number of atoms, a comment, and for each atom a line `Symbol x y z`, with anything after it; the first
 * frame only. There are no charges. A symbol is used as written. Of the extended format (keys in the comment) the
 * relevant part is supported: Lattice="ax 0 0 0 by 0 0 0 cz" is a periodic box along the axes, pbc="F F F" means
 * none, and Properties= has the columns of species and pos. An XYZ file's first line begins with a whole number. */
bool xyz_begins(const char *line);
bool xyz_take(struct structure_reader *reader);
bool xyz_end(struct structure_reader *reader);
