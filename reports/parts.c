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

/* "part 3 of 64", "parts 3, 7 of 64", with the numbers of a list; only the first ones of many. */
static void print_numbers(FILE *file, const uint64_t *number, size_t count, uint64_t of)
{
    enum { MANY = 20 };
    fprintf(file, "part%s ", count == 1 ? "" : "s");
    for (size_t i = 0; i < count && i < MANY; i++)
        fprintf(file, "%s%" PRIu64, i ? ", " : "", number[i]);
    if (count > MANY)
        fprintf(file, " and %zu more", count - MANY);
    fprintf(file, " of %" PRIu64, of);
}

/* "part 3 of 64 is missing" */
static void print_parts(FILE *file, const uint64_t *number, size_t count, uint64_t of, const char *what)
{
    if (!count)
        return;
    fputs(ftell(file) ? "; " : "", file);
    print_numbers(file, number, count, of);
    fprintf(file, " %s %s", count == 1 ? "is" : "are", what);
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

void results_part_devices(const struct merged_part *part, struct texts *uuids)
{
    if (*part->uuid)
        texts_number(uuids, part->uuid);
    for (size_t d = 0; d < part->devices; d++)
        if (*part->device[d])
            texts_number(uuids, part->device[d]);
}

char *results_uuid(const struct results *results)
{
    FREED_BY(texts_free) struct texts uuids = {0};
    for (size_t i = 0; i < results->parts; i++)
        results_part_devices(&results->part[i], &uuids);
    if (uuids.count > 1 || results->context.device_count > 1)
        return NULL;
    return allocate_text(uuids.count ? uuids.text[0] : results->context.device.uuid);
}

/* The devices of merged results, each with its parts. */
static char *devices_of_parts(const struct results *results)
{
    enum { MANY = 8 };
    FREED_BY(texts_free) struct texts uuids = {0};
    FREED uint64_t *number = allocate(results->parts * sizeof *number);
    char *text = NULL;
    size_t size;
    FILE *file = memory_stream(&text, &size);
    for (size_t i = 0; i < results->parts; i++)
        results_part_devices(&results->part[i], &uuids);
    for (size_t d = 0; d < uuids.count && d < MANY; d++) {
        size_t count = 0;
        for (size_t i = 0; i < results->parts; i++) {
            FREED_BY(texts_free) struct texts own = {0};
            results_part_devices(&results->part[i], &own);
            if (texts_find(&own, uuids.text[d]) != SIZE_MAX)
                number[count++] = results->part[i].part;
        }
        text_print(file, "%s%s ", d ? "; " : "", uuids.text[d]);
        print_numbers(file, number, count, results->context.shard.of);
    }
    if (uuids.count > MANY)
        fprintf(file, "; %zu more devices", uuids.count - MANY);
    fclose(file);
    return text;
}

char *results_devices(const struct results *results)
{
    if (results->parts)
        return devices_of_parts(results);
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
