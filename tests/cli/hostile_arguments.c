/* Arguments of arbitrary bytes: each is reported in one line, without control effects on a terminal. */
#include "base/text.h"
#include "cli/registry.h"
#include "cli/report_fault.h"
#include "cli/run/settings.h"
#include "cli/run/targets.h"
#include "suites/molecules/structure.h"
#include "tests/own_folder.h"
#include "tests/random_text.h"
#include "tests/text_file.h"

enum { TRIES = 2000 };

static char output[65536];

/* stderr is redirected to a file, and read from it. */
static int file, terminal;

static void redirect_stderr(void)
{
    CHECK(!ftruncate(file, 0) && !lseek(file, 0, SEEK_SET));
    dup2(file, STDERR_FILENO);
}

static void take_output(unsigned number, const char *of)
{
    fflush(stderr);
    const ssize_t length = pread(file, output, sizeof output - 1, 0);
    dup2(terminal, STDERR_FILENO);
    output[length > 0 ? length : 0] = 0;
    const char *end = strchr(output, '\n');
    if (strncmp(output, "gpubench: ", 10) || !end || end[1] || !random_text_shown(output, true)) {
        FREED char *printable = text_printable(output, strlen(output));
        fprintf(stderr, "of number %u, %s: %s\n", number, of, printable);
        check_failures++;
    }
}

/* The argument as the value of an option, or as an option. */
static void try_option(const struct registry *registry, const char *option, char *text, unsigned number)
{
    char *argv[] = {(char *)"gpubench", (char *)"--suite", (char *)"vector_add", (char *)option, text, NULL};
    struct options options;
    struct targets targets;
    redirect_stderr();
    const enum options_outcome outcome = settings_parse(&options, 5, argv, registry);
    if (outcome == OPTIONS_RUN) {
        CHECK(targets_find(&targets, &options, registry) == 2);
        targets_free(&targets);
    }
    take_output(number, option);
}

static void try_structure(const char *text, unsigned number)
{
    struct structure structure;
    struct fault fault = {0};
    char line[200];
    snprintf(line, sizeof line, "ATOM 1 C C 1 %s 2 3 4 5 x\n", text);
    text_write("a.pqr", line, strlen(line));
    CHECK(structure_read("a.pqr", 4, (struct structure_needs){.charges = true}, &structure, &fault) == INVALID);
    redirect_stderr();
    report_fault(&fault, 2);
    take_output(number, "a structure");
}

int main(void)
{
    static const char *const named[] = {"--suite", "--bench", "--set",  "--size",       "--budget",
                                        "--until", "--seed",  "--jobs", "--cache-mode", "--device"};
    struct registry registry;
    enter_own_folder();
    file = fileno(tmpfile());
    terminal = dup(STDERR_FILENO);
    CHECK(registry_make(&registry, NULL, NULL) == OK);
    for (unsigned number = 0; number < TRIES; number++) {
        char text[80] = "x", long_option[84];
        struct fault fault = {0};
        text[1 + random_text(text + 1, sizeof text - 2, number)] = 0;
        for (size_t i = 0; i < sizeof named / sizeof *named; i++)
            if (number % (sizeof named / sizeof *named) == i)
                try_option(&registry, named[i], text, number);
        snprintf(long_option, sizeof long_option, "--%s", text);
        try_option(&registry, long_option, text, number);
        try_structure(text, number);
        fail(&fault, CRASHED, "a worker died; its last words: %s", text);
        redirect_stderr();
        report_fault(&fault, 2);
        take_output(number, "last words");
    }
    return CHECK_RESULT;
}
