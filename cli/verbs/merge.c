/* gpubench merge: results of the parts of a run, as --shard makes them, joined into one file. */
#include "cli/verbs/verbs.h"

#include "base/text.h"
#include "cli/complain.h"
#include "cli/output.h"
#include "reports/json/merge.h"

#include <inttypes.h>
#include <stdio.h>

enum { INCOMPLETE = 4 };

/* What is there more than once. */
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

/* By what the best was chosen, and how far that can be trusted. */
static void print_choice(const struct merge *merge)
{
    if (merge->bests < 2)
        return;
    fputs("gpubench: merge: the best is by times of different runs: `gpubench --configs` measures it again", stderr);
    if (merge->spread > 0)
        text_print(stderr, "; between parts the default's time differs by up to %.2g %% (%s)", 100 * merge->spread,
                   merge->file->results.problems[merge->spread_problem].name);
    fputc('\n', stderr);
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
    if (merge_load(&merge, path, options->words, &fault) != OK || merge_save(&merge, options->out, &fault) != OK)
        status = complain(&fault, 2);
    else {
        FREED char *lack = results_lack(&merge.merged);
        print_doubles(&merge);
        print_choice(&merge);
        if (*lack)
            text_print(stderr, "gpubench: merge: incomplete: %s\n", lack);
        text_print(stdout, "Results: %s: %zu rows, %zu of %" PRIu64 " parts\n", options->out, merge.lines,
                   merge.merged.parts, merge.merged.context.shard.of);
        status = *lack ? INCOMPLETE : 0;
    }
    merge_free(&merge);
    return status;
}
