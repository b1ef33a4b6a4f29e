/* How often the gate reports FAILS, for benches whose two sides fail equally often (in at most 1 of 1000 comparisons)
 * and for ones that fail more often: exactly, by the rule and all blocks of a comparison, and simulated with the gate's
 * own code. reports/compare/README.md summarises the output. */
#include "reports/compare/comparison.h"
#include "tests/check.h"
#include "tuner/values.h"

enum { MOST = 1 + 40 + RULE_CONFIRM, TRIED = 20000, MANY = 20000 }; /* blocks of a bench, with the first; benches */

static const size_t benches[] = {1, 10, 200};
enum { BENCHES = sizeof benches / sizeof *benches };

/* ---- exact rates ---- */

/* By whether the suspected ones stay apart, blocks, failures of the base, and of the new side. */
static bool crossed[BENCHES][2][MOST + 1][MOST + 1][MOST + 1];

/* Computed before all tests. */
TEST(table_of_rule)
{
    for (size_t n = 0; n < BENCHES; n++)
        for (size_t blocks = 1; blocks <= MOST; blocks++)
            for (size_t base = 0; base <= blocks; base++)
                for (size_t new = base + 1; new <= blocks; new ++)
                    crossed[n][false][blocks][base][new] = crossed[n][true][blocks][base][new] =
                        rule_fails(blocks, base, new, benches[n], false);
    for (size_t n = 0; n < BENCHES; n++)
        for (size_t blocks = 1; blocks <= MOST; blocks++)
            crossed[n][true][blocks][0][blocks] = rule_fails(blocks, 0, blocks, benches[n], true);
}

/* The probability that one bench, with these failure rates of its sides, is red within n blocks. */
static double red_probability(size_t n, bool apart, double base_rate, double new_rate, size_t most)
{
    static double now[MOST + 2][MOST + 2], next[MOST + 2][MOST + 2];
    double sum = 0;
    memset(now, 0, sizeof now);
    now[0][0] = 1;
    for (size_t blocks = 1; blocks <= most; blocks++) {
        memset(next, 0, sizeof next);
        for (size_t base = 0; base < blocks; base++)
            for (size_t new = 0; new < blocks; new ++) {
                const double here = now[base][new], well = here * (1 - new_rate), fails = here * new_rate;
                next[base][new] += well * (1 - base_rate);
                next[base + 1][new] += well * base_rate;
                next[base][new + 1] += fails * (1 - base_rate);
                next[base + 1][new + 1] += fails * base_rate;
            }
        for (size_t base = 0; base <= blocks; base++)
            for (size_t new = 0; new <= blocks; new ++)
                if (crossed[n][apart][blocks][base][new]) {
                    sum += next[base][new];
                    next[base][new] = 0;
                }
        memcpy(now, next, sizeof now);
    }
    return sum;
}

/* The probability that one of the suspected ones remains, and none fails on the base, over these blocks. */
static double suspicion_probability(double rate, size_t suspected, size_t blocks)
{
    enum { SUSPECTED = 400 };
    static double now[SUSPECTED + 1], next[SUSPECTED + 1];
    double sum = 0;
    CHECK(suspected <= SUSPECTED);
    memset(now, 0, sizeof now);
    now[suspected] = 1;
    for (; blocks; blocks--) {
        memset(next, 0, sizeof next);
        for (size_t of = 1; of <= suspected; of++) {
            double chance = now[of] * pow(1 - rate, 2 * (double)of); /* none of them fails on the new side, either */
            for (size_t left = 0; left <= of && rate < 1; left++) {
                next[left] += chance;
                chance *= (double)(of - left) / (double)(left + 1) * rate / (1 - rate);
            }
        }
        memcpy(now, next, sizeof now);
    }
    for (size_t of = 1; of <= suspected; of++)
        sum += now[of];
    return sum;
}

/* The probability that any of these benches, whose sides fail at one rate, is red because the suspected ones stay
 * apart: their number is approximately Poisson distributed. */
static double red_probability_together(double count, double rate)
{
    const double mean = count * pow(rate * (1 - rate), RULE_SUSPECT);
    double chance = exp(-mean), sum = 0;
    for (size_t suspected = 1; suspected <= 40; suspected++) {
        chance *= mean / (double)suspected;
        sum += chance * suspicion_probability(rate, suspected, 10 - RULE_SUSPECT);
    }
    return sum; /* with more, one fails on the base */
}

/* At any rate, over all benches together. */
TEST(never_red)
{
    static const double counts[] = {1, 10, 200, 1000, 10000, 100000};
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        double worst = 0, at = 0;
        for (int percent = 1; percent <= 100; percent++) {
            const double rate = percent / 100.0,
                         alone = n < BENCHES ? counts[n] * red_probability(n, false, rate, rate, MOST) : 0.75e-3;
            const double either = alone + red_probability_together(counts[n], rate);
            at = either > worst ? percent : at;
            worst = fmax(either, worst);
        }
        printf("%.0f benches: red in %.3f of 1000 comparisons at most, where both sides fail %.0f %% of the time\n",
               counts[n], 1e3 * worst, at);
        CHECK(worst > 0 && worst <= 1e-3);
    }
}

/* A bench that always fails and never did is found within ten blocks, among any number. */
TEST(always)
{
    for (size_t count = 1; count <= 10000000; count *= 10)
        CHECK(rule_fails(10, 0, 10, count, true) && !rule_fails(5, 0, 5, count, true));
}

TEST(found)
{
    static const struct {
        double base, new;
        size_t blocks;
        double least;
    } cases[] = {{0, 1, 10, 1}, {0.05, 1, 20, 0.99}, {0, 0.5, MOST, 0.99}, {0, 0.2, MOST, 0.1}, {0.05, 0.5, MOST, 0.9}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        printf(
            "the base fails %2.0f %% of the time, the new side %3.0f %%: red within %zu blocks, of 1, 10, 200 benches:",
            100 * cases[i].base, 100 * cases[i].new, cases[i].blocks);
        for (size_t n = 0; n < BENCHES; n++) {
            const double share = red_probability(n, true, cases[i].base, cases[i].new, cases[i].blocks);
            printf(" %.1f %%", 100 * share);
            CHECK(share >= cases[i].least);
        }
        putchar('\n');
    }
}

/* ---- simulated with the gate's own code ---- */

static double share(void)
{
    static uint64_t drawn;
    return job_uniform(1, drawn++);
}

/* A block of benches whose sides fail at a rate, except the first of them: its new side always fails. */
static void block(struct comparison *comparison, double rate, bool crashes)
{
    for (size_t i = 0; i < comparison->count; i++) {
        struct compared *row = &comparison->row[i];
        if (!comparison_wants(comparison, row))
            continue;
        const bool first = crashes && i == 0, base = share() < rate && !first, new = share() < rate || first;
        compared_count(comparison, row, base, new);
        if (!base && !new && row->blocks > 1 && row->pairs < RULE_MOST)
            row->pair[row->pairs++] = 0.02 * (share() - 0.5);
    }
    for (size_t i = 0; i < comparison->count; i++)
        compared_judge(comparison, &comparison->row[i]);
}

static struct compared rows[MANY];

static void begin(struct comparison *comparison, size_t count)
{
    *comparison = (struct comparison){.row = rows, .count = count};
    for (size_t i = 0; i < count; i++) {
        struct compared *row = &rows[i];
        row->pairs = row->blocks = row->base_failures = row->new_failures = 0;
        row->suspected = RULE_OPEN;
        row->verdict = VERDICT_OPEN;
    }
}

/* All blocks of a comparison. Returns whether any of its benches fails. */
static bool gate(double rate, size_t count)
{
    struct comparison comparison;
    begin(&comparison, count);
    block(&comparison, rate, false);
    for (int look = 0, taken = 0; look < RULE_LOOKS; look++) {
        for (; taken < (int)rule_look[look]; taken++)
            block(&comparison, rate, false);
        comparison_look(&comparison, look + 1 == RULE_LOOKS);
    }
    comparison_confirm(&comparison);
    for (int taken = 0; taken < RULE_CONFIRM; taken++)
        block(&comparison, rate, false);
    comparison_end(&comparison);
    return comparison_count(&comparison, VERDICT_FAILS) > 0;
}

TEST(simulated)
{
    static const double rates[] = {0.01, 0.05, 0.2, 0.5};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++)
        for (size_t n = 0; n < BENCHES; n++) {
            const size_t comparisons = TRIED / benches[n];
            size_t reds = 0;
            for (size_t i = 0; i < comparisons; i++)
                reds += gate(rates[r], benches[n]);
            printf("both fail %2.0f %% of the time, %3zu benches: %zu of %zu comparisons are red\n", 100 * rates[r],
                   benches[n], reds, comparisons);
            CHECK(1000 * reds <= comparisons);
        }
}

/* One of many always fails on the new side, the others equally often on both: it is red within ten blocks, and no other
 * is. */
TEST(one_of_many)
{
    static const struct {
        double rate, least;
    } cases[] = {{0, 1}, {0.01, 0.98}, {0.05, 0.9}};
    enum { COMPARISONS = 20 };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        size_t found = 0, others = 0;
        for (int i = 0; i < COMPARISONS; i++) {
            struct comparison comparison;
            begin(&comparison, MANY);
            for (int taken = 0; taken < 10; taken++)
                block(&comparison, cases[c].rate, true);
            found += rows[0].verdict == VERDICT_FAILS;
            others += comparison_count(&comparison, VERDICT_FAILS) - (rows[0].verdict == VERDICT_FAILS);
        }
        printf(
            "one of %d always fails, the others %.0f %% of the time: red within 10 blocks in %zu of %d comparisons\n",
            MANY, 100 * cases[c].rate, found, COMPARISONS);
        CHECK((double)found >= cases[c].least * COMPARISONS && !others);
    }
}
