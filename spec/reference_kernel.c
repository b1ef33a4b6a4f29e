/* A kernel that computes the expected outputs: simple, and possibly in another language than the tuned one. */
#include "spec/files.h"
#include "spec/json.h"

#include "base/memory.h"
#include "base/text.h"
#include "tuner/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* "#define NAME VALUE" lines, with numbers and words. */
static bool read_defines(struct reader *reader, const json_t *defines, const char **lines)
{
    const char *at = "gpubench.reference.kernel.defines", *name, *value;
    const json_t *entry;
    char *text;
    size_t size;
    bool good = !defines || json_is_object(defines) || spec_wrong(reader, at, "is no object");
    if (json_object_size(defines) > MAX_SPEC_NAMES)
        good = spec_wrong(reader, at, "has %zu; there may be %d", json_object_size(defines), MAX_SPEC_NAMES);
    FILE *out = memory_stream(&text, &size);
    json_object_foreach((json_t *)defines, name, entry)
    {
        const struct path path = spec_path("%s.%.60s", at, name);
        good = good && spec_check_name(reader, name, path.text) && spec_read_formula(reader, entry, path.text, &value);
        if (good && (!value || strpbrk(value, "\r\n\\")))
            good = spec_wrong(reader, path.text, "is no number and no text of one line");
        if (good)
            fprintf(out, "#define %s %s\n", name, value);
    }
    fclose(out);
    *lines = spec_own(reader->spec, text);
    return good;
}

bool spec_read_reference_kernel(struct reader *reader, const json_t *object)
{
    struct spec *spec = reader->spec;
    const char *at = "gpubench.reference.kernel", *file, *entry, *language, *defines;
    struct bench_kernel *kernel = &spec->reference.kernel;
    struct spec_kernel *launch = &spec->reference.launch;
    struct fault why = {0};
    if (!spec_need_text(reader, object, at, "file", &file) || !spec_need_text(reader, object, at, "entry", &entry) ||
        !spec_read_text(reader, object, at, "language", &language) ||
        !spec_read_language(reader, language, file, "gpubench.reference.kernel.language", &kernel->language) ||
        !read_defines(reader, json_object_get(object, "defines"), &defines) ||
        !spec_read_sides(reader, json_object_get(object, "groups"), "gpubench.reference.kernel.groups", SCOPE_PROBLEM,
                         launch->groups) ||
        !spec_read_sides(reader, json_object_get(object, "group"), "gpubench.reference.kernel.group", SCOPE_PROBLEM,
                         launch->group))
        return false;
    if (spec_add_file(spec, reader->folder, file, &why) != OK)
        return spec_wrong(reader, "gpubench.reference.kernel.file", "%s", why.text);
    const char **entries = spec_own(spec, allocate(2 * sizeof *entries));
    entries[0] = launch->entry = spec_keep(reader, entry);
    kernel->file = spec_keep(reader, file);
    kernel->entries = entries;
    kernel->named = kernel->language == LANGUAGE_CUDA;
    kernel->defines = defines;
    spec->right = RIGHT_KERNEL;
    return true;
}

/* ---- running ---- */

/* Local memory, which only the tuned kernel has, is skipped. */
enum status spec_run_kernel(struct job *job, void **at, struct fault *fault)
{
    const struct spec *spec = job->bench->own;
    struct job_oracle_argument arguments[MAX_SPEC_ARGUMENTS];
    uint8_t values[MAX_SPEC_ARGUMENTS][SPEC_VALUE];
    struct expression_value slots[SPEC_SLOTS];
    struct compute_launch launch = {.stream = 0};
    struct fault why = {0};
    size_t count = 0;
    enum status status = spec_slots(spec, job->n, NULL, slots, &why);
    if (status == OK)
        status = spec_launch(&spec->reference.launch, slots, &launch, &why);
    for (size_t a = 0; a < spec->arguments && status == OK; a++) {
        const struct spec_argument *argument = &spec->argument[a];
        const bool is_read = argument->role == ROLE_INPUT || argument->role == ROLE_BOTH;
        if (argument->role == ROLE_VALUE) {
            status = spec_argument_value(argument, slots, values[a], &why);
            arguments[count++] = (struct job_oracle_argument){.value = values[a], .bytes = type_bytes(argument->type)};
        } else if (argument->role != ROLE_LOCAL)
            arguments[count++] = (struct job_oracle_argument){.name = argument->name,
                                                              .from = is_read ? job_host(job, argument->slot) : NULL,
                                                              .to = at[a],
                                                              .bytes = job_bytes(job, argument->slot),
                                                              .unwritten = spec_unwritten(argument)};
    }
    if (status == OK)
        status = job_oracle(job, &spec->reference.kernel, launch, arguments, count, &why);
    return status == OK ? OK : fail(fault, status, "the reference, %s: %s", spec->reference.launch.entry, why.text);
}
