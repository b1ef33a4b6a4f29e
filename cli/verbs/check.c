/* gpubench list --check: reports all mistakes of suites that need no device to find; and list --tests: prints the runs
 * that benches name for tests, as options of gpubench. */
#include "cli/verbs/verbs.h"

#include "base/memory.h"
#include "base/store.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/inputs.h"
#include "cli/run/settings.h"
#include "compute/compute.h"
#include "tuner/check/check.h"
#include "tuner/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of a check. */
struct checking {
    struct check check;
    struct compute_context *fake;
    const char *store;
    size_t suites, benches;
};

/* ---- runs of tests ---- */

enum { MAX_WORDS = 64 };

static void tell(struct checking *checking, const struct suite *suite, const struct bench *bench, const char *text)
{
    char line[1024];
    snprintf(line, sizeof line, "%s/%s: .tests: %s", suite->name, bench->name, text);
    checking->check.mistakes++;
    checking->check.mistake(checking->check.user, line);
}

/* Finds the problems of a run as for its command line. Returns 0, or 2 after one line on stderr. */
static int find_problems(struct targets *targets, const struct registry *registry, const struct suite *suite,
                         const struct bench *bench, const char *run)
{
    char command[1024], *rest = command, *word, *words[MAX_WORDS + 1] = {NULL};
    int count = 0;
    struct options options;
    *targets = (struct targets){0};
    int length = snprintf(command, sizeof command, "gpubench --suite %s --bench %s %s", suite->name, bench->name, run);
    while (count < MAX_WORDS && (word = strsep(&rest, " \t")))
        if (*word)
            words[count++] = word;
    if (length >= (int)sizeof command || rest) {
        text_print(stderr, "gpubench: a run of tests has at most %zu characters and %d words\n", sizeof command - 1,
                   MAX_WORDS);
        return 2;
    }
    if (settings_parse(&options, count, words, registry) != OPTIONS_RUN)
        return 2;
    int status = targets_find(targets, &options, registry);
    if (!status)
        status = inputs_find(targets, &options, registry);
    if (!status)
        targets_size(targets, NULL);
    return status ? status : targets_check(targets, true, NULL);
}

static const struct problem *largest_of(const struct targets *targets)
{
    const struct problem *largest = NULL;
    for (size_t t = 0; t < targets->count; t++)
        if (!largest || targets->target[t].problem.n > largest->n)
            largest = &targets->target[t].problem;
    return largest;
}

/* Checks all runs of a bench whose tables are correct. Its functions are checked with the largest problem: amounts of a
 * single element may be zero. */
static void check_runs(struct checking *checking, const struct suite *suite, const struct bench *bench)
{
    static const char *const small[] = {"--size small", NULL};
    const bool none = !bench->tests || !*bench->tests;
    struct targets kept = {0};
    if (none)
        tell(checking, suite, bench, "none, so no test runs it; write .tests = NAMES(\"--size 1,1000003\")");
    for (const char *const *run = none ? small : bench->tests; *run; run++) {
        struct targets found, less;
        char text[512];
        if (find_problems(&found, checking->check.registry, suite, bench, *run)) {
            snprintf(text, sizeof text, "\"%s\" is no run, as the line before says", *run);
            tell(checking, suite, bench, text);
            less = found;
        } else if (!kept.count || largest_of(&found)->n > largest_of(&kept)->n) {
            less = kept;
            kept = found;
        } else {
            less = found;
        }
        targets_free(&less);
    }
    if (kept.count)
        check_functions(&checking->check, largest_of(&kept), checking->fake, checking->store);
    targets_free(&kept);
}

/* ---- suites ---- */

static void check_one(struct checking *checking, const struct suite *suite, bool named)
{
    struct check *check = &checking->check;
    bool usable = check_suite(check, suite) && named;
    for (size_t b = 0; suite->benches && suite->benches[b]; b++, checking->benches++)
        if (check_bench(check, suite, suite->benches[b]) && usable)
            check_runs(checking, suite, suite->benches[b]);
    checking->suites++;
}

/* Checks all suites, or those named. Returns 0, or 2 after a line on stderr for each mistake. */
static int check_all(struct checking *checking, size_t count, char **names)
{
    const struct registry *registry = checking->check.registry;
    const bool named = check_names(&checking->check);
    for (size_t s = 0; !count && registry->suites[s]; s++)
        check_one(checking, registry->suites[s], named);
    for (size_t i = 0; named && i < count; i++) {
        const struct suite *suite = registry_find(registry, names[i]);
        if (!suite)
            return suite_unknown(registry, names[i]);
        check_one(checking, suite, true);
    }
    if (checking->check.mistakes)
        return 2;
    printf("checked %zu suite%s, %zu bench%s\n", checking->suites, checking->suites == 1 ? "" : "s", checking->benches,
           checking->benches == 1 ? "" : "es");
    return 0;
}

int verb_check(const struct registry *registry, struct options *options)
{
    struct checking checking = {.check = report_mistakes(registry)};
    struct compute_device device;
    struct fault fault = {0};
    if (store_folder(&checking.store, &fault) != OK || compute_find("fake", 0, &device, &fault) != OK ||
        compute_context_new(&device, &checking.fake, &fault) != OK)
        return report_fault(&fault, 2);
    int status = check_all(&checking, options->words, options->word);
    compute_context_free(checking.fake);
    return status;
}

/* ---- list --tests ---- */

static bool has_test(const struct bench *bench, const char *test)
{
    for (const char *const *known = bench->tests; known && *known; known++)
        if (!strcmp(*known, test))
            return true;
    return false;
}

/* Prints the options of a run, for all benches that have it; nothing if an earlier bench has it. */
static void print_test(const struct suite *suite, size_t bench, const char *test)
{
    for (size_t before = 0; before < bench; before++)
        if (has_test(suite->benches[before], test))
            return;
    printf("--suite %s --bench %s", suite->name, suite->benches[bench]->name);
    for (size_t b = bench + 1; suite->benches[b]; b++)
        if (has_test(suite->benches[b], test))
            printf(",%s", suite->benches[b]->name);
    printf(" --strategy pairwise %s\n", test);
}

static void print_tests(const struct suite *suite)
{
    for (size_t b = 0; suite->benches[b]; b++)
        for (const char *const *test = suite->benches[b]->tests; test && *test; test++)
            print_test(suite, b, *test);
}

int verb_tests(const struct registry *registry, struct options *options)
{
    const char *name = options->words ? options->word[0] : NULL;
    if (name && !registry_find(registry, name))
        return suite_unknown(registry, name);
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        if (!name || !strcmp((*suite)->name, name))
            print_tests(*suite);
    return 0;
}
