/* The content of a tuned header: entries in a fixed order, and the values of each bench's parameters. */
#pragma once

#include "reports/results.h"

enum { MAX_IDENTIFIER = 160 };

/* The best of one problem on one device, with its results. */
struct entry {
    const struct results *from;
    const struct named_problem *problem;
    const struct best *best;
    size_t number; /* of those collected */
    bool left_out; /* of the table: another size's entry replaces it */
    double ratio;  /* of a compromise: its time over the best's, at least 1; else 0 */
};

struct entries {
    struct entry *entry;
    size_t count;
    struct best *compromise; /* replaces the best; or NULL */
};

/* A parameter of one bench; if it has words, those that its space declares, in that order. */
struct header_parameter {
    const char *name;
    enum parameter_kind kind;
    bool wide; /* one of its values exceeds int */
    struct texts words;
};

/* Collects every best that is OK, sorted by suite, bench, device, inputs, size, and then the fastest first. Among
 * entries of the same problem, device and backend the last one stays. */
struct entries entries_collect(const struct results *const *results, size_t count);
void entries_free(struct entries *entries);

/* The number of entries of the same bench, from `first` on. */
size_t entries_of_bench(const struct entries *entries, size_t first);

/* The parameters of the bench of `count` entries from `first` on, as many as their problems have;
 * header_parameters_free frees them in any case. Different words of a parameter in several spaces are joined, the first
 * entry's first. INVALID with one line if the entries do not have the same parameters. */
enum status entries_parameters(const struct entry *first, size_t count, struct header_parameter **parameters,
                               struct fault *fault);
void header_parameters_free(struct header_parameter *parameters, size_t count);

/* Adds a text at position `at` of an identifier, in upper or lower case, with underscores for other characters than
 * letters and digits. Returns the position after it; truncates what does not fit. */
size_t header_part(char identifier[MAX_IDENTIFIER], size_t at, bool upper, const char *text);

/* "GPUBENCH_REDUCTION_SUM_1D_F32" or "gpubench_reduction_sum_1d_f32", followed by a parameter and a word of it, unless
 * NULL. */
void header_identifier(char identifier[MAX_IDENTIFIER], bool upper, const struct named_problem *bench,
                       const char *parameter, const char *word);
