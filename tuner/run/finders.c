#include "tuner/run/finders.h"

#include <string.h>

static const struct process none = {.to = -1, .from = -1, .log = -1};

bool finders_keep(struct finders *finders, const char *backend, struct process *process)
{
    struct finder *finder = &finders->finder[finders->count];
    if (finders->count == MOST_FINDERS || strlen(backend) >= sizeof finder->backend)
        return false;
    strcpy(finder->backend, backend);
    finder->process = *process;
    finders->count++;
    *process = none;
    return true;
}

struct process finders_take(struct finders *finders, const char *backend)
{
    struct process taken = none;
    for (size_t i = 0; i < finders->count && !taken.pid; i++)
        if (!strcmp(finders->finder[i].backend, backend)) {
            taken = finders->finder[i].process;
            finders->finder[i].process = none;
        }
    finders_end(finders);
    return taken;
}

void finders_end(struct finders *finders)
{
    for (size_t i = 0; i < finders->count; i++)
        process_release(&finders->finder[i].process);
    for (size_t i = 0; i < finders->count; i++)
        process_close(&finders->finder[i].process);
    finders->count = 0;
}
