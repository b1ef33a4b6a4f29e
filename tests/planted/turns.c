/* For two fake devices of one host: a bench that lasts, and one that the host times, and that several devices measure
 * in turn. Files of the current folder: `set-up` is there once the second was set up, `early` if the first was measured
 * after that; with `await` it waits for that. */
#include "tests/planted/copies.h"
#include "tests/text_file.h"

static void setup(struct job *job)
{
    text_put("set-up", "");
    setup_copy(job);
}

ENQUEUE(enqueue)
{
    while (!access("await", F_OK) && access("set-up", F_OK))
        usleep(1000);
    if (!access("set-up", F_OK))
        text_put("early", "");
    usleep(1000);
    return enqueue_copy(job, config, fault);
}

/* clang-format off */
#define COPIES(word, what)                                                                                             \
    .name = word, .summary = what, .kernel = {.file = "limits.cl", .entries = NAMES("copies")},                        \
    .space = {.parameters = PARAMETERS({"STEP", "the larger, the faster", VALUES(1)})},                                \
    .size = {.classes = {256, 1024, 4096}, .most = 1 << 20}, .report.work = work_copy, .tests = NAMES("--size 256")
/* clang-format on */

static const struct bench lasting = {COPIES("lasting", "a millisecond each"),
                                     .problem = {.variants = 1, .setup = setup_copy, .verify = verify_copy},
                                     .device.enqueue = enqueue};
static const struct bench hosted = {COPIES("hosted", "timed by the host"),
                                    .problem = {.variants = 1, .setup = setup, .verify = verify_copy},
                                    .device = {.enqueue = enqueue_copy, .host_timed = true, .verified_beside = true}};

const struct suite turns_suite = {
    .name = "turns", .summary = "one after the other", .benches = BENCHES(&lasting, &hosted)};
