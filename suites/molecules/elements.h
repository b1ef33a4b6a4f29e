/* Lennard-Jones' parameters and masses by element (STRUCTURES.md): a built-in table, and the user's. */
#pragma once

#include "tuner/job.h"

/* The user's elements; zeros: none. */
struct elements {
    struct atom_type *type;
    size_t count, capacity;
};

/* Reads a file of lines "Symbol sigma epsilon mass", in angstrom, kcal/mol and g/mol, where sigma may be 0 if
 * epsilon is; text after # is ignored. INVALID with one line, "FILE:LINE: REASON", and none then. elements_free
 * frees them. */
enum status elements_read(const char *path, struct elements *elements, struct fault *fault);
void elements_free(struct elements *elements);

/* The parameters of a symbol: the user's, else the built-in ones; NULL for neither. They are owned by the elements. */
const struct atom_type *elements_find(const struct elements *elements, const char *symbol);
