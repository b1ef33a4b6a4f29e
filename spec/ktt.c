/* Converts KTT's keys: ReferenceArguments to our checks and files, KernelTypeNames to a part of the name. */
#include "base/memory.h"
#include "spec/json.h"

#include <stdio.h>
#include <string.h>

static const char place[] = "KernelSpecification.ReferenceArguments";
#define KTT_THRESHOLD 1e-4

/* The conversion of an entry. */
struct adopted {
    json_t *checks, *files, *tolerance;
};

static bool add_check(struct reader *reader, const json_t *entry, const char *at, const char *target, const char *key,
                      json_t *checks)
{
    const char *text;
    if (!spec_read_formula(reader, json_object_get(entry, key), spec_path("%s.%s", at, key).text, &text))
        return false;
    if (!text)
        return spec_wrong(reader, spec_path("%s.%s", at, key).text, "is missing");
    FREED char *check = text_make("%s[i] == %s", target, text);
    json_array_append_new(checks, json_string(check));
    return true;
}

static bool add_file(struct reader *reader, const json_t *entry, const char *at, const char *target, json_t *files)
{
    const char *file;
    if (!spec_need_text(reader, entry, at, "DataSource", &file))
        return false;
    json_object_set_new(files, target, json_string(file));
    return true;
}

static bool adopt_entry(struct reader *reader, const json_t *entry, const char *at, const struct adopted *to)
{
    const json_t *threshold = json_object_get(entry, "ValidationThreshold");
    const char *target, *fill;
    double tolerance = KTT_THRESHOLD;
    if (!spec_need_text(reader, entry, at, "TargetName", &target) ||
        !spec_need_text(reader, entry, at, "FillType", &fill) ||
        !spec_read_constant(reader, threshold, spec_path("%s.ValidationThreshold", at).text, &tolerance))
        return false;
    if (!(tolerance >= 0 && tolerance < 1))
        return spec_wrong(reader, spec_path("%s.ValidationThreshold", at).text, "is no number from 0 to 1");
    json_object_set_new(to->tolerance, target, json_real(tolerance));
    if (!strcmp(fill, "Generator"))
        return add_check(reader, entry, at, target, "DataSource", to->checks);
    if (!strcmp(fill, "Constant"))
        return add_check(reader, entry, at, target, "FillValue", to->checks);
    if (!strcmp(fill, "BinaryRaw"))
        return add_file(reader, entry, at, target, to->files);
    return spec_wrong(reader, spec_path("%s.FillType", at).text, "'%.40s' is none of Constant, Generator, BinaryRaw",
                      fill);
}

static json_t *own_of(json_t *root)
{
    json_t *own = json_object_get(root, "gpubench");
    if (json_is_object(own))
        return own;
    json_object_set_new(root, "gpubench", json_object());
    return json_object_get(root, "gpubench");
}

/* A single tolerance, if all are equal. */
static json_t *tolerance_of(json_t *all)
{
    const char *key;
    json_t *value, *first = json_object_iter_value(json_object_iter(all));
    json_object_foreach(all, key, value)
    {
        if (!json_equal(value, first))
            return json_incref(all);
    }
    return json_incref(first);
}

static void take(json_t *own, const struct adopted *adopted)
{
    if (!json_object_get(own, "tolerance"))
        json_object_set_new(own, "tolerance", tolerance_of(adopted->tolerance));
    if (json_array_size(adopted->checks))
        json_object_set(own, "checks", adopted->checks);
    if (json_object_size(adopted->files))
        json_object_set_new(own, "reference", json_pack("{s:O}", "files", adopted->files));
}

/* KernelTypeNames are appended to the name of a template: "scale<float, int>". */
static bool adopt_types(struct reader *reader)
{
    json_t *kernel = json_object_get(reader->root, "KernelSpecification");
    const json_t *types = json_object_get(kernel, "KernelTypeNames");
    const char *name = json_string_value(json_object_get(kernel, "KernelName"));
    FREED char *whole = NULL;
    size_t size;
    bool good = true;
    if (!name || !json_array_size(types))
        return true;
    FILE *file = memory_stream(&whole, &size);
    fputs(name, file);
    for (size_t i = 0; i < json_array_size(types) && good; i++) {
        const char *type = json_string_value(json_array_get(types, i));
        good = type || spec_wrong(reader, spec_path("KernelSpecification.KernelTypeNames[%zu]", i).text, "is no text");
        fprintf(file, "%s%s", i ? ", " : "<", type ? type : "");
    }
    fputc('>', file);
    fclose(file);
    if (good)
        json_object_set_new(kernel, "KernelName", json_string(whole));
    return good;
}

bool spec_adopt(struct reader *reader)
{
    const json_t *list = json_object_get(json_object_get(reader->root, "KernelSpecification"), "ReferenceArguments");
    const json_t *given = json_object_get(reader->root, "gpubench");
    if (!adopt_types(reader))
        return false;
    if (!json_array_size(list) || json_object_get(given, "checks") || json_object_get(given, "reference"))
        return true;
    const struct adopted adopted = {json_array(), json_object(), json_object()};
    bool good = true;
    for (size_t i = 0; i < json_array_size(list) && good; i++)
        good = adopt_entry(reader, json_array_get(list, i), spec_path("%s[%zu]", place, i).text, &adopted);
    if (good && json_array_size(adopted.checks) && json_object_size(adopted.files))
        good = spec_wrong(reader, place, "has files and expressions; here all outputs have the one or the other");
    if (good)
        take(own_of(reader->root), &adopted);
    reader->adopted = good;
    json_decref(adopted.checks);
    json_decref(adopted.files);
    json_decref(adopted.tolerance);
    return good;
}
