/* gpubench simulate: what strategies would find in recorded spaces. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/report_fault.h"
#include "cli/run/exec.h"
#include "cli/run/interrupt.h"
#include "cli/run/strategy.h"
#include "cli/terminal.h"
#include "reports/json/space_file.h"
#include "simulate/curves.h"
#include "simulate/doubts.h"
#include "simulate/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STRATEGIES = 64, EVALUATIONS = 400, LONGEST_TITLE = 32 };

struct simulation {
    const struct options *options;
    struct strategy strategy[MOST_STRATEGIES];
    char *title[MOST_STRATEGIES], *like_title[MOST_STRATEGIES]; /* as given; with --like */
    size_t strategies;
    struct results *results; /* per file */
    size_t files;
    struct results elsewhere; /* --like */
    struct like *like;        /* per space */
    struct simulated *space;
    size_t spaces, capacity;
};

/* ---- strategies ---- */

static int add_strategy(struct simulation *simulation, const char *requested)
{
    if (simulation->strategies == MOST_STRATEGIES) {
        fputs("gpubench: simulate: --strategy: more than 64 strategies\n", stderr);
        return 2;
    }
    const int status =
        strategy_take(requested, simulation->options->time_limit, &simulation->strategy[simulation->strategies]);
    if (status)
        return status;
    if (strategy_command(requested))
        catch_interrupts(); /* so that child processes end with this one */
    char *title = strategy_command(requested) && strlen(requested) > LONGEST_TITLE
                      ? text_make("%.*s...", LONGEST_TITLE - 3, requested)
                      : allocate_text(requested);
    simulation->like_title[simulation->strategies] = text_make("%s --like", title);
    simulation->title[simulation->strategies++] = title;
    return status;
}

/* The next strategy of "random,greedy:batch=4,kick=1,tabu": a word with = belongs to the one before, and all text after
 * "exec:" to that. */
static const char *next_strategy(char **rest)
{
    if (strategy_command(*rest)) {
        const char *last = *rest;
        *rest = NULL;
        return last;
    }
    const char *strategy = strsep(rest, ",");
    while (*rest) {
        const size_t length = strcspn(*rest, ",");
        if (!memchr(*rest, '=', length) || memchr(*rest, ':', length))
            break;
        (*rest)[-1] = ',';
        strsep(rest, ",");
    }
    return strategy;
}

static int choose_strategies(struct simulation *simulation, const char *requested)
{
    int status = 0;
    if (!requested || !strcmp(requested, "all")) {
        for (const struct strategy *const *strategy = strategies; *strategy && !status; strategy++)
            status = add_strategy(simulation, (*strategy)->name);
        return status;
    }
    FREED char *copy = allocate_text(requested);
    for (char *rest = copy; rest && !status;)
        status = add_strategy(simulation, next_strategy(&rest));
    return status;
}

/* ---- spaces ---- */

/* "gemm_A100" for "spaces/gemm_A100.json.gz"; if the file has several problems also the problem. */
static char *space_name(const char *path, const struct results *results, size_t problem)
{
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
    const size_t length = strcspn(last, ".");
    return results->problem_count > 1 ? text_make("%.*s: %s", (int)length, last, results->problems[problem].name)
                                      : text_make("%.*s", (int)length, last);
}

/* Finds the first configurations of runs on each space. */
static enum status find_like(struct simulation *simulation, struct fault *fault)
{
    const char *path = simulation->options->like;
    enum status status = path ? space_load(&simulation->elsewhere, path, fault) : OK;
    simulation->like = allocate((simulation->spaces + 1) * sizeof *simulation->like);
    for (size_t s = 0; path && s < simulation->spaces && status == OK; s++) {
        const struct recorded *recorded = simulation->space[s].recorded;
        status = like_find(&simulation->like[s], &simulation->elsewhere, path, recorded->named, fault);
    }
    return status;
}

static enum status add_file(struct simulation *simulation, const char *path, struct fault *fault)
{
    struct results *results = &simulation->results[simulation->files++];
    const size_t before = simulation->spaces;
    enum status status = space_load(results, path, fault);
    for (size_t p = 0; p < results->problem_count && status == OK; p++) {
        struct recorded *recorded = allocate(sizeof *recorded);
        status = recorded_make(recorded, results, p, path, fault);
        if (status == OK && recorded->timed) {
            simulation->space =
                grow(simulation->space, simulation->spaces, &simulation->capacity, sizeof *simulation->space);
            simulation->space[simulation->spaces++] =
                (struct simulated){.name = space_name(path, results, p), .recorded = recorded};
            continue;
        }
        recorded_free(recorded);
        free(recorded);
    }
    return status == OK && simulation->spaces == before
               ? fail(fault, INVALID, "%s: no configuration of it has a time", path)
               : status;
}

static void leave(struct simulation *simulation)
{
    for (size_t s = 0; s < simulation->spaces; s++) {
        recorded_free((struct recorded *)simulation->space[s].recorded);
        free((void *)simulation->space[s].recorded);
        free(simulation->space[s].name);
        free(simulation->space[s].line);
    }
    for (size_t f = 0; f < simulation->files; f++)
        results_free(&simulation->results[f]);
    for (size_t i = 0; i < simulation->strategies; i++) {
        free(simulation->like_title[i]);
        free(simulation->title[i]);
    }
    results_free(&simulation->elsewhere);
    free(simulation->like);
    free(simulation->space);
    free(simulation->results);
}

/* ---- simulation ---- */

/* An optional output file, until it is saved. */
struct written {
    const char *path; /* NULL: not requested */
    FILE *file;
    char *text;
    size_t length;
};

static void written_begin(struct written *written, void (*begin)(FILE *file))
{
    if (!written->path)
        return;
    written->file = memory_stream(&written->text, &written->length);
    begin(written->file);
}

static enum status written_save(struct written *written, struct fault *fault)
{
    enum status status = OK;
    if (written->path) {
        fclose(written->file);
        if (fault->status == OK && !interrupted)
            status = file_save(written->path, written->text, written->length, fault);
        free(written->text);
    }
    return status;
}

/* The number of a space's lines: random draws, and each strategy, with --like twice. */
static size_t lines_of(const struct simulation *simulation)
{
    return 1 + simulation->strategies * (simulation->options->like ? 2 : 1);
}

/* Writes runs into the requested files. */
static void write_runs(const struct written *curves, const struct written *doubts, const char *space, const char *title,
                       const struct runs *runs)
{
    if (curves->path)
        curves_write(curves->file, space, title, runs);
    if (doubts->path)
        doubts_write(doubts->file, space, title, runs);
}

/* Simulates a strategy: without a similar space, and with one. */
static struct line *simulate_strategy(const struct simulation *simulation, const struct simulated *space, size_t i,
                                      struct line *line, const struct written *curves, const struct written *doubts)
{
    const struct strategy *strategy = &simulation->strategy[i];
    const struct like *like = simulation->options->like ? &simulation->like[space - simulation->space] : NULL;
    const uint64_t seed = simulation->options->seed;
    struct runs without = runs_make(space->recorded, NULL, strategy, space->repeats, space->evaluations, seed);
    *line++ = line_of(&without, simulation->title[i]);
    write_runs(curves, doubts, space->name, simulation->title[i], &without);
    if (like) {
        struct runs runs = runs_make(space->recorded, like, strategy, space->repeats, space->evaluations, seed);
        *line++ = line_of_like(&runs, &without, simulation->like_title[i]);
        write_runs(curves, doubts, space->name, simulation->like_title[i], &runs);
        runs_free(&runs);
    }
    runs_free(&without);
    return line;
}

/* Simulates all strategies on a space. */
static void simulate_space(const struct simulation *simulation, struct simulated *space, const struct written *curves,
                           const struct written *doubts)
{
    const struct options *options = simulation->options;
    const size_t count = space->recorded->count;
    space->repeats = options->repeat;
    space->evaluations = options->budget.count < count ? options->budget.count : count;
    struct line *line = space->line = allocate(lines_of(simulation) * sizeof *space->line);
    *line++ = line_of_chance(space->recorded, space->evaluations);
    for (size_t i = 0; i < simulation->strategies; i++)
        line = simulate_strategy(simulation, space, i, line, curves, doubts);
}

static enum status simulate_all(const struct simulation *simulation, struct fault *fault)
{
    struct written curves = {.path = simulation->options->out}, doubts = {.path = simulation->options->doubts};
    written_begin(&curves, curves_begin);
    written_begin(&doubts, doubts_begin);
    for (size_t s = 0; s < simulation->spaces && exec_fault()->status == OK && !interrupted; s++)
        simulate_space(simulation, &simulation->space[s], &curves, &doubts);
    *fault = *exec_fault();
    const enum status of_curves = written_save(&curves, fault), of_doubts = written_save(&doubts, fault);
    return fault->status != OK ? fault->status : of_curves == OK ? of_doubts : of_curves;
}

static enum status print(const struct simulation *simulation, struct fault *fault)
{
    const size_t lines = lines_of(simulation);
    if (simulation->options->json)
        return simulated_print_json(stdout, simulation->space, simulation->spaces, lines, fault);
    struct screen screen;
    screen_open(&screen);
    simulated_print(screen.file, &screen.page, simulation->space, simulation->spaces, lines);
    screen_close(&screen);
    return OK;
}

/* Writes only after all files were read. */
int verb_simulate(UNNEEDED const struct registry *registry, struct options *options)
{
    struct simulation simulation = {.options = options,
                                    .results = allocate(options->words * sizeof *simulation.results)};
    const char *const *read = (const char *const *)options->word;
    struct fault fault = {0};
    enum status ended = OK;
    options->budget.count = options->budget.count ? options->budget.count : EVALUATIONS;
    int status = choose_strategies(&simulation, options->strategy);
    if (!status)
        status = output_check_made("simulate", "--out", options->out, read, options->words);
    if (!status)
        status = output_check_made("simulate", "--doubts", options->doubts, read, options->words);
    for (size_t i = 0; i < options->words && !status && ended == OK; i++)
        ended = add_file(&simulation, options->word[i], &fault);
    if (!status && ended == OK)
        ended = find_like(&simulation, &fault);
    if (!status && ended == OK)
        ended = simulate_all(&simulation, &fault);
    if (!status && interrupted)
        status = INTERRUPTED;
    if (!status && ended == OK)
        ended = print(&simulation, &fault);
    leave(&simulation);
    return ended == OK ? status : report_fault(&fault, 2);
}
