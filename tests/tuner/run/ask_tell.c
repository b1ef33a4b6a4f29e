/* A run asks a strategy and tells it outcomes, on the fake device: it waits for one that needs outcomes, asks no more
 * ahead than allowed, and tells the outcomes that the rows have. */
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"
#include "tests/tuner/search/driver.h"

COPY_KERNELS("//fake SLOW=9 time 9000\n"
             "//fake SLOW=6 time 6000\n"
             "//fake SLOW=5 time 5000\n"
             "//fake SLOW=1 no-compile never\n");

static const struct bench slopes = {
    .name = "slopes",
    COPIES_BY(enqueue),
    .space.parameters = PARAMETERS({"SLOW", "", VALUES(9, 5, 6, 1)}, {"SAME", "", VALUES(1, 2, 3)}),
    DEFAULTS(9),
};
static const struct bench broken = {
    .name = "broken",
    COPIES_BY(enqueue),
    .space.parameters = PARAMETERS({"SLOW", "", VALUES(1)}, {"SAME", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8)},
                                   {"TOO", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8)}),
    DEFAULTS(1),
};
REGISTRY("asked", kernels, &slopes, &broken);

enum { ALL = 12 };
static struct strategy watched;
static struct observation observed[ALL];
static size_t asked, waits, tellings, rows, dropped;

static enum ask_result watched_ask(void *state, uint64_t *index)
{
    const enum ask_result answer = descent_ask(state, index);
    asked += answer == ASK_INDEX;
    waits += answer == ASK_WAIT;
    CHECK(asked - tellings <= watched.ahead + 1);
    return answer;
}

static void watched_tell(void *state, const struct observation *new)
{
    observed[new->index] = *new;
    tellings++;
    descent_tell(state, new);
}

ROW(take)
{
    const struct observation *of = &observed[row->index];
    if (row->finalist)
        return;
    rows++;
    dropped += row->dropped;
    CHECK(of->index == row->index && of->status == row->status);
    CHECK(memcmp(&of->resources, &row->resources, sizeof of->resources) == 0);
    CHECK(of->status != OK || (of->ns == row->median_ns && of->stop == row->stop));
    CHECK((of->stop == STOP_DROPPED) == row->dropped);
    if (row->blocks > 1) /* all blocks are equal */
        CHECK(of->interval_ns[0] == of->ns && of->interval_ns[1] == of->ns);
    else
        CHECK(isnan(of->interval_ns[0]) && isnan(of->interval_ns[1]));
}

/* The default is slow: a neighbour that is dropped, or that does not compile, is no way to the best. */
static void run(size_t ahead, uint64_t seed, bool whole)
{
    asked = waits = tellings = rows = dropped = 0;
    watched.ahead = ahead;
    tune((struct target){.problem = problem_of(&suite, &slopes, 100, seed)},
         (struct run_options){.strategy = &watched, .confidence = TUNER_CONFIDENCE, .measure_all = whole, .row = take});
    CHECK((waits > 0 || ahead == 1) && asked == rows && tellings == rows && rows >= 8 && rows <= ALL);
    CHECK(best.result.median_ns == 5000 && best.measured == rows && best.allowed == ALL);
    CHECK(rows == ALL ? best.left == 0 : best.left > 0 && best.left <= 1);
    CHECK((dropped > 0) == !whole);
}

TEST(outcomes)
{
    watched = descent_strategy;
    watched.ask = watched_ask;
    watched.tell = watched_tell;
    for (size_t ahead = 1; ahead <= 4; ahead++)
        run(ahead, ahead, ahead == 4);
}

static size_t done, total;

PROGRESS(follow)
{
    CHECK(progress->done <= progress->total && progress->total >= total);
    done = progress->done;
    total = progress->total;
}

/* While a search continues because nothing is right, its progress has the number that it will try. */
TEST(continues)
{
    struct strategy few = auto_strategy;
    few.has_values = true;
    few.value[1] = few.value[2] = 2; /* at least, at most */
    tune((struct target){.problem = problem_of(&suite, &broken, 100, 1)},
         (struct run_options){.strategy = &few, .confidence = TUNER_CONFIDENCE, .progress = follow});
    CHECK(done == 22 && total == 22 && best.measured == 22 && best.result.median_ns == 0);
}

TUNER_MAIN(1)
