/* XYZ: the number of atoms, a comment, and for each atom a line `Symbol x y z`, with anything behind it; the first
 * frame only. There are no charges. A symbol is taken as it is written.
 *
 * Of the extended format (keys in the comment) what matters is understood: Lattice="ax 0 0 0 by 0 0 0 cz" is a periodic
 * box along the axes, pbc="F F F" says that there is none, and Properties= says in which columns species and pos are.
 */
#ifndef SUITES_MOLECULES_XYZ_H
#define SUITES_MOLECULES_XYZ_H

#include "suites/molecules/structure.h"

/* Whether a file's first line is that of XYZ: a whole number. */
bool xyz_begins(const char *line);

/* Takes the reader's line; false with a fault where it is wrong. */
bool xyz_take(struct structure_reader *reader);

/* After the last line: false with a fault where something is missing. */
bool xyz_end(struct structure_reader *reader);

#endif
