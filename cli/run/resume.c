#include "cli/run/resume.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "reports/json/identity.h"
#include "reports/json/results_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- preventing losses ---- */

static bool has_problem(const struct results *results, const struct named_problem *problem)
{
    for (size_t p = 0; p < results->problem_count; p++)
        if (same_problem(&results->problems[p], problem))
            return true;
    return false;
}

static bool is_configuration(const struct row *row)
{
    return !row->result.reference && row->result.index != NO_CONFIGURATION;
}

/* Counts a problem's rows that a run would lose, whether it has the problem or not; and finds the first one. */
static size_t count_lost(const struct results *before, size_t problem, bool has, bool timed, const struct row **first)
{
    size_t lost = 0;
    for (const struct row *row = results_first(before, problem); row; row = results_next(before, row)) {
        if (!is_configuration(row) || (has && (timed || !row_timed(&row->result))))
            continue;
        *first = *first ? *first : row;
        lost++;
    }
    return lost;
}

#define WAYS "--overwrite replaces the file, --out names another one"

/* Nothing is lost of a file that is empty or missing. */
static bool has_content(const char *path)
{
    struct stat found;
    return !stat(path, &found) && S_ISREG(found.st_mode) && found.st_size;
}

enum status check_lost(const char *out, const struct results *now, bool timed, struct fault *fault)
{
    struct results before;
    struct fault why = {0};
    if (!has_content(out))
        return OK;
    if (results_load(&before, out, &why) != OK)
        return fail(fault, INVALID, "%s, and would be lost; " WAYS, why.text);
    const struct compute_device *was = &before.context.device, *is = &now->context.device;
    const bool same_device = !strcmp(was->name, is->name) && !strcmp(was->backend, is->backend);
    const struct row *first = NULL;
    size_t lost = 0;
    for (size_t p = 0; p < before.problem_count; p++)
        lost += count_lost(&before, p, same_device && has_problem(now, &before.problems[p]), timed, &first);
    if (lost) {
        const bool only_timed = same_device && has_problem(now, &before.problems[first->problem]);
        char *name = row_name(&before.problems[first->problem], &first->result);
        fail(fault, INVALID, "%s: %zu row%s there would be lost, which are not replaced, as %.400s on %s (%s)%s; " WAYS,
             out, lost, lost == 1 ? "" : "s", name, was->name, was->backend, only_timed ? ", with a time" : "");
        free(name);
    }
    results_free(&before);
    return lost ? INVALID : OK;
}

/* ---- first rows ---- */

/* Takes an earlier run's rows of configurations and references. Reasons for unsupported benches are found again. */
static void take_rows(struct begun *begun, struct results *results, const struct results *earlier, const char *path)
{
    size_t count = 0;
    for (size_t i = 0; i < earlier->count; i++) {
        const struct row *row = &earlier->rows[i];
        const bool configuration = row->result.index != NO_CONFIGURATION;
        if (configuration || row->result.reference)
            results_put(results, &begun->keys, row->problem, &row->result, row->reason);
        count += configuration;
    }
    begun->rows = results->count;
    memcpy(results->context.devices, earlier->context.devices, sizeof results->context.devices);
    results->context.device_count = earlier->context.device_count;
    text_print(stderr, "gpubench: %s: goes on behind %zu configuration%s\n", path, count, count == 1 ? "" : "s");
}

static void take_journal(struct begun *begun, struct results *results, const char *path, struct fault *fault)
{
    static const char otherwise[] = "without --resume it is kept aside";
    struct results left;
    struct fault damage = {0};
    if (journal_load(&left, path, &damage) != OK)
        fail(fault, INVALID, "%s; %s", damage.text, otherwise);
    else if (identity_check(path, &left, results, otherwise, fault) == OK)
        take_rows(begun, results, &left, path);
    results_free(&left);
    begun->counts = true;
}

/* An interrupted run still fills its number of configurations; a complete one gets the same number again. */
static void take_results(struct begun *begun, struct results *results, const char *out, struct fault *fault)
{
    struct fault damage = {0};
    if (results_load(&begun->before, out, &damage) != OK)
        fail(fault, INVALID, "%s; --resume goes on with a run's results, or its journal", damage.text);
    else if (identity_check(out, &begun->before, results, "leave --resume out to measure all of it anew", fault) == OK)
        take_rows(begun, results, &begun->before, out);
    begun->counts = begun->before.context.interrupted;
    results->context.ceilings = begun->before.context.ceilings;
}

/* Rows of an earlier run may be beside an empty journal, for instance of one that a full disk ended. */
static void report_beginning(const char *out, const char *path)
{
    FREED char *kept = text_make("%s.1", path);
    text_print(stderr, "gpubench: --resume: there is neither %s nor %s; the run starts from its beginning\n", out,
               path);
    if (!access(kept, F_OK))
        text_print(stderr,
                   "gpubench: rows of an earlier run are kept in %s: under the name %s --resume goes on with it\n",
                   kept, path);
}

struct journal *resume(struct begun *begun, struct results *results, const char *out, const struct options *options,
                       struct fault *fault)
{
    char path[4096];
    const bool timed = results->context.device.can_run && !options->verify_only, there = !access(out, F_OK);
    struct fault loss = {0};
    journal_path(out, path, sizeof path);
    if (!options->overwrite)
        check_lost(out, results, timed, &loss);
    if (!options->resume && loss.status != OK)
        *fault = loss;
    struct journal *journal = fault->status == OK ? journal_open(path, options->resume, fault) : NULL;
    if (!journal)
        return NULL;
    if (journal_resumed(journal)) {
        take_journal(begun, results, path, fault);
        if (fault->status == OK && loss.status != OK)
            *fault = loss;
        if (fault->status == OK)
            journal_go_on(journal, fault);
    } else if (options->resume && there)
        take_results(begun, results, out, fault);
    else if (options->resume)
        report_beginning(out, path);
    if (journal_kept(journal))
        text_print(
            stderr,
            "gpubench: %s: a run ended before it was saved; its rows are kept in %s; under its old name --resume "
            "goes on with it\n",
            path, journal_kept(journal));
    return journal;
}

void begun_free(struct begun *begun)
{
    results_free(&begun->before);
    texts_free(&begun->keys);
}

/* ---- after a run ---- */

/* The number of correct configurations: timed, or verified as far as requested. */
static size_t count_right(const struct results *results)
{
    size_t right = 0;
    for (size_t i = 0; i < results->count; i++)
        right += !results->rows[i].result.reference && results->rows[i].result.status <= COMPILED;
    return right;
}

static void add_names(struct texts *names, const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        char *name = row_name(&results->problems[results->rows[i].problem], &results->rows[i].result);
        texts_number(names, name);
        free(name);
    }
}

/* The number of earlier configurations that are missing now. */
static size_t count_gone(const struct results *before, const struct results *now)
{
    struct texts names = {0};
    add_names(&names, now);
    const size_t there = names.count;
    add_names(&names, before);
    const size_t gone = names.count - there;
    texts_free(&names);
    return gone;
}

enum status kept_place(const char *out, const struct results *now, bool overwrite, char *path, size_t size,
                       struct fault *fault)
{
    struct results before;
    struct fault none = {0};
    snprintf(path, size, "%s", out);
    if (results_load(&before, out, &none) != OK)
        return OK;
    const size_t right = count_right(&before), gone = overwrite ? 0 : count_gone(&before, now);
    results_free(&before);
    if (right && !count_right(now)) {
        snprintf(path, size, "%s.failed", out);
        text_print(stderr,
                   "gpubench: no configuration is right; %s, with %zu that %s, is as it was, and these go to %s\n", out,
                   right, right == 1 ? "is" : "are", path);
    } else if (gone) {
        char *real = realpath(out, NULL); /* a link's target, which is replaced */
        char *moved = file_keep(real ? real : out, fault);
        free(real);
        if (!moved)
            return INVALID;
        text_print(stderr,
                   "gpubench: %s: %zu row%s of the file that was there %s not among this run's; it is kept as %s "
                   "(--overwrite would not)\n",
                   out, gone, gone == 1 ? "" : "s", gone == 1 ? "is" : "are", moved);
        free(moved);
    }
    return OK;
}
