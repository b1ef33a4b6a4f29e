/* Joins the results of the parts of a run (--shard) into those of the whole. */
#pragma once

#include "reports/json/lines.h"

/* Two files that timed a problem by different kinds of samples. */
struct mixing {
    size_t problem;
    const char *path[2];
};

struct merge {
    const char **path; /* of the files, by the numbers of their parts */
    struct lined *file;
    size_t files;
    struct results merged; /* without rows: those stay lines of the files, */
    struct row_line *line; /* one per configuration */
    size_t lines;
    const char *doubled[2]; /* two files with the same part, if any; and over all such files */
    size_t same, differing; /* the numbers of rows that are equal, and different */
    size_t rivals;          /* problems whose parts have different bests */
    double spread;          /* the largest ratio, minus 1, of a problem's longest to shortest time of the default */
    size_t spread_problem;
    size_t mixed;         /* problems whose parts chose slopes here and single iterations there, */
    struct mixing mixing; /* the first of them */
};

/* Joins files of one part or of several each. Among several rows of a configuration, a time goes before a failure, then
 * a whole part's row, then that of the smaller part number: the default is in all of them. The best of a problem is
 * that of the part with the least time, or value: bests were not measured against each other. INVALID with one line if
 * a file cannot be read, or two are not of one run (identity_joins); to be freed in any case. */
enum status merge_load(struct merge *merge, const char *const *path, size_t count, struct fault *fault);
void merge_free(struct merge *merge);

/* The files whose best of a problem may be the best of all, at most `most` of them, the fastest first, each with
 * another configuration: returns their number. And chooses the best of one file in place of the fastest. */
size_t merge_candidates(const struct merge *merge, size_t problem, size_t *file, size_t most);
void merge_choose(struct merge *merge, size_t problem, size_t file);

/* Replaces the file at `path`, whole or not at all. INVALID with one line. */
enum status merge_save(const struct merge *merge, const char *path, struct fault *fault);
