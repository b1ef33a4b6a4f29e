/* The parts of the suite ceilings, a file each. The benches that measure a resource have its word as their name. */
#ifndef SUITES_CEILINGS_CEILINGS_H
#define SUITES_CEILINGS_CEILINGS_H

#include "tuner/suite.h"

extern const struct suite ceilings_streams;    /* DRAM and last-level cache: dram_read ... l2_triad */
extern const struct suite ceilings_access;     /* coalescing by offset, stride and at random; atomics */
extern const struct suite ceilings_arithmetic; /* FMA, rsqrt, rint, float to int */
extern const struct suite ceilings_tables;     /* textures, constant memory, shared memory */
extern const struct suite ceilings_launches;   /* in a stream, in a graph, from a kernel */
extern const struct suite ceilings_transfers;  /* between host and device, pageable and pinned */

#endif
