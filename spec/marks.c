/* Placeholders of a first spec: texts that begin with a question mark. */
#include "base/memory.h"
#include "spec/files.h"
#include "spec/init.h"
#include "spec/json.h"

#include <stdlib.h>
#include <string.h>

/* Visits a text, and those below it. */
static size_t walk(const json_t *value, const char *place, spec_mark_found *note, void *user)
{
    const char *text = json_string_value(value), *key;
    size_t found = 0, i;
    json_t *part;
    if (text && *text == '?') {
        note(user, place, text + 1 + strspn(text + 1, " "));
        return 1;
    }
    json_array_foreach(value, i, part)
    {
        found += walk(part, spec_path("%s[%zu]", place, i).text, note, user);
    }
    json_object_foreach((json_t *)value, key, part)
    {
        found += walk(part, spec_path("%s%s%s", place, *place ? "." : "", key).text, note, user);
    }
    return found;
}

struct first {
    struct path place;
    const char *what; /* the first one; NULL: none */
};

static void keep_first(void *user, const char *place, const char *what)
{
    struct first *first = user;
    if (!first->what)
        *first = (struct first){spec_path("%s", place), what};
}

bool spec_check_marks(const struct reader *reader)
{
    struct first first = {.what = NULL};
    const size_t found = reader->name ? walk(reader->root, "", keep_first, &first) : 0;
    return !found ||
           spec_wrong(reader, first.place.text, "is to be filled in: %s (%zu such in all)", first.what, found);
}

size_t spec_marks(const char *path, spec_mark_found *note, void *user)
{
    FREED char *text = NULL;
    struct fault none = {0};
    if (spec_read_text_file(path, &text, &none) != OK)
        return 0;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const size_t found = walk(root, "", note, user);
    json_decref(root);
    return found;
}
