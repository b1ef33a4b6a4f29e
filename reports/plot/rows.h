/* Rows by what they are of. */
#pragma once

#include "reports/results.h"

/* A problem of one of several results. */
struct place {
    const struct results *results;
    size_t problem;
    const struct named_problem *named;
};

/* Goes on to the next problem of a bench, from a place that is all 0; false behind the last. */
bool rows_next_problem(const struct results *results, size_t count, const char *suite, const char *bench,
                       struct place *place);

/* The number of a problem's setting; NAN if it has none of that name. */
double problem_setting(const struct named_problem *problem, const char *name);

/* The word of a row's parameter by its name; "" if its bench has none. */
const char *row_word(const struct named_problem *problem, const struct result *result, const char *parameter);

/* Parameters that are to have these words. */
struct wanted {
    const char *parameter, *word;
};
enum { MAX_WANTED = 4 };

/* Whether a row's parameters, up to one without a name, have the words. */
bool row_fits(const struct named_problem *problem, const struct result *result, const struct wanted wanted[MAX_WANTED]);

/* The fastest timed configuration of a problem that fits; NULL if there is none. */
const struct result *rows_fastest(const struct results *results, size_t problem,
                                  const struct wanted wanted[MAX_WANTED]);

/* The timed row of a reference, counted from 1, or NULL. */
const struct result *rows_reference(const struct results *results, size_t problem, uint32_t reference);

/* The best of a problem as it was chosen, or, where nothing was searched, the fastest; NULL if none is timed. *ns,
 * which may be NULL, is the time by which it is that. */
const struct result *rows_best(const struct results *results, size_t problem, double *ns);

/* How many words of a parameter the timed configurations of a problem have: used[w], of all, says which. */
size_t rows_words(const struct results *results, size_t problem, size_t parameter, bool *used);

/* For titles: "Roofline of reduction/sum_1d_f32, n = 2^20, on NVIDIA H200 (cuda)". */
void rows_title(char **title, const char *before, const struct results *results, size_t problem);
