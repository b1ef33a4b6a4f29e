#include "cli/targets.h"

#include "cli/inputs.h"
#include "cli/nearest.h"
#include "base/memory.h"
#include "tuner/worker/worker.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct suite *suite_find(const char *name, uint32_t *position)
{
    for (uint32_t s = 0; all_suites[s]; s++)
        if (!strcmp(all_suites[s]->name, name)) {
            *position = s;
            return all_suites[s];
        }
    return NULL;
}

int suite_unknown(const char *name)
{
    struct names names = {0};
    for (size_t s = 0; all_suites[s]; s++)
        names_add(&names, all_suites[s]->name);
    return nearest_error("suite", name, &names);
}

static const struct bench *bench_of(const struct target *target)
{
    return suite_bench(all_suites[target->suite], target->bench);
}

static void add_suite(struct targets *targets, uint32_t suite, const char *glob)
{
    for (size_t t = 0; t < targets->count; t++)
        if (targets->target[t].suite == suite)
            return; /* named twice */
    const struct bench *bench;
    for (uint32_t b = 0; (bench = suite_bench(all_suites[suite], b)); b++) {
        if (glob && fnmatch(glob, bench->name, 0))
            continue;
        targets->target = grow(targets->target, targets->count, &targets->capacity, sizeof *targets->target);
        targets->target[targets->count++] =
            (struct target){.suite = suite, .bench = b, .restriction = restriction_none()};
    }
}

static int find_suites(struct targets *targets, const struct options *options)
{
    char list[1024], *rest = list, *name;
    snprintf(list, sizeof list, "%s", options->suites);
    bool all = !strcmp(list, "all");
    for (uint32_t s = 0; all && all_suites[s]; s++)
        add_suite(targets, s, options->bench);
    while (!all && (name = strsep(&rest, ","))) {
        uint32_t position;
        if (!suite_find(name, &position))
            return suite_unknown(name);
        add_suite(targets, position, options->bench);
    }
    return 0;
}

static int unknown_bench(const struct options *options)
{
    struct names names = {0};
    const struct bench *bench;
    for (uint32_t s = 0; all_suites[s]; s++)
        for (size_t b = 0; (bench = suite_bench(all_suites[s], b)); b++)
            if (strstr(options->suites, all_suites[s]->name) || !strcmp(options->suites, "all"))
                names_add(&names, bench->name);
    return nearest_error("bench", options->bench, &names);
}

static bool parse_size(const char *word, struct asked_size *size)
{
    static const char *const classes[] = {[SIZE_SMALL] = "small", [SIZE_MEDIUM] = "medium", [SIZE_LARGE] = "large"};
    for (int kind = SIZE_SMALL; kind <= SIZE_LARGE; kind++)
        if (!strcmp(word, classes[kind])) {
            *size = (struct asked_size){.kind = kind};
            return true;
        }
    *size = (struct asked_size){.kind = SIZE_NUMBER};
    return parse_whole(word, 1, UINT64_MAX, &size->number);
}

static int check_size(const struct targets *targets, const struct asked_size *size)
{
    for (size_t t = 0; size->kind == SIZE_NUMBER && t < targets->count; t++) {
        const struct bench *bench = bench_of(&targets->target[t]);
        if (size->number > bench->max_size) {
            fprintf(stderr,
                    "gpubench: --size %" PRIu64 " is more than %s takes (%" PRIu64
                    "); choose others with --bench, or a size by its word\n",
                    size->number, bench->name, bench->max_size);
            return 2;
        }
    }
    return 0;
}

static int find_sizes(struct targets *targets, const char *text)
{
    char list[512], *rest = list, *word;
    snprintf(list, sizeof list, "%s", text ? text : "");
    while (text && (word = strsep(&rest, ","))) {
        if (targets->sizes == MAX_SIZES) {
            fprintf(stderr, "gpubench: --size takes at most %d sizes\n", MAX_SIZES);
            return 2;
        }
        struct asked_size *size = &targets->size[targets->sizes++];
        if (!parse_size(word, size)) {
            fprintf(stderr, "gpubench: --size takes small, medium, large or a whole number from 1, not '%s'\n", word);
            return 2;
        }
        if (check_size(targets, size))
            return 2;
    }
    return 0;
}

static bool has_name(const struct names *names, const char *name)
{
    for (size_t n = 0; n < names->count; n++)
        if (!strcmp(names->name[n], name))
            return true;
    return false;
}

/* The values are those of all benches that have the parameter: they need not have the same. */
static int unknown_value(const struct targets *targets, const char *name, const char *given)
{
    static char words[MAX_NAMES][MAX_WORD];
    struct names names = {0};
    char what[80];
    for (size_t t = 0; t < targets->count; t++) {
        const struct space *space = &bench_of(&targets->target[t])->space;
        size_t p = space_find(space, name);
        for (size_t v = 0; p != SIZE_MAX && v < space->parameters[p].count && names.count < MAX_NAMES; v++) {
            char *word = words[names.count];
            parameter_word(&space->parameters[p], v, word);
            if (!has_name(&names, word))
                names_add(&names, word);
        }
    }
    snprintf(what, sizeof what, "value of %s", name);
    return nearest_error(what, given, &names);
}

static int unknown_parameter(const struct targets *targets, const char *name)
{
    struct names names = {0};
    for (size_t t = 0; t < targets->count; t++) {
        const struct space *space = &bench_of(&targets->target[t])->space;
        for (size_t p = 0; p < space_parameters(space); p++)
            if (!has_name(&names, space->parameters[p].name))
                names_add(&names, space->parameters[p].name);
    }
    return nearest_error("parameter", name, &names);
}

/* One --set for every bench that has the parameter. A value must be known to at least one of them; a bench that has
 * none of the values is left with an empty space, which its row says. */
static int restrict_to(struct targets *targets, const char *set)
{
    char name[64], list[512], *rest = list, *word;
    bool parameter_known = false;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(set, "="), set);
    snprintf(list, sizeof list, "%s", strchr(set, '=') + 1);
    for (size_t t = 0; t < targets->count; t++) {
        size_t p = space_find(&bench_of(&targets->target[t])->space, name);
        if (p != SIZE_MAX) {
            targets->target[t].restriction.mask[p] = 0;
            parameter_known = true;
        }
    }
    if (!parameter_known)
        return unknown_parameter(targets, name);
    while ((word = strsep(&rest, ","))) {
        bool value_known = false;
        for (size_t t = 0; t < targets->count; t++) {
            const struct space *space = &bench_of(&targets->target[t])->space;
            size_t p = space_find(space, name);
            if (p == SIZE_MAX)
                continue;
            size_t v = parameter_find(&space->parameters[p], word);
            if (v == SIZE_MAX)
                continue;
            value_known = true;
            targets->target[t].restriction.mask[p] |= 1u << v;
        }
        if (!value_known)
            return unknown_value(targets, name, word);
    }
    return 0;
}

int targets_find(struct targets *targets, const struct options *options)
{
    *targets = (struct targets){0};
    int status = find_suites(targets, options);
    if (!status && !targets->count)
        status = unknown_bench(options);
    if (!status)
        status = find_sizes(targets, options->size);
    for (size_t i = 0; i < options->sets && !status; i++)
        status = restrict_to(targets, options->set[i]);
    return status ? status : inputs_find(targets, options);
}

void targets_free(struct targets *targets)
{
    free(targets->target);
    free(targets->inputs);
    free(targets->atom);
    *targets = (struct targets){0};
}

/* `small,1048576` may be one size twice. */
static void add_sized(struct targets *targets, const struct target *unsized, const struct asked_size *size)
{
    struct target target = *unsized;
    target.size = size->kind == SIZE_NUMBER ? size->number : bench_of(&target)->sizes[size->kind - SIZE_SMALL];
    for (size_t t = 0; t < targets->count; t++) {
        const struct target *known = &targets->target[t];
        if (known->suite == target.suite && known->bench == target.bench && known->size == target.size)
            return;
    }
    targets->target = grow(targets->target, targets->count, &targets->capacity, sizeof *targets->target);
    targets->target[targets->count++] = target;
}

void targets_size(struct targets *targets, bool is_cpu)
{
    struct targets sized = {0};
    if (!targets->sizes)
        targets->size[targets->sizes++].kind = is_cpu ? SIZE_SMALL : SIZE_MEDIUM;
    for (size_t t = 0; t < targets->count; t++)
        for (size_t s = 0; s < targets->sizes; s++)
            add_sized(&sized, &targets->target[t], &targets->size[s]);
    free(targets->target);
    targets->target = sized.target;
    targets->count = sized.count;
    targets->capacity = sized.capacity;
}
