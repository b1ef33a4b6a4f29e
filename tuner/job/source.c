#include "tuner/job/program.h"

#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status read_file(const char *folder, const char *name, char **text, struct fault *fault)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(fault, INVALID, "%s: %s (--kernels %s)", path, strerror(errno), folder);
    size_t size = 0, capacity = 0, got;
    *text = NULL;
    do {
        capacity = size + 65536;
        *text = resize(*text, capacity + 1);
        size += got = fread(*text + size, 1, capacity - size, file);
    } while (got);
    (*text)[size] = '\0';
    fclose(file);
    return OK;
}

/* The text of a kernel file, owned by the caller. The tuner's own kernels are those in the program, not those of a
 * user's folder, since they judge others. */
static enum status read_text(const struct registry *registry, const char *name, char **text, struct fault *fault)
{
    const bool is_tuners = !strncmp(name, "tuner/", strlen("tuner/"));
    const char *own = registry_kernel(registry, name);
    if (registry->kernel_folder && !(is_tuners && own))
        return read_file(registry->kernel_folder, name, text, fault);
    if (own) {
        *text = allocate_text(own);
        return OK;
    }
    return fail(fault, INVALID, "kernel file %s is not in this program", name);
}

static void print_upper(FILE *out, const char *word)
{
    for (; *word; word++)
        fputc(isalnum((unsigned char)*word) ? toupper((unsigned char)*word) : '_', out);
}

/* A parameter's words, and its value. */
static void print_parameter(FILE *out, const struct parameter *parameter, const char *name, int value)
{
    char number[MAX_NUMBER];
    for (size_t v = 0; parameter->words && !parameter->literal && v < parameter->count; v++) {
        fprintf(out, "#define %s_", name);
        print_upper(out, parameter->words[v]);
        fprintf(out, " %zu\n", v);
    }
    if (parameter->reals || parameter->literal)
        fprintf(out, "#define %s %s\n", name, parameter_word(parameter, (size_t)value, number));
    else
        fprintf(out, "#define %s %d\n", name, value);
}

static void print_defines(FILE *out, const struct config *config, const struct bench_kernel *kernel)
{
    const struct space *space = &config->problem->bench->space;
    char lines[MAX_LINES] = "";
    if (kernel->defines)
        fprintf(out, "%s\n", kernel->defines);
    if (kernel->define)
        kernel->define(config, lines);
    fputs(lines, out);
    for (const struct taken *taken = kernel->takes; taken && taken->name; taken++)
        print_parameter(out, &space->parameters[taken->parameter], taken->name, config->value[taken->parameter]);
    for (size_t i = 0; !kernel->takes && i < space_parameters(space); i++)
        if (!space->parameters[i].host)
            print_parameter(out, &space->parameters[i], space->parameters[i].name, config->value[i]);
}

/* The line `#pragma nv_hdrstop` in a text, or NULL. */
static const char *find_stop(const char *text)
{
    const char *stop = text;
    while ((stop = strstr(stop, "#pragma nv_hdrstop")) && stop != text && stop[-1] != '\n')
        stop++;
    return stop;
}

static unsigned line_number(const char *text, const char *at)
{
    unsigned line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

/* The file that a line includes, of at most MAX_NAME bytes; false for other lines. */
enum { MAX_NAME = 128, MAX_DEPTH = 8 };

static bool included(const char *line, char name[MAX_NAME])
{
    static const char word[] = "#include \"";
    if (strncmp(line, word, sizeof word - 1))
        return false;
    size_t length = strcspn(line + sizeof word - 1, "\"\n");
    snprintf(name, MAX_NAME, "%.*s", (int)length, line + sizeof word - 1);
    return true;
}

/* Prints the text of a file from its line `number` on, and replaces #include "..." by the files' texts; compilers
 * resolve those in angle brackets. */
static enum status print_text(FILE *out, const struct registry *registry, const char *file, const char *text,
                              unsigned number, int depth, struct fault *fault)
{
    enum status status = OK;
    fprintf(out, "#line %u \"%s\"\n", number, file);
    for (const char *line = text; *line && status == OK; number++) {
        const size_t length = strcspn(line, "\n");
        char name[MAX_NAME], *other;
        if (included(line, name)) {
            status = depth < MAX_DEPTH ? read_text(registry, name, &other, fault)
                                       : fail(fault, INVALID, "%s:%u: includes %s, and so on", file, number, name);
            if (status == OK) {
                status = print_text(out, registry, name, other, 1, depth + 1, fault);
                fprintf(out, "\n#line %u \"%s\"\n", number + 1, file);
                free(other);
            }
        } else
            fprintf(out, "%.*s", (int)(length + (line[length] == '\n')), line);
        line += length + (line[length] == '\n');
    }
    return status;
}

enum status source_compose(const struct registry *registry, const struct config *config,
                           const struct bench_kernel *kernel, char **text, struct fault *fault)
{
    const char *file = kernel->file;
    char *body = NULL, *prelude = NULL;
    if (!file) {
        *text = allocate(1);
        return OK;
    }
    const char *suffix = strrchr(file, '.');
    const bool by_suffix = kernel->language == LANGUAGE_BY_SUFFIX;
    const bool portable = by_suffix ? suffix && !strcmp(suffix, ".cl") : kernel->language == LANGUAGE_COMMON;
    enum status status = read_text(registry, file, &body, fault);
    if (status == OK && portable)
        status = read_text(registry, "common_compute.h", &prelude, fault);
    if (status != OK)
        goto out;

    size_t size;
    FILE *out = open_memstream(text, &size);
    if (prelude)
        fprintf(out, "#line 1 \"common_compute.h\"\n%s\n", prelude);
    const char *stop = find_stop(body), *rest = body;
    unsigned line = 1;
    if (stop) {
        rest = strchr(stop, '\n');
        rest = rest ? rest + 1 : stop + strlen(stop);
        line = line_number(body, rest);
        fprintf(out, "#line 1 \"%s\"\n%.*s", file, (int)(rest - body), body);
    }
    print_defines(out, config, kernel);
    status = print_text(out, registry, file, rest, line, 0, fault);
    fclose(out);
    if (status != OK) {
        free(*text);
        *text = NULL;
    }
out:
    free(body);
    free(prelude);
    return status;
}
