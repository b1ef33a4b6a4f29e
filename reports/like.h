/* Results of another device or size as the start of a search: finds their problem most like this one, and its best
 * configurations. */
#pragma once

#include "reports/results.h"

enum { MOST_LIKE = 5 };

struct like {
    const struct results *results;
    size_t problem;                   /* of those results */
    const struct row *row[MOST_LIKE]; /* the best first */
    size_t rows;
};

/* Finds the timed problem of the same bench whose settings differ least, then the one with the nearest size in ratio.
 * Its rows are the best, and then the best that differ from all earlier ones in three values or more, or in half of
 * them if that is less. INVALID with one line if there is none, or one without any of the parameters. Keeps a reference
 * to the results. */
enum status like_find(struct like *like, const struct results *results, const char *path,
                      const struct named_problem *problem, struct fault *fault);

/* Takes that problem of the results instead, of any bench. */
void like_take(struct like *like, const struct results *results, size_t from, const struct named_problem *problem);

/* Writes those configurations into `index`, in their order, as indices of a problem's space, valid or not: values are
 * matched by word, or by the nearest number; missing ones are taken from `origin`. */
void like_indices(const struct like *like, const struct named_problem *problem, uint64_t origin, uint64_t *index);

/* All timed configurations there, converted in the same way, with their times, the fastest first; of those with the
 * same index the fastest. Returns their number; the caller frees both. */
size_t like_times(const struct like *like, const struct named_problem *problem, uint64_t origin, uint64_t **index,
                  double **ns);
