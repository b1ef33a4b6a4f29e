/* The journal: one line per row, written at once; on a full disk they wait, which is reported once. */
#include "reports/json/journal.h"
#include "tests/own_folder.h"
#include "tests/reports/sample_results.h"
#include "tests/text_file.h"

#include <sys/resource.h>

IN_OWN_FOLDER;

static const char path[] = "results.journal";

static size_t lines(const char *text)
{
    size_t count = 0;
    for (; (text = strchr(text, '\n')); text++)
        count++;
    return count;
}

TEST(rows)
{
    FREED_BY(results_free) struct results sample = sample_results();
    text_write(path, "left by another run\n", 20);
    struct journal *journal = CALL(journal_open(path, false, &caught));
    CHECK(journal && !CALL(journal_open(path, false, &caught))); /* it has one writer */
    CHECK(strstr(caught.text, ": another run writes there; wait for it, or name another file with --out"));
    CHECK_TEXT(journal_kept(journal) + strlen(path), ".1"); /* the earlier file */
    CHECK(!unlink(journal_kept(journal)));
    for (size_t i = 0; journal && i < sample.count; i++) {
        size_t length;
        CHECK_OK(journal_add(journal, &sample, &sample.rows[i], &caught));
        char *text = text_read(path, &length), expected[32];
        CHECK(lines(text) == i + 1 && text[length - 1] == '\n');
        snprintf(expected, sizeof expected, "\"row\": %zu,", i);
        CHECK(strstr(text, expected));
        free(text);
    }
    size_t length;
    FREED char *text = text_read(path, &length);
    CHECK(!strncmp(
        text, "{\"name\": \"reduction/sum_1d_f32/n:268435456/BLOCK_SIZE:64/LOAD:blocked\", \"row\": 0, \"problem\": 0,",
        95));
    CHECK(strstr(text, "\"real_time\": 231424.0") && strstr(text, "\"status\": \"timed-out\""));
    CHECK(strstr(text, "\"limit\": {\"resource\": \"dram_read\", \"fraction\": 0.9765625}"));
    CHECK(strstr(text, "\"figures\": {\"work_efficiency\": 0.36328125, \"atoms_per_point\": 1934.0}"));
    CHECK(strstr(text, "\"device_ns\": 1200000.0, \"host_ns\": 600000.0, \"overlap\": 0.5"));
    CHECK(strstr(text, "\"config\": {\"REFERENCE\": \"cublasSasum\"}, \"status\": \"unsupported\""));
    CHECK(strstr(text, "is undefined\\n1 error detected\\n\"")); /* a reason of two lines is in one line */
    journal_close(journal, false);
    CHECK(!access(path, F_OK));
    journal = CALL(journal_open(path, false, &caught));
    FREED char *kept = text_read(journal_kept(journal), &length);
    CHECK(lines(kept) == sample.count); /* nothing is lost */
    CHECK(!unlink(journal_kept(journal)));
    journal_close(journal, true);
    CHECK(access(path, F_OK));
    journal = CALL(journal_open(path, false, &caught));
    CHECK(!journal_kept(journal));
    journal_close(journal, true);
    CHECK_OK(journal_add(NULL, &sample, &sample.rows[0], &caught));
    journal_close(NULL, true);
}

TEST(failures)
{
    CHECK(!CALL(journal_open(".", false, &caught)));
    CHECK(caught.status == INVALID && strstr(caught.text, ": cannot write: Is a directory"));

    FREED_BY(results_free) struct results results = {.context = sample_context()};
    sample_add(&results, sample_timed("sum", 1024, "64", "blocked", 5));
    struct journal *journal = CALL(journal_open(path, false, &caught));
    struct rlimit before, low;
    getrlimit(RLIMIT_FSIZE, &before);
    low = (struct rlimit){.rlim_cur = 2000, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &low);
    int failed = 0;
    for (int i = 0; journal && i < 10; i++)
        failed += journal_add(journal, &results, &results.rows[0], &caught) == INVALID; /* the first fault stands */
    CHECK(failed == 1);
    CHECK_TEXT(strstr(caught.text, ": cannot write"), ": cannot write: File too large");
    size_t length;
    char *text = text_read(path, &length);
    CHECK(length && text[length - 1] == '\n' && lines(text) + journal_waiting(journal) == 10); /* no partial line */
    free(text);
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK_OK(journal_add(journal, &results, &results.rows[0], &caught)); /* and all earlier waiting ones */
    text = text_read(path, &length);
    CHECK(lines(text) == 11 && !journal_waiting(journal));
    CHECK(strstr(text, "\"row\": 10,"));
    free(text);
    journal_close(journal, true);
    CHECK(access(path, F_OK));
}

/* No copy, no temporary file. */
TEST(nothing_left)
{
    CHECK(!rmdir(own_folder));
}
