/* Which sizes a header may leave out, and the cost of its lookup: on tables of numbers, compared with all choices; and
 * on results, the source of the numbers. */
#include "reports/header/regret.h"
#include "tests/reports/header_save.h"
#include "tests/reports/sample_results.h"
#include "tests/text_file.h"

enum { MOST_SIZES = 8 };

/* ---- tables of numbers ---- */

/* A table of `count` sizes, all kept; the ratios row by row: at each size, from each. */
struct table {
    uint64_t size[MOST_SIZES];
    double ratio[MOST_SIZES * MOST_SIZES];
    bool kept[MOST_SIZES];
};

static struct regrets of_table(struct table *table, size_t count)
{
    memset(table->kept, 1, sizeof table->kept);
    return (struct regrets){NULL, count, table->size, table->ratio, table->kept};
}

static void check_kept(const struct regrets *regrets, const char *expected)
{
    char kept[MOST_SIZES + 1] = "";
    for (size_t i = 0; i < regrets->count; i++)
        kept[i] = regrets->kept[i] ? 'k' : '-';
    CHECK_TEXT(kept, expected);
}

/* Of two equally near sizes the smaller is found, so the larger does not serve, however good it is. */
TEST(ties)
{
    struct table table = {.size = {1, 4, 16}, .ratio = {1, 9, 9, 1.5, 1, 1.01, 9, 9, 1}};
    struct regrets regrets = of_table(&table, 3);
    regrets_leave_out(&regrets, 0.05, 3);
    check_kept(&regrets, "kkk");
    struct regret held_out = regrets_held_out(&regrets, -1, regrets.count);
    CHECK(held_out.sizes == 1 && held_out.known == 1 && held_out.at == 4 && held_out.from == 1);
    CHECK_NEAR(held_out.worst, 0.5, 0);

    table.size[1] = 5; /* now the larger is nearer */
    regrets = of_table(&table, 3);
    held_out = regrets_held_out(&regrets, -1, regrets.count);
    CHECK(held_out.at == 5 && held_out.from == 16);
    CHECK_NEAR(held_out.worst, 0.01, 0);
    regrets_leave_out(&regrets, 0.05, 3);
    check_kept(&regrets, "k-k");
    struct regret left_out = regrets_left_out(&regrets);
    CHECK(left_out.sizes == 1 && left_out.known == 1 && left_out.at == 5 && left_out.from == 16);
    CHECK_NEAR(left_out.worst, 0.01, 0);
}

/* Each of two serves the next, but the one between them must stay: both are too far from the remaining ones. */
TEST(chain)
{
    struct table table = {.size = {1, 4, 16}, .ratio = {1, 1.04, 1.2, 1.04, 1, 1.04, 1.2, 1.04, 1}};
    struct regrets regrets = of_table(&table, 3);
    regrets_leave_out(&regrets, 0.05, 3);
    check_kept(&regrets, "-k-");
    regrets_leave_out(&regrets, 0.05, 2); /* the macros' size stays, and is too far from the first */
    check_kept(&regrets, "-kk");
    regrets_leave_out(&regrets, 0.05, 0);
    check_kept(&regrets, "k-k");
    regrets_leave_out(&regrets, 0.2, 2);
    check_kept(&regrets, "--k");
    CHECK_NEAR(regrets_left_out(&regrets).worst, 0.2, 0);
    regrets_leave_out(&regrets, 0.04, 3); /* the limit is inclusive */
    check_kept(&regrets, "-k-");
    regrets_leave_out(&regrets, 0.0399, 3);
    check_kept(&regrets, "kkk");
}

/* With 0 a size is left out only if the other one's best is as fast as its own; among equally many, those that cost
 * least. */
TEST(none)
{
    struct table table = {.size = {1, 2, 4, 8}, .ratio = {1, 1, 2, 2, 1, 1, 2, 2, 2, 2, 1, 1.0001, 2, 2, 1, 1}};
    struct regrets regrets = of_table(&table, 4);
    regrets_leave_out(&regrets, 0, 4);
    check_kept(&regrets, "-kk-");
    CHECK(regrets_left_out(&regrets).known == 2 && regrets_left_out(&regrets).worst == 0);
    struct table last = {.size = {1}, .ratio = {1}};
    regrets = of_table(&last, 1);
    regrets_leave_out(&regrets, 1, 1);
    check_kept(&regrets, "k");
    CHECK(regrets_left_out(&regrets).sizes == 0 && regrets_held_out(&regrets, -1, regrets.count).sizes == 0);
}

/* An unknown cost does not serve, and is not counted as known; nor is a dropped row. */
TEST(unknown)
{
    struct table table = {.size = {1, 2, 4, 8}, .ratio = {1, 1, 1, 1, NAN, 1, NAN, 1, 1, INFINITY, 1, 1, 1, 1, 1, 1}};
    struct regrets regrets = of_table(&table, 4);
    struct regret held_out = regrets_held_out(&regrets, -1, regrets.count);
    CHECK(held_out.sizes == 2 && held_out.known == 0 && held_out.slower == 1);
    CHECK(held_out.worst == 0 && held_out.at == 0 && held_out.from == 0);
    regrets_leave_out(&regrets, 1, 3);
    check_kept(&regrets, "---k");
    table.ratio[7] = NAN;
    regrets_leave_out(&regrets, 1, 3);
    check_kept(&regrets, "-kkk");
}

/* A held-out size does not affect which others are kept: the fewest that serve the rest. */
TEST(held_out)
{
    static const struct {
        uint64_t at, from;
        double worst;
    } expected[] = {/* by the size that is always kept */
                    {16, 4, 0.75},
                    {16, 4, 0.75},
                    {4, 16, 0.25},
                    {4, 64, 0.125}};
    struct table table = {.size = {1, 4, 16, 64},
                          .ratio = {1, 2, 1, 1, 1.5, 1, 1.25, 1.125, 1, 1.75, 1, 1, 1, 1, 1, 1}};
    struct regrets regrets = of_table(&table, 4);
    struct regret held_out = regrets_held_out(&regrets, -1, 3); /* 4 gets 1, 16 gets 4 */
    CHECK(held_out.sizes == 2 && held_out.known == 2 && held_out.at == 16 && held_out.from == 4);
    CHECK_NEAR(held_out.worst, 0.75, 0);
    for (size_t always = 0; always < 4; always++) {
        held_out = regrets_held_out(&regrets, 0.125, always);
        CHECK(held_out.sizes == 2 && held_out.known == 2);
        CHECK(held_out.at == expected[always].at && held_out.from == expected[always].from);
        CHECK_NEAR(held_out.worst, expected[always].worst, 0);
    }
    check_kept(&regrets, "kkkk");

    /* The one that is always kept is held out: nothing is kept for it. */
    struct table three = {.size = {1, 4, 16}, .ratio = {1, 1, 1.1, 1.5, 1, 1.25, 1, 1, 1}};
    regrets = of_table(&three, 3);
    held_out = regrets_held_out(&regrets, 0.125, 1);
    CHECK(held_out.sizes == 1 && held_out.at == 4 && held_out.from == 1);
}

/* Reported costs are rounded up. */
TEST(rounding)
{
    struct table table = {.size = {1, 2, 4}, .ratio = {1, 1, 1, 1.00001, 1, 1, 1, 1, 1}};
    struct regrets regrets = of_table(&table, 3);
    CHECK_NEAR(regrets_held_out(&regrets, -1, regrets.count).worst, 0.0001, 0);
    table.ratio[3] = 105. / 100;
    CHECK_NEAR(regrets_held_out(&regrets, -1, regrets.count).worst, 0.05, 0);
    table.ratio[3] = 1;
    CHECK(!signbit(regrets_held_out(&regrets, -1, regrets.count).worst));
}

/* ---- compared with all choices ---- */

/* The size that a header's _find returns, among those in a set: sizes here are small, so that products are exact. */
static size_t find(const struct table *table, size_t count, unsigned set, size_t at)
{
    size_t found = count;
    for (size_t i = 0; i < count; i++) {
        const uint64_t a = table->size[i], b = table->size[at], f = found < count ? table->size[found] : 0;
        /* Nearer: max(a, b) / min(a, b) < max(f, b) / min(f, b). */
        if (set >> i & 1 && (found == count || (a > b ? a : b) * (f < b ? f : b) < (f > b ? f : b) * (a < b ? a : b)))
            found = i;
    }
    return found;
}

/* The largest ratio with a set; NAN or INFINITY if a size is not served. */
static double worst_of(const struct table *table, size_t count, unsigned set)
{
    double worst = 1;
    for (size_t at = 0; at < count; at++) {
        const double ratio = set >> at & 1 ? 1 : table->ratio[at * count + find(table, count, set, at)];
        if (!(ratio <= worst))
            worst = isnan(ratio) ? INFINITY : ratio;
    }
    return worst;
}

static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
    return *state >> 16;
}

static struct table random_table(uint64_t *state, size_t count)
{
    struct table table = {.size = {0}};
    const bool powers = next(state) % 2; /* then there are ties */
    for (size_t i = 0; i < count; i++)
        table.size[i] = powers ? (uint64_t)1 << 2 * i : (i ? table.size[i - 1] : 0) + 1 + next(state) % 20;
    for (size_t i = 0; i < count * count; i++) {
        const uint64_t kind = next(state) % 16;
        table.ratio[i] = i % (count + 1) == 0 ? 1
                         : kind == 0          ? NAN
                         : kind == 1          ? INFINITY
                                              : 1 + (double)(next(state) % 8) / 64;
    }
    return table;
}

static void check_held_out(const struct table *table, size_t count, struct regret found)
{
    size_t known = 0, slower = 0;
    double worst = 0;
    for (size_t at = 1; at + 1 < count; at++) {
        const double ratio = table->ratio[at * count + find(table, count, ~(1u << at), at)];
        known += isfinite(ratio) != 0;
        slower += isinf(ratio) != 0;
        worst = isfinite(ratio) ? fmax(worst, ratio - 1) : worst;
    }
    CHECK(found.sizes == (count > 2 ? count - 2 : 0) && found.known == known && found.slower == slower);
    CHECK_NEAR(found.worst, worst, 1e-4);
}

TEST(all_choices)
{
    uint64_t state = 88172645463325252u;
    size_t fewer = 0;
    for (int round = 0; round < 20000; round++) {
        const size_t count = 1 + next(&state) % MOST_SIZES, always = next(&state) % (count + 1);
        struct table table = random_table(&state, count);
        const double most = (double)(next(&state) % 8) / 64;
        size_t least = count + 1;
        double least_worst = INFINITY;
        for (unsigned set = 1; set < 1u << count; set++) {
            const size_t kept = (size_t)__builtin_popcount(set);
            const double worst = worst_of(&table, count, set);
            if ((always == count || set >> always & 1) && worst <= 1 + most &&
                (kept < least || (kept == least && worst < least_worst))) {
                least = kept;
                least_worst = worst;
            }
        }
        struct regrets regrets = of_table(&table, count);
        check_held_out(&table, count, regrets_held_out(&regrets, -1, always));
        regrets_leave_out(&regrets, most, always);
        unsigned chosen = 0;
        for (size_t i = 0; i < count; i++)
            chosen |= (unsigned)regrets.kept[i] << i;
        CHECK(always == count || regrets.kept[always]);
        CHECK((size_t)__builtin_popcount(chosen) == least);
        CHECK_NEAR(worst_of(&table, count, chosen), least_worst, 0);
        const struct regret left_out = regrets_left_out(&regrets);
        CHECK(left_out.sizes == count - least && left_out.known == left_out.sizes);
        CHECK_NEAR(left_out.worst, least_worst - 1, 1e-4);
        fewer += least < count;
    }
    CHECK(fewer > 5000 && fewer < 20000);
}

/* ---- from results ---- */

/* A size with times of the block sizes 64, 128, 256; below 0: dropped; 0: not measured. The fastest is best. */
static void add_size(struct results *results, uint64_t size, const double *ns)
{
    static const char *const block[] = {"64", "128", "256"};
    size_t best = 3;
    for (size_t i = 0; i < 3; i++) {
        struct sample row = sample_timed("sum", size, block[i], "blocked", fabs(ns[i]));
        row.result.dropped = ns[i] < 0;
        if (ns[i] != 0)
            sample_add(results, row);
        best = ns[i] > 0 && (best == 3 || ns[i] < ns[best]) ? i : best;
    }
    sample_add_best(results, sample_timed("sum", size, block[best], "blocked", ns[best]), (struct best){.measured = 3},
                    NULL);
}

/* The ratio at one place of the first group of some results' entries. */
static double ratio(const struct results *const *results, size_t count, size_t at, size_t from)
{
    struct entries entries = entries_collect(results, count);
    FREED_BY(regrets_free)
    struct regrets regrets = regrets_make(entries.entry, regrets_entries(entries.entry, entries.count));
    const double found = regrets.ratio[at * regrets.count + from];
    free(entries.entry);
    return found;
}

OWN_FILE;

/* Whether the header of some results contains a text; with `max_regret`, below 0 for none. */
static bool contains(const struct results *const *results, size_t count, double max_regret, const char *expected)
{
    size_t length;
    if (CALL(header_save(results, count, max_regret, path, &caught)) != OK)
        return false;
    FREED char *text = text_read(path, &length);
    const bool found = text && strstr(text, expected);
    return found;
}

/* Sizes in any order, one dropped row, one missing row. */
TEST(rows)
{
    FREED_BY(results_free) struct results a = sample_on("A", "cuda");
    add_size(&a, 4096, (double[]){210, 200, -300});
    add_size(&a, 1024, (double[]){100, 102, 0});
    add_size(&a, 16384, (double[]){0, 900, 800});
    const struct results *const list[] = {&a};
    CHECK_NEAR(ratio(list, 1, 0, 1), 1.02, 1e-15);
    CHECK_NEAR(ratio(list, 1, 1, 0), 1.05, 1e-15);
    CHECK(ratio(list, 1, 1, 1) == 1);
    CHECK(isinf(ratio(list, 1, 1, 2))); /* dropped */
    CHECK(isnan(ratio(list, 1, 0, 2))); /* not measured */
    CHECK(isnan(ratio(list, 1, 2, 0)));
    CHECK_NEAR(ratio(list, 1, 2, 1), 1.125, 1e-15);

    CHECK(contains(list, 1, -1, "#define GPUBENCH_REDUCTION_SUM_LOOKUP_REGRET 0.0500\n"));
    CHECK(contains(list, 1, -1,
                   "/* Sizes without an entry, looked up on A:\n * of 1 between others, each held out in turn, 1 "
                   "have a known time:\n * at most 5.00 % slower than the best there, as at 4096 by the entry "
                   "of 1024 */\n#define"));
    CHECK(!contains(list, 1, -1, "left out"));
    CHECK(!contains(list, 1, 0, "left out"));
    /* At most 2 %: the smallest size is left out. Had 4096 not been measured, it would have stayed. */
    CHECK(contains(list, 1, 0.02,
                   ":\n * left out are 1024:\n * at most 2.00 % slower than the best there, as at 1024 by the "
                   "entry of 4096;\n * of 1 between others, each held out in turn, 1 have a known time:\n * at "
                   "most 5.00 % slower than the best there, as at 4096 by the entry of 1024 */\n"));
    /* The best of 1024 was dropped at 4096. */
    a.rows[0].result.dropped = true;
    CHECK(contains(list, 1, -1, "turn, 0 have a known time;\n * 1 were clearly slower, how far is not known */\n"));
    CHECK(!contains(list, 1, -1, "_LOOKUP_REGRET 0"));
    a.rows[0].result.dropped = false;
    CHECK(!contains(list, 1, 0.02, "1024u") && contains(list, 1, 0.02, "4096u") &&
          contains(list, 1, 0.02, "*end = entry + 2,"));
    CHECK(!contains(list, 1, 0.02, "\"size\": 1024,") && contains(list, 1, 0.02, "\"size\": 4096,"));
    CHECK(contains(list, 1, -1, "1024u") && contains(list, 1, -1, "*end = entry + 3,"));
}

/* The size of the macros stays, though another would serve it; other devices need not keep theirs. */
TEST(devices)
{
    FREED_BY(results_free) struct results a = sample_on("A", "cuda"), b = sample_on("B", "cuda");
    struct results *const both[] = {&a, &b};
    for (int i = 0; i < 2; i++) {
        add_size(both[i], 1024, (double[]){100, 150, 0});
        add_size(both[i], 4096, (double[]){200, 200, 0});
        add_size(both[i], 16384, (double[]){404, 400, 0});
    }
    const struct results *const list[] = {&a, &b};
    CHECK(contains(list, 2, 0.01, "on A:\n * left out are 1024:\n * at most 0.00 %"));
    CHECK(contains(list, 2, 0.01, "on B:\n * left out are 1024 16384:\n * at most 1.00 %"));
    CHECK(contains(list, 2, 0.01, "{\"A\", \"cuda\", 16384u,") &&
          !contains(list, 2, 0.01, "{\"B\", \"cuda\", 16384u,"));
    CHECK(contains(list, 2, 0.01, "_SUM_PROBLEM_SIZE 16384\n"));
}

/* Both backends' entries are found by the size only, the fastest first: the other one's times are not used. */
TEST(backends)
{
    FREED_BY(results_free) struct results cuda = sample_on("A", "cuda"), opencl = sample_on("A", "opencl");
    add_size(&cuda, 1024, (double[]){100, 150, 0});
    add_size(&cuda, 4096, (double[]){220, 210, 0});
    add_size(&opencl, 4096, (double[]){300, 200, 0}); /* the best there */
    add_size(&opencl, 16384, (double[]){400, 480, 0});
    const struct results *const list[] = {&cuda, &opencl};
    CHECK_NEAR(ratio(list, 2, 1, 0), 1.1, 1e-15); /* cuda's 64, against opencl's 128 */
    CHECK(isnan(ratio(list, 2, 0, 1)));           /* opencl has no 1024 */
    CHECK_NEAR(ratio(list, 2, 1, 2), 1.5, 1e-15);
    CHECK_NEAR(ratio(list, 2, 2, 1), 1.2, 1e-15);
    CHECK(contains(list, 2, -1, "_LOOKUP_REGRET 0.1000\n"));
    CHECK(!contains(list, 2, 0.1, "left out")); /* the macros are of cuda's largest size */
    const struct results *const other[] = {&opencl, &cuda};
    CHECK(contains(other, 2, 0.1, " * left out are 4096:\n") && !contains(other, 2, 0.1, " 4096u,")); /* of neither */
    opencl.rows[0].result.cold = opencl.best[0].best.result.cold = false;
    CHECK(isnan(ratio(list, 2, 1, 0))); /* in cold caches, compared with warm ones */
    opencl.best[0].best.result.cold = true;
    CHECK(!isnan(ratio(list, 2, 1, 0)));
    opencl.best[0].best.result.sampling = SAMPLING_SINGLE;
    CHECK(isnan(ratio(list, 2, 1, 0)));
    opencl.best[0].best.result.sampling = SAMPLING_SLOPE;
    cuda.rows[2].result.sampling = SAMPLING_SINGLE; /* cuda's 64 at 4096 was dropped after its first samples */
    CHECK(!isnan(ratio(list, 2, 1, 0)));
    opencl.context.measuring = 1;
    CHECK(isnan(ratio(list, 2, 1, 0)));
}

/* Other inputs are found separately; sizes that a lookup cannot distinguish are one. */
TEST(groups)
{
    FREED_BY(results_free) struct results a = sample_on("A", "cuda"), b = sample_on("A", "cuda");
    add_size(&a, 0, (double[]){100, 150, 0});
    add_size(&a, 1, (double[]){150, 100, 0});
    add_size(&a, 4, (double[]){200, 210, 0});
    add_size(&b, 4, (double[]){200, 210, 0});
    problem_add_setting(&b.problems[0], "density", NULL, 0.25);
    problem_add_name(&b.problems[0], "density", "0.25");
    struct entries entries = entries_collect((const struct results *const[]){&a, &b}, 2);
    CHECK(entries.count == 4 && regrets_entries(entries.entry, 4) == 3 && regrets_entries(&entries.entry[3], 1) == 1);
    FREED_BY(regrets_free) struct regrets regrets = regrets_make(entries.entry, 3);
    CHECK(regrets.count == 2 && regrets.size[0] == 0 && regrets.size[1] == 4);
    CHECK(regrets_find(&regrets, 1) == 0 && regrets_find(&regrets, 4) == 1 && regrets_find(&regrets, 5) == 2);
    CHECK_NEAR(regrets.ratio[2], 1, 0); /* at 4, by the entry of 0 */
    free(entries.entry);
}

/* Times are of the kind by which the best was chosen. */
TEST(alone)
{
    FREED_BY(results_free) struct results a = sample_on("A", "cuda");
    add_size(&a, 1024, (double[]){100, 150, 0});
    add_size(&a, 4096, (double[]){200, 210, 0});
    a.best[0].best.objective = OBJECTIVE_ALONE;
    a.best[0].best.result.alone_ns = a.rows[0].result.alone_ns = 400;
    a.best[1].best.result = a.rows[3].result; /* block size 128 */
    const struct results *const list[] = {&a};
    CHECK(isnan(ratio(list, 1, 0, 1))); /* no such time */
    a.rows[1].result.alone_ns = 500;
    CHECK_NEAR(ratio(list, 1, 0, 1), 1.25, 1e-15);
}

/* A fast answer with too large an error does not serve, nor a wrong one. A row slightly faster in the search than the
 * best in the play-off counts as equal. */
TEST(error)
{
    FREED_BY(results_free) struct results a = sample_on("A", "cuda");
    add_size(&a, 1024, (double[]){100, 99, 0});
    add_size(&a, 4096, (double[]){210, 200, 0});
    a.best[0].best.result = a.rows[0].result;
    const struct results *const list[] = {&a};
    CHECK(ratio(list, 1, 0, 1) == 1);
    sample_error(&a.problems[0], "l2_error", 1e-6);
    a.rows[1].result.figure[0] = 1e-3;
    CHECK(isnan(ratio(list, 1, 0, 1)));
    a.rows[1].result.figure[0] = 1e-6;
    CHECK(ratio(list, 1, 0, 1) == 1);
    a.rows[1].result.status = WRONG_RESULT;
    CHECK(isnan(ratio(list, 1, 0, 1)));
}

/* Configurations of files with different spaces are equal if their words are. */
TEST(spaces)
{
    FREED_BY(results_free) struct results a = sample_on("A", "cuda"), b = sample_on("A", "cuda");
    add_size(&a, 1024, (double[]){100, 110, 0});
    size_t number = results_add_problem(&b, "reduction", "sum", 4096, 1);
    sample_parameter(&b.problems[number], "BLOCK_SIZE", KIND_NUMBERS, (const char *const[]){"256", "128", "64", NULL});
    sample_parameter(&b.problems[number], "LOAD", KIND_WORDS, (const char *const[]){"blocked", NULL});
    add_size(&b, 4096, (double[]){210, 200, 0});
    const struct results *const list[] = {&b, &a};
    CHECK_NEAR(ratio(list, 2, 0, 1), 1.1, 1e-15);
    CHECK_NEAR(ratio(list, 2, 1, 0), 1.05, 1e-15);
    b.context.measuring = 1; /* each file's times are compared only with its own */
    CHECK_NEAR(ratio(list, 2, 0, 1), 1.1, 1e-15);
}
