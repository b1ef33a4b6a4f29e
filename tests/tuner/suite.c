/* Computations of the suites' contract: work-groups that fit a device, launches and their arguments. */
#include "tuner/job.h"

#include "tests/config_allowed.h"

enum { TILE, GROUP_X, GROUP_Y, GROUP_Z }; /* parameters */

static const struct bench bench = {
    .space = {.parameters = PARAMETERS({"TILE", "", VALUES(1, 4096)}, {"GROUP_X", "", VALUES(1, 8, 64, 1024)},
                                       {"GROUP_Y", "", VALUES(1, 8, 64)}, {"GROUP_Z", "", VALUES(1, 2, 64, 128)}),
              .constraints = CONSTRAINTS(GROUP_FITS(GROUP_X, GROUP_Y, GROUP_Z))},
};
static const struct suite suite = {.name = "made up", .benches = BENCHES(&bench)};

static bool fits(int x, int y, int z, const struct compute_device *device)
{
    const struct problem problem = problem_of(&suite, &bench, 1, 1);
    const int values[] = {4096, x, y, z};
    FREED struct config *config = config_new(&problem, space_index(&bench.space, values));
    const struct constraint *broken = NULL;
    bool allowed = config_allowed(config, device, &broken);
    CHECK(allowed == !broken);
    return allowed;
}

TEST(groups)
{
    const struct constraint *constraint = bench.space.constraints;
    const struct compute_device gpu = {.max_group = 1024, .max_group_size = {1024, 1024, 64}}, unknown = {0};
    const struct compute_device flat = {.max_group = 1024, .max_group_size = {1024, 1, 1}};
    CHECK_TEXT(constraint->text, "a work-group of GROUP_X, GROUP_Y, GROUP_Z fits the device");
    CHECK(fits(1024, 1, 1, &gpu) && fits(64, 8, 2, &gpu) && fits(1, 1, 64, &gpu) && fits(8, 64, 2, &gpu));
    CHECK(!fits(64, 64, 1, &gpu) && !fits(64, 8, 64, &gpu) && !fits(1024, 1, 2, &gpu)); /* too many in total */
    CHECK(!fits(1, 1, 128, &gpu) && !fits(1, 8, 1, &flat));                             /* along one dimension */
    CHECK(fits(1024, 64, 128, NULL) && fits(1024, 64, 128, &unknown));
}

static bool is_launch(struct compute_launch launch, const uint64_t groups[3], const uint32_t group[3])
{
    return !memcmp(launch.groups, groups, sizeof launch.groups) && !memcmp(launch.group, group, sizeof launch.group) &&
           !launch.stream;
}

TEST(shapes)
{
    const uint64_t large = UINT64_C(1) << 40, elements[] = {17, 8, 1}, tile[] = {8, 4, 2}, group[] = {4, 2, 1};
    CHECK(is_launch(launch_groups(5, 64), (uint64_t[]){5, 1, 1}, (uint32_t[]){64, 1, 1}));
    CHECK(is_launch(launch_over(1000, 256, 64), (uint64_t[]){4, 1, 1}, (uint32_t[]){64, 1, 1}));
    CHECK(is_launch(launch_over(1024, 256, 64), (uint64_t[]){4, 1, 1}, (uint32_t[]){64, 1, 1}));
    CHECK(is_launch(launch_over(0, 256, 64), (uint64_t[]){1, 1, 1}, (uint32_t[]){64, 1, 1}));
    CHECK(is_launch(launch_over(large, 256, 64), (uint64_t[]){large / 256, 1, 1}, (uint32_t[]){64, 1, 1}));
    CHECK(is_launch(launch_over_box(elements, tile, group), (uint64_t[]){3, 2, 1}, (uint32_t[]){4, 2, 1}));
}

/* The arguments that LAUNCH passes, in place of the job's function. */
static struct compute_array *const arrays[] = {(struct compute_array *)&arrays[0], (struct compute_array *)&arrays[1]};
static int launches;

struct compute_array *job_array(const struct job *job, int slot)
{
    CHECK(job->n == 70000);
    return arrays[slot];
}

enum status job_launch(struct job *job, int kernel, struct compute_launch launch,
                       const struct compute_argument *arguments, size_t count, struct fault *fault)
{
    const struct mm_float4 *vector = arguments[4].value;
    launches++;
    CHECK(kernel == 3 && launch.groups[0] == 2 && launch.group[0] == 8 && count == 5);
    CHECK(arguments[0].array == arrays[1] && arguments[1].array == arrays[0]);
    CHECK(arguments[2].size == 4 && *(const uint32_t *)arguments[2].value == 70001);
    CHECK(arguments[3].size == 8 && *(const uint64_t *)arguments[3].value == 70000);
    CHECK(arguments[4].size == 16 && vector->x == 1 && vector->w == 4);
    return fail(fault, INVALID, "launch of %llu", (unsigned long long)job->n);
}

TEST(arguments)
{
    struct job own = {.n = 70000}, *job = &own;
    struct fault own_fault = {0}, *fault = &own_fault;
    const struct mm_float4 vector = {1, 2, 3, 4};
    CHECK(LAUNCH(3, launch_groups(2, 8), ARRAY(1), ARRAY(0), VALUE((uint32_t)job->n + 1), VALUE(job->n),
                 VALUE(vector)) == INVALID);
    CHECK_TEXT(fault->text, "launch of 70000");
    CHECK(launches == 1);
}
