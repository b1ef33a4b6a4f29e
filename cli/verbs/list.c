/* gpubench list: suites, benches, parameters, constraints, counts. Needs a device only to count for it. */
#include "cli/verbs/list.h"
#include "cli/verbs/verbs.h"

#include "base/text.h"
#include "cli/registry.h"
#include "cli/report_fault.h"
#include "cli/run/accuracy.h"
#include "cli/run/checks.h"
#include "cli/run/device.h"
#include "cli/run/inputs.h"
#include "cli/run/settings.h"
#include "cli/run/strategy.h"
#include "cli/run/targets.h"
#include "cli/terminal.h"
#include "compute/typical.h"
#include "tuner/check/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

/* Prints a word of a list after a name, on a new line at the end of the page; returns the column. */
static int print_word(int at, const char *word)
{
    if (at + 1 + (int)strlen(word) > list_columns())
        at = printf("\n    %-18s", "") - 1;
    return at + printf(" %s", word);
}

static void print_summary(const char *summary)
{
    putchar('\n');
    if (*summary)
        printf("    %-18s   %s\n", "", summary);
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

/* The input options of a run's command line. */
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

/* Prints "280 by cuda" at a page's column *at, after `before`; false, with a line, if a constraint cannot be checked.
 */
static bool print_allowed(int *at, const char *before, const struct target *target, const struct compute_device *device,
                          const char *where)
{
    char word[100];
    struct counted counted;
    const bool known = list_count(target, device, &counted);
    snprintf(word, sizeof word, "%s%" PRIu64 " %s", counted.at_most ? "at most " : "", counted.count, where);
    *at = print_word(*at + printf("%s", before), known ? word : "not known");
    return known;
}

/* Counts on a typical GPU, with its default size. */
static bool print_typical(int at, const struct suite *suite, const struct bench *bench)
{
    const struct target target = {.problem = problem_of(suite, bench, bench->size.classes[MEDIUM], 0)};
    const char *before = "; allowed on a typical GPU:";
    bool known = true;
    for (size_t i = 0; compute_listed(i); i++) {
        const struct compute_device device = compute_typical(compute_listed(i));
        char where[32];
        if (bench_missing(bench, &device))
            continue;
        snprintf(where, sizeof where, "by %s", device.backend);
        known = print_allowed(&at, before, &target, &device, where) && known;
        before = ",";
    }
    return known;
}

/* Counts on the device of a run, with each of its sizes. */
static bool print_planned(int at, const struct bench *bench, const struct planned *run)
{
    const char *lacks = bench_missing(bench, &run->device), *before = "; allowed on this device:";
    bool known = true;
    if (lacks)
        printf("; none on this device: %s", lacks);
    for (size_t t = 0; t < run->targets.count && !lacks; t++) {
        const struct target *target = &run->targets.target[t];
        char where[32];
        if (target->problem.bench != bench)
            continue;
        snprintf(where, sizeof where, "at size %" PRIu64, target->problem.n);
        known = print_allowed(&at, before, target, &run->device, where) && known;
        before = ",";
    }
    return known;
}

static bool print_counts(const struct suite *suite, const struct bench *bench, const struct planned *run)
{
    uint64_t product;
    int at = printf("    configurations: ");
    at += space_product(&bench->space, &product) ? printf("%" PRIu64 " declared", product)
                                                 : printf("more than 64 bits can number");
    const bool known = run ? print_planned(at, bench, run) : print_typical(at, suite, bench);
    putchar('\n');
    return known;
}

/* Prints a kernel file, unless the previous one is the same. */
static void print_kernel(const struct bench *bench, size_t k)
{
    const char *file = bench_kernel(bench, k)->file, *before = k ? bench_kernel(bench, k - 1)->file : NULL;
    if (file && (!before || strcmp(file, before) != 0))
        printf("    kernel %s\n", file);
}

static bool print_bench(const struct suite *suite, const struct bench *bench, const struct planned *run)
{
    const struct bench_size *size = &bench->size;
    printf("\n  %s: %s%s\n", bench->name, bench->summary, list_note(bench));
    print_needs(bench->needs);
    if (!bench->kernels && !bench->kernel.file)
        puts("    no kernel");
    for (size_t k = 0; k < bench_kernels(bench); k++)
        print_kernel(bench, k);
    printf("    sizes%s%s: small %" PRIu64 ", medium %" PRIu64 ", large %" PRIu64 ", at most %" PRIu64 "\n",
           size->unit ? " in " : "", size->unit ? size->unit : "", size->classes[SMALL], size->classes[MEDIUM],
           size->classes[LARGE], size->most);
    if (setting_sizes(suite, bench))
        printf("    sizes by --size or --%s\n", size->unit);
    for (size_t p = 0; p < space_parameters(&bench->space); p++)
        print_parameter(&bench->space.parameters[p]);
    for (size_t c = 0; c < space_constraints(&bench->space); c++)
        printf("    constraint: %s\n", bench->space.constraints[c].text);
    if (bench->report.error)
        printf("    error: %s\n", bench->report.error);
    return print_counts(suite, bench, run);
}

static bool print_whole(const struct suite *suite, const struct planned *run)
{
    printf("%s: %s\n", suite->name, suite->summary);
    if (run)
        printf("\n  this device: %s (%s %d)\n", run->device.name, run->device.backend, run->device.index);
    print_inputs(suite);
    bool known = true;
    for (size_t b = 0; suite->benches[b]; b++)
        if (list_has(run, suite->benches[b]))
            known = print_bench(suite, suite->benches[b], run) && known;
    return known;
}

/* Prints a suite; a single bench in full even without --long. */
static bool print_suite(const struct suite *suite, const struct planned *run, bool in_full)
{
    size_t benches = 0;
    for (size_t b = 0; suite->benches[b]; b++)
        benches += list_has(run, suite->benches[b]);
    return in_full || benches == 1 ? print_whole(suite, run) : list_print_brief(suite, run);
}

/* Finds a run's problems and device from options, as the run does. Returns 0, or the exit status. */
static int plan(struct planned *run, const struct registry *registry)
{
    struct launcher launcher;
    struct strategy strategy;
    int status = check_options(&run->options, &strategy);
    if (!status)
        status = targets_find(&run->targets, &run->options, registry);
    if (!status)
        status = inputs_find(&run->targets, &run->options, registry);
    if (!status)
        status = accuracy_take(&run->targets, &run->options, registry);
    if (!status)
        status = check_kernels(&run->targets, run->options.kernels);
    if (!status)
        status = launcher_make(&launcher, NULL, run->options.time_limit);
    if (!status)
        status = device_find(&launcher, &run->options, &run->device);
    if (status)
        return status;
    targets_size(&run->targets, &run->device);
    status = accuracy_propose(&run->targets, &run->options);
    if (!status)
        status = targets_check(&run->targets, run->options.bench, &run->device);
    return status ? status : check_sets(&run->targets, &run->options, &run->device);
}

/* Prints a suite with the counts of a run with these options. */
static int list_planned(const struct registry *registry, const struct suite *suite, const struct options *options)
{
    struct planned run = {.options = *options};
    run.options.suites = suite->name;
    int status = plan(&run, registry);
    if (!status)
        status = print_suite(suite, &run, options->in_full) ? 0 : 2;
    targets_free(&run.targets);
    return status;
}

/* The number of given options that a run takes. */
static size_t of_run(const struct options *options)
{
    return options->givens - options->json - options->in_full;
}

static int list_suite(const struct registry *registry, struct check *check, const char *name,
                      const struct options *options)
{
    const struct suite *suite = registry_find(registry, name);
    if (!suite)
        return suite_unknown(registry, name);
    check_suite(check, suite);
    for (size_t b = 0; suite->benches && suite->benches[b]; b++)
        check_bench(check, suite, suite->benches[b]);
    if (check->mistakes)
        return 2;
    if (of_run(options))
        return list_planned(registry, suite, options);
    return print_suite(suite, NULL, options->in_full) ? 0 : 2;
}

int verb_list(const struct registry *registry, struct options *options)
{
    struct check check = report_mistakes(registry);
    const char *name = options->words ? options->word[0] : registry_spec() ? spec_suite(registry_spec())->name : NULL;
    if (of_run(options) && (options->json || !name)) {
        fputs("gpubench: list: options of a run count what it may try of a suite: list SUITE OPTION...\n", stderr);
        return 2;
    }
    if (options->in_full && !name) {
        fputs("gpubench: list: --long is of one suite: gpubench list SUITE --long\n", stderr);
        return 2;
    }
    if (!check_names(&check))
        return 2;
    if (options->json)
        return verb_list_json(registry, name);
    if (name)
        return list_suite(registry, &check, name, options);
    for (const struct suite *const *suite = registry->suites; *suite; suite++) {
        printf("%-12s %s\n", (*suite)->name, (*suite)->summary);
        for (size_t b = 0; (*suite)->benches[b]; b++)
            printf("  %-22s %s%s\n", (*suite)->benches[b]->name, (*suite)->benches[b]->summary,
                   list_note((*suite)->benches[b]));
    }
    puts("\n`gpubench list SUITE` shows counts, --long all of it; with options of a run, its counts.");
    return 0;
}

int verb_strategies(UNNEEDED const struct registry *registry, UNNEEDED struct options *options)
{
    strategies_print(stdout);
    return 0;
}
