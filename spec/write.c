#include "spec/write.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

json_t *spec_write_name(const char *name, const char *file)
{
    return name ? json_string(name) : json_stringn(file, strcspn(file, "."));
}

enum status spec_write_text(json_t *root, char **text, struct fault *fault)
{
    char *lines = root ? json_dumps(root, JSON_INDENT(2)) : NULL;
    *text = root ? text_make("%s\n", lines) : NULL;
    free(lines);
    json_decref(root);
    return *text ? OK : fail(fault, INVALID, "a text is no UTF-8");
}
