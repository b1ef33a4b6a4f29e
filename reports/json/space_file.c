#include "reports/json/space_file.h"

#include "base/gzip.h"
#include "reports/json/journal.h"
#include "reports/json/parse.h"
#include "reports/json/recorded_row.h"

/* Each kind of file by a key that it has, and no other kind. */
static const struct {
    const char *key;
    enum status (*read)(const json_t *root, struct results *results, const struct place *place);
} kinds[] = {{"schema", results_read}, {"cache", kernel_tuner_read}, {"results", t4_read}};

static enum status read_text(struct results *results, const char *path, char *text, size_t length, struct fault *fault)
{
    json_error_t error;
    if (!length)
        return fail(fault, INVALID, "%s: the file is empty, no recorded space", path);
    json_blank_numbers(text, length);
    json_auto_t *root = json_parse(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!root && json_error_code(&error) == json_error_duplicate_key)
        return fail(fault, INVALID, "%s: line %d column %d: a key is there twice", path, error.line, error.column);
    if (!root)
        return fail(fault, INVALID, "%s: not whole, or no JSON: line %d column %d", path, error.line, error.column);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (json_object_get(root, kinds[k].key))
            return kinds[k].read(root, results, &(struct place){.file = path, .fault = fault});
    return fail(fault, INVALID,
                "%s: no recorded space: neither a results file of gpubench, nor Kernel Tuner's cache, nor T4", path);
}

enum status space_load(struct results *results, const char *path, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    json_own_memory();
    *results = (struct results){0};
    if (gzip_read(path, &text, &length, fault) != OK)
        return INVALID;
    return journal_is(text) ? journal_read(results, path, text, length, fault)
                            : read_text(results, path, text, length, fault);
}
