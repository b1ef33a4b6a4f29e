/* What it costs to take, at one size, the configuration that stands at another: which sizes a header may leave out, and
 * how far its lookup is off between sizes. All of it is from times that the results have; nothing is guessed. */
#pragma once

#include "reports/header/entries.h"

/* The sizes of one device and inputs, which a lookup tells apart. */
struct regrets {
    const struct entry *entry; /* the first of theirs; not used by what only computes */
    size_t count;              /* of sizes */
    uint64_t *size;            /* ascending */
    double *ratio; /* [at * count + from]: time at a size, with the best of size `from`, over the best time there.
                    * At least 1; INFINITY: clearly slower, measured no further; NAN: not known */
    bool *kept;    /* whether the header has entries of a size */
};

/* What lookups of some sizes cost, of which no entry was there. */
struct regret {
    size_t sizes, known, slower; /* how many; of them, with a known time; and clearly slower, the time not known */
    double worst;      /* the largest known one, in steps of 0.0001, rounded up: 0.02 is 2 % slower than the best of the
                          size; 0 if none is known */
    uint64_t at, from; /* the size where it is, and that of the entry that was found; 0 if none is known */
};

/* How many entries from `first` on are of the same device (by name) and inputs, as a lookup takes them; `count` are
 * sorted as entries_collect does. */
size_t regrets_entries(const struct entry *first, size_t count);

/* Their sizes, all of them kept; `count` are of one bench, device and inputs. A time is of the file that has the entry
 * of that size and backend, of a row that was measured in the same way as the best there and has no larger an error
 * than the best might have. regrets_free frees it. */
struct regrets regrets_make(const struct entry *first, size_t count);
void regrets_free(struct regrets *regrets);

/* Where a size is in the list; count if it is not there. */
size_t regrets_find(const struct regrets *regrets, uint64_t size);

/* Keeps as few sizes as serve the others: the size that a lookup finds is known to take at most 1 + `most` times the
 * best time. Of as few, those whose largest regret is the smallest. Size number `always` is kept; or if
 * it is count, any. */
void regrets_leave_out(struct regrets *regrets, double most, size_t always);

/* What the sizes that are left out get. */
struct regret regrets_left_out(const struct regrets *regrets);

/* What each size between others would get, one after the other, if it had not been measured: from all other sizes, or
 * if `most` is not below 0 from those that regrets_leave_out keeps of them. */
struct regret regrets_held_out(const struct regrets *regrets, double most, size_t always);
