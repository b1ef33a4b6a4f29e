/* Slots that iterations leave zero, results that are read in part, and benches without an expectation. */
#include "tests/tuner/job/fake_context.h"

/* ---- a bench whose work consists of fills ---- */

enum { COUNTERS = 40000 }; /* more than one check reads at once, and no multiple of that */
enum { TICKETS, OUT };

static struct {
    uint8_t first, last; /* of the tickets, when the work was queued */
    size_t spoilt_at;    /* a byte of the tickets that the iteration leaves 1; COUNTERS: none */
    size_t read_at, read_bytes;
    uint8_t read[16];
    const void *expected;
} seen;

static void setup(struct job *job)
{
    job_zeroed(job, TICKETS, "tickets", COUNTERS);
    job_output(job, OUT, "out", job->n);
}

ENQUEUE(enqueue)
{
    const uint8_t one = 1;
    enum status status = compute_array_read(job_array(job, TICKETS), 0, &seen.first, 1, fault);
    if (status == OK)
        status = compute_array_read(job_array(job, TICKETS), COUNTERS - 1, &seen.last, 1, fault);
    if (status == OK)
        status = job_fill(job, OUT, 0x33, fault);
    if (status == OK && seen.spoilt_at < COUNTERS)
        status = compute_array_write(job_array(job, TICKETS), seen.spoilt_at, &one, 1, fault);
    return status;
}

VERIFY(verify)
{
    *verdict = (struct verdict){0, 1};
    seen.expected = job_expected(job);
    return job_read(job, OUT, seen.read_at, seen.read, seen.read_bytes, fault);
}

static const struct bench fills = {.name = "fills", FUNCTIONS(verify)};
REGISTRY("fillers", NULL, &fills);

/* ---- tests ---- */

static struct worker_context place = {.registry = &registry};

static void open_job(void)
{
    memset(&seen, 0, sizeof seen);
    seen.spoilt_at = COUNTERS;
    bed_open(problem_of(&suite, &fills, 100, 1));
}

/* Zero at the start of every set and of every verified run, whatever the array contained before. */
TEST(zero)
{
    open_job();
    CHECK(job_host(&bed.job, TICKETS) == NULL);
    CHECK(FINE(job_grow(&bed.job, 3 * (COUNTERS + 100), 9, &caught)) && bed.job.state->count == 3);
    for (size_t i = 0; i < 3; i++) {
        uint8_t byte[2] = {9, 9};
        CHECK(compute_array_read(bed.job.state->sets[i].array[TICKETS], 0, &byte[0], 1, NULL) == OK);
        CHECK(compute_array_read(bed.job.state->sets[i].array[TICKETS], COUNTERS - 1, &byte[1], 1, NULL) == OK);
        CHECK(!byte[0] && !byte[1]);
    }
    CHECK(compute_array_fill(bed.job.state->sets[0].array[TICKETS], 7, NULL) == OK);
    CHECK_OK(bed_verify(0, &caught));
    CHECK(seen.first == 0 && seen.last == 0);
    CHECK(compute_array_fill(bed.job.state->sets[0].array[TICKETS], 7, NULL) == OK);
    CHECK_OK(job_restore(&bed.job, &caught));
    uint8_t byte = 9;
    CHECK(compute_array_read(bed.job.state->sets[0].array[TICKETS], 77, &byte, 1, NULL) == OK && !byte);
}

/* A byte that is not zero, at any position, is a wrong result, and is cleared. */
TEST(not_zero)
{
    static const size_t places[] = {0, 1, 16383, 16384, 32768, COUNTERS - 1};
    open_job();
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        seen.spoilt_at = places[i];
        CHECK_FAULT(bed_verify(0, &caught), WRONG_RESULT, "tickets: not zero after the iteration");
        seen.spoilt_at = COUNTERS;
        CHECK_OK(bed_verify(0, &caught));
        CHECK(seen.first == 0 && seen.last == 0);
    }
}

/* job_read reads the set that was verified. */
TEST(read)
{
    open_job();
    CHECK_OK(job_grow(&bed.job, 1 << 20, 2, &caught));
    seen.read_at = 90;
    seen.read_bytes = 10;
    CHECK_OK(bed_verify(0, &caught));
    for (size_t i = 0; i < sizeof seen.read; i++)
        CHECK(seen.read[i] == (i < 10 ? 0x33 : 0));
    seen.read_bytes = 11; /* beyond the end */
    CHECK(CALL(bed_verify(0, &caught)) != OK);
    bed.job.state->current = 1;
    uint8_t byte = 0;
    CHECK(FINE(job_read(&bed.job, OUT, 99, &byte, 1, &caught)) && byte == 0x33);
    CHECK(FINE(job_read(&bed.job, TICKETS, 5, &byte, 1, &caught)) && byte == 0);
}

/* A bench without an expectation has no expect(), and none is stored. */
TEST(no_expectation)
{
    struct fault fault;
    open_job();
    seen.expected = &fault;
    CHECK(bed_verify(0, &fault) == OK);
    CHECK(seen.expected == NULL);
    CHECK(access("cache/entries", F_OK) != 0);
}
