/* gpubench history: best times over commits, and their changes. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/targets.h"
#include "cli/terminal.h"
#include "reports/json/history_file.h"
#include "reports/json/results_file.h"
#include "reports/table/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Writes only after all files were read. Others that add at the same time wait. */
static int add(const char *path, char **results, size_t count)
{
    struct history history = {0};
    struct fault fault = {0};
    for (size_t i = 0; i < count; i++)
        if (file_same(path, results[i])) {
            text_print(stderr, "gpubench: history: add: %s is the history and a results file\n", results[i]);
            return 2;
        }
    const int lock = file_lock(path);
    enum status status = access(path, F_OK) ? OK : history_load(&history, path, &fault);
    const size_t before = history.count;
    for (size_t i = 0; i < count && status == OK; i++)
        status = take_file(&history, results[i], &fault);
    const size_t taken = history.count - before;
    if (status == OK) {
        history_tidy(&history);
        status = history_save(&history, path, &fault);
    }
    if (lock >= 0)
        close(lock);
    if (status == OK)
        text_print(stdout, "%s: %zu added, %zu replaced, %zu in all\n", path, history.count - before,
                   taken - (history.count - before), history.count);
    history_free(&history);
    return status == OK ? 0 : report_fault(&fault, 2);
}

/* ---- check ---- */

static int check(const char *path, bool json)
{
    struct history history = {0};
    struct fault fault = {0};
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
    return status == OK ? 0 : report_fault(&fault, 2);
}

/* ---- show ---- */

/* The bench of "reduction/sum_1d_f32/n:1024"; of one that was imported the whole name, as "BM_sort/64". The caller
 * frees it. */
static char *bench_of(const struct history_point *point)
{
    const char *slash = strchr(point->name, '/');
    const bool is_imported = !slash || !strstr(slash + 1, "/n:");
    char *bench = allocate_text(is_imported ? point->name : slash + 1);
    if (!is_imported)
        bench[strcspn(bench, "/")] = 0;
    return bench;
}

static int unknown_bench(const struct series_list *list, const char *pattern)
{
    struct names names = {0};
    for (size_t i = 0; i < list->count; i++) {
        const size_t before = names.count;
        char *bench = bench_of(list->series[i].point[0]);
        names_add_once(&names, bench);
        if (names.count == before)
            free(bench);
    }
    const int status = nearest_error("bench", pattern, &names);
    for (size_t n = 0; n < names.count; n++)
        free((char *)names.name[n]);
    return status;
}

/* Keeps the series with matching benches. Exit status 2 if there is none. */
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

static int show(const char *path, const char *pattern)
{
    struct history history = {0};
    struct fault fault = {0};
    if (history_load(&history, path, &fault) != OK) {
        history_free(&history);
        return report_fault(&fault, 2);
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

int verb_history(UNNEEDED const struct registry *registry, struct options *options)
{
    const char *path = options->word[0];
    if (options->form == FORM_HISTORY_ADD)
        return add(path, options->word + 1, options->words - 1);
    return options->form == FORM_HISTORY_CHECK ? check(path, options->json) : show(path, options->bench);
}
