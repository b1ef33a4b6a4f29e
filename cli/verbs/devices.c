/* gpubench devices: lists devices and their measured ceilings, and reasons for missing backends. */
#include "cli/verbs/verbs.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/device.h"
#include "cli/terminal.h"
#include "reports/format.h"
#include "reports/json/document.h"
#include "tuner/ceilings/ceilings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void print_bytes(FILE *file, const char *label, uint64_t bytes)
{
    if (bytes >= 1ull << 30)
        fprintf(file, ", %s %.1f GiB", label, (double)bytes / (1ull << 30));
    else if (bytes >= 1ull << 20)
        fprintf(file, ", %s %.1f MiB", label, (double)bytes / (1ull << 20));
    else if (bytes)
        fprintf(file, ", %s %" PRIu64 " KiB", label, bytes >> 10);
}

static void print_device(FILE *file, size_t number, const struct compute_device *device)
{
    text_print(file, "%2zu  %-7s %d  %s%s%s\n", number, device->backend, device->index, device->name,
               device->architecture[0] ? ", " : "", device->architecture);
    text_print(file, "       %s, driver %s\n", device->is_cpu ? "CPU" : "GPU", device->driver);
    fprintf(file, "       %s %u", device->is_cpu ? "cores" : "multiprocessors", device->units);
    if (device->clock_mhz)
        fprintf(file, " at %u MHz", device->clock_mhz);
    print_bytes(file, "memory", device->memory_bytes);
    print_bytes(file, "L2", device->l2_bytes);
    print_bytes(file, "local memory", device->local_bytes);
    fprintf(file, ", work-group %" PRIu64 "\n", device->max_group);
    fprintf(file, "       %s, %s 64-bit atomics, %s graphs, %s child launches",
            compute_has(device, COMPUTE_FP64) ? "double precision" : "no double precision",
            compute_has(device, COMPUTE_INT64_ATOMICS) ? "with" : "no",
            compute_has(device, COMPUTE_GRAPHS) ? "with" : "no",
            compute_has(device, COMPUTE_CHILD_LAUNCH) ? "with" : "no");
    print_bytes(file, "constant memory", device->constant_bytes);
    if (compute_has(device, COMPUTE_TEXTURES))
        fprintf(file, ", textures to %" PRIu64 " x %" PRIu64 "\n", device->max_texture[0], device->max_texture[1]);
    else
        fputs(", no textures\n", file);
    text_print(file, "       compiler %s\n", device->compiler);
}

/* The bar relative to the vendor's figure, if it is known. */
static void print_limit(FILE *file, const struct compute_device *device, enum resource resource, double rate)
{
    enum { BAR = 20 };
    struct vendor_figure figure = vendor_figure(device, resource);
    struct text text = format_rate(rate, resource_unit(resource));
    int digits = (int)strcspn(text.text, " ");
    fprintf(file, "         %-28s  %4.*s", resource_word(resource), digits, text.text);
    if (figure.rate <= 0)
        fprintf(file, "%s", text.text + digits);
    else
        fprintf(file, "%-10s  %s of %s (%s)", text.text + digits, format_bar(rate / figure.rate, BAR).text,
                format_rate(figure.rate, resource_unit(resource)).text, figure.basis);
    fputc('\n', file);
}

/* Measured as by a run with defaults: cold on a GPU. */
static void print_limits(FILE *file, size_t number, const struct compute_device *device,
                         const struct registry *registry, const char *store)
{
    struct kept_ceilings kept;
    int64_t first = INT64_MAX;
    ceilings_kept(&kept, registry, store, device, !device->is_cpu);
    for (enum resource r = 0; r < RESOURCES; r++)
        if (kept.measured[r] && kept.measured[r] < first)
            first = kept.measured[r];
    if (first == INT64_MAX) {
        fprintf(file, "       limits: not measured yet; gpubench --suite ceilings --device %zu --strategy exhaustive\n",
                number);
        return;
    }
    time_t date = (time_t)first;
    struct tm local;
    char text[32] = "an unknown day";
    if (localtime_r(&date, &local))
        strftime(text, sizeof text, "%Y-%m-%d", &local);
    fprintf(file, "       limits, measured on %s or later, caches %s\n", text, device->is_cpu ? "warm" : "cold");
    for (enum resource r = 0; r < RESOURCES; r++)
        if (kept.ceilings.rate[r] > 0)
            print_limit(file, device, r, kept.ceilings.rate[r]);
    if (kept.missing)
        fprintf(file,
                "         %d more not measured yet; gpubench --suite ceilings --device %zu --strategy exhaustive\n",
                kept.missing, number);
}

/* ---- JSON ---- */

static void put_ceilings(struct document *document, const struct compute_device *device,
                         const struct registry *registry, const char *store)
{
    struct kept_ceilings kept;
    ceilings_kept(&kept, registry, store, device, !device->is_cpu);
    document_object(document, "ceilings");
    for (enum resource r = 0; r < RESOURCES; r++) {
        const struct vendor_figure figure = vendor_figure(device, r);
        if (!(kept.ceilings.rate[r] > 0))
            continue;
        document_object(document, resource_word(r));
        document_real(document, "rate", kept.ceilings.rate[r]);
        document_text(document, "unit", resource_unit(r));
        if (figure.rate > 0)
            document_real(document, "vendor_rate", figure.rate);
        document_end(document);
    }
    document_end(document);
}

static int print_json(const struct compute_inventory *inventory, const struct registry *registry, const char *store)
{
    struct document *document = document_make("gpubench/devices/1");
    struct fault fault = {0};
    document_array(document, "devices");
    for (size_t i = 0; i < inventory->devices; i++) {
        document_object(document, NULL);
        document_whole(document, "number", i);
        document_device(document, "device", &inventory->device[i]);
        put_ceilings(document, &inventory->device[i], registry, store);
        document_end(document);
    }
    document_end(document);
    document_array(document, "missing");
    for (size_t i = 0; i < inventory->absences; i++) {
        document_object(document, NULL);
        document_text(document, "backend", inventory->absence[i].backend);
        document_text(document, "reason", inventory->absence[i].text);
        document_end(document);
    }
    document_end(document);
    return document_print(document, stdout, &fault) == OK ? 0 : report_fault(&fault, 2);
}

/* Exports a device, for --arch. */
static int export(const struct launcher *launcher, const struct options *options)
{
    struct compute_device device;
    struct fault fault = {0};
    char host[64] = "", date[32];
    const time_t now = time(NULL);
    struct tm local;
    const int status = device_find(launcher, options, &device);
    if (status)
        return status;
    gethostname(host, sizeof host - 1);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S%z", localtime_r(&now, &local));
    struct document *document = document_make("gpubench/device/1");
    document_text(document, "host_name", host);
    document_text(document, "date", date);
    document_text(document, "version", GPUBENCH_VERSION);
    document_device(document, "device", &device);
    return document_print(document, stdout, &fault) == OK ? 0 : report_fault(&fault, 2);
}

static void print_all(const struct compute_inventory *inventory, const struct registry *registry, const char *store)
{
    struct screen screen;
    screen_open(&screen);
    for (size_t i = 0; i < inventory->devices; i++) {
        print_device(screen.file, i, &inventory->device[i]);
        print_limits(screen.file, i, &inventory->device[i], registry, store);
    }
    for (size_t i = 0; i < inventory->absences; i++)
        text_print(screen.file, " -  %-7s -  %s\n", inventory->absence[i].backend, inventory->absence[i].text);
    screen_close(&screen);
}

int verb_devices(const struct registry *registry, struct options *options)
{
    struct launcher launcher;
    int status = launcher_make(&launcher, NULL, 0);
    if (status)
        return status;
    if (options->form == FORM_DEVICES_EXPORT)
        return export(&launcher, options);
    struct compute_inventory *inventory = allocate(sizeof *inventory);
    struct fault fault = {0};
    if (tuner_inventory(&launcher, inventory, &fault) != OK) {
        status = report_fault(&fault, 3);
    } else {
        if (options->json)
            status = print_json(inventory, registry, launcher.cache);
        else
            print_all(inventory, registry, launcher.cache);
        status = status ? status : inventory->devices ? 0 : 3;
    }
    free(inventory);
    return status;
}
