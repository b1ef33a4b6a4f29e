#include "simulate/curves.h"

#include "base/memory.h"
#include "simulate/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void curves_begin(FILE *file)
{
    fputs("space,strategy,evaluation,lower_ns,median_ns,upper_ns,random_ns\n", file);
}

static int ascending(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static double time_at(const struct recorded *recorded, size_t place)
{
    return place < recorded->timed ? recorded->best[place] : INFINITY;
}

/* A quartile of times by their ascending places: between two of them by linear interpolation. */
static double quartile(const struct recorded *recorded, const size_t *place, size_t count, size_t quarter)
{
    const size_t at = (count - 1) * quarter, below = at / 4, above = (at + 3) / 4;
    const double low = time_at(recorded, place[below]), high = time_at(recorded, place[above]);
    return above == below ? low : low + (high - low) * (double)(at % 4) / 4;
}

void curves_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++)
        fprintf(file, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', file);
}

void curves_write(FILE *file, const char *space, const char *strategy, const struct runs *runs)
{
    const struct recorded *recorded = runs->recorded;
    FREED size_t *place = allocate(runs->repeats * sizeof *place);
    for (size_t e = 0; e < runs->evaluations; e++) {
        memcpy(place, runs->place + e * runs->repeats, runs->repeats * sizeof *place);
        qsort(place, runs->repeats, sizeof *place, ascending);
        curves_text(file, space);
        fputc(',', file);
        curves_text(file, strategy);
        fprintf(file, ",%zu", e + 1);
        for (size_t quarter = 1; quarter <= 3; quarter++) {
            const double ns = quartile(recorded, place, runs->repeats, quarter);
            fputc(',', file);
            if (isfinite(ns))
                fprintf(file, "%.10g", ns);
        }
        fprintf(file, ",%.10g\n", score_chance_ns(recorded, e + 1));
    }
}
