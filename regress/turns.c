#include "regress/turns.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "regress/shell.h"
#include "regress/variant.h"
#include "tuner/search/strategy.h"

#include <math.h>
#include <string.h>

/* Later runs get ten times the duration of the first, and a minute more. */
static const double many_times = 10, spare_seconds = 60;

static enum status run(const struct turns *turns, const char *option, const char *command, double limit_seconds,
                       struct fault *fault)
{
    FREED char *filled = shell_fill(command, "{header}", turns->file);
    const char *const arguments[] = {"-c", filled};
    struct fault why = {0};
    int ended;
    enum status status = variant_run("sh", arguments, 2, limit_seconds, turns->log, turns->stop, &ended, &why);
    if (status == OK && ended)
        status = variant_exited(ended, turns->log, &why);
    return status == OK ? OK : fail(fault, INVALID, "%s '%.200s': %s", option, command, why.text);
}

/* Runs with a header installed. */
static enum status run_header(const struct turns *turns, size_t header, double limit_seconds, double *seconds,
                              struct fault *fault)
{
    const char *text = turns->header[header];
    enum status status = file_save(turns->file, text, strlen(text), fault);
    if (status == OK && turns->build)
        status = run(turns, "--confirm-build", turns->build, INFINITY, fault);
    if (status != OK)
        return status;
    const double start = clock_seconds();
    status = run(turns, "--confirm", turns->command, limit_seconds, fault);
    *seconds = clock_seconds() - start;
    return status;
}

enum status turns_begin(struct turns *turns, double *seconds, struct fault *fault)
{
    const double start = clock_seconds();
    enum status status = OK;
    turns->blocks = 0;
    for (size_t h = 0; h < turns->headers && status == OK; h++)
        status = run_header(turns, h, INFINITY, &turns->seconds[0][h], fault);
    *seconds = clock_seconds() - start;
    return status;
}

enum status turns_block(struct turns *turns, struct fault *fault)
{
    uint64_t order[MAX_TURNS];
    enum status status = OK;
    double *seconds = turns->seconds[turns->blocks];
    for (size_t h = 0; h < turns->headers; h++)
        order[h] = h;
    strategy_shuffle(order, turns->headers, turns->seed + turns->blocks);
    for (size_t h = 0; h < turns->headers && status == OK; h++) {
        const double first = turns->seconds[0][order[h]];
        status = run_header(turns, order[h], many_times * first + spare_seconds, &seconds[order[h]], fault);
    }
    turns->blocks += status == OK;
    return status;
}

struct estimate turns_compare(const struct turns *turns, size_t header, size_t other)
{
    double ratio[RULE_MOST];
    for (size_t b = 0; b < turns->blocks; b++)
        ratio[b] = log(turns->seconds[b][other] / turns->seconds[b][header]);
    return rule_estimate(ratio, turns->blocks);
}

bool turns_faster(const struct turns *turns, size_t header, size_t other)
{
    const struct estimate estimate = turns_compare(turns, header, other);
    return estimate.centre - rule_half_width(estimate) > 0;
}

size_t turns_kept(const struct turns *turns, size_t best)
{
    size_t kept = best;
    for (size_t h = 0; h < turns->headers; h++)
        if (h != best && turns_faster(turns, h, best) && (kept == best || turns_compare(turns, h, kept).centre > 0))
            kept = h;
    return kept;
}
