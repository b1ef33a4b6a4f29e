#include "cli/run/resume.h"

#include "base/text.h"
#include "cli/run/kept.h"
#include "reports/json/identity.h"
#include "reports/json/results_file.h"

#include <stdio.h>
#include <unistd.h>

/* Takes the rows of an earlier run: those of configurations and references. Why a bench has none is found again. */
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

/* A run that was interrupted has its number of configurations still to fill; another one gets as many again. */
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

struct journal *resume(struct begun *begun, struct results *results, const char *out, const struct options *options,
                       struct fault *fault)
{
    char path[4096];
    const bool timed = results->context.device.can_run && !options->verify_only, there = !access(out, F_OK);
    struct fault loss = {0};
    journal_path(out, path, sizeof path);
    if (!options->overwrite)
        kept_check(out, results, timed, &loss);
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
        text_print(stderr, "gpubench: --resume: there is neither %s nor %s; the run starts from its beginning\n", out,
                   path);
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
