#include "reports/json/samples.h"

#include "base/file.h"
#include "reports/json/row.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct samples_file {
    FILE *file;
    int error; /* of the first line that failed; 0: none */
    char path[];
};

struct samples_file *samples_open(const char *path, struct fault *fault)
{
    json_own_memory();
    if (file_folders(path, fault) != OK)
        return NULL;
    FILE *file = fopen(path, "we");
    if (!file) {
        fail(fault, INVALID, "%s: cannot write: %s", path, strerror(errno));
        return NULL;
    }
    struct samples_file *samples = allocate(sizeof *samples + strlen(path) + 1);
    samples->file = file;
    strcpy(samples->path, path);
    return samples;
}

static json_t *blocks(const struct kept_samples *samples)
{
    json_t *array = json_array();
    for (size_t at = 0; samples->each && at + samples->each <= samples->count; at += samples->each)
        json_array_append_new(array, reals_json(&samples->ns[at], samples->each));
    return array;
}

void samples_add(struct samples_file *file, const struct results *results, size_t problem, const struct result *result,
                 const struct kept_samples *samples)
{
    if (file->error)
        return;
    json_auto_t *object = row_samples_json(&results->problems[problem], problem, result);
    json_object_set_new(object, "blocks_ns", blocks(samples));
    json_set_filled(object, "alone_ns", reals_json(samples->alone_ns, samples->alone));
    if (json_dumpf(object, file->file, JSON_COMPACT | JSON_REAL_PRECISION(9)) || fputc('\n', file->file) == EOF)
        file->error = errno ? errno : EIO;
}

enum status samples_close(struct samples_file *file, struct fault *fault)
{
    if (!file)
        return OK;
    if (fclose(file->file) && !file->error)
        file->error = errno;
    const enum status status =
        file->error ? fail(fault, INVALID, "%s: cannot write: %s", file->path, strerror(file->error)) : OK;
    free(file);
    return status;
}
