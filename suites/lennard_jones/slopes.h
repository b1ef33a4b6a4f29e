/* The matrix of dE/dr: whether it is what a table gives, and how far that is from the formula. */
#ifndef SUITES_LENNARD_JONES_SLOPES_H
#define SUITES_LENNARD_JONES_SLOPES_H

#include "suites/lennard_jones/table.h"

/* Slots: of the distances, and of what is compared. */
struct lj_slopes {
    int r, derivative;
};

/* Compares the rows that lj_row() names. Errors are shares of the scale of a lookup. WRONG_RESULT, or what reading the
 * device gives. */
enum status lj_slopes_compare(const struct job *job, const struct lj_slopes *slopes, const struct lj_table *table,
                              struct verdict *verdict, struct fault *fault);

/* The figures of these rows, of pairs from the table's beginning to the cutoff: the L2 norm of the error against the
 * formula, as a share of that of the formula; its largest share of the sum of the formula's two terms' magnitudes;
 * where hardware filters in 256ths, the largest difference from an emulation of that; and what shares of all pairs are
 * within the cutoff, and nearer than the table begins. */
#define LJ_FIGURES NAMES("l2_error", "largest_error", "filter_error", "inside", "below")
void lj_slopes_figures(const struct job *job, const struct lj_slopes *slopes, const struct lj_table *table,
                       struct lj_counts counts, double values[MAX_FIGURES]);

#endif
