#include "reports/compare/comparison.h"

#include "base/text.h"
#include "reports/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)MAX_BLOCKS <= (int)RULE_MOST, "all blocks of a row are looked at");

/* Copies the timed blocks: noise may leave a block without a time. */
static size_t take_blocks(const struct result *row, double *ns, double *logs)
{
    size_t count = 0;
    for (size_t i = 0; i < row->blocks; i++)
        if (row->block_ns[i] > 0) {
            ns[count] = row->block_ns[i];
            logs[count++] = log(row->block_ns[i]);
        }
    return count;
}

static void judge_files(struct compared *compared, const struct result *base, const struct result *new)
{
    static const enum verdict verdicts[] = {[RULE_OPEN] = VERDICT_INCONCLUSIVE,
                                            [RULE_SAME] = VERDICT_SAME,
                                            [RULE_SLOWER] = VERDICT_SUSPECTED,
                                            [RULE_FASTER] = VERDICT_FASTER};
    double old_logs[MAX_BLOCKS], new_logs[MAX_BLOCKS];
    compared->base_blocks = take_blocks(base, compared->base_ns, old_logs);
    compared->new_blocks = take_blocks(new, compared->new_ns, new_logs);
    compared->verdict = VERDICT_INCONCLUSIVE;
    if (compared->base_blocks < RULE_LEAST || compared->new_blocks < RULE_LEAST)
        return;
    compared->pairs = compared->base_blocks < compared->new_blocks ? compared->base_blocks : compared->new_blocks;
    compared->estimate = rule_estimate_unpaired(old_logs, compared->base_blocks, new_logs, compared->new_blocks);
    compared->verdict = verdicts[rule_decide(compared->estimate)];
}

/* The device that measured a row, "" if it has no UUID; NULL: one of several, and the parts do not record which. */
static char *uuid_of(const struct results *results, const struct row *row)
{
    const struct run_context *context = &results->context;
    return context->device_count ? allocate_text(context->devices[result_device(&row->result)].uuid)
                                 : results_uuid(results);
}

/* Times of two devices cannot show a program's cost; if they are compared on request, the reason stays. */
static bool leave_open(enum comparison_kind kind, struct compared *compared, const char *base, const char *new)
{
    if (base && new && !strcmp(base, new))
        return false;
    compared->verdict = VERDICT_INCONCLUSIVE;
    free(compared->reason);
    compared->reason = base && new
                           ? text_make("measured on two devices, %s and %s", base, new)
                           : allocate_text("merged from parts of several devices: which measured it is unknown");
    return kind != TWO_DEVICES || !base || !new;
}

static enum status judge_row(const struct comparison *comparison, struct compared *compared, const struct row *other,
                             const struct results *new, struct fault *fault)
{
    const struct row *row = &comparison->base.rows[compared->row];
    FREED char *first = uuid_of(&comparison->base, row), *second = other ? uuid_of(new, other) : NULL;
    if (compared->verdict == VERDICT_OPEN && !compared->new_failures && row->result.cold != other->result.cold)
        return fail(fault, INVALID, "%s: they do not compare: other caches", compared->name);
    if (compared->verdict == VERDICT_OPEN && compared->new_failures)
        compared->verdict = VERDICT_SUSPECTED; /* of failing: it did once */
    else if (compared->verdict == VERDICT_OPEN && !leave_open(comparison->kind, compared, first, second))
        judge_files(compared, &row->result, &other->result);
    return OK;
}

/* Keeps the base's best of each problem; of one without a best all rows. */
static void keep_best(struct comparison *comparison)
{
    size_t kept = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        struct compared *compared = &comparison->row[i];
        const struct row *row = &comparison->base.rows[compared->row];
        const struct best_row *best = results_best(&comparison->base, row->problem);
        if (!best || result_same(&best->best.result, &row->result)) {
            comparison->row[kept++] = *compared;
            continue;
        }
        free(compared->name);
        free(compared->reason);
    }
    comparison->count = kept;
}

static enum status compare(struct comparison *comparison, enum comparison_kind kind, struct results *base,
                           const struct results *new, struct fault *fault)
{
    enum status status = comparison_start(comparison, kind, base, &(struct block){.results = *new}, fault);
    FREED const struct row **same = match_rows(new, &comparison->base);
    keep_best(comparison);
    for (size_t i = 0; i < comparison->count && status == OK; i++) {
        comparison->row[i].identical = false; /* nothing is derived from it here */
        status = judge_row(comparison, &comparison->row[i], same[comparison->row[i].row], new, fault);
    }
    return status;
}

enum status comparison_of_files(struct comparison *comparison, struct results *base, const struct results *new,
                                struct fault *fault)
{
    return compare(comparison, TWO_PROGRAMS, base, new, fault);
}

enum status comparison_of_devices(struct comparison *comparison, struct results *base, const struct results *new,
                                  struct fault *fault)
{
    return compare(comparison, TWO_DEVICES, base, new, fault);
}
