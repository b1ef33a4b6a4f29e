/* How often the gate says FAILS, of benches whose two sides fail equally often (in 1 of 1000 comparisons at most) and
 * of such as fail more: exactly, by the rule and all blocks that a comparison may have, and simulated with the gate's
 * own code. What it prints stands in reports/compare/README.md. */
#include "reports/compare/comparison.h"
#include "tests/check.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 + 40 + RULE_CONFIRM, TRIED = 20000 }; /* blocks of a bench, the first with them; benches a rate */

static const size_t benches[] = {1, 10, 200};
enum { BENCHES = sizeof benches / sizeof *benches };

/* ---- exactly ---- */

static bool crossed[BENCHES][MOST + 1][MOST + 1][MOST + 1]; /* by blocks, failures of the base, and of the new side */

static void ask_all(void)
{
    for (size_t n = 0; n < BENCHES; n++)
        for (size_t blocks = 1; blocks <= MOST; blocks++)
            for (size_t base = 0; base <= blocks; base++)
                for (size_t new = base + 1; new <= blocks; new ++)
                    crossed[n][blocks][base][new] = rule_fails(blocks, base, new, benches[n]);
}

/* How likely it is that one bench, whose sides fail at these rates, is red within so many blocks. */
static double red(size_t n, double base_rate, double new_rate, size_t most)
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
                if (crossed[n][blocks][base][new]) {
                    sum += next[base][new];
                    next[base][new] = 0;
                }
        memcpy(now, next, sizeof now);
    }
    return sum;
}

/* Whatever the rate is, of all benches together. */
static void test_never_red(void)
{
    for (size_t n = 0; n < BENCHES; n++) {
        double worst = 0, at = 0;
        for (int rate = 1; rate <= 100; rate++) {
            const double share = (double)benches[n] * red(n, rate / 100.0, rate / 100.0, MOST);
            at = share > worst ? rate : at;
            worst = share > worst ? share : worst;
        }
        printf("%zu benches: red in %.4f of 1000 comparisons at most, where both sides fail %.0f %% of the time\n",
               benches[n], 1e3 * worst, at);
        CHECK(worst > 0 && worst <= 1e-3);
    }
}

static void test_found(void)
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
            const double share = red(n, cases[i].base, cases[i].new, cases[i].blocks);
            printf(" %.1f %%", 100 * share);
            CHECK(share >= cases[i].least);
        }
        putchar('\n');
    }
}

/* ---- by the gate's own code ---- */

static uint64_t state = 1;

static double share(void) /* splitmix64 */
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

static void block(struct compared *row, double rate, size_t configurations)
{
    const bool base = share() < rate, new = share() < rate;
    compared_count(row, base, new, configurations);
    if (!base && !new && row->pairs < RULE_MOST)
        row->pair[row->pairs++] = 0.02 * (share() - 0.5);
}

/* As many blocks as a bench has that takes part in all. */
static enum verdict gate(double rate, size_t configurations)
{
    static struct compared row;
    memset(&row, 0, sizeof row);
    row.verdict = VERDICT_OPEN;
    block(&row, rate, configurations);
    row.pairs = 0; /* the first is none */
    for (int look = 0; look < RULE_LOOKS; look++) {
        while (row.verdict == VERDICT_OPEN && row.blocks <= rule_look[look])
            block(&row, rate, configurations);
        if (row.verdict == VERDICT_OPEN && row.suspected == RULE_OPEN)
            compared_look(&row, look + 1 == RULE_LOOKS);
    }
    while (row.verdict == VERDICT_OPEN && row.blocks < MOST)
        block(&row, rate, configurations);
    if (row.verdict == VERDICT_OPEN)
        compared_confirm(&row);
    return row.verdict;
}

static void test_simulated(void)
{
    static const double rates[] = {0.01, 0.05, 0.2, 0.5};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++)
        for (size_t n = 0; n < BENCHES; n++) {
            const size_t comparisons = TRIED / benches[n];
            size_t reds = 0;
            for (size_t i = 0; i < comparisons; i++) {
                bool is_red = false;
                for (size_t bench = 0; bench < benches[n]; bench++)
                    is_red = gate(rates[r], benches[n]) == VERDICT_FAILS || is_red;
                reds += is_red;
            }
            printf("both fail %2.0f %% of the time, %3zu benches: %zu of %zu comparisons are red\n", 100 * rates[r],
                   benches[n], reds, comparisons);
            CHECK(1000 * reds <= comparisons);
        }
}

int main(void)
{
    ask_all();
    test_never_red();
    test_found();
    test_simulated();
    return CHECK_RESULT;
}
