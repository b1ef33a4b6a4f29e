#include "reports/devices/entry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- configurations by their names ---- */

/* The parameters by their names: two files may declare them in different orders. */
static size_t *parameter_order(const struct named_problem *problem)
{
    size_t *order = allocate((problem->parameters + 1) * sizeof *order);
    for (size_t p = 0; p < problem->parameters; p++) {
        size_t at = p;
        for (; at && strcmp(problem->parameter[order[at - 1]].name, problem->parameter[p].name) > 0; at--)
            order[at] = order[at - 1];
        order[at] = p;
    }
    return order;
}

char *entry_name(const struct device_entry *entry, uint64_t index)
{
    const struct named_problem *problem = entry->problem;
    char *name = NULL;
    size_t length;
    FILE *file = memory_stream(&name, &length);
    for (size_t p = 0; p < problem->parameters; p++)
        fprintf(file, "%s%s:%s", p ? "/" : "", problem->parameter[entry->order[p]].name,
                problem_word(problem, index, entry->order[p]));
    fclose(file);
    return name;
}

/* Whether a row is one of a configuration. */
static bool is_configuration(const struct device_entry *entry, const struct row *row)
{
    return !row->result.reference && (row->result.index != NO_CONFIGURATION || !entry->problem->parameters);
}

static void name_rows(struct device_entry *entry)
{
    const struct results *results = entry->results;
    entry->row = allocate((results_rows(results, entry->number) + 1) * sizeof *entry->row);
    for (const struct row *row = results_first(results, entry->number); row; row = results_next(results, row)) {
        if (!is_configuration(entry, row))
            continue;
        FREED char *name = entry_name(entry, row->result.index);
        entry->row[entry->names.count] = row;
        texts_add(&entry->names, name);
    }
}

const struct row *entry_row(struct device_entry *entry, const char *name)
{
    if (!entry->row)
        name_rows(entry);
    const size_t found = texts_find(&entry->names, name);
    return found < entry->names.count ? entry->row[found] : NULL;
}

/* ---- texts ---- */

/* By a timed row; without any, the default of a run. */
static bool is_cold(const struct device_entry *entry)
{
    for (const struct row *row = results_first(entry->results, entry->number); row;
         row = results_next(entry->results, row))
        if (row_timed(&row->result))
            return row->result.cold;
    return !entry->results->context.device.is_cpu;
}

static char *objective_text(const struct device_entry *entry)
{
    if (entry->problem->objective)
        return text_make("the best is that of the least %s", entry->problem->objective);
    return text_make("the best is that of the least %s",
                     entry->objective == OBJECTIVE_ALONE ? "isolated time" : "time in a stream");
}

static char *demands_text(const struct device_entry *entry)
{
    const struct named_problem *problem = entry->problem;
    char most[MAX_NUMBER];
    number_word(problem->max_error, most);
    if (!(problem->max_error > 0) && !problem->required)
        return allocate_text("without --max-error and --require");
    return text_make("%s%s%s%s%s", problem->max_error > 0 ? "--max-error " : "", problem->max_error > 0 ? most : "",
                     problem->max_error > 0 && problem->required ? " " : "", problem->required ? "--require " : "",
                     problem->required ? problem->required : "");
}

/* In alphabetical order: equal parameters give equal texts. */
static char *parameters_text(const struct device_entry *entry)
{
    char *text = NULL;
    size_t length;
    FILE *file = memory_stream(&text, &length);
    for (size_t p = 0; p < entry->problem->parameters; p++)
        fprintf(file, "%s ", entry->problem->parameter[entry->order[p]].name);
    fclose(file);
    return text;
}

void aspects_fill(struct device_entry *entry)
{
    const struct run_context *context = &entry->results->context;
    entry->order = parameter_order(entry->problem);
    entry->best_name = entry->best ? entry_name(entry, entry->best->index) : NULL;
    entry->aspect[ASPECT_INPUTS] = problem_options(entry->problem);
    entry->aspect[ASPECT_SEED] = text_make("--seed %" PRIu64, entry->problem->seed);
    entry->aspect[ASPECT_CACHES] = allocate_text(is_cold(entry) ? "caches cold" : "caches warm");
    entry->aspect[ASPECT_OBJECTIVE] = objective_text(entry);
    entry->aspect[ASPECT_DEMANDS] = demands_text(entry);
    entry->aspect[ASPECT_MEASURING] = text_make("times of way %" PRIu32 " (tuner/MEASURING.md)", context->measuring);
    entry->aspect[ASPECT_PARAMETERS] = parameters_text(entry);
    entry->aspect[ASPECT_KERNEL] = text_make("the kernel as of commit %s", *context->commit ? context->commit : "?");
}

void aspects_free(struct device_entry *entry)
{
    for (enum aspect aspect = 0; aspect < ASPECTS; aspect++)
        free(entry->aspect[aspect]);
    texts_free(&entry->names);
    free(entry->best_name);
    free(entry->row);
    free(entry->order);
}

/* ---- the same? ---- */

bool aspects_same(const struct device_entry *a, const struct device_entry *b, enum aspect first, enum aspect end)
{
    for (enum aspect aspect = first; aspect < end; aspect++) {
        if (aspect == ASPECT_KERNEL)
            continue;
        if (aspect == ASPECT_INPUTS ? problem_compare_inputs(a->problem, b->problem) != 0
                                    : strcmp(a->aspect[aspect], b->aspect[aspect]) != 0)
            return false;
    }
    return true;
}

/* ---- what differs ---- */

static bool has_parameter(const struct named_problem *problem, const char *name)
{
    for (size_t p = 0; p < problem->parameters; p++)
        if (!strcmp(problem->parameter[p].name, name))
            return true;
    return false;
}

/* Prints the parameters of one problem that another lacks. */
static void print_lacking(FILE *file, const struct named_problem *problem, const struct named_problem *other,
                          struct texts *seen, const char *before)
{
    for (size_t p = 0; p < problem->parameters; p++) {
        const char *name = problem->parameter[p].name;
        const size_t count = seen->count;
        if (!has_parameter(other, name) && texts_number(seen, name) == count)
            fprintf(file, "%s%s %s", count ? ", " : "", before, name);
    }
}

static void print_parameters(FILE *file, const struct device_entry *entry, struct device_entry *const *other,
                             size_t others)
{
    FREED_BY(texts_free) struct texts seen = {0};
    for (size_t i = 0; i < others; i++)
        print_lacking(file, entry->problem, other[i]->problem, &seen, "with parameter");
    for (size_t i = 0; i < others; i++)
        print_lacking(file, other[i]->problem, entry->problem, &seen, "without parameter");
}

static bool same_setting(const struct named_setting *a, const struct named_setting *b)
{
    return b && a->number == b->number && !a->word == !b->word && (!a->word || !strcmp(a->word, b->word));
}

/* The settings that differ in another entry, or all if only something else differs. */
static void print_inputs(FILE *file, const struct device_entry *entry, struct device_entry *const *other, size_t others)
{
    struct named_problem shown = {.structure = entry->problem->structure};
    for (size_t s = 0; s < entry->problem->settings; s++) {
        const struct named_setting *own = &entry->problem->setting[s];
        bool same = true;
        for (size_t i = 0; i < others; i++)
            same = same && same_setting(own, problem_find_setting(other[i]->problem, own->name));
        if (!same)
            problem_add_setting(&shown, own->name, own->word, own->number);
    }
    FREED char *text = problem_options(&shown);
    const char *all = *text ? text : entry->aspect[ASPECT_INPUTS];
    fputs(*all ? all : "inputs as the suite has them", file);
    shown.structure = (struct named_structure){0}; /* the entry has it */
    problem_free(&shown);
}

void aspect_print(FILE *file, const struct device_entry *entry, enum aspect aspect, struct device_entry *const *other,
                  size_t others)
{
    if (aspect == ASPECT_INPUTS)
        print_inputs(file, entry, other, others);
    else if (aspect == ASPECT_PARAMETERS)
        print_parameters(file, entry, other, others);
    else
        fputs(entry->aspect[aspect], file);
}

/* ---- the kernel ---- */

/* The hash of all kernels of a file's program; "" if not recorded. */
static const char *kernels_hash(const struct run_identity *identity)
{
    for (size_t i = 0; i < identity->count; i++)
        if (!strcmp(identity->part[i].name, "kernels"))
            return identity->part[i].text;
    return "";
}

static bool same_target(const struct compute_device *a, const struct compute_device *b)
{
    return *a->architecture && !strcmp(a->architecture, b->architecture) && !strcmp(a->backend, b->backend) &&
           !strcmp(a->compiler, b->compiler);
}

/* By the code of the first common configuration: its hash includes the source. */
static enum sameness code_same(struct device_entry *a, struct device_entry *b)
{
    for (const struct row *row = results_first(a->results, a->number); row; row = results_next(a->results, row)) {
        if (!is_configuration(a, row) || !*row->result.binary)
            continue;
        FREED char *name = entry_name(a, row->result.index);
        const struct row *other = entry_row(b, name);
        if (other && *other->result.binary)
            return strcmp(row->result.binary, other->result.binary) ? OTHER : SAME;
    }
    return UNKNOWN;
}

enum sameness kernel_same(struct device_entry *a, struct device_entry *b)
{
    const char *hash = kernels_hash(&a->results->identity);
    if (*hash && !strcmp(hash, kernels_hash(&b->results->identity)))
        return SAME;
    if (!same_target(&a->results->context.device, &b->results->context.device))
        return UNKNOWN;
    return results_rows(a->results, a->number) <= results_rows(b->results, b->number) ? code_same(a, b)
                                                                                      : code_same(b, a);
}
