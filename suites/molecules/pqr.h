/* PQR: a line is fields between blanks; one that begins with ATOM or HETATM ends with x y z charge radius, or an
 * element behind them. Only the first model counts. Other records are left out, but for CRYST1 where the box is needed.
 *
 * The element of an atom, where types are needed, is that; else that of its name: of its letters, behind any digits.
 * By the rules of STRUCTURES.md CA of ALA is carbon, CA of CA calcium, 1HB hydrogen, and FE of HEM iron. */
#ifndef SUITES_MOLECULES_PQR_H
#define SUITES_MOLECULES_PQR_H

#include "suites/molecules/structure.h"

/* Takes the reader's line; false with a fault where it is wrong. */
bool pqr_take(struct structure_reader *reader);

/* After the last line: false with a fault where something is missing. */
bool pqr_end(struct structure_reader *reader);

#endif
