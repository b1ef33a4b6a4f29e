/* Which particles may be near each: an index by cells, for the host, in time and memory proportional to n. */
#pragma once

#include "suites/lennard_jones/lennard_jones.h"

/* Cells along each axis of the box, each at least as wide as the reach. Cell c has the particles particle[begins[c]] to
 * particle[begins[c + 1] - 1]. The arrays lie behind it, in the same memory. */
struct lj_near {
    uint64_t n, cells[3];
    double side[3]; /* A */
    bool periodic;
    uint32_t *begins, *particle, *cell;
    uint32_t room[];
};

/* Of an index of n particles, which is filled again and again. */
size_t lj_near_bytes(uint64_t n);

/* Fills an index of lj_near_bytes(system->n) for distances up to `reach`, in A: of n places, or of three arrays of
 * pitch coordinates. Places may lie outside the box, of which periodic ones have images in it; one that is no number
 * has no neighbours to speak of. */
void lj_near_places(struct lj_near *near, const struct lj_system *system, double reach, const double (*place)[3]);
void lj_near_coordinates(struct lj_near *near, const struct lj_system *system, double reach, const float *coordinate);

enum { LJ_MOST_SPANS = 27 };
struct lj_span {
    const uint32_t *particle;
    uint64_t count;
};

/* The particles of particle i's cell and of those around it, no one twice: among them itself, and all whose nearest
 * image is within the reach. Returns how many spans they are. */
int lj_near_spans(const struct lj_near *near, uint64_t i, struct lj_span span[LJ_MOST_SPANS]);
