/* What share of the atoms bins of a capacity hold: counted, for a constraint, in an example of the workload. */
#include "suites/cutoff/cutoff.h"

#include <math.h>
#include <string.h>

enum { SAMPLE = 1 << 15, SIDES = 2, FULLEST = 64, MOST_BINS = 1 << 22 };
static const int sides[SIDES] = {2, 4};

/* For each size of bins: how many of the atoms are number 1, 2, 3 ... in their bin. A search asks thousands of times
 * for the same inputs. */
struct example {
    bool made;
    struct inputs inputs;
    size_t atoms, place[SIDES][FULLEST + 1];
};

/* Atoms of the workload in a cube of whole bins that holds some SAMPLE of them, or the first of a structure. */
static size_t draw(const struct inputs *inputs, struct mm_float4 *atom)
{
    double density = inputs->setting[SETTING_DENSITY], most = fmin(100, cbrt(0.9 * SAMPLE / density));
    double width = TILE_SIDE * floor(most / TILE_SIDE);
    if (!inputs->atom)
        return atoms_make((enum workload)inputs->setting[SETTING_WORKLOAD], density, (double[]){width, width, width}, 1,
                          atom, SAMPLE);
    size_t count = inputs->atoms < SAMPLE ? inputs->atoms : SAMPLE;
    memcpy(atom, inputs->atom, count * sizeof *atom);
    return count;
}

/* A bin's number, hashed: far more places than bins with atoms, so that hardly two share one. */
static size_t place_of(struct mm_float4 atom, int side)
{
    uint64_t x = (uint64_t)(int64_t)floorf(atom.x / (float)side), y = (uint64_t)(int64_t)floorf(atom.y / (float)side),
             z = (uint64_t)(int64_t)floorf(atom.z / (float)side);
    return job_random(job_random(job_random(0, x), y), z) % MOST_BINS;
}

static void count(struct example *example)
{
    static struct mm_float4 atom[SAMPLE];
    static uint8_t taken[MOST_BINS];
    example->atoms = draw(&example->inputs, atom);
    for (int s = 0; s < SIDES; s++) {
        memset(taken, 0, sizeof taken);
        memset(example->place[s], 0, sizeof example->place[s]);
        for (size_t a = 0; a < example->atoms; a++) {
            uint8_t *here = &taken[place_of(atom[a], sides[s])];
            if (*here < FULLEST)
                ++*here;
            example->place[s][*here]++;
        }
    }
}

bool cutoff_covers(const struct config *config, int side, int capacity)
{
    static struct example example;
    const struct inputs *inputs = &config->problem->inputs;
    double least = inputs->setting[SETTING_COVERAGE];
    if (!example.made || memcmp(&example.inputs, inputs, sizeof *inputs)) {
        example = (struct example){.made = true, .inputs = *inputs};
        count(&example);
    }
    size_t held = 0, row = 0;
    while (row < SIDES - 1 && sides[row] != side)
        row++;
    for (int i = 1; i <= capacity && i < FULLEST; i++)
        held += example.place[row][i];
    return (double)held >= least * (double)example.atoms;
}
