/* Each bench of all suites, on the fake device: a setting that does not concern it changes neither its inputs, nor
 * its size, nor whether the problem is possible. */
#include "cli/registry.h"
#include "tests/own_folder.h"
#include "tuner/job/job.h"

static struct worker_context place;
static size_t tried;

/* A value other than the initial one. */
static double other_value(const struct setting *setting)
{
    if (setting->words)
        return (double)(setting->count - 1);
    if (setting->whole)
        return setting->initial + (setting->initial < setting->most ? 1 : -1);
    return setting->initial > setting->least ? (setting->initial + setting->least) / 2
                                             : (setting->least + setting->most) / 2;
}

static bool same_slots(const struct job *one, const struct job *other)
{
    bool same = true;
    for (int s = 0; s < MAX_SLOTS && same; s++) {
        const struct slot *a = &one->state->slot[s], *b = &other->state->slot[s];
        same = a->role == b->role && a->bytes == b->bytes &&
               (a->role != SLOT_INPUT || !memcmp(a->host, b->host, a->bytes));
    }
    return same;
}

/* The first size of the bench's tests. */
static struct problem small_problem(const struct suite *suite, const struct bench *bench)
{
    const char *text = strstr(bench->tests[0], "--size ");
    const uint64_t size = text ? strtoull(text + strlen("--size "), NULL, 10) : bench->size.classes[SMALL];
    return problem_of(suite, bench, size > 1 ? size : 20, 1);
}

static void check_bench(const struct suite *suite, const struct bench *bench)
{
    struct bench bare = *bench; /* expectations take long */
    struct problem problem = small_problem(suite, bench);
    bare.problem.expect = NULL;
    bare.problem.expect_number = NULL;
    bare.problem.expected_bytes = 0;
    problem.bench = &bare;
    struct job job = {0};
    struct fault fault = {0};
    for (size_t s = 0; s < suite_settings(suite); s++) {
        struct problem other = problem;
        struct job changed = {0};
        if (setting_concerns(&suite->settings[s], bench))
            continue;
        other.inputs.setting[s] = other_value(&suite->settings[s]);
        if (!job.state && job_open(&job, &problem, &place, 0, &fault) != OK)
            WRONG_IF(true, "%s/%s: %s\n", suite->name, bench->name, fault.text);
        const bool same = job_open(&changed, &other, &place, 0, &fault) == OK && same_slots(&job, &changed) &&
                          (!bench->problem.check || bench->problem.check(&other, NULL, &fault) == OK);
        WRONG_IF(!same, "%s/%s: --%s, which does not concern it, makes it another problem\n", suite->name, bench->name,
                 suite->settings[s].name);
        tried++;
        job_close(&changed);
    }
    job_close(&job);
}

int main(void)
{
    static const char *const none[] = {NULL};
    struct registry registry;
    struct compute_device device;
    enter_own_folder();
    registry_make(&registry, none, NULL);
    place = (struct worker_context){.store = own_folder, .registry = &registry, .secret = 1};
    CHECK(compute_find("fake", 0, &device, NULL) == OK);
    CHECK(compute_context_new(&device, &place.context, NULL) == OK);
    for (const struct suite *const *suite = registry.suites; *suite; suite++)
        for (size_t b = 0; (*suite)->benches[b]; b++)
            check_bench(*suite, (*suite)->benches[b]);
    worker_context_close(&place);
    compute_context_free(place.context);
    printf("%zu times a setting does not concern a bench\n", tried);
    CHECK(tried > 0);
    return CHECK_RESULT;
}
