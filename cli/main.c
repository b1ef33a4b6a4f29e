#include "cli/verbs/verbs.h"

#include "base/nearest.h"
#include "base/text.h"
#include "cli/options.h"
#include "cli/registry.h"
#include "tuner/worker/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct verb {
    const char *name;
    int (*run)(const struct registry *registry, int argc, char **argv);
} verbs[] = {{"list", verb_list},     {"devices", verb_devices}, {"header", verb_header},   {"table", verb_table},
             {"report", verb_report}, {"compare", verb_compare}, {"history", verb_history}, {"cache", verb_cache}};

static int unknown_verb(const struct registry *registry, const char *given)
{
    struct names names = {0};
    size_t position;
    if (registry_find(registry, given, &position)) {
        text_print(stderr, "gpubench: '%s' is a suite; did you mean --suite %s?\n", given, given);
        return 2;
    }
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        names_add(&names, verbs[i].name);
    return nearest_error("verb", given, &names);
}

static bool asks_for_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-h");
}

/* The short form; --help has the whole. */
static void print_usage(void)
{
    fputs("usage: gpubench --suite NAME[,NAME]|all [OPTION...]   measure and tune; --help shows all options\n"
          "       gpubench list [SUITE [OPTION...]]              suites, benches, parameters\n"
          "       gpubench devices                               what this machine can run on\n"
          "       gpubench header RESULTS... -o tuned.h          the best configurations as a C header\n"
          "       gpubench table|report RESULTS...               tables of results files, or a page of them\n"
          "       gpubench compare --run BASE NEW --configs FILE whether a program has become slower\n"
          "       gpubench history add|check|show FILE ...       times over commits, and where they changed\n"
          "try:   gpubench --suite reduction\n",
          stderr);
}

static int run_verb(const struct registry *registry, int argc, char **argv)
{
    if (argc < 2) {
        print_usage();
        return 2;
    }
    if (!strcmp(argv[1], "help") || (argc > 2 && argv[1][0] != '-' && asks_for_help(argv[2]))) {
        options_help();
        return 0;
    }
    if (argv[1][0] == '-')
        return verb_run(registry, argc, argv);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(argv[1], verbs[i].name))
            return verbs[i].run(registry, argc - 1, argv + 1);
    return unknown_verb(registry, argv[1]);
}

/* Where a caller closed one of the first three files, the next one opened would take its place and what is printed. */
static void open_standard_files(void)
{
    int file;
    do
        file = open("/dev/null", O_RDWR);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

/* A report that did not reach its reader is an error, unless the reader has left. */
static int end_output(int status)
{
    const bool lost = ferror(stdout); /* why is forgotten, but an empty line fails for the same reason */
    clearerr(stdout);
    errno = EIO;
    bool good = (!lost || putchar('\n') != EOF) && !fflush(stdout) && !lost;
    if (good || errno == EPIPE)
        return status;
    text_print(stderr, "gpubench: standard output: cannot write: %s\n", strerror(errno));
    return status ? status : 2;
}

int main(int argc, char **argv)
{
    struct registry registry;
    if (argc > WORKER_CACHE && !strcmp(argv[1], WORKER_ARGUMENT)) {
        const char *const *arguments = (const char *const *)argv + WORKER_REGISTRY;
        return registry_make(&registry, arguments) ? worker_main(&registry, argv[WORKER_CACHE]) : 2;
    }
    registry_make(&registry, NULL);
    open_standard_files();
    signal(SIGCHLD, SIG_DFL); /* where who started us ignores it nobody can be waited for */
    signal(SIGPIPE, SIG_IGN); /* a worker that dies is a row, */
    signal(SIGXFSZ, SIG_IGN); /* and a file that grows too large is an error line */
    return end_output(run_verb(&registry, argc, argv));
}
