/* Atoms that fit into no bin, and those that lie on points: they are added to the map by themselves, by the device or,
 * as in the seed, by the host (seed 001, C7). */
#ifndef SUITES_CUTOFF_EXTRA_H
#define SUITES_CUTOFF_EXTRA_H

#include "suites/cutoff/cutoff.h"

/* #define lines that the kernel add_extra needs, of kernels/cutoff/small_bins.cl. They stand beside GRID_DEFINES. */
enum { EXTRA_BLOCK = 128, EXTRA_SLICES = 8 };
#define EXTRA_DEFINES "#define EXTRA_BLOCK 128\n"

/* The device: queues kernel number `kernel`, which adds `count` atoms of a slot to a map whose rows and planes are of
 * whole tiles. Nothing is queued for none. */
enum status extra_enqueue(struct job *job, int kernel, int atoms, size_t count, int map, struct fault *fault);

/* The host, on all its cores: master[(z * n + y) * n + x] becomes what `count` atoms give. `scratch` has
 * cutoff_host_scratch(count) bytes. */
void extra_by_host(const struct job *job, const struct mm_float4 *atom, size_t count, enum smoothing smoothing,
                   float *master, void *scratch);

/* The seed's final integration: adds to it the device's map, of rows of whole tiles, without what they are padded by.
 */
void extra_integrate(const struct job *job, const float *padded, float *master);

#endif
