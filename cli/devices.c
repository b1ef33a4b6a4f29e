/* gpubench devices: what this machine can run on, and why a backend is missing. */
#include "cli/verbs.h"

#include "compute/memory.h"
#include "tuner/tuner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_bytes(const char *label, uint64_t bytes)
{
    if (bytes >= 1ull << 30)
        printf(", %s %.1f GiB", label, (double)bytes / (1ull << 30));
    else if (bytes >= 1ull << 20)
        printf(", %s %.1f MiB", label, (double)bytes / (1ull << 20));
    else if (bytes)
        printf(", %s %" PRIu64 " KiB", label, bytes >> 10);
}

static void print_device(size_t number, const struct compute_device *device)
{
    printf("%2zu  %-7s %d  %s%s%s\n", number, device->backend, device->index, device->name,
           device->architecture[0] ? ", " : "", device->architecture);
    printf("       %s, driver %s\n", device->is_cpu ? "CPU" : "GPU", device->driver);
    printf("       %s %u", device->is_cpu ? "cores" : "multiprocessors", device->units);
    if (device->clock_mhz)
        printf(" at %u MHz", device->clock_mhz);
    print_bytes("memory", device->memory_bytes);
    print_bytes("L2", device->l2_bytes);
    print_bytes("local memory", device->local_bytes);
    printf(", work-group %" PRIu64 "\n", device->max_group);
    printf("       %s, %s 64-bit atomics, %s graphs", device->fp64 ? "double precision" : "no double precision",
           device->int64_atomics ? "with" : "no", device->graphs ? "with" : "no");
    print_bytes("constant memory", device->constant_bytes);
    if (device->images)
        printf(", textures to %" PRIu64 " x %" PRIu64 "\n", device->max_texture[0], device->max_texture[1]);
    else
        puts(", no textures");
    printf("       compiler %s\n", device->compiler);
}

int verb_devices(int argc, char **argv)
{
    if (argc > 1) {
        fprintf(stderr, "gpubench: devices takes no argument, not '%s'\n", argv[1]);
        return 2;
    }
    struct launcher launcher;
    int status = launcher_make(&launcher, NULL);
    if (status)
        return status;
    struct compute_inventory *inventory = allocate(sizeof *inventory);
    struct fault fault = {0};
    if (tuner_inventory(&launcher, inventory, &fault) != OK) {
        status = complain(&fault, 3);
    } else {
        for (size_t i = 0; i < inventory->devices; i++)
            print_device(i, &inventory->device[i]);
        for (size_t i = 0; i < inventory->absences; i++)
            printf(" -  %-7s -  %s\n", inventory->absence[i].backend, inventory->absence[i].text);
        status = inventory->devices ? 0 : 3;
    }
    free(inventory);
    return status;
}
