/* Two programs' times of the same configurations, block by block, and a verdict for each. */
#pragma once

#include "reports/compare/block.h"
#include "reports/compare/rule.h"
#include "reports/compare/verdict.h"

/* A configuration requested from both programs. */
struct compared {
    size_t row; /* of the base's first results */
    char *name;
    bool identical; /* code and launches are the same, not timed by the host: SAME by construction, and a control */
    bool met;       /* `identical` is known: both sides had a time in the same block */
    bool died;      /* the new program as a whole, which is never the same by construction */
    double base_ns[RULE_MOST], new_ns[RULE_MOST], pair[RULE_MOST]; /* of the blocks of the verdict */
    size_t pairs, base_blocks, new_blocks;                         /* the number of each; with files these may differ */
    size_t blocks, base_failures, new_failures; /* blocks in total, and blocks in which a side failed */
    enum verdict times;                         /* the verdict by times, while failures keep it open */
    enum rule_state suspected;                  /* until fresh pairs confirm it */
    struct estimate estimate;                   /* log(new / base), over those pairs */
    enum verdict verdict;
    char *reason; /* why it fails, is missing or is accepted; or NULL */
};

/* Whether both sides are the same program: then all code is identical; or files of two devices of one kind. */
enum comparison_kind { TWO_PROGRAMS, ONE_PROGRAM, TWO_DEVICES };

struct comparison {
    enum comparison_kind kind;
    struct results base; /* the first block: identifies the rows and the device */
    struct compared *row;
    size_t count;
    bool met;        /* the new program returned results, so its rows are known */
    bool confirming; /* further pairs are fresh ones, of suspected rows */
    bool mixed;      /* one that only the new program had failed, in several blocks, failed in the base */
    char *invalid;   /* why the whole comparison is invalid; or NULL */
    char **added;    /* names of problems of the new program only */
    size_t added_count;
};

/* Starts with a block of each side, whose times do not count; it shows what fails or is missing, or, if the new program
 * failed as a whole, its first block with results does. Takes ownership of the base's results. INVALID with one line if
 * the two are not comparable: another device, driver or definition of time, other caches or seeds. The caller frees the
 * comparison in any case. */
enum status comparison_start(struct comparison *comparison, enum comparison_kind kind, struct results *base,
                             const struct block *new, struct fault *fault);
void comparison_free(struct comparison *comparison);

/* Counts blocks before the first, in which the base failed as a whole, and in some of them the new program, too. */
void comparison_miss(struct comparison *comparison, size_t blocks, size_t new_failures);

/* Takes another first block, if it can change anything: rows without a time on one side. Rows that have a time of the
 * base in it are judged by it. INVALID as above. */
size_t comparison_tried_again(const struct comparison *comparison);
enum status comparison_again(struct comparison *comparison, const struct block *base, const struct block *new,
                             struct fault *fault);

/* Adds a block of each side: a pair for each configuration that is open (or, when confirming, suspected) and has a time
 * on both; if a side failed as a whole, each of its configurations failed. INVALID as above. */
enum status comparison_take(struct comparison *comparison, const struct block *base, const struct block *new,
                            struct fault *fault);

/* Applies the rule after as many pairs as it prescribes; `last`: there will be no more. OPEN rows may get a verdict, or
 * become suspected. */
void comparison_look(struct comparison *comparison, bool last);

/* Begins the confirmation, and ends it: suspected rows get their verdict, and rows that fail more often than the base,
 * beyond chance, have had as many further blocks. */
void comparison_confirm(struct comparison *comparison);
void comparison_end(struct comparison *comparison);

/* Ends the comparison after a budget in seconds: open rows become INCONCLUSIVE, with the reason. */
void comparison_expire(struct comparison *comparison, double budget_seconds);

/* The steps above for one configuration, as a simulation needs them: for a block, which sides failed, and then the
 * verdict by failures; after a look; and after its fresh pairs. */
void compared_count(struct comparison *comparison, struct compared *compared, bool base_failed, bool new_failed);
void compared_judge(const struct comparison *comparison, struct compared *compared);
void compared_look(struct compared *compared, bool last);
void compared_confirm(struct compared *compared);

/* Whether a configuration takes part in further blocks; and how many do. */
bool comparison_wants(const struct comparison *comparison, const struct compared *row);
size_t comparison_wanted(const struct comparison *comparison);

/* The number of configurations with a verdict; and of controls. */
size_t comparison_count(const struct comparison *comparison, enum verdict verdict);
size_t comparison_controls(const struct comparison *comparison);

/* Accepts what is SLOWER by at most `most`, a ratio minus 1, in a problem or a configuration of that name. Returns
 * their number. */
size_t comparison_accept(struct comparison *comparison, const char *name, double most, const char *reason);

/* The number of rows that are undecided, or have no time in the new program. */
size_t comparison_unknown(const struct comparison *comparison);

/* Whether a configuration is slower, or fails, and was not accepted. */
bool comparison_worse(const struct comparison *comparison);

/* Marks a comparison as invalid if a control moved in another comparison, or in itself. */
void comparison_invalidate(struct comparison *comparison, const struct comparison *by);

/* The medians of the blocks of the verdict; NAN without any. */
double compared_base_ns(const struct compared *row);
double compared_new_ns(const struct compared *row);

/* Compares two results files: the base's best of each problem, or all timed rows of one without a best, with the same
 * configurations of the new file. Blocks are not paired, and nothing is confirmed. Otherwise as comparison_start. */
enum status comparison_of_files(struct comparison *comparison, struct results *base, const struct results *new,
                                struct fault *fault);

/* The same, also of what two devices have measured, if name, backend, driver, units, memory and clocks are equal. */
enum status comparison_of_devices(struct comparison *comparison, struct results *base, const struct results *new,
                                  struct fault *fault);
