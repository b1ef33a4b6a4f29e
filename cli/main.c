#include "cli/verbs.h"

#include "cli/nearest.h"
#include "compute/store.h"
#include "tuner/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct verb {
    const char *name;
    int (*run)(int argc, char **argv);
} verbs[] = {{"list", verb_list}, {"devices", verb_devices}, {"header", verb_header}};

int complain(const struct fault *fault, int status)
{
    fprintf(stderr, "gpubench: %s\n", fault->text);
    return status;
}

int launcher_make(struct launcher *launcher, const char *kernels)
{
    static char program[4096];
    struct fault fault = {0};
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) {
        fprintf(stderr, "gpubench: /proc/self/exe: %s\n", strerror(errno));
        return 2;
    }
    program[length] = '\0';
    *launcher = (struct launcher){.program = program, .kernels = kernels};
    return store_folder(&launcher->cache, &fault) == OK ? 0 : complain(&fault, 2);
}

static int unknown_verb(const char *given)
{
    struct names names = {0};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        names_add(&names, verbs[i].name);
    return nearest_error("verb", given, &names);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], WORKER_ARGUMENT))
        return worker_main(argc, argv);
    signal(SIGPIPE, SIG_IGN); /* a worker that dies is a row, */
    signal(SIGXFSZ, SIG_IGN); /* and a file that grows too large is an error line */
    if (argc < 2) {
        options_usage();
        return 2;
    }
    if (argv[1][0] == '-')
        return verb_run(argc, argv);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(argv[1], verbs[i].name))
            return verbs[i].run(argc - 1, argv + 1);
    return unknown_verb(argv[1]);
}
