/* Histories to which the times of a results file are added: refused in one line, and as they were; or they have lines
 * of both, are as they were saved, and adding the same again changes nothing. Files go to the current folder. */
#include "base/file.h"
#include "cli/verbs/verbs.h"
#include "reports/json/history_file.h"
#include "reports/json/results_file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/reports/sample_results.h"

static const char results_path[] = "added.json", path[] = "h.jsonl";

static void make_results(void)
{
    struct results results = sample_results();
    struct fault fault = {0};
    MUST(results_save(&results, results_path, &fault) == OK);
    results_free(&results);
}

static int add(void)
{
    char *arguments[] = {"gpubench", "history", "add", (char *)path, (char *)results_path, NULL};
    const struct own_options none = {.count = 0};
    struct options options;
    MUST(options_parse(&options, 5, arguments, &none) == OPTIONS_RUN);
    return verb_history(NULL, &options);
}

static char *read_history(size_t *length)
{
    struct fault fault = {0};
    char *text;
    MUST(file_read(path, &text, length, &fault) == OK);
    return text;
}

/* What is there is tidy, and adding once more does nothing. */
static void check_added(void)
{
    struct history history = {0};
    struct fault fault = {0};
    size_t length, again_length;
    char *text = read_history(&length);
    MUST(history_load(&history, path, &fault) == OK && history.count > 0);
    history_free(&history);
    MUST(add() == 0);
    char *again = read_history(&again_length);
    MUST(length == again_length && !memcmp(text, again, length));
    free(text);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static bool made;
    size_t length;
    if (!made)
        make_results();
    made = true;
    FILE *file = fopen(path, "w");
    MUST(file && fwrite(bytes, 1, size, file) == size && !fclose(file));
    const int status = add();
    MUST(status == 0 || status == 2);
    if (!status) {
        check_added();
        return 0;
    }
    char *text = read_history(&length);
    MUST(length == size && !memcmp(text, bytes, size));
    free(text);
    return 0;
}
