/* gpubench history: times of the best over commits, and where they changed. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/complain.h"
#include "cli/targets.h"
#include "cli/terminal.h"
#include "reports/json/history_file.h"
#include "reports/json/results_file.h"
#include "reports/table/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int usage(const char *problem)
{
    text_print(stderr,
               "gpubench: history: %s; usage: gpubench history add FILE RESULTS..., history check FILE [--json] or "
               "history show FILE [--bench GLOB]\n",
               problem);
    return 2;
}

static int unknown_option(const char *word, const char *known)
{
    text_print(stderr, "gpubench: history: unknown option '%s'; it takes %s\n", word, known);
    return 2;
}

/* ---- add ---- */

static enum status take_file(struct history *history, const char *path, struct fault *fault)
{
    struct results results;
    enum status status = results_load(&results, path, fault);
    if (status == OK)
        status = history_take(history, &results, path, fault);
    results_free(&results);
    return status;
}

/* Nothing is written before all files were read. */
static int add(int argc, char **argv)
{
    struct history history = {0};
    struct fault fault = {0};
    for (int i = 0; i < argc; i++)
        if (argv[i][0] == '-')
            return unknown_option(argv[i], "FILE and RESULTS alone");
    if (argc < 2)
        return usage(argc ? "add: no results file given" : "add: no file given");
    for (int i = 1; i < argc; i++)
        if (file_same(argv[0], argv[i])) {
            text_print(stderr, "gpubench: history: add: %s is the history and a results file\n", argv[i]);
            return 2;
        }
    enum status status = access(argv[0], F_OK) ? OK : history_load(&history, argv[0], &fault);
    const size_t before = history.count;
    for (int i = 1; i < argc && status == OK; i++)
        status = take_file(&history, argv[i], &fault);
    const size_t taken = history.count - before;
    if (status == OK) {
        history_tidy(&history);
        status = history_save(&history, argv[0], &fault);
    }
    if (status == OK)
        text_print(stdout, "%s: %zu added, %zu replaced, %zu in all\n", argv[0], history.count - before,
                   taken - (history.count - before), history.count);
    history_free(&history);
    return status == OK ? 0 : complain(&fault, 2);
}

/* ---- check ---- */

static int check(int argc, char **argv)
{
    struct history history = {0};
    struct fault fault = {0};
    const char *path = NULL;
    bool json = false;
    for (int i = 0; i < argc; i++)
        if (!strcmp(argv[i], "--json"))
            json = true;
        else if (argv[i][0] == '-')
            return unknown_option(argv[i], "FILE and --json");
        else if (path)
            return usage("check: more than one file");
        else
            path = argv[i];
    if (!path)
        return usage("check: no file given");
    enum status status = history_load(&history, path, &fault);
    if (status == OK) {
        struct series_list list = series_of(&history);
        size_t count;
        struct turn *turns = series_turns(&list, &count);
        if (json) {
            status = history_print_turns(stdout, &list, turns, count, &fault);
        } else {
            struct screen screen;
            screen_open(&screen);
            turns_print(screen.file, &list, turns, count, &screen.page);
            screen_close(&screen);
        }
        free(turns);
        series_free(&list);
    }
    history_free(&history);
    return status == OK ? 0 : complain(&fault, 2);
}

/* ---- show ---- */

/* The bench in "reduction/sum_1d_f32/n:1024"; the caller frees it. */
static char *bench_of(const struct history_point *point)
{
    const char *slash = strchr(point->name, '/');
    char *bench = allocate_text(slash ? slash + 1 : point->name);
    bench[strcspn(bench, "/")] = 0;
    return bench;
}

static int unknown_bench(const struct series_list *list, const char *pattern)
{
    struct names names = {0};
    for (size_t i = 0; i < list->count; i++) {
        char *bench = bench_of(list->series[i].point[0]);
        bool known = names.count == MAX_NAMES;
        for (size_t n = 0; n < names.count && !known; n++)
            known = !strcmp(names.name[n], bench);
        if (known)
            free(bench);
        else
            names_add(&names, bench);
    }
    const int status = nearest_error("bench", pattern, &names);
    for (size_t n = 0; n < names.count; n++)
        free((char *)names.name[n]);
    return status;
}

/* Leaves those series whose bench fits. Exit status 2 if there is none. */
static int choose(struct series_list *list, const char *pattern)
{
    size_t chosen = 0;
    for (size_t i = 0; i < list->count; i++) {
        char *bench = bench_of(list->series[i].point[0]);
        if (bench_chosen(pattern, bench))
            list->series[chosen++] = list->series[i];
        free(bench);
    }
    if (!chosen)
        return unknown_bench(list, pattern);
    list->count = chosen;
    return 0;
}

static int show_file(const char *path, const char *pattern)
{
    struct history history = {0};
    struct fault fault = {0};
    if (history_load(&history, path, &fault) != OK) {
        history_free(&history);
        return complain(&fault, 2);
    }
    struct series_list list = series_of(&history);
    const int status = pattern ? choose(&list, pattern) : 0;
    if (!status) {
        struct screen screen;
        screen_open(&screen);
        series_print(screen.file, &list, &screen.page);
        screen_close(&screen);
    }
    series_free(&list);
    history_free(&history);
    return status;
}

static int show(int argc, char **argv)
{
    static const char bench[] = "--bench=";
    const char *path = NULL, *pattern = NULL;
    for (int i = 0; i < argc; i++)
        if (!strcmp(argv[i], "--bench")) {
            if (i + 1 == argc)
                return usage("show: --bench needs a name or a pattern");
            pattern = argv[++i];
        } else if (!strncmp(argv[i], bench, strlen(bench)))
            pattern = argv[i] + strlen(bench);
        else if (argv[i][0] == '-')
            return unknown_option(argv[i], "FILE and --bench GLOB");
        else if (path)
            return usage("show: more than one file");
        else
            path = argv[i];
    return path ? show_file(path, pattern) : usage("show: no file given");
}

int verb_history(const struct registry *registry, int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } parts[] = {{"add", add}, {"check", check}, {"show", show}};
    struct names names = {0};
    (void)registry;
    if (argc < 2)
        return usage("add, check or show is missing");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!strcmp(argv[1], parts[i].name))
            return parts[i].run(argc - 2, argv + 2);
        names_add(&names, parts[i].name);
    }
    return nearest_error("verb of history", argv[1], &names);
}
