/* The rule that stops measurements, replayed on samples that were recorded on an H200 without stopping, in
 * recorded/NAME.txt per configuration: blocks, samples per block, the median in ns, and each sample's difference from
 * it in 1/10000. Clearly slow ones have two blocks. Searches in 1000 random orders and their play-offs use every second
 * block; true times are those of the others. Prints the cost of the rule. */
#include "tests/check.h"
#include "tuner/job.h"
#include "tuner/measure/statistics.h"
#include "tuner/measure/stopping.h"
#include "tuner/search/strategy.h"

static const double start = 0.02; /* of first samples, which are single */
enum { MOST = 256, MOST_SAMPLES = 20, MOST_BLOCKS = 16, ORDERS = 1000, FINALISTS = 6, ROUNDS = 12, SEARCH_BLOCKS = 5 };

struct recorded {
    size_t blocks, each;
    double ns[MOST_BLOCKS][MOST_SAMPLES];
    double truth[MOST_BLOCKS]; /* medians of the blocks that no search uses */
    double time;               /* their median */
};
static struct recorded recorded[MOST];
static size_t count, best; /* the index of the best */

static size_t seen_blocks(const struct recorded *of)
{
    return (of->blocks + 1) / 2;
}

static void read_recorded(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "recorded/%s.txt", name);
    FILE *file = fopen(path, "r");
    CHECK(file);
    double median;
    for (count = 0; file && fscanf(file, "%zu %zu %lf", &recorded[count].blocks, &recorded[count].each, &median) == 3;
         count++) {
        struct recorded *of = &recorded[count];
        int off;
        for (size_t i = 0; i < of->blocks * of->each && fscanf(file, "%d", &off) == 1; i++)
            of->ns[i / of->each][i % of->each] = median * (1 + 1e-4 * off);
        for (size_t b = 1; b < of->blocks; b += 2)
            of->truth[b / 2] = statistics_median(of->ns[b], of->each);
        of->time = statistics_median(of->truth, of->blocks / 2);
    }
    if (file)
        fclose(file);
    best = 0;
    for (size_t i = 1; i < count; i++)
        best = recorded[i].time < recorded[best].time ? i : best;
}

/* ---- a search ---- */

struct search {
    uint64_t run, drawn;
    double confidence; /* 1: as if nothing stopped */
    double best_ns;
    size_t spent, dropped, behind, lost; /* behind: by first samples; lost: the best was dropped */
    double spent_ns;
};

static uint64_t draw(struct search *search, uint64_t below)
{
    return job_random(search->run, search->drawn++) % below;
}

/* Measures a configuration as the meter does: its median, 0 if it was dropped. */
static double measure(struct search *search, const struct recorded *of)
{
    const struct stopping rule = {search->confidence, search->best_ns};
    const size_t first = draw(search, seen_blocks(of)), least = stopping_least(rule);
    double ns[SEARCH_BLOCKS * MOST_SAMPLES], block_ns[SEARCH_BLOCKS];
    search->spent += 1;
    search->spent_ns += of->time;
    for (size_t i = 0; i < least; i++)
        ns[i] = (1 + start) * of->ns[2 * first][of->each - 1 - i];
    if (least && rule.best_ns > 0 && ns[0] > STOP_ABOVE * rule.best_ns) {
        search->spent += least - 1;
        search->spent_ns += (double)(least - 1) * of->time;
        const enum stop stop = stopping_first(rule, ns, least);
        search->behind += stop == STOP_BEHIND;
        if (stop != STOP_NOT)
            return stop == STOP_DROPPED ? 0 : statistics_median(&ns[1], least - 1);
    }
    size_t blocks = 0;
    do {
        const double *block = of->ns[2 * ((first + blocks) % seen_blocks(of))];
        memcpy(&ns[blocks * of->each], block, of->each * sizeof *ns);
        block_ns[blocks++] = statistics_median(block, of->each);
        search->spent += of->each;
        search->spent_ns += (double)of->each * of->time;
    } while (blocks < SEARCH_BLOCKS && stopping_decide(rule, ns, blocks * of->each) == STOP_NOT);
    return statistics_median(block_ns, blocks);
}

/* Rounds of blocks drawn again: the configuration with the smallest median. */
static size_t play_off(struct search *search, const size_t *finalist, size_t finalists)
{
    size_t winner = 0;
    double least = INFINITY;
    for (size_t f = 0; f < finalists; f++) {
        const struct recorded *of = &recorded[finalist[f]];
        double block_ns[ROUNDS];
        for (int round = 0; round < ROUNDS; round++)
            block_ns[round] = statistics_median(of->ns[2 * draw(search, seen_blocks(of))], of->each);
        const double median = statistics_median(block_ns, ROUNDS);
        winner = median < least ? finalist[f] : winner;
        least = fmin(least, median);
    }
    return winner;
}

/* The index of the chosen configuration. */
static size_t choose(struct search *search)
{
    size_t finalist[FINALISTS + 1], finalists = 0;
    double time[FINALISTS + 1];
    uint64_t order[MOST];
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    strategy_shuffle(order, count, ~search->run);
    for (size_t i = 0; i < count; i++) {
        const double ns = measure(search, &recorded[order[i]]);
        search->dropped += ns == 0;
        search->lost += ns == 0 && order[i] == best;
        if (ns == 0)
            continue;
        search->best_ns = search->best_ns > 0 ? fmin(search->best_ns, ns) : ns;
        size_t at = finalists;
        for (; at > 0 && ns < time[at - 1]; at--) {
            time[at] = time[at - 1];
            finalist[at] = finalist[at - 1];
        }
        time[at] = ns;
        finalist[at] = order[i];
        finalists += finalists < FINALISTS;
    }
    return play_off(search, finalist, finalists);
}

/* ---- results ---- */

/* Whether it is within 0.6 % of the best, or the interval of the ratio includes 1. */
static bool is_near_best(size_t chosen)
{
    const size_t pairs = recorded[best].blocks / 2;
    if (chosen == best || recorded[chosen].time <= 1.006 * recorded[best].time)
        return true;
    return statistics_ratio_interval(recorded[best].truth, recorded[chosen].truth, pairs).low <= 1;
}

static double replay(const char *name, double confidence)
{
    size_t good = 0, far = 0, dropped = 0, behind = 0, lost = 0;
    double spent = 0, spent_ns = 0;
    for (uint64_t run = 0; run < ORDERS; run++) {
        struct search search = {.run = run, .confidence = confidence};
        const size_t chosen = choose(&search);
        good += is_near_best(chosen);
        far += recorded[chosen].time > 1.03 * recorded[best].time;
        dropped += search.dropped;
        behind += search.behind;
        lost += search.lost;
        spent += (double)search.spent;
        spent_ns += search.spent_ns;
    }
    printf("%-14s %.4g: %6.2f samples and %8.3f ms per configuration, %2.0f %% dropped, %2.0f %% behind at first; "
           "good in %.1f %%, far in %zu\n",
           name, confidence, spent / ORDERS / (double)count, 1e-6 * spent_ns / ORDERS / (double)count,
           100. * (double)dropped / ORDERS / (double)count, 100. * (double)behind / ORDERS / (double)count,
           100. * (double)good / ORDERS, far);
    CHECK(good >= ORDERS * 97 / 100);
    CHECK(far == 0);
    CHECK(lost == 0);
    return spent;
}

int main(void)
{
    static const char *const names[] = {"reduction-2e20", "reduction-2e26", "slice-256", "compact_bins"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        read_recorded(names[i]);
        CHECK(count > 100);
        const double all = replay(names[i], 1);
        const double usual = replay(names[i], 0.95), sure = replay(names[i], 0.999);
        CHECK(usual < 0.3 * all && usual < sure);
    }
    return CHECK_RESULT;
}
