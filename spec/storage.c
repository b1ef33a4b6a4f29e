/* Reads an argument's storage and initial contents beyond plain arrays: constant and local memory, textures, files. */
#include "base/memory.h"
#include "spec/files.h"
#include "spec/json.h"

#include <string.h>

/* ---- size ---- */

/* Whether a configuration may determine its size: that of outputs, scratch and local memory. */
static bool may_depend(const struct spec_argument *argument)
{
    return argument->role == ROLE_SCRATCH || argument->role == ROLE_LOCAL;
}

static bool read_size(struct reader *reader, struct spec_argument *argument, const json_t *value, const char *at)
{
    struct spec *spec = reader->spec;
    const struct path path = spec_path("%s.Size", at);
    const char *text;
    struct fault why = {0};
    if (!spec_read_formula(reader, value, path.text, &text))
        return false;
    if (!text)
        return spec_wrong(reader, path.text, "is missing");
    argument->count = spec_compile(spec, text, SCOPE_PROBLEM, NULL, &why);
    if (argument->count)
        return true;
    struct fault also = {0};
    argument->count = spec_compile(spec, text, SCOPE_CONFIG, NULL, &also);
    argument->resized = true;
    if (argument->count && !may_depend(argument))
        return spec_wrong(reader, path.text,
                          "%s is the same for all configurations: scratch and local memory alone "
                          "may depend on parameters",
                          argument->name);
    return argument->count || spec_wrong(reader, path.text, "%s", why.text);
}

/* ---- textures ---- */

/* The index of a word under a key in a list; 0 if it is missing. */
static bool read_word(struct reader *reader, const json_t *object, const char *at, const char *key,
                      const char *const *words, int *position)
{
    const char *word;
    *position = 0;
    if (!spec_read_text(reader, object, at, key, &word))
        return false;
    while (word && words[*position] && strcmp(words[*position], word) != 0)
        ++*position;
    return !word || words[*position] ||
           spec_wrong(reader, spec_path("%s.%s", at, key).text, "'%.40s' is unknown", word);
}

static bool read_texture(struct reader *reader, struct spec_argument *argument, const json_t *object, const char *at)
{
    static const char *const filters[] = {"point", "linear", NULL};
    static const char *const addressings[] = {"clamp", "border", "wrap", "mirror", NULL};
    const struct path path = spec_path("%s.gpubench.texture", at);
    int filter, addressing;
    if (argument->role != ROLE_INPUT || strcmp(argument->type.scalar->name, "float") != 0 || argument->type.width > 1)
        return spec_wrong(reader, path.text, "a texture is ReadOnly, of float");
    if (!read_word(reader, object, path.text, "filter", filters, &filter) ||
        !read_word(reader, object, path.text, "addressing", addressings, &addressing) ||
        !spec_read_expression(reader, json_object_get(object, "width"), spec_path("%s.width", path.text).text,
                              SCOPE_PROBLEM, &argument->width))
        return false;
    argument->texture = (struct compute_texture){.filter = (enum compute_filter)filter,
                                                 .addressing = (enum compute_addressing)addressing};
    return argument->width || spec_wrong(reader, spec_path("%s.width", path.text).text, "is missing");
}

/* ---- fills ---- */

static bool read_file(struct reader *reader, struct spec_argument *argument, const char *file, const char *path)
{
    struct fault why = {0};
    if (argument->role != ROLE_INPUT && argument->role != ROLE_BOTH)
        return spec_wrong(reader, path, "%s holds nothing before an iteration", argument->name);
    argument->fill = FILL_FILE;
    argument->most = 1; /* for the replacement of a number by the check after timing */
    return spec_read_raw(reader->spec, reader->folder, file, &argument->file, &why) == OK ||
           spec_wrong(reader, path, "%s", why.text);
}

static bool read_source(struct reader *reader, struct spec_argument *argument, const json_t *entry, const char *at)
{
    const json_t *own = json_object_get(entry, "gpubench"), *seed = json_object_get(own, "seed");
    const struct path path = spec_path("%s.gpubench.seed", at);
    const char *file, *fill;
    argument->seed = (uint64_t)(argument - reader->spec->argument);
    seed = seed ? seed : json_object_get(entry, "RandomSeed");
    if (seed && (!json_is_integer(seed) || json_integer_value(seed) < 0))
        return spec_wrong(reader, path.text, "is no whole number from 0");
    if (seed)
        argument->seed = (uint64_t)json_integer_value(seed) + MAX_SPEC_ARGUMENTS;
    if (!spec_read_text(reader, own, spec_path("%s.gpubench", at).text, "file", &file) ||
        !spec_read_text(reader, entry, at, "FillType", &fill))
        return false;
    if (!file && fill && !strcmp(fill, "BinaryRaw") && !spec_need_text(reader, entry, at, "DataSource", &file))
        return false;
    return !file || read_file(reader, argument, file, spec_path("%s.gpubench.file", at).text);
}

/* ---- all kinds of storage ---- */

static bool is_constant(const json_t *entry)
{
    const char *type = json_string_value(json_object_get(entry, "MemoryType"));
    const char *kind = json_string_value(json_object_get(entry, "MemType"));
    return (type && (!strcmp(type, "Constant") || !strcmp(type, "Symbol"))) || (kind && !strcmp(kind, "Constant"));
}

static bool read_constant(struct reader *reader, struct spec_argument *argument, const char *at)
{
    argument->constant = true;
    return argument->role == ROLE_INPUT ||
           spec_wrong(reader, spec_path("%s.AccessType", at).text, "constant memory is ReadOnly");
}

bool spec_read_storage(struct reader *reader, struct spec_argument *argument, const json_t *entry, const char *at)
{
    struct spec *spec = reader->spec;
    const json_t *texture = json_object_get(json_object_get(entry, "gpubench"), "texture");
    const char *type = json_string_value(json_object_get(entry, "Type"));
    argument->called =
        spec_own(spec, text_make("%s: %s%s", argument->name, type, argument->role == ROLE_VALUE ? "" : "[]"));
    if (argument->role == ROLE_VALUE)
        return true;
    if (!read_source(reader, argument, entry, at) || !read_size(reader, argument, json_object_get(entry, "Size"), at) ||
        (texture && !read_texture(reader, argument, texture, at)) ||
        (is_constant(entry) && !read_constant(reader, argument, at)))
        return false;
    if (texture && argument->constant)
        return spec_wrong(reader, at, "is a texture and constant memory");
    argument->slot = -1;
    if (argument->role == ROLE_LOCAL)
        return true;
    argument->slot = (int)spec->slots++;
    return spec->slots <= MAX_SLOTS || spec_wrong(reader, at, "there may be %d arrays", MAX_SLOTS);
}

bool spec_read_components(struct reader *reader, struct spec_argument *argument, const json_t *list, const char *at)
{
    const struct path path = spec_path("%s.FillValue", at);
    if (argument->role != ROLE_VALUE || json_array_size(list) != argument->type.width)
        return spec_wrong(reader, path.text, "a list is for a Scalar of a vector type, with a number per component");
    argument->component = spec_own(reader->spec, allocate(argument->type.width * sizeof(struct expression *)));
    for (size_t c = 0; c < argument->type.width; c++)
        if (!spec_read_expression(reader, json_array_get(list, c), path.text, SCOPE_PROBLEM, &argument->component[c]) ||
            !argument->component[c])
            return argument->component[c] ? false : spec_wrong(reader, path.text, "is no list of expressions");
    argument->value = argument->component[0];
    return true;
}
