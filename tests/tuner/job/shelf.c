/* Programs that stay loaded: the same one for the same key and bench, the oldest makes room, and what fails is not
 * kept. */
#include "tuner/job/shelf.h"

#include "tests/tuner/job/fake_place.h"

static const struct kernel_file kernels[] = {{"common_compute.h", ""}, {"some.cl", "//fake time 1\n"}, {.name = NULL}};
static const struct registry registry = {.kernels = kernels};
static struct workplace place = {.registry = &registry};
static int numbers[SHELF_PLACES + 1];
static const struct parameter parameters[] = {{"NUMBER", "", .values = numbers, .count = SHELF_PLACES + 1},
                                              {.name = NULL}};
static const struct bench bench = {
    .name = "bench", .kernel = {.file = "some.cl", .entries = NAMES("some")}, .space.parameters = parameters};
static const struct bench other = {.name = "other", .kernel = {.file = "some.cl", .entries = NAMES("some", "some")}};
static const struct suite suite = {.name = "shelf", .benches = BENCHES(&bench, &other)};
static struct shelf shelf;

/* The program of configuration `index`, in the store. */
static struct program make(uint64_t index)
{
    const struct problem problem = problem_of(&suite, &bench, 1, 1);
    struct program program;
    FREED struct config *config = config_new(&problem, index);
    CHECK_OK(program_make(place.store, &registry, &device, config, &program, &caught));
    return program;
}

static const struct loaded *load(const struct program *program, const struct bench *of)
{
    const struct loaded *loaded =
        CALL(shelf_load(&shelf, place.store, place.context, program->key, &of->kernel, 1, &caught));
    CHECK(loaded && caught.status == OK);
    return loaded;
}

TEST(shelf)
{
    struct program program[SHELF_PLACES + 1];
    const struct loaded *first, *second;
    for (int i = 0; i <= SHELF_PLACES; i++)
        numbers[i] = i;
    for (size_t p = 0; p <= SHELF_PLACES; p++)
        program[p] = make(p);
    first = load(&program[0], &bench);
    const struct compute_program *kept = first->program[0];
    CHECK(load(&program[0], &bench) == first && first->program[0] == kept && first->kernel[0] && !first->kernel[1]);
    second = load(&program[0], &other);
    CHECK(second != first && second->kernel[1]);

    /* All places are taken, the first is used again: the second is the oldest, and makes room. */
    for (size_t p = 1; p < SHELF_PLACES - 1; p++)
        load(&program[p], &bench);
    CHECK(load(&program[0], &bench) == first && first->program[0] == kept);
    CHECK(load(&program[SHELF_PLACES], &bench) == second);
    CHECK(load(&program[0], &bench) == first && first->program[0] == kept);

    const struct store_key unknown = {"00000000000000000000000000000000"};
    CHECK(!CALL(shelf_load(&shelf, place.store, place.context, unknown, &bench.kernel, 1, &caught)) &&
          caught.status == LAUNCH_FAILED);
    CHECK(load(&program[SHELF_PLACES], &bench)->program[0]);
    shelf_clear(&shelf);
    CHECK(!shelf.place[0].kernel && !shelf.place[SHELF_PLACES - 1].kernel);
}
