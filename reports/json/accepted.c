#include "reports/json/comparison_file.h"

#include "base/memory.h"
#include "reports/json/fields.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char schema[] = "gpubench/accepted/1";

/* "2027-01-31", a day that there is. */
static bool is_day(const char *text)
{
    struct tm day = {0}, same;
    const char *end = strptime(text, "%Y-%m-%d", &day);
    day.tm_hour = 12;
    same = day;
    return strlen(text) == 10 && end && !*end && timegm(&same) != -1 && same.tm_mday == day.tm_mday;
}

static enum status read_one(const json_t *object, struct accepted *accepted, const struct place *place)
{
    const struct {
        const char *key, **text;
    } texts[] = {{"name", &accepted->name}, {"reason", &accepted->reason}, {"until", &accepted->until}};
    const json_t *most = json_object_get(object, "most");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i].text = json_string_value(json_object_get(object, texts[i].key));
        if (!*texts[i].text || !**texts[i].text)
            return place_fail(place, texts[i].key, "expected text");
    }
    if (!is_day(accepted->until))
        return place_fail(place, "until", "expected a day as \"2027-01-31\"");
    accepted->most = json_number_value(most);
    return accepted->most > 0 ? OK : place_fail(place, "most", "expected a number above 0: 0.05 is 5 %%");
}

static enum status read_all(const json_t *root, struct accepted *all, const char *path, struct fault *fault)
{
    const char *named = json_string_value(json_object_get(root, "schema"));
    const json_t *array = json_object_get(root, "accepted");
    enum status status = OK;
    if (!named || strcmp(named, schema) || !json_is_array(array))
        return fail(fault, INVALID, "%s: expected \"schema\": \"%s\" and an array \"accepted\"", path, schema);
    for (size_t i = 0; i < json_array_size(array) && status == OK; i++) {
        struct place place = {.file = path, .fault = fault};
        snprintf(place.object, sizeof place.object, "accepted[%zu]", i);
        status = read_one(json_array_get(array, i), &all[i], &place);
    }
    return status;
}

enum status accepted_load(const char *path, void (*each)(void *user, const struct accepted *accepted), void *user,
                          struct fault *fault)
{
    json_own_memory();
    json_t *root = json_read_file(path, JSON_REJECT_DUPLICATES, fault);
    if (!root)
        return INVALID;
    const size_t count = json_array_size(json_object_get(root, "accepted"));
    struct accepted *all = allocate((count + 1) * sizeof *all);
    const enum status status = read_all(root, all, path, fault);
    for (size_t i = 0; i < count && status == OK; i++)
        each(user, &all[i]);
    free(all);
    json_decref(root);
    return status;
}
