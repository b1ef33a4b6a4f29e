/* gpubench header --check: whether the values of a tuned header pay off on this machine. */
#include "cli/verbs/verbs.h"

#include "base/options/table.h"
#include "base/text.h"
#include "cli/gate.h"
#include "cli/report_fault.h"
#include "cli/run/device.h"
#include "cli/run/interrupt.h"
#include "cli/terminal.h"
#include "reports/json/header_rows.h"
#include "reports/table/compared.h"

#include <stdio.h>
#include <string.h>

/* Chooses the header's backend for the check, unless another is given. A different device is reported. */
static int choose_device(struct gate_options *gate, struct options *options, struct results *tuned,
                         struct compute_device *device)
{
    const struct compute_device *owner = &tuned->context.device;
    if (!options_given(options, "--backend") && *owner->backend) {
        options->backend = owner->backend;
        gate->both.argument[gate->both.count++] = "--backend";
        gate->both.argument[gate->both.count++] = owner->backend;
    }
    const int status = device_chosen(options, device);
    if (!status && *owner->name && strcmp(owner->name, device->name))
        text_print(stderr, "gpubench: header: %s is of %s; this is %s\n", gate->configs, owner->name, device->name);
    return status;
}

/* A suite of the header, if the program has none of them: of a user's kernel; else NULL. */
static const char *foreign_suite(const struct registry *registry, const struct results *tuned)
{
    for (size_t p = 0; p < tuned->problem_count; p++)
        if (registry_find(registry, tuned->problems[p].suite))
            return NULL;
    return tuned->problem_count ? tuned->problems[0].suite : NULL;
}

static int judge(const struct comparison *comparison)
{
    size_t compared = 0;
    for (size_t i = 0; i < comparison->count; i++)
        compared += comparison->row[i].verdict < VERDICT_GONE || comparison->row[i].verdict > VERDICT_NO_TIME;
    if (comparison->invalid)
        return 3;
    if (!compared) {
        fputs("gpubench: header: nothing was compared; does the header have a bench of this program?\n", stderr);
        return 2;
    }
    return tuned_worse(comparison);
}

int verb_header_check(const struct registry *registry, struct options *options)
{
    struct gate_options gate = {.base = "/proc/self/exe",
                                .new = "/proc/self/exe",
                                .configs = options->configs,
                                .defaults = true,
                                .seed = 1,
                                .stop = &interrupted};
    struct results tuned;
    struct compute_device device;
    struct comparison comparison;
    struct fault fault = {0};
    gate.both.count = options_words(options, 0, OF_SEARCH, gate.both.argument, 2 * MAX_GIVEN);
    gate.time_limit = options->time_limit;
    if (header_rows_load(&tuned, gate.configs, &fault) != OK)
        return report_fault(&fault, 2);
    const char *foreign = options->spec ? NULL : foreign_suite(registry, &tuned);
    if (foreign) {
        text_print(stderr,
                   "gpubench: header: %s: the program has no suite %s; of a kernel of yours, add --spec SPEC.json\n",
                   gate.configs, foreign);
        results_free(&tuned);
        return 2;
    }
    int status = choose_device(&gate, options, &tuned, &device);
    if (!status) {
        gate.device = &device;
        catch_interrupts();
        const enum status ran = gate_run(&gate, &comparison, &fault);
        if (ran == OK) {
            struct screen screen;
            screen_open(&screen);
            tuned_print(screen.file, &comparison, &screen.page);
            screen_close(&screen);
        }
        status = interrupted ? 130 : ran != OK ? report_fault(&fault, 2) : judge(&comparison);
        comparison_free(&comparison);
    }
    results_free(&tuned); /* gate.both refers to its text */
    return status;
}
