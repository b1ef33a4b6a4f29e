/* Lists the devices: a worker per backend, all at once, so that a driver that aborts or hangs affects its backend
 * alone. If a backend has several drivers, the failing ones are left out. */
#include "tuner/run/run.h"

#include "base/memory.h"
#include "tuner/run/finders.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double usual_seconds = 60;

double tuner_device_seconds(const struct launcher *launcher)
{
    return launcher->device_seconds > 0 ? launcher->device_seconds : usual_seconds;
}

/* Half of the limit if one of several drivers may hang; the other half serves to try each of them alone. */
static double find_seconds(const struct launcher *launcher, const char *backend)
{
    struct compute_driver driver[COMPUTE_MAX_DRIVERS];
    return tuner_device_seconds(launcher) / (compute_drivers(backend, driver) > 1 ? 2 : 1);
}

static bool is_interrupted(const struct launcher *launcher)
{
    return launcher->stop && *launcher->stop;
}

/* ---- several workers at once ---- */

enum { MOST_ASKED = COMPUTE_MAX_DRIVERS };

/* A worker that lists the devices of a backend, or describes one. */
struct query {
    const char *backend;
    struct request request;
    struct launcher launcher;
    struct process process;
    struct reply *reply; /* while it is running */
    bool again;          /* its first worker was killed from outside */
    struct fault fault;  /* not OK: the backend's driver is broken */
};

static void start(struct query *query)
{
    const double seconds = find_seconds(&query->launcher, query->backend);
    if (process_start(&query->process, &query->launcher, &query->fault) == OK)
        process_send(&query->process, &query->request, seconds, &query->fault);
}

static void start_query(struct query *query, const struct launcher *launcher, const char *backend,
                        enum request_kind kind, int index)
{
    *query = (struct query){.backend = backend,
                            .request = {.kind = kind, .device.index = index},
                            .launcher = *launcher,
                            .reply = allocate(sizeof *query->reply)};
    snprintf(query->request.target, sizeof query->request.target, "%s", backend);
    start(query);
}

static void start_inventory(struct query *query, const struct launcher *launcher, const char *backend)
{
    start_query(query, launcher, backend, REQUEST_INVENTORY, 0);
}

/* Whether the reply, or a failure, is still due. A worker that was killed from outside is started once more. */
static bool is_awaited(struct query *query)
{
    if (!query->process.busy)
        return false;
    if (!process_receive(&query->process, query->reply, &query->fault))
        return true;
    if (!query->process.killed || query->again)
        return false;
    query->again = true;
    query->fault = (struct fault){0};
    start(query);
    return query->process.busy;
}

/* Keeps a worker that has found devices, if the launcher has a place for it. */
static void keep(struct query *query)
{
    struct finders *finders = query->launcher.finders;
    const bool found = query->request.kind == REQUEST_FIND || query->reply->inventory.devices;
    if (finders && query->process.pid && !query->process.busy && query->fault.status == OK && found)
        finders_keep(finders, query->backend, &query->process);
}

/* Waits for all queries, and ends their workers. A query that was not started stays so. */
static void receive_all(struct query *query, size_t count, const struct launcher *launcher)
{
    struct pollfd watched[2 * MOST_ASKED];
    for (size_t busy = count; busy && !is_interrupted(launcher);) {
        for (size_t i = 0; i < count; i++)
            process_poll_fds(&query[i].process, watched + 2 * i);
        poll(watched, 2 * count, 100);
        busy = 0;
        for (size_t i = 0; i < count; i++)
            busy += is_awaited(&query[i]);
    }
    for (size_t i = 0; i < count; i++) {
        keep(&query[i]);
        process_release(&query[i].process);
    }
    for (size_t i = 0; i < count; i++) {
        if (query[i].process.busy)
            fail(&query[i].fault, TIMED_OUT, "interrupted");
        process_close(&query[i].process);
    }
}

static void free_reply(struct query *query)
{
    free(query->reply);
    query->reply = NULL;
}

/* The failure of a worker that listed devices, as one of the driver that it loaded. */
static void report_failure(struct compute_inventory *inventory, const struct query *query, const char *driver)
{
    char text[2048];
    const char *why = query->fault.text;
    const bool died = !strncmp(why, PROCESS_DIED, strlen(PROCESS_DIED)) && !query->process.killed;
    snprintf(text, sizeof text, "%.600s%s%s%.1000s", driver, *driver ? ": " : "",
             died ? "its driver ended the process: " : "", died ? why + strlen(PROCESS_DIED) : why);
    compute_list_absence(inventory, query->backend, true, text);
}

/* ---- drivers ---- */

/* Tries each of several drivers of a backend alone; good[i]: it works, or was not tried. */
static void try_each(const struct launcher *launcher, const char *backend, const struct compute_driver *driver,
                     size_t count, struct compute_inventory *inventory, bool *good)
{
    struct query query[COMPUTE_MAX_DRIVERS] = {0};
    struct compute_setting setting[COMPUTE_MAX_DRIVERS];
    for (size_t i = 0; i < count; i++) {
        struct launcher one = *launcher;
        bool alone[COMPUTE_MAX_DRIVERS] = {false};
        alone[i] = true;
        one.setting = setting[i].text;
        one.finders = NULL;
        if (compute_choose_drivers(backend, driver, alone, count, launcher->cache, &setting[i]))
            start_inventory(&query[i], &one, backend);
    }
    receive_all(query, count, launcher);
    for (size_t i = 0; i < count; i++) {
        good[i] = query[i].fault.status == OK;
        if (!good[i])
            report_failure(inventory, &query[i], driver[i].path);
        free_reply(&query[i]);
    }
}

/* Leaves out the broken drivers of a backend in all workers from now on. False if none or all are broken. */
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

/* Takes a backend's reply: its devices, or a failure, which may be of one of its drivers alone. */
static void take_reply(struct query *query, const struct launcher *launcher, struct compute_inventory *inventory)
{
    if (query->fault.status != OK && !is_interrupted(launcher) && leave_out(launcher, query->backend, inventory)) {
        free_reply(query);
        start_inventory(query, launcher, query->backend);
        receive_all(query, 1, launcher);
    }
    if (query->fault.status == OK)
        take(inventory, &query->reply->inventory);
    else
        report_failure(inventory, query, "");
}

enum status tuner_inventory(const struct launcher *launcher, struct compute_inventory *inventory, struct fault *fault)
{
    struct query query[MOST_ASKED] = {0};
    size_t count = 0;
    *inventory = (struct compute_inventory){0};
    for (; compute_listed(count); count++)
        start_inventory(&query[count], launcher, compute_listed(count));
    receive_all(query, count, launcher);
    for (size_t i = 0; i < count; i++) {
        take_reply(&query[i], launcher, inventory);
        free_reply(&query[i]);
    }
    return is_interrupted(launcher) ? fail(fault, TIMED_OUT, "interrupted") : OK;
}

enum status tuner_list(const struct launcher *launcher, const char *backend, struct compute_inventory *inventory,
                       struct fault *fault)
{
    struct query query;
    *inventory = (struct compute_inventory){0};
    start_inventory(&query, launcher, backend);
    receive_all(&query, 1, launcher);
    take_reply(&query, launcher, inventory);
    free_reply(&query);
    return is_interrupted(launcher) ? fail(fault, TIMED_OUT, "interrupted") : OK;
}

static enum status find(const struct launcher *launcher, const char *backend, int index, struct compute_device *device,
                        struct fault *fault)
{
    struct query query;
    start_query(&query, launcher, backend, REQUEST_FIND, index);
    receive_all(&query, 1, launcher);
    if (query.fault.status == OK)
        *device = query.reply->device;
    free_reply(&query);
    return query.fault.status == OK ? OK : fail(fault, query.fault.status, "%s", query.fault.text);
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
