/* Sorts charges by the boxes of a level, on all cores: a counting sort into stretches of boxes, and of each stretch
 * into its boxes. Both keep the caller's order, so the result is that of one core. */
#include "suites/fmm/particles.h"

#include "base/memory.h"

#include <string.h>

/* So few stretches that a part of the charges is written to all of them through the caches, and so small ones that
 * each is sorted there. */
enum { MOST_STRETCH_BITS = 12, LEAST_STRETCH = 1 << 14, MOST_PARTS = 64, LEAST_PART = 1 << 14 };

struct sorting {
    const struct job *job;
    const struct mm_float4 *given;
    int by;
    uint64_t charges, stretches, parts;
    int shift;        /* from a box to its stretch */
    uint32_t *caller; /* the charges of each stretch, and at the end of each box */
    uint32_t *begin;  /* of each stretch */
    uint32_t *next;   /* for each part, of each stretch: where its next charge goes */
};

/* Charge number i, given or drawn. */
static struct mm_float4 charge_at(const struct sorting *of, uint64_t i)
{
    return of->given ? of->given[i] : fmm_drawn_charge(of->job, of->by, i);
}

static uint64_t box_of(const struct sorting *of, const struct mm_float4 *charge)
{
    return fmm_box_index(fmm_box_of(of->by, charge)) - fmm_level_begin(of->by);
}

static uint64_t begin_of(const struct sorting *of, uint64_t part)
{
    return of->charges * part / of->parts;
}

static void count_parts(const struct sorting *of)
{
#pragma omp parallel for schedule(dynamic) if (of->parts > 1)
    for (uint64_t part = 0; part < of->parts; part++) {
        uint32_t *count = &of->next[part * of->stretches];
        for (uint64_t i = begin_of(of, part); i < begin_of(of, part + 1); i++) {
            const struct mm_float4 charge = charge_at(of, i);
            count[box_of(of, &charge) >> of->shift]++;
        }
    }
}

/* From counts to places: of each stretch those of the first part come first. */
static void place_parts(const struct sorting *of)
{
    uint32_t at = 0;
    for (uint64_t stretch = 0; stretch < of->stretches; stretch++) {
        of->begin[stretch] = at;
        for (uint64_t part = 0; part < of->parts; part++) {
            uint32_t *next = &of->next[part * of->stretches + stretch];
            const uint32_t count = *next;
            *next = at;
            at += count;
        }
    }
    of->begin[of->stretches] = at;
}

static void move_parts(const struct sorting *of)
{
#pragma omp parallel for schedule(dynamic) if (of->parts > 1)
    for (uint64_t part = 0; part < of->parts; part++) {
        uint32_t *next = &of->next[part * of->stretches];
        for (uint64_t i = begin_of(of, part); i < begin_of(of, part + 1); i++) {
            const struct mm_float4 charge = charge_at(of, i);
            of->caller[next[box_of(of, &charge) >> of->shift]++] = (uint32_t)i;
        }
    }
}

/* Sorts a stretch into its boxes, with copies of its charges and their numbers. */
static void sort_stretch(const struct sorting *of, uint64_t stretch, struct mm_float4 *charge, uint32_t *start)
{
    const uint64_t first = stretch << of->shift, boxes = UINT64_C(1) << of->shift;
    const uint32_t begin = of->begin[stretch], count = of->begin[stretch + 1] - begin;
    FREED struct mm_float4 *own = resize(NULL, (count + 1) * sizeof *own);
    FREED uint32_t *number = resize(NULL, (count + 1) * sizeof *number);
    FREED uint32_t *next = allocate((boxes + 1) * sizeof *next);
    memcpy(number, &of->caller[begin], count * sizeof *number);
    for (uint32_t k = 0; k < count; k++) {
        own[k] = charge_at(of, number[k]);
        next[box_of(of, &own[k]) - first + 1]++;
    }
    next[0] = begin;
    for (uint64_t b = 0; b < boxes; b++) {
        next[b + 1] += next[b];
        start[first + b] = next[b];
    }
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t at = next[box_of(of, &own[k]) - first]++;
        charge[at] = own[k];
        of->caller[at] = number[k];
    }
}

static int stretch_bits(int most, uint64_t charges)
{
    int bits = 0;
    while (bits < most && bits < MOST_STRETCH_BITS && charges >> (bits + 1) >= LEAST_STRETCH)
        bits++;
    return bits;
}

void fmm_sort(const struct job *job, const struct mm_float4 *given, int by, struct mm_float4 *charge, uint32_t *start,
              uint32_t *caller)
{
    const uint64_t charges = fmm_job_charges(job), parts = charges / LEAST_PART;
    const int bits = 3 * by, of_stretch = stretch_bits(bits, charges);
    struct sorting of = {.job = job,
                         .given = given,
                         .by = by,
                         .charges = charges,
                         .parts = parts < 1            ? 1
                                  : parts < MOST_PARTS ? parts
                                                       : MOST_PARTS,
                         .stretches = UINT64_C(1) << of_stretch,
                         .shift = bits - of_stretch};
    FREED uint32_t *own = caller ? NULL : resize(NULL, charges * sizeof *own);
    FREED uint32_t *begin = resize(NULL, (of.stretches + 1) * sizeof *begin);
    FREED uint32_t *next = allocate(of.parts * of.stretches * sizeof *next);
    of.caller = caller ? caller : own;
    of.begin = begin;
    of.next = next;
    count_parts(&of);
    place_parts(&of);
    move_parts(&of);
#pragma omp parallel for schedule(dynamic) if (of.parts > 1)
    for (uint64_t stretch = 0; stretch < of.stretches; stretch++)
        sort_stretch(&of, stretch, charge, start);
    start[UINT64_C(1) << bits] = (uint32_t)charges;
}
