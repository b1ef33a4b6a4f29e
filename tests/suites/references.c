/* The references that suites name, and their libraries: checks that need no GPU. */
#include "cli/registry.h"
#include "compute/reference.h"
#include "tests/own_folder.h"
#include "tests/text_file.h"
#include "tuner/job.h"

#include <limits.h>

/* The name of its rows, its call, and its slots of the bench. */
static void check_reference(const struct bench *bench, int number)
{
    const struct reference *reference = &bench->references[number];
    CHECK(strlen(reference->name) > 0);
    CHECK(reference->library && reference->function);
    CHECK(reference->arrays >= 1 && reference->arrays <= COMPUTE_REFERENCE_ARRAYS);
    CHECK(reference->rows >= 1 || bench->reference_rows);
    for (size_t i = 0; i < reference->arrays; i++)
        CHECK(reference->slots[i] >= 0 && reference->slots[i] < MAX_SLOTS);
    for (int other = 0; other < number; other++)
        CHECK(strcmp(reference->name, bench->references[other].name));
}

/* A library's launches are unknown, so no limit counts them. It has to move the same bytes as our kernels. */
static void check_work(const struct suite *suite, const struct bench *bench, const struct reference *reference)
{
    const struct compute_device device = {.units = 3};
    const struct problem problem = problem_of(suite, bench, bench->size.classes[SMALL], 1);
    const struct job job = {.problem = &problem, .bench = bench, .device = &device, .n = problem.n};
    FREED struct config *config = config_new(&problem, space_default(&bench->space));
    struct work ours = bench->report.work(&job, config);
    config->reference = reference;
    struct work theirs = bench->report.work(&job, config);
    CHECK(theirs.bytes == ours.bytes && theirs.flops == ours.flops);
    CHECK(theirs.amount[RESOURCE_LAUNCH] == 0 && theirs.amount[RESOURCE_GRAPH_LAUNCH] == 0);
}

/* Whether a library was built: REFERENCE_LIBRARIES has their names, in "|" each. */
static bool is_built(const char *library)
{
    char word[64];
    const char *built = getenv("REFERENCE_LIBRARIES");
    snprintf(word, sizeof word, "|%s|", library);
    return built && strstr(built, word);
}

/* Every reference of every suite; returns how many were found in a library. */
static size_t check_all(const struct registry *registry)
{
    size_t found = 0;
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        for (size_t b = 0; (*suite)->benches[b]; b++) {
            const struct bench *bench = (*suite)->benches[b];
            for (int r = 0; r < MAX_REFERENCES && bench->references[r].name; r++) {
                const struct reference *reference = &bench->references[r];
                reference_function *function = NULL;
                check_reference(bench, r);
                check_work(*suite, bench, reference);
                if (!is_built(reference->library))
                    continue;
                found += FINE(reference_find(reference->library, reference->function, &function, &caught)) && function;
            }
        }
    return found;
}

TEST(missing)
{
    reference_function *function;
    CHECK_FAULT(reference_find("nothing", "sum", &function, &caught), UNSUPPORTED,
                "there is no libgpubench_nothing.so: it is built where nvcc is");
    if (!is_built("memory"))
        return;
    CHECK(CALL(reference_find("memory", "nothing", &function, &caught)) == UNSUPPORTED);
    CHECK(strstr(caught.text, "libgpubench_memory.so: it has no function nothing"));
    CHECK(reference_find("memory", "copy", &function, NULL) == OK); /* the library is usable after a fault */
}

/* A file that is no library is reported as such, not as missing. */
TEST(broken)
{
    char path[64];
    reference_function *function;
    FREED char *before = getenv("GPUBENCH_REFERENCES");
    before = before ? strdup(before) : NULL;
    make_own_folder();
    snprintf(path, sizeof path, "%s/libgpubench_broken.so", own_folder);
    text_put(path, "no library");
    setenv("GPUBENCH_REFERENCES", own_folder, 1);
    CHECK(CALL(reference_find("broken", "sum", &function, &caught)) == UNSUPPORTED);
    CHECK(strstr(caught.text, path) && !strstr(caught.text, "nvcc"));
    if (before)
        setenv("GPUBENCH_REFERENCES", before, 1);
    else
        unsetenv("GPUBENCH_REFERENCES");
}

/* Messages of functions that fail before they use a GPU. */
TEST(scratch)
{
    reference_function *function;
    if (is_built("cublas") && reference_find("cublas", "gemv_f64", &function, NULL) == OK) {
        struct reference_call call = {.stage = REFERENCE_SCRATCH, .n = 1000, .rows = 9};
        CHECK(!function(&call));
        CHECK(call.scratch_bytes == 8000);
        call.n = (uint64_t)INT_MAX + 1;
        CHECK(function(&call) != NULL);
    }
    if (is_built("cublas_m2l") && reference_find("cublas_m2l", "parents_f32", &function, NULL) == OK) {
        double settings[] = {10, 1};
        struct reference_call call = {.stage = REFERENCE_SCRATCH, .n = 4, .rows = 1, .settings = settings};
        CHECK(!function(&call));
        CHECK(call.scratch_bytes > sizeof(float) * 8 * 121 * 216 * 121); /* the matrix */
        settings[0] = 21;
        CHECK(function(&call) != NULL);
    }
    if (is_built("memory") && reference_find("memory", "set", &function, NULL) == OK) {
        struct reference_call call = {.stage = REFERENCE_SCRATCH, .n = 1000, .rows = 1};
        CHECK(!function(&call));
        CHECK(call.scratch_bytes == 0);
    }
}

int main(void)
{
    struct registry registry;
    CHECK(registry_make(&registry, NULL, NULL) == OK);
    size_t found = check_all(&registry);
    run_tests();
    if (is_built("cub"))
        CHECK(found > 0);
    else
        fputs("no libraries of references: their functions were not looked for\n", stderr);
    return CHECK_RESULT;
}
