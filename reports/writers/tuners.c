/* Kernel Tuner's cache files, of version 1.5, and T4 of the schema 1.0.0: one problem, with its configurations
 * tried. */
#include "reports/writers/formats.h"

#include "base/text.h"
#include "reports/json/document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ns_per_ms = 1e6;

/* ---- the problem ---- */

static bool is_configuration(const struct row *row)
{
    const enum status status = row->result.status;
    return !row->result.reference && row->result.index != NO_CONFIGURATION && status != VERIFIED && status != COMPILED;
}

static size_t configurations(const struct results *results, size_t problem)
{
    size_t count = 0;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        count += is_configuration(row);
    return results->problems[problem].parameters ? count : 0;
}

size_t output_problem(const struct output *output, struct fault *fault)
{
    const struct results *results = output->results;
    const bool chosen = output->problem >= 0;
    size_t count = 0, last = SIZE_MAX;
    for (size_t p = 0; p < results->problem_count; p++)
        if (configurations(results, p) && (!chosen || p == (size_t)output->problem)) {
            count++;
            last = p;
        }
    if (count > 1)
        fail(fault, INVALID, "it has one problem, and here are %zu: choose with --problem, as %.200s", count,
             results->problems[last].name);
    else if (!count)
        fail(fault, INVALID, "the %s no configurations that were measured, or failed",
             chosen ? "problem has" : "results have");
    return count == 1 ? last : SIZE_MAX;
}

/* The number of valid configurations, by the run; 0: unknown. */
static uint64_t allowed(const struct output *output, size_t problem)
{
    const struct best_row *best = results_best(output->results, problem);
    return best ? best->best.allowed : 0;
}

/* A simulation needs all valid configurations, and a search has tried a part. */
static void note_part(const struct output *output, size_t problem)
{
    const size_t tried = configurations(output->results, problem);
    if (output->notes && tried < allowed(output, problem))
        text_print(output->notes,
                   "gpubench: export: %s: %zu of %" PRIu64 " configurations were tried: these are the "
                   "space that is written\n",
                   output->results->problems[problem].name, tried, allowed(output, problem));
}

/* ---- values in Python's form ---- */

static bool is_truth(const struct named_parameter *parameter)
{
    bool truth = parameter->kind == KIND_WORDS;
    for (size_t w = 0; truth && w < parameter->words.count; w++)
        truth = !strcmp(parameter->words.text[w], "true") || !strcmp(parameter->words.text[w], "false");
    return truth;
}

static void write_value(struct document *document, const char *key, const struct named_parameter *parameter,
                        const char *word)
{
    if (parameter->kind == KIND_NUMBERS)
        document_integer(document, key, strtoll(word, NULL, 10));
    else if (parameter->kind == KIND_REALS)
        document_real(document, key, strtod(word, NULL));
    else if (is_truth(parameter))
        document_flag(document, key, !strcmp(word, "true"));
    else
        document_text(document, key, word);
}

/* Python's repr of a real number: the fewest digits that are read back as it, with ".0", or as 1e-05 and 1e+16. */
static char *real_text(double value)
{
    enum { MOST = 17 };
    char text[40];
    int digits = 0;
    do
        snprintf(text, sizeof text, "%.*e", digits, value);
    while (strtod(text, NULL) != value && ++digits < MOST);
    const int exponent = atoi(strchr(text, 'e') + 1), behind = digits - exponent;
    if (exponent >= -4 && exponent < 16)
        snprintf(text, sizeof text, "%.*f", behind > 1 ? behind : 1, value);
    return allocate_text(text);
}

/* Python's str of a value. The caller frees it. */
static char *value_text(const struct named_parameter *parameter, const char *word)
{
    if (parameter->kind == KIND_REALS)
        return real_text(strtod(word, NULL));
    return allocate_text(!is_truth(parameter) ? word : !strcmp(word, "true") ? "True" : "False");
}

/* A configuration's key: its values, joined by commas. The caller frees it. */
static char *key_of(const struct named_problem *problem, uint64_t index)
{
    char *key = allocate_text("");
    for (size_t p = 0; p < problem->parameters; p++) {
        FREED char *value = value_text(&problem->parameter[p], problem_word(problem, index, p));
        char *longer = text_make("%s%s%s", key, p ? "," : "", value);
        free(key);
        key = longer;
    }
    return key;
}

static void write_values(struct document *document, const struct named_problem *problem, uint64_t index)
{
    for (size_t p = 0; p < problem->parameters; p++)
        write_value(document, problem->parameter[p].name, &problem->parameter[p], problem_word(problem, index, p));
}

/* ---- the outcome of a configuration ---- */

/* Its word in each format, of which both have fewer than we: ours is added, and is read back. */
static const struct ended {
    const char *kernel_tuner, *t4;
} words[STATUS_COUNT] = {
    [OK] = {NULL, "correct"},
    [UNSUPPORTED] = {"InvalidConfig", "constraints"},
    [INVALID] = {"InvalidConfig", "constraints"},
    [COMPILE_FAILED] = {"CompilationFailedConfig", "compile"},
    [LAUNCH_FAILED] = {"RuntimeFailedConfig", "runtime"},
    [WRONG_RESULT] = {"RuntimeFailedConfig", "correctness"},
    [TIMED_OUT] = {"RuntimeFailedConfig", "timeout"},
    [CRASHED] = {"RuntimeFailedConfig", "runtime"},
    [NO_MEMORY] = {"RuntimeFailedConfig", "runtime"},
    [NO_TIME] = {"RuntimeFailedConfig", "runtime"},
    [IMPLAUSIBLE] = {"RuntimeFailedConfig", "correctness"},
};

static enum status status_of(const struct row *row)
{
    return row->result.status == OK && !row_timed(&row->result) ? NO_TIME : row->result.status;
}

/* Its blocks in ms, if any. Returns their sum. */
static double write_times(struct document *document, const char *key, const struct row *row)
{
    const bool timed = status_of(row) == OK;
    double sum = 0;
    document_array(document, key);
    for (size_t b = 0; timed && b < row->result.blocks && b < MAX_BLOCKS; b++) {
        if (!isfinite(row->result.block_ns[b]))
            continue;
        document_real(document, NULL, row->result.block_ns[b] / ns_per_ms);
        sum += row->result.block_ns[b] / ns_per_ms;
    }
    document_end(document);
    return sum;
}

static double compile_ms(const struct row *row)
{
    return row->result.compile_ms > 0 && isfinite(row->result.compile_ms) ? row->result.compile_ms : 0;
}

static void write_ours(struct document *document, const struct row *row)
{
    if (status_of(row) == OK)
        return;
    document_text(document, "gpubench_status", status_word(status_of(row)));
    document_text(document, "gpubench_reason", row->reason);
}

/* ---- Kernel Tuner ---- */

/* An object of one member without its braces. */
static void print_member(FILE *file, struct document *document)
{
    FREED char *line = document_line(document);
    fprintf(file, "%.*s", (int)strlen(line) - 3, line + 1);
}

static void print_head(FILE *file, const struct output *output, const struct named_problem *problem)
{
    struct document *document = document_make(NULL);
    document_text(document, "device_name", output->results->context.device.name);
    document_text(document, "kernel_name", problem->name);
    document_whole(document, "problem_size", problem->size);
    document_array(document, "tune_params_keys");
    for (size_t p = 0; p < problem->parameters; p++)
        document_text(document, NULL, problem->parameter[p].name);
    document_end(document);
    document_object(document, "tune_params");
    for (size_t p = 0; p < problem->parameters; p++) {
        document_array(document, problem->parameter[p].name);
        for (size_t w = 0; w < problem->parameter[p].words.count; w++)
            write_value(document, NULL, &problem->parameter[p], problem->parameter[p].words.text[w]);
        document_end(document);
    }
    document_end(document);
    document_text(document, "objective", "time");
    print_member(file, document);
}

static void print_entry(FILE *file, const struct output *output, const struct named_problem *problem,
                        const struct row *row)
{
    FREED char *key = key_of(problem, row->result.index);
    const char *failed = words[status_of(row)].kernel_tuner;
    struct document *document = document_make(NULL);
    document_object(document, key);
    write_values(document, problem, row->result.index);
    if (failed)
        document_text(document, "time", failed);
    else
        document_real(document, "time", row->result.median_ns / ns_per_ms);
    const double sum = write_times(document, "times", row);
    document_real(document, "compile_time", compile_ms(row));
    document_real(document, "verification_time", 0);
    document_real(document, "benchmark_time", sum);
    document_real(document, "strategy_time", 0);
    document_real(document, "framework_time", 0);
    document_text(document, "timestamp", output->results->context.date);
    write_ours(document, row);
    print_member(file, document);
}

/* One line per configuration, as Kernel Tuner appends them, and the end that marks a complete file. */
enum status kernel_tuner_write(FILE *file, const struct output *output, struct fault *fault)
{
    const size_t number = output_problem(output, fault);
    if (number == SIZE_MAX)
        return INVALID;
    const struct results *results = output->results;
    const struct named_problem *problem = &results->problems[number];
    const char *between = "\n";
    note_part(output, number);
    fputc('{', file);
    print_head(file, output, problem);
    fputs(",\n\"cache\": {", file);
    for (const struct row *row = results_first(results, number); row; row = results_next(results, row)) {
        if (!is_configuration(row))
            continue;
        fputs(between, file);
        print_entry(file, output, problem, row);
        between = ",\n";
    }
    fputs("}\n}\n", file);
    return OK;
}

/* ---- T4 ---- */

/* Readers accept compilation or compilation_time, and need all of them as numbers: ms, as the metadata declare. */
static void write_t4_times(struct document *document, const struct row *row)
{
    document_object(document, "times");
    document_real(document, "compilation", compile_ms(row));
    document_real(document, "compilation_time", compile_ms(row));
    document_real(document, "framework", 0);
    document_real(document, "search_algorithm", 0);
    document_real(document, "validation", 0);
    write_times(document, "runtimes", row);
    document_end(document);
}

static void write_t4_result(struct document *document, const struct named_problem *problem, const struct row *row,
                            const char *date)
{
    const struct ended *word = &words[status_of(row)];
    document_object(document, NULL);
    document_text(document, "timestamp", date);
    document_object(document, "configuration");
    write_values(document, problem, row->result.index);
    document_end(document);
    write_t4_times(document, row);
    document_text(document, "invalidity", word->t4);
    document_integer(document, "correctness", strcmp(word->t4, "correctness") != 0);
    document_array(document, "measurements");
    document_object(document, NULL);
    document_text(document, "name", "time");
    if (word->kernel_tuner)
        document_text(document, "value", word->kernel_tuner);
    else
        document_real(document, "value", row->result.median_ns / ns_per_ms);
    document_text(document, "unit", "ms");
    document_end(document);
    document_end(document);
    document_array(document, "objectives");
    document_text(document, NULL, "time");
    document_end(document);
    write_ours(document, row);
    document_end(document);
}

/* Those with a time, or those without. */
static void write_t4_results(struct document *document, const struct results *results, size_t problem, bool timed)
{
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        if (is_configuration(row) && (status_of(row) == OK) == timed)
            write_t4_result(document, &results->problems[problem], row, results->context.date);
}

/* autotuning_methodology 1.1.0 rejects files that begin with a failed configuration. */
enum status t4_write(FILE *file, const struct output *output, struct fault *fault)
{
    const size_t number = output_problem(output, fault);
    if (number == SIZE_MAX)
        return INVALID;
    const struct results *results = output->results;
    const struct named_problem *problem = &results->problems[number];
    struct document *document = document_make(NULL);
    note_part(output, number);
    document_text(document, "schema_version", "1.0.0");
    document_object(document, "metadata");
    document_text(document, "timeunit", "milliseconds");
    document_text(document, "device_name", results->context.device.name);
    document_text(document, "kernel_name", problem->name);
    if (problem->size)
        document_whole(document, "problem_size", problem->size);
    document_end(document);
    document_array(document, "results");
    write_t4_results(document, results, number, true);
    write_t4_results(document, results, number, false);
    document_end(document);
    return document_print(document, file, fault);
}
