#include "cli/run/targets.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "base/parse.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/settings.h"
#include "tuner/ceilings/ceilings.h"
#include "tuner/check/check.h"
#include "tuner/suite.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int suite_unknown(const struct registry *registry, const char *name)
{
    struct names names = {0};
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        names_add(&names, (*suite)->name);
    names.beside = "a kernel of your own: gpubench tune";
    return nearest_error("suite", name, &names);
}

static const struct space *space_of(const struct target *target)
{
    return &target->problem.bench->space;
}

bool bench_chosen(const char *patterns, const char *name)
{
    char *list = allocate_text(patterns), *rest = list, *pattern;
    bool chosen = false;
    while (!chosen && (pattern = strsep(&rest, ",")))
        chosen = !fnmatch(pattern, name, 0);
    free(list);
    return chosen;
}

/* Whether a run takes a bench of its suites. */
static bool takes(const struct options *options, const struct bench *bench)
{
    return options->bench ? bench_chosen(options->bench, bench->name) : options->configs || !bench->by_name;
}

/* Makes problems only of correct benches. */
static void add_suite(struct targets *targets, struct check *check, const struct suite *suite,
                      const struct options *options)
{
    for (size_t t = 0; t < targets->count; t++)
        if (targets->target[t].problem.suite == suite)
            return; /* named twice */
    if (!check_suite(check, suite))
        return;
    for (size_t b = 0; suite->benches[b]; b++) {
        if (!takes(options, suite->benches[b]) || !check_bench(check, suite, suite->benches[b]))
            continue;
        targets->target = grow(targets->target, targets->count, &targets->capacity, sizeof *targets->target);
        targets->target[targets->count++] =
            (struct target){.problem = problem_of(suite, suite->benches[b], 0, options->seed)};
    }
}

/* Also reports mistakes of the chosen suites and benches. */
static int find_suites(struct targets *targets, const struct options *options, const struct registry *registry)
{
    bool all = !strcmp(options->suites, "all");
    char *list = allocate_text(options->suites), *rest = list, *name;
    struct check check = report_mistakes(registry);
    int status = check_names(&check) ? 0 : 2;
    for (const struct suite *const *suite = registry->suites; all && !status && *suite; suite++)
        add_suite(targets, &check, *suite, options);
    while (!all && !status && (name = strsep(&rest, ","))) {
        const struct suite *suite = registry_find(registry, name);
        if (suite)
            add_suite(targets, &check, suite, options);
        else
            status = suite_unknown(registry, name);
    }
    free(list);
    return check.mistakes ? 2 : status;
}

/* A suite with a matching bench, of all suites; NULL: none. */
static const struct suite *suite_with(const struct registry *registry, const char *patterns)
{
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        for (size_t b = 0; (*suite)->benches[b]; b++)
            if (bench_chosen(patterns, (*suite)->benches[b]->name))
                return *suite;
    return NULL;
}

static int unknown_bench(const struct options *options, const struct registry *registry)
{
    struct names names = {.lists = "`gpubench list`"};
    if (!options->bench) {
        text_print(stderr, "gpubench: --suite %s runs only what --bench names\n", options->suites);
        return 2;
    }
    const struct suite *other = suite_with(registry, options->bench);
    if (other) {
        text_print(stderr, "gpubench: no bench of --suite %s is '%s': take --suite %s\n", options->suites,
                   options->bench, other->name);
        return 2;
    }
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        for (size_t b = 0; (*suite)->benches[b]; b++)
            if (strstr(options->suites, (*suite)->name) || !strcmp(options->suites, "all"))
                names_add(&names, (*suite)->benches[b]->name);
    return nearest_error("bench", options->bench, &names);
}

/* NULL, or an error. */
static const char *read_size(const char *word, struct requested_size *size)
{
    static const char *const classes[] = {[SIZE_SMALL] = "small", [SIZE_MEDIUM] = "medium", [SIZE_LARGE] = "large"};
    for (unsigned kind = SIZE_SMALL; kind <= SIZE_LARGE; kind++)
        if (!strcmp(word, classes[kind])) {
            size->kind = kind;
            return NULL;
        }
    size->kind = SIZE_NUMBER;
    return parse_size(word, &size->number);
}

/* Whether --NAME is the unit of a target's bench. */
static bool counts_in(const struct target *target, const char *name)
{
    const struct problem *problem = &target->problem;
    return setting_sizes(problem->suite, problem->bench) && !strcmp(problem->bench->size.unit, name);
}

/* Whether a requested size applies to a target. */
static bool is_for(const struct targets *targets, const struct target *target, const struct requested_size *size)
{
    if (size->unit)
        return counts_in(target, size->unit);
    for (size_t s = 0; s < targets->sizes; s++)
        if (targets->size[s].unit && counts_in(target, targets->size[s].unit))
            return false;
    return true;
}

const struct requested_size *targets_requested_size(const struct targets *targets, const struct target *target)
{
    for (size_t s = 0; s < targets->sizes; s++)
        if (is_for(targets, target, &targets->size[s]))
            return &targets->size[s];
    return NULL;
}

static int check_size(const struct targets *targets, const struct requested_size *size)
{
    for (size_t t = 0; size->kind == SIZE_NUMBER && t < targets->count; t++) {
        const struct bench *bench = targets->target[t].problem.bench;
        if (is_for(targets, &targets->target[t], size) && size->number > bench->size.most) {
            text_print(stderr,
                       "gpubench: --%s %" PRIu64 " is more than %s takes (%" PRIu64
                       "); choose others with --bench, or a size by its word\n",
                       size->option, size->number, bench->name, bench->size.most);
            return 2;
        }
    }
    return 0;
}

static int take_size(struct targets *targets, const char *unit, const char *option, const char *word)
{
    struct requested_size size = {.unit = unit, .option = option};
    if (targets->sizes == MAX_SIZES) {
        text_print(stderr, "gpubench: --%s takes at most %d sizes\n", option, MAX_SIZES);
        return 2;
    }
    const char *wrong = read_size(word, &size);
    if (wrong) {
        text_print(
            stderr,
            "gpubench: --%s takes small, medium, large or a whole number from 1, such as 1000, 2^20, 1M, 1Mi or 1e6, "
            "not '%.100s': %s\n",
            option, word, wrong);
        return 2;
    }
    targets->size[targets->sizes++] = size;
    return check_size(targets, &size);
}

static int take_sizes(struct targets *targets, const char *unit, const char *option, const char *text)
{
    char *list = allocate_text(text), *rest = list, *word;
    int status = 0;
    while (!status && (word = strsep(&rest, ",")))
        status = take_size(targets, unit, option, word);
    free(list);
    return status;
}

bool targets_count(const struct targets *targets, const char *name)
{
    for (size_t t = 0; t < targets->count; t++)
        if (counts_in(&targets->target[t], name))
            return true;
    return false;
}

/* Sizes in units come first; the last of a repeated option counts. */
static int find_sizes(struct targets *targets, const struct options *options)
{
    int status = 0;
    for (size_t i = 0; i < options->settings && !status; i++) {
        bool last = true;
        for (size_t later = i + 1; later < options->settings; later++)
            last = last && strcmp(options->setting[later].name, options->setting[i].name);
        if (last && targets_count(targets, options->setting[i].name))
            status = take_sizes(targets, options->setting[i].name, options->setting[i].name, options->setting[i].text);
    }
    const char *option = options_given(options, "--n") ? "n" : "size";
    return status || !options->size ? status : take_sizes(targets, NULL, option, options->size);
}

/* Reports an unknown value, with the values of all benches that have the parameter, which may differ. */
static int unknown_value(const struct targets *targets, const char *name, const char *given)
{
    static char numbers[MAX_NAMES][MAX_NUMBER];
    struct names names = {0};
    char what[80];
    for (size_t t = 0; t < targets->count; t++) {
        const struct space *space = space_of(&targets->target[t]);
        size_t p = space_find(space, name);
        for (size_t v = 0; p != SIZE_MAX && v < space->parameters[p].count && names.count < MAX_NAMES; v++)
            names_add_once(&names, parameter_word(&space->parameters[p], v, numbers[names.count]));
    }
    snprintf(what, sizeof what, "value of %s", name);
    return nearest_error(what, given, &names);
}

static int unknown_parameter(const struct targets *targets, const char *name)
{
    struct names names = {0};
    for (size_t t = 0; t < targets->count; t++) {
        const struct space *space = space_of(&targets->target[t]);
        for (size_t p = 0; p < space_parameters(space); p++)
            names_add_once(&names, space->parameters[p].name);
    }
    names.lists = "`gpubench list SUITE --long`";
    return nearest_error("parameter", name, &names);
}

/* Allows a value in each bench that has it; false if none has. */
static bool admit(struct targets *targets, const char *name, const char *word)
{
    bool known = false;
    for (size_t t = 0; t < targets->count; t++) {
        struct target *target = &targets->target[t];
        size_t p = space_find(space_of(target), name);
        size_t v = p == SIZE_MAX ? SIZE_MAX : parameter_find(&space_of(target)->parameters[p], word);
        if (v == SIZE_MAX)
            continue;
        known = true;
        restriction_admit(&target->restriction, space_of(target), p, v);
    }
    return known;
}

/* Applies one --set to every bench with the parameter. At least one must have the value; a bench without any of the
 * values has an empty space, as its row reports. */
static int restrict_to(struct targets *targets, char *set)
{
    char *values = strchr(set, '='), *word;
    bool parameter_known = false;
    *values++ = '\0';
    for (size_t t = 0; t < targets->count; t++) {
        size_t p = space_find(space_of(&targets->target[t]), set);
        if (p != SIZE_MAX) {
            restriction_clear(&targets->target[t].restriction, space_of(&targets->target[t]), p);
            parameter_known = true;
        }
    }
    if (!parameter_known)
        return unknown_parameter(targets, set);
    while ((word = strsep(&values, ",")))
        if (!admit(targets, set, word))
            return unknown_value(targets, set, word);
    return 0;
}

static int restrict_all(struct targets *targets, const struct options *options)
{
    int status = 0;
    for (size_t i = 0; i < options->sets && !status; i++) {
        char *set = allocate_text(options->set[i]);
        status = restrict_to(targets, set);
        free(set);
    }
    return status;
}

/* Takes a part of each space, except of ceilings, which every part measures. */
static void take_parts(struct targets *targets, const struct options *options)
{
    for (size_t t = 0; t < targets->count; t++)
        if (!ceilings_problem(&targets->target[t].problem))
            targets->target[t].restriction.shard = (struct shard){options->shard.number, options->shard.of};
}

int targets_find(struct targets *targets, const struct options *options, const struct registry *registry)
{
    *targets = (struct targets){0};
    int status = find_suites(targets, options, registry);
    if (!status && !targets->count)
        status = unknown_bench(options, registry);
    take_parts(targets, options);
    if (!status)
        status = find_sizes(targets, options);
    return status ? status : restrict_all(targets, options);
}

bool same_place(const struct target *a, const struct target *b)
{
    return a->problem.suite == b->problem.suite && a->problem.bench == b->problem.bench;
}

/* Targets of one bench are adjacent, and share its restriction. */
void targets_free(struct targets *targets)
{
    for (size_t t = 0; t < targets->count; t++) {
        elsewhere_free(&targets->target[t].wanted.elsewhere);
        if (t + 1 == targets->count || !same_place(&targets->target[t + 1], &targets->target[t]))
            restriction_free(&targets->target[t].restriction);
    }
    free(targets->target);
    for (size_t i = 0; i < targets->judges; i++)
        judge_free(targets->judge[i]);
    free(targets->judge);
    free(targets->fixed);
    free(targets->suites);
    structure_free(&targets->structure);
    elements_free(&targets->elements);
    *targets = (struct targets){0};
}

/* `small,1048576` may be the same size twice, and a structure has one size only. */
static void add_sized(struct targets *targets, const struct target *unsized, const struct requested_size *size)
{
    struct target target = *unsized;
    const struct bench *bench = target.problem.bench;
    const bool is_size = target.problem.inputs.atom && suite_sized(target.problem.suite, bench);
    target.problem.n = is_size                     ? target.problem.inputs.atoms
                       : size->kind == SIZE_NUMBER ? size->number
                                                   : bench->size.classes[size->kind - SIZE_SMALL];
    for (size_t t = 0; t < targets->count; t++)
        if (same_place(&targets->target[t], &target) && targets->target[t].problem.n == target.problem.n)
            return;
    targets->target = grow(targets->target, targets->count, &targets->capacity, sizeof *targets->target);
    targets->target[targets->count++] = target;
}

void targets_size(struct targets *targets, const struct compute_device *device)
{
    const struct requested_size usual = {.kind = !device || device->is_cpu ? SIZE_SMALL : SIZE_MEDIUM};
    struct targets sized = {0};
    for (size_t t = 0; t < targets->count; t++) {
        const struct target *target = &targets->target[t];
        for (size_t s = 0; s < targets->sizes; s++)
            if (is_for(targets, target, &targets->size[s]))
                add_sized(&sized, target, &targets->size[s]);
        if (!targets_requested_size(targets, target))
            add_sized(&sized, target, &usual);
    }
    free(targets->target);
    targets->target = sized.target;
    targets->count = sized.count;
    targets->capacity = sized.capacity;
}

size_t targets_suites(const struct targets *targets)
{
    size_t suites = 0;
    for (size_t t = 0; t < targets->count; t++)
        suites += !t || targets->target[t].problem.suite != targets->target[t - 1].problem.suite;
    return suites;
}

enum status target_check(const struct target *target, const struct compute_device *device, struct fault *fault)
{
    const struct problem *problem = &target->problem;
    return problem->bench->problem.check ? problem->bench->problem.check(problem, device, fault) : OK;
}

/* Frees a skipped target, except what it shares with a kept or later one of the same bench. */
static void leave_out(struct targets *targets, size_t at, size_t kept)
{
    struct target *target = &targets->target[at];
    const bool before = kept && same_place(&targets->target[kept - 1], target);
    if (!before && (at + 1 == targets->count || !same_place(target + 1, target)))
        restriction_free(&target->restriction);
}

int targets_check(struct targets *targets, bool by_name, const struct compute_device *device)
{
    struct fault *faults = allocate(targets->count * sizeof *faults);
    size_t possible = 0, kept = 0;
    for (size_t t = 0; t < targets->count; t++)
        possible += target_check(&targets->target[t], device, &faults[t]) == OK;
    const bool leaves_out = possible && !by_name;
    for (size_t t = 0; t < targets->count && (kept == t || leaves_out); t++)
        if (faults[t].status == OK)
            targets->target[kept++] = targets->target[t];
        else {
            text_print(stderr, "gpubench: %s%s: %s\n", leaves_out ? "left out: " : "",
                       targets->target[t].problem.bench->name, faults[t].text);
            if (leaves_out)
                leave_out(targets, t, kept);
        }
    const bool all = possible == targets->count;
    targets->count = leaves_out ? kept : targets->count;
    free(faults);
    return all || leaves_out ? 0 : 2;
}
