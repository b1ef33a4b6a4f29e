#include "spec/files.h"

#include "base/file.h"
#include "base/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 64, MOST_BYTES = 16 << 20, MOST_RAW = 1 << 30, MOST_NAME = 128 };

struct files {
    struct spec *spec;
    const char *folder;
    size_t count;
};

/* A name that leads nowhere else, as far as it can be seen. */
static bool is_within(const char *name)
{
    if (*name == '/')
        return false;
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        const size_t length = strcspn(part, "/");
        if (!length || (length == 2 && !memcmp(part, "..", 2)))
            return false;
    }
    return *name;
}

/* What it is once links are followed, which is in the folder, too; the caller frees it. */
static char *resolve(const struct files *files, const char *name, struct fault *fault)
{
    char path[PATH_MAX];
    if (!is_within(name)) {
        fail(fault, INVALID, "'%.100s' is not beside the spec", name);
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s", *files->folder ? files->folder : ".", name);
    char *file = realpath(path, NULL);
    FREED char *folder = realpath(*files->folder ? files->folder : ".", NULL);
    if (file && folder && file_within(file, folder))
        return file;
    fail(fault, INVALID, file ? "%s leads out of the spec's folder" : "%s: there is no such file", path);
    free(file);
    return NULL;
}

static const struct kernel_file *find(const struct files *files, const char *name)
{
    for (size_t i = 0; i < files->count; i++)
        if (!strcmp(files->spec->files[i].name, name))
            return &files->spec->files[i];
    return NULL;
}

enum status spec_read_text_file(const char *path, char **text, struct fault *fault)
{
    struct stat size;
    size_t length;
    *text = NULL;
    if (!stat(path, &size) && size.st_size > MOST_BYTES)
        return fail(fault, INVALID, "%s: is larger than %d bytes", path, MOST_BYTES);
    const enum status status = file_read(path, text, &length, fault);
    if (status != OK || strlen(*text) == length)
        return status;
    free(*text);
    *text = NULL;
    return fail(fault, INVALID, "%s: is no text", path);
}

static enum status add(struct files *files, const char *name, struct fault *fault)
{
    char *text;
    FREED char *path = resolve(files, name, fault);
    if (!path)
        return INVALID;
    if (files->count == MOST_FILES)
        return fail(fault, INVALID, "it includes more than %d files", MOST_FILES);
    const enum status status = spec_read_text_file(path, &text, fault);
    if (status != OK)
        return status;
    spec_own(files->spec, text);
    files->spec->files[files->count++] =
        (struct kernel_file){.name = spec_own(files->spec, allocate_text(name)), .text = text};
    return OK;
}

/* The name that a line includes, and the sign that ends it; 0: it includes none. */
static char included(const char *line, char name[MOST_NAME])
{
    char open = 0, close = 0;
    const int read = sscanf(line, " # include %c%127[^\">\n]%c", &open, name, &close);
    return read == 3 && ((open == '"' && close == '"') || (open == '<' && close == '>')) ? close : 0;
}

/* Those that a text includes, if they are there. What leads out of the folder is not for a compiler to look at. */
static enum status add_included(struct files *files, const struct kernel_file *file, struct fault *fault)
{
    enum status status = OK;
    size_t number = 1;
    for (const char *at = file->text; *at && status == OK; number++) {
        char line[MOST_NAME + 32], name[MOST_NAME];
        const size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line - 1), at);
        at += length + (at[length] != '\0');
        const char end = included(line, name);
        if (!end || find(files, name))
            continue;
        if (!is_within(name))
            return fail(fault, INVALID, "%s:%zu: '%.100s' is not beside the spec", file->name, number, name);
        struct fault missing = {0};
        FREED char *path = end == '"' ? resolve(files, name, &missing) : NULL;
        status = path ? add(files, name, fault) : OK;
    }
    return status;
}

static enum status add_all(struct files *files, const char *file, struct fault *fault)
{
    size_t i = files->count;
    enum status status = find(files, file) ? OK : add(files, file, fault);
    for (; i < files->count && status == OK; i++)
        status = add_included(files, &files->spec->files[i], fault);
    return status;
}

enum status spec_read_files(struct spec *spec, const char *folder, const char *file, struct fault *fault)
{
    struct files files = {spec, folder, 0};
    spec->files = spec_own(spec, allocate((MOST_FILES + 1) * sizeof *spec->files));
    return add_all(&files, file, fault);
}

enum status spec_add_file(struct spec *spec, const char *folder, const char *file, struct fault *fault)
{
    struct files files = {spec, folder, 0};
    while (spec->files[files.count].name)
        files.count++;
    return add_all(&files, file, fault);
}

enum status spec_read_raw(struct spec *spec, const char *folder, const char *name, struct raw_file *file,
                          struct fault *fault)
{
    const struct files files = {spec, folder, 0};
    char *bytes;
    FREED char *path = resolve(&files, name, fault);
    if (!path)
        return INVALID;
    const enum status status = file_read(path, &bytes, &file->size, fault);
    if (status != OK)
        return status;
    file->bytes = spec_own(spec, bytes);
    return file->size <= MOST_RAW ? OK : fail(fault, INVALID, "%s: is too large", path);
}
