/* What the contract of suites computes by itself: which work-groups fit a device. */
#include "tuner/suite.h"

#include "tests/check.h"

#include <stdlib.h>

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
    struct config *config = config_new(&problem, space_index(&bench.space, values));
    const struct constraint *broken = NULL;
    bool allowed = config_allowed(config, device, &broken);
    CHECK(allowed == !broken);
    CHECK(allowed == group_fits(device, (uint64_t[]){(uint64_t)x, (uint64_t)y, (uint64_t)z}));
    free(config);
    return allowed;
}

static void test_groups(void)
{
    const struct constraint *constraint = bench.space.constraints;
    const struct compute_device gpu = {.max_group = 1024, .max_group_size = {1024, 1024, 64}}, unknown = {0};
    const struct compute_device flat = {.max_group = 1024, .max_group_size = {1024, 1, 1}};
    CHECK_TEXT(constraint->text, "GROUP_X, GROUP_Y, GROUP_Z: at most the device's largest work-group");
    CHECK(constraint->read_count == 3 && constraint->reads[0] == GROUP_X && constraint->reads[2] == GROUP_Z);
    CHECK(fits(1024, 1, 1, &gpu) && fits(64, 8, 2, &gpu) && fits(1, 1, 64, &gpu) && fits(8, 64, 2, &gpu));
    CHECK(!fits(64, 64, 1, &gpu) && !fits(64, 8, 64, &gpu) && !fits(1024, 1, 2, &gpu)); /* too many in all */
    CHECK(!fits(1, 1, 128, &gpu) && !fits(1, 8, 1, &flat));                             /* along one dimension */
    CHECK(fits(1024, 64, 128, NULL) && fits(1024, 64, 128, &unknown));
}

int main(void)
{
    test_groups();
    return CHECK_RESULT;
}
