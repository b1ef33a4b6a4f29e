/* gpubench list: suites, benches, parameters, constraints, counts. Needs no device. */
#include "cli/verbs/verbs.h"

#include "cli/mistakes.h"
#include "cli/settings.h"
#include "cli/targets.h"
#include "compute/typical.h"
#include "tuner/needs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PAGE = 100 }; /* columns */

static void print_needs(unsigned needs)
{
    bool any = false;
    for (unsigned i = 0; need_word(i); i++)
        if (needs >> i & 1) {
            printf("%s%s", any ? ", " : "    needs ", need_word(i));
            any = true;
        }
    if (any)
        putchar('\n');
}

/* One more word of a list that stands behind a name, on a new line where the page ends; returns the column. */
static int print_word(int at, const char *word)
{
    if (at + 1 + (int)strlen(word) > PAGE)
        at = printf("\n    %-18s", "") - 1;
    return at + printf(" %s", word);
}

static void print_summary(const char *summary)
{
    printf("\n    %-18s   %s\n", "", summary);
}

static void print_parameter(const struct parameter *parameter)
{
    char number[MAX_NUMBER];
    int at = printf("    %-18s", parameter->name);
    for (size_t v = 0; v < parameter->count; v++)
        at = print_word(at, parameter_word(parameter, v, number));
    print_summary(parameter->summary);
}

static void print_setting(const struct setting *setting)
{
    char initial[80], number[32];
    snprintf(number, sizeof number, "%.12g", setting->initial);
    snprintf(initial, sizeof initial, "(default %s)",
             setting->words ? setting->words[(size_t)setting->initial] : number);
    int at = printf("    --%-16s", setting->name);
    for (size_t w = 0; w < setting->count; w++)
        at = print_word(at, setting->words[w]);
    print_word(setting->words ? at : print_word(at, setting_range(setting).text), initial);
    print_summary(setting->summary);
}

/* What describes its inputs, on the command line of a run. */
static void print_inputs(const struct suite *suite)
{
    static const char *const taken[] = {
        [STRUCTURE_CHARGES] = "    --input FILE       a structure of atoms (PQR), instead of those made from a seed",
        [STRUCTURE_TYPES] = "    --input FILE       a structure of atoms (PQR, XYZ) instead of those made from a seed\n"
                            "    --elements FILE    parameters of its elements: lines `Symbol sigma epsilon mass`",
    };
    if (suite_settings(suite) || suite->structure)
        puts("\n  options of its own:");
    for (size_t i = 0; i < suite_settings(suite); i++)
        print_setting(&suite->settings[i]);
    if (suite->structure)
        puts(taken[suite->structure]);
}

static void print_counts(const struct suite *suite, const struct bench *bench)
{
    const struct problem problem = problem_of(suite, bench, 0, 0);
    const struct restriction all = {0};
    uint64_t product;
    if (space_product(&bench->space, &product))
        printf("    configurations: %" PRIu64 " declared", product);
    else
        printf("    configurations: more than 64 bits can number");
    static const char *const backends[] = {"cuda", "opencl"};
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
        const struct compute_device device = compute_typical(backends[i]);
        size_t count = bench_lacks(bench, &device) ? SIZE_MAX : allowed_count(&problem, &all, &device);
        if (count <= MOST_ALLOWED)
            printf(", %zu allowed on %s", count, device.backend);
        else if (count != SIZE_MAX)
            printf(", more than %d allowed on %s", MOST_ALLOWED, device.backend);
    }
    putchar('\n');
}

/* A kernel file that the one before it is not. */
static void print_kernel(const struct bench *bench, size_t k)
{
    const char *file = bench_kernel(bench, k)->file, *before = k ? bench_kernel(bench, k - 1)->file : NULL;
    if (file && (!before || strcmp(file, before) != 0))
        printf("    kernel %s\n", file);
}

static void print_bench(const struct suite *suite, const struct bench *bench)
{
    const struct bench_size *size = &bench->size;
    printf("\n  %s: %s\n", bench->name, bench->summary);
    print_needs(bench->needs);
    if (!bench->kernels && !bench->kernel.file)
        puts("    no kernel");
    for (size_t k = 0; k < bench_kernels(bench); k++)
        print_kernel(bench, k);
    printf("    sizes%s%s: small %" PRIu64 ", medium %" PRIu64 ", large %" PRIu64 ", at most %" PRIu64 "\n",
           size->unit ? " in " : "", size->unit ? size->unit : "", size->classes[SMALL], size->classes[MEDIUM],
           size->classes[LARGE], size->most);
    if (options_sizes(suite, bench))
        printf("    sizes by --size or --%s\n", size->unit);
    for (size_t p = 0; p < space_parameters(&bench->space); p++)
        print_parameter(&bench->space.parameters[p]);
    for (size_t c = 0; c < space_constraints(&bench->space); c++)
        printf("    constraint: %s\n", bench->space.constraints[c].text);
    if (bench->report.error)
        printf("    error: %s\n", bench->report.error);
    print_counts(suite, bench);
}

static void print_suite(const struct suite *suite)
{
    printf("%s: %s\n", suite->name, suite->summary);
    print_inputs(suite);
    for (size_t b = 0; suite->benches[b]; b++)
        print_bench(suite, suite->benches[b]);
}

int verb_list(const struct registry *registry, int argc, char **argv)
{
    size_t position;
    struct check check = mistakes_check(registry);
    if (argc > 1 && !strcmp(argv[1], "--check"))
        return verb_check(registry, argc - 1, argv + 1);
    if (argc > 1 && !strcmp(argv[1], "--tests"))
        return verb_tests(registry, argc - 1, argv + 1);
    if (!check_names(&check))
        return 2;
    if (argc > 2) {
        fprintf(stderr, "gpubench: list takes one suite, not also '%s'\n", argv[2]);
        return 2;
    }
    if (argc == 2) {
        const struct suite *suite = registry_find(registry, argv[1], &position);
        if (!suite)
            return suite_unknown(registry, argv[1]);
        check_suite(&check, suite);
        for (size_t b = 0; suite->benches && suite->benches[b]; b++)
            check_bench(&check, suite, suite->benches[b]);
        if (check.mistakes)
            return 2;
        print_suite(suite);
        return 0;
    }
    for (const struct suite *const *suite = registry->suites; *suite; suite++) {
        printf("%-12s %s\n", (*suite)->name, (*suite)->summary);
        for (size_t b = 0; (*suite)->benches[b]; b++)
            printf("  %-22s %s\n", (*suite)->benches[b]->name, (*suite)->benches[b]->summary);
    }
    puts("\n`gpubench list SUITE` shows parameters, constraints and counts.");
    return 0;
}
