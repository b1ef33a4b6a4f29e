/* What fails is passed over, on its device by its compiler, and remembered in a list that processes share. */
#include "tests/pick/files.h"
#include "tests/text_file.h"

#include <fcntl.h>
#include <jansson.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

IN_OWN_FOLDER;

static int synced;

/* Instead of the system's: counts. */
int fsync(int file)
{
    synced++;
    return fcntl(file, F_GETFD) < 0 ? -1 : 0;
}

static size_t remembered(const char *path)
{
    json_auto_t *root = json_load_file(path, 0, NULL);
    return json_array_size(json_object_get(root, "failed"));
}

TEST(passed_over)
{
    struct gpubench_choice choice;
    WRITE("a.json", {.best = ", \"left_to_gain\": 0.5"}, {1000, 1, 5, NULL}, {1000, 2, 8, NULL}, {4000, 3, 9, NULL},
          {4000, 2, 10, NULL});
    struct gpubench_picks *picks = open_with("failed.json", "a.json", NULL);
    struct gpubench_device other = h200;
    other.compiler = "NVRTC 14.0";
    CHECK(block_of(picks, &h200, 1000, &choice) == 1);
    CHECK(gpubench_pick_failed(picks, &h200, &choice) == GPUBENCH_PICK_OK);
    CHECK(gpubench_pick_failed(picks, &h200, &choice) == GPUBENCH_PICK_OK); /* again: known */
    CHECK(remembered("failed.json") == 1 && synced == 1); /* on the disk before it replaces what was there */
    CHECK(block_of(picks, &h200, 1000, &choice) == 2 && choice.rank == 1);
    CHECK_NEAR(choice.doubt, 1 - 0.5 * 5 / 8, 1e-12);
    CHECK(block_of(picks, &other, 1000, NULL) == 1); /* another compiler */
    CHECK(block_of(picks, NULL, 1000, NULL) == 1);
    CHECK(gpubench_pick_failed(picks, &h200, &choice) == GPUBENCH_PICK_OK);
    CHECK(block_of(picks, &h200, 1000, &choice) == 3 && choice.size == 4000 && choice.doubt == 1); /* the next size */
    CHECK(gpubench_pick_failed(picks, &h200, &choice) == GPUBENCH_PICK_OK);
    CHECK(block_of(picks, &h200, 1000, NULL) == -GPUBENCH_PICK_FAILED); /* 2 fails at all sizes */
    gpubench_picks_close(picks);

    picks = open_with("failed.json", "a.json", NULL);
    CHECK(block_of(picks, &h200, 1000, NULL) == -GPUBENCH_PICK_FAILED);
    CHECK(block_of(picks, &other, 1000, NULL) == 1);
    gpubench_picks_close(picks);
    CHECK(remembered("failed.json") == 3);
}

/* So many configurations, the fastest last. */
static void write_many(const char *path, int first, int count)
{
    FREED struct file_row *row = malloc((size_t)count * sizeof *row);
    for (int i = 0; i < count; i++)
        row[i] = (struct file_row){1000 + (unsigned long long)i, first + i, 5, NULL};
    write_results(path, (struct file_of){.device = NULL}, row, (size_t)count);
}

/* Says of the best at each size that it fails. */
static void fail_all(struct gpubench_picks *picks, int count)
{
    for (int i = 0; i < count; i++) {
        struct gpubench_choice choice;
        CHECK(block_of(picks, &h200, 1000 + (unsigned long long)i, &choice) > 0);
        CHECK(gpubench_pick_failed(picks, &h200, &choice) == GPUBENCH_PICK_OK);
    }
}

TEST(bounded)
{
    struct gpubench_choice choice;
    write_many("a.json", 1, 300);
    struct gpubench_picks *picks = open_with("bounded.json", "a.json", NULL);
    fail_all(picks, 299);
    CHECK(remembered("bounded.json") == 256);
    CHECK(block_of(picks, &h200, 1000, NULL) == 300); /* this process has them all */
    gpubench_picks_close(picks);
    picks = open_with("bounded.json", "a.json", NULL);
    CHECK(block_of(picks, &h200, 1000, &choice) == 1); /* the oldest 43 are forgotten */
    CHECK(block_of(picks, &h200, 1299, NULL) == 300);
    CHECK(block_of(picks, &h200, 1298, NULL) == 300);
    CHECK(block_of(picks, &h200, 1042, NULL) == 43);
    CHECK(block_of(picks, &h200, 1043, NULL) == 43);
    gpubench_picks_close(picks);

    write_many("a.json", 1, 1000); /* more than a process has room for, without a file */
    picks = open_one("a.json");
    fail_all(picks, 999);
    CHECK(block_of(picks, &h200, 1998, NULL) > 0);
    gpubench_picks_close(picks);
}

TEST(processes)
{
    enum { PROCESSES = 4, EACH = 12 };
    pid_t child[PROCESSES];
    for (int p = 0; p < PROCESSES; p++) {
        char path[32];
        snprintf(path, sizeof path, "%d.json", p);
        write_many(path, 1000 * (p + 1), EACH + 1);
        child[p] = fork();
        if (!child[p]) {
            struct gpubench_picks *picks = open_with("shared.json", path, NULL);
            fail_all(picks, EACH);
            gpubench_picks_close(picks);
            _exit(CHECK_RESULT);
        }
    }
    for (int p = 0, status; p < PROCESSES; p++)
        CHECK(waitpid(child[p], &status, 0) == child[p] && !status);
    CHECK(remembered("shared.json") == PROCESSES * EACH);
}

TEST(not_saved)
{
    struct gpubench_choice choice;
    WRITE("a.json", AS_IT_IS, {1000, 1, 5, NULL}, {1000, 2, 6, NULL});
    struct gpubench_picks *picks = open_with("no/folder/failed.json", "a.json", NULL);
    CHECK(block_of(picks, &h200, 1000, &choice) == 1);
    CHECK(gpubench_pick_failed(picks, &h200, &choice) == GPUBENCH_PICK_NOT_SAVED);
    CHECK(block_of(picks, &h200, 1000, NULL) == 2);
    gpubench_picks_close(picks);

    picks = open_with("spoilt.json", "a.json", NULL);
    CHECK(block_of(picks, &h200, 1000, &choice) == 1);
    text_put("spoilt.json", "something else"); /* is left as it is */
    CHECK(gpubench_pick_failed(picks, NULL, &choice) == GPUBENCH_PICK_NOT_SAVED);
    FREED char *text = text_read("spoilt.json", &(size_t){0});
    CHECK_TEXT(text, "something else");
    gpubench_picks_close(picks);
}

/* Tells a new list that the best of a.json fails. */
static int fail_best(const char *memory, const struct gpubench_device *device)
{
    struct gpubench_choice choice;
    struct gpubench_picks *picks = open_with(memory, "a.json", NULL);
    CHECK(block_of(picks, device, 1000, &choice) == 1);
    const int status = gpubench_pick_failed(picks, device, &choice);
    gpubench_picks_close(picks);
    return status;
}

TEST(links)
{
    struct stat status;
    WRITE("a.json", AS_IT_IS, {1000, 1, 5, NULL}, {1000, 2, 6, NULL});
    CHECK(!mkdir("elsewhere", 0700));
    text_put("elsewhere/list.json", "{\"schema\": \"gpubench/failed/1\", \"failed\": []}");
    CHECK(!symlink("elsewhere/list.json", "linked.json"));
    CHECK(fail_best("linked.json", &h200) == GPUBENCH_PICK_OK);
    CHECK(!lstat("linked.json", &status) && S_ISLNK(status.st_mode)); /* stays, and what it names has it */
    CHECK(remembered("elsewhere/list.json") == 1);

    CHECK(!mkdir("dangling", 0700)); /* what it names is made; relative to the link */
    CHECK(!symlink("../elsewhere/none.json", "dangling/link.json"));
    CHECK(fail_best("dangling/link.json", &h200) == GPUBENCH_PICK_OK);
    CHECK(!lstat("dangling/link.json", &status) && S_ISLNK(status.st_mode));
    CHECK(remembered("elsewhere/none.json") == 1);
    CHECK(!symlink("circle.json", "circle.json"));
    CHECK(!gpubench_picks_open((const char *const[]){"a.json"}, 1, "circle.json", NULL, 0));

    text_put("precious", "as it was"); /* a link that somebody put where the new file goes */
    CHECK(!symlink("precious", "mine.json.new"));
    CHECK(fail_best("mine.json", &h200) == GPUBENCH_PICK_OK);
    FREED char *text = text_read("precious", &(size_t){0});
    CHECK_TEXT(text, "as it was");
    CHECK(remembered("mine.json") == 1);
}

/* JSON has no such name: what cannot be distinguished later is not reported as saved. */
TEST(no_text)
{
    struct gpubench_device device = h200;
    device.compiler = "NVRTC \xff";
    WRITE("a.json", AS_IT_IS, {1000, 1, 5, NULL}, {1000, 2, 6, NULL});
    CHECK(fail_best("bytes.json", &device) == GPUBENCH_PICK_NOT_SAVED);
    CHECK(remembered("bytes.json") == 0);
}
