/* Measures a look-up: gpubench_pick_speed RESULTS|FOLDER BENCH DEVICE. Prints nanoseconds, the median of 101
 * measurements of 10000 look-ups: of measured and of other sizes, and while one configuration is known to fail. */
#include "pick/gpubench_pick.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BLOCKS = 101, LOOKUPS = 10000 };

static double now_ns(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_ns(const struct gpubench_picks *picks, const char *bench, const struct gpubench_device *device)
{
    double block[BLOCKS];
    struct gpubench_choice choice;
    for (size_t b = 0; b < BLOCKS; b++) {
        const double start = now_ns();
        for (uint64_t i = 0; i < LOOKUPS; i++)
            gpubench_pick(picks, bench, device, NULL, (uint64_t)1 << i % 31, &choice);
        block[b] = (now_ns() - start) / LOOKUPS;
    }
    qsort(block, BLOCKS, sizeof *block, by_value);
    return block[BLOCKS / 2];
}

int main(int argc, char **argv)
{
    char error[256];
    const char *const paths[] = {argc == 4 ? argv[1] : ""};
    struct gpubench_picks *picks = gpubench_picks_open(paths, argc == 4, NULL, error, sizeof error);
    struct gpubench_choice choice;
    if (!picks) {
        fprintf(stderr, "%s\n", error);
        return 2;
    }
    const struct gpubench_device device = {.name = argv[3], .backend = "cuda", .driver = "580", .compiler = "NVRTC"};
    const int status = gpubench_pick(picks, argv[2], &device, NULL, 1, &choice);
    if (status == GPUBENCH_PICK_OK) {
        printf("a look-up: %.1f ns\n", median_ns(picks, argv[2], &device));
        gpubench_pick_failed(picks, &device, &choice);
        printf("where something is known to fail: %.1f ns\n", median_ns(picks, argv[2], &device));
    } else
        fprintf(stderr, "%s: %s\n", argv[2], gpubench_pick_text(status));
    gpubench_picks_close(picks);
    return status == GPUBENCH_PICK_OK ? 0 : 1;
}
