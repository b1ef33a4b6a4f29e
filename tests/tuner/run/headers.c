/* While the first program that includes CUB is compiled no other one that does is begun, since it would only wait;
 * others are. */
#include "tests/text_file.h"
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"

#include <fcntl.h>

COPY_KERNELS("//fake time 5000\n");

enum { JOBS = 4, CONFIGURATIONS = 4 };

/* ---- what the worker has: called where a program is compiled, not in the parent ---- */

static void note(const char *what)
{
    const int log = open("log", O_CREAT | O_WRONLY | O_APPEND, 0666);
    CHECK(write(log, what, 1) == 1);
    close(log);
}

/* Takes long enough for others to begin. */
static unsigned slow(UNNEEDED const struct config *config)
{
    if (tuner.compiler)
        return 0;
    note("(");
    usleep(50000);
    note(")");
    return 0;
}

/* Waits until another program is compiled. */
static unsigned waiting(UNNEEDED const struct config *config)
{
    if (tuner.compiler)
        return 0;
    note("(");
    while (access("another", F_OK))
        usleep(1000);
    note(")");
    return 0;
}

static unsigned other(UNNEEDED const struct config *config)
{
    if (!tuner.compiler)
        text_put("another", "");
    return 0;
}

/* clang-format off */
#define NUMBERS(called, first) .name = called, COPIES_BY(enqueue), .space.parameters = PARAMETERS( \
    {"NUMBER", "", VALUES((first), (first) + 1, (first) + 2, (first) + 3)}), DEFAULTS(first)
/* clang-format on */

enum { SLOW, RUNNING, WAITING, OTHER, BENCH_COUNT };
static const struct bench benches[BENCH_COUNT] = {
    [SLOW] = {NUMBERS("slow", 0), .includes_cub = true, .kernel.options = slow},
    [RUNNING] = {NUMBERS("running", 10)},
    [WAITING] = {NUMBERS("waiting", 20), .includes_cub = true, .kernel.options = waiting},
    [OTHER] = {NUMBERS("other", 30), .kernel.options = other},
};
REGISTRY("copies", kernels, &benches[SLOW], &benches[RUNNING], &benches[WAITING], &benches[OTHER]);

/* ---- the parent ---- */

static struct target target_of(size_t bench)
{
    return (struct target){.problem = problem_of(&suite, &benches[bench], 100, 42)};
}

/* Whether the first in the log has ended before the next begins; and how many have ended. */
static size_t ended(bool *first_alone)
{
    size_t length, count = 0;
    FREED char *log = text_read("log", &length);
    *first_alone = length >= 2 && !strncmp(log, "()", 2);
    for (size_t i = 0; i < length; i++)
        count += log[i] == ')';
    return count;
}

TEST(of_a_run)
{
    bool alone;
    tune(target_of(SLOW), (struct run_options){.confidence = 0.95});
    CHECK(best.measured == CONFIGURATIONS && tuner.has_cub && ended(&alone) >= CONFIGURATIONS && alone);
}

/* Of later targets one program that includes CUB is first, then come others, then its bench's rest. */
TEST(ahead)
{
    enum { MOST_RUNS = 1000 };
    const struct target waits = target_of(WAITING), others = target_of(OTHER);
    const struct target *const later[] = {&waits, &others, &waits};
    const struct run_options options = {.strategy = &exhaustive_strategy, .time_limit = 60};
    bool alone;
    remove("log");
    tuner.has_cub = false;
    tuner_look_ahead(&tuner, later, 3, &options);
    for (int runs = 0; runs < MOST_RUNS && ended(&alone) < CONFIGURATIONS; runs++)
        tune(target_of(RUNNING), (struct run_options){.confidence = 0.95});
    CHECK(ended(&alone) >= CONFIGURATIONS && alone && tuner.has_cub);
    tuner_look_ahead(&tuner, NULL, 0, &options);
}

TUNER_MAIN(JOBS)
