/* Times that are kept over commits: refused with a reason in one line, or loaded; then they are told, and saved and
 * loaded as they are. To both the times of a results file are added: refused in one line, and the file is as it was; or
 * it has lines of both, is as it was saved, and adding the same again changes nothing. Files go to the current folder.
 */
#include "reports/table/history.h"
#include "cli/verbs/verbs.h"
#include "reports/json/history_file.h"
#include "reports/json/results_file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/reports/sample_results.h"

static const char results_path[] = "added.json", added_to[] = "h.jsonl";

static void check_valid(const struct history *history)
{
    struct series_list list = series_of(history);
    struct fault fault = {0};
    size_t count;
    struct turn *turns = series_turns(&list, &count);
    turns_print(nowhere(), &list, turns, count, &page_plain);
    series_print(nowhere(), &list, &page_plain);
    MUST(history_print_turns(nowhere(), &list, turns, count, &fault) == OK);
    free(turns);
    series_free(&list);
}

static void check_saved(const struct history *history)
{
    struct history again = {0};
    struct fault fault = {0};
    MUST(history_save(history, "saved.jsonl", &fault) == OK);
    MUST(history_load(&again, "saved.jsonl", &fault) == OK && again.count == history->count);
    MUST(history_save(&again, "again.jsonl", &fault) == OK && same_files("saved.jsonl", "again.jsonl"));
    history_free(&again);
}

/* ---- what is added ---- */

static void make_results(void)
{
    static bool made;
    if (made)
        return;
    made = true;
    struct results results = sample_results();
    struct fault fault = {0};
    MUST(results_save(&results, results_path, &fault) == OK);
    results_free(&results);
}

static int add(void)
{
    char *arguments[] = {"gpubench", "history", "add", (char *)added_to, (char *)results_path, NULL};
    const struct own_options none = {.count = 0};
    struct options options;
    MUST(options_parse(&options, 5, arguments, &none) == OPTIONS_RUN);
    return verb_history(NULL, &options);
}

/* What is there is tidy, and adding once more does nothing. */
static void check_added(void)
{
    struct history history = {0};
    struct fault fault = {0};
    size_t length, again_length;
    char *text = read_whole(added_to, &length);
    MUST(history_load(&history, added_to, &fault) == OK && history.count > 0);
    history_free(&history);
    MUST(add() == 0);
    char *again = read_whole(added_to, &again_length);
    MUST(length == again_length && !memcmp(text, again, length));
    free(text);
    free(again);
}

static void check_adding(const uint8_t *bytes, size_t size)
{
    size_t length;
    make_results();
    write_whole(added_to, bytes, size);
    const int status = add();
    MUST(status == 0 || status == 2);
    if (!status) {
        check_added();
        return;
    }
    char *text = read_whole(added_to, &length);
    MUST(length == size && !memcmp(text, bytes, size));
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct history history = {0};
    struct fault fault = {0};
    const enum status status = history_load(&history, memory_file(bytes, size), &fault);
    must_report(status, &fault);
    if (status == OK) {
        check_valid(&history);
        check_saved(&history);
    }
    history_free(&history);
    check_adding(bytes, size);
    return 0;
}
