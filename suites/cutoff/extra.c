#include "suites/cutoff/extra.h"
#include "suites/cutoff/host.h"

#include <string.h>

enum status extra_enqueue(struct job *job, int kernel, int atoms, size_t count, int map, struct fault *fault)
{
    const double cutoff = cutoff_radius(job);
    struct compute_launch launch = {.groups = {count, EXTRA_SLICES, 1}, .group = {EXTRA_BLOCK, 1, 1}};
    if (!count)
        return OK;
    return LAUNCH(kernel, launch, ARRAY(atoms), ARRAY(map), VALUE((int32_t)job->n), VALUE((int32_t)cutoff_tiles(job)),
                  VALUE((float)(cutoff * cutoff)), VALUE((float)(1 / (cutoff * cutoff))));
}

void extra_by_host(const struct job *job, const struct mm_float4 *atom, size_t count, enum smoothing smoothing,
                   float *master, void *scratch)
{
    const uint64_t n = job->n;
    const struct cutoff_map map = {.value = master, .pitch = n, .rows = n, .width = n, .height = n, .depth = n};
#pragma omp parallel for schedule(static)
    for (uint64_t z = 0; z < n; z++)
        memset(master + z * n * n, 0, n * n * sizeof *master);
    cutoff_add_atoms(&map, atom, count, (float)cutoff_radius(job), smoothing, true, scratch);
}

void extra_integrate(const struct job *job, const float *padded, float *master)
{
    const uint64_t n = job->n, pitch = cutoff_tiles(job) * TILE;
#pragma omp parallel for schedule(static)
    for (uint64_t z = 0; z < n; z++)
        for (uint64_t y = 0; y < n; y++)
            for (uint64_t x = 0; x < n; x++)
                master[(z * n + y) * n + x] += padded[(z * pitch + y) * pitch + x];
}
