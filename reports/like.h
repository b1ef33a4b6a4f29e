/* Results of another device or size, from which a search of a problem may start: which of their problems is most like
 * it, and the best configurations of that. */
#pragma once

#include "reports/results.h"

enum { MOST_LIKE = 5 };

struct like {
    const struct results *results;
    size_t problem;                   /* of them */
    const struct row *row[MOST_LIKE]; /* the best first */
    size_t rows;
};

/* Finds the problem of the same bench that has a time, of several that whose settings differ least, of equals the one
 * whose size is nearest in ratio. Its rows are the best, and then the best that differ from all before in three values
 * or more, or half of them if that is less. INVALID with one line if there is none, or one without any of the
 * parameters. The results stay as long as it is used. */
enum status like_find(struct like *like, const struct results *results, const char *path,
                      const struct named_problem *problem, struct fault *fault);

/* Puts the configurations of that kind into `index`, as indices of a problem's space, allowed or not, in their order: a
 * value by its word, or the nearest number; what they do not say is as in `origin`. */
void like_indices(const struct like *like, const struct named_problem *problem, uint64_t origin, uint64_t *index);

/* All that was timed there, as such configurations, and its times, the fastest first; of those that are one here the
 * fastest. Returns how many; the caller frees both. */
size_t like_times(const struct like *like, const struct named_problem *problem, uint64_t origin, uint64_t **index,
                  double **ns);
