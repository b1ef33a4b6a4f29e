#include "cli/run/interference.h"

#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Less memory is kept by drivers between programs, and less than a context's; less utilisation comes from the
 * monitoring itself. */
enum { LEAST_BYTES = 64 << 20, LEAST_PERCENT = 5 };

/* Waits until a driver's utilisation, averaged over at most a second, is current. */
static void pause_a_period(void)
{
    struct timespec left = {1, 200000000};
    nanosleep(&left, NULL);
}

static bool ask(const struct interference_monitor *monitor, struct compute_health *health)
{
    char text[256];
    return monitor->knows && compute_health(&monitor->device, health, text, sizeof text);
}

void interference_start(struct interference_monitor *monitor, const struct compute_device *device)
{
    struct compute_health health;
    char text[256];
    *monitor = (struct interference_monitor){.device = *device};
    monitor->knows = compute_health(device, &health, text, sizeof text);
    if (monitor->knows && health.draws)
        text_print(stderr, "gpubench: compare: something draws with %s, too: times may be noisy\n", device->name);
    if (!monitor->knows && !device->is_cpu)
        text_print(stderr, "gpubench: compare: whether others use %s is not known: %s\n", device->name, text);
}

static void name_of(unsigned process, char *name, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/comm", process);
    FILE *file = fopen(path, "r");
    snprintf(name, size, "not seen from here");
    if (file && fgets(name, (int)size, file))
        name[strcspn(name, "\n")] = '\0';
    for (char *c = name; *c; c++) /* other users choose it */
        if (!isascii((unsigned char)*c) || !isprint((unsigned char)*c))
            *c = '?';
    if (file)
        fclose(file);
}

/* Describes other use; empty if there is none. */
static void describe(const struct compute_health *health, bool closely, char *text, size_t size)
{
    char name[64], more[32] = "";
    *text = '\0';
    if (health->processes) {
        name_of(health->process, name, sizeof name);
        if (health->processes > 1)
            snprintf(more, sizeof more, " and %zu more", health->processes - 1);
        snprintf(text, size, "process %u (%s)%s is on the GPU, too", health->process, name, more);
    } else if (closely && !health->draws &&
               (health->memory_bytes >= LEAST_BYTES || health->busy_percent >= LEAST_PERCENT)) {
        snprintf(text, size,
                 "somebody who cannot be seen from here is on the GPU, too: %.0f MiB of its memory are taken, and it "
                 "was busy for %u %% of the last second",
                 (double)health->memory_bytes / (1 << 20), health->busy_percent);
    }
}

enum interference interference_check(const struct interference_monitor *monitor, bool closely, char **who)
{
    struct compute_health health;
    char text[256] = "";
    *who = NULL;
    if (closely && monitor->knows)
        pause_a_period();
    if (!ask(monitor, &health))
        return INTERFERENCE_NONE;
    describe(&health, closely, text, sizeof text);
    if (!*text)
        return INTERFERENCE_NONE;
    pause_a_period();
    if (!ask(monitor, &health))
        return INTERFERENCE_GONE;
    describe(&health, closely, text, sizeof text);
    if (!*text)
        return INTERFERENCE_GONE;
    *who = allocate_text(text);
    return INTERFERENCE_PRESENT;
}

void interference_mark(struct interference_monitor *monitor)
{
    struct compute_health health;
    monitor->throttled = ask(monitor, &health) ? health.throttled : UINT64_MAX;
}

bool interference_repeats(struct interference_monitor *monitor, enum interference interference)
{
    struct compute_health health;
    const bool throttled = ask(monitor, &health) && health.throttled > monitor->throttled;
    if ((!throttled && interference == INTERFERENCE_NONE) || monitor->repeated == INTERFERENCE_REPEATS)
        return false;
    text_print(stderr, "gpubench: compare: %s: %s\n",
               interference == INTERFERENCE_NONE ? "clocks were held back by power or heat"
                                                 : "somebody else was on the GPU",
               ++monitor->repeated == INTERFERENCE_REPEATS
                   ? "measured again for the last time, from here on blocks count as they are"
                   : "the block is measured again");
    return true;
}
