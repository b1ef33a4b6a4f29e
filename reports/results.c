#include "reports/results.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- construction ---- */

/* Names have no line end. */
static char *identity_of(const char *suite, const char *bench, uint64_t size)
{
    return text_make("%s\n%s\n%" PRIu64, suite, bench, size);
}

/* The number of a bench, which is added if missing. */
static size_t family_of(struct results *results, const char *suite, const char *bench)
{
    FREED char *name = text_make("%s\n%s", suite, bench);
    return texts_number(&results->families, name);
}

size_t results_add_problem(struct results *results, const char *suite, const char *bench, uint64_t size, uint64_t seed)
{
    results->problems =
        grow(results->problems, results->problem_count, &results->problem_capacity, sizeof *results->problems);
    results->problems[results->problem_count] = (struct named_problem){.suite = allocate_text(suite),
                                                                       .bench = allocate_text(bench),
                                                                       .size = size,
                                                                       .seed = seed,
                                                                       .family = family_of(results, suite, bench)};
    FREED char *identity = identity_of(suite, bench, size);
    results->problems[results->problem_count].name = text_make("%s/%s/n:%" PRIu64, suite, bench, size);
    texts_add(&results->identities, identity);
    return results->problem_count++;
}

void problem_add_name(struct named_problem *problem, const char *key, const char *word)
{
    char *longer = text_make("%s/%s:%s", problem->name, key, word);
    free(problem->name);
    problem->name = longer;
}

void problem_add_setting(struct named_problem *problem, const char *name, const char *word, double number)
{
    problem->setting = grow(problem->setting, problem->settings, &problem->setting_capacity, sizeof *problem->setting);
    problem->setting[problem->settings++] =
        (struct named_setting){allocate_text(name), word ? allocate_text(word) : NULL, word ? 0 : number};
}

void problem_add_type(struct named_problem *problem, const char *name, double sigma, double epsilon, double mass)
{
    struct named_structure *structure = &problem->structure;
    structure->type = grow(structure->type, structure->types, &structure->type_capacity, sizeof *structure->type);
    structure->type[structure->types++] = (struct named_type){allocate_text(name), sigma, epsilon, mass};
}

struct named_parameter *problem_add_parameter(struct named_problem *problem, const char *name, enum parameter_kind kind)
{
    problem->parameter =
        grow(problem->parameter, problem->parameters, &problem->parameter_capacity, sizeof *problem->parameter);
    struct named_parameter *parameter = &problem->parameter[problem->parameters++];
    *parameter = (struct named_parameter){.name = allocate_text(name), .kind = kind};
    return parameter;
}

/* Links a row after those of its problem. */
static void link_row(struct results *results, size_t number)
{
    struct named_problem *problem = &results->problems[results->rows[number].problem];
    *(problem->last_row ? &results->rows[problem->last_row - 1].next_row : &problem->first_row) = number + 1;
    problem->last_row = number + 1;
    results->rows[number].next_row = 0;
}

void results_add(struct results *results, size_t problem, const struct result *result, const char *reason)
{
    results->rows = grow(results->rows, results->count, &results->capacity, sizeof *results->rows);
    results->rows[results->count] = (struct row){problem, *result, allocate_text(reason), 0};
    link_row(results, results->count++);
    results->several_suites = results->several_suites ||
                              strcmp(results->problems[results->rows->problem].suite, results->problems[problem].suite);
}

struct row *results_put(struct results *results, struct texts *keys, size_t problem, const struct result *result,
                        const char *reason)
{
    const size_t number = texts_number(keys, row_key(problem, result).text);
    if (number == results->count)
        results_add(results, problem, result, reason);
    struct row *row = &results->rows[number];
    row->result = *result;
    if (strcmp(row->reason, reason)) {
        free(row->reason);
        row->reason = allocate_text(reason);
    }
    return row;
}

void results_link(struct results *results)
{
    for (size_t p = 0; p < results->problem_count; p++)
        results->problems[p].first_row = results->problems[p].last_row = 0;
    for (size_t i = 0; i < results->count; i++)
        link_row(results, i);
}

void results_add_best(struct results *results, size_t problem, const struct best *best)
{
    results->best = grow(results->best, results->best_count, &results->best_capacity, sizeof *results->best);
    results->best[results->best_count++] = (struct best_row){problem, *best};
    if (!results->problems[problem].best)
        results->problems[problem].best = results->best_count;
}

void results_arrange(struct results *results)
{
    struct row *rows = allocate(results->capacity * sizeof *rows);
    struct best_row *best = results->best;
    const size_t bests = results->best_count;
    size_t count = results->best_count = results->best_capacity = 0;
    results->best = NULL;
    for (size_t p = 0; p < results->problem_count; p++) {
        for (const struct row *row = results_first(results, p); row; row = results_next(results, row))
            rows[count++] = *row;
        results->problems[p].best = 0;
        for (size_t b = 0; b < bests; b++)
            if (best[b].problem == p)
                results_add_best(results, p, &best[b].best);
    }
    free(best);
    free(results->rows);
    results->rows = rows;
    results_link(results);
}

/* The problem keeps its bench, and has no rows yet. */
static void move_problem(struct results *results, struct named_problem *from)
{
    const size_t number = results_add_problem(results, from->suite, from->bench, from->size, from->seed);
    struct named_problem *to = &results->problems[number], made = *to;
    *to = *from;
    to->family = made.family;
    to->first_row = to->last_row = to->best = 0;
    *from = made;
}

void results_move(struct results *results, struct results *from)
{
    const size_t before = results->problem_count;
    for (size_t p = 0; p < from->problem_count; p++)
        move_problem(results, &from->problems[p]);
    for (size_t i = 0; i < from->count; i++)
        results_add(results, before + from->rows[i].problem, &from->rows[i].result, from->rows[i].reason);
    for (size_t i = 0; i < from->best_count; i++)
        results_add_best(results, before + from->best[i].problem, &from->best[i].best);
}

void problem_clear_structure(struct named_problem *problem)
{
    struct named_structure *structure = &problem->structure;
    for (size_t i = 0; i < structure->types; i++)
        free(structure->type[i].name);
    free(structure->type);
    free(structure->file);
    free(structure->key);
    free(structure->elements);
    *structure = (struct named_structure){0};
}

static void clear_space(struct named_problem *problem)
{
    for (size_t i = 0; i < problem->parameters; i++) {
        free(problem->parameter[i].name);
        texts_free(&problem->parameter[i].words);
    }
    problem->parameters = 0;
}

void results_forget_spaces(struct results *results)
{
    for (size_t i = 0; i < results->problem_count; i++)
        clear_space(&results->problems[i]);
    for (size_t i = 0; i < results->count; i++)
        if (results->rows[i].result.index != NO_CONFIGURATION)
            results->rows[i].result.index = 0;
}

void problem_free(struct named_problem *problem)
{
    for (size_t i = 0; i < problem->settings; i++) {
        free(problem->setting[i].name);
        free(problem->setting[i].word);
    }
    clear_space(problem);
    texts_free(&problem->figures);
    texts_free(&problem->references);
    free(problem->setting);
    free(problem->parameter);
    problem_clear_structure(problem);
    free(problem->name);
    free(problem->suite);
    free(problem->bench);
    free(problem->objective);
    free(problem->required);
}

void results_free(struct results *results)
{
    for (size_t i = 0; i < results->problem_count; i++)
        problem_free(&results->problems[i]);
    for (size_t i = 0; i < results->count; i++)
        free(results->rows[i].reason);
    free(results->problems);
    free(results->rows);
    free(results->best);
    free(results->part);
    texts_free(&results->families);
    texts_free(&results->identities);
    *results = (struct results){0};
}

/* ---- queries ---- */

bool results_same_card(const struct compute_device *a, const struct compute_device *b)
{
    const double memory = (double)a->memory_bytes, other = (double)b->memory_bytes;
    return !strcmp(a->name, b->name) && !strcmp(a->backend, b->backend) && a->units == b->units &&
           fabs(memory - other) <= 0.02 * fmax(memory, other);
}

size_t results_problem(const struct results *results, const char *suite, const char *bench, uint64_t size)
{
    FREED char *identity = identity_of(suite, bench, size);
    return texts_find(&results->identities, identity);
}

const struct best_row *results_best(const struct results *results, size_t problem)
{
    const size_t number = results->problems[problem].best;
    return number && number <= results->best_count ? &results->best[number - 1] : NULL;
}

static const struct row *row_of(const struct results *results, size_t number)
{
    return number ? &results->rows[number - 1] : NULL;
}

const struct row *results_first(const struct results *results, size_t problem)
{
    return row_of(results, results->problems[problem].first_row);
}

const struct row *results_next(const struct results *results, const struct row *row)
{
    return row_of(results, row->next_row);
}

size_t results_rows(const struct results *results, size_t problem)
{
    size_t count = 0;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        count++;
    return count;
}

struct row_key row_key(size_t problem, const struct result *result)
{
    struct row_key key;
    snprintf(key.text, sizeof key.text, "%zu/%" PRIu32 "/%" PRIu64, problem, result->reference, result->index);
    return key;
}

size_t problem_position(const struct named_problem *problem, uint64_t index, size_t p)
{
    for (size_t i = problem->parameters; i-- > p + 1;)
        index /= problem->parameter[i].words.count;
    return index % problem->parameter[p].words.count;
}

const char *problem_word(const struct named_problem *problem, uint64_t index, size_t p)
{
    return problem->parameter[p].words.text[problem_position(problem, index, p)];
}

bool problem_index(const struct named_problem *problem, const size_t *positions, uint64_t *index)
{
    *index = 0;
    for (size_t p = 0; p < problem->parameters; p++)
        if (__builtin_mul_overflow(*index, (uint64_t)problem->parameter[p].words.count, index) ||
            __builtin_add_overflow(*index, (uint64_t)positions[p], index))
            return false;
    return *index < NO_CONFIGURATION;
}

const char *problem_reference(const struct named_problem *problem, uint32_t reference)
{
    return reference && reference <= problem->references.count ? problem->references.text[reference - 1] : "?";
}

size_t row_parameters(const struct named_problem *problem, const struct result *result)
{
    return result->reference || result->index == NO_CONFIGURATION ? 0 : problem->parameters;
}

bool row_timed(const struct result *result)
{
    return result->status == OK && isfinite(result->median_ns) && result->median_ns > 0 &&
           isfinite(result->cpu_time_ns);
}

bool row_measured(const struct row *row)
{
    return !row->result.reference && row->result.index != NO_CONFIGURATION && row_timed(&row->result);
}

bool row_plausible(const struct run_context *context, const struct result *result)
{
    return row_timed(result) && (context->device.is_cpu || !limit_is_exceeded(&result->limit, context->max_share));
}

double row_error(const struct named_problem *problem, const struct result *result)
{
    return problem->error && !result->reference ? result->figure[problem->error - 1] : NAN;
}

bool row_acceptable(const struct named_problem *problem, const struct result *result)
{
    return !result->unmet && !(problem->max_error > 0 && !(row_error(problem, result) <= problem->max_error));
}

/* With the fewest digits that restore the number. */
static void print_number(FILE *file, double number)
{
    char text[MAX_NUMBER];
    int digits = 12;
    do
        snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && digits++ < 17);
    fputs(text, file);
}

bool setting_is_unverified(const struct named_setting *setting)
{
    return !strcmp(setting->name, "verified") && setting->word && !strcmp(setting->word, "no");
}

char *problem_options(const struct named_problem *problem)
{
    char *text = NULL;
    size_t size;
    const char *between = "";
    FILE *file = memory_stream(&text, &size);
    for (size_t i = 0; i < problem->settings; i++, between = " ") {
        const struct named_setting *setting = &problem->setting[i];
        if (setting_is_unverified(setting)) {
            fprintf(file, "%s--unverified", between);
            continue;
        }
        fprintf(file, "%s--%s ", between, setting->name);
        if (setting->word)
            fputs(setting->word, file);
        else
            print_number(file, setting->number);
    }
    if (problem->structure.file)
        fprintf(file, "%s--input %s", between, problem->structure.file);
    if (problem->structure.elements)
        fprintf(file, " --elements %s", problem->structure.elements);
    fclose(file);
    return text;
}

char *row_name(const struct named_problem *problem, const struct result *result)
{
    char *name = NULL;
    size_t size;
    FILE *file = memory_stream(&name, &size);
    fputs(problem->name, file);
    if (result->reference)
        fprintf(file, "/REFERENCE:%s", problem_reference(problem, result->reference));
    for (size_t p = 0; p < row_parameters(problem, result); p++)
        fprintf(file, "/%s:%s", problem->parameter[p].name, problem_word(problem, result->index, p));
    fclose(file);
    return name;
}
