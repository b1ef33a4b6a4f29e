/* The identity of a program: its text, and its options of compilation. */
#include "tuner/job/program.h"

#include "tests/tuner/job/fake_context.h"
#include "tuner/job/program_cache.h"

KERNELS({"some.cl", "//fake time 1\n"}, {"two.cu", "extern \"C\" __global__ void first(int *x) { *x = 1; }\n"
                                                   "extern \"C\" __global__ void second(int *x) { *x = 2; }\n"});
static const struct registry registry = {.kernels = kernels};

/* Three programs of a configuration; COLOUR is a parameter of the first, SHAPE of the second, under another name. */
enum { COLOUR, SHAPE, ORDER };
static const struct bench_kernel parts[] = {
    {.file = "some.cl", .entries = NAMES("first", "second"), .takes = TAKES({COLOUR, "COLOUR"})},
    {.file = "some.cl", .entries = NAMES("third"), .takes = TAKES({SHAPE, "FORM"})},
    {.file = "some.cl", .entries = NAMES("fourth"), .takes = TAKES({.name = NULL}), .defines = "#define NOTHING"},
    {.file = NULL}};
static const struct bench every = {
    .name = "every",
    .kernels = parts,
    .kernels_by = EVERY_KERNEL,
    .space.parameters = PARAMETERS({"COLOUR", "", VALUES(1, 2)}, {"SHAPE", "", WORDS("round", "square")},
                                   {"ORDER", "", VALUES(1, 2), .host = true}),
};

static unsigned flushing(const struct config *config)
{
    return config->value[0] ? COMPUTE_FLUSH_TO_ZERO : 0;
}

static unsigned linked(UNNEEDED const struct config *config)
{
    return COMPUTE_RELOCATABLE;
}

static struct program make_of(const char *name, struct bench_kernel kernel, uint64_t index, enum status expected)
{
    const struct bench bench = {
        .name = name,
        .kernel = kernel,
        .space = {.parameters = PARAMETERS({"FLUSH", "", VALUES(0, 1), .host = true})}, /* the text does not have it */
    };
    const struct suite suite = {.name = "suite", .benches = BENCHES(&bench)};
    const struct problem problem = problem_of(&suite, &bench, 1, 1);
    FREED struct config *config = config_new(&problem, index);
    struct program program = {0};
    CHECK(CALL(program_make("cache", &registry, &device, config, &program, &caught)) == expected);
    return program;
}

static struct program make(unsigned (*options)(const struct config *config), uint64_t index, enum status expected)
{
    const struct bench_kernel kernel = {.file = "some.cl", .entries = NAMES("some"), .options = options};
    return make_of("bench", kernel, index, expected);
}

static bool have_one_key(struct program a, struct program b)
{
    return !strcmp(a.key.text, b.key.text);
}

/* A single bench. */
TEST(options)
{
    struct program plain = make(NULL, 0, OK), kept = make(flushing, 0, OK), flushed = make(flushing, 1, OK);
    CHECK(have_one_key(plain, kept) && have_one_key(plain, make(NULL, 1, OK)));
    CHECK(!have_one_key(plain, flushed));
    CHECK(plain.milliseconds > 0 && kept.milliseconds == 0 && flushed.milliseconds > 0);
    CHECK(make(flushing, 1, OK).milliseconds == 0);
    CHECK(!have_one_key(plain, make(linked, 0, UNSUPPORTED))); /* the compiler gets the option, and fails */
}

static unsigned always_flushing(UNNEEDED const struct config *config)
{
    return COMPUTE_FLUSH_TO_ZERO;
}

/* Benches that differ in nothing else: each has its own program, except for those that differ in their names only. */
TEST(benches)
{
    const struct bench_kernel kernels_of[] = {
        {.file = "some.cl", .entries = NAMES("some"), .defines = "#define REAL float"},
        {.file = "some.cl", .entries = NAMES("some"), .defines = "#define REAL double"},
        {.file = "some.cl", .entries = NAMES("some"), .defines = "#define REAL float", .options = always_flushing},
        {.file = "some.cl", .entries = NAMES("some"), .defines = "#define REAL double", .options = always_flushing},
    };
    enum { COUNT = sizeof kernels_of / sizeof *kernels_of };
    struct program program[COUNT];
    for (int i = 0; i < COUNT; i++) {
        program[i] = make_of("one", kernels_of[i], 0, OK);
        CHECK(program[i].milliseconds > 0);
        for (int j = 0; j < i; j++)
            CHECK(!have_one_key(program[i], program[j]));
    }
    for (int i = 0; i < COUNT; i++) {
        struct program again = make_of("other", kernels_of[i], 0, OK);
        CHECK(have_one_key(again, program[i]) && again.milliseconds == 0);
    }
}

static struct config *config_of(const struct problem *problem, int colour, int shape, int order)
{
    return config_new(problem, space_index(&every.space, (const int[]){colour, shape, order}));
}

/* A configuration of several programs: each is compiled for the parameters that it takes, and no others; all are
 * loaded, with their kernels in sequence. */
TEST(every)
{
    const struct suite suite = {.name = "suite", .benches = BENCHES(&every)};
    const struct problem problem = problem_of(&suite, &every, 1, 1);
    struct config *config[] = {config_of(&problem, 1, 0, 1), config_of(&problem, 1, 0, 2), config_of(&problem, 2, 0, 1),
                               config_of(&problem, 1, 1, 1), config_of(&problem, 2, 1, 2)};
    enum { COUNT = sizeof config / sizeof *config };
    struct program program[COUNT];
    FREED char *text;
    for (int i = 0; i < COUNT; i++)
        CHECK_OK(program_make("every", &registry, &device, config[i], &program[i], &caught));
    CHECK(have_one_key(program[0], program[1]) && program[1].milliseconds == 0); /* the host's parameters */
    CHECK(!have_one_key(program[0], program[2]) && program[2].milliseconds > 0);
    CHECK(!have_one_key(program[0], program[3]) && !have_one_key(program[2], program[3]) &&
          program[3].milliseconds > 0);
    CHECK(!have_one_key(program[2], program[4]) && program[4].milliseconds == 0); /* the parts exist */

    CHECK_OK(source_compose(&registry, config[4], &parts[1], &text, &caught));
    CHECK(strstr(text, "#define FORM_SQUARE 1\n#define FORM 1\n") && !strstr(text, "COLOUR") && !strstr(text, "ORDER"));

    struct loaded loaded;
    CHECK_OK(program_load("every", place.context, program[4].key, parts, 3, &loaded, &caught));
    CHECK(loaded.program[2] && !loaded.program[3] && loaded.kernel[3] && !loaded.kernel[4]);
    program_unload(&loaded);
    CHECK_FAULT(program_load("nowhere", place.context, program[4].key, parts, 3, &loaded, &caught), LAUNCH_FAILED,
                "the binary is gone from the cache nowhere");
    program_unload(&loaded);
    for (int i = 0; i < COUNT; i++)
        free(config[i]);
}

/* Without a store all is compiled, although it was stored, and nothing is stored. */
TEST(without_store)
{
    const struct suite suite = {.name = "suite", .benches = BENCHES(&every)};
    const struct problem problem = problem_of(&suite, &every, 1, 1);
    FREED struct config *config = config_new(&problem, 7);
    struct program kept, anew;
    CHECK_OK(program_make(NULL, &registry, &device, config, &anew, &caught));
    CHECK(anew.milliseconds > 0 && !*anew.unkept && !program_is_cached("cache", config, anew.key));
    CHECK_OK(program_make("cache", &registry, &device, config, &kept, &caught));
    CHECK(have_one_key(kept, anew) && program_is_cached("cache", config, kept.key));
    CHECK_OK(program_make("cache", &registry, &device, config, &kept, &caught));
    CHECK_OK(program_make(NULL, &registry, &device, config, &anew, &caught));
    CHECK(kept.milliseconds <= 0 && anew.milliseconds > 0);
}

/* If nothing is loaded, a missing entry point is reported when compiling, also for a program that another bench
 * stored. */
TEST(entries)
{
    const struct suite suite = {.name = "suite", .benches = BENCHES(NULL)};
    const struct {
        struct bench bench;
        const char *missing;
    } made[] = {
        {{.kernel = {.file = "two.cu", .entries = NAMES("first", "third", "fourth")}}, "third"},
        {{.kernel = {.file = "two.cu", .entries = NAMES("first", "second")}}, NULL},
        {{.kernel = {.file = "two.cu", .entries = NAMES("second")}}, NULL},
        {{.kernel = {.file = "two.cu", .entries = NAMES("fifth")}}, "fifth"},
    };
    struct compute_device cuda;
    if (compute_find("nvrtc:sm_90", 0, &cuda, NULL) != OK)
        return; /* compute/cuda/nvrtc has the reason */
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        const struct problem problem = problem_of(&suite, &made[i].bench, 1, 1);
        FREED struct config *config = config_new(&problem, 0);
        struct program program;
        char text[128] = "";
        if (made[i].missing)
            snprintf(text, sizeof text, "no kernel \"%s\" in this program: is it extern \"C\"?", made[i].missing);
        enum status status = CALL(program_make("cache", &registry, &cuda, config, &program, &caught));
        CHECK(status == (made[i].missing ? LAUNCH_FAILED : OK));
        CHECK_TEXT(caught.text, text);
        CHECK((program.milliseconds > 0) == (i < 2)); /* failures were not stored */
    }
}

/* ---- programs that stay loaded: the same one for the same key and bench, the oldest is replaced, and failures are not
 * cached ---- */

static int numbers[PROGRAM_CACHE_PLACES + 1];
static const struct parameter parameters[] = {{"NUMBER", "", .values = numbers, .count = PROGRAM_CACHE_PLACES + 1},
                                              {.name = NULL}};
static const struct bench numbered = {
    .name = "bench", .kernel = {.file = "some.cl", .entries = NAMES("some")}, .space.parameters = parameters};
static const struct bench other = {.name = "other", .kernel = {.file = "some.cl", .entries = NAMES("some", "some")}};
static const struct suite cached_suite = {.name = "shelf", .benches = BENCHES(&numbered, &other)};
static struct program_cache program_cache;

/* The program of configuration `index`, in the store. */
static struct program make_numbered(uint64_t index)
{
    const struct problem problem = problem_of(&cached_suite, &numbered, 1, 1);
    struct program program;
    FREED struct config *config = config_new(&problem, index);
    CHECK_OK(program_make(place.store, &registry, &device, config, &program, &caught));
    return program;
}

static const struct loaded *load(const struct program *program, const struct bench *of)
{
    const struct loaded *loaded =
        CALL(program_cache_load(&program_cache, place.store, place.context, program->key, &of->kernel, 1, &caught));
    CHECK(loaded && caught.status == OK);
    return loaded;
}

TEST(program_cache)
{
    struct program program[PROGRAM_CACHE_PLACES + 1];
    const struct loaded *first, *second;
    for (int i = 0; i <= PROGRAM_CACHE_PLACES; i++)
        numbers[i] = i;
    for (size_t p = 0; p <= PROGRAM_CACHE_PLACES; p++)
        program[p] = make_numbered(p);
    first = load(&program[0], &numbered);
    const struct compute_program *kept = first->program[0];
    CHECK(load(&program[0], &numbered) == first && first->program[0] == kept && first->kernel[0] && !first->kernel[1]);
    second = load(&program[0], &other);
    CHECK(second != first && second->kernel[1]);

    /* All places are taken, the first is used again: the second is the oldest, and is replaced. */
    for (size_t p = 1; p < PROGRAM_CACHE_PLACES - 1; p++)
        load(&program[p], &numbered);
    CHECK(load(&program[0], &numbered) == first && first->program[0] == kept);
    CHECK(load(&program[PROGRAM_CACHE_PLACES], &numbered) == second);
    CHECK(load(&program[0], &numbered) == first && first->program[0] == kept);

    const struct store_key unknown = {"00000000000000000000000000000000"};
    CHECK(
        !CALL(program_cache_load(&program_cache, place.store, place.context, unknown, &numbered.kernel, 1, &caught)) &&
        caught.status == LAUNCH_FAILED);
    CHECK(load(&program[PROGRAM_CACHE_PLACES], &numbered)->program[0]);
    program_cache_clear(&program_cache);
    CHECK(!program_cache.place[0].kernel && !program_cache.place[PROGRAM_CACHE_PLACES - 1].kernel);
}
