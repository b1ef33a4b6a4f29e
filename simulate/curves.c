#include "simulate/curves.h"

#include "base/memory.h"
#include "simulate/score.h"

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
            const size_t at = place[(runs->repeats - 1) * quarter / 4];
            fputc(',', file);
            if (at < recorded->timed)
                fprintf(file, "%.10g", recorded->best[at]);
        }
        fprintf(file, ",%.10g\n", score_chance_ns(recorded, e + 1));
    }
}
