#include "cli/verbs/list.h"

#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/terminal.h"
#include "tuner/check/check.h"

#include <unistd.h>

int list_columns(void)
{
    const int columns = terminal_columns(STDOUT_FILENO);
    return columns ? columns : page_plain.columns;
}

bool list_count(const struct target *target, const struct compute_device *device, struct counted *counted)
{
    struct allowed allowed;
    struct fault mistake = {0};
    const bool known = allowed_solve(&target->problem, &target->restriction, device, &allowed, &mistake) == OK;
    *counted = (struct counted){allowed.solved.count, allowed.left_outs};
    allowed_free(&allowed);
    if (!known)
        report_fault(&mistake, 2);
    return known;
}

bool list_has(const struct planned *run, const struct bench *bench)
{
    for (size_t t = 0; run && t < run->targets.count; t++)
        if (run->targets.target[t].problem.bench == bench)
            return true;
    return !run;
}

const char *list_note(const struct bench *bench)
{
    return bench->by_name ? " (by --bench alone)" : "";
}
