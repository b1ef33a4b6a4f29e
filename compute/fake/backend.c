/* The fake device: launches run at once on host memory, and take the time in the kernel file's script; a copy on a
 * stream happens as late as possible (queue.c), and takes a nanosecond per byte. script.h lists the script's actions.
 * "fake" is one GPU-like device, "fake:cpu" one like a CPU, "fake:none" none; "fake" is several where FAKE_DEVICES
 * lists them (handles.h).
 */
#include "base/memory.h"
#include "compute/cuda/driver.h"
#include "compute/fake/handles.h"
#include "compute/fake/script.h"
#include "compute/nonbonded_form.h"
#include "compute/typical.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char magic[] = "fake binary 1\n";

/* ---- devices ---- */

static void describe(struct compute_device *device, bool is_cpu)
{
    *device = compute_typical_gpu;
    device->can_run = true;
    device->units = 4;
    device->memory_bytes = 1 << 30;
    device->l2_bytes = 1 << 20;
    strcpy(device->name, "Fake device");
    strcpy(device->uuid, "GPU-fake");
    strcpy(device->platform, "Fake");
    strcpy(device->driver, "1");
    strcpy(device->compiler, "fake 1");
    if (is_cpu) {
        strcpy(device->name, "Fake CPU");
        device->uuid[0] = 0;
        device->is_cpu = true;
        device->units = 2;
        device->simt_width = 1;
        device->local_bytes = 2 << 20;
        device->max_group = 4096;
        for (int i = 0; i < 3; i++) {
            device->max_group_size[i] = 4096;
            device->max_groups[i] = 0;
        }
    }
}

/* The name of an entry of a list, by its number; whether there is such an entry. */
static bool find_entry(const char *list, size_t number, struct compute_device *device)
{
    while (number-- && list)
        list = (list = strchr(list, ',')) ? list + 1 : NULL;
    if (!list)
        return false;
    snprintf(device->name, sizeof device->name, "%.*s", (int)strcspn(list, ",:"), list);
    return true;
}

static enum status fake_devices(const char *target, struct compute_device *device, size_t max, size_t *count,
                                struct fault *fault)
{
    const char *list = getenv(FAKE_DEVICES);
    const bool is_cpu = !strcmp(target, "cpu"), several = !*target && list && *list;
    *count = 0;
    if (!strcmp(target, "none"))
        return fail(fault, UNSUPPORTED, "fake:none has no device: use fake or fake:cpu");
    if (*target && !is_cpu)
        return fail(fault, INVALID, "there is no fake:%s: use fake, fake:cpu or fake:none", target);
    for (size_t i = 0; i < max && (several || !i); i++) {
        describe(&device[i], is_cpu);
        device[i].index = (int)i;
        if (several && !find_entry(list, i, &device[i]))
            break;
        if (i)
            snprintf(device[i].uuid, sizeof device[i].uuid, "GPU-fake-%zu", i);
        ++*count;
    }
    return OK;
}

/* ---- programs ---- */

static struct compute_resources script_resources(const char *script)
{
    return (struct compute_resources){
        .registers = (int)fmin(fake_script_total(script, FAKE_REGISTERS), INT_MAX),
        .shared_bytes = (int)fmin(fake_script_total(script, FAKE_LOCAL), INT_MAX),
        .spill_bytes = -1,
    };
}

static enum status fake_compile(UNNEEDED const struct compute_device *device, const char *name, const char *source,
                                UNNEEDED unsigned options, UNNEEDED const struct flags *flags,
                                struct compute_binary *binary, struct fault *fault)
{
    char *script;
    enum status status = fake_script_select(name, source, &script, fault);
    if (status != OK)
        return status;
    struct fake_line line;
    for (const char *at = script; status == OK && fake_script_next(&at, &line);) {
        if (line.action == FAKE_SLOW_COMPILE)
            fake_sleep(line.number);
        else if (line.action == FAKE_HANG_COMPILE)
            fake_hang();
        else if (line.action == FAKE_CRASH_COMPILE)
            fake_crash();
        else if (line.action == FAKE_NO_COMPILE)
            status = fail(fault, COMPILE_FAILED, "%s: %s", name, line.text);
    }
    if (status == OK) {
        binary->size = sizeof magic - 1 + strlen(script);
        binary->bytes = allocate(binary->size + 1);
        snprintf(binary->bytes, binary->size + 1, "%s%s", magic, script);
        binary->resources = script_resources(script);
    }
    free(script);
    return status;
}

void fake_program_free(void *program)
{
    struct fake_program *freed = program;
    fake_finish(freed->context, NULL);
    free(freed->text);
    free(freed);
}

enum status fake_program_load(void *context, const void *bytes, size_t size, void **program, struct fault *fault)
{
    if (size < sizeof magic - 1 || memcmp(bytes, magic, sizeof magic - 1))
        return fail(fault, LAUNCH_FAILED, "not a binary of the fake device");
    struct fake_program *made = allocate(sizeof *made);
    made->context = context;
    made->text = allocate(size + 1);
    memcpy(made->text, bytes, size);
    made->script = made->text + sizeof magic - 1;
    struct fake_line line;
    for (const char *at = made->script; fake_script_next(&at, &line);)
        if (line.action == FAKE_FAIL_LOAD) {
            fake_program_free(made);
            return fail(fault, LAUNCH_FAILED, "%s", line.text);
        }
    *program = made;
    return OK;
}

enum status fake_kernel_new(void *program, const char *entry, void **kernel, struct backend_kernel *known,
                            struct fault *fault)
{
    struct fake_program *of = program;
    const struct compute_device *device = &of->context->device;
    bool listed = false, found = false;
    int parameters = 0;
    struct fake_line line;
    for (const char *at = of->script; fake_script_next(&at, &line);)
        if (line.action == FAKE_KERNEL) {
            listed = true;
            found = found || !strcmp(line.text, entry);
        } else if (line.action == FAKE_PARAMETER && parameters < MAX_ARGUMENTS) {
            known->parameter_bytes[parameters++] = (size_t)line.number;
            known->parameters = parameters;
        }
    if (listed && !found)
        return fail(fault, LAUNCH_FAILED, "the program has no kernel %s", entry);
    known->resources = script_resources(of->script);
    known->max_group = device->max_group;
    if (!device->is_cpu && known->resources.registers > 0) {
        uint64_t fitting = 65536 / (uint64_t)known->resources.registers / 32 * 32;
        fitting = fitting ? fitting : 32;
        known->max_group = fitting < known->max_group ? fitting : known->max_group;
        known->resident = fitting / known->max_group;
    }
    *kernel = program;
    return OK;
}

/* All entry points do the same: a kernel is its program. */
static void fake_kernel_free(UNNEEDED void *kernel)
{
}

/* ---- contexts and memory ---- */

enum status fake_context_new(const struct compute_device *device, void **context, struct fault *fault)
{
    char file[256] = "";
    fake_outcome(device, ":dead ", file);
    if (*file && !access(file, F_OK))
        return fail(fault, LAUNCH_FAILED, "it has fallen off the bus");
    struct fake_context *made = allocate(sizeof *made);
    made->device = *device;
    *context = made;
    return OK;
}

void fake_context_free(void *context)
{
    struct fake_context *freed = context;
    fake_drop(freed);
    fake_graph_free(freed->captured);
    free(freed);
}

enum status fake_memory_new(void *context, size_t bytes, size_t offset, size_t view_bytes, void **memory,
                            struct fault *fault)
{
    struct fake_context *of = context;
    uint64_t left = of->device.memory_bytes - of->used;
    if (bytes > left)
        return fail(fault, NO_MEMORY, "%zu bytes of device memory: %llu are left", bytes, (unsigned long long)left);
    struct fake_memory *made = allocate(sizeof *made);
    *made = (struct fake_memory){of, allocate(bytes), bytes, offset, view_bytes};
    of->used += bytes;
    *memory = made;
    return OK;
}

void fake_memory_free(void *memory)
{
    struct fake_memory *freed = memory;
    fake_finish(freed->context, NULL);
    freed->context->used -= freed->total;
    free(freed->bytes);
    free(freed);
}

enum status fake_write(void *memory, size_t offset, const void *from, size_t bytes, struct fault *fault)
{
    struct fake_memory *to = memory;
    enum status status = fake_stream_finish(to->context, 0, fault);
    memcpy(to->bytes + offset, from, bytes);
    return status;
}

enum status fake_read(void *memory, size_t offset, void *to, size_t bytes, struct fault *fault)
{
    struct fake_memory *from = memory;
    enum status status = fake_stream_finish(from->context, 0, fault);
    memcpy(to, from->bytes + offset, bytes);
    return status;
}

/* A texture is memory that no kernel reads. */
enum status fake_texture_new(void *context, struct compute_texture shape, void **texture, struct fault *fault)
{
    size_t bytes = compute_texture_bytes(shape);
    return fake_memory_new(context, bytes, 0, bytes, texture, fault);
}

enum status fake_texture_write(void *texture, const void *from, struct fault *fault)
{
    return fake_write(texture, 0, from, ((struct fake_memory *)texture)->total, fault);
}

enum status fake_texture_read(void *texture, void *to, struct fault *fault)
{
    return fake_read(texture, 0, to, ((struct fake_memory *)texture)->total, fault);
}

/* The CPU-like device reports none. */
static bool fake_energy(const struct compute_device *device, double *joules, char *text, size_t size)
{
    *joules = fake_joules();
    if (device->is_cpu)
        snprintf(text, size, "it has no counter");
    return !device->is_cpu;
}

/* Its kernels find no tiles and sum nothing. */
static const struct nonbonded_form *fake_nonbonded(UNNEEDED const struct compute_device *device)
{
    static const struct nonbonded_form form = {"FORM_ITEMS", 1, 1, 1, 1, 1};
    return &form;
}

#define OPERATION(result, name, parameters) .name = fake_##name,

/* clang-format off */
const struct compute_backend fake_backend = {
    .name = "fake",
    .target = "",
    .texture_parameters = 1,
    .devices = fake_devices,
    .health = cuda_health,
    .energy = fake_energy,
    .compile = fake_compile,
    .nonbonded = fake_nonbonded,
    .kernel_free = fake_kernel_free,
    .host_free = free,
    .texture_free = fake_memory_free,
    .reference = fake_reference,
    BACKEND_OPERATIONS(OPERATION)
    BACKEND_GRAPHS(OPERATION)
};
/* clang-format on */
