#include "cli/checks.h"

#include "reports/json/results_file.h"
#include "tuner/needs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *results_path(const struct options *options, const struct targets *targets, char *path, size_t size)
{
    if (options->out)
        return options->out;
    if (!strcmp(options->suites, "all"))
        return "results/all.json";
    size_t length = (size_t)snprintf(path, size, "results/");
    for (size_t t = 0; t < targets->count && length < size; t++)
        if (!t || targets->target[t].suite != targets->target[t - 1].suite)
            length += (size_t)snprintf(path + length, size - length, "%s%s", t ? "+" : "",
                                       targets->target[t].problem.suite->name);
    if (length < size)
        snprintf(path + length, size - length, ".json");
    return path;
}

static int check_path(const char *option, const char *path)
{
    struct fault fault = {0};
    if (results_writable(path, &fault) == OK)
        return 0;
    fprintf(stderr, "gpubench: %s; name another file with %s\n", fault.text, option);
    return 2;
}

static int check_different(const char *one, const char *other, const char *what, const char *option)
{
    if (!one || !other || strcmp(one, other))
        return 0;
    fprintf(stderr, "gpubench: %s and %s both name %s; name another file\n", what, option, one);
    return 2;
}

int check_paths(const char *out, const char *header, const char *samples)
{
    int status = check_different(out, header, "the results", "--header");
    if (!status)
        status = check_different(out, samples, "the results", "--samples");
    if (!status)
        status = check_different(header, samples, "--header", "--samples");
    if (!status)
        status = check_path("--out", out);
    if (!status && header)
        status = check_path("--header", header);
    return status || !samples ? status : check_path("--samples", samples);
}

/* Whether a kernel file, if there is one, is in the folder. */
static int check_kernel(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name ? name : "");
    if (!name || !access(path, R_OK))
        return 0;
    fprintf(stderr, "gpubench: --kernels %s: cannot read %s there: %s\n", folder, name, strerror(errno));
    return 2;
}

int check_kernels(const struct targets *targets, const char *folder)
{
    int status = folder ? check_kernel(folder, "common_compute.h") : 0;
    if (folder && !status)
        status = check_kernel(folder, "tuner/evict.cl");
    for (size_t t = 0; folder && t < targets->count; t++) {
        const struct bench *bench = targets->target[t].problem.bench;
        for (size_t k = 0; k < bench_kernels(bench) && !status; k++)
            status = check_kernel(folder, bench_kernel(bench, k)->file);
    }
    return status;
}

/* --set may leave a bench without a configuration, which its row says, but not all that the device can run. */
int check_sets(const struct targets *targets, const struct options *options, const struct compute_device *device)
{
    const char *empty = NULL;
    const struct constraint *obstacle = NULL;
    for (size_t t = 0; t < targets->count; t++) {
        const struct target *target = &targets->target[t];
        if (bench_lacks(target->problem.bench, device))
            continue;
        if (allowed_count(&target->problem, &target->restriction, device))
            return 0;
        obstacle = empty ? NULL : allowed_obstacle(&target->problem, &target->restriction, device);
        empty = empty ? "any bench" : target->problem.bench->name;
    }
    if (!empty || !options->sets)
        return 0;
    fprintf(stderr, "gpubench: --set leaves no configuration of %s%s%s; `gpubench list %s` shows what goes together\n",
            empty, obstacle ? ", by the constraint: " : "", obstacle ? obstacle->text : "",
            targets->target[0].problem.suite->name);
    return 2;
}

int check_measures(const struct options *options, const struct compute_device *device)
{
    const char *option = options->header ? "--header" : options->max_error > 0 ? "--max-error" : NULL;
    if (!option || device->can_run)
        return 0;
    fprintf(stderr, "gpubench: %s needs measurements, and --backend %s only compiles\n", option, options->backend);
    return 2;
}

int check_jobs(const struct options *options, unsigned *jobs)
{
    enum { FILES_A_WORKER = 3, OTHER_FILES = 32 };
    long cores = sysconf(_SC_NPROCESSORS_ONLN), files = sysconf(_SC_OPEN_MAX);
    long most = files < 0 ? 1024 : (files - OTHER_FILES) / FILES_A_WORKER;
    most = most > 1 ? most : 1;
    cores = cores > 1 ? cores : 1;
    *jobs = options->jobs ? options->jobs : (unsigned)(cores < most ? cores : most);
    if (*jobs <= most)
        return 0;
    fprintf(stderr,
            "gpubench: --jobs %u needs more than the %ld open files that are allowed; choose at most %ld, or raise "
            "the limit (ulimit -n)\n",
            *jobs, files, most);
    return 2;
}
