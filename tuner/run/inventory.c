/* Which devices there are: each backend is asked in a worker of its own, all at once, so that one whose driver aborts
 * or hangs costs itself. Where it has several drivers, those that do so are left out. */
#include "tuner/run/run.h"

#include "base/memory.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double usual_seconds = 60;

double tuner_device_seconds(const struct launcher *launcher)
{
    return launcher->device_seconds > 0 ? launcher->device_seconds : usual_seconds;
}

/* Half of that where one of several drivers may hang, which then have the other half, each alone. */
static double find_seconds(const struct launcher *launcher, const char *backend)
{
    struct compute_driver driver[COMPUTE_MAX_DRIVERS];
    return tuner_device_seconds(launcher) / (compute_drivers(backend, driver) > 1 ? 2 : 1);
}

static bool is_interrupted(const struct launcher *launcher)
{
    return launcher->stop && *launcher->stop;
}

/* ---- asking several workers at once ---- */

enum { MOST_ASKED = COMPUTE_MAX_DRIVERS };

/* One that is asked for the devices of a backend, or for one of them. */
struct asked {
    const char *backend;
    struct request request;
    struct launcher launcher;
    struct process process;
    struct reply *reply; /* while it is not freed */
    bool again;          /* its first worker was killed from outside */
    struct fault fault;  /* not OK: the backend's driver is out of order */
};

static void start(struct asked *asked)
{
    const double seconds = find_seconds(&asked->launcher, asked->backend);
    if (process_start(&asked->process, &asked->launcher, &asked->fault) == OK)
        process_ask(&asked->process, &asked->request, seconds, &asked->fault);
}

static void ask_for(struct asked *asked, const struct launcher *launcher, const char *backend, enum request_kind kind,
                    int index)
{
    *asked = (struct asked){.backend = backend,
                            .request = {.kind = kind, .device.index = index},
                            .launcher = *launcher,
                            .reply = allocate(sizeof *asked->reply)};
    snprintf(asked->request.target, sizeof asked->request.target, "%s", backend);
    start(asked);
}

static void ask(struct asked *asked, const struct launcher *launcher, const char *backend)
{
    ask_for(asked, launcher, backend, REQUEST_INVENTORY, 0);
}

/* Whether an answer, or its failure, is still to come. One that was killed from outside is asked once more. */
static bool is_awaited(struct asked *asked)
{
    if (!asked->process.busy)
        return false;
    if (!process_hear(&asked->process, asked->reply, &asked->fault))
        return true;
    if (!asked->process.killed || asked->again)
        return false;
    asked->again = true;
    asked->fault = (struct fault){0};
    start(asked);
    return asked->process.busy;
}

/* Waits for all of them, and lets their workers end. One that was not asked stays so. */
static void hear_all(struct asked *asked, size_t count, const struct launcher *launcher)
{
    struct pollfd watched[2 * MOST_ASKED];
    for (size_t busy = count; busy && !is_interrupted(launcher);) {
        for (size_t i = 0; i < count; i++)
            process_watch(&asked[i].process, watched + 2 * i);
        poll(watched, 2 * count, 100);
        busy = 0;
        for (size_t i = 0; i < count; i++)
            busy += is_awaited(&asked[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (asked[i].process.busy)
            fail(&asked[i].fault, TIMED_OUT, "interrupted");
        process_close(&asked[i].process);
    }
}

static void forget(struct asked *asked)
{
    free(asked->reply);
    asked->reply = NULL;
}

/* What became of a worker that was asked for devices, said of the driver that it loaded. */
static void tell(struct compute_inventory *inventory, const struct asked *asked, const char *driver)
{
    char text[2048];
    const char *why = asked->fault.text;
    const bool died = !strncmp(why, PROCESS_DIED, strlen(PROCESS_DIED)) && !asked->process.killed;
    snprintf(text, sizeof text, "%.600s%s%s%.1000s", driver, *driver ? ": " : "",
             died ? "its driver ended the process: " : "", died ? why + strlen(PROCESS_DIED) : why);
    compute_list_absence(inventory, asked->backend, true, text);
}

/* ---- drivers ---- */

/* Asks each of several drivers of a backend alone; whether one may be used, or was not asked, is left in `good`. */
static void try_each(const struct launcher *launcher, const char *backend, const struct compute_driver *driver,
                     size_t count, struct compute_inventory *inventory, bool *good)
{
    struct asked asked[COMPUTE_MAX_DRIVERS] = {0};
    struct compute_setting setting[COMPUTE_MAX_DRIVERS];
    for (size_t i = 0; i < count; i++) {
        struct launcher one = *launcher;
        bool alone[COMPUTE_MAX_DRIVERS] = {false};
        alone[i] = true;
        one.setting = setting[i].text;
        if (compute_choose_drivers(backend, driver, alone, count, launcher->cache, &setting[i]))
            ask(&asked[i], &one, backend);
    }
    hear_all(asked, count, launcher);
    for (size_t i = 0; i < count; i++) {
        good[i] = asked[i].fault.status == OK;
        if (!good[i])
            tell(inventory, &asked[i], driver[i].path);
        forget(&asked[i]);
    }
}

/* Leaves out those of a backend's drivers that are out of order, in all workers from now on. False where there are none
 * such, or no others. */
static bool leave_out(const struct launcher *launcher, const char *backend, struct compute_inventory *inventory)
{
    static struct compute_setting setting;
    struct compute_driver driver[COMPUTE_MAX_DRIVERS];
    bool good[COMPUTE_MAX_DRIVERS];
    const size_t count = compute_drivers(backend, driver), before = inventory->absences;
    size_t left = 0;
    if (count < 2)
        return false;
    try_each(launcher, backend, driver, count, inventory, good);
    for (size_t i = 0; i < count; i++)
        left += good[i];
    return left && inventory->absences > before &&
           compute_choose_drivers(backend, driver, good, count, launcher->cache, &setting) && !putenv(setting.text);
}

/* ---- backends ---- */

static void take(struct compute_inventory *inventory, const struct compute_inventory *part)
{
    for (size_t i = 0; i < part->devices && inventory->devices < COMPUTE_MAX_DEVICES; i++)
        inventory->device[inventory->devices++] = part->device[i];
    for (size_t i = 0; i < part->absences; i++)
        compute_list_absence(inventory, part->absence[i].backend, part->absence[i].failed, part->absence[i].text);
}

/* Of a backend that was asked: its devices, or what was wrong, perhaps with one of its drivers only. */
static void settle(struct asked *asked, const struct launcher *launcher, struct compute_inventory *inventory)
{
    if (asked->fault.status != OK && !is_interrupted(launcher) && leave_out(launcher, asked->backend, inventory)) {
        forget(asked);
        ask(asked, launcher, asked->backend);
        hear_all(asked, 1, launcher);
    }
    if (asked->fault.status == OK)
        take(inventory, &asked->reply->inventory);
    else
        tell(inventory, asked, "");
}

enum status tuner_inventory(const struct launcher *launcher, struct compute_inventory *inventory, struct fault *fault)
{
    struct asked asked[MOST_ASKED] = {0};
    size_t count = 0;
    *inventory = (struct compute_inventory){0};
    for (; compute_listed(count); count++)
        ask(&asked[count], launcher, compute_listed(count));
    hear_all(asked, count, launcher);
    for (size_t i = 0; i < count; i++) {
        settle(&asked[i], launcher, inventory);
        forget(&asked[i]);
    }
    return is_interrupted(launcher) ? fail(fault, TIMED_OUT, "interrupted") : OK;
}

enum status tuner_list(const struct launcher *launcher, const char *backend, struct compute_inventory *inventory,
                       struct fault *fault)
{
    struct asked asked;
    *inventory = (struct compute_inventory){0};
    ask(&asked, launcher, backend);
    hear_all(&asked, 1, launcher);
    settle(&asked, launcher, inventory);
    forget(&asked);
    return is_interrupted(launcher) ? fail(fault, TIMED_OUT, "interrupted") : OK;
}

static enum status find(const struct launcher *launcher, const char *backend, int index, struct compute_device *device,
                        struct fault *fault)
{
    struct asked asked;
    ask_for(&asked, launcher, backend, REQUEST_FIND, index);
    hear_all(&asked, 1, launcher);
    if (asked.fault.status == OK)
        *device = asked.reply->device;
    forget(&asked);
    return asked.fault.status == OK ? OK : fail(fault, asked.fault.status, "%s", asked.fault.text);
}

enum status tuner_find(const struct launcher *launcher, const char *backend, int index, struct compute_device *device,
                       struct compute_inventory *left_out, struct fault *fault)
{
    struct fault first = {0};
    *left_out = (struct compute_inventory){0};
    const enum status status = find(launcher, backend, index, device, &first);
    const bool broken = status == CRASHED || status == TIMED_OUT || status == NO_MEMORY;
    if (broken && !is_interrupted(launcher) && leave_out(launcher, backend, left_out))
        return find(launcher, backend, index, device, fault);
    return status == OK ? OK : fail(fault, status, "%s", first.text);
}
