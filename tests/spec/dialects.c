/* The three dialects of T1: spaces published by AutoTuningAssociation/benchmark_hub (MIT licence), shortened, with
 * counts by their own tools; and KTT's. */
#include "spec/model.h"
#include "spec/spec.h"
#include "tests/check.h"
#include "tuner/search/allowed.h"

static void free_spec(struct spec **spec)
{
    spec_free(*spec);
}
#define SPEC FREED_BY(free_spec) struct spec

static struct spec *read_spec(const char *name)
{
    FREED char *path = text_make("%s/tests/spec/t1/%s.json", getenv("SOURCE_DIR"), name);
    struct fault fault = {0};
    struct spec *spec = NULL;
    spec_read(path, &spec, &fault);
    CHECK_TEXT(fault.text, "");
    return spec;
}

static uint64_t value_of(const struct spec *spec, const struct config *config, const struct expression *expression)
{
    struct expression_value slots[SPEC_SLOTS];
    uint64_t value = UINT64_MAX;
    CHECK(spec_slots(spec, spec->n, config, slots, NULL) == OK && spec_count(expression, slots, &value, NULL) == OK);
    return value;
}

/* The product and the allowed configurations of a space; and the elements of an array with first values chosen. */
static void check_space(const char *name, uint64_t product, uint64_t count, uint64_t n, uint64_t elements)
{
    SPEC *spec = read_spec(name);
    if (!spec)
        return;
    const struct restriction all = {.admitted = NULL};
    const struct problem problem = problem_of(&spec->suite, &spec->bench, n, 1);
    struct allowed allowed;
    struct fault fault = {0};
    uint64_t got = 0;
    CHECK_TEXT(spec->name, name);
    CHECK(space_product(&spec->bench.space, &got) && got == product);
    CHECK(allowed_solve(&problem, &all, NULL, &allowed, &fault) == OK && !allowed.left_outs);
    WRONG_IF(allowed.solved.count != count, "%s: %llu configurations, expected %llu\n", name,
             (unsigned long long)allowed.solved.count, (unsigned long long)count);
    allowed_free(&allowed);
    CHECK(spec->n == n && value_of(spec, NULL, spec->argument[1].count) == elements);
}

TEST(spaces_are_counted)
{
    check_space("convolution", 10240, 4362, 4096, (4096 + 15 - 1) * (4096 + 15 - 1));
    check_space("dedispersion", 22272, 11130, 25000, 25000 * 2048);
    check_space("gemm", 663552, 116928, 4096, 16777216);
    check_space("hotspot", 4440000, 82984, 4096, 16777216);
}

/* Kernel Tuner's: divided sizes, which take precedence over the GlobalSize of published specs; KTT's. */
TEST(grids)
{
    SPEC *divided = read_spec("dedispersion"), *both = read_spec("hotspot"), *warning = read_spec("ktt");
    const struct problem problem = problem_of(&divided->suite, &divided->bench, divided->n, 1);
    FREED struct config *config = config_new(&problem, 0);
    const struct spec_kernel *kernel = divided->kernel;
    CHECK(value_of(divided, config, kernel->groups[0]) == 25000 &&
          value_of(divided, config, kernel->groups[1]) == 2048);
    CHECK(value_of(divided, config, kernel->groups[2]) == 1 && !kernel->counts_items);
    CHECK(value_of(divided, config, kernel->divisor[1][0]) == 32 &&
          value_of(divided, config, kernel->divisor[1][1]) == 1);
    CHECK(!kernel->divisor[1][2] && !kernel->divisor[2][0]);
    CHECK(!both->kernel->counts_items && both->kernel->divisor[0][1] && !both->kernel->divisor[0][2]);
    CHECK(!warning->kernel->divisor[0][0] && value_of(warning, NULL, warning->kernel->groups[0]) == 128);
}

/* Whether a warning reports an ignored part that begins so. */
static bool warns_of_ignored(const struct spec *spec, const char *what)
{
    for (size_t i = 0; spec_warning(spec, i); i++) {
        const char *warning = strstr(spec_warning(spec, i), ": not read: ");
        if (warning && !strncmp(warning + strlen(": not read: "), what, strlen(what)))
            return true;
    }
    return false;
}

TEST(ignored)
{
    SPEC *none = read_spec("dedispersion"), *some = read_spec("hotspot");
    CHECK(!warns_of_ignored(none, ""));
    CHECK(strstr(spec_warning(some, 0),
                 ": not read: ConfigurationSpace.TuningParameters[5].Default (1 is none of the values), "
                 "KernelSpecification.GlobalSize (GridDiv goes before)"));
}

TEST(ktt)
{
    SPEC *spec = read_spec("ktt");
    const struct spec_argument *argument = spec->argument;
    struct expression_value slots[SPEC_SLOTS];
    float fill[4 * 1024];
    CHECK_TEXT(spec->name, "k");
    CHECK_TEXT(spec->kernel->entry, "k<float, int>");
    CHECK(!warns_of_ignored(spec, "") && spec->n == 1 && !spec->sizes && !spec->kernel->counts_items);
    CHECK(space_constraints(&spec->bench.space) == 1); /* no constraint for a constant work-group */
    CHECK_TEXT(argument[0].name, "argument0");
    CHECK(spec->parameters[0].values[1] == 64 && spec->parameters[1].values[0] == 1);
    CHECK(spec->parameters[2].reals[0] == 1 && spec->parameters[2].reals[1] == 0.5);
    CHECK_TEXT(spec->parameters[3].words[1], "double");
    CHECK(argument[2].type.scalar->bytes == 1 && argument[2].type.width == 1 && argument[2].most == 40);
    CHECK(spec_slots(spec, 1, NULL, slots, NULL) == OK);
    CHECK(spec_fill(spec, 1, slots, 1, fill, sizeof fill, NULL) == OK);
    CHECK_NEAR(fill[9], 2 * (0.1 + 0.05), 1e-6);
    CHECK_NEAR(fill[7], 0.1, 1e-7);
    const struct problem problem = problem_of(&spec->suite, &spec->bench, 1, 1);
    FREED struct config *config = config_new(&problem, 0);
    double figures[MAX_FIGURES];
    spec_figure(NULL, config, figures);
    CHECK_TEXT(spec->bench.report.figures[0], "share");
    CHECK(figures[0] == 16 && isnan(figures[1]));
    CHECK(spec->checks == 2 && spec->check[0].tolerance == 1e-4);
}
