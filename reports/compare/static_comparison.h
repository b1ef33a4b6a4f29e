/* What compiling alone tells of two programs: the resources of their kernels, for one architecture. Nothing is run, so
 * nothing is known of time: what is certain is that a kernel spills or fails. */
#pragma once

#include "reports/results.h"

/* In the order in which a table has them, the worst first. Those from GONE on stand for nothing that was compared. */
enum static_verdict {
    STATIC_FAILS,   /* it does not compile, and the base does */
    STATIC_SPILLS,  /* more bytes of registers than the base */
    STATIC_CHANGED, /* other source, and no more is spilled */
    STATIC_SAME,    /* the same source, compiled alike */
    STATIC_GONE,    /* the new program does not have it */
    STATIC_NEW,     /* the base does not */
    STATIC_BROKEN,  /* neither compiles */
    STATIC_FIXED,   /* the base does not compile */
    STATIC_VERDICTS
};
const char *static_verdict_word(enum static_verdict verdict);

/* A configuration that one of the programs has, or both. */
struct static_row {
    char *name;
    const struct row *base, *new; /* NULL on the side that does not have it */
    enum static_verdict verdict;
};

struct static_comparison {
    struct results base, new;
    struct static_row *row; /* the worst first, else as the base has them */
    size_t count;
};

/* Takes the results of both programs over, which are for one architecture: INVALID with one line if they are not, or
 * not of a device that only compiles. The caller frees the comparison in any case. */
enum status static_comparison_make(struct static_comparison *comparison, struct results *base, struct results *new,
                                   struct fault *fault);
void static_comparison_free(struct static_comparison *comparison);

/* What a pair of rows, of which one may be NULL, is to be thought of. */
struct static_row static_judge(const struct row *base, const struct row *new);

size_t static_comparison_count(const struct static_comparison *comparison, enum static_verdict verdict);

/* How many have a row on both sides that compiled on one of them at least. */
size_t static_comparison_compared(const struct static_comparison *comparison);

/* Whether something spills or fails. */
bool static_comparison_worse(const struct static_comparison *comparison);
