/* Journals of runs that were killed: refused with a reason in one line, or read; then what was found makes a table, and
 * is saved and loaded as it is. Files go to the current folder. */
#include "reports/json/journal.h"
#include "reports/json/identity.h"
#include "reports/json/results_file.h"
#include "reports/table/table.h"
#include "tests/fuzz/fuzz.h"

static void check_kept(const struct results *results)
{
    static FILE *nowhere;
    struct results again;
    struct fault fault = {0};
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    MUST(nowhere);
    table_print(nowhere, results, &page_plain);
    MUST(results_save(results, "saved.json", &fault) == OK && results_load(&again, "saved.json", &fault) == OK);
    MUST(again.count == results->count && again.best_count == results->best_count);
    results_free(&again);
}

/* What --resume asks first: whether it is of this run. */
static void check_resumed(const struct results *results)
{
    const struct results run = {.identity = {.part = {{"problem", "sum"}, {"seed", "1"}}, .count = 2}};
    struct fault fault = {0};
    const enum status status = identity_check("journal", results, &run, "else not", &fault);
    MUST(status == fault.status && (status == OK || status == INVALID));
    MUST(status == OK || (*fault.text && !strchr(fault.text, '\n')));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, bytes, size);
    text[size] = '\0';
    struct results results = {0};
    struct fault fault = {0};
    const enum status status = journal_read(&results, "journal", text, size, &fault);
    MUST(status == fault.status && (status == OK || status == INVALID));
    MUST(status == OK || (*fault.text && !strchr(fault.text, '\n')));
    if (status == OK)
        check_kept(&results);
    check_resumed(&results);
    results_free(&results);
    free(text);
    return 0;
}
