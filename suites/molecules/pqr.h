/* PQR: a line is fields between blanks; one that begins with ATOM or HETATM ends with x y z charge radius, or
 * an element behind them. Only the
 * first model counts. Other records are left out, but for CRYST1 where the box is needed.
 *
 * The element of an atom, where types are needed, is that; else that of its name: of its letters, behind any digits.
 * Where the residue has the same name, as an ion's has (CA CA, NA NA), they are the symbol. Else it is the first of
 * them, or the first two, whichever is an element first; of two of which the second is in lower case, both. So CA of
 * ALA is carbon, and 1HB hydrogen. */
#ifndef SUITES_MOLECULES_PQR_H
#define SUITES_MOLECULES_PQR_H

#include "suites/molecules/structure.h"

/* Takes the reader's line; false with a fault where it is wrong. */
bool pqr_take(struct structure_reader *reader);

/* After the last line: false with a fault where something is missing. */
bool pqr_end(struct structure_reader *reader);

#endif
