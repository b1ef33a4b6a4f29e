/* gpubench merge: joins the results of a run's parts (--shard) into one file. */
#include "cli/verbs/verbs.h"

#include "base/text.h"
#include "cli/output.h"
#include "cli/report_fault.h"
#include "cli/run/interrupt.h"
#include "cli/run/playoff.h"
#include "cli/run/resume.h"
#include "reports/parts.h"

#include <inttypes.h>
#include <stdio.h>

enum { INCOMPLETE = 4 };

/* Reports duplicates. */
static void print_doubles(const struct merge *merge)
{
    if (!*merge->doubled)
        return;
    text_print(stderr, "gpubench: merge: %s and %s are of one part: %zu row%s the same, and counted once",
               merge->doubled[0], merge->doubled[1], merge->same, merge->same == 1 ? " is" : "s are");
    if (merge->differing)
        text_print(stderr, "; %zu %s not: a time stays before a failure, and the first before the second",
                   merge->differing, merge->differing == 1 ? "is" : "are");
    fputc('\n', stderr);
}

/* Reports problems whose parts chose different kinds of samples. */
static void print_mixed(const struct merge *merge)
{
    const struct mixing *first = &merge->mixing;
    if (!merge->mixed)
        return;
    text_print(stderr, "gpubench: merge: %s and %s took times of %s ", first->path[0], first->path[1],
               merge->file->results.problems[first->problem].name);
    if (merge->mixed > 1)
        text_print(stderr, "and %zu more ", merge->mixed - 1);
    fputs("in different ways, slopes and single iterations; --sampling makes all parts take one of them\n", stderr);
}

static bool has_times(const struct merge *merge)
{
    bool timed = false;
    for (size_t i = 0; i < merge->lines && !timed; i++)
        timed = merge->line[i].timed;
    return timed;
}

static int save(const struct merge *merge, const char *path)
{
    struct fault fault = {0};
    FREED char *lack = results_missing(&merge->merged);
    if (interrupted)
        return 130;
    if (merge_save(merge, path, &fault) != OK)
        return report_fault(&fault, 2);
    if (*lack)
        text_print(stderr, "gpubench: merge: incomplete: %s\n", lack);
    text_print(stdout, "Results: %s: %zu rows, %zu of %" PRIu64 " parts\n", path, merge->lines, merge->merged.parts,
               merge->merged.context.shard.of);
    return *lack ? INCOMPLETE : 0;
}

int verb_merge(UNNEEDED const struct registry *registry, struct options *options)
{
    const char *const *path = (const char *const *)options->word;
    struct merge merge;
    struct fault fault = {0};
    if (!options->out) {
        fputs("gpubench: merge: no -o: name the file that is written\n", stderr);
        return 2;
    }
    int status = output_check("merge", "-o", options->out, path, options->words);
    if (status)
        return status;
    catch_interrupts();
    status = merge_load(&merge, path, options->words, &fault) == OK ? 0 : report_fault(&fault, 2);
    if (!status && !options->overwrite &&
        check_lost(options->out, &merge.file->results, has_times(&merge), &fault) != OK)
        status = report_fault(&fault, 2);
    if (!status) {
        print_doubles(&merge);
        print_mixed(&merge);
        play_off(&merge, options);
        status = save(&merge, options->out);
    }
    merge_free(&merge);
    return status;
}
