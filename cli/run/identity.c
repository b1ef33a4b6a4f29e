#include "cli/run/identity.h"

#include "base/file.h"
#include "base/options/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 3, 4))) static void add(struct run_identity *identity, const char *name,
                                                      const char *format, ...)
{
    va_list words;
    va_start(words, format);
    snprintf(identity->part[identity->count].name, sizeof identity->part[0].name, "%s", name);
    vsnprintf(identity->part[identity->count].text, sizeof identity->part[0].text, format, words);
    identity->count++;
    va_end(words);
}

/* Of a file that is read from a folder: as it is now, for the workers read it as it will be. */
static void hash_kernel(struct store_hash *hash, const struct registry *registry, const struct kernel_file *kernel)
{
    char path[4096], *text;
    size_t length;
    struct fault fault = {0};
    store_hash_text(hash, kernel->name);
    if (!registry->kernel_folder) {
        store_hash_text(hash, kernel->text);
        return;
    }
    snprintf(path, sizeof path, "%s/%s", registry->kernel_folder, kernel->name);
    if (file_read(path, &text, &length, &fault) != OK)
        return;
    store_hash_text(hash, text);
    free(text);
}

static struct store_key kernels_key(const struct registry *registry)
{
    struct store_hash hash = store_hash_start();
    for (const struct kernel_file *kernel = registry->kernels; kernel->name; kernel++)
        hash_kernel(&hash, registry, kernel);
    return store_hash_key(&hash);
}

/* Which configurations are asked for: --set, whose words are long, and what --configs pins. */
static struct store_key chosen_key(const struct options *options, const struct targets *targets)
{
    struct store_hash hash = store_hash_start();
    for (size_t i = 0; i < options->sets; i++)
        store_hash_text(&hash, options->set[i]);
    for (size_t t = 0; t < targets->count; t++)
        store_hash_add(&hash, targets->target[t].pinned, targets->target[t].pins * sizeof *targets->target[t].pinned);
    return store_hash_key(&hash);
}

struct run_identity identity_of(const struct options *options, const struct tuner_options *tuner,
                                const struct targets *targets)
{
    const struct compute_device *device = &tuner->device;
    struct run_identity identity = {.count = 0};
    add(&identity, "device", "%s %s", device->name, device->uuid);
    add(&identity, "backend", "%s", device->backend);
    add(&identity, "driver", "%s", device->driver);
    add(&identity, "compiler", "%s", device->compiler);
    add(&identity, "kernels", "%s", kernels_key(tuner->registry).text);
    add(&identity, "suites", "%s", registry_key(tuner->registry).text);
    add(&identity, "--set or --configs", "%s", chosen_key(options, targets).text);
    for (const struct option *option = options_table; option->name; option++)
        if (option->flags & IN_IDENTITY && option->forms >> FORM_RUN & 1) {
            char text[sizeof identity.part[0].text];
            option_text(option, options, text, sizeof text);
            add(&identity, option->name + strlen("--"), "%s", text);
        }
    add(&identity, "measuring", "%d", MEASURING);
    return identity;
}
