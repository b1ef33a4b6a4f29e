/* What a user may say of the inputs of a suite: its settings, and a structure of atoms. They hold for a whole run. */
#ifndef TUNER_INPUTS_H
#define TUNER_INPUTS_H

#include "base/store.h"
#include "compute/vectors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_SETTINGS = 12 };

/* An option that a suite adds to the command line: {"density", "atoms", ...} is --density. It describes the problem,
 * not how it is solved: nothing is tuned here, as parameters are. */
struct setting {
    const char *name, *summary, *unit; /* lower case; unit: "A", "atoms/A^3"; or NULL */
    double initial, least, most;       /* where the user says nothing; what may be said, both ends included */
    bool whole;                        /* whole numbers only */
    const char *const *words;          /* or one of these; the value is its position, initial too */
    size_t count;                      /* of words */
    bool of_made;                      /* of inputs that are made: nothing to a structure that the user gave */
};

enum { MAX_ATOM_TYPES = 16 };

/* What atoms of one element, or of one type of a user's, have in common: the parameters of Lennard-Jones' potential, in
 * angstrom and kcal/mol, and the mass, in g/mol. Sigma may be 0 where epsilon is. */
struct atom_type {
    char name[8]; /* zeros behind the end */
    double sigma, epsilon, mass;
};

/* Types are there for a suite that takes STRUCTURE_TYPES, the box where problems lie in it; zeros for others. */
struct inputs {
    double setting[MAX_SETTINGS]; /* in the order of the suite's table */
    const struct mm_float4 *atom; /* of a structure that the user gave: x, y, z in angstrom, and the charge; or NULL */
    size_t atoms;
    struct store_key structure; /* of it and its types, for workers, which find it in the store; "" for none */
    const uint8_t *atom_type;   /* of each atom, an index into `type`; NULL where there is none */
    struct atom_type type[MAX_ATOM_TYPES];
    size_t types;
    double box[3]; /* the periodic box that the file says, in angstrom; zeros: it says none */
};

#endif
