/* The best few, tried on times that the test has made up. */
#include "tests/pick/files.h"

IN_OWN_FOLDER;

static struct gpubench_picks *picks;

TEST(file)
{
    WRITE("a.json", AS_IT_IS, {1000, 1, 100, NULL}, {1000, 2, 110, NULL}, {1000, 3, 120, NULL}, {1000, 4, 130, NULL},
          {1000, 5, 140, NULL}, {1000, 9, 1, ", \"verify\": {\"error\": 2.0, \"tolerance\": 1.0}"},
          {4000, 7, 100, NULL});
    picks = open_one("a.json");
}

/* A time for each block, in turn with noise of a tenth; counts the calls. */
struct play {
    double ns[10];
    double noise;
    double first; /* a first call takes so many times more; 0: none */
    int calls[10];
    double spent; /* by others than 1 */
};

/* Runs a trial to its end; the block that won. */
static int play_to_end(struct gpubench_trial *trial, struct play *play)
{
    struct gpubench_choice choice;
    for (int call = 0; call < 1000; call++) {
        CHECK(gpubench_refine(trial, &choice) == GPUBENCH_PICK_OK);
        const int block = atoi(gpubench_choice_word(&choice, "BLOCK"));
        if (gpubench_trial_over(trial))
            return block;
        const int times = play->calls[block]++;
        double ns = play->ns[block] * (1 + play->noise * ((times * 7 + block * 3) % 10) / 10);
        if (!times && play->first > 0)
            ns *= play->first;
        play->spent += block == 1 ? 0 : ns;
        gpubench_trial_time(trial, &choice, ns);
    }
    WRONG_IF(true, "the trial does not end\n");
    return 0;
}

static int played(struct play *play, unsigned long long n, double budget)
{
    int status = -1;
    struct gpubench_trial *trial = gpubench_trial_open(picks, "suite/bench", &h200, NULL, n, budget, &status);
    CHECK(trial && !status);
    const int won = play_to_end(trial, play);
    CHECK(play_to_end(trial, play) == won); /* and stays so */
    gpubench_trial_close(trial);
    return won;
}

TEST(wins)
{
    struct play play = {.ns = {0, 100, 90, 80, 70, 1, 0, 0, 0, 1}, .first = 100};
    CHECK(played(&play, 1000, 1e9) == 4);
    CHECK(play.calls[1] == 12 && play.calls[4] == 12);
    CHECK(!play.calls[5] && !play.calls[9]); /* four are tried, and none that is wrong */
    play = (struct play){.ns = {0, 100, 99, 130, 120}};
    CHECK(played(&play, 1000, 1e9) == 2);
    CHECK(play.calls[3] == 3 && play.calls[4] == 3); /* left when they lost twice */
}

/* What is not faster in 10 rounds of 11 does not win. */
TEST(noise)
{
    struct play play = {.ns = {0, 100, 99.5, 100, 100.5}, .noise = 0.5};
    CHECK(played(&play, 1000, 1e9) == 1);
    play = (struct play){.ns = {0, 100, 100, 100, 100}};
    CHECK(played(&play, 1000, 1e9) == 1);
}

TEST(budget)
{
    struct play play = {.ns = {0, 100, 90, 80, 70}};
    CHECK(played(&play, 1000, 0) == 1); /* nothing but the pick */
    CHECK(play.calls[1] == 1 && play.spent == 0);
    play = (struct play){.ns = {0, 100, 90, 80, 70}};
    CHECK(played(&play, 1000, 700) == 1); /* in the third round */
    CHECK(play.calls[1] == 3 && play.spent <= 700);
    play = (struct play){.ns = {0, 100, 90, 200, 200}};
    CHECK(played(&play, 1000, 2240) == 2); /* after 10 rounds, all won */
    CHECK(play.spent <= 2240);
}

/* Between sizes the best at the size beyond is tried, too. */
TEST(beyond)
{
    struct play play = {.ns = {0, 100, 90, 90, 90, 90, 0, 50}};
    CHECK(played(&play, 1500, 1e9) == 7);
    play = (struct play){.ns = {0, 100, 90, 90, 90, 90, 0, 50}};
    CHECK(played(&play, 1000, 1e9) != 7);
    CHECK(!play.calls[7]);
}

TEST(fails)
{
    struct gpubench_choice choice;
    int status = -1;
    struct gpubench_picks *own = open_one("a.json");
    struct gpubench_trial *trial = gpubench_trial_open(own, "suite/bench", &h200, NULL, 1000, 1e9, &status);
    for (int i = 1; i <= 4; i++) { /* each that comes fails */
        CHECK(gpubench_refine(trial, &choice) == GPUBENCH_PICK_OK);
        CHECK(atoi(gpubench_choice_word(&choice, "BLOCK")) == i);
        gpubench_pick_failed(own, &h200, &choice);
        gpubench_trial_time(trial, &choice, NAN);
    }
    CHECK(gpubench_refine(trial, &choice) == GPUBENCH_PICK_FAILED);
    gpubench_trial_close(trial);
    trial = gpubench_trial_open(own, "suite/bench", &h200, NULL, 1000, 1e9, &status);
    CHECK(trial && gpubench_refine(trial, &choice) == GPUBENCH_PICK_OK);
    CHECK_TEXT(gpubench_choice_word(&choice, "BLOCK"), "5");
    gpubench_trial_close(trial);
    CHECK(!gpubench_trial_open(own, "suite/other", &h200, NULL, 1, 1e9, &status));
    CHECK(status == GPUBENCH_PICK_NO_BENCH);
    CHECK(!gpubench_trial_open(own, "suite/other", &h200, NULL, 1, 1e9, NULL));
    gpubench_picks_close(own);
}

TEST(winner_fails)
{
    struct gpubench_choice choice;
    struct play play = {.ns = {0, 100, 90, 80, 130}};
    struct gpubench_picks *own = open_one("a.json");
    struct gpubench_trial *trial = gpubench_trial_open(own, "suite/bench", &h200, NULL, 1000, 1e9, NULL);
    CHECK(play_to_end(trial, &play) == 3);
    CHECK(gpubench_refine(trial, &choice) == GPUBENCH_PICK_OK);
    gpubench_pick_failed(own, &h200, &choice);
    CHECK(play_to_end(trial, &play) == 2);
    gpubench_trial_close(trial);
    gpubench_picks_close(own);
    gpubench_picks_close(picks);
}
