#include "cli/run/checks.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/options/table.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/run/record.h"
#include "cli/run/strategy.h"
#include "reports/header/header.h"
#include "reports/json/results_file.h"
#include "reports/json/samples.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int check_options(const struct options *options, struct strategy *strategy)
{
    *strategy = (struct strategy){.name = NULL};
    if (!options->suites && !options->configs) {
        fputs("gpubench: --suite is missing; `gpubench list` shows the suites, --help all options\n", stderr);
        return 2;
    }
    if (options->compile_only && options->verify_only) {
        fputs("gpubench: --compile-only and --verify-only: what is not run cannot be proved right\n", stderr);
        return 2;
    }
    return options->strategy ? strategy_take(options->strategy, options->time_limit, strategy) : 0;
}

const char *results_path(const struct options *options, const struct targets *targets, char *path, size_t size)
{
    if (options->out)
        return options->out;
    const bool all = !strcmp(options->suites, "all");
    size_t length = (size_t)snprintf(path, size, all ? "results/all" : "results/");
    for (size_t t = 0; !all && t < targets->count && length < size; t++)
        if (!t || targets->target[t].problem.suite != targets->target[t - 1].problem.suite)
            length += (size_t)snprintf(path + length, size - length, "%s%s", t ? "+" : "",
                                       targets->target[t].problem.suite->name);
    if (options->shard.of && length < size)
        length += (size_t)snprintf(path + length, size - length, ".%" PRIu64 "of%" PRIu64, options->shard.number,
                                   options->shard.of);
    if (length < size)
        snprintf(path + length, size - length, options->compile_only ? ".compiled.json" : ".json");
    return path;
}

/* A file of a run; output files are checked in this order, against input files. */
struct file {
    const char *what, *path, *option; /* of an output file: the option that changes its path */
};

static int check_file(const struct file *file)
{
    struct fault fault = {0};
    if (file->path && file->option && file_is_stdout(file->path))
        fail(&fault, INVALID, "%s: standard output has the table", file->path);
    else if (!file->path || !file->option || file_writable(file->path, &fault) == OK)
        return 0;
    text_print(stderr, "gpubench: %s; name another file with %s\n", fault.text, file->option);
    return 2;
}

static int check_different(const struct file *one, const struct file *other)
{
    if (!one->path || !other->path || !one->option || !file_same(one->path, other->path))
        return 0;
    text_print(stderr, "gpubench: %s and %s both name %s; name another file\n", one->what, other->what, one->path);
    return 2;
}

/* Whether output files differ from those of the spec's kernel. */
static int check_kernel_files(const struct file *files, size_t count, const struct options *options,
                              const struct spec *spec)
{
    const char *beside = options->spec ? options->spec : options->words ? options->word[0] : "";
    const char *slash = strrchr(beside, '/');
    int status = 0;
    for (const struct kernel_file *file = spec ? spec_files(spec) : NULL; file && file->name && !status; file++) {
        FREED char *path = text_make("%.*s%s", slash ? (int)(slash + 1 - beside) : 0, beside, file->name);
        const struct file kernel = {"the kernel", path, NULL};
        for (size_t i = 0; i < count && !status; i++)
            status = check_different(&files[i], &kernel);
    }
    return status;
}

int check_paths(const char *out, const struct options *options, const struct spec *spec)
{
    char journal[4096];
    journal_path(out, journal, sizeof journal);
    const struct file files[] = {{"the results", out, "--out"},
                                 {"the journal of the results", journal, "--out"},
                                 {"--header", options->header, "--header"},
                                 {"--samples", options->samples, "--samples"},
                                 {"--spec", options->spec, NULL},
                                 {"--configs", options->configs, NULL},
                                 {"--input", options->input, NULL},
                                 {"--elements", options->elements, NULL}};
    const size_t count = sizeof files / sizeof *files;
    int status = 0;
    for (size_t i = 0; i < count && !status; i++)
        for (size_t other = i + 1; other < count && !status; other++)
            status = check_different(&files[i], &files[other]);
    if (!status)
        status = check_kernel_files(files, count, options, spec);
    for (size_t i = 0; i < count && !status; i++)
        status = check_file(&files[i]);
    if (!status && options->header)
        status = output_check_replaced("run", "--header", options->header, HEADER_MARK);
    return status || !options->samples ? status
                                       : output_check_replaced("run", "--samples", options->samples, SAMPLES_MARK);
}

int check_cache(const char *out, const struct options *options, const char *cache)
{
    const struct file files[] = {
        {NULL, out, "--out"}, {NULL, options->header, "--header"}, {NULL, options->samples, "--samples"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i].path && file_within(files[i].path, cache)) {
            text_print(stderr,
                       "gpubench: %s %s: that is in the cache, %s, whose files come and go; name another folder\n",
                       files[i].option, files[i].path, cache);
            return 2;
        }
    return 0;
}

/* Whether a folder has a kernel file, if there is a name. */
static int check_kernel(const char *folder, const char *name)
{
    char path[4096];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, name ? name : "");
    if (!name || (!access(path, R_OK) && !stat(path, &status) && S_ISREG(status.st_mode)))
        return 0;
    text_print(stderr, "gpubench: --kernels %.300s: cannot read %s there: %s\n", folder, name,
               access(path, R_OK) ? strerror(errno) : "it is no file");
    return 2;
}

int check_kernels(const struct targets *targets, const char *folder)
{
    int status = folder ? check_kernel(folder, "common_compute.h") : 0;
    for (size_t t = 0; folder && t < targets->count; t++) {
        const struct bench *bench = targets->target[t].problem.bench;
        for (size_t k = 0; k < bench_kernels(bench) && !status; k++)
            status = check_kernel(folder, bench_kernel(bench, k)->file);
    }
    return status;
}

/* --set may exclude all configurations of a bench, as its row then reports, but not all that the device can run. */
int check_sets(const struct targets *targets, const struct options *options, const struct compute_device *device)
{
    const char *empty = NULL;
    const struct constraint *obstacle = NULL, *alone;
    for (size_t t = 0; t < targets->count; t++) {
        const struct target *target = &targets->target[t];
        if (bench_missing(target->problem.bench, device))
            continue;
        struct fault mistake = {0}; /* its row has the reason */
        struct allowed allowed;
        const bool none = allowed_solve(&target->problem, &target->restriction, device, &allowed, &mistake) == OK &&
                          !allowed.solved.count;
        allowed_free(&allowed);
        if (!none || allowed_obstacle(&target->problem, &target->restriction, device, &alone, &mistake) != OK)
            return 0;
        obstacle = empty ? NULL : alone;
        empty = empty ? "any bench" : target->problem.bench->name;
    }
    if (!empty || !options->sets)
        return 0;
    text_print(stderr,
               "gpubench: --set leaves no configuration of %s%s%s; `gpubench list %s` shows what goes together\n",
               empty, obstacle ? ", by the constraint: " : "", obstacle ? obstacle->text : "",
               targets->target[0].problem.suite->name);
    return 2;
}

static void print_left_out(FILE *file, const struct problem *problem, const struct allowed *allowed)
{
    const struct constraint *constraint = problem->bench->space.constraints;
    text_print(file,
               "gpubench: %s/%s: more than can be counted; at most %" PRIu64
               " configurations are allowed, drawn at random and rejected by ",
               problem->suite->name, problem->bench->name, allowed->solved.count);
    for (size_t c = 0, listed = 0; listed < allowed->left_outs; c++)
        if (allowed->left_out[c])
            text_print(file, "%s\"%s\"", listed++ ? ", " : "", constraint[c].text);
    text_print(file, "\n");
}

static void print_unlisted(FILE *file, const struct problem *problem, const struct allowed *allowed)
{
    text_print(file,
               "gpubench: %s/%s: of this part's configurations %" PRIu64
               " may be tried, spread over all of it; %" PRIu64 " are left out\n",
               problem->suite->name, problem->bench->name, allowed->solved.count, allowed->unlisted);
}

void print_uncounted(FILE *file, const struct targets *targets, const struct compute_device *device)
{
    for (size_t t = 0; t < targets->count; t++) {
        const struct target *target = &targets->target[t];
        struct allowed allowed;
        if (target->fixed_count || bench_missing(target->problem.bench, device))
            continue;
        const bool solved = allowed_solve(&target->problem, &target->restriction, device, &allowed, NULL) == OK;
        if (solved && allowed.left_outs)
            print_left_out(file, &target->problem, &allowed);
        if (solved && allowed.unlisted)
            print_unlisted(file, &target->problem, &allowed);
        allowed_free(&allowed);
    }
}

int check_measures(const struct options *options, const struct compute_device *device)
{
    if (device->can_run)
        return 0;
    for (size_t i = 0; i < options->givens; i++)
        if (options->given[i].option->flags & OF_TIMES) {
            text_print(stderr, "gpubench: %s needs measurements, and --backend %s only compiles\n",
                       options->given[i].name, options->backend);
            return 2;
        }
    return 0;
}

int check_jobs(const struct options *options, unsigned *jobs)
{
    enum { FILES_A_WORKER = 3, OTHER_FILES = 32 };
    long cores = sysconf(_SC_NPROCESSORS_ONLN), files = sysconf(_SC_OPEN_MAX);
    long most = files < 0 ? 1024 : (files - OTHER_FILES) / FILES_A_WORKER;
    most = most > 1 ? most : 1;
    cores = cores > 1 ? cores : 1;
    *jobs = options->jobs ? (unsigned)options->jobs : (unsigned)(cores < most ? cores : most);
    if (*jobs <= most)
        return 0;
    text_print(stderr,
               "gpubench: --jobs %u needs more than the %ld open files that are allowed; choose at most %ld, or raise "
               "the limit (ulimit -n)\n",
               *jobs, files, most);
    return 2;
}
