/* The ceilings of launches without a device: the launches of an iteration, and their verification. The job's
 * functions are replaced by ones that run the kernels on the host. */
#include "suites/ceilings/launches.c"

#include "tests/suites/host_job.h"

enum { LAUNCH, GRAPH_LAUNCH, CHILD_LAUNCH, CHAINED_LAUNCH };

static const struct suite suite = {
    .name = "ceilings",
    .benches = BENCHES(&ceiling_launch, &ceiling_graph_launch, &ceiling_child_launch, &ceiling_chained_launch)};

/* The launches of an iteration. */
static uint64_t launches, lost; /* lost: how many of an iteration's kernels do not run */
static uint64_t groups_launched, group_launched, most_children;

static uint32_t *counter(void)
{
    return array[COUNTER].bytes;
}

uint32_t job_filled(UNNEEDED const struct job *job)
{
    return UINT32_MAX;
}

static uint32_t word(const struct compute_argument *argument)
{
    uint32_t value = 0;
    CHECK(argument->size == sizeof value);
    memcpy(&value, argument->value, sizeof value);
    return value;
}

enum status job_launch(struct job *job, int kernel, struct compute_launch launch,
                       const struct compute_argument *arguments, size_t count, UNNEEDED struct fault *fault)
{
    if (job->bench == &ceiling_chained_launch) {
        CHECK(count == 1 && kernel == 0 && arguments[0].array == job_array(job, COUNTER));
        launches++;
        for (uint64_t g = 0; g < launch.groups[0] && !lost; g++)
            counter()[g]++;
        lost -= lost > 0;
        return OK;
    }
    bool is_parent = count == 3;
    CHECK(is_parent == (job->bench == &ceiling_child_launch) && (is_parent || count == 2));
    CHECK(kernel == 0 && launch.stream == 0 && arguments[0].array == job_array(job, COUNTER));
    CHECK(launch.groups[1] == 1 && launch.groups[2] == 1 && launch.group[1] == 1 && launch.group[2] == 1);
    uint32_t counting = word(&arguments[1]), kernels = is_parent ? word(&arguments[2]) : 1;
    uint64_t threads = launch.groups[0] * launch.group[0];
    if (is_parent) { /* one thread per child, in as few blocks as possible */
        CHECK(threads >= kernels && threads - kernels < launch.group[0]);
        most_children = kernels > most_children ? kernels : most_children;
    }
    groups_launched = launch.groups[0];
    group_launched = launch.group[0];
    launches++;
    for (; kernels && lost; kernels--)
        lost--;
    *counter() += counting ? kernels : 0;
    return OK;
}

/* An iteration of a bench, verified; `losing` of its kernels do not run. */
static enum status run(int bench, uint64_t n, int variant, const int *values, uint64_t losing, struct verdict *verdict)
{
    static const struct compute_device device = {.units = 132, .max_group = 1024};
    const struct problem problem = problem_of(&suite, suite.benches[bench], n, 1);
    struct job job = {
        .problem = &problem, .bench = suite.benches[bench], .device = &device, .n = n, .variant = variant};
    FREED struct config *config = config_new(&problem, space_index(&job.bench->space, values));
    CHECK(config_allowed(config, &device, NULL));
    lost = losing;
    launches = most_children = 0;
    job.bench->problem.setup(&job);
    CHECK(array[COUNTER].size == sizeof *counter() * (bench == CHAINED_LAUNCH ? 132 : 1));
    CHECK_OK(job.bench->device.enqueue(&job, config, &caught));
    enum status status = CALL(job.bench->problem.verify(&job, config, verdict, &caught));
    CHECK((status == OK) == (verdict->error <= verdict->tolerance));
    CHECK(status == OK || strstr(caught.text, "kernels counted, expected"));
    CHECK(job.bench->report.work(&job, config).amount[*(const enum resource *)job.bench->own] == (double)n);
    return status;
}

TEST(tables)
{
    static const enum resource resources[] = {RESOURCE_LAUNCH, RESOURCE_GRAPH_LAUNCH, RESOURCE_CHILD_LAUNCH,
                                              RESOURCE_CHAINED_LAUNCH};
    CHECK_TEXT(ceiling_launch_by_host.name, "launch_by_host");
    CHECK(ceiling_launch_by_host.device.host_timed && !ceiling_launch.device.host_timed);
    for (int b = 0; b < 4; b++) {
        const struct bench *bench = suite.benches[b];
        const struct problem problem = problem_of(&suite, bench, 1, 1);
        FREED struct config *usual = config_new(&problem, space_default(&bench->space));
        CHECK_TEXT(bench->name, resource_word(resources[b]));
        CHECK(bench->report.uses == UINT64_C(1) << resources[b]);
        CHECK(bench->size.classes[SMALL] < bench->size.classes[MEDIUM]);
        CHECK(bench->size.classes[LARGE] <= bench->size.most);
        CHECK(bench->problem.variants == (b == CHAINED_LAUNCH ? 1 : 2) && config_allowed(usual, NULL, NULL));
        CHECK((bench->device.captured && bench->device.captured(usual)) == (b == GRAPH_LAUNCH || b == CHAINED_LAUNCH));
        unsigned options = bench->kernel.options ? bench->kernel.options(usual) : 0;
        CHECK(options == (b == CHILD_LAUNCH ? COMPUTE_RELOCATABLE : 0));
    }
    CHECK(ceiling_launch.needs == 0 && ceiling_graph_launch.needs == NEEDS_GRAPHS);
    CHECK(ceiling_child_launch.needs == (NEEDS_CUDA | NEEDS_CHILD_LAUNCH));
    const struct parameter *children = &ceiling_child_launch.space.parameters[CHILDREN];
    for (size_t v = 0; v < children->count; v++)
        CHECK(children->values[v] <= COMPUTE_CHILD_LAUNCHES); /* more would be lost */
}

TEST(launches)
{
    static const uint64_t sizes[] = {1, 2, 16, 257};
    struct verdict verdict;
    for (int bench = LAUNCH; bench <= GRAPH_LAUNCH; bench++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            const int one[] = {128, GROUPS_one}, units[] = {32, GROUPS_units};
            CHECK(run(bench, sizes[s], COUNTING, one, 0, &verdict) == OK && launches == sizes[s]);
            CHECK(groups_launched == 1 && group_launched == 128);
            CHECK(run(bench, sizes[s], TIMED, units, 0, &verdict) == OK && launches == sizes[s]);
            CHECK(groups_launched == 132 && group_launched == 32);
            CHECK(*counter() == UINT32_MAX); /* the timed variant writes nothing */
            CHECK(run(bench, sizes[s], COUNTING, one, 1, &verdict) == WRONG_RESULT && verdict.error == 1);
            CHECK(run(bench, sizes[s], COUNTING, one, sizes[s], &verdict) == WRONG_RESULT);
        }
}

/* Each launch adds 1 to the counter of each of its groups; a missing addition is detected. */
TEST(chain)
{
    static const uint64_t sizes[] = {1, 2, 257};
    struct verdict verdict;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int groups = GROUPS_one; groups <= GROUPS_units; groups++) {
            const int values[] = {32, groups};
            CHECK(run(CHAINED_LAUNCH, sizes[s], TIMED, values, 0, &verdict) == OK && launches == sizes[s]);
            CHECK(counter()[groups == GROUPS_units ? 131 : 0] == (uint32_t)sizes[s] - 1);
            CHECK(run(CHAINED_LAUNCH, sizes[s], TIMED, values, 1, &verdict) == WRONG_RESULT && verdict.error == 1);
        }
}

TEST(children)
{
    static const uint64_t sizes[] = {1, 31, 216, 1024, 1025, 16384, 40000};
    struct verdict verdict;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int most = 1024; most <= 16384; most *= 16) {
            const int values[] = {64, 1, most};
            CHECK(run(CHILD_LAUNCH, sizes[s], COUNTING, values, 0, &verdict) == OK);
            CHECK(launches == divide_up(sizes[s], (uint64_t)most) && most_children <= (uint64_t)most);
            CHECK(run(CHILD_LAUNCH, sizes[s], COUNTING, values, 1, &verdict) == WRONG_RESULT);
            CHECK(run(CHILD_LAUNCH, sizes[s], TIMED, values, 0, &verdict) == OK && *counter() == UINT32_MAX);
        }
}

/* A changed counter is wrong, and so is any write of the timed variant. */
TEST(verify)
{
    struct verdict verdict;
    for (int variant = 0; variant < VARIANTS; variant++) {
        const struct job job = {.bench = &ceiling_launch, .n = 16, .variant = variant};
        const uint32_t right = variant == COUNTING ? 15 : UINT32_MAX, others[] = {0, 14, 16, 31, UINT32_MAX - 1};
        *counter() = right;
        CHECK(FINE(verify(&job, NULL, &verdict, &caught)) && verdict.error == 0);
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            *counter() = others[i];
            CHECK(CALL(verify(&job, NULL, &verdict, &caught)) == WRONG_RESULT);
        }
    }
}
