/* Jobs on the fake device: buffers, poison, guard zones, expectations in the store, copies of the buffers. */
#include "tests/tuner/job/fake_context.h"

/* ---- a bench that copies ---- */

KERNELS({"copy.cl", "//fake WHAT=WHAT_COPY copy\n"
                    "//fake WHAT=WHAT_WRONG copy\n"
                    "//fake WHAT=WHAT_WRONG wrong\n"
                    "//fake WHAT=WHAT_OVERRUN copy\n"
                    "//fake WHAT=WHAT_OVERRUN overrun 12\n"
                    "//fake WHAT=WHAT_UNDERRUN copy\n"
                    "//fake WHAT=WHAT_UNDERRUN underrun 5\n"
                    "//fake WHAT=WHAT_FAIL fail-launch the fan fell off\n"});

enum { UNUSED, OUT, IN, MORE, ROOM }; /* slots; not all in use, not in the order of declaration */
enum { COPY, WRONG, OVERRUN, UNDERRUN, FAIL, IDLE };
enum { EXPECTED_WORDS = 4 };

/* Observations of the suite's functions, and their instructions. */
static struct {
    int setups, expects, verifies;
    int target;          /* OUT, or the slot to write instead */
    bool spoil_input;    /* the kernel overwrites its input after its work */
    uint8_t room, out;   /* the first bytes of scratch and output when the work was queued */
    uint64_t more_bytes; /* of the second input */
} seen;

static void setup(struct job *job)
{
    seen.setups++;
    uint32_t *in = job_input(job, IN, "in", job->n * sizeof *in);
    for (uint64_t i = 0; i < job->n; i++)
        in[i] = (uint32_t)job_random(job->seed + (uint64_t)job->variant, i);
    job_output(job, OUT, "out", job->n * sizeof *in);
    job_scratch(job, ROOM, "room", 64);
    memset(job_input(job, MORE, "more", seen.more_bytes), 0x5A, seen.more_bytes);
}

EXPECT(expect)
{
    seen.expects++;
    const uint32_t *in = job_host(job, IN);
    uint64_t *to = expected;
    to[0] = to[1] = 0;
    for (uint64_t i = 0; i < job->n; i++)
        to[i % 2] += in[i];
}

ENQUEUE(enqueue)
{
    compute_array_read(job_array(job, ROOM), 63, &seen.room, 1, fault);
    compute_array_read(job_array(job, OUT), 0, &seen.out, 1, fault);
    enum status status = LAUNCH(0, launch_groups(1, 32), ARRAY(IN), ARRAY(seen.target));
    if (status == OK && seen.spoil_input)
        status = job_fill(job, IN, 0x11, fault);
    return status;
}

VERIFY(verify)
{
    seen.verifies++;
    const uint32_t *out = job_host(job, OUT);
    const uint64_t *expected = job_expected(job);
    uint64_t sum[2] = {0};
    for (uint64_t i = 0; i < job->n; i++)
        sum[i % 2] += out[i];
    verdict->tolerance = 0.5;
    verdict->error = sum[0] == expected[0] && sum[1] == expected[1] ? 0 : 1;
    if (verdict->error > 0)
        return fail(fault, WRONG_RESULT, "first word %08x", out[0]);
    return OK;
}

static const struct bench copy = {
    .name = "copy",
    .kernel = {.file = "copy.cl", .entries = NAMES("copy")},
    .space = {.parameters = PARAMETERS({"WHAT", "", WORDS("copy", "wrong", "overrun", "underrun", "fail", "idle")})},
    .problem = {.variants = 2,
                .expected_bytes = EXPECTED_WORDS * sizeof(uint64_t),
                .setup = setup,
                .expect = expect,
                .verify = verify},
    .device.enqueue = enqueue,
};
REGISTRY("copies", kernels, &copy);

/* ---- a device, and programs for it ---- */

static struct worker_context place = {.registry = &registry};

/* Verifies one configuration of the open job. */
static enum status run(int what, struct fault *fault)
{
    FREED struct config *config = config_new(&bed.problem, (uint64_t)what);
    struct loaded loaded = place_load(config);
    job_use(&bed.job, &loaded);
    enum status status = bed_verify(config->index, fault);
    program_unload(&loaded);
    return status;
}

static void open_job_of(struct problem problem, int variant)
{
    memset(&seen, 0, sizeof seen);
    seen.target = OUT;
    seen.more_bytes = 8;
    CHECK_OK(bed_try(problem, variant, &caught));
}

static void open_job(uint64_t n, uint64_t seed, int variant)
{
    open_job_of(problem_of(&suite, &copy, n, seed), variant);
}

/* ---- buffers ---- */

TEST(slots)
{
    open_job(1000, 7, 1);
    CHECK(bed.job.problem == &bed.problem && bed.job.bench == &copy && bed.job.n == 1000 && bed.job.seed == 7 &&
          bed.job.variant == 1);
    CHECK(bed.job.device == compute_context_device(place.context));
    CHECK(seen.setups == 1);
    CHECK(compute_array_bytes(job_array(&bed.job, IN)) == 4000);
    CHECK(compute_array_bytes(job_array(&bed.job, OUT)) == 4000);
    CHECK(compute_array_bytes(job_array(&bed.job, ROOM)) == 64);
    CHECK(job_array(&bed.job, UNUSED) == NULL);
    CHECK(job_host(&bed.job, ROOM) == NULL);

    uint32_t uploaded[1000];
    uint8_t more[8];
    CHECK(compute_array_read(job_array(&bed.job, IN), 0, uploaded, sizeof uploaded, NULL) == OK);
    CHECK(!memcmp(uploaded, job_host(&bed.job, IN), sizeof uploaded));
    CHECK(uploaded[999] == (uint32_t)job_random(8, 999));
    CHECK(compute_array_read(job_array(&bed.job, MORE), 0, more, sizeof more, NULL) == OK);
    CHECK(more[0] == 0x5A && more[7] == 0x5A);

    CHECK_OK(run(COPY, &caught));
    CHECK(bed.verdict.error == 0 && bed.verdict.tolerance == 0.5 && seen.verifies == 1);
    CHECK(!memcmp(uploaded, job_host(&bed.job, OUT), sizeof uploaded));
    job_close(&bed.job);
    CHECK(bed.job.state == NULL);
}

/* Results of an earlier run cannot pass: outputs, and scratch, are poisoned each time. */
TEST(poison)
{
    open_job(100, 1, 0);
    for (int round = 0; round < 2; round++) {
        CHECK_OK(run(COPY, &caught));
        CHECK(seen.room == 0xff && seen.out == 0xff);
        CHECK_OK(job_fill(&bed.job, ROOM, 0, &caught));
        CHECK_FAULT(run(IDLE, &caught), WRONG_RESULT, "first word ffffffff");
        CHECK(bed.verdict.error == 1);
        CHECK(seen.room == 0xff && seen.out == 0xff);
    }
}

TEST(wrong)
{
    open_job(100, 1, 0);
    CHECK(CALL(run(WRONG, &caught)) == WRONG_RESULT);
    CHECK(bed.verdict.error == 1 && bed.verdict.tolerance == 0.5);
    CHECK_OK(run(COPY, &caught));
    CHECK(bed.verdict.error == 0);
}

/* A failing launch has its own status and message, and outputs are not compared. */
TEST(failing_launch)
{
    open_job(100, 1, 0);
    CHECK_FAULT(run(FAIL, &caught), LAUNCH_FAILED, "the fan fell off");
    CHECK(seen.verifies == 0);
    CHECK_OK(run(COPY, &caught));
}

/* A write outside any slot's array, of any role, names the slot; the guard zone is restored for the next run. */
TEST(guards)
{
    static const struct {
        int target, what;
        const char *text;
    } cases[] = {
        {OUT, OVERRUN, "out: 12 bytes written behind the end"},
        {OUT, UNDERRUN, "out: 5 bytes written before the start"},
        {ROOM, OVERRUN, "room: 12 bytes written behind the end"},
        {MORE, UNDERRUN, "more: 5 bytes written before the start"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_job(100, 1, 0);
        seen.target = cases[i].target;
        CHECK(CALL(run(cases[i].what, &caught)) == WRONG_RESULT);
        CHECK(strstr(caught.text, cases[i].text) == caught.text);
        CHECK(seen.verifies == 0);
        seen.target = OUT;
        CHECK_OK(run(COPY, &caught));
    }
}

/* A kernel that overwrites its input makes the next run fail until the inputs are uploaded again. */
TEST(restore)
{
    open_job(100, 1, 0);
    seen.spoil_input = true;
    CHECK_OK(run(COPY, &caught));
    seen.spoil_input = false;
    CHECK_FAULT(run(COPY, &caught), WRONG_RESULT, "first word 11111111");
    CHECK(compute_array_fill(job_array(&bed.job, MORE), 0, NULL) == OK);
    CHECK_OK(job_restore(&bed.job, &caught));
    uint8_t more[8] = {0};
    CHECK(compute_array_read(job_array(&bed.job, MORE), 0, more, sizeof more, NULL) == OK);
    CHECK(more[0] == 0x5A && more[7] == 0x5A);
    CHECK_OK(run(COPY, &caught));
}

/* ---- expectations ---- */

static void check_expected(void)
{
    uint64_t own[EXPECTED_WORDS] = {0};
    const uint32_t *in = job_host(&bed.job, IN);
    for (uint64_t i = 0; i < bed.job.n; i++)
        own[i % 2] += in[i];
    CHECK(!memcmp(job_expected(&bed.job), own, sizeof own));
}

/* Computed once, then read from the store; one of another size is not used. job/expectations.c tests their identity. */
TEST(expectation)
{
    struct bench larger = copy;
    for (int round = 0; round < 2; round++) {
        open_job(500, 21, 0);
        check_expected();
        CHECK_OK(run(COPY, &caught));
        CHECK(seen.expects == !round);
    }
    larger.problem.expected_bytes *= 2;
    open_job_of(problem_of(&suite, &larger, 500, 21), 0);
    CHECK(seen.expects == 1);
    check_expected();
}

static uint64_t further;

static uint64_t further_size(UNNEEDED const struct problem *problem)
{
    return further;
}

/* Inputs that are not timed may be smaller if the bench allows it, and their expectations with them; never larger, and
 * never empty. */
TEST(further)
{
    struct bench bench = copy;
    bench.problem.further_size = further_size;
    const struct problem problem = problem_of(&suite, &bench, 1000, 7);
    for (further = 1; further <= 1000; further += 333)
        for (int variant = 0; variant < 2; variant++) {
            const uint64_t n = variant ? further : 1000;
            open_job_of(problem, variant);
            CHECK(bed.job.n == n && bed.problem.n == 1000);
            CHECK(compute_array_bytes(job_array(&bed.job, OUT)) == n * sizeof(uint32_t));
            check_expected();
        }
    further = 0;
    CHECK_FAULT(bed_try(problem, 1, &caught), INVALID, "variant 1 has a size of 0, which is not from 1 to 1000");
    further = 1001;
    CHECK_FAULT(bed_try(problem, 1, &caught), INVALID, "variant 1 has a size of 1001, which is not from 1 to 1000");
}

/* A store that cannot be written costs time, not results. */
TEST(no_store)
{
    for (int round = 0; round < 2; round++) {
        place.store = "/proc/no/such/folder";
        open_job(500, 21, 0);
        place.store = store;
        CHECK(seen.expects == 1);
        check_expected();
    }
}

/* ---- copies of the buffers ---- */

/* As many sets as exceed the bytes, at most the requested number; inputs in each; iterations walk over them;
 * verification uses the first. */
TEST(grow)
{
    open_job(1000, 1, 0);
    const size_t one = 4000 + 4000 + 64 + 8;
    CHECK(FINE(job_grow(&bed.job, one, 9, &caught)) && bed.job.state->count == 1);
    CHECK(FINE(job_grow(&bed.job, one + 1, 9, &caught)) && bed.job.state->count == 2);
    CHECK(FINE(job_grow(&bed.job, 4 * one, 9, &caught)) && bed.job.state->count == 4);
    CHECK(FINE(job_grow(&bed.job, one, 9, &caught)) && bed.job.state->count == 4);
    CHECK(FINE(job_grow(&bed.job, 9 * one, 4, &caught)) && bed.job.state->count == 4);
    CHECK(FINE(job_grow(&bed.job, 9 * one, 2, &caught)) && bed.job.state->count == 4);

    FREED struct config *config = config_new(&bed.problem, COPY);
    struct loaded loaded = place_load(config);
    job_use(&bed.job, &loaded);
    struct compute_array *walked[11];
    for (int i = 0; i < 11; i++) {
        uint32_t in[1000];
        CHECK_OK(job_enqueue(&bed.job, config, &caught));
        walked[i] = job_array(&bed.job, OUT);
        CHECK_OK(compute_array_read(job_array(&bed.job, IN), 0, in, sizeof in, &caught));
        CHECK(!memcmp(in, job_host(&bed.job, IN), sizeof in));
        for (int j = 0; j < i; j++)
            CHECK((walked[i] == walked[j]) == ((i - j) % 4 == 0));
    }
    program_unload(&loaded);
    for (int i = 0; i < 2; i++) {
        CHECK_OK(run(COPY, &caught));
        CHECK(job_array(&bed.job, OUT) == bed.job.state->sets[0].array[OUT]);
        bed.job.state->current = 3;
    }
}

/* If device memory ends, the sets that fit stay, whole and usable. */
TEST(grow_too_far)
{
    struct compute_context *roomy = place.context;
    struct compute_device small = device;
    small.memory_bytes = 600000;
    CHECK_OK(compute_context_new(&small, &place.context, &caught));
    open_job(2000, 1, 0);
    CHECK(CALL(job_grow(&bed.job, 1000000, 9, &caught)) == NO_MEMORY);
    CHECK(bed.job.state->count == 2); /* 16072 bytes each, with eight guard zones of 65536, then of 4096 */
    for (int i = 0; i < 3; i++)
        CHECK_OK(run(COPY, &caught));

    /* A job that does not fit must be closed, too. */
    memset(&seen, 0, sizeof seen);
    seen.more_bytes = 800000;
    CHECK_FAULT(bed_try(problem_of(&suite, &copy, 100, 1), 0, &caught), NO_MEMORY,
                "more takes 800000 bytes, beside 800 of others, of the device's 600000: an array of 800000 bytes: this "
                "device has 600000");
    CHECK(seen.expects == 0);
    open_job(2000, 1, 0); /* no memory of it remains on the device */
    CHECK(job_grow(&bed.job, 1000000, 9, NULL) == NO_MEMORY && bed.job.state->count == 2);
    job_close(&bed.job);
    compute_context_free(place.context);
    place.context = roomy;
}

static void bare_setup(UNNEEDED struct job *job)
{
}

/* A bench without buffers, such as an empty kernel's, has nothing to copy. */
TEST(no_slots)
{
    struct bench bare = copy;
    bare.name = "bare";
    bare.problem.setup = bare_setup;
    bare.problem.expect = NULL;
    bare.problem.expected_bytes = 0;
    open_job_of(problem_of(&suite, &bare, 1, 1), 0);
    CHECK_OK(job_grow(&bed.job, 1 << 20, 9, &caught));
    CHECK(bed.job.state->count == 1);
}

/* Existing streams may wait for each other; others are refused. */
TEST(stream_wait)
{
    open_job(100, 1, 0);
    CHECK_OK(job_stream_wait(&bed.job, 1, 0, &caught));
    CHECK_OK(job_stream_wait(&bed.job, 0, 1, &caught));
    CHECK(CALL(job_stream_wait(&bed.job, 0, COMPUTE_STREAMS, &caught)) == INVALID);
}

/* ---- slots that cannot be declared: setup() gets memory to fill nevertheless, and the job is not opened ---- */

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
    job_input(job, 0, "in", 64);
    job_output(job, 1, "out", 64);
    job_scratch(job, 0, "again", 32);
    memset(job_input(job, 1, "later", 128), 1, 128);
}

static void setup_all(struct job *job)
{
    for (int s = 0; s < MAX_SLOTS; s++)
        job_scratch(job, s, "any", 64);
}

static void check_setup(void (*declare)(struct job *job), enum status expected, const char *text)
{
    const struct bench bench = {.name = "bench", .problem.setup = declare};
    CHECK_FAULT(bed_try(problem_of(&suite, &bench, 1, 1), 0, &caught), expected, text);
}

TEST(setups)
{
    check_setup(setup_beyond, INVALID, "most: slot 40: there are 40, counted from 0");
    check_setup(setup_twice, INVALID, "again: slot 0 is in already");
    check_setup(setup_all, OK, "");
}
