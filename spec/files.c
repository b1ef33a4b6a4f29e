#include "spec/files.h"

#include "base/file.h"
#include "base/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 64, MOST_INCLUDES = 1 << 10, MOST_BYTES = 16 << 20, MOST_RAW = 1 << 30 };

struct files {
    struct spec *spec;
    const char *folder;
    size_t count;
    bool has_headers; /* its compiler has headers of its own */
};

/* Whether a name has no visible path out of the folder. */
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

/* Resolves links to a path, which must be in the folder, too; the caller frees it. */
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

static size_t bytes_of(const struct files *files)
{
    size_t bytes = 0;
    for (size_t i = 0; i < files->count; i++)
        bytes += strlen(files->spec->files[i].text);
    return bytes;
}

static const struct kernel_file *find(const struct files *files, const char *name)
{
    for (size_t i = 0; i < files->count; i++)
        if (!strcmp(files->spec->files[i].name, name))
            return &files->spec->files[i];
    return NULL;
}

/* Refuses larger files before reading. */
static enum status read_bounded(const char *path, size_t most, char **bytes, size_t *size, struct fault *fault)
{
    struct stat found;
    *bytes = NULL;
    if (!stat(path, &found) && found.st_size > (off_t)most)
        return fail(fault, INVALID, "%s: is larger than %zu bytes", path, most);
    return file_read(path, bytes, size, fault);
}

enum status spec_read_text_file(const char *path, char **text, struct fault *fault)
{
    size_t length;
    const enum status status = read_bounded(path, MOST_BYTES, text, &length, fault);
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
    return bytes_of(files) <= MOST_BYTES ? OK : fail(fault, INVALID, "it includes more than %d bytes", MOST_BYTES);
}

/* Whether an include may be left to the compiler: as its own header. OpenCL has none; there <> would search the user's
 * current folder. */
static enum status check_include(const struct files *files, const struct kernel_file *file,
                                 const struct include *include, struct fault *fault)
{
    if (!include->end)
        return fail(fault, INVALID, "%s:%zu: #include needs a name, such as \"name\"", file->name, include->line);
    if (!is_within(include->name))
        return fail(fault, INVALID, "%s:%zu: '%.100s' is not beside the spec", file->name, include->line,
                    include->name);
    if (include->end == '>' && !files->has_headers)
        return fail(fault, INVALID, "%s:%zu: <%.100s>: only CUDA has headers", file->name, include->line,
                    include->name);
    return OK;
}

/* Adds the existing includes of a text. */
static enum status add_included(struct files *files, const struct kernel_file *file, struct fault *fault)
{
    struct include include = {.line = 1};
    enum status status = OK;
    size_t count = 0;
    FREED char *text = spec_splice(file->text);
    for (const char *at = text; status == OK && spec_next_include(text, &at, &include);) {
        status = ++count > MOST_INCLUDES
                     ? fail(fault, INVALID, "%s includes more than %d times", file->name, MOST_INCLUDES)
                     : check_include(files, file, &include, fault);
        if (status != OK || find(files, include.name))
            continue;
        struct fault missing = {0};
        FREED char *path = include.end == '"' ? resolve(files, include.name, &missing) : NULL;
        status = path ? add(files, include.name, fault) : OK;
    }
    return status;
}

static bool is_cuda(const char *name)
{
    const char *suffix = strrchr(name, '.');
    return suffix && !strcmp(suffix, ".cu");
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
    struct files files = {spec, folder, 0, is_cuda(file) || spec->language == LANGUAGE_CUDA};
    spec->files = spec_own(spec, allocate((MOST_FILES + 1) * sizeof *spec->files));
    return add_all(&files, file, fault);
}

enum status spec_add_file(struct spec *spec, const char *folder, const char *file, struct fault *fault)
{
    struct files files = {spec, folder, 0, is_cuda(file)};
    while (spec->files[files.count].name)
        files.count++;
    return add_all(&files, file, fault);
}

enum status spec_read_raw(struct spec *spec, const char *folder, const char *name, struct raw_file *file,
                          struct fault *fault)
{
    const struct files files = {spec, folder, 0, false};
    char *bytes;
    FREED char *path = resolve(&files, name, fault);
    if (!path)
        return INVALID;
    const enum status status = read_bounded(path, MOST_RAW, &bytes, &file->size, fault);
    if (status == OK)
        file->bytes = spec_own(spec, bytes);
    return status;
}
