/* The counts of naive and large_bins in counting builds (COUNTED); empty in others. */
#ifdef COUNTED
#include "cutoff/counted.h"

/* The counts of a work-item that adds an atom to POINTS_PER_THREAD points at a time, if it has this number of points in
 * the grid: tested pairs; and, for pairs of an atom and point number p whose term some of 32 work-items compute, the
 * number of those work-items, and of such pairs. */
struct tally {
    unsigned points;
    mm_ulong tested, gone_on, steps;
};
#define TALLY_ARG , struct tally *own, LOCAL_ARG unsigned *going
#define PASS_TALLY , own, going

#define BEGIN_TALLY                                                                                                    \
    LOCAL mm_ulong counts[BLOCK_SIZE];                                                                                 \
    LOCAL unsigned going[BLOCK_SIZE / 32 * POINTS_PER_THREAD];                                                         \
    struct tally tally = {0, 0, 0, 0}, *own = &tally;                                                                  \
    for (int i = LOCAL_ID; i < BLOCK_SIZE / 32 * POINTS_PER_THREAD; i += BLOCK_SIZE)                                   \
        going[i] = 0;                                                                                                  \
    SYNC_THREADS;

/* TALLY_GOING: a work-item computes the term of its point number p. TALLY_STEPS: after each atom, by the whole
 * group. */
#define TALLY_GOING(p) ATOMIC_ADD(&going[LOCAL_ID / 32 * POINTS_PER_THREAD + (p)], 1u);
#define TALLY_STEPS                                                                                                    \
    SYNC_WARPS;                                                                                                        \
    if (LOCAL_ID % 32 < POINTS_PER_THREAD) {                                                                           \
        LOCAL_ARG unsigned *mine = &going[LOCAL_ID / 32 * POINTS_PER_THREAD + LOCAL_ID % 32];                          \
        own->gone_on += *mine;                                                                                         \
        own->steps += *mine > 0;                                                                                       \
        *mine = 0;                                                                                                     \
    }                                                                                                                  \
    SYNC_WARPS;

/* Adds the counts to the three numbers of a group. */
#define END_TALLY(group)                                                                                               \
    ADD_COUNTS(counts, own->tested, counted[3 * (group)]);                                                             \
    ADD_COUNTS(counts, own->gone_on, counted[3 * (group) + 1]);                                                        \
    ADD_COUNTS(counts, own->steps, counted[3 * (group) + 2]);

#define COUNTED_ARG GLOBAL mm_ulong *RESTRICT counted,
#define COUNT_ARG TALLY_ARG
#define PASS_COUNT PASS_TALLY
#define COUNT_ATOM own->tested += own->points;
#else
#define COUNTED_ARG
#define COUNT_ARG
#define PASS_COUNT
#define COUNT_ATOM
#endif
#if defined COUNTED && TEST == TEST_BRANCH
#define COUNT_GOING TALLY_GOING(p)
#define COUNT_STEPS TALLY_STEPS
#else
#define COUNT_GOING
#define COUNT_STEPS
#endif
