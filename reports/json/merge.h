/* Results of the parts of a run (--shard), joined into those of the whole. */
#pragma once

#include "reports/json/lines.h"

struct merge {
    const char **path; /* of the files, by the numbers of their parts */
    struct lined *file;
    size_t files;
    struct results merged; /* without rows: these stay lines of the files, */
    struct row_line *line; /* of each configuration one */
    size_t lines;
    const char *doubled[2]; /* two files that have one part, if there are such; and of all such files */
    size_t same, differing; /* how many rows are the same, or not */
    size_t rivals;          /* problems of which parts have different bests */
    double spread; /* the longest time of a default, over the shortest, less 1: of the problem where it is most */
    size_t spread_problem;
};

/* Joins files, each of one part or of several. Of a configuration that several have a time stays before a failure, then
 * what a whole part has, then that of the smaller part: the default is in all of them. The best of a problem is that of
 * the part where it has the least time, or value: bests were not played off against each other. INVALID with one line
 * if a file cannot be read, or two are not of one run (identity_joins), or took their times in different ways; to be
 * freed whatever comes back. */
enum status merge_load(struct merge *merge, const char *const *path, size_t count, struct fault *fault);
void merge_free(struct merge *merge);

/* The files whose best of a problem may be the best of all, at most `most` of them, the fastest first, each with
 * another configuration: how many. And takes that of a file, instead of the fastest. */
size_t merge_candidates(const struct merge *merge, size_t problem, size_t *file, size_t most);
void merge_choose(struct merge *merge, size_t problem, size_t file);

/* Replaces the file at `path`, whole or not at all. INVALID with one line. */
enum status merge_save(const struct merge *merge, const char *path, struct fault *fault);
