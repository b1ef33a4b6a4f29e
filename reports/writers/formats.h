/* Formats of other programs: results in the files that their readers take (EXCHANGE.md has what each needs). */
#pragma once

#include "reports/writers/output.h"

/* Google Benchmark's JSON: each block of a row is a repetition, behind them their statistics. */
enum status google_benchmark_write(FILE *file, const struct output *output, struct fault *fault);

/* Of one problem, each configuration that was tried: Kernel Tuner's cache file, and T4. */
enum status kernel_tuner_write(FILE *file, const struct output *output, struct fault *fault);
enum status t4_write(FILE *file, const struct output *output, struct fault *fault);

/* What is followed from commit to commit: the best of each problem under the problem's name, whatever its values are;
 * of a problem without a best each configuration with a time. INVALID where a name is there twice. */
enum status bencher_write(FILE *file, const struct output *output, struct fault *fault);
enum status github_action_write(FILE *file, const struct output *output, struct fault *fault);

/* The same as a line a commit, in the order of their dates, of the names that all have; and which columns these are. A
 * file behind another of its commit joins it, unless it has a name that is there. */
enum status otava_write(FILE *file, const struct output *output, struct fault *fault);
enum status otava_config_write(FILE *file, const struct output *output, struct fault *fault);

/* JUnit's XML: a test suite a problem, a test case a configuration. */
enum status junit_write(FILE *file, const struct output *output, struct fault *fault);

/* ---- what they share ---- */

/* The one problem that an output is of: that which was chosen, or the only one that has configurations. SIZE_MAX with
 * one line that has the names, if there are several, or none. */
size_t output_problem(const struct output *output, struct fault *fault);

/* What is followed of a file. */
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

/* Adds what is followed of results; or of another list, which is empty then. */
void followed_add(struct followed_list *list, const struct results *results, const char *path);
void followed_move(struct followed_list *list, struct followed_list *from);
void followed_free(struct followed_list *list);
