/* Finds rows of results. */
#pragma once

#include "reports/results.h"

/* A problem of one of several results. */
struct place {
    const struct results *results;
    size_t problem;
    const struct named_problem *named;
};

/* Advances to the next problem of a bench, from a zeroed place; false after the last. */
bool rows_next_problem(const struct results *results, size_t count, const char *suite, const char *bench,
                       struct place *place);

/* The number of a problem's setting by name; NAN if missing. */
double problem_setting(const struct named_problem *problem, const char *name);

/* The word of a row's parameter by name; "" if its bench has none. */
const char *row_word(const struct named_problem *problem, const struct result *result, const char *parameter);

/* Required words of parameters. */
struct wanted {
    const char *parameter, *word;
};
enum { MAX_WANTED = 4 };

/* Whether a row's parameters have the words; the list ends at one without a name. */
bool row_fits(const struct named_problem *problem, const struct result *result, const struct wanted wanted[MAX_WANTED]);

/* The fastest timed configuration of a problem with these words; NULL if there is none. */
const struct result *rows_fastest(const struct results *results, size_t problem,
                                  const struct wanted wanted[MAX_WANTED]);

/* The timed row of a reference, counted from 1, or NULL. */
const struct result *rows_reference(const struct results *results, size_t problem, uint32_t reference);

/* The best of a problem as it was chosen, or, without a search, the fastest; NULL if none is timed. *ns, which may be
 * NULL, is its time by that measure. */
const struct result *rows_best(const struct results *results, size_t problem, double *ns);

/* The number of words of a parameter in the timed configurations of a problem; used[w] is set for each. */
size_t rows_words(const struct results *results, size_t problem, size_t parameter, bool *used);

/* For titles: "Roofline of reduction/sum_1d_f32, n = 2^20, on NVIDIA H200 (cuda)". */
void rows_title(char **title, const char *before, const struct results *results, size_t problem);
