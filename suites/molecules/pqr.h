/* Structures of atoms in PQR format, as PDB2PQR writes it and APBS reads it. */
#ifndef SUITES_MOLECULES_PQR_H
#define SUITES_MOLECULES_PQR_H

#include "base/status.h"
#include "compute/vectors.h"

#include <stddef.h>

enum { MAX_ATOMS = 1 << 27 };

/* Reads the atoms of a file: x, y and z in angstrom and, as w, the charge in elementary charges; free() frees them. A
 * line is fields between blanks; one that begins with ATOM or HETATM ends with x y z charge radius. Other records are
 * left out, and what follows the first model. INVALID with one line, "FILE:LINE: REASON", also for more than `most`
 * atoms and for none; *atom is NULL then. */
enum status structure_read(const char *path, size_t most, struct mm_float4 **atom, size_t *atoms, struct fault *fault);

#endif
