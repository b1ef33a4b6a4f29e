#include "cli/run/kinds.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/interrupt.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The run of one kind. */
struct kind {
    const struct compute_device *device;
    char list[160], out[1200];
    pid_t pid;
    int report;   /* its stdout, a file in memory */
    FILE *output; /* its stderr; NULL: closed */
};

/* If names are equal, adds the device's number. */
static void name_results(struct kind *kind, const struct kind *before, const char *out, size_t number)
{
    const size_t length = strlen(out), stem = length > 5 && !strcmp(out + length - 5, ".json") ? length - 5 : length;
    char name[sizeof kind->device->name], also[24] = "";
    snprintf(name, sizeof name, "%s", kind->device->name);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '-';
    for (const struct kind *other = before; other < kind; other++)
        if (!strcmp(other->device->name, kind->device->name))
            snprintf(also, sizeof also, "-%zu", number);
    snprintf(kind->out, sizeof kind->out, "%.*s.%s%s%s", (int)stem, out, name, also, out + stem);
}

static void describe(struct kind *all, const struct device_kinds *kinds, const char *out)
{
    for (size_t i = 0; i < kinds->count; i++) {
        struct kind *kind = &all[kinds->kind[i]];
        const size_t length = strlen(kind->list);
        snprintf(kind->list + length, sizeof kind->list - length, "%s%zu", length ? "," : "", kinds->number[i]);
        if (kind->device)
            continue;
        kind->device = &kinds->device[i];
        name_results(kind, all, out, kinds->number[i]);
    }
    for (size_t k = 0; k < kinds->kinds; k++)
        text_print(stderr, "gpubench: device %s: %s, results in %s\n", all[k].list, all[k].device->name, all[k].out);
}

/* ---- processes ---- */

/* In the child: starts the run, which ends with its parent. The last of a repeated option counts. */
_Noreturn static void be_run(const struct options *options, const struct kind *kind, unsigned jobs, int output)
{
    const size_t given = (size_t)options->argc;
    char number[16], device[] = "--device", out[] = "--out", workers[] = "--jobs";
    char **argv = allocate((given + 7) * sizeof *argv);
    snprintf(number, sizeof number, "%u", jobs);
    memcpy(argv, options->argv, given * sizeof *argv);
    char *const own[] = {device, (char *)kind->list, out, (char *)kind->out, workers, number, NULL};
    memcpy(argv + given, own, sizeof own);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (dup2(kind->report, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0)
        execv("/proc/self/exe", argv);
    _exit(2);
}

static bool start(const struct options *options, struct kind *kind, unsigned jobs)
{
    int output[2] = {-1, -1};
    kind->report = memfd_create("report", MFD_CLOEXEC);
    if (kind->report < 0 || pipe2(output, O_CLOEXEC) || (kind->pid = fork()) < 0)
        return false;
    if (!kind->pid)
        be_run(options, kind, jobs, output[1]);
    close(output[1]);
    kind->output = fdopen(output[0], "r");
    return kind->output != NULL;
}

/* Passes on the runs' lines until all have ended. They get interrupts, too: through the process group, or sent here. */
static void relay(struct kind *all, size_t count)
{
    bool told = false;
    for (size_t open = count; open;) {
        struct pollfd watched[COMPUTE_MAX_DEVICES];
        open = 0;
        for (size_t k = 0; k < count; k++) {
            watched[k] = (struct pollfd){.fd = all[k].output ? fileno(all[k].output) : -1, .events = POLLIN};
            open += all[k].output != NULL;
        }
        for (size_t k = 0; k < count && interrupted && !told; k++)
            if (all[k].pid > 0)
                kill(all[k].pid, SIGTERM);
        told = interrupted;
        if (!open || poll(watched, count, 100) <= 0)
            continue;
        for (size_t k = 0; k < count; k++) {
            char line[4096];
            if (all[k].output && watched[k].revents && fgets(line, sizeof line, all[k].output)) {
                text_print(stderr, "%s: %.*s\n", all[k].list, (int)strcspn(line, "\n"), line);
            } else if (all[k].output && watched[k].revents) {
                fclose(all[k].output);
                all[k].output = NULL;
            }
        }
    }
}

static void print_report(const struct kind *kind)
{
    char block[4096];
    ssize_t length;
    lseek(kind->report, 0, SEEK_SET);
    while ((length = read(kind->report, block, sizeof block)) > 0)
        fwrite(block, 1, (size_t)length, stdout);
    close(kind->report);
}

static int exit_status(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}

/* Refuses options of a single file or text for several runs. */
static int check(const struct options *options)
{
    static const char *const one[] = {"--header", "--samples", "--json"};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        if (options_given(options, one[i])) {
            text_print(stderr,
                       "gpubench: %s: the devices of --device %s are not alike, and each kind has results of "
                       "its own: run them one after the other\n",
                       one[i], options->device);
            return 2;
        }
    return 0;
}

int kinds_run(const struct options *options, const struct device_kinds *kinds, const char *out, unsigned jobs)
{
    struct kind all[COMPUTE_MAX_DEVICES] = {{0}};
    const unsigned each = jobs / (unsigned)kinds->kinds;
    int status = check(options);
    if (status)
        return status;
    describe(all, kinds, out);
    fflush(NULL);
    for (size_t k = 0; k < kinds->kinds; k++)
        if (!start(options, &all[k], each ? each : 1)) {
            text_print(stderr, "gpubench: a run on device %s does not start: %s\n", all[k].list, strerror(errno));
            status = 2;
        }
    relay(all, kinds->kinds);
    for (size_t k = 0; k < kinds->kinds; k++) {
        const int own = all[k].pid > 0 ? exit_status(all[k].pid) : 2;
        status = own > status ? own : status;
        print_report(&all[k]);
    }
    return status;
}
