#include "cli/run/playoff.h"

#include "base/folder.h"
#include "base/options/table.h"
#include "base/text.h"
#include "cli/run/device.h"
#include "cli/run/interrupt.h"
#include "regress/variant.h"
#include "reports/format.h"
#include "reports/json/results_file.h"
#include "tuner/run/tuner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 8, MANY_WORDS = 64 }; /* candidates of a problem; words of a command */

/* ---- the device ---- */

/* The number of a device of that kind in its backend; -1: there is none. */
static int find_device(const struct compute_device *wanted)
{
    struct launcher launcher;
    struct fault none = {0};
    FREED struct compute_inventory *left_out = allocate(sizeof *left_out);
    if (!wanted->can_run || launcher_make(&launcher, NULL, 0))
        return -1;
    for (int index = 0; index < COMPUTE_MAX_DEVICES; index++) {
        struct compute_device device;
        if (tuner_find(&launcher, wanted->backend, index, &device, left_out, &none) != OK)
            return -1;
        if (results_same_card(wanted, &device) && !strcmp(wanted->driver, device.driver))
            return index;
    }
    return -1;
}

/* ---- measurement ---- */

/* Files of a run that measures the candidates. */
struct files {
    char folder[512], winners[600], played[600], log[600];
};

/* Writes a results file without bests: --configs measures all of its rows. */
static enum status write_winners(const struct merge *merge, const char *path, struct fault *fault)
{
    struct results winners = merge->file->results; /* everything but the rows is shared */
    const size_t problems = winners.problem_count;
    FREED struct row *rows = allocate(problems * FEW * sizeof *rows);
    winners.rows = rows;
    winners.count = winners.best_count = 0;
    for (size_t p = 0; p < problems; p++) {
        size_t file[FEW];
        const size_t count = merge_candidates(merge, p, file, FEW);
        for (size_t i = 0; i < count && count > 1; i++)
            rows[winners.count++] = (struct row){
                .problem = p, .result = results_best(&merge->file[file[i]].results, p)->best.result, .reason = ""};
    }
    return results_save(&winners, path, fault);
}

/* The option by which parts were run with a user's code, if this command does not have it; NULL: there is none. A
 * results file is untrusted. */
static const char *unnamed_code(const struct run_context *context, const struct options *options)
{
    for (size_t i = 0; i < context->options; i++)
        for (const struct option *option = options_table; option->name; option++)
            if (option->flags & TO_WORKERS && !strcmp(option->name + strlen("--"), context->option[i].name) &&
                !options_given(options, option->name))
                return option->name;
    return NULL;
}

/* The options of the parts that affect measurements, except those of the search and those that name code. */
static size_t take_options(const struct run_context *context, const char **word, size_t count)
{
    for (size_t i = 0; i < context->options; i++)
        for (const struct option *option = options_table; option->name; option++) {
            if (!(option->forms >> FORM_RUN & 1) || option->flags & (OF_SEARCH | TO_WORKERS) ||
                option->kind == OPTION_FLAG || strcmp(option->name + strlen("--"), context->option[i].name))
                continue;
            word[count++] = option->name;
            word[count++] = context->option[i].value;
        }
    return count;
}

static size_t take_structure(const struct results *results, const char **word, size_t count)
{
    for (size_t p = 0; p < results->problem_count; p++) {
        const struct named_structure *structure = &results->problems[p].structure;
        if (!structure->file)
            continue;
        word[count++] = "--input";
        word[count++] = structure->file;
        if (structure->elements) {
            word[count++] = "--elements";
            word[count++] = structure->elements;
        }
        break;
    }
    return count;
}

static enum status measure(const struct merge *merge, const struct options *options, int index,
                           const struct files *files, struct fault *fault)
{
    const struct results *results = &merge->file->results;
    char number[16];
    int exit_status;
    const char *word[MANY_WORDS] = {"--configs", files->winners,
                                    "--out",     files->played,
                                    "--blocks",  "9",
                                    "--backend", results->context.device.backend,
                                    "--device",  number};
    size_t count = 10;
    snprintf(number, sizeof number, "%d", index);
    if (write_winners(merge, files->winners, fault) != OK)
        return INVALID;
    count = take_options(&results->context, word, count);
    count = take_structure(results, word, count);
    count += options_words(options, TO_WORKERS, 0, word + count, MANY_WORDS - count);
    return variant_run("/proc/self/exe", word, count, INFINITY, files->log, &interrupted, &exit_status, fault);
}

/* ---- winners ---- */

/* The measurement of a candidate, found by its name, as another build may number differently. NULL: no time. */
static const struct result *find_played(const struct results *played, const struct named_problem *problem,
                                        const struct result *candidate)
{
    FREED char *wanted = row_name(problem, candidate);
    for (size_t i = 0; i < played->count; i++) {
        const struct row *row = &played->rows[i];
        FREED char *name = row_name(&played->problems[row->problem], &row->result);
        if (row_measured(row) && row_plausible(&played->context, &row->result) && !strcmp(name, wanted))
            return &row->result;
    }
    return NULL;
}

/* Chooses the best of a problem by the measurements; false, with a line, if there are none. */
static bool choose(struct merge *merge, const struct results *played, size_t problem)
{
    const struct named_problem *named = &merge->file->results.problems[problem];
    const struct result *least = NULL;
    size_t file[FEW], winner = 0, measured = 0;
    const size_t count = merge_candidates(merge, problem, file, FEW);
    if (count < 2)
        return true;
    for (size_t i = 0; i < count; i++) {
        const struct best *best = &results_best(&merge->file[file[i]].results, problem)->best;
        const struct result *result = find_played(played, named, &best->result);
        measured += result != NULL;
        if (!result || (least && !(result_aim(result, best->objective) < result_aim(least, best->objective))))
            continue;
        least = result;
        winner = file[i];
    }
    if (least) {
        merge_choose(merge, problem, winner);
        text_print(stderr, "gpubench: merge: %s: the best of %zu that were measured again here is that of %s\n",
                   named->name, measured, merge->path[winner]);
    } else
        text_print(stderr,
                   "gpubench: merge: %s: none could be measured again here: the best is by times of different "
                   "runs\n",
                   named->name);
    return least;
}

static enum status play(struct merge *merge, const struct options *options, int index, const struct files *files,
                        struct fault *fault)
{
    struct results played;
    bool all = true;
    if (measure(merge, options, index, files, fault) != OK || results_load(&played, files->played, fault) != OK)
        return INVALID;
    for (size_t p = 0; p < merge->file->results.problem_count; p++)
        all = choose(merge, &played, p) && all;
    results_free(&played);
    merge->merged.context.shard.played_off = all;
    return OK;
}

/* Prints why bests are by times of different runs, and by how much these differ. */
static void print_separate_runs(const struct merge *merge, const char *why)
{
    text_print(stderr, "gpubench: merge: %s: the best is by times of different runs", why);
    if (merge->spread > 0)
        text_print(stderr, "; the default's differ by up to %s %%, of %s", format_digits(100 * merge->spread, 2).text,
                   merge->file->results.problems[merge->spread_problem].name);
    fputc('\n', stderr);
}

void play_off(struct merge *merge, const struct options *options)
{
    const struct compute_device *device = &merge->file->results.context.device;
    const char *const code = unnamed_code(&merge->file->results.context, options);
    struct files files;
    struct fault fault = {0};
    char why[1200];
    if (!merge->rivals)
        return;
    snprintf(why, sizeof why, "what %s of the parts names is run only where this command names it, too",
             code ? code : "");
    if (code)
        return print_separate_runs(merge, why);
    const int index = find_device(device);
    snprintf(why, sizeof why, "there is no %s of driver %s here", device->name, device->driver);
    if (index < 0)
        return print_separate_runs(merge, why);
    if (variant_folder(files.folder, sizeof files.folder, &fault) != OK)
        return print_separate_runs(merge, fault.text);
    snprintf(files.winners, sizeof files.winners, "%s/winners.json", files.folder);
    snprintf(files.played, sizeof files.played, "%s/played.json", files.folder);
    snprintf(files.log, sizeof files.log, "%s/log", files.folder);
    if (play(merge, options, index, &files, &fault) != OK) {
        snprintf(why, sizeof why, "not measured again: %s", fault.text);
        print_separate_runs(merge, why);
    }
    folder_remove(files.folder);
}
