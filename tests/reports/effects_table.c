/* The printed table of parameters that matter. */
#include "reports/table/table.h"
#include "tests/check.h"
#include "tests/reports/sample_results.h"

static void check_contains(const struct results *results, const struct page *page, const char *expected)
{
    FREED char *text = PRINTED(effects_print(file, results, page));
    WRONG_IF(!strstr(text, expected), "it does not contain \"%s\":\n%s", expected, text);
}

/* All of the 15 configurations of the bench `sum`: times double by block size, and two loads are equally fast. */
static struct results planted(void)
{
    struct results results = {.context = sample_context()};
    for (size_t i = 0; i < 15; i++) {
        struct sample row = sample_timed("sum", 1024, NULL, NULL, 1000 << (4 - i / 3));
        row.result.index = i;
        row.result.median_ns *= i % 3 == 2 ? 1.001 : 1;
        row.result.blocks = 2;
        row.result.block_ns[0] = row.result.median_ns * (1 - 1e-6);
        row.result.block_ns[1] = row.result.median_ns * (1 + 1e-6);
        sample_add(&results, row);
    }
    sample_add_best(&results, sample_timed("sum", 1024, "1024", "striped", 1000),
                    (struct best){.measured = 15, .allowed = 15}, NULL);
    return results;
}

int main(void)
{
    FREED_BY(results_free) struct results results = planted();
    struct page narrow = page_plain;
    check_contains(&results, &page_plain,
                   "reduction/sum, size 2^10, on NVIDIA H200 (cuda, driver 580.82.07)\n"
                   "  of 15 configurations, 100.0 % explained\n"
                   "  BLOCK_SIZE  [###################-] 100 %\n"
                   "    1024 1.00x (1.00x)  512 2.00x (2.00x)  256 4.00x (4.00x)  128 8.00x (8.00x)  64 16.0x (16.0x)\n"
                   "  no more than noise: LOAD\n\n");
    narrow.columns = 40;
    check_contains(&results, &narrow,
                   "  BLOCK_SIZE  [#################-] 100 %\n"
                   "    1024 1.00x (1.00x)\n    512 2.00x (2.00x)  256 4.00x (4.00x)\n");
    check_contains(&results, &page_colored, "\n\033[1m  BLOCK_SIZE  [");
    problem_add_setting(&results.problems[0], "density", NULL, 0.5);
    check_contains(&results, &page_plain, "\nwith --density 0.5\n  of 15");
    sample_add(&results, sample_timed("dot", 1024, "64", "striped", 5));
    check_contains(&results, &page_plain, "\n  timed: 1; to tell, it takes 8, and a parameter of two values\n");

    /* Parameters with one value; and a pair: the parity of both. */
    sample_replace(&results, (struct results){.context = sample_context()});
    for (size_t i = 0; i < 15; i += 3) {
        struct sample row = sample_timed("one", 1024, NULL, NULL, 1000);
        row.result.index = i;
        sample_add(&results, row);
    }
    for (size_t size = 0; size < 4; size++)
        for (size_t i = 0; i < 15; i++) {
            struct sample row = sample_timed("two", 1024, NULL, NULL, (i / 3 + i % 3) % 2 ? 2000 : 1000);
            row.result.index = i;
            sample_add(&results, row);
        }
    check_contains(&results, &page_plain, "\n  timed: 5; to tell");
    check_contains(&results, &page_plain, "BLOCK_SIZE x LOAD");
    return CHECK_RESULT;
}
