#include "simulate/doubts.h"

#include "simulate/curves.h"

static const double little = 0.01;

struct doubts doubts_of(const struct runs *runs)
{
    struct doubts doubts = {0};
    const double best_ns = *runs->recorded->best;
    for (size_t r = 0; r < runs->repeats; r++) {
        const struct run_end *end = &runs->end[r];
        if (!end->is_open)
            continue;
        const double left = doubt_left(&end->signs);
        const bool reported = left <= little;
        doubts.runs++;
        doubts.reported += reported;
        doubts.right += reported && end->best_ns <= (1 + little) * best_ns;
        doubts.covered += (1 - left) * end->best_ns <= best_ns;
    }
    return doubts;
}

struct doubts doubts_join(struct doubts a, struct doubts b)
{
    return (struct doubts){a.runs + b.runs, a.reported + b.reported, a.right + b.right, a.covered + b.covered};
}

void doubts_begin(FILE *file)
{
    fputs("space,strategy,evaluations,tried,around,gap,said,left\n", file);
}

void doubts_write(FILE *file, const char *space, const char *strategy, const struct runs *runs)
{
    for (size_t r = 0; r < runs->repeats; r++) {
        const struct run_end *end = &runs->end[r];
        if (!end->is_open)
            continue;
        curves_text(file, space);
        fputc(',', file);
        curves_text(file, strategy);
        fprintf(file, ",%zu,%.6g,%.6g,%.6g,%g,%.6g\n", runs->evaluations, end->signs.tried, end->signs.around,
                end->signs.gap, doubt_left(&end->signs), 1 - *runs->recorded->best / end->best_ns);
    }
}
