/* Files of atoms: PQR, as PDB2PQR writes it and APBS reads it, and XYZ, also extended; and what their readers share. */
#pragma once

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

enum { MAX_ATOMS = 1 << 27 };

/* Reads the atoms of a file; structure_free frees them. A file is XYZ where its name ends in .xyz or .extxyz, or its
 * first line is a whole number and its name does not end in .pqr; else PQR. What follows the first model, or frame, is
 * left out. INVALID with one line, "FILE:LINE: REASON", also for more than `most` atoms and for none, and for what is
 * needed and not there; *structure is empty then. */
enum status structure_read(const char *path, size_t most, struct structure_needs needs, struct structure *structure,
                           struct fault *fault);

/* ---- for its readers ---- */

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

/* Takes the reader's line; false with a fault where it is wrong. And after the last line: where something is missing.
 *
 * PQR: a line is fields between blanks; one that begins with ATOM or HETATM ends with x y z charge radius, or an
 * element behind them. Only the first model counts. Other records are left out, but for CRYST1 where the box is needed.
 * The element of an atom, where types are needed, is that; else that of its name: of its letters, behind any digits. By
 * the rules of STRUCTURES.md CA of ALA is carbon, CA of CA calcium, 1HB hydrogen, and FE of HEM iron. */
bool pqr_take(struct structure_reader *reader);
bool pqr_end(struct structure_reader *reader);

/* XYZ: the number of atoms, a comment, and for each atom a line `Symbol x y z`, with anything behind it; the first
 * frame only. There are no charges. A symbol is taken as it is written. Of the extended format (keys in the comment)
 * what matters is understood: Lattice="ax 0 0 0 by 0 0 0 cz" is a periodic box along the axes, pbc="F F F" says that
 * there is none, and Properties= says in which columns species and pos are. A file's first line is that of XYZ where it
 * begins: a whole number. */
bool xyz_begins(const char *line);
bool xyz_take(struct structure_reader *reader);
bool xyz_end(struct structure_reader *reader);
