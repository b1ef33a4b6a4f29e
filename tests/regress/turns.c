/* Runs a program with several headers in turn. */
#include "regress/turns.h"
#include "base/file.h"
#include "tests/check.h"
#include "tests/own_folder.h"

#include <unistd.h>

IN_OWN_FOLDER;

static const volatile sig_atomic_t go_on = 0;
static const char *const headers[] = {"default\n", "best\n", "second\n"};

static struct turns turns_of(const char *build, const char *command)
{
    return (struct turns){.build = build,
                          .command = command,
                          .file = "tuned.h",
                          .header = headers,
                          .headers = 3,
                          .log = "log",
                          .seed = 7,
                          .stop = &go_on};
}

static char *text_of(const char *path)
{
    char *text = NULL;
    size_t length;
    CHECK_OK(file_read(path, &text, &length, &caught));
    return text;
}

/* Each block has each header once, seen by build and command, in a random order. */
TEST(order)
{
    struct turns turns = turns_of("cat {header} >built", "cat built {header} >>seen");
    double seconds = 0;
    bool differ = false;
    CHECK_OK(turns_begin(&turns, &seconds, &caught));
    CHECK(seconds > 0 && !turns.blocks);
    for (size_t b = 0; b < 5; b++)
        CHECK_OK(turns_block(&turns, &caught));
    CHECK(turns.blocks == 5);
    FREED char *seen = text_of("seen");
    size_t lines = 0, count[3] = {0};
    char before[32] = "";
    for (char *line = strtok(seen, "\n"); line; line = strtok(NULL, "\n"), lines++) {
        WRONG_IF(lines % 2 && strcmp(line, before) != 0, "line %zu: built with another\n", lines);
        snprintf(before, sizeof before, "%s", line);
        for (size_t h = 0; h < 3; h++)
            count[h] += !strncmp(headers[h], line, strlen(line));
        differ = differ || (lines > 6 && lines % 6 == 0 && strcmp(line, "default") != 0);
    }
    CHECK(lines == 36 && count[0] == 12 && count[1] == 12 && count[2] == 12 && differ);
}

/* The ratio is within each block, whatever the times of the blocks; a disturbed one has no weight. */
TEST(compared)
{
    struct turns turns = turns_of(NULL, "true");
    for (size_t b = 0; b < 10; b++) {
        const double slow = (double)(b + 1) * (b % 2 ? 1.01 : 0.99);
        turns.seconds[b][0] = 1.2 * slow;
        turns.seconds[b][1] = b == 3 ? 50 : (double)(b + 1);
        turns.seconds[b][2] = 1.2 * slow;
    }
    turns.blocks = 10;
    const struct estimate best = turns_compare(&turns, 1, 0), same = turns_compare(&turns, 2, 0);
    CHECK(fabs(exp(best.centre) - 1.2) < 0.02 && best.centre - rule_half_width(best) > 0);
    CHECK(fabs(same.centre) < 1e-12);
    CHECK(turns_faster(&turns, 1, 0) && !turns_faster(&turns, 0, 1) && !turns_faster(&turns, 2, 0));
}

/* The best is kept if another one is faster by chance, and not if it is proved faster. */
TEST(kept)
{
    struct turns turns = turns_of(NULL, "true");
    for (size_t b = 0; b < 10; b++) {
        turns.seconds[b][0] = 1.2 + 0.001 * (double)b;
        turns.seconds[b][1] = 1;
        turns.seconds[b][2] = b % 2 ? 1.1 : 0.899;
    }
    turns.blocks = 10;
    CHECK(turns_kept(&turns, 1) == 1);
    for (size_t b = 0; b < 10; b++)
        turns.seconds[b][2] = 0.95 + 0.001 * (double)b;
    CHECK(turns_kept(&turns, 1) == 2);
    for (size_t b = 0; b < 10; b++)
        turns.seconds[b][0] = 0.8 + 0.001 * (double)b;
    CHECK(turns_kept(&turns, 1) == 0);
}

/* A failure is one line, with the option, the command, and the last line of its output. */
TEST(failures)
{
    double seconds;
    struct turns turns = turns_of(NULL, "echo no such device >&2; exit 3");
    CHECK_FAULT(turns_begin(&turns, &seconds, &caught), INVALID,
                "--confirm 'echo no such device >&2; exit 3': exit status 3: no such device");
    turns = turns_of(NULL, "false");
    CHECK_FAULT(turns_begin(&turns, &seconds, &caught), INVALID, "--confirm 'false': exit status 1: nothing on stderr");
    turns = turns_of("./none", "true");
    CHECK_FAULT(turns_begin(&turns, &seconds, &caught), INVALID,
                "--confirm-build './none': exit status 127: it cannot be run");
    turns = turns_of(NULL, "kill -9 $$");
    CHECK_FAULT(turns_begin(&turns, &seconds, &caught), INVALID, "--confirm 'kill -9 $$': it died of signal 9");
}
