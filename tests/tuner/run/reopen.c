/* A lost device that cannot be opened again: no run measures on a half-open device, and once it can be opened, runs
 * succeed again. Here the tuner's own kernel fails, from a folder of kernel files. */
#include "tests/text_file.h"
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"

#include <sys/stat.h>

/* ---- what the worker has ---- */

ENQUEUE(enqueue_or_break)
{
    if (config->value[0] == 2 && !access("breaks", F_OK)) {
        text_put("kernels/tuner/evict.cl", "//fake no-compile no power\n");
        abort();
    }
    return enqueue(job, config, fault);
}

static const struct bench bench = {
    .name = "copies",
    COPIES_BY(enqueue_or_break),
    .space.parameters = PARAMETERS({"WHICH", "", VALUES(1, 2)}),
    DEFAULTS(1),
};
static const struct suite suite = {.name = "copies", .summary = "", .benches = BENCHES(&bench)};
static const struct suite *const suites[] = {&suite, NULL};
static const struct kernel_file no_kernels[] = {{NULL, NULL}};
static const struct registry registry = {.suites = suites, .kernels = no_kernels, .kernel_folder = "kernels"};

/* ---- the parent ---- */

static struct tuner_options tuner_options = {.cold = true};
static int rows, cold;

ROW(count)
{
    rows++;
    cold += row->status == OK && row->cold;
}

static enum status run(struct fault *fault)
{
    const struct run_options options = {
        .strategy = strategy_find("exhaustive"), .time_limit = 60, .row = count, .progress = no_progress};
    const struct target target = {.problem = problem_of(&suite, &bench, 100, 42)};
    rows = cold = 0;
    return tuner_run(&tuner, &target, &options, &best, fault);
}

int main(int argc, char **argv)
{
    serve_if_worker(&registry, argc, argv);
    CHECK(mkdir("kernels", 0777) == 0 && mkdir("kernels/tuner", 0777) == 0);
    text_put("kernels/common_compute.h", "");
    text_put("kernels/copy.cl", "//fake copy\n//fake time 5000\n");
    text_put("kernels/tuner/evict.cl", "//fake time 777\n");
    text_put("kernels/tuner/spoil.cl", "//fake time 1\n");
    text_put("kernels/tuner/checksum.cl", "//fake time 1\n");
    text_put("breaks", "");
    open_tuner(&registry, 1);
    CHECK(CALL(run(&caught)) == COMPILE_FAILED && rows == 2);
    CHECK(strstr(caught.text, "the device does not come back: ") && strstr(caught.text, "no power"));
    CHECK(CALL(run(&caught)) == COMPILE_FAILED && rows == 0); /* not on the worker that failed to open it */
    CHECK(remove("breaks") == 0);
    text_put("kernels/tuner/evict.cl", "//fake time 777\n");
    CHECK(FINE(run(&caught)) && rows == 4 && cold == 4); /* two, and again in the play-off */
    tuner_close(&tuner);
    return CHECK_RESULT;
}
