/* Journals with which a run goes on: nothing of them is cut before all is judged, then only what is behind their last
 * whole line; and what is added is read with the rest. Files go to the current folder. */
#include "base/file.h"
#include "reports/json/identity.h"
#include "reports/json/journal.h"
#include "reports/json/results_file.h"
#include "tests/fuzz/fuzz.h"

static const char path[] = "x.journal";

static char *read_journal(size_t *length)
{
    struct fault fault = {0};
    char *text;
    MUST(file_read(path, &text, length, &fault) == OK);
    return text;
}

/* Of the file there are the first bytes of those, at least `least`, and nothing else; returns how many. */
static size_t check_begins(const uint8_t *bytes, size_t least, size_t most)
{
    size_t length;
    char *text = read_journal(&length);
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

/* As a run does it (cli/run/resume.c); the identity is of no run. */
static void go_on(struct journal *journal, const uint8_t *bytes, size_t size)
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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct fault fault = {0};
    FILE *file = fopen(path, "w");
    MUST(file && fwrite(bytes, 1, size, file) == size && !fclose(file));
    struct journal *journal = journal_open(path, true, &fault);
    MUST(journal || (fault.status == INVALID && *fault.text && !strchr(fault.text, '\n')));
    if (!journal)
        check_begins(bytes, size, size);
    else if (journal_resumed(journal))
        go_on(journal, bytes, size);
    else
        MUST(check_begins(bytes, 0, size) == 0); /* a part of the first line is nothing */
    journal_close(journal, true);
    return 0;
}
