/* gpubench list --tests: the runs that benches name for tests, as options that can be given to gpubench. */
#include "cli/verbs/verbs.h"

#include "cli/run/targets.h"
#include "tuner/suite.h"

#include <stdio.h>
#include <string.h>

static bool has_test(const struct bench *bench, const char *test)
{
    for (const char *const *known = bench->tests; known && *known; known++)
        if (!strcmp(*known, test))
            return true;
    return false;
}

/* The options of one run, of all benches that have it; nothing where one before this has. */
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
