/* One configuration for all sizes of a header: which one, compared with all choices; and its reports. */
#include "tests/reports/header_save.h"
#include "tests/reports/sample_results.h"
#include "tests/text_file.h"
#include "tuner/values.h"

enum { BLOCKS = 3, LOADS = 3, CONFIGS = BLOCKS * LOADS, SIZES = 4 };
static const char *const block[] = {"64", "128", "256"}, *const load[] = {"blocked", "striped", "vector4"};

OWN_FILE;

/* Adds a size with the times of its configurations; 0: it has none, below 0: it was dropped with that. */
static void add_size(struct results *results, uint64_t size, const double *ns)
{
    size_t best = CONFIGS;
    for (size_t i = 0; i < CONFIGS; i++) {
        struct sample row = sample_timed("sum", size, block[i / LOADS], load[i % LOADS], fabs(ns[i]));
        row.result.dropped = ns[i] < 0;
        if (ns[i] != 0)
            sample_add(results, row);
        best = ns[i] > 0 && (best == CONFIGS || ns[i] < ns[best]) ? i : best;
    }
    sample_add_best(results, sample_timed("sum", size, block[best / LOADS], load[best % LOADS], ns[best]),
                    (struct best){.measured = CONFIGS}, NULL);
}

static struct results sizes_of(const char *device, double ns[][CONFIGS], size_t sizes)
{
    struct results results = sample_on(device, "cuda");
    for (size_t i = 0; i < sizes; i++)
        add_size(&results, 1024u << 2 * i, ns[i]);
    return results;
}

/* The configuration of a compromise; CONFIGS if there is none. `notes` is freed, and gets the report. */
static size_t chosen(const struct results *const *results, size_t count, enum compromise by, char **notes)
{
    size_t length;
    free(*notes);
    FILE *file = memory_stream(notes, &length);
    FREED_BY(entries_free) struct entries entries = entries_collect(results, count);
    struct fault fault = {0};
    const enum status status = compromise_take(&entries, by, file, &fault);
    fclose(file);
    if (status != OK)
        return CONFIGS;
    const struct entry *entry = entries.entry;
    for (size_t i = 0; i < entries.count; i++) /* the same words everywhere */
        for (size_t p = 0; p < 2; p++)
            CHECK_TEXT(problem_word(entry[i].problem, entry[i].best->result.index, p),
                       problem_word(entry->problem, entry->best->result.index, p));
    size_t config = 0;
    while (strcmp(problem_word(entry->problem, entry->best->result.index, 0), block[config / LOADS]) != 0 ||
           strcmp(problem_word(entry->problem, entry->best->result.index, 1), load[config % LOADS]) != 0)
        config++;
    return config;
}

/* The least score, over configurations with a time at each size; INFINITY if there are none. */
static double score(double ns[][CONFIGS], size_t sizes, enum compromise by, size_t config)
{
    double most = 0, sum = 0;
    for (size_t i = 0; i < sizes; i++) {
        double best = INFINITY;
        for (size_t c = 0; c < CONFIGS; c++)
            best = ns[i][c] > 0 ? fmin(best, ns[i][c]) : best;
        const double ratio = ns[i][config] != 0 ? fmax(fabs(ns[i][config]) / best, 1) : INFINITY;
        most = fmax(most, ratio);
        sum += ratio;
    }
    return by == COMPROMISE_MAX ? most : sum;
}

/* Many tables, with missing rows and dropped rows. */
TEST(all_choices)
{
    FREED char *notes = NULL;
    size_t none = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        double ns[SIZES][CONFIGS];
        for (size_t i = 0; i < SIZES; i++)
            for (size_t c = 0; c < CONFIGS; c++) {
                const uint64_t draw = job_random(seed, i * CONFIGS + c);
                const double sign = draw % 5 == 0 && c ? 0 : draw % 5 == 1 && c ? -1 : 1;
                ns[i][c] = (c || seed % 3) ? sign * (1000 + (double)(draw >> 32) / 0x1p32 * 500) : 1e6;
                if (!c && seed % 3 == 1 && i == 1)
                    ns[i][c] = 0;
            }
        FREED_BY(results_free) struct results results = sizes_of("A", ns, SIZES);
        for (enum compromise by = COMPROMISE_MAX; by <= COMPROMISE_MEAN; by++) {
            double least = INFINITY;
            for (size_t c = 0; c < CONFIGS; c++)
                least = fmin(least, score(ns, SIZES, by, c));
            const size_t found = chosen((const struct results *const[]){&results}, 1, by, &notes);
            none += isinf(least) != 0;
            CHECK(isinf(least) ? found == CONFIGS : found < CONFIGS);
            if (found < CONFIGS)
                CHECK_NEAR(score(ns, SIZES, by, found), least, 1e-12);
        }
    }
    CHECK(none > 0 && none < 300); /* both cases occurred */
}

/* The largest ratio and the mean choose differently; the cost of each is reported, and is in the header, whose macros
 * and table have it. */
TEST(reported)
{
    double ns[][CONFIGS] = {{100, 108, 101}, {1000, 1050, 1005}, {240, 206, 200}};
    FREED char *notes = NULL;
    FREED_BY(results_free) struct results a = sizes_of("A", ns, 3);
    const struct results *const list[] = {&a};
    CHECK(chosen(list, 1, COMPROMISE_MEAN, &notes) == 2);
    CHECK_TEXT(notes,
               "gpubench: reduction/sum: one configuration for all, BLOCK_SIZE=64 LOAD=vector4 is slower than the "
               "best by 1.00 % at 2^10, 0.50 % at 2^12, 0.00 % at 2^14\n");
    a.rows[2].result.median_ns = 109; /* at 2^10 */
    CHECK(chosen(list, 1, COMPROMISE_MEAN, &notes) == 2 && chosen(list, 1, COMPROMISE_MAX, &notes) == 1);
    size_t length;
    CHECK_OK(header_save_as(list, 1, &(struct header_sizes){-1, COMPROMISE_MAX, NULL}, path, &caught));
    FREED char *text = text_read(path, &length);
    CHECK(text && strstr(text, "/* One configuration for all, of those timed at each: that whose largest time over the "
                               "best there is the least.\n * Slower than the best by\n * 8.00 % at 2^10,\n * 5.00 % at "
                               "2^12,\n * 3.00 % at 2^14 */\n"));
    CHECK(text && strstr(text, "_SUM_PROBLEM_SIZE 16384\n#define GPUBENCH_REDUCTION_SUM_BLOCK_SIZE 64\n#define "
                               "GPUBENCH_REDUCTION_SUM_LOAD GPUBENCH_REDUCTION_SUM_LOAD_STRIPED\n"));
    CHECK(text && strstr(text, "*end = entry + 3,") && !strstr(text, "_LOOKUP_REGRET 0"));
    CHECK(text && strstr(text, ", 1024u,\n     64,\n     GPUBENCH_REDUCTION_SUM_LOAD_STRIPED"));

    for (size_t i = 0; i < a.best_count; i++) /* by values, which the others do not have */
        a.best[i].best.objective = OBJECTIVE_VALUE;
    for (size_t i = 0; i < a.count; i++)
        a.rows[i].result.value = i % 3 == 0 ? 3 : 2;
    for (size_t i = 0; i < a.best_count; i++)
        a.best[i].best.result.value = 2;
    CHECK(chosen(list, 1, COMPROMISE_MAX, &notes) == 1 && strstr(notes, "is worse than the best by 0.00 % at"));
    a.rows[1].result.value = 2.5;
    a.rows[2].result.value = NAN;
    CHECK(chosen(list, 1, COMPROMISE_MAX, &notes) == 1 && strstr(notes, "by 25.00 % at 2^10, 0.00 %"));
    for (size_t i = 0; i < a.best_count; i++)
        a.best[i].best.objective = OBJECTIVE_STREAM;

    a.rows[1].result.dropped = true; /* striped at 2^10 */
    chosen(list, 1, COMPROMISE_MAX, &notes);
    CHECK(strstr(notes, "by about 8.00 % at 2^10, 5.00 %"));
}

/* Several devices, with their names; other spaces have the same words; an answer with too large an error is
 * excluded. */
TEST(places)
{
    double ns[][CONFIGS] = {{100, 102, 110}}, other[][CONFIGS] = {{0, 206, 200}};
    FREED char *notes = NULL;
    FREED_BY(results_free) struct results a = sizes_of("A", ns, 1), b = sample_on("B", "cuda");
    const size_t number = results_add_problem(&b, "reduction", "sum", 1024, 1);
    sample_parameter(&b.problems[number], "BLOCK_SIZE", KIND_NUMBERS, (const char *const[]){"256", "64", NULL});
    sample_parameter(&b.problems[number], "LOAD", KIND_WORDS,
                     (const char *const[]){"vector4", "striped", "blocked", NULL});
    add_size(&b, 1024, other[0]);
    const struct results *const list[] = {&a, &b};
    CHECK(chosen(list, 2, COMPROMISE_MAX, &notes) == 1);
    CHECK_TEXT(notes,
               "gpubench: reduction/sum: one configuration for all, BLOCK_SIZE=64 LOAD=striped is slower than the "
               "best by 2.00 % at 2^10 (A), 3.00 % at 2^10 (B)\n");
    sample_error(&a.problems[0], "l2_error", 1e-6);
    a.rows[0].result.figure[0] = a.rows[1].result.figure[0] = 1e-3;
    a.rows[2].result.figure[0] = 1e-7;
    CHECK(chosen(list, 2, COMPROMISE_MAX, &notes) == 2);
    a.rows[2].result.status = WRONG_RESULT;
    CHECK(chosen(list, 2, COMPROMISE_MAX, &notes) == CONFIGS);
    FREED_BY(entries_free) struct entries entries = entries_collect(list, 2);
    CHECK_FAULT(compromise_take(&entries, COMPROMISE_MAX, NULL, &caught), INVALID,
                "reduction/sum: no configuration has a time at all 2 of its sizes, inputs and devices: search with "
                "--objective compromise, or all of the space");
    b.problems[0].max_error = 0;
    CHECK(chosen(&list[1], 1, COMPROMISE_MAX, &notes) == 2); /* of one size: its best */
    CHECK(strstr(notes, "no bench has several"));
}
