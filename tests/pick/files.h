/* Results files of a few rows, and look-ups in them, in a folder of the test's own. */
#pragma once

#include "pick/gpubench_pick.h"
#include "tests/own_folder.h"

#include <stdarg.h>

/* A row of bench suite/bench: the first one of a size is the best there. */
struct file_row {
    unsigned long long size;
    int block;
    double ns;
    const char *more; /* other keys, `, "key": value`; NULL: none */
};

/* What else a file has; NULL: as H200's. Texts begin with a comma where they are keys. */
struct file_of {
    const char *device;   /* keys of context.device */
    const char *settings; /* behind the size, "/density:2" */
    const char *problem;  /* keys of each problem */
    const char *best;     /* keys of each best */
};

#define H200 "\"name\": \"NVIDIA H200\", \"backend\": \"cuda\", \"architecture\": \"sm_90\""
#define BUILT_BY "\"driver\": \"580\", \"compiler\": \"NVRTC 13.0\""

static void write_row(FILE *file, const struct file_of *of, const struct file_row *row, int problem, const char *more)
{
    fprintf(file,
            "{\"name\": \"suite/bench/n:%llu%s/BLOCK:%d/LOAD:a/b\", \"problem\": %d, \"config\": {\"BLOCK\": %d, "
            "\"LOAD\": \"a/b\"}, \"median_ns\": %.17g%s%s}",
            row->size, of->settings ? of->settings : "", row->block, problem, row->block, row->ns,
            row->more ? row->more : "", more ? more : "");
}

static void write_results(const char *path, struct file_of of, const struct file_row *row, size_t rows)
{
    static const char *const arrays[] = {"problems", "benchmarks", "best"};
    FILE *file = fopen(path, "w");
    fprintf(file, "{\"schema\": \"gpubench/results/1\", \"context\": {\"gpubench\": {}, \"device\": {%s}}",
            of.device ? of.device : H200 ", " BUILT_BY);
    for (size_t a = 0; a < 3; a++) {
        int problem = -1;
        fprintf(file, ",\n\"%s\": [", arrays[a]);
        for (size_t i = 0; i < rows; i++) {
            const bool first = !i || row[i].size != row[i - 1].size;
            problem += first;
            if (a != 1 && !first)
                continue;
            fputs(i ? ",\n" : "\n", file);
            if (a)
                write_row(file, &of, &row[i], problem, a == 2 ? of.best : NULL);
            else
                fprintf(file,
                        "{\"name\": \"suite/bench/n:%llu%s\", \"suite\": \"suite\", \"bench\": \"bench\", \"size\": "
                        "%llu%s}",
                        row[i].size, of.settings ? of.settings : "", row[i].size, of.problem ? of.problem : "");
        }
        fputs("]", file);
    }
    fputs("}\n", file);
    fclose(file);
}

#define WRITE(path, of, ...)                                                                                           \
    write_results(path, (struct file_of)of, (const struct file_row[]){__VA_ARGS__},                                    \
                  sizeof((const struct file_row[]){__VA_ARGS__}) / sizeof(struct file_row))
#define AS_IT_IS                                                                                                       \
    {                                                                                                                  \
        .device = NULL                                                                                                 \
    }

static const struct gpubench_device h200 = {
    .name = "NVIDIA H200", .backend = "cuda", .architecture = "sm_90", .driver = "580", .compiler = "NVRTC 13.0"};

static struct gpubench_picks *open_with(const char *memory, const char *one, const char *other)
{
    char error[256] = "";
    const char *const paths[] = {one, other};
    struct gpubench_picks *picks = gpubench_picks_open(paths, other ? 2 : 1, memory, error, sizeof error);
    WRONG_IF(!picks || *error, "%s\n", error);
    return picks;
}

UNNEEDED static struct gpubench_picks *open_one(const char *path)
{
    return open_with(NULL, path, NULL);
}

/* The BLOCK that is picked; with *choice, or below 0 the status that is not OK. */
UNNEEDED static int block_of(const struct gpubench_picks *picks, const struct gpubench_device *device,
                             unsigned long long n, struct gpubench_choice *choice)
{
    struct gpubench_choice own;
    const int status = gpubench_pick(picks, "suite/bench", device, NULL, n, choice ? choice : &own);
    return status ? -status : atoi(gpubench_choice_word(choice ? choice : &own, "BLOCK"));
}
