/* Times that are kept over commits: refused with a reason in one line, or loaded; then they are told, and saved and
 * loaded as they are. Files go to the current folder. */
#include "reports/table/history.h"
#include "base/file.h"
#include "reports/json/history_file.h"
#include "tests/fuzz/fuzz.h"

static void check_told(const struct history *history)
{
    static FILE *nowhere;
    struct series_list list = series_of(history);
    struct fault fault = {0};
    size_t count;
    struct turn *turns = series_turns(&list, &count);
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    MUST(nowhere);
    turns_print(nowhere, &list, turns, count, &page_plain);
    series_print(nowhere, &list, &page_plain);
    MUST(history_print_turns(nowhere, &list, turns, count, &fault) == OK);
    free(turns);
    series_free(&list);
}

static char *save(const struct history *history, const char *path, size_t *length)
{
    struct fault fault = {0};
    char *text;
    MUST(history_save(history, path, &fault) == OK && file_read(path, &text, length, &fault) == OK);
    return text;
}

static void check_saved(const struct history *history)
{
    struct history again = {0};
    struct fault fault = {0};
    size_t length, other_length;
    char *text = save(history, "saved.jsonl", &length);
    MUST(history_load(&again, "saved.jsonl", &fault) == OK && again.count == history->count);
    char *other = save(&again, "again.jsonl", &other_length);
    MUST(length == other_length && !memcmp(text, other, length));
    history_free(&again);
    free(text);
    free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct history history = {0};
    struct fault fault = {0};
    const enum status status = history_load(&history, memory_file(bytes, size), &fault);
    MUST(status == fault.status && (status == OK || status == INVALID));
    MUST(status == OK || (*fault.text && !strchr(fault.text, '\n')));
    if (status == OK) {
        check_told(&history);
        check_saved(&history);
    }
    history_free(&history);
    return 0;
}
