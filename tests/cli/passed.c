/* Options that are passed on: each of the help, with the value that it takes or without one, and nothing else. */
#include "cli/passed.h"
#include "cli/options.h"
#include "tests/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char help[20000]; /* the text of --help */

static void take_help(void)
{
    FILE *const before = stdout;
    stdout = fmemopen(help, sizeof help - 1, "w");
    options_help();
    fclose(stdout);
    stdout = before;
}

/* What a command line gives that begins with the option. */
static int take(char *option)
{
    struct passed passed = {0};
    static char next[] = "results.json";
    const int taken = passed_take(&passed, 2, (char *[]){option, next});
    CHECK((size_t)taken == passed.count && !strcmp(passed.argument[0], option));
    CHECK(taken == 1 || passed.argument[1] == next);
    return taken;
}

/* A line of the help is "  --name VALUE  what it is"; or "  --name", filled with blanks, and what it is. */
static void test_all(void)
{
    size_t alone = 0, others = 0;
    take_help();
    char *rest = strstr(help, "\nOptions:\n"), *line;
    while (rest && (line = strsep(&rest, "\n"))) {
        char option[64], with[80];
        if (strncmp(line, "  --", 4) || sscanf(line, "  --%60[a-z-]", option) != 1 || !strncmp(line, "  --help,", 9))
            continue;
        char *name = strndup(line + 2, strlen(option) + 2);
        const bool valued = line[4 + strlen(option)] == ' ' && line[5 + strlen(option)] != ' ';
        snprintf(with, sizeof with, "%s=1", name);
        if (take(name) != 1 + valued) {
            fprintf(stderr, "%s takes %d\n", name, take(name));
            check_failures++;
        }
        CHECK(take(with) == 1);
        alone += !valued;
        others += valued;
        free(name);
    }
    CHECK(alone >= 6 && others >= 20);
}

/* As getopt takes them. */
static void test_beginnings(void)
{
    static char *const alone[] = {"--resum", "--measure", "--verify", "--def", "--dis", "--js"};
    static char *const others[] = {"--s",     "--de",      "--d",     "--",    "--r-esume",
                                   "--devic", "--density", "-resume", "resume"};
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        CHECK(take(alone[i]) == 1);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        CHECK(take(others[i]) == 2);
}

int main(void)
{
    struct passed passed = {0};
    static char seed[] = "--seed";
    test_all();
    test_beginnings();
    CHECK(passed_take(&passed, 1, (char *[]){seed}) == 1); /* the run says what is missing */
    return CHECK_RESULT;
}
