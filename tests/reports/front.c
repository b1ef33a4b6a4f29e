/* The front of time and a figure: its rows, and its output. */
#include "reports/table/front.h"
#include "tests/reports/sample_results.h"
#include "tests/text_file.h"

/* A measured row of the bench `sum`: of the space's 15 configurations the one at `index`. */
static void add(struct results *results, uint64_t index, double ns, double error)
{
    struct sample row = sample_timed("sum", 1024, NULL, NULL, ns);
    row.result.index = index;
    sample_add(results, sample_figure(sample_figure(row, "share", 0.5), "l2_error", error));
}

/* Whether the front of the only problem is these rows, in their order. */
static void check_front(const struct results *results, const char *figure, size_t count, const size_t *expected)
{
    size_t row[64], at = front_figure(&results->problems[0], figure);
    CHECK(at != SIZE_MAX && results->count <= 64);
    CHECK(front_find(results, 0, at, row) == count);
    for (size_t i = 0; i < count; i++)
        WRONG_IF(row[i] != expected[i], "%s: row %zu at place %zu, expected row %zu\n", figure, row[i], i, expected[i]);
}
#define FRONT(results, figure, ...)                                                                                    \
    check_front(results, figure, sizeof(size_t[]){__VA_ARGS__} / sizeof(size_t), (const size_t[]){__VA_ARGS__})

TEST(front)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    add(&results, 0, 5000, 1e-2);
    FRONT(&results, "l2_error", 0);
    add(&results, 1, 9000, 1e-9);
    add(&results, 2, 7000, 1e-6);
    add(&results, 3, 7001, 1e-6); /* slower, and no better */
    add(&results, 4, 7000, 2e-6); /* worse, and no faster */
    add(&results, 5, 8000, 1e-5); /* both */
    FRONT(&results, "l2_error", 1, 2, 0);
    add(&results, 6, 7000, 1e-6); /* equal to another: the first stays */
    FRONT(&results, "l2_error", 1, 2, 0);
    add(&results, 7, 6999, 1e-6); /* equal and faster, equally fast and better: the others are removed */
    add(&results, 8, 5000, 1e-3);
    FRONT(&results, "l2_error", 1, 7, 8);
    add(&results, 8, 5500, 9.999e-4); /* equal to another as printed */
    FRONT(&results, "l2_error", 1, 7, 8);
    FRONT(&results, "share", 0); /* all equal: the first of the fastest */

    /* Rows without a value or a time, and references. */
    add(&results, 9, 1, NAN);
    add(&results, 10, 2, INFINITY);
    add(&results, 11, 0, 0);
    add(&results, 12, 3, 0);
    results.rows[results.count - 1].result.status = WRONG_RESULT;
    add(&results, 13, 4, 0);
    results.rows[results.count - 1].result.status = VERIFIED;
    sample_add(&results, sample_reference(sample_timed("sum", 1024, NULL, NULL, 5), "library"));
    results.rows[results.count - 1].result.figure[1] = 0;
    FRONT(&results, "l2_error", 1, 7, 8);
    add(&results, 14, 20000, -1); /* any number */
    FRONT(&results, "l2_error", results.count - 1, 1, 7, 8);
}

/* Of many rows, none on the front is worse than another in both, and each other row is no better than some on it. */
TEST(many)
{
    enum { ROWS = 60 };
    for (uint64_t seed = 0; seed < 50; seed++) {
        FREED_BY(results_free) struct results results = {.context = sample_context()};
        size_t row[ROWS];
        for (uint64_t i = 0; i < ROWS; i++)
            add(&results, 0, (double)(1 + (seed * 31 + i * i * 7919 + i * 13) % 23),
                (double)((seed * 17 + i * i * i * 104729) % 19));
        size_t count = front_find(&results, 0, 1, row);
        CHECK(count > 0);
        for (size_t i = 0; i < ROWS; i++) {
            const struct result *a = &results.rows[i].result;
            size_t behind = 0, on = 0;
            for (size_t f = 0; f < count; f++) {
                const struct result *b = &results.rows[row[f]].result;
                on += row[f] == i;
                behind += row[f] != i && b->median_ns <= a->median_ns && b->figure[1] <= a->figure[1];
            }
            CHECK(on ? behind == 0 : behind > 0);
        }
        for (size_t f = 1; f < count; f++)
            CHECK(results.rows[row[f - 1]].result.figure[1] < results.rows[row[f]].result.figure[1]);
    }
}

/* The word `error` is the bench's declared error, else a figure like others. */
TEST(figure)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    add(&results, 0, 5000, 1e-2);
    struct named_problem *problem = &results.problems[0];
    CHECK(front_figure(problem, "share") == 0 && front_figure(problem, "l2_error") == 1);
    CHECK(front_figure(problem, "error") == SIZE_MAX && front_figure(problem, "l2") == SIZE_MAX);
    sample_error(problem, "l2_error", 0);
    CHECK(front_figure(problem, "error") == 1);
    texts_add(&problem->figures, "error");
    CHECK(front_figure(problem, "error") == 1);
    problem->error = 0;
    CHECK(front_figure(problem, "error") == 2);
}

/* The text; the caller frees it. */
static char *print(const struct results *results, const char *figure, bool color)
{
    return PRINTED(front_print(file, results, figure, color ? &page_colored : &page_plain));
}

/* The one sample of a dropped row, which has no interval. */
static void mark_dropped(struct result *row)
{
    row->dropped = true;
    row->blocks = 1;
    row->ci95_ns[0] = row->ci95_ns[1] = row->median_ns;
}

/* Two sizes of a bench, of which the second has no value; a bench of two sizes without the figure. */
static struct results sample_front(void)
{
    struct results results = {.context = sample_context()};
    add(&results, 0, 5000, 1e-2);
    add(&results, 1, 31000, 1e-9);
    mark_dropped(&results.rows[1].result);
    add(&results, 2, 7000, 3.7042e-7);
    add(&results, 3, 4000, NAN); /* the fastest of all */
    sample_inputs(&results.problems[0]);
    sample_error(&results.problems[0], "l2_error", 0);
    struct sample row = sample_timed("sum", 3000, "64", "striped", 5000);
    sample_add(&results, sample_figure(row, "l2_error", NAN));
    sample_error(&results.problems[1], "l2_error", 0);
    sample_add(&results, sample_timed("dot", 1024, "64", "striped", 5000));
    sample_add(&results, sample_timed("dot", 2048, "64", "striped", 5000));
    return results;
}

TEST(golden)
{
    FREED_BY(results_free) struct results results = sample_front();
    char *text = print(&results, "l2_error", false);
    CHECK(text_is(text, "golden/front.txt"));
    FREED char *again = print(&results, "error", false);
    size_t same = 0;
    while (text[same] && strncmp(text + same, "has no figure l2_error\n", 23))
        same++;
    CHECK(text[same] && strstr(again, "reduction/dot has no figure that is its error\n"));
    CHECK(!strncmp(text, again, same));
    FREED char *colored = print(&results, "l2_error", true);
    CHECK(!strchr(text, '\033') && strchr(colored, '\033'));
    free(text);

    results.rows[1].result.dropped = false; /* no line without dropped rows */
    text = print(&results, "l2_error", false);
    CHECK(strstr(text, "l2_error") && !strstr(text, "dropped"));
    free(text);
}
