/* Files of atoms: PQR, as PDB2PQR writes it and APBS reads it, and XYZ, also extended. */
#ifndef SUITES_MOLECULES_STRUCTURE_FILE_H
#define SUITES_MOLECULES_STRUCTURE_FILE_H

#include "suites/molecules/structure.h"

enum { MAX_ATOMS = 1 << 27 };

/* Reads the atoms of a file; structure_free frees them. A file is XYZ where its name ends in .xyz or .extxyz, or its
 * first line is a whole number and its name does not end in .pqr; else PQR. What follows the first model, or frame, is
 * left out. INVALID with one line, "FILE:LINE: REASON", also for more than `most` atoms and for none, and for what is
 * needed and not there; *structure is empty then. */
enum status structure_read(const char *path, size_t most, struct structure_needs needs, struct structure *structure,
                           struct fault *fault);

#endif
