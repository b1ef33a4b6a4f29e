#include "reports/compare/comparison.h"

#include "base/memory.h"
#include "reports/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- checks of both sides ---- */

/* Checks what makes two devices of one name differ: the limits of their clocks, and parts of a card. */
static enum status compare_devices(const struct compute_device *base, const struct compute_device *new,
                                   struct fault *fault)
{
    const struct {
        const char *what, *unit;
        uint64_t base, new;
    } numbers[] = {{"units", "", base->units, new->units},
                   {"memory", " bytes", base->memory_bytes, new->memory_bytes},
                   {"clock", " MHz", base->clock_mhz, new->clock_mhz},
                   {"memory clock", " MHz", base->memory_clock_mhz, new->memory_clock_mhz}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].base != numbers[i].new)
            return fail(fault, INVALID, "they do not compare: %s %llu and %llu%s", numbers[i].what,
                        (unsigned long long)numbers[i].base, (unsigned long long)numbers[i].new, numbers[i].unit);
    return OK;
}

/* Checks what must be equal on both sides. */
static enum status compare_contexts(const struct comparison *comparison, const struct results *new, struct fault *fault)
{
    const struct results *base = &comparison->base;
    const struct compute_device *old = &base->context.device, *other = &new->context.device;
    FREED char *first = results_uuid(base), *second = results_uuid(new);
    const bool by_row = !first || !second || comparison->kind == TWO_DEVICES; /* of several devices: row by row */
    const struct {
        const char *what, *base, *new, *remark;
    } texts[] = {{"device", old->name, other->name, ""},
                 {"device", by_row ? "" : first, by_row ? "" : second,
                  ": two devices of one kind, so a difference may be the device's"},
                 {"backend", old->backend, other->backend, ""},
                 {"driver", old->driver, other->driver, ""}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].base, texts[i].new))
            return fail(fault, INVALID, "they do not compare: %s %s and %s%s", texts[i].what, texts[i].base,
                        texts[i].new, texts[i].remark);
    if (base->context.measuring != new->context.measuring)
        return fail(fault, INVALID, "they do not compare: times were taken in different ways (%u and %u, MEASURING.md)",
                    base->context.measuring, new->context.measuring);
    return comparison->kind == TWO_DEVICES ? compare_devices(old, other, fault) : OK;
}

/* A configuration; or a bench that fails, or is skipped, as a whole. */
static bool is_compared(const struct row *row)
{
    return !row->result.reference && (row->result.index != NO_CONFIGURATION || row->result.status >= UNSUPPORTED);
}

/* ---- failures ---- */

/* Whether failures exceed the base's: further blocks decide. Code that is the same on both sides never qualifies,
 * except for failures of the program as a whole. */
static bool may_fail(const struct compared *compared)
{
    return (!compared->identical || compared->died) && compared->new_failures > compared->base_failures;
}

void compared_count(struct comparison *comparison, struct compared *compared, bool base_failed, bool new_failed)
{
    const bool suspected = compared->verdict == VERDICT_OPEN && compared->blocks >= RULE_SUSPECT &&
                           !compared->base_failures && compared->new_failures == compared->blocks;
    comparison->mixed = comparison->mixed || (suspected && base_failed);
    compared->blocks++;
    compared->base_failures += base_failed;
    compared->new_failures += new_failed;
}

void compared_judge(const struct comparison *comparison, struct compared *compared)
{
    if (compared->verdict == VERDICT_OPEN && may_fail(compared) &&
        rule_fails(compared->blocks, compared->base_failures, compared->new_failures, comparison->count,
                   !comparison->mixed))
        compared->verdict = VERDICT_FAILS;
}

/* Counts the failed sides in a block of one configuration. */
static void count(struct comparison *comparison, struct compared *compared, const struct row *base,
                  const struct row *new, const struct block *new_block)
{
    compared->died = compared->died || (comparison->kind == TWO_PROGRAMS && block_failed(new_block));
    compared_count(comparison, compared, verdict_failed(base), verdict_failed(new));
}

/* Evaluates the failures of a block, once all are counted. */
static void judge_failures(struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++)
        compared_judge(comparison, &comparison->row[i]);
}

/* ---- the first block ---- */

/* Takes ownership of the text. */
static void set_reason(struct compared *compared, char *reason)
{
    free(compared->reason);
    compared->reason = reason;
}

static void judge_first(struct compared *compared, const struct row *base, const struct row *new, bool interrupted)
{
    char *reason = NULL;
    const bool was_open = compared->verdict == VERDICT_OPEN;
    compared->verdict = verdict_first(base, new, interrupted, &reason);
    if (was_open && compared->verdict == VERDICT_OPEN && !reason)
        return; /* an earlier reason of the new side stays */
    set_reason(compared, reason);
}

/* Whether the host contributes to the time, by the row. */
static bool of_host(const struct result *row)
{
    return row->host_ns > 0 || row->device_ns > 0;
}

/* The host's work is in neither hash. */
static bool same_work(const struct result *base, const struct result *new)
{
    return !of_host(base) && !of_host(new) && *base->launches && !strcmp(base->launches, new->launches) &&
           !strcmp(base->binary, new->binary);
}

/* It is known to be a control or not once both sides have a time. */
static void match(enum comparison_kind kind, struct compared *compared, const struct row *base, const struct row *new)
{
    if (compared->met || !base || !new || !row_timed(&base->result) || !row_timed(&new->result))
        return;
    compared->met = true;
    compared->identical = kind == ONE_PROGRAM || same_work(&base->result, &new->result);
}

/* Timed problems that the base does not have. */
static void find_added(struct comparison *comparison, const struct results *new)
{
    FREED size_t *added = match_added(new, &comparison->base, &comparison->added_count);
    comparison->added = allocate((comparison->added_count + 1) * sizeof *comparison->added);
    for (size_t i = 0; i < comparison->added_count; i++)
        comparison->added[i] = allocate_text(new->problems[added[i]].name);
}

/* The first results of the new program: matches each configuration, and finds added ones. */
static enum status match_new(struct comparison *comparison, const struct results *new, const struct row *const *news,
                             struct fault *fault)
{
    const struct results *base = &comparison->base;
    comparison->met = true;
    for (size_t i = 0; i < comparison->count; i++) {
        struct compared *compared = &comparison->row[i];
        const struct row *row = &base->rows[compared->row], *other = news[compared->row];
        if (other && base->problems[row->problem].seed != new->problems[other->problem].seed)
            return fail(fault, INVALID, "%s: they do not compare: inputs of different seeds", compared->name);
        if (compared->verdict != VERDICT_FAILS)
            judge_first(compared, row, other, new->context.interrupted);
    }
    find_added(comparison, new);
    return OK;
}

/* Lists the compared rows of the base's results. */
static void list_rows(struct comparison *comparison)
{
    const struct results *base = &comparison->base;
    comparison->row = allocate((base->count + 1) * sizeof *comparison->row);
    for (size_t r = 0; r < base->count; r++) {
        const struct row *row = &base->rows[r];
        if (is_compared(row))
            comparison->row[comparison->count++] =
                (struct compared){.row = r,
                                  .name = row_name(&base->problems[row->problem], &row->result),
                                  .times = VERDICT_INCONCLUSIVE,
                                  .verdict = VERDICT_OPEN};
    }
}

enum status comparison_start(struct comparison *comparison, enum comparison_kind kind, struct results *base,
                             const struct block *new, struct fault *fault)
{
    *comparison = (struct comparison){.base = *base, .kind = kind};
    *base = (struct results){0};
    list_rows(comparison);
    if (!block_failed(new) && compare_contexts(comparison, &new->results, fault) != OK)
        return INVALID;
    FREED const struct row **news = block_rows(new, &comparison->base);
    enum status status = OK;
    if (!block_failed(new))
        status = match_new(comparison, &new->results, news, fault);
    for (size_t i = 0; i < comparison->count && status == OK; i++) {
        struct compared *compared = &comparison->row[i];
        const struct row *row = &comparison->base.rows[compared->row], *other = news[compared->row];
        if (block_failed(new))
            judge_first(compared, row, other, false);
        match(kind, compared, row, other);
        count(comparison, compared, row, other, new);
    }
    judge_failures(comparison);
    return status;
}

void comparison_miss(struct comparison *comparison, size_t blocks, size_t new_failures)
{
    for (size_t i = 0; i < comparison->count; i++) {
        struct compared *compared = &comparison->row[i];
        compared->blocks += blocks;
        compared->base_failures += blocks;
        compared->new_failures += new_failures;
        compared->died = compared->died || new_failures;
    }
}

/* Whether another first block may change it. */
static bool is_tried_again(enum verdict verdict)
{
    return verdict == VERDICT_FIXED || verdict == VERDICT_BROKEN || verdict == VERDICT_NO_TIME;
}

size_t comparison_tried_again(const struct comparison *comparison)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count += is_tried_again(comparison->row[i].verdict);
    return count;
}

enum status comparison_again(struct comparison *comparison, const struct block *base, const struct block *new,
                             struct fault *fault)
{
    FREED const struct row **bases = block_rows(base, &comparison->base), **news = block_rows(new, &comparison->base);
    enum status status = OK;
    if (!comparison->met && !block_failed(new))
        status = match_new(comparison, &new->results, news, fault);
    for (size_t i = 0; i < comparison->count && status == OK; i++) {
        struct compared *compared = &comparison->row[i];
        struct row *row = &comparison->base.rows[compared->row];
        const struct row *again = bases[compared->row], *other = news[compared->row];
        const uint64_t index = row->result.index;
        count(comparison, compared, again, other, new);
        if (!is_tried_again(compared->verdict) || !again || !row_timed(&again->result) || index == NO_CONFIGURATION)
            continue;
        row->result = again->result;
        row->result.index = index;
        match(comparison->kind, compared, row, other);
        judge_first(compared, row, other, new->results.context.interrupted);
    }
    judge_failures(comparison);
    return status;
}

void comparison_free(struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        free(comparison->row[i].name);
        free(comparison->row[i].reason);
    }
    for (size_t i = 0; i < comparison->added_count; i++)
        free(comparison->added[i]);
    free(comparison->added);
    free(comparison->row);
    free(comparison->invalid);
    results_free(&comparison->base);
    *comparison = (struct comparison){0};
}

/* ---- blocks ---- */

bool comparison_wants(const struct comparison *comparison, const struct compared *row)
{
    const bool confirmed = row->suspected != RULE_OPEN || (comparison->confirming && may_fail(row));
    return row->verdict == VERDICT_OPEN && confirmed == comparison->confirming;
}

size_t comparison_wanted(const struct comparison *comparison)
{
    size_t wanted = 0;
    for (size_t i = 0; i < comparison->count; i++)
        wanted += comparison_wants(comparison, &comparison->row[i]);
    return wanted;
}

static enum status take_pair(struct compared *compared, const struct row *base, const struct row *new,
                             struct fault *fault)
{
    if (compared->pairs == RULE_MOST)
        return OK;
    if (base->result.cold != new->result.cold || base->result.sampling != new->result.sampling)
        return fail(fault, INVALID, "%s: they do not compare: other caches, or another sampling", compared->name);
    const size_t at = compared->pairs++;
    compared->base_ns[at] = base->result.median_ns;
    compared->new_ns[at] = new->result.median_ns;
    compared->pair[at] = log(new->result.median_ns / base->result.median_ns);
    compared->base_blocks = compared->new_blocks = compared->pairs;
    if (compared->pairs >= RULE_LEAST) /* after an interrupt it may be printed before a look */
        compared->estimate = rule_estimate(compared->pair, compared->pairs);
    return OK;
}

/* A block of one configuration: counts failures, and adds a pair if both have a time. */
static enum status take_row(struct comparison *comparison, struct compared *compared, const struct row *base,
                            const struct row *new, const struct block *new_block, struct fault *fault)
{
    count(comparison, compared, base, new, new_block);
    if (!new || !row_timed(&new->result))
        set_reason(compared, allocate_text(new ? new->reason : "the new program does not have it"));
    match(comparison->kind, compared, base, new);
    if (!base || !new || !row_timed(&base->result) || !row_timed(&new->result) ||
        (comparison->confirming && compared->suspected == RULE_OPEN))
        return OK;
    return take_pair(compared, base, new, fault);
}

enum status comparison_take(struct comparison *comparison, const struct block *base, const struct block *new,
                            struct fault *fault)
{
    enum status status = block_failed(base) ? OK : compare_contexts(comparison, &base->results, fault);
    if (status == OK && !block_failed(new))
        status = compare_contexts(comparison, &new->results, fault);
    FREED const struct row **bases = block_rows(base, &comparison->base), **news = block_rows(new, &comparison->base);
    if (status == OK && !comparison->met && !block_failed(new))
        status = match_new(comparison, &new->results, news, fault);
    for (size_t i = 0; i < comparison->count && status == OK; i++) {
        struct compared *compared = &comparison->row[i];
        if (comparison_wants(comparison, compared))
            status = take_row(comparison, compared, bases[compared->row], news[compared->row], new, fault);
    }
    judge_failures(comparison);
    return status;
}

/* ---- verdicts ---- */

/* The rule's result for the pairs; nothing if there are too few. */
static enum rule_state ask(struct compared *compared)
{
    if (compared->pairs < RULE_LEAST)
        return RULE_OPEN;
    compared->estimate = rule_estimate(compared->pair, compared->pairs);
    return rule_decide(compared->estimate);
}

/* The verdict by times is final, unless failures keep it open. */
static void settle(struct compared *compared, enum verdict verdict)
{
    compared->times = verdict;
    compared->verdict = may_fail(compared) ? VERDICT_OPEN : verdict;
}

void compared_look(struct compared *compared, bool last)
{
    const bool enough = compared->pairs >= RULE_LEAST;
    const enum rule_state state = ask(compared);
    if (state == RULE_SLOWER || state == RULE_FASTER)
        compared->suspected = state;
    else if (state == RULE_SAME)
        settle(compared, VERDICT_SAME);
    else if (last)
        settle(compared, compared->identical && enough ? VERDICT_SAME : VERDICT_INCONCLUSIVE);
}

void comparison_look(struct comparison *comparison, bool last)
{
    for (size_t i = 0; i < comparison->count; i++)
        if (comparison_wants(comparison, &comparison->row[i]))
            compared_look(&comparison->row[i], last);
}

void comparison_confirm(struct comparison *comparison)
{
    comparison->confirming = true;
    for (size_t i = 0; i < comparison->count; i++)
        if (comparison->row[i].verdict == VERDICT_OPEN && comparison->row[i].suspected != RULE_OPEN)
            comparison->row[i].pairs = comparison->row[i].base_blocks = comparison->row[i].new_blocks = 0;
}

void compared_confirm(struct compared *compared)
{
    const bool enough = compared->pairs >= RULE_LEAST;
    const bool confirmed = ask(compared) == compared->suspected;
    if (compared->suspected == RULE_OPEN)
        compared->verdict = compared->times;
    else if (compared->identical && enough)
        compared->verdict = confirmed ? VERDICT_MOVED : VERDICT_SAME;
    else if (!confirmed)
        compared->verdict = VERDICT_INCONCLUSIVE;
    else
        compared->verdict = compared->suspected == RULE_SLOWER ? VERDICT_SLOWER : VERDICT_FASTER;
}

void comparison_end(struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++)
        if (comparison->row[i].verdict == VERDICT_OPEN)
            compared_confirm(&comparison->row[i]);
    comparison->confirming = false;
}

void comparison_expire(struct comparison *comparison, double budget_seconds)
{
    for (size_t i = 0; i < comparison->count; i++) {
        struct compared *row = &comparison->row[i];
        if (row->verdict != VERDICT_OPEN)
            continue;
        row->verdict = VERDICT_INCONCLUSIVE;
        set_reason(row, text_make("the budget of %g s ended it after %zu pairs of blocks%s", budget_seconds, row->pairs,
                                  row->suspected == RULE_OPEN ? "" : ", to be confirmed"));
    }
    comparison->confirming = false;
}

/* ---- queries ---- */

size_t comparison_accept(struct comparison *comparison, const char *name, double most, const char *reason)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        struct compared *row = &comparison->row[i];
        const size_t problem = comparison->base.rows[row->row].problem;
        const bool named = !strcmp(row->name, name) || !strcmp(comparison->base.problems[problem].name, name);
        if (!named || row->verdict != VERDICT_SLOWER || expm1(row->estimate.centre) > most)
            continue;
        row->verdict = VERDICT_ACCEPTED;
        set_reason(row, allocate_text(reason));
        count++;
    }
    return count;
}

void comparison_invalidate(struct comparison *comparison, const struct comparison *by)
{
    for (size_t i = 0; i < by->count && !comparison->invalid; i++)
        if (by->row[i].verdict == VERDICT_MOVED)
            comparison->invalid =
                text_make("%s: the same code and the same launches on both sides, and yet %+.1f %%, confirmed",
                          by->row[i].name, 100 * expm1(by->row[i].estimate.centre));
}

size_t comparison_controls(const struct comparison *comparison)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count += comparison->row[i].identical;
    return count;
}

size_t comparison_count(const struct comparison *comparison, enum verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count += comparison->row[i].verdict == verdict;
    return count;
}

size_t comparison_unknown(const struct comparison *comparison)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count += verdict_is_unknown(comparison->row[i].verdict);
    return count;
}

bool comparison_worse(const struct comparison *comparison)
{
    return comparison_count(comparison, VERDICT_FAILS) + comparison_count(comparison, VERDICT_SLOWER) > 0;
}

double compared_base_ns(const struct compared *row)
{
    return rule_median(row->base_ns, row->base_blocks);
}

double compared_new_ns(const struct compared *row)
{
    return rule_median(row->new_ns, row->new_blocks);
}
