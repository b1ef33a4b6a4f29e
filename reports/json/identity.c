#include "reports/json/identity.h"

#include "base/text.h"
#include "reports/json/parse.h"
#include "reports/json/problem.h"

#include <inttypes.h>
#include <string.h>

#define MOST_PARTS (sizeof((struct run_identity *)0)->part / sizeof *((struct run_identity *)0)->part)
#define MOST_TEXT (sizeof((struct run_identity *)0)->part[0].text - 1)

void identity_write(json_t *root, const struct run_identity *identity)
{
    json_t *parts = json_object();
    for (size_t i = 0; i < identity->count; i++)
        json_object_set_new(parts, identity->part[i].name,
                            json_text(identity->part[i].text, sizeof identity->part[i].text));
    json_set_filled(root, "identity", parts);
}

/* Only the part of a text within the buffer is compared. */
enum status identity_read(const json_t *root, struct run_identity *identity, const struct place *place)
{
    const json_t *parts = json_object_get(root, "identity");
    const char *name;
    json_t *text;
    if (!parts)
        return OK;
    if (!json_is_object(parts) || json_object_size(parts) > MOST_PARTS)
        return place_fail(place, "identity", "expected an object of at most %zu texts", MOST_PARTS);
    json_object_foreach((json_t *)parts, name, text)
    {
        const size_t i = identity->count++;
        if (!json_is_string(text) || strlen(name) >= sizeof identity->part[i].name)
            return place_fail(place, "identity", "expected short names of texts");
        strcpy(identity->part[i].name, name);
        snprintf(identity->part[i].text, sizeof identity->part[i].text, "%s", json_string_value(text));
    }
    return OK;
}

json_t *problems_json(const struct results *results)
{
    json_t *problems = json_array();
    for (size_t p = 0; p < results->problem_count; p++)
        json_array_append_new(problems, problem_json(&results->problems[p]));
    return problems;
}

/* Both, as read back from a file. */
static json_t *read_back(const struct results *results)
{
    json_auto_t *root = json_pack("{s:o}", "problems", problems_json(results));
    json_error_t error;
    identity_write(root, &results->identity);
    FREED char *text = json_dumps(root, JSON_REAL_PRECISION(17));
    return json_parse(text, strlen(text), 0, &error);
}

/* Prints each part of the identity that differs, with both values. */
static void print_differences(FILE *file, const json_t *there, const json_t *here)
{
    const char *between = "", *name;
    json_t *part;
    json_object_foreach((json_t *)here, name, part)
    {
        const char *was = json_string_value(json_object_get(there, name)), *is = json_string_value(part);
        if (was ? !strncmp(was, is, MOST_TEXT) : !*is) /* older files lack later parts */
            continue;
        text_print(file, "%s%s (%s there, %s here)", between, name, was && *was ? was : "none", *is ? is : "none");
        between = ", ";
    }
}

/* The same as a text, which the caller frees. */
static char *differences_of(const json_t *there, const json_t *here)
{
    char *text = NULL;
    size_t length;
    FILE *file = memory_stream(&text, &length);
    print_differences(file, json_object_get(there, "identity"), json_object_get(here, "identity"));
    fclose(file);
    return text;
}

enum status identity_check(const char *path, const struct results *there, const struct results *here,
                           const char *otherwise, struct fault *fault)
{
    json_own_memory();
    json_auto_t *was = read_back(there), *is = read_back(here);
    FREED char *differences = differences_of(was, is);
    if (!there->identity.count)
        return fail(fault, INVALID, "%s: --resume: it does not say by which run; %s", path, otherwise);
    if (*differences)
        return fail(fault, INVALID, "%s: --resume: it is of another run, in %s; %s", path, differences, otherwise);
    if (!json_equal(json_object_get(was, "problems"), json_object_get(is, "problems")))
        return fail(fault, INVALID, "%s: --resume: it is of another run, with other problems; %s", path, otherwise);
    return OK;
}

/* For a part of a run: any of its parts, on any device of a kind. */
static void widen(json_t *root, const struct compute_device *device)
{
    json_t *identity = json_object_get(root, "identity");
    json_object_del(identity, "shard");
    json_object_set_new(identity, "device", json_sprintf("%s of %u units", device->name, device->units));
}

enum status identity_joins(const char *path_there, const struct results *there, const char *path_here,
                           const struct results *here, struct fault *fault)
{
    json_own_memory();
    json_auto_t *was = read_back(there), *is = read_back(here);
    const uint64_t of_there = there->context.shard.of, of_here = here->context.shard.of;
    if (!there->identity.count || !here->identity.count)
        return fail(fault, INVALID, "%s: it does not say by which run it is, as files of older programs",
                    there->identity.count ? path_here : path_there);
    if (!of_there || !of_here)
        return fail(fault, INVALID, "%s: it is no part of a run, as --shard makes them",
                    of_there ? path_here : path_there);
    widen(was, &there->context.device);
    widen(is, &here->context.device);
    FREED char *differences = differences_of(was, is);
    if (*differences)
        return fail(fault, INVALID, "%s and %s are no parts of one run: they differ in %s", path_there, path_here,
                    differences);
    if (of_there != of_here)
        return fail(fault, INVALID, "%s and %s are no parts of one run: one is of %" PRIu64 " parts, one of %" PRIu64,
                    path_there, path_here, of_there, of_here);
    if (!json_equal(json_object_get(was, "problems"), json_object_get(is, "problems")))
        return fail(fault, INVALID, "%s and %s are no parts of one run: they have other problems, or settings of them",
                    path_there, path_here);
    return OK;
}
