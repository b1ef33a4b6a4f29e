/* spec/schema.json has exactly the keys of the reader, place by place. */
#include "base/file.h"
#include "spec/keys.h"
#include "tests/check.h"

#include <jansson.h>

static json_t *schema;

TEST(read)
{
    FREED char *path = text_make("%s/spec/schema.json", getenv("SOURCE_DIR"));
    schema = json_load_file(path, 0, NULL);
    CHECK(schema != NULL);
}

static json_t *keys_of(const char *place)
{
    for (const struct spec_keys *keys = spec_keys; keys->place; keys++)
        if (!strcmp(keys->place, place)) {
            json_t *list = json_object();
            for (const char *const *key = keys->keys; *key; key++)
                json_object_set_new(list, *key, json_true());
            return list;
        }
    return NULL;
}

static size_t places;

static void check_keys(const char *place, const json_t *properties)
{
    json_t *known = keys_of(place), *value;
    const char *key;
    places++;
    WRONG_IF(!known, "the schema has '%s', which the reader does not know\n", place);
    json_object_foreach((json_t *)properties, key, value) WRONG_IF(
        known && json_object_del(known, key), "the schema has %s.%s, which the reader does not know\n", place, key);
    json_object_foreach(known, key, value)
        WRONG_IF(true, "the reader knows %s.%s, which the schema has not\n", place, key);
    json_decref(known);
}

static void walk(const char *place, const json_t *node)
{
    const json_t *properties = json_object_get(node, "properties"), *items = json_object_get(node, "items");
    const bool is_strict = json_is_false(json_object_get(node, "additionalProperties"));
    const char *key;
    json_t *value;
    if (properties) {
        check_keys(place, properties);
        WRONG_IF(is_strict != !!strstr(place, "gpubench"), "%s: other keys are mistakes, or are none\n", place);
    }
    json_object_foreach((json_t *)properties, key, value)
    {
        FREED char *inner = text_make("%s%s%s", place, *place ? "." : "", key);
        walk(inner, value);
    }
    if (items) {
        FREED char *inner = text_make("%s[]", place);
        walk(inner, items);
    }
}

TEST(keys_are_the_same)
{
    size_t known = 0;
    while (spec_keys[known].place)
        known++;
    walk("", schema);
    WRONG_IF(places != known, "the schema has %zu places with keys, the reader %zu\n", places, known);
    json_decref(schema);
}
