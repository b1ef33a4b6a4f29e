/* Blocks of two programs for the tests of a comparison. Rows are configurations of one problem, by their index. */
#pragma once

#include "reports/compare/comparison.h"
#include "tests/check.h"
#include "tests/reports/sample_results.h"

enum { ROWS = 6 };

/* A block of a program that succeeded. */
#define WELL(of) (&(struct block){.results = (of)})

/* The times of a side, by row; below 0: it fails; 0: there is no such row. */
struct side {
    double ns[ROWS];
};

static inline struct results results_of(struct side side, const char *launches)
{
    struct results results = {.context = sample_context()};
    sample_problem(&results, "reduction", "sum", 1024);
    for (uint64_t i = 0; i < ROWS; i++) {
        struct sample row = sample_timed("sum", 1024, NULL, NULL, fabs(side.ns[i]));
        row.result.index = i;
        row.result.dropped = false;
        snprintf(row.result.launches, sizeof row.result.launches, "%s", launches);
        if (side.ns[i] < 0)
            row = sample_failed(row, WRONG_RESULT, "it is wrong");
        if (side.ns[i] != 0)
            sample_add(&results, row);
    }
    return results;
}

/* A comparison of two blocks, started successfully; takes ownership of the base's. */
static inline struct comparison started_of(enum comparison_kind kind, struct results *old, const struct results *new)
{
    struct comparison comparison;
    CHECK_OK(comparison_start(&comparison, kind, old, WELL(*new), &caught));
    CHECK(!old->rows && !old->count);
    return comparison;
}

/* The new side has other launches unless `same`. */
static inline struct comparison started(struct side base, struct side new, bool same)
{
    struct results old = results_of(base, "same");
    FREED_BY(results_free) struct results other = results_of(new, same ? "same" : "other");
    return started_of(TWO_PROGRAMS, &old, &other);
}

static inline void take(struct comparison *comparison, struct side base, struct side new, size_t blocks)
{
    FREED_BY(results_free) struct results old = results_of(base, "same"), other = results_of(new, "other");
    for (size_t i = 0; i < blocks; i++)
        CHECK_OK(comparison_take(comparison, WELL(old), WELL(other), &caught));
}

/* All looks, and a confirmation by the times of `fresh`. */
static inline void finish(struct comparison *comparison, struct side base, struct side new, struct side fresh)
{
    for (int look = 0; look < RULE_LOOKS; look++) {
        take(comparison, base, new, rule_look[look] - (look ? rule_look[look - 1] : 0));
        comparison_look(comparison, look + 1 == RULE_LOOKS);
    }
    comparison_confirm(comparison);
    take(comparison, base, fresh, RULE_CONFIRM);
    comparison_end(comparison);
}

/* The verdicts of all rows, in words. */
static inline void check_words(const struct comparison *comparison, const char *expected)
{
    FREED char *words = PRINTED(for (size_t i = 0; i < comparison->count; i++)
                                    fprintf(file, "%s%s", i ? " " : "", verdict_word(comparison->row[i].verdict)));
    CHECK_TEXT(words, expected);
}

static inline void check_verdicts(const struct comparison *comparison, const char *expected)
{
    check_words(comparison, expected);
    CHECK(comparison_wanted(comparison) == comparison_count(comparison, VERDICT_OPEN));
}

static const struct side base = {{1000, 1000, 1000, 1000, 1000, 1000}};
