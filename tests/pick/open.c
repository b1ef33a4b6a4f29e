/* What is opened and what is refused; and which rows are never picked. */
#include "tests/pick/files.h"
#include "tests/text_file.h"

#include <sys/stat.h>

IN_OWN_FOLDER;

static void check_refused(const char *path, const char *memory, const char *words)
{
    char error[256] = "";
    struct gpubench_picks *picks = gpubench_picks_open(&path, path != NULL, memory, error, sizeof error);
    WRONG_IF(picks || !strstr(error, words) || strchr(error, '\n'), "got \"%s\", expected \"%s\"\n", error, words);
    CHECK(!gpubench_picks_open(&path, path != NULL, memory, NULL, 0));
    CHECK(!gpubench_picks_open(&path, path != NULL, memory, error, 0));
    gpubench_picks_close(picks);
}

TEST(refused)
{
    gpubench_picks_close(NULL);
    gpubench_trial_close(NULL);
    text_put("text.json", "no JSON");
    text_put("other.json", "{\"schema\": \"gpubench/pins/1\"}");
    text_put("empty.json", "{\"schema\": \"gpubench/results/1\"}");
    text_put("wild.json", "{\"schema\": \"gpubench/results/1\", \"context\": 3, \"problems\": {}, \"benchmarks\": 1, "
                          "\"best\": [1, {}, {\"problem\": -1}, {\"problem\": 0, \"median_ns\": 1}]}");
    check_refused(NULL, NULL, "no results file and no folder is named");
    check_refused("not-there.json", NULL, "not-there.json: cannot be read");
    check_refused("text.json", NULL, "text.json: cannot be read");
    check_refused("other.json", NULL, "other.json: no results file of gpubench");
    check_refused("empty.json", NULL, "empty.json: no best configuration");
    check_refused("wild.json", NULL, "wild.json: no best configuration");
    WRITE("a.json", AS_IT_IS, {1000, 64, 5, NULL});
    check_refused("a.json", "text.json", "text.json: no list of configurations that fail");
    check_refused("a.json", "a.json", "a.json: no list of configurations that fail");
}

TEST(folder)
{
    mkdir("folder", 0777);
    check_refused("folder", NULL, "folder: no results file in this folder");
    text_put("folder/other.json", "{\"schema\": \"gpubench/pins/1\"}");
    text_put("folder/readme.txt", "no JSON");
    text_put("folder/.hidden.json", "no JSON");
    check_refused("folder", NULL, "folder: no results file in this folder");
    WRITE("folder/b.json", AS_IT_IS, {1000, 64, 5, NULL});
    WRITE("folder/a.json", AS_IT_IS, {1000, 32, 5, NULL}, {9000, 128, 5, NULL});
    struct gpubench_picks *picks = open_one("folder");
    CHECK(block_of(picks, &h200, 1000, NULL) == 64); /* b is the last */
    CHECK(block_of(picks, &h200, 9000, NULL) == 128);
    gpubench_picks_close(picks);
    text_put("folder/c.json", "no JSON");
    check_refused("folder", NULL, "folder/c.json: cannot be read");
}

/* Tries all that may be tried: what fails makes the next one the choice. */
static void has_only(const char *path, const int *block, size_t count)
{
    struct gpubench_choice choice;
    struct gpubench_picks *picks = open_one(path);
    for (size_t i = 0; i < count; i++) {
        const int got = block_of(picks, &h200, 1000, &choice);
        WRONG_IF(got != block[i], "%s, place %zu: got %d, expected %d\n", path, i, got, block[i]);
        CHECK(choice.rank == i);
        if (got > 0)
            CHECK(gpubench_pick_failed(picks, &h200, &choice) == GPUBENCH_PICK_OK);
    }
    CHECK(block_of(picks, &h200, 1000, NULL) == -GPUBENCH_PICK_FAILED);
    gpubench_picks_close(picks);
}

TEST(only_right_rows)
{
    WRITE("a.json", {.problem = ", \"figures\": [\"e\"], \"error\": \"e\", \"max_error\": 0.1"},
          {1000, 1, 5, ", \"figures\": {\"e\": 0.1}"}, {1000, 2, 9, ", \"figures\": {\"e\": 0.05}"},
          {1000, 3, 4, ", \"figures\": {\"e\": 0.2}"}, {1000, 4, 4, NULL});
    has_only("a.json", (const int[]){1, 2}, 2);
    WRITE("a.json", AS_IT_IS, {1000, 1, 5, NULL}, {1000, 2, 9, NULL}, {1000, 3, 7, NULL},
          {1000, 4, 4, ", \"reference\": true"}, {1000, 5, 4, ", \"unmet\": true"},
          {1000, 6, 4, ", \"verify\": {\"error\": 2.0, \"tolerance\": 1.0}"},
          {1000, 7, 4, ", \"limit\": {\"fraction\": 1.5}"}, {1000, 8, 4, ", \"status\": \"wrong-result\""},
          {1000, 9, 4, ", \"dropped\": true"}, {1000, 10, 0, NULL},
          {1000, 11, 8, ", \"verify\": {\"error\": 0.5, \"tolerance\": 1.0}, \"limit\": {\"fraction\": 1.01}"});
    has_only("a.json", (const int[]){1, 3, 11, 2}, 4);
    WRITE("a.json", {.best = ", \"objective\": \"energy\""}, {1000, 1, 5, ", \"value\": 2"},
          {1000, 2, 4, ", \"value\": 4"}, {1000, 3, 3, ", \"value\": 3"}, {1000, 4, 1, NULL});
    has_only("a.json", (const int[]){1, 3, 2}, 3);
    WRITE("a.json", {.problem = ", \"settings\": {\"verified\": \"no\"}"}, {1000, 1, 5, NULL});
    check_refused("a.json", NULL, "a.json: no best configuration that is verified");
    WRITE("a.json", {.best = ", \"status\": \"wrong-result\""}, {1000, 1, 5, NULL});
    check_refused("a.json", NULL, "a.json: no best configuration that is verified");
}

TEST(many_rows)
{
    struct file_row row[30];
    for (int i = 0; i < 30; i++)
        row[i] = (struct file_row){1000, 100 + i, i ? 200 - i : 5, NULL};
    write_results("a.json", (struct file_of){.device = NULL}, row, 30);
    has_only("a.json", (const int[]){100, 129, 128, 127, 126, 125, 124, 123}, 8); /* so many are kept */
}
