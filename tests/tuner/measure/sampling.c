/* Slopes and single iterations agree: on a CUDA device, where both are forced in turn on the same arrays, for one
 * configuration at 17 sizes of 64 to 256 MiB. Prints the differences. The argument is another backend. */
#include "tests/own_folder.h"
#include "tuner/measure/statistics.h"
#include "tuner/suite.h"
#include "tuner/worker/process.h"
#include "tuner/worker/worker.h"

extern const struct suite reduction_suite;

enum { SIZES = 17, ROUNDS = 15 };

static struct registry registry(void)
{
    static const struct suite *const suites[] = {&reduction_suite, NULL};
    static char folder[512];
    snprintf(folder, sizeof folder, "%s/kernels", getenv("SOURCE_DIR"));
    return (struct registry){.suites = suites, .kernel_folder = folder};
}

static struct reply call(struct process *process, const struct request *request)
{
    static struct reply reply;
    const enum status status = CALL(process_call(process, request, 120, NULL, &reply, &caught));
    if (request->kind != REQUEST_FIND)
        CHECK_TEXT(caught.text, "");
    reply.fault.status = status;
    return reply;
}

/* Medians of many measurements of a size, by both samplings in turn. */
static void compare(struct process *process, struct compute_device device, uint64_t n)
{
    const struct registry own = registry();
    const struct problem_at at = {.registry = registry_key(&own), .n = n, .seed = 42};
    const uint64_t index = space_default(&reduction_suite.benches[0]->space);
    double ns[2][ROUNDS];
    call(process, &(struct request){.kind = REQUEST_PREPARE, .at = at});
    struct request request = {.kind = REQUEST_COMPILE, .device = device, .at = at, .index = index};
    request.binary = call(process, &request).compiled.key;
    request.kind = REQUEST_MEASURE;
    for (int i = 0; i < ROUNDS; i++)
        for (enum sampling way = SAMPLING_SLOPE; way <= SAMPLING_SINGLE; way++) {
            request.effort = (struct effort){.blocks = 3, .samples = 10, .sampling = way, .forced = true};
            ns[way - SAMPLING_SLOPE][i] = call(process, &request).result.median_ns;
            request.verified = true;
        }
    const double slope = statistics_median(ns[0], ROUNDS), single = statistics_median(ns[1], ROUNDS);
    printf("%9llu floats: slope %8.3f us, single %8.3f us, %+.2f %%\n", (unsigned long long)n, slope / 1000,
           single / 1000, 100 * (single / slope - 1));
    CHECK_NEAR(single, slope, fmax(0.005 * slope, 250)); /* ns: eight steps of a GPU's markers */
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], WORKER_ARGUMENT)) {
        const struct registry own = registry();
        return worker_main(&own, argv[WORKER_CACHE]);
    }
    struct process process;
    enter_own_folder();
    const struct launcher launcher = {.program = "/proc/self/exe", .cache = own_folder};
    CHECK_OK(process_start(&process, &launcher, &caught));
    struct request find = {.kind = REQUEST_FIND, .target = "cuda"};
    snprintf(find.target, sizeof find.target, "%s", argc > 1 ? argv[1] : "cuda");
    const struct reply found = call(&process, &find);
    if (found.fault.status != OK) {
        printf("no %s device\n", find.target);
        process_end(&process);
        return 77;
    }
    call(&process, &(struct request){.kind = REQUEST_OPEN, .device = found.device, .cold = true});
    for (uint64_t i = 0; i < SIZES; i++)
        compare(&process, found.device, (16 + 3 * i) << 20);
    process_close(&process);
    return CHECK_RESULT;
}
