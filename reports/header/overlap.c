#include "reports/header/header.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool same_name(const struct compute_device *a, const struct compute_device *b)
{
    return !strcmp(a->name, b->name) && !strcmp(a->backend, b->backend);
}

enum status overlap_check(const struct results *const *results, const char *const *paths, size_t count,
                          struct fault *fault)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            const struct compute_device *a = &results[i]->context.device, *b = &results[j]->context.device;
            if (same_name(a, b) && !results_same_card(a, b))
                return fail(fault, INVALID,
                            "%.300s and %.300s are of different devices called %s: %" PRIu32 " units and %" PRIu64
                            " bytes, %" PRIu32 " units and %" PRIu64 " bytes; make a header of each",
                            paths[i], paths[j], a->name, a->units, a->memory_bytes, b->units, b->memory_bytes);
        }
    return OK;
}

/* A file, and an index of its problems. */
struct file {
    const struct results *results;
    const struct named_problem **sorted;
};

/* Whether a file has a best of that problem on that device. */
static bool has_best(const struct file *file, const struct named_problem *problem, const struct compute_device *device)
{
    const struct results *results = file->results;
    const size_t count = same_name(&results->context.device, device) ? results->problem_count : 0;
    for (size_t i = problems_find(file->sorted, count, problem); i < count; i++) {
        const struct best_row *best = results_best(results, (size_t)(file->sorted[i] - results->problems));
        if (!same_problem(file->sorted[i], problem))
            break;
        if (best && row_timed(&best->best.result))
            return true;
    }
    return false;
}

/* The last of the earlier files that has it, or `before`. */
static size_t find_earlier(const struct file *files, size_t before, const struct named_problem *problem,
                           const struct compute_device *device)
{
    for (size_t i = before; i-- > 0;)
        if (has_best(&files[i], problem, device))
            return i;
    return before;
}

/* The problems of a file that earlier files have, too. */
struct overlap {
    const struct named_problem *first;
    size_t problems, earlier; /* the number of the other file */
};

static struct overlap find_overlap(const struct file *files, size_t number)
{
    const struct results *own = files[number].results;
    struct overlap overlap = {0};
    for (size_t b = 0; b < own->best_count; b++) {
        const struct named_problem *problem = &own->problems[own->best[b].problem];
        const bool timed = row_timed(&own->best[b].best.result);
        const size_t earlier = timed ? find_earlier(files, number, problem, &own->context.device) : number;
        if (earlier == number)
            continue;
        if (!overlap.problems++)
            overlap = (struct overlap){problem, 1, earlier};
    }
    return overlap;
}

void overlap_print(FILE *file, const struct results *const *results, const char *const *paths, size_t count)
{
    FREED struct file *files = allocate(count * sizeof *files);
    for (size_t i = 0; i < count; i++)
        files[i] = (struct file){results[i], problems_sorted(results[i])};
    for (size_t i = 1; i < count; i++) {
        const struct overlap overlap = find_overlap(files, i);
        const char *driver = results[i]->context.device.driver,
                   *before = results[overlap.earlier]->context.device.driver;
        if (!overlap.problems)
            continue;
        text_print(file, "gpubench: header: %s counts for %s", paths[i], overlap.first->name);
        if (overlap.problems > 1)
            text_print(file, " and %zu more", overlap.problems - 1);
        text_print(file, ", which %s has, too: it is named later", paths[overlap.earlier]);
        if (strcmp(driver, before))
            text_print(file, " (driver %s there, %s before)", driver, before);
        fputc('\n', file);
    }
    for (size_t i = 0; i < count; i++)
        free(files[i].sorted);
}
