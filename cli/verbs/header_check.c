/* gpubench header --check: whether what a tuned header has is worth it on this machine. */
#include "cli/verbs/verbs.h"

#include "base/text.h"
#include "cli/chosen.h"
#include "cli/complain.h"
#include "cli/gate.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "reports/json/pinned.h"
#include "reports/table/tuned.h"

#include <stdio.h>
#include <string.h>

static int usage(const char *problem)
{
    text_print(stderr,
               "gpubench: header: %s; usage: gpubench header --check tuned.h [--suite NAME] [--bench GLOB] [--backend "
               "NAME] [OPTION...]\n",
               problem);
    return 2;
}

static int parse(struct gate_options *gate, int argc, char **argv)
{
    for (int i = 1; i < argc;) {
        const bool check = passed_is(argv[i], "check"), equals = strchr(argv[i], '=');
        if (check && (gate->configs || (!equals && i + 1 == argc)))
            return usage("--check takes one header");
        if (check) {
            gate->configs = equals ? strchr(argv[i], '=') + 1 : argv[i + 1];
            i += equals ? 1 : 2;
        } else if (!passed_everywhere(argv[i])) {
            text_print(stderr, "gpubench: header: --check does not take '%s'\n", argv[i]);
            return 2;
        } else {
            const int taken = passed_take(&gate->both, argc - i, argv + i);
            if (!taken)
                return usage("too many options");
            i += taken;
        }
    }
    return 0;
}

/* Whose it is: its backend is that of the check, unless another is asked for. Another device is told. */
static int choose_device(struct gate_options *gate, struct results *tuned, struct compute_device *device)
{
    static char asked[] = "--backend";
    struct compute_device *owner = &tuned->context.device;
    if (!passed_said(&gate->both, "backend", NULL) && *owner->backend)
        passed_take(&gate->both, 2, (char *[]){asked, owner->backend});
    const int status =
        chosen_device(passed_said(&gate->both, "backend", "auto"), passed_said(&gate->both, "device", "-1"), device);
    if (!status && *owner->name && strcmp(owner->name, device->name))
        text_print(stderr, "gpubench: header: %s is of %s; this is %s\n", gate->configs, owner->name, device->name);
    return status;
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

int verb_header_check(int argc, char **argv)
{
    struct gate_options gate = {
        .base = "/proc/self/exe", .new = "/proc/self/exe", .defaults = true, .seed = 1, .stop = &interrupted};
    struct results tuned;
    struct compute_device device;
    struct comparison comparison;
    struct fault fault = {0};
    int status = parse(&gate, argc, argv);
    if (status)
        return status;
    if (pinned_load(&tuned, gate.configs, &fault) != OK)
        return complain(&fault, 2);
    status = choose_device(&gate, &tuned, &device);
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
        status = interrupted ? 130 : ran != OK ? complain(&fault, 2) : judge(&comparison);
        comparison_free(&comparison);
    }
    results_free(&tuned); /* gate.both has a word of it */
    return status;
}
