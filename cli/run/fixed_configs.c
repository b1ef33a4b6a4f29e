#include "cli/run/fixed_configs.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/settings.h"
#include "reports/json/header_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- from names to problems ---- */

/* What cannot be measured, and the reason. */
struct loss {
    size_t count;
    char first[512];
};

static void lose(struct loss *loss, const char *name, const char *what, const char *word)
{
    if (!loss->count++)
        snprintf(loss->first, sizeof loss->first, "%s: %s%s", name, what, word);
}

static const struct target *find_target(const struct targets *targets, const struct named_problem *named)
{
    for (size_t t = 0; t < targets->count; t++) {
        const struct problem *problem = &targets->target[t].problem;
        if (!strcmp(problem->suite->name, named->suite) && !strcmp(problem->bench->name, named->bench))
            return &targets->target[t];
    }
    return NULL;
}

static bool is_known(const struct registry *registry, const struct named_problem *named)
{
    const struct suite *suite = registry_find(registry, named->suite);
    const struct bench *const *bench = suite ? suite->benches : NULL;
    while (bench && *bench && strcmp((*bench)->name, named->bench))
        bench++;
    return bench && *bench;
}

static bool take_setting(struct problem *problem, const struct named_setting *named)
{
    const struct setting *setting = setting_find(problem->suite, named->name);
    char number[MAX_NUMBER];
    number_word(named->number, number);
    return setting && !setting_take(setting, named->word ? named->word : number,
                                    &problem->inputs.setting[setting - problem->suite->settings]);
}

/* Whether the problem generates its atoms, without --input; or the structure has the key of the file. */
static bool take_structure(struct targets *targets, const struct problem *problem, const struct named_problem *named,
                           const struct options *options, struct loss *loss)
{
    const char *key = named->structure.key ? named->structure.key : "";
    struct store_key *expected = &targets->pinned_structure[problem->suite->structure];
    if (named->structure.file && !options->input)
        lose(loss, named->name, "its atoms are those of --input ", named->structure.file);
    else if (!named->structure.file && options->input && problem->suite->structure != STRUCTURE_NONE)
        lose(loss, named->name, "its atoms are its own, not those of --input ", options->input);
    else if (*expected->text && *key && strcmp(expected->text, key))
        lose(loss, named->name, "its atoms are not those of other rows: ", named->structure.file);
    else {
        if (*key)
            snprintf(expected->text, sizeof expected->text, "%s", key);
        return true;
    }
    return false;
}

/* Sets a problem's size, seed (unless one is given) and settings from the file; false if it does not support them. */
static bool take_problem(struct problem *problem, const struct named_problem *named, uint64_t seed, struct loss *loss)
{
    problem->n = named->size;
    problem->seed = seed ? seed : named->seed;
    for (size_t s = 0; s < named->settings; s++)
        if (!take_setting(problem, &named->setting[s])) {
            lose(loss, named->name, "there is no such setting here as ", named->setting[s].name);
            return false;
        }
    if (named->size && named->size <= problem->bench->size.most)
        return true;
    lose(loss, named->name, "its size is none that the bench takes", "");
    return false;
}

static size_t default_position(const struct space *space, size_t parameter)
{
    return space_position(space, space_default(space), parameter);
}

/* The number of a parameter in the file's problem; named->parameters if it has none of this name. */
static size_t find_named(const struct named_problem *named, const char *name)
{
    size_t p = 0;
    while (p < named->parameters && strcmp(named->parameter[p].name, name))
        p++;
    return p;
}

/* The index of a row's configuration in the current space; NO_CONFIGURATION if it no longer exists. */
static uint64_t find_config(const struct problem *problem, const struct named_problem *named, const struct row *row,
                            struct loss *loss)
{
    const struct space *space = &problem->bench->space;
    uint64_t index = 0;
    for (size_t p = 0; p < named->parameters; p++)
        if (space_find(space, named->parameter[p].name) == SIZE_MAX) {
            lose(loss, named->name, "there is no parameter ", named->parameter[p].name);
            return NO_CONFIGURATION;
        }
    for (size_t p = 0; p < space_parameters(space); p++) {
        const struct parameter *parameter = &space->parameters[p];
        const size_t from = find_named(named, parameter->name);
        size_t position = default_position(space, p);
        if (from < named->parameters)
            position = parameter_find(parameter, problem_word(named, row->result.index, from));
        if (position == SIZE_MAX) {
            lose(loss, named->name, "there is no more ", problem_word(named, row->result.index, from));
            return NO_CONFIGURATION;
        }
        index = index * parameter->count + position;
    }
    return index;
}

/* ---- parameters that the file lacks ---- */

struct absence {
    const struct parameter *parameter;
    size_t position; /* its default */
    const char *bench;
    bool others; /* other benches lack it, too */
};

struct absences {
    struct absence *absence;
    size_t count, capacity;
};

static bool same_default(const struct absence *a, const struct absence *b)
{
    char one[MAX_NUMBER], other[MAX_NUMBER];
    return !strcmp(a->parameter->name, b->parameter->name) &&
           !strcmp(parameter_word(a->parameter, a->position, one), parameter_word(b->parameter, b->position, other));
}

static void add_absence(struct absences *absences, struct absence absence)
{
    for (size_t a = 0; a < absences->count; a++) {
        struct absence *known = &absences->absence[a];
        if (same_default(known, &absence)) {
            known->others = known->others || strcmp(known->bench, absence.bench);
            return;
        }
    }
    absences->absence = grow(absences->absence, absences->count, &absences->capacity, sizeof absence);
    absences->absence[absences->count++] = absence;
}

/* Adds the parameters of a bench that the file's problem lacks, unless they have one value. */
static void add_absences(struct absences *absences, const struct bench *bench, const struct named_problem *named)
{
    for (size_t p = 0; p < space_parameters(&bench->space); p++) {
        const struct parameter *parameter = &bench->space.parameters[p];
        if (parameter->count > 1 && find_named(named, parameter->name) == named->parameters)
            add_absence(absences, (struct absence){parameter, default_position(&bench->space, p), bench->name, false});
    }
}

static void report_absences(const struct absences *absences, const char *path)
{
    if (!absences->count)
        return;
    text_print(stderr, "gpubench: %s: not in it, measured with the default: ", path);
    for (size_t a = 0; a < absences->count; a++) {
        const struct absence *absence = &absences->absence[a];
        char number[MAX_NUMBER];
        text_print(stderr, "%s%s %s (%s%s)", a ? ", " : "", absence->parameter->name,
                   parameter_word(absence->parameter, absence->position, number), absence->bench,
                   absence->others ? " and others" : "");
    }
    fputc('\n', stderr);
}

/* ---- rows ---- */

static bool is_fixed(const struct results *results, const struct row *row)
{
    const struct best_row *best = results_best(results, row->problem);
    if (row->result.reference || row->result.index == NO_CONFIGURATION || !row_timed(&row->result))
        return false;
    return !best || result_same(&best->best.result, &row->result);
}

/* Appends the fixed configurations of a problem. */
static void fix_rows(struct targets *targets, struct target *target, const struct results *results, size_t number,
                     bool defaults, uint64_t *fixed, struct loss *loss)
{
    const struct named_problem *named = &results->problems[number];
    target->fixed = fixed;
    target->sampling = SAMPLING_OPEN;
    for (const struct row *row = results_first(results, number); row; row = results_next(results, row)) {
        if (!is_fixed(results, row) || (defaults && target->fixed_count))
            continue;
        const uint64_t index =
            defaults ? space_default(&target->problem.bench->space) : find_config(&target->problem, named, row, loss);
        if (index == NO_CONFIGURATION)
            continue;
        fixed[target->fixed_count++] = index;
        target->sampling = sampling_join(target->sampling, row->result.sampling);
    }
    if (!target->fixed_count)
        return;
    targets->target = grow(targets->target, targets->count, &targets->capacity, sizeof *targets->target);
    targets->target[targets->count++] = *target;
}

static void fix_problems(struct targets *targets, const struct options *options, const struct results *results,
                         const struct registry *registry, struct loss *loss, struct absences *absences)
{
    struct targets found = {0};
    size_t used = 0;
    targets->fixed = allocate((results->count + 1) * sizeof *targets->fixed);
    for (size_t p = 0; p < results->problem_count; p++) {
        const struct named_problem *named = &results->problems[p];
        const struct target *chosen = find_target(targets, named);
        if (!chosen && !is_known(registry, named))
            lose(loss, named->name, "there is no such bench any more", "");
        if (!chosen)
            continue;
        struct target target = *chosen;
        if (!take_structure(targets, &target.problem, named, options, loss) ||
            !take_problem(&target.problem, named, options_given(options, "--seed") ? options->seed : 0, loss))
            continue;
        fix_rows(&found, &target, results, p, options->defaults, targets->fixed + used, loss);
        used += target.fixed_count;
        if (target.fixed_count && !options->defaults)
            add_absences(absences, target.problem.bench, named);
    }
    free(targets->target);
    targets->target = found.target;
    targets->count = found.count;
    targets->capacity = found.capacity;
}

/* Sets the cache mode of the file's first row, unless the user gives one. */
static void take_cache(struct options *options, const struct results *results)
{
    size_t cold = 0, warm = 0;
    if (options->cache != CACHE_DEFAULT)
        return;
    for (size_t r = 0; r < results->count; r++) {
        const struct row *row = &results->rows[r];
        if (!is_fixed(results, row))
            continue;
        if (options->cache == CACHE_DEFAULT)
            options->cache = row->result.cold ? CACHE_COLD : CACHE_WARM;
        *(row->result.cold ? &cold : &warm) += 1;
    }
    if (cold && warm)
        fprintf(
            stderr,
            "gpubench: %s: %zu rows of cold caches, %zu of warm ones; all are measured %s: --cache-mode says another\n",
            options->configs, cold, warm, options->cache == CACHE_COLD ? "cold" : "warm");
}

/* The known suites of the results, comma-separated; the caller frees it. */
static char *suites_of(const struct results *results, const struct registry *registry)
{
    char *suites = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&suites, &length);
    for (const struct suite *const *suite = registry->suites; file && *suite; suite++)
        for (size_t p = 0; p < results->problem_count; p++)
            if (registry_find(registry, results->problems[p].suite) == *suite) {
                fprintf(file, "%s%s", ftell(file) ? "," : "", (*suite)->name);
                break;
            }
    if (file)
        fclose(file);
    return suites;
}

int fixed_configs_same_structure(const struct targets *targets, const struct options *options)
{
    for (size_t t = 0; t < targets->count; t++) {
        const struct target *target = &targets->target[t];
        const char *expected = targets->pinned_structure[target->problem.suite->structure].text;
        if (!*expected || !strcmp(expected, target->problem.inputs.structure.text))
            continue;
        text_print(stderr, "gpubench: %s: %s was measured with other atoms than %s has\n", options->configs,
                   target->problem.bench->name, options->input);
        return 2;
    }
    return 0;
}

/* Whether there is anything to measure. */
static int some_left(const struct targets *targets, const struct options *options)
{
    if (targets->count)
        return 0;
    text_print(stderr, "gpubench: %s: no row of it can be measured here\n", options->configs);
    return 2;
}

int fixed_configs_fit(struct targets *targets, const struct options *options, const struct compute_device *device)
{
    size_t kept = 0;
    for (size_t t = 0; t < targets->count; t++) {
        const struct target target = targets->target[t];
        struct fault fault = {0};
        if (target_check(&target, device, &fault) == OK)
            targets->target[kept++] = target;
        else
            text_print(stderr, "gpubench: %s: left out: %s: %s\n", options->configs, target.problem.bench->name,
                       fault.text);
    }
    targets->count = kept;
    return some_left(targets, options);
}

static int fix_results(struct targets *targets, struct options *options, const struct results *results,
                       const struct registry *registry)
{
    struct loss loss = {0};
    struct absences absences = {0};
    char *suites = suites_of(results, registry);
    options->suites = options->suites ? options->suites : suites;
    int status = *options->suites ? targets_find(targets, options, registry) : 0;
    targets->suites = suites;
    if (status)
        return status;
    take_cache(options, results);
    fix_problems(targets, options, results, registry, &loss, &absences);
    if (loss.count)
        text_print(stderr, "gpubench: %s: left out: %s", options->configs, loss.first);
    if (loss.count > 1)
        text_print(stderr, "; and %zu more", loss.count - 1);
    if (loss.count)
        fputc('\n', stderr);
    report_absences(&absences, options->configs);
    free(absences.absence);
    return some_left(targets, options);
}

int fixed_configs_find(struct targets *targets, struct options *options, const struct registry *registry)
{
    struct results results;
    struct fault fault = {0};
    *targets = (struct targets){0};
    if (header_rows_load(&results, options->configs, &fault) != OK)
        return report_fault(&fault, 2);
    const int status = fix_results(targets, options, &results, registry);
    results_free(&results);
    return status;
}
