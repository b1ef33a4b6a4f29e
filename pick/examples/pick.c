/* Looks up a configuration, and tries the best few: pick RESULTS|FOLDER BENCH DEVICE N
 *
 *     cc -std=c17 pick.c $(pkg-config --cflags --libs gpubench-pick) -o pick
 *     ./pick results/reduction.json reduction/sum_1d_f32 "NVIDIA H200" 3000000 */
#include <gpubench_pick.h>

#include <stdio.h>
#include <stdlib.h>

/* The program's own work with this configuration; this example pretends that it takes the time in the file. */
static double run(const struct gpubench_choice *choice)
{
    return choice->time_ns;
}

static void print(const struct gpubench_choice *choice)
{
    printf("%s\n", choice->config);
    printf("  measured at %llu (%.3g times off) on %s (%.3g times off): %.0f ns; doubt %.3f\n",
           (unsigned long long)choice->size, choice->size_ratio, choice->device, choice->device_ratio, choice->time_ns,
           choice->doubt);
    if (choice->other & GPUBENCH_OTHER_DEVICE)
        puts("  on another device");
    if (choice->other & GPUBENCH_OTHER_DRIVER)
        printf("  by another driver: %s\n", choice->driver);
    if (choice->other & GPUBENCH_OTHER_COMPILER)
        printf("  by another compiler: %s\n", choice->compiler);
    for (size_t i = 0; i < choice->values; i++)
        printf("  -D%s=%s\n", choice->value[i].name, choice->value[i].word);
}

int main(int argc, char **argv)
{
    char error[256];
    if (argc != 5) {
        fprintf(stderr, "pick RESULTS|FOLDER BENCH DEVICE N\n");
        return 2;
    }
    const char *const paths[] = {argv[1]};
    struct gpubench_picks *picks = gpubench_picks_open(paths, 1, NULL, error, sizeof error);
    if (!picks) {
        fprintf(stderr, "%s\n", error);
        return 2;
    }
    const struct gpubench_device device = {.name = argv[3], .compiler = "NVRTC 13.0, CUB 3.0.1"};
    const uint64_t n = strtoull(argv[4], NULL, 10);
    struct gpubench_choice choice;
    int status = gpubench_pick(picks, argv[2], &device, NULL, n, &choice);
    if (status == GPUBENCH_PICK_OK)
        print(&choice);

    /* Trial runs of the same bench during the program's work; other configurations than the pick take at most a
     * millisecond. */
    struct gpubench_trial *trial = gpubench_trial_open(picks, argv[2], &device, NULL, n, 1e6, &status);
    int calls = 0;
    while (trial && !gpubench_trial_over(trial) && gpubench_refine(trial, &choice) == GPUBENCH_PICK_OK) {
        gpubench_trial_time(trial, &choice, run(&choice));
        calls++;
    }
    if (trial)
        printf("after %d calls: %s\n", calls, choice.config);
    else
        fprintf(stderr, "%s: %s\n", argv[2], gpubench_pick_text(status));
    gpubench_trial_close(trial);
    gpubench_picks_close(picks);
    return status == GPUBENCH_PICK_OK ? 0 : 1;
}
