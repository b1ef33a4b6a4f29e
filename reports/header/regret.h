/* The cost of using the configuration of one size at another: which sizes a header may leave out, and the cost of its
 * lookups between sizes. All costs are from measured times of the results; nothing is estimated. */
#pragma once

#include "reports/header/entries.h"

/* The sizes of one device and inputs, which a lookup distinguishes. */
struct regrets {
    const struct entry *entry; /* the first of theirs; not used by pure computations */
    size_t count;              /* of sizes */
    uint64_t *size;            /* ascending */
    double *ratio; /* [at * count + from]: time of size `from`'s best, over the best; NAN: unknown; INFINITY: dropped */
    bool *kept;    /* whether the header has an entry of a size */
};

/* The cost of lookups at some sizes that have no entry. */
struct regret {
    size_t sizes, known, slower; /* their number; of them, with a known time; and dropped as clearly slower */
    double worst;      /* the largest known one, rounded up to 0.0001: 0.02 is 2 % slower; 0 if none is known */
    uint64_t at, from; /* the size with it, and that of the entry found there; 0 if none is known */
};

/* The number of entries of the same device (by name) and inputs, from `first` on, as a lookup compares them; `count`
 * are sorted by entries_collect. */
size_t regrets_entries(const struct entry *first, size_t count);

/* Their sizes, all kept; `count` are of one bench, device and inputs. A time is from the file of the entry of that size
 * and backend, from a row measured in the same way as the best there, with an error acceptable for the best.
 * regrets_free frees it. */
struct regrets regrets_make(const struct entry *first, size_t count);
void regrets_free(struct regrets *regrets);

/* The position of a size in the list; count if missing. */
size_t regrets_find(const struct regrets *regrets, uint64_t size);

/* Keeps the fewest sizes that serve the others: the entry that a lookup finds is known to take at most 1 + `most` times
 * the best time. Among equally few, those with the smallest largest regret. Size number `always` is kept; count: none
 * in particular. */
void regrets_leave_out(struct regrets *regrets, double most, size_t always);

/* The cost at the sizes that are left out. */
struct regret regrets_left_out(const struct regrets *regrets);

/* The cost at each size between others, one at a time, had it not been measured: from all other sizes, or if `most` is
 * not below 0 from those that regrets_leave_out keeps of them. */
struct regret regrets_held_out(const struct regrets *regrets, double most, size_t always);
