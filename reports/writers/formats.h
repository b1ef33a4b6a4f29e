/* Writes results in the formats of other programs (EXCHANGE.md lists their requirements). */
#pragma once

#include "reports/writers/output.h"

/* Google Benchmark's JSON: each block of a row is a repetition, followed by their statistics. */
enum status google_benchmark_write(FILE *file, const struct output *output, struct fault *fault);

/* Each configuration tried of one problem: Kernel Tuner's cache file, and T4. */
enum status kernel_tuner_write(FILE *file, const struct output *output, struct fault *fault);
enum status t4_write(FILE *file, const struct output *output, struct fault *fault);

/* The values tracked over commits: the best of each problem under the problem's name, with any parameters; of a problem
 * without a best each timed configuration. INVALID for a duplicate name. */
enum status bencher_write(FILE *file, const struct output *output, struct fault *fault);
enum status github_action_write(FILE *file, const struct output *output, struct fault *fault);

/* The same as one line per commit, in the order of their dates, with the names common to all; and the description of
 * the columns. Files of the same commit are joined unless names collide. */
enum status otava_write(FILE *file, const struct output *output, struct fault *fault);
enum status otava_config_write(FILE *file, const struct output *output, struct fault *fault);

/* JUnit's XML: one test suite per problem, one test case per configuration. */
enum status junit_write(FILE *file, const struct output *output, struct fault *fault);

/* ---- shared by writers ---- */

/* The problem of an output: the chosen one, or the only one with configurations. SIZE_MAX with one line that lists the
 * names, if there are several, or none. */
size_t output_problem(const struct output *output, struct fault *fault);

/* The tracked values of a file. */
struct followed {
    char *name;
    const struct results *results;
    const char *path;
    const struct named_problem *problem;
    const struct result *result;
    double ns;
};
struct followed_list {
    struct followed *followed;
    size_t count, capacity;
};

/* Adds the tracked values of results; or moves those of another list. */
void followed_add(struct followed_list *list, const struct results *results, const char *path);
void followed_move(struct followed_list *list, struct followed_list *from);
void followed_free(struct followed_list *list);
