/* What makes a program another one: its text, and the options that it is compiled with. */
#include "tuner/job/program.h"

#include "tests/check.h"
#include "tests/own_folder.h"
#include "tuner/job/source.h"

const struct kernel_file kernel_files[] = {{"common_compute.h", ""}, {"some.cl", "//fake time 1\n"}, {NULL, NULL}};

static unsigned flushing(const struct config *config)
{
    return config->value[0] ? COMPUTE_FLUSH_TO_ZERO : 0;
}

static unsigned linked(const struct config *config)
{
    (void)config;
    return COMPUTE_RELOCATABLE;
}

static struct program make(unsigned (*options)(const struct config *config), uint64_t index, enum status expected)
{
    const struct bench bench = {
        .kernel.file = "some.cl",
        .kernel.options = options,
        .space = {.parameters = PARAMETERS({"FLUSH", "", VALUES(0, 1), .host = true})}, /* which the text does not say */
    };
    struct config config = space_config(&bench.space, index);
    struct compute_device device;
    struct program program = {0};
    struct fault fault = {0};
    CHECK(compute_find("fake", 0, &device, NULL) == OK);
    CHECK(program_make("cache", &device, &bench, &config, &program, &fault) == expected);
    return program;
}

static bool same(struct program a, struct program b)
{
    return !strcmp(a.key.text, b.key.text);
}

int main(void)
{
    enter_own_folder();
    struct program plain = make(NULL, 0, OK), kept = make(flushing, 0, OK), flushed = make(flushing, 1, OK);
    CHECK(same(plain, kept) && same(plain, make(NULL, 1, OK)));
    CHECK(!same(plain, flushed));
    CHECK(plain.milliseconds > 0 && kept.milliseconds == 0 && flushed.milliseconds > 0);
    CHECK(make(flushing, 1, OK).milliseconds == 0);
    CHECK(!same(plain, make(linked, 0, UNSUPPORTED))); /* the compiler gets the option, and refuses */
    return CHECK_RESULT;
}
