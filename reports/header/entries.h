/* What a tuned header says, before it is text: entries in a fixed order, and the values of each bench's parameters. */
#pragma once

#include "reports/results.h"

enum { MAX_IDENTIFIER = 160 };

/* The best of one problem on one device, and the results that it is from. */
struct entry {
    const struct results *from;
    const struct named_problem *problem;
    const struct best *best;
    size_t number; /* of those that were collected */
    bool left_out; /* of the table: another size's entry serves */
    double ratio;  /* of a compromise: its time over that of the best, at least 1; else 0 */
};

struct entries {
    struct entry *entry;
    size_t count;
    struct best *compromise; /* what entries have instead of the best; or NULL */
};

/* A parameter of one bench; of one with words, the words that its space declares, in that order. */
struct header_parameter {
    const char *name;
    enum parameter_kind kind;
    bool wide; /* a value of it is no int */
    struct texts words;
};

/* Every best that is OK, sorted by suite, bench, device, what describes the inputs, size, and then the fastest first.
 * Of two of the same problem and device and backend the later one stays. */
struct entries entries_collect(const struct results *const *results, size_t count);
void entries_free(struct entries *entries);

/* How many entries from `first` on are of the same bench. */
size_t entries_of_bench(const struct entries *entries, size_t first);

/* The parameters of the bench of `count` entries from `first` on, as many as their problems have;
 * header_parameters_free frees them, whatever comes back. Spaces that declare other words for a parameter are joined,
 * the first entry's first. INVALID with one line if the entries do not have the same parameters. */
enum status entries_parameters(const struct entry *first, size_t count, struct header_parameter **parameters,
                               struct fault *fault);
void header_parameters_free(struct header_parameter *parameters, size_t count);

/* Puts a text at position `at` of an identifier, in upper or lower case, with an underscore for what is no letter,
 * digit or underscore. Returns the position behind it; cuts what does not fit. */
size_t header_part(char identifier[MAX_IDENTIFIER], size_t at, bool upper, const char *text);

/* "GPUBENCH_REDUCTION_SUM_1D_F32" or "gpubench_reduction_sum_1d_f32", and behind it a parameter and a word of it, where
 * they are not NULL. */
void header_identifier(char identifier[MAX_IDENTIFIER], bool upper, const struct named_problem *bench,
                       const char *parameter, const char *word);
