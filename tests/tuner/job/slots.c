/* Slots that cannot be declared: setup() gets something to fill all the same, and the job is not opened. */
#include "tests/tuner/job/fake_place.h"

enum { IN, OUT };

static void setup_beyond(struct job *job)
{
    static const int slots[] = {MAX_SLOTS, -1, 1 << 20, MAX_SLOTS};
    void *made[4];
    for (int i = 0; i < 4; i++)
        made[i] = i % 2 ? job_host_memory(job, slots[i], "more", 64, HOST_INPUT, i == 1)
                        : job_input(job, slots[i], "most", 64);
    for (int i = 0; i < 4; i++)
        memset(made[i], 1, 64);
}

static void setup_twice(struct job *job)
{
    job_input(job, IN, "in", 64);
    job_output(job, OUT, "out", 64);
    job_scratch(job, IN, "again", 32);
    memset(job_input(job, OUT, "later", 128), 1, 128);
}

static void setup_all(struct job *job)
{
    for (int s = 0; s < MAX_SLOTS; s++)
        job_scratch(job, s, "any", 64);
}

static void check_setup(void (*setup)(struct job *job), enum status expected, const char *text)
{
    const struct bench bench = {.name = "bench", .problem.setup = setup};
    const struct suite suite = {.name = "suite", .benches = BENCHES(&bench)};
    CHECK_FAULT(bed_try(problem_of(&suite, &bench, 1, 1), 0, &caught), expected, text);
}

TEST(setups)
{
    check_setup(setup_beyond, INVALID, "most: slot 32: there are 32, counted from 0");
    check_setup(setup_twice, INVALID, "again: slot 0 is in already");
    check_setup(setup_all, OK, "");
}
