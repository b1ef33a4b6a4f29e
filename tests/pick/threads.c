/* Look-ups, failures and a trial in several threads at once; tests/pick/one_source.sh has the thread sanitizer look at
 * it. Nothing of gpubench is linked but the library. Takes a results file, else the recorded one of SOURCE_DIR. */
#include "pick/gpubench_pick.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, CALLS = 2000 };

static const char bench[] = "reduction/sum_1d_f32";
static const struct gpubench_device device = {.name = "NVIDIA H200", .backend = "cuda"};
static struct gpubench_picks *picks;
static struct gpubench_trial *trial;
static atomic_int wrong;

/* Says of one choice that it fails by a compiler of its own, by which another one is picked then. */
static bool fails_over(const struct gpubench_choice *choice, size_t thread, size_t i, uint64_t n)
{
    char compiler[64];
    struct gpubench_device own = device;
    struct gpubench_choice next;
    snprintf(compiler, sizeof compiler, "compiler %zu.%zu", thread, i);
    own.compiler = compiler;
    return gpubench_pick_failed(picks, &own, choice) == GPUBENCH_PICK_OK &&
           gpubench_pick(picks, bench, &own, NULL, n, &next) == GPUBENCH_PICK_OK && next.config != choice->config;
}

static void *work(void *argument)
{
    const size_t thread = *(const size_t *)argument;
    struct gpubench_choice choice;
    for (size_t i = 0; i < CALLS; i++) {
        const uint64_t n = (uint64_t)1 << (i + thread) % 31;
        wrong += gpubench_pick(picks, bench, &device, NULL, n, &choice) != GPUBENCH_PICK_OK || choice.rank;
        wrong += i % 20 == 0 && !fails_over(&choice, thread, i, n);
        wrong += gpubench_refine(trial, &choice) != GPUBENCH_PICK_OK;
        gpubench_trial_time(trial, &choice, choice.time_ns);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    char recorded[1024], error[256];
    const char *path = argc > 1 ? argv[1] : recorded;
    size_t number[THREADS];
    pthread_t thread[THREADS];
    snprintf(recorded, sizeof recorded, "%s/reports/h200/reduction.json",
             getenv("SOURCE_DIR") ? getenv("SOURCE_DIR") : ".");
    if (!(picks = gpubench_picks_open(&path, 1, NULL, error, sizeof error))) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    trial = gpubench_trial_open(picks, bench, &device, NULL, 1 << 20, 1e12, NULL);
    for (size_t t = 0; t < THREADS; t++) {
        number[t] = t;
        pthread_create(&thread[t], NULL, work, &number[t]);
    }
    for (size_t t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    if (!gpubench_trial_over(trial))
        wrong++;
    gpubench_trial_close(trial);
    gpubench_picks_close(picks);
    if (wrong)
        fprintf(stderr, "%d calls were wrong\n", wrong);
    return wrong != 0;
}
