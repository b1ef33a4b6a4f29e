/* Compares the compiled kernels of two programs by their resources, for one architecture. Nothing is run, so it has no
 * times; it detects kernels that spill or fail to compile. */
#pragma once

#include "reports/results.h"

/* In the order of the table, the worst first. From GONE on, nothing was compared. */
enum static_verdict {
    STATIC_FAILS,   /* it does not compile, and the base does */
    STATIC_SPILLS,  /* more bytes of spilled registers than the base */
    STATIC_CHANGED, /* other source, without more spills */
    STATIC_SAME,    /* the same source, compiled alike */
    STATIC_GONE,    /* missing in the new program */
    STATIC_NEW,     /* missing in the base */
    STATIC_BROKEN,  /* neither compiles */
    STATIC_FIXED,   /* the base does not compile */
    STATIC_VERDICTS
};
const char *static_verdict_word(enum static_verdict verdict);

/* A configuration of one of the programs, or of both. */
struct static_row {
    char *name;
    const struct row *base, *new; /* NULL on the side without it */
    enum static_verdict verdict;
};

struct static_comparison {
    struct results base, new;
    struct static_row *row; /* the worst first, else in the base's order */
    size_t count;
};

/* Takes ownership of the results of both programs: INVALID with one line if they are of different architectures, or of
 * a device that does not only compile. The caller frees the comparison in any case. */
enum status static_comparison_make(struct static_comparison *comparison, struct results *base, struct results *new,
                                   struct fault *fault);
void static_comparison_free(struct static_comparison *comparison);

/* The verdict on a pair of rows, one of which may be NULL. */
struct static_row static_judge(const struct row *base, const struct row *new);

size_t static_comparison_count(const struct static_comparison *comparison, enum static_verdict verdict);

/* The number of rows present on both sides that compiled on at least one. */
size_t static_comparison_compared(const struct static_comparison *comparison);

/* Whether a row spills or fails. */
bool static_comparison_worse(const struct static_comparison *comparison);
