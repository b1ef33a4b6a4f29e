#include "reports/parts.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void results_add_part(struct results *results, const struct merged_part *part)
{
    results->part = grow(results->part, results->parts, &results->part_capacity, sizeof *results->part);
    size_t at = results->parts++;
    for (; at && results->part[at - 1].part > part->part; at--)
        results->part[at] = results->part[at - 1];
    results->part[at] = *part;
}

const struct merged_part *results_part(const struct results *results, uint64_t number)
{
    size_t begin = 0, end = results->parts;
    while (begin < end) {
        const size_t middle = begin + (end - begin) / 2;
        if (results->part[middle].part < number)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin < results->parts && results->part[begin].part == number ? &results->part[begin] : NULL;
}

/* "part 3 of 64 is missing", "parts 3, 7 of 64 are missing", with the numbers of a list; only the first ones of
 * many. */
static void print_parts(FILE *file, const uint64_t *number, size_t count, uint64_t of, const char *what)
{
    enum { MANY = 20 };
    if (!count)
        return;
    fprintf(file, "%spart%s ", ftell(file) ? "; " : "", count == 1 ? "" : "s");
    for (size_t i = 0; i < count && i < MANY; i++)
        fprintf(file, "%s%" PRIu64, i ? ", " : "", number[i]);
    if (count > MANY)
        fprintf(file, " and %zu more", count - MANY);
    fprintf(file, " of %" PRIu64 " %s %s", of, count == 1 ? "is" : "are", what);
}

bool results_imported(const struct results *results)
{
    return !results->context.measuring && results->problem_count &&
           !strcmp(results->problems->suite, results->context.device.backend);
}

char *results_missing(const struct results *results)
{
    const uint64_t of = results->parts ? results->context.shard.of : 0;
    FREED uint64_t *missing = allocate((of + 1) * sizeof *missing), *broken = allocate((of + 1) * sizeof *broken);
    size_t missings = 0, brokens = 0, size;
    char *text = NULL;
    FILE *file = memory_stream(&text, &size);
    for (uint64_t number = 1; number <= of; number++) {
        const struct merged_part *part = results_part(results, number);
        if (!part)
            missing[missings++] = number;
        else if (part->interrupted)
            broken[brokens++] = number;
    }
    print_parts(file, missing, missings, of, "missing");
    print_parts(file, broken, brokens, of, "not whole");
    fclose(file);
    return text;
}

char *results_devices(const struct results *results)
{
    const struct run_context *context = &results->context;
    size_t rows[COMPUTE_MAX_DEVICES + 1] = {0}, size;
    char *text = NULL;
    FILE *file = memory_stream(&text, &size);
    for (size_t i = 0; i < results->count; i++)
        rows[results->rows[i].result.device]++;
    for (size_t d = 0; d < context->device_count; d++) {
        const struct run_device *device = &context->devices[d];
        text_print(file, "%s%d%s%s%s %zu row%s%s%s", d ? "; " : "", device->index, *device->uuid ? " (" : "",
                   device->uuid, *device->uuid ? ")" : "", rows[d + 1], rows[d + 1] == 1 ? "" : "s",
                   *device->lost ? ", then lost: " : "", device->lost);
    }
    fclose(file);
    return text;
}
