/* How often change points are missed, misplaced and false, simulated with series of 100 points.
 * reports/history/README.md summarises the output. */
#include "reports/history/series.h"
#include "tests/check.h"
#include "tuner/values.h"

enum { POINTS = 100, TRIES = 2000, MANY = 1000, MANY_TRIES = 100, NEAR = 2, NOISES = 2, STEPS = 2 };

static const double noises[NOISES] = {0.005, 0.02};

struct kind {
    const char *name;
    struct {
        size_t at;
        double by;   /* a ratio minus 1 */
    } step[STEPS];   /* at 0: none */
    double drift;    /* from the first point to the last, a ratio minus 1 */
    double outliers; /* the share of points that take 20 % more */
    double missing;  /* the share of dates that have no point */
    double follows;  /* the part of a point's deviation that the next one has, too */
    bool many;       /* MANY points, and not POINTS */
    struct {
        double found, others; /* at least this share of the steps; at most this many others in a series */
    } bound[NOISES];
};

static const struct kind kinds[] = {
    {.name = "nothing", .bound = {{0, 0.005}, {0, 0.03}}},
    {.name = "nothing, of 1000 points", .many = true, .bound = {{0, 0.03}, {0, 0.4}}},
    {.name = "nothing, points follow each other (0.5)", .follows = 0.5, .bound = {{0, 0.02}, {0, 0.6}}},
    {.name = "+2 % in the middle", .step = {{50, 0.02}}, .bound = {{0.98, 0.02}, {0.4, 0.45}}},
    {.name = "+5 % in the middle", .step = {{50, 0.05}}, .bound = {{0.99, 0.01}, {0.92, 0.08}}},
    {.name = "+20 % in the middle", .step = {{50, 0.2}}, .bound = {{0.99, 0.01}, {0.99, 0.03}}},
    {.name = "+2 %, 10 points before the end", .step = {{90, 0.02}}, .bound = {{0.92, 0.02}, {0, 0.08}}},
    {.name = "+5 %, 10 points before the end", .step = {{90, 0.05}}, .bound = {{0.99, 0.01}, {0.5, 0.06}}},
    {.name = "+20 %, 10 points before the end", .step = {{90, 0.2}}, .bound = {{0.99, 0.01}, {0.99, 0.03}}},
    {.name = "+5 %, then +5 %", .step = {{33, 0.05}, {66, 0.05}}, .bound = {{0.99, 0.01}, {0.93, 0.09}}},
    {.name = "+5 %, and back", .step = {{33, 0.05}, {66, 1 / 1.05 - 1}}, .bound = {{0.99, 0.01}, {0.92, 0.11}}},
    {.name = "+5 %, and back after 10 points",
     .step = {{50, 0.05}, {60, 1 / 1.05 - 1}},
     .bound = {{0.98, 0.01}, {0.4, 0.08}}},
    {.name = "outliers", .outliers = 0.05, .bound = {{0, 0.05}, {0, 0.04}}},
    {.name = "+5 % in the middle, outliers",
     .step = {{50, 0.05}},
     .outliers = 0.05,
     .bound = {{0.97, 0.05}, {0.86, 0.12}}},
    {.name = "+5 % in the middle, a third of the dates missing",
     .step = {{50, 0.05}},
     .missing = 1. / 3,
     .bound = {{0.99, 0.01}, {0.9, 0.09}}},
    {.name = "a drift of 5 % in all", .drift = 0.05, .bound = {{0, 3.5}, {0, 1.6}}},
};

/* ---- series ---- */

static double share(uint64_t *drawn)
{
    return job_uniform(1, (*drawn)++);
}

/* Box and Muller's. */
static double normal(uint64_t *drawn)
{
    const double radius = sqrt(-2 * log(1 - share(drawn)));
    return radius * cos(2 * acos(-1) * share(drawn));
}

struct points {
    double value[MANY];
    size_t count, truth[STEPS]; /* the positions of the steps; 0: none */
};

static struct points draw(const struct kind *kind, double noise, uint64_t *drawn)
{
    struct points series = {.count = 0};
    const double follows = kind->follows, fresh = sqrt(1 - follows * follows);
    double deviation = normal(drawn);
    for (size_t i = 0; i < (kind->many ? MANY : POINTS); i++) {
        deviation = follows * deviation + fresh * normal(drawn);
        double value = noise * deviation + log1p(kind->drift) * (double)i / (POINTS - 1);
        value += share(drawn) < kind->outliers ? log(1.2) : 0;
        for (size_t s = 0; s < STEPS; s++) {
            if (kind->step[s].at && i >= kind->step[s].at)
                value += log1p(kind->step[s].by);
            if (i && i == kind->step[s].at)
                series.truth[s] = series.count;
        }
        if (share(drawn) >= kind->missing)
            series.value[series.count++] = value;
    }
    return series;
}

/* ---- results ---- */

struct tally {
    long steps, found, others, covered;
};

/* Compares the change points of one series with its steps, each of which is found once. */
static void try_once(const struct kind *kind, double noise, uint64_t *drawn, struct tally *tally)
{
    struct points series = draw(kind, noise, drawn);
    size_t found;
    FREED struct change *change = changes_find(series.value, series.count, &found);
    for (size_t s = 0; s < STEPS; s++)
        tally->steps += series.truth[s] != 0;
    for (size_t i = 0; i < found; i++) {
        size_t s = 0;
        while (s < STEPS &&
               !(series.truth[s] && change[i].at <= series.truth[s] + NEAR && series.truth[s] <= change[i].at + NEAR))
            s++;
        if (s == STEPS) {
            tally->others++;
            continue;
        }
        const double off = change[i].estimate.centre - log1p(kind->step[s].by);
        tally->covered += fabs(off) <= rule_half_width(change[i].estimate);
        tally->found++;
        series.truth[s] = 0;
    }
}

static void print_found(const struct tally *tally)
{
    if (tally->steps)
        printf(" %.1f %% |", 100 * (double)tally->found / (double)tally->steps);
    else
        printf(" |");
}

static void try_kind(const struct kind *kind)
{
    struct tally tally[NOISES] = {{0}};
    uint64_t drawn = 0;
    printf("| %s |", kind->name);
    for (size_t n = 0; n < NOISES; n++) {
        const int tries = kind->many ? MANY_TRIES : TRIES;
        for (int i = 0; i < tries; i++)
            try_once(kind, noises[n], &drawn, &tally[n]);
        const double others = (double)tally[n].others / tries;
        print_found(&tally[n]);
        printf(" %.3f |", others);
        CHECK(others <= kind->bound[n].others);
        CHECK((double)tally[n].found >= kind->bound[n].found * (double)tally[n].steps);
    }
    for (size_t n = 0; n < NOISES; n++) {
        if (tally[n].found)
            printf(" %.0f %% |", 100 * (double)tally[n].covered / (double)tally[n].found);
        else
            printf(" |");
    }
    putchar('\n');
}

int main(void)
{
    puts("| series | 0.5 %: found | others | 2 %: found | others | 0.5 %: 95 % covers | 2 % "
         "|\n|---|---|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        try_kind(&kinds[i]);
    return CHECK_RESULT;
}
