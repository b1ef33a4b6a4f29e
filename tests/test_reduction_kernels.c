/* The kernels of the suite reduction: a pairwise cover of each bench compiles for sm_90, and gives right sums on the
 * devices there are, at lengths around and far from a tile's. Skipped where nothing can compile. */
#include "suites/reduction.c"

#include "tests/check.h"
#include "tuner/job.h"
#include "tuner/search.h"
#include "tuner/source.h"

#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

enum { LENGTHS = 5, BENCHES = sizeof benches / sizeof *benches };
static const uint64_t lengths[LENGTHS] = {1, 31, 1000, 1000003, 1 << 20};

/* The text comes from the folder, not from the program. */
const struct kernel_file kernel_files[] = {{0}};

static char folder[] = "/tmp/test_reduction.XXXXXX";

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
    (void)status, (void)flag, (void)walk;
    return remove(path);
}

static void complain(const struct config *config, const struct fault *fault)
{
    fprintf(stderr, "%s:", status_word(fault->status));
    for (size_t p = 0; p < space_parameters(config->space); p++) {
        char word[MAX_WORD];
        config_word(config, p, word);
        fprintf(stderr, " %s", word);
    }
    fprintf(stderr, ": %s\n", fault->text);
    check_failures++;
}

static void verify_all(struct job *jobs, struct compute_program *program, const struct config *config)
{
    struct compute_kernel *kernel = NULL;
    struct fault fault = {0};
    if (compute_kernel_new(program, "reduce", &kernel, &fault) != OK)
        complain(config, &fault);
    for (int j = 0; kernel && j < LENGTHS * VARIANTS; j++) {
        struct verdict verdict;
        fault = (struct fault){0};
        jobs[j].state->kernel[0] = kernel;
        if (job_verify(&jobs[j], config, &verdict, &fault) != OK)
            complain(config, &fault);
    }
    compute_kernel_free(kernel);
}

static void test_config(const struct bench *bench, const struct compute_device *device, struct compute_context *context,
                        struct job *jobs, const struct config *config)
{
    char *text = NULL;
    struct compute_binary binary = {0};
    struct compute_program *program = NULL;
    struct fault fault = {0};
    if (source_compose(bench, config, &text, &fault) != OK ||
        compute_compile(device, bench->source, text, &binary, &fault) != OK)
        complain(config, &fault);
    else if (context && compute_program_load(context, binary.bytes, binary.size, &program, &fault) != OK)
        complain(config, &fault);
    else if (context)
        verify_all(jobs, program, config);
    CHECK(binary.resources.spill_bytes <= 0); /* all in registers, or not known */
    compute_program_free(program);
    compute_binary_free(&binary);
    free(text);
}

static bool suits(const struct bench *bench, const struct compute_device *device)
{
    bool cuda = !strcmp(device->backend, "cuda") || !strcmp(device->backend, "nvrtc");
    return (!(bench->needs & NEEDS_CUDA) || cuda) && (!(bench->needs & NEEDS_CUB) || !device->lacks_cub[0]) &&
           (!(bench->needs & NEEDS_FP64) || device->fp64);
}

static void test_bench(const struct bench *bench, const struct compute_device *device, struct compute_context *context)
{
    struct job jobs[LENGTHS * VARIANTS] = {0};
    struct restriction all = restriction_none();
    struct search search;
    struct fault fault = {0};
    size_t tried = 0;
    for (int j = 0; context && j < LENGTHS * VARIANTS; j++)
        CHECK(job_open(&jobs[j], bench, context, lengths[j / VARIANTS], 3, j % VARIANTS, folder, &fault) == OK);
    search_start(&search, bench, &all, device, strategy_find("pairwise"), false, 1);
    for (uint64_t index; (index = search_next(&search)) != UINT64_MAX; tried++) {
        struct config config = space_config(&bench->space, index);
        test_config(bench, device, context, jobs, &config);
    }
    search_end(&search);
    for (int j = 0; j < LENGTHS * VARIANTS; j++)
        job_close(&jobs[j]);
    printf("%s %s: %zu configurations\n", device->backend, bench->name, tried);
    CHECK(tried >= 36); /* as many as two parameters with six values have pairs */
}

static bool test_backend(const char *backend)
{
    struct compute_device device;
    struct compute_context *context = NULL;
    struct fault fault = {0};
    if (compute_find(backend, 0, &device, &fault) != OK) {
        printf("%s: %s\n", backend, fault.text);
        return false;
    }
    if (device.can_run)
        CHECK(compute_context_new(&device, &context, &fault) == OK);
    for (size_t b = 0; b < BENCHES; b++)
        if (suits(&benches[b], &device))
            test_bench(&benches[b], &device, context);
    compute_context_free(context);
    return true;
}

int main(void)
{
    static const char *const backends[] = {"nvrtc:sm_90", "opencl", "cuda"};
    int found = 0;
    CHECK(mkdtemp(folder) != NULL);
    compute_set_cache(folder);
    source_folder("../kernels");
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++)
        found += test_backend(backends[i]);
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return found ? CHECK_RESULT : 77;
}
