/* An index by cells of the particles near each, for the host, in time and memory proportional to n. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct near_box {
    uint64_t n; /* particles */
    double side[3];
    bool periodic;
};

/* Coordinate d of particle i is number i * stride + d * axis of these floats, or doubles. */
struct near_places {
    const void *coordinate;
    uint64_t stride, axis;
    bool doubles;
};

/* Cells along each axis of the box, each at least as wide as the reach. Cell c has the particles particle[begins[c]] to
 * particle[begins[c + 1] - 1]. The arrays follow the struct in the same memory. */
struct near_index {
    struct near_box box;
    uint64_t cells[3];
    uint32_t *begins, *particle, *cell;
    uint32_t room[];
};

/* The size of an index of n particles, which is refilled often. */
size_t near_bytes(uint64_t n);

/* Fills an index of near_bytes(box->n) for distances up to `reach`. Places may lie outside the box; in a periodic
 * one they have images in it; neighbours of one that is not finite are undefined. */
void near_fill(struct near_index *near, const struct near_box *box, double reach, const struct near_places *places);

enum { NEAR_MOST_SPANS = 27 };
struct near_span {
    const uint32_t *particle;
    uint64_t count;
};

/* The particles of particle i's cell and of those around it, each once: including itself, and all whose nearest
 * image is within the reach. Returns the number of spans. */
int near_spans(const struct near_index *near, uint64_t i, struct near_span span[NEAR_MOST_SPANS]);
