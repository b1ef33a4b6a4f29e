/* Two programs' times of the same configurations, block by block, and what is to be thought of each. */
#pragma once

#include "reports/compare/block.h"
#include "reports/compare/rule.h"
#include "reports/compare/verdict.h"

/* A configuration that both programs were asked for. */
struct compared {
    size_t row; /* of the base's first results */
    char *name;
    bool identical; /* code and launches are, and no host times it: SAME by construction, and a control */
    bool met;       /* both sides had a time of it in one block: that is known */
    bool died;      /* the new program as a whole, which is never the same by construction */
    double base_ns[RULE_MOST], new_ns[RULE_MOST], pair[RULE_MOST]; /* of the blocks that the verdict is from */
    size_t pairs, base_blocks, new_blocks;                         /* as many of each; of files these may differ */
    size_t blocks, base_failures, new_failures;                    /* how many it was in; in which a side failed */
    enum verdict times;                                            /* what they tell, while failures keep it open */
    enum rule_state suspected;                                     /* until fresh pairs say so, too */
    struct estimate estimate;                                      /* log(new / base), of those pairs */
    enum verdict verdict;
    char *reason; /* why it fails, is gone or is accepted; or NULL */
};

/* Whether both sides are one program: then all that they do is identical. */
enum comparison_kind { TWO_PROGRAMS, ONE_PROGRAM };

struct comparison {
    enum comparison_kind kind;
    struct results base; /* the first block: what a row is, and where it was measured */
    struct compared *row;
    size_t count;
    bool met;        /* the new program gave results: what it has is known */
    bool confirming; /* pairs that come are fresh ones, of what is suspected */
    bool mixed;      /* one of which the new program alone had failed, in each of some blocks, failed in the base */
    char *invalid;   /* why all of it is worth nothing; or NULL */
    char **added;    /* names of problems that the new program alone has */
    size_t added_count;
};

/* Begins with a block of each side, whose times do not count: what fails or is gone is known then, or, where the new
 * program failed as a whole, in its first block without. Takes the base's results over. INVALID with one line where the
 * two do not compare: another device, driver or definition of time, other caches or seeds. The caller frees the
 * comparison in any case. */
enum status comparison_start(struct comparison *comparison, enum comparison_kind kind, struct results *base,
                             const struct block *new, struct fault *fault);
void comparison_free(struct comparison *comparison);

/* Counts so many blocks before the first, in which the base failed as a whole, and in some of them the new program. */
void comparison_miss(struct comparison *comparison, size_t blocks, size_t new_failures);

/* Another first block, if there is anything that may be otherwise in it: what has no time on a side. What the base has
 * a time of in this one is judged by this one then. INVALID as above. */
size_t comparison_tried_again(const struct comparison *comparison);
enum status comparison_again(struct comparison *comparison, const struct block *base, const struct block *new,
                             struct fault *fault);

/* Takes a block of each side: a pair for each configuration that is open (or, when confirming, suspected) and has a
 * time on both; where a side failed as a whole each of them did. INVALID as above. */
enum status comparison_take(struct comparison *comparison, const struct block *base, const struct block *new,
                            struct fault *fault);

/* After as many pairs as the rule looks at; `last`: there will be no more. What was OPEN may have its verdict then, or
 * be suspected. */
void comparison_look(struct comparison *comparison, bool last);

/* Begins to confirm, and ends it: what is suspected has its verdict, and what fails more often than the base, as chance
 * allows, has had as many blocks more. */
void comparison_confirm(struct comparison *comparison);
void comparison_end(struct comparison *comparison);

/* Ends it where it is, after a budget of so many seconds: what is open is INCONCLUSIVE, and says so. */
void comparison_expire(struct comparison *comparison, double budget_seconds);

/* What those do with one configuration, and what a simulation asks: of a block, which sides failed, and when that is
 * known of all, what it makes of it; after a look; and after its fresh pairs. */
void compared_count(struct comparison *comparison, struct compared *compared, bool base_failed, bool new_failed);
void compared_judge(const struct comparison *comparison, struct compared *compared);
void compared_look(struct compared *compared, bool last);
void compared_confirm(struct compared *compared);

/* Whether a configuration takes part in the blocks that come; and how many do. */
bool comparison_wants(const struct comparison *comparison, const struct compared *row);
size_t comparison_wanted(const struct comparison *comparison);

/* How many have a verdict; and how many are controls. */
size_t comparison_count(const struct comparison *comparison, enum verdict verdict);
size_t comparison_controls(const struct comparison *comparison);

/* Accepts what is SLOWER by no more than `most`, a ratio less 1, of a problem of that name, or the configuration of
 * that name. Returns how many are. */
size_t comparison_accept(struct comparison *comparison, const char *name, double most, const char *reason);

/* How many are undecided, or have no time in the new program. */
size_t comparison_unknown(const struct comparison *comparison);

/* Whether a configuration is slower, or fails, as nobody accepted. */
bool comparison_worse(const struct comparison *comparison);

/* Says of a comparison that it is worth nothing, if a control moved in another, or in itself. */
void comparison_invalidate(struct comparison *comparison, const struct comparison *by);

/* The medians of the blocks that the verdict is from; NAN without any. */
double compared_base_ns(const struct compared *row);
double compared_new_ns(const struct compared *row);

/* Compares two results files: of each problem the base's best, of one without a best all that it timed; of the new file
 * the same configurations. Blocks stand alone, and nothing is confirmed. Otherwise as comparison_start. */
enum status comparison_of_files(struct comparison *comparison, struct results *base, const struct results *new,
                                struct fault *fault);
