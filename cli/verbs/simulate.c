/* gpubench simulate: what strategies would have found on recorded spaces. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/complain.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "reports/format.h"
#include "reports/json/space_file.h"
#include "simulate/curves.h"
#include "simulate/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STRATEGIES = 64, EVALUATIONS = 400 };

/* A file's space, as it is named; the results are its file's. */
struct space_of_file {
    char *name;
    struct recorded *recorded;
};

struct simulation {
    const struct options *options;
    const struct strategy *strategy[MOST_STRATEGIES];
    size_t strategies;
    struct results *results; /* of each file */
    size_t files;
    struct space_of_file *space;
    size_t spaces, capacity;
};

/* ---- strategies ---- */

static int unknown_strategy(const char *name)
{
    struct names names = {0};
    names_add(&names, "all");
    for (const struct strategy *const *strategy = strategies; *strategy; strategy++)
        names_add(&names, (*strategy)->name);
    return nearest_error("strategy", name, &names);
}

static int choose_strategies(struct simulation *simulation, const char *asked)
{
    if (!asked || !strcmp(asked, "all")) {
        while (strategies[simulation->strategies]) {
            simulation->strategy[simulation->strategies] = strategies[simulation->strategies];
            simulation->strategies++;
        }
        return 0;
    }
    FREED char *names = allocate_text(asked);
    for (char *rest = names, *name; (name = strsep(&rest, ","));) {
        const struct strategy *strategy = strategy_find(name);
        if (!strategy || simulation->strategies == MOST_STRATEGIES)
            return unknown_strategy(name);
        simulation->strategy[simulation->strategies++] = strategy;
    }
    return 0;
}

/* ---- spaces ---- */

/* "gemm_A100" of "spaces/gemm_A100.json.gz"; of a file with several problems also which it is. */
static char *space_name(const char *path, const struct results *results, size_t problem)
{
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
    const size_t length = strcspn(last, ".");
    return results->problem_count > 1 ? text_make("%.*s: %s", (int)length, last, results->problems[problem].name)
                                      : text_make("%.*s", (int)length, last);
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
            simulation->space[simulation->spaces++] = (struct space_of_file){space_name(path, results, p), recorded};
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
        recorded_free(simulation->space[s].recorded);
        free(simulation->space[s].recorded);
        free(simulation->space[s].name);
    }
    for (size_t f = 0; f < simulation->files; f++)
        results_free(&simulation->results[f]);
    free(simulation->space);
    free(simulation->results);
}

/* ---- running ---- */

/* Where what was found goes. */
struct found {
    FILE *table, *curves; /* no curves: NULL */
    const struct page *page;
};

static void simulate_space(const struct simulation *simulation, size_t s, struct line *line, const struct found *found)
{
    const struct options *options = simulation->options;
    const struct space_of_file *space = &simulation->space[s];
    const struct recorded *recorded = space->recorded;
    const size_t evaluations = options->budget.count < recorded->count ? options->budget.count : recorded->count;
    FREED char *head = text_make("%s: %zu configurations, %zu timed, best %s; %zu runs of %zu evaluations\n",
                                 space->name, recorded->count, recorded->timed, format_ns(*recorded->best).text,
                                 (size_t)options->repeat, evaluations);
    *line = line_of_chance(recorded, evaluations);
    for (size_t i = 0; i < simulation->strategies; i++) {
        struct runs runs = runs_make(recorded, simulation->strategy[i], options->repeat, evaluations, options->seed);
        line[i + 1] = line_of(&runs, simulation->strategy[i]->name);
        if (found->curves)
            curves_write(found->curves, space->name, simulation->strategy[i]->name, &runs);
        runs_free(&runs);
    }
    lines_print(found->table, found->page, head, line, simulation->strategies + 1, evaluations);
    fputc('\n', found->table);
}

static void simulate_all(const struct simulation *simulation, const struct found *found)
{
    const size_t spaces = simulation->spaces, lines = simulation->strategies + 1;
    FREED struct line *line = allocate(spaces * lines * sizeof *line);
    FREED struct line *of_one = allocate(spaces * sizeof *of_one);
    FREED struct line *all = allocate(lines * sizeof *all);
    for (size_t s = 0; s < spaces; s++)
        simulate_space(simulation, s, line + s * lines, found);
    for (size_t l = 0; l < lines; l++) {
        for (size_t s = 0; s < spaces; s++)
            of_one[s] = line[s * lines + l];
        all[l] = line_of_all(of_one, spaces);
    }
    if (spaces > 1) {
        FREED char *head = text_make("all %zu spaces: the median of the medians, means of shares and scores\n", spaces);
        lines_print(found->table, found->page, head, all, lines, simulation->options->budget.count);
        fputc('\n', found->table);
    }
    lines_explain(found->table, found->page);
}

/* Prints the table, once the curves are saved. */
static int simulate(const struct simulation *simulation, const char *out)
{
    struct screen screen;
    struct fault fault = {0};
    FREED char *curves = NULL;
    size_t length = 0;
    screen_open(&screen);
    struct found found = {screen.file, out ? memory_stream(&curves, &length) : NULL, &screen.page};
    if (out)
        curves_begin(found.curves);
    simulate_all(simulation, &found);
    if (out) {
        fclose(found.curves);
        file_save(out, curves, length, &fault);
    }
    screen_close(&screen);
    return fault.status == OK ? 0 : complain(&fault, 2);
}

int verb_simulate(UNNEEDED const struct registry *registry, struct options *options)
{
    struct simulation simulation = {.options = options,
                                    .results = allocate(options->words * sizeof *simulation.results)};
    struct fault fault = {0};
    options->budget.count = options->budget.count ? options->budget.count : EVALUATIONS;
    int status = choose_strategies(&simulation, options->strategy);
    if (!status && options->out)
        status = output_check("simulate", "--out", options->out, (const char *const *)options->word, options->words);
    for (size_t i = 0; i < options->words && !status; i++)
        if (add_file(&simulation, options->word[i], &fault) != OK)
            status = complain(&fault, 2);
    status = status ? status : simulate(&simulation, options->out);
    leave(&simulation);
    return status;
}
