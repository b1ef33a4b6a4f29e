/* Sorts charges by the boxes of a level, on all cores: a counting sort into stretches of boxes, and of each stretch
 * into its boxes. Both keep the caller's order, so the result is that of one core. There is no other memory than that
 * of the result, whose charges are numbers until the end. */
#include "suites/fmm/particles.h"

#include <string.h>

/* So few stretches that a part of the charges is written to all of them through the caches, and so small ones that
 * each is sorted there. */
enum { MOST_STRETCH_BITS = 12, LEAST_STRETCH = 1 << 14, MOST_PARTS = 64, LEAST_PART = 1 << 14 };

/* Of each stretch: where its charges begin; and for each part of the caller's, where the next of these goes. */
static uint32_t begin[(1 << MOST_STRETCH_BITS) + 1], next[MOST_PARTS << MOST_STRETCH_BITS];

/* The place of a charge in the result, before it comes: the caller's number of one of the stretch, and its box; and
 * that of the one that comes. */
union place {
    struct mm_float4 charge;
    struct {
        uint32_t number, box, coming;
    };
};

struct sorting {
    const struct job *job;
    const struct mm_float4 *given;
    int by;
    uint64_t charges, stretches, parts;
    int shift; /* from a box to its stretch */
    union place *place;
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

static uint64_t part_begin(const struct sorting *of, uint64_t part)
{
    return of->charges * part / of->parts;
}

static void count_parts(const struct sorting *of)
{
    memset(next, 0, of->parts * of->stretches * sizeof *next);
#pragma omp parallel for schedule(dynamic) if (of->parts > 1)
    for (uint64_t part = 0; part < of->parts; part++) {
        uint32_t *count = &next[part * of->stretches];
        for (uint64_t i = part_begin(of, part); i < part_begin(of, part + 1); i++) {
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
        begin[stretch] = at;
        for (uint64_t part = 0; part < of->parts; part++) {
            uint32_t *of_part = &next[part * of->stretches + stretch];
            const uint32_t count = *of_part;
            *of_part = at;
            at += count;
        }
    }
    begin[of->stretches] = at;
}

static void move_parts(const struct sorting *of)
{
#pragma omp parallel for schedule(dynamic) if (of->parts > 1)
    for (uint64_t part = 0; part < of->parts; part++) {
        uint32_t *of_part = &next[part * of->stretches];
        for (uint64_t i = part_begin(of, part); i < part_begin(of, part + 1); i++) {
            const struct mm_float4 charge = charge_at(of, i);
            const uint64_t box = box_of(of, &charge), stretch = box >> of->shift;
            union place *place = &of->place[of_part[stretch]++];
            place->number = (uint32_t)i;
            place->box = (uint32_t)box;
        }
    }
}

/* Where the boxes of a stretch begin; and which charge comes where. */
static void sort_stretch(const struct sorting *of, uint64_t stretch, uint32_t *start)
{
    const uint64_t first = stretch << of->shift, boxes = UINT64_C(1) << of->shift;
    const uint32_t from = begin[stretch], to = begin[stretch + 1];
    uint32_t at = from;
    memset(&start[first], 0, boxes * sizeof *start);
    for (uint32_t k = from; k < to; k++)
        start[of->place[k].box]++;
    for (uint64_t box = first; box < first + boxes; box++) {
        const uint32_t count = start[box];
        start[box] = at;
        at += count;
    }
    for (uint32_t k = from; k < to; k++)
        of->place[start[of->place[k].box]++].coming = of->place[k].number;
    memmove(&start[first + 1], &start[first], (boxes - 1) * sizeof *start); /* each is the end of its box now */
    start[first] = from;
}

static void fill_stretch(const struct sorting *of, uint64_t stretch, uint32_t *caller)
{
    for (uint32_t k = begin[stretch]; k < begin[stretch + 1]; k++) {
        const uint32_t number = of->place[k].coming;
        of->place[k].charge = charge_at(of, number);
        if (caller)
            caller[k] = number;
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
    const struct sorting of = {.job = job,
                               .given = given,
                               .by = by,
                               .charges = charges,
                               .parts = parts < 1            ? 1
                                        : parts < MOST_PARTS ? parts
                                                             : MOST_PARTS,
                               .stretches = UINT64_C(1) << of_stretch,
                               .shift = bits - of_stretch,
                               .place = (union place *)charge};
    count_parts(&of);
    place_parts(&of);
    move_parts(&of);
#pragma omp parallel for schedule(dynamic) if (of.parts > 1)
    for (uint64_t stretch = 0; stretch < of.stretches; stretch++) {
        sort_stretch(&of, stretch, start);
        fill_stretch(&of, stretch, caller);
    }
    start[UINT64_C(1) << bits] = (uint32_t)charges;
}

void fmm_declare_charges(struct job *job, int charges, int start)
{
    struct mm_float4 *charge = job_input(job, charges, "charges", fmm_job_charges(job) * sizeof(struct mm_float4));
    fmm_sort(job, NULL, (int)job->n, charge,
             job_input(job, start, "start", (fmm_deepest_boxes(job->problem) + 1) * sizeof(uint32_t)), NULL);
}
