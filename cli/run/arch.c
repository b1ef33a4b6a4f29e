#include "cli/run/arch.h"

#include "base/memory.h"
#include "base/parse.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/interrupt.h"
#include "reports/json/device_file.h"
#include "tuner/run/tuner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Finds this machine's compiler by the name of a backend. */
static int find_compiler(const struct launcher *launcher, const char *arch, const struct compute_name *name, int index,
                         struct compute_device *device)
{
    struct compute_inventory *left_out = allocate(sizeof *left_out);
    struct fault fault = {0};
    const enum status status = tuner_find(launcher, name->text, index, device, left_out, &fault);
    free(left_out);
    if (status == OK)
        return 0;
    if (interrupted)
        return INTERRUPTED;
    text_print(stderr, "gpubench: --arch %s: %s\n", arch, fault.text);
    return status == INVALID ? 2 : 3;
}

static int fail_different(const char *path, const char *theirs, const char *ours)
{
    text_print(stderr,
               "gpubench: --arch %s: that machine has %s, and this one %s: what is compiled here would be of no use "
               "there\n",
               path, theirs, ours);
    return 3;
}

/* Whether this machine compiles the same programs as the described device would. */
static int check_compiler(const char *path, const struct compute_device *there, const struct compute_device *here)
{
    const unsigned lacking = there->features & ~here->features;
    const bool targeted = *there->architecture; /* else a program is for one device and its driver */
    if (strcmp(there->compiler, here->compiler) != 0)
        return fail_different(path, there->compiler, here->compiler);
    if (!targeted && strcmp(there->name, here->name) != 0)
        return fail_different(path, there->name, here->name);
    if (!targeted && strcmp(there->driver, here->driver) != 0)
        return fail_different(path, there->driver, here->driver);
    if (lacking & COMPUTE_CUB)
        return fail_different(path, "CUB", "not");
    if (lacking & COMPUTE_CHILD_LAUNCH)
        return fail_different(path, "nvJitLink", "not");
    return 0;
}

static void report_undescribed(const char *path, const struct described_device *described)
{
    text_print(stderr,
               "gpubench: --arch %s: an older file, which does not say all of the device; of the rest it has what any "
               "%s has, with this machine's libraries\n",
               path, *described->device.architecture ? described->device.architecture : described->device.name);
}

/* Joins the described device with this machine's compiler for it. */
static void join(const struct described_device *described, const struct compute_device *here,
                 struct compute_device *device)
{
    *device = described->device;
    memcpy(device->backend, here->backend, sizeof device->backend);
    device->index = here->index;
    device->can_run = false;
    device->features |= here->features & ~described->given;
    if (!(described->given & COMPUTE_CUB)) {
        device->max_texture_1d = here->max_texture_1d;
        memcpy(device->max_texture_3d, here->max_texture_3d, sizeof device->max_texture_3d);
    }
    if (!compute_has(device, COMPUTE_CUB))
        snprintf(device->lacks_cub, sizeof device->lacks_cub, "that machine has no CUB");
    if (!compute_has(device, COMPUTE_CHILD_LAUNCH))
        snprintf(device->lacks_child_launch, sizeof device->lacks_child_launch, "that machine links no child launches");
}

static int find_described(const struct launcher *launcher, const struct options *options, struct compute_device *device)
{
    const char *path = options->arch;
    uint64_t number = 0;
    struct described_device described;
    struct compute_device here;
    struct compute_name name;
    struct fault fault = {0};
    if (options->device && !parse_whole(options->device, 0, UINT32_MAX, &number)) {
        text_print(stderr, "gpubench: --arch %s: --device %s: expected the number of one device\n", path,
                   options->device);
        return 2;
    }
    if (device_file_read(path, number, &described, &fault) != OK)
        return report_fault(&fault, 2);
    if (described.one && number) {
        text_print(stderr, "gpubench: --arch %s: it has one device; leave --device out\n", path);
        return 2;
    }
    name = compute_name_of(&described.device);
    if (*described.device.architecture && compute_name_target(described.device.architecture, &name, &fault) != OK) {
        text_print(stderr, "gpubench: --arch %s: %s\n", path, fault.text);
        return 2;
    }
    const int index = *described.device.architecture ? 0 : described.device.index;
    const int status = find_compiler(launcher, path, &name, index, &here);
    if (status)
        return status;
    if (!(described.given & COMPUTE_CUB))
        report_undescribed(path, &described);
    join(&described, &here, device);
    return check_compiler(path, device, &here);
}

int arch_find(const struct launcher *launcher, const struct options *options, struct compute_device *device)
{
    struct compute_name name;
    if (strcmp(options->backend, "auto") != 0) {
        text_print(stderr, "gpubench: --arch says for what is compiled: leave --backend %s out\n", options->backend);
        return 2;
    }
    if (compute_name_target(options->arch, &name, NULL) == OK && access(options->arch, F_OK))
        return find_compiler(launcher, options->arch, &name, 0, device);
    if (!access(options->arch, F_OK))
        return find_described(launcher, options, device);
    text_print(
        stderr,
        "gpubench: --arch %s: neither a target, such as sm_90, nor a file that `gpubench devices --export` wrote\n",
        options->arch);
    return 2;
}

/* ---- compile-only runs ---- */

void arch_begin(struct tuner *tuner, const struct run_options *run)
{
    struct fault fault = {0};
    if (run->strategy == &exhaustive_strategy && !run->budget.configurations)
        fputs("gpubench: nothing is run: all that is allowed is compiled\n", stderr);
    else
        text_print(
            stderr,
            "gpubench: nothing is run, and no strategy learns: what %s asks for without times is compiled, where "
            "exhaustive compiles all that is allowed\n",
            run->strategy->name);
    if (tuner_compile_own(tuner, run->time_limit, &fault) != OK && !interrupted)
        text_print(stderr, "gpubench: what every run has beside its benches: %s\n", fault.text);
}
