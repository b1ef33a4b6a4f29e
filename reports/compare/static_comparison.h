/* What compiling alone tells of two programs: their resources and the instructions of their hottest loops, for one
 * architecture. Nothing is run, so nothing is known of time: what is certain is that a kernel spills or fails. */
#ifndef REPORTS_COMPARE_STATIC_COMPARISON_H
#define REPORTS_COMPARE_STATIC_COMPARISON_H

#include "reports/results.h"

/* In the order in which a table has them, the worst first. Those from GONE on stand for nothing that was compared. */
enum static_verdict {
    STATIC_FAILS,   /* it does not compile, and the base does */
    STATIC_SPILLS,  /* more bytes of registers than the base */
    STATIC_WORSE,   /* fewer warps at a time, or a longer loop: a warning, because that may be slower and may not */
    STATIC_CHANGED, /* other machine code, and no figure of it is worse */
    STATIC_SAME,    /* the same machine code */
    STATIC_GONE,    /* the new program does not have it */
    STATIC_NEW,     /* the base does not */
    STATIC_BROKEN,  /* neither compiles */
    STATIC_MENDED,  /* the base does not compile */
    STATIC_VERDICTS
};
const char *static_verdict_word(enum static_verdict verdict);

/* A loop of the same depth that has so many more instructions, as a share, is longer. */
#define STATIC_LONGER 0.1

/* A configuration that one of the programs has, or both. */
struct static_row {
    char *name;
    const struct row *base, *new; /* NULL on the side that does not have it */
    int base_warps, new_warps;    /* of a multiprocessor at a time; 0: not known */
    bool fewer_warps, longer_loop;
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
struct static_row static_judge(const char *architecture, const struct row *base, const struct row *new);

size_t static_comparison_count(const struct static_comparison *comparison, enum static_verdict verdict);

/* How many have a row on both sides that compiled on one of them at least. */
size_t static_comparison_compared(const struct static_comparison *comparison);

/* Whether something spills or fails. */
bool static_comparison_worse(const struct static_comparison *comparison);

/* Why of a loop nothing is known, of the first row of either program that says so; NULL if none does. */
const char *static_comparison_no_loop(const struct static_comparison *comparison);

/* By how much a row's loop is longer, as a share: 0.1 is 10 %; NAN where one is not known, or they are not of one
 * depth. */
double static_row_longer(const struct static_row *row);

#endif
