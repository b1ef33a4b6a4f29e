/* Lennard-Jones' parameters and masses by element (STRUCTURES.md): a table that is built in, and a user's beside it. */
#pragma once

#include "tuner/job.h"

/* A user's; zeros: none. */
struct elements {
    struct atom_type *type;
    size_t count, capacity;
};

/* Reads a file of lines "Symbol sigma epsilon mass", in angstrom, kcal/mol and g/mol, of which sigma may be 0
 * where epsilon is; what follows a # is left out.
 * INVALID with one line, "FILE:LINE: REASON", and none then. elements_free frees them. */
enum status elements_read(const char *path, struct elements *elements, struct fault *fault);
void elements_free(struct elements *elements);

/* The parameters of a symbol: the user's, else what is built in; NULL for neither. They stay the elements'. */
const struct atom_type *elements_find(const struct elements *elements, const char *symbol);
