/* Journals of runs that were killed: refused with a reason in one line, or read; then what was found makes a table, and
 * is saved and loaded as it is. When a run continues with one, nothing of it is cut before all is checked, then only
 * what is behind its last whole line; and what is added is read with the rest. Files go to the current folder. */
#include "reports/json/journal.h"
#include "reports/json/identity.h"
#include "reports/json/results_file.h"
#include "reports/table/table.h"
#include "tests/fuzz/fuzz.h"

static const char path[] = "x.journal";

static void check_kept(const struct results *results)
{
    struct results again;
    struct fault fault = {0};
    table_print(nowhere(), results, &page_plain);
    MUST(results_save(results, "saved.json", &fault) == OK && results_load(&again, "saved.json", &fault) == OK);
    MUST(again.count == results->count && again.best_count == results->best_count);
    results_free(&again);
}

/* What --resume checks first: whether it is of this run. */
static void check_resumed(const struct results *results)
{
    const struct results run = {.identity = {.part = {{"problem", "sum"}, {"seed", "1"}}, .count = 2}};
    struct fault fault = {0};
    const enum status status = identity_check("journal", results, &run, "else not", &fault);
    must_report(status, &fault);
}

/* ---- as a run does it (cli/run/resume.c) ---- */

/* Of the file there are the first bytes of those, at least `least`, and nothing else; returns how many. */
static size_t check_begins(const uint8_t *bytes, size_t least, size_t most)
{
    size_t length;
    char *text = read_whole(path, &length);
    MUST(length >= least && length <= most && !memcmp(text, bytes, length));
    free(text);
    return length;
}

/* A row once more, behind the others. */
static void check_next(struct journal *journal, struct results *results)
{
    struct results again;
    struct fault fault = {0};
    if (!results->count)
        return;
    MUST(journal_add(journal, results, &results->rows[results->count - 1], &fault) == OK);
    MUST(results_load(&again, path, &fault) == OK && again.problem_count == results->problem_count);
    results_free(&again);
}

/* The identity is of no run. */
static void continue_journal(struct journal *journal, const uint8_t *bytes, size_t size)
{
    const struct results run = {.identity = {.part = {{"device", "Fake device GPU-fake"}, {"seed", "1"}}, .count = 2}};
    struct results results;
    struct fault differs = {0}, damage = {0};
    const bool whole = journal_load(&results, path, &damage) == OK;
    MUST(whole || (*damage.text && !strchr(damage.text, '\n')));
    const enum status same = identity_check(path, &results, &run, "else not", &differs);
    MUST(same == OK || (same == INVALID && *differs.text && !strchr(differs.text, '\n')));
    check_begins(bytes, size, size);
    if (whole) {
        MUST(journal_go_on(journal, &differs) == OK);
        const size_t left = check_begins(bytes, 1, size);
        MUST(bytes[left - 1] == '\n' && !memchr(bytes + left, '\n', size - left));
        check_next(journal, &results);
    }
    results_free(&results);
}

static void check_continued(const uint8_t *bytes, size_t size)
{
    struct fault fault = {0};
    write_whole(path, bytes, size);
    struct journal *journal = journal_open(path, true, &fault);
    MUST(journal || (fault.status == INVALID && *fault.text && !strchr(fault.text, '\n')));
    if (!journal)
        check_begins(bytes, size, size);
    else if (journal_resumed(journal))
        continue_journal(journal, bytes, size);
    else
        MUST(check_begins(bytes, 0, size) == 0); /* a part of the first line is nothing */
    journal_close(journal, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, bytes, size);
    text[size] = '\0';
    struct results results = {0};
    struct fault fault = {0};
    const enum status status = journal_read(&results, "journal", text, size, &fault);
    must_report(status, &fault);
    if (status == OK)
        check_kept(&results);
    check_resumed(&results);
    results_free(&results);
    free(text);
    check_continued(bytes, size);
    return 0;
}
