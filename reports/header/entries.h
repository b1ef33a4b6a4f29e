/* What a tuned header says, before it is text: entries in a fixed order, and the words of each bench's parameters. */
#ifndef REPORTS_HEADER_ENTRIES_H
#define REPORTS_HEADER_ENTRIES_H

#include "tuner/result.h"

enum { MAX_HEADER_WORDS = 64, MAX_IDENTIFIER = 160 };

/* The best of one bench at one size on one device, and the results that it is from. */
struct entry {
    const struct results *from;
    const struct best *best;
};

struct entries {
    struct entry *entry;
    size_t count;
};

/* A parameter of one bench. With words, all words that occur in any row of the bench, sorted; without, integers. */
struct header_parameter {
    const char *name;
    size_t words;
    const char *word[MAX_HEADER_WORDS];
};

/* Every best that is OK, sorted by suite, bench, device, size, and then the fastest first. Of two with the same suite,
 * bench, size, device and backend the later one stays. The caller frees entries.entry. */
struct entries entries_collect(const struct results *const *results, size_t count);

/* How many entries from `first` on are of the same bench. */
size_t entries_of_bench(const struct entries *entries, size_t first);

/* The parameters of the bench of entries first .. first + count - 1, as many as the first entry has. INVALID with one
 * line if the entries do not have the same parameters, or two names or two words make the same identifier. */
enum status entries_parameters(const struct entries *entries, size_t first, size_t count,
                               const struct results *const *results, size_t files,
                               struct header_parameter parameters[MAX_PARAMETERS], struct fault *fault);

/* Puts a text at position `at` of an identifier, in upper or lower case, with an underscore for what is no letter,
 * digit or underscore. Returns the position behind it; cuts what does not fit. */
size_t header_part(char identifier[MAX_IDENTIFIER], size_t at, bool upper, const char *text);

/* "GPUBENCH_REDUCTION_SUM_1D_F32" or "gpubench_reduction_sum_1d_f32", and behind it a parameter and a word of it, where
 * they are not NULL. */
void header_identifier(char identifier[MAX_IDENTIFIER], bool upper, const struct result *bench, const char *parameter,
                       const char *word);

#endif
