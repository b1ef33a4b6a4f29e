#include "reports/compare/verdict.h"

const char *verdict_word(enum verdict verdict)
{
    static const char *const words[VERDICTS] = {
        [VERDICT_MOVED] = "MOVED",         [VERDICT_FAILS] = "FAILS",
        [VERDICT_SLOWER] = "SLOWER",       [VERDICT_INCONCLUSIVE] = "INCONCLUSIVE",
        [VERDICT_FASTER] = "FASTER",       [VERDICT_SAME] = "SAME",
        [VERDICT_GONE] = "GONE",           [VERDICT_SKIPPED] = "SKIPPED",
        [VERDICT_NO_TIME] = "NO TIME",     [VERDICT_BROKEN] = "BROKEN",
        [VERDICT_FIXED] = "FIXED",         [VERDICT_OPEN] = "OPEN",
        [VERDICT_SUSPECTED] = "SUSPECTED", [VERDICT_ACCEPTED] = "ACCEPTED"};
    return words[verdict];
}

bool verdict_is_unknown(enum verdict verdict)
{
    static const bool unknown[VERDICTS] = {[VERDICT_SUSPECTED] = true,
                                           [VERDICT_INCONCLUSIVE] = true,
                                           [VERDICT_GONE] = true,
                                           [VERDICT_SKIPPED] = true,
                                           [VERDICT_NO_TIME] = true};
    return unknown[verdict];
}

/* ---- the first block ---- */

/* The state of a configuration on one side. */
enum row_state { TIMED, FAILED, UNTIMED, SKIPPED, ABSENT, ROW_STATES };

static enum row_state row_state_of(const struct row *row)
{
    return !row                                    ? ABSENT
           : row_timed(&row->result)               ? TIMED
           : row->result.status == UNSUPPORTED     ? SKIPPED
           : row->result.status == NO_TIME         ? UNTIMED
           : status_is_failure(row->result.status) ? FAILED
                                                   : UNTIMED;
}

bool verdict_failed(const struct row *row)
{
    const enum row_state state = row_state_of(row);
    return state == FAILED || state == ABSENT;
}

/* A side's own reason, after the name of the side. */
static char *explain(const char *where, const struct row *row, enum row_state state)
{
    static const char *const otherwise[ROW_STATES] = {
        [UNTIMED] = "it was not timed", [FAILED] = "it says no reason", [SKIPPED] = "it says no reason"};
    return text_make("%s%s", where, row->reason && *row->reason ? row->reason : otherwise[state]);
}

enum verdict verdict_first(const struct row *base, const struct row *new, bool interrupted, char **reason)
{
    static const enum verdict verdicts[ROW_STATES] = {[TIMED] = VERDICT_FIXED,
                                                      [FAILED] = VERDICT_BROKEN,
                                                      [UNTIMED] = VERDICT_NO_TIME,
                                                      [SKIPPED] = VERDICT_SKIPPED,
                                                      [ABSENT] = VERDICT_GONE};
    static const char *const in_base[ROW_STATES] = {
        [FAILED] = "", [UNTIMED] = "no time in the base: ", [SKIPPED] = "skipped in the base: "};
    const enum row_state old = row_state_of(base), other = row_state_of(new);
    *reason = NULL;
    if (other == ABSENT)
        *reason =
            allocate_text(interrupted ? "the new run was interrupted before it" : "the new program does not have it");
    else if (other != TIMED)
        *reason = explain("", new, other);
    else if (old != TIMED)
        *reason = explain(in_base[old], base, old);
    return old == TIMED && (other == TIMED || other == FAILED) ? VERDICT_OPEN : verdicts[other];
}
