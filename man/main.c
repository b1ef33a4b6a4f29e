/* gpubench_manual FOLDER DATE SUITE...: writes manual pages and completions of the command line, from the table of
 * options, to man1/, bash/, zsh/ and fish/ in FOLDER. Exit status 2 if a file cannot be written. */
#include "man/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void cannot(const char *path)
{
    fprintf(stderr, "gpubench_manual: %s: %s\n", path, strerror(errno));
    exit(2);
}

static FILE *open_file(const char *folder, const char *in, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, in);
    if (mkdir(folder, 0777) && errno != EEXIST)
        cannot(folder);
    if (mkdir(path, 0777) && errno != EEXIST)
        cannot(path);
    snprintf(path, sizeof path, "%s/%s/%s", folder, in, name);
    FILE *file = fopen(path, "w");
    if (!file)
        cannot(path);
    return file;
}

static void close_file(FILE *file, const char *name)
{
    if (ferror(file) || fclose(file))
        cannot(name);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *folder, *name;
        void (*write)(FILE *file, const struct manual *manual);
    } shells[] = {{"bash", "gpubench", manual_write_bash},
                  {"zsh", "_gpubench", manual_write_zsh},
                  {"fish", "gpubench.fish", manual_write_fish}};
    if (argc < 3) {
        fputs("usage: gpubench_manual FOLDER DATE SUITE...\n", stderr);
        return 2;
    }
    const struct manual manual = {.date = argv[2], .suites = (const char *const *)argv + 3, .count = (size_t)argc - 3};
    for (const struct verb_row *verb = options_verbs; verb->name; verb++) {
        char name[64];
        snprintf(name, sizeof name, verb == options_verbs ? "gpubench.1" : "gpubench-%s.1", verb->name);
        FILE *file = open_file(argv[1], "man1", name);
        manual_write_page(file, &manual, verb);
        close_file(file, name);
    }
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        FILE *file = open_file(argv[1], shells[i].folder, shells[i].name);
        shells[i].write(file, &manual);
        close_file(file, shells[i].name);
    }
    return 0;
}
