/* The conformance kernels: files of tests/kernels/conformance behind kernels/common_compute.h, compiled for every
 * device that there is and for nvrtc:sm_90, and run where they can. Paths are as seen from tests/kernels. */
#pragma once

#include "compute/compute.h"
#include "tests/check.h"
#include "tests/own_folder.h"
#include "tests/text_file.h"

#include <unistd.h>

enum { LANGUAGE_ARRAYS = 64 };

/* A program on a device, with the arrays that a check has made: they are freed when it returns. */
struct language {
    const struct compute_device *device;
    bool cuda;
    int scalar; /* the file's */
    struct compute_context *context;
    struct compute_program *program;
    struct compute_array *array[LANGUAGE_ARRAYS];
    size_t arrays;
};

/* A conformance file, what is defined before it, and before the language, and the comparison of what its kernels do
 * with the host. */
struct conformance {
    const char *file, *defines, *before;
    bool fp64;  /* only on devices that have double */
    int scalar; /* the argument of check() */
    void (*check)(struct language *language);
};

/* An array with this content, or of zeros. */
static struct compute_array *array_of(struct language *language, size_t bytes, const void *content)
{
    struct compute_array *array = NULL;
    if (language->arrays == LANGUAGE_ARRAYS || !FINE(compute_array_new(language->context, bytes, &array, &caught))) {
        fprintf(stderr, "no array of %zu bytes\n", bytes);
        exit(1);
    }
    language->array[language->arrays++] = array;
    CHECK_OK(content ? compute_array_write(array, 0, content, bytes, &caught) : compute_array_fill(array, 0, &caught));
    return array;
}

/* Launches a kernel and waits for it. */
UNNEEDED static void launch(struct language *language, const char *entry, struct compute_launch launch,
                            const struct compute_argument *arguments, size_t count)
{
    struct compute_kernel *kernel = NULL;
    bool launched = FINE(compute_kernel_new(language->program, entry, &kernel, &caught)) &&
                    FINE(compute_kernel_launch(kernel, launch, arguments, count, &caught)) &&
                    FINE(compute_context_finish(language->context, &caught));
    WRONG_IF(!launched, "%s was not launched: %s\n", entry, caught.text);
    compute_kernel_free(kernel);
}

#define LAUNCH(language, entry, shape, ...)                                                                            \
    launch(language, entry, shape, (struct compute_argument[]){__VA_ARGS__},                                           \
           sizeof((struct compute_argument[]){__VA_ARGS__}) / sizeof(struct compute_argument))

/* Groups and work-items in one dimension. */
static struct compute_launch line_of(uint64_t groups, uint32_t group)
{
    return (struct compute_launch){.groups = {groups, 1, 1}, .group = {group, 1, 1}};
}

static void read_back(struct compute_array *array, void *to)
{
    CHECK_OK(compute_array_read(array, 0, to, compute_array_bytes(array), &caught));
    CHECK_OK(compute_array_check(array, "array", &caught));
}

static void language_run(const struct compute_device *device, const struct conformance *row,
                         const struct compute_binary *binary)
{
    struct language language = {.device = device, .cuda = !strcmp(device->backend, "cuda"), .scalar = row->scalar};
    bool loaded = FINE(compute_context_new(device, &language.context, &caught)) &&
                  FINE(compute_program_load(language.context, binary->bytes, binary->size, &language.program, &caught));
    WRONG_IF(!loaded, "%s\n", caught.text);
    if (loaded)
        row->check(&language);
    for (size_t i = 0; i < language.arrays; i++)
        compute_array_free(language.array[i]);
    compute_program_free(language.program);
    compute_context_free(language.context);
}

/* The text of a file, in which a header of kernels/ replaces the line that includes it. */
static char *text_of(const char *path)
{
    size_t size;
    char *text = text_read(path, &size), *made;
    WRONG_IF(!text, "%s cannot be read\n", path);
    if (!text)
        exit(1);
    char *line = strstr(text, "#include \""), name[64], header_path[96];
    if (!line || sscanf(line, "#include \"%63[^\"]", name) != 1)
        return text;
    snprintf(header_path, sizeof header_path, "../../kernels/%s", name);
    FREED char *header = text_of(header_path);
    if (asprintf(&made, "%.*s%s%s", (int)(line - text), text, header, strchr(line, '\n')) < 0)
        exit(1);
    free(text);
    return made;
}

static void language_test(const struct compute_device *device, const struct conformance *row)
{
    char path[256], *source;
    FREED_BY(compute_binary_free) struct compute_binary binary = {0};
    int before = check_failures;
    snprintf(path, sizeof path, "conformance/%s", row->file);
    FREED char *header = text_of("../../kernels/common_compute.h"), *kernels = text_of(path);
    if (asprintf(&source, "%s%s\n%s%s", row->before ? row->before : "", header, row->defines, kernels) < 0)
        exit(1);
    CHECK_OK(compute_compile(device, row->file, source, 0, &binary, &caught));
    if (binary.bytes && device->can_run)
        language_run(device, row, &binary);
    if (check_failures > before)
        fprintf(stderr, "that was %s on %s, %s\n%s", row->file, device->backend, device->name, row->defines);
    free(source);
}

/* Returns the exit status of main. */
UNNEEDED static int language_test_all(const struct conformance *rows, size_t count)
{
    struct compute_inventory inventory = {0};
    const char *only = getenv("LANGUAGE_TARGET"); /* of a compiler that must not meet a driver's in one process */
    make_own_folder();                            /* the drivers' caches */
    compute_set_cache(own_folder);
    if (!only)
        compute_inventory(&inventory);
    for (size_t i = 0; i < inventory.absences; i++)
        printf("no %s: %s\n", inventory.absence[i].backend, inventory.absence[i].text);
    if (inventory.devices < COMPUTE_MAX_DEVICES)
        inventory.devices +=
            compute_find(only ? only : "nvrtc:sm_90", 0, &inventory.device[inventory.devices], NULL) == OK;
    for (size_t i = 0; i < inventory.devices; i++) {
        const struct compute_device *device = &inventory.device[i];
        int before = check_failures;
        for (size_t row = 0; row < count; row++)
            if (compute_has(device, COMPUTE_FP64) || !rows[row].fp64)
                language_test(device, &rows[row]);
        printf("%s, %s: %s\n", device->backend, device->name, check_failures == before ? "good" : "bad");
    }
    return inventory.devices ? CHECK_RESULT : 77;
}
