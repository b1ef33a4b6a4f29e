/* Results of another device or size: which of their problems and rows are chosen, and their configurations in another
 * space. */
#include "reports/like.h"
#include "tests/check.h"

#include <stdarg.h>

static struct named_parameter *add_parameter(struct results *results, size_t problem, const char *name, ...)
{
    va_list words;
    va_start(words, name);
    const char *word = va_arg(words, const char *);
    struct named_parameter *parameter =
        problem_add_parameter(&results->problems[problem], name, *word < 'a' ? KIND_NUMBERS : KIND_WORDS);
    for (; word; word = va_arg(words, const char *))
        texts_add(&parameter->words, word);
    va_end(words);
    return parameter;
}

/* For a bench with four parameters. */
static size_t add_problem(struct results *results, const char *bench, uint64_t size, double setting)
{
    const size_t problem = results_add_problem(results, "suite", bench, size, 1);
    problem_add_setting(&results->problems[problem], "density", NULL, setting);
    add_parameter(results, problem, "BLOCK", "32", "64", "128", NULL);
    add_parameter(results, problem, "ITEMS", "1", "2", "4", NULL);
    add_parameter(results, problem, "LOAD", "striped", "blocked", NULL);
    add_parameter(results, problem, "UNROLL", "0", "1", NULL);
    return problem;
}

static uint64_t index_of(size_t block, size_t items, size_t load, size_t unroll)
{
    return ((block * 3 + items) * 2 + load) * 2 + unroll;
}

static void add_row(struct results *results, size_t problem, uint64_t index, double ns)
{
    struct result row = result_of(index, 0);
    row.status = ns > 0 ? OK : CRASHED;
    row.median_ns = ns;
    row.blocks = 1;
    results_add(results, problem, &row, "");
}

/* Settings count before sizes, these by their ratio; problems without a time do not count. */
TEST(problem)
{
    FREED_BY(results_free) struct results results = {0}, wanted = {0};
    static const struct {
        const char *bench;
        uint64_t size;
        double setting, ns;
    } problems[] = {{"other", 1000, 0.5, 10},
                    {"bench", 1000, 0.5, 0},
                    {"bench", 990, 0.25, 10},
                    {"bench", 100, 0.5, 10},
                    {"bench", 9000, 0.5, 10}};
    for (size_t p = 0; p < sizeof problems / sizeof *problems; p++)
        add_row(&results, add_problem(&results, problems[p].bench, problems[p].size, problems[p].setting), 5,
                problems[p].ns);
    add_problem(&wanted, "bench", 1000, 0.5);
    struct like like;
    CHECK_OK(like_find(&like, &results, "file", wanted.problems, &caught));
    CHECK(like.problem == 4 && like.rows == 1);
    wanted.problems->size = 900;
    CHECK_OK(like_find(&like, &results, "file", wanted.problems, &caught));
    CHECK(like.problem == 3);
    wanted.problems->setting->number = 0.25;
    CHECK_OK(like_find(&like, &results, "file", wanted.problems, &caught));
    CHECK(like.problem == 2);
    free(wanted.problems->bench);
    wanted.problems->bench = allocate_text("none");
    CHECK_FAULT(like_find(&like, &results, "file", wanted.problems, &caught), INVALID,
                "file: it has no time of suite/none");
}

/* The best, then rows that differ from all before in half of the four values. */
TEST(rows)
{
    FREED_BY(results_free) struct results results = {0};
    const size_t problem = add_problem(&results, "bench", 1000, 0.5);
    add_row(&results, problem, index_of(2, 2, 1, 1), 40);
    add_row(&results, problem, index_of(1, 0, 0, 0), 11); /* next to the best */
    add_row(&results, problem, index_of(1, 1, 0, 0), 12);
    add_row(&results, problem, index_of(1, 1, 0, 1), 13); /* next to that */
    add_row(&results, problem, index_of(0, 0, 0, 0), 10);
    add_row(&results, problem, index_of(2, 2, 0, 0), 0);
    struct like like;
    CHECK_OK(like_find(&like, &results, "file", results.problems, &caught));
    CHECK(like.rows == 3 && like.row[0]->result.median_ns == 10 && like.row[1]->result.median_ns == 12);
    CHECK(like.row[2]->result.median_ns == 40);
    const struct best best = {.result = results.rows[3].result};
    results_add_best(&results, problem, &best);
    CHECK_OK(like_find(&like, &results, "file", results.problems, &caught));
    CHECK(like.row[0]->result.median_ns == 13 && like.row[1]->result.median_ns == 10);
}

/* All timed configurations, the fastest first; of those with the same index the fastest. */
TEST(times)
{
    FREED_BY(results_free) struct results results = {0}, here = {0};
    const size_t problem = add_problem(&results, "bench", 1000, 0.5);
    add_row(&results, problem, index_of(2, 1, 0, 0), 30);
    add_row(&results, problem, index_of(0, 0, 0, 0), 20);
    add_row(&results, problem, index_of(0, 0, 1, 1), 10); /* the same index */
    add_row(&results, problem, index_of(1, 0, 0, 0), 40); /* the same index */
    add_row(&results, problem, index_of(1, 1, 0, 0), 0);
    results_add_problem(&here, "suite", "bench", 1000, 1);
    add_parameter(&here, 0, "BLOCK", "48", "128", NULL);
    add_parameter(&here, 0, "ITEMS", "1", "2", NULL);
    struct like like;
    CHECK_OK(like_find(&like, &results, "file", here.problems, &caught));
    uint64_t *index;
    double *ns;
    CHECK(like_times(&like, here.problems, 0, &index, &ns) == 2);
    CHECK(index[0] == 0 && ns[0] == 10 && index[1] == 3 && ns[1] == 30);
    free(index);
    free(ns);
}

/* By name and word, in any order; a missing number is replaced by the nearest in ratio, other missing values by the
 * default's. */
TEST(indices)
{
    FREED_BY(results_free) struct results results = {0}, here = {0};
    const size_t problem = add_problem(&results, "bench", 1000, 0.5);
    add_row(&results, problem, index_of(2, 1, 1, 1), 10);
    add_row(&results, problem, index_of(0, 0, 0, 0), 20);
    results_add_problem(&here, "suite", "bench", 1000, 1);
    add_parameter(&here, 0, "LOAD", "vector", "striped", NULL);
    add_parameter(&here, 0, "NEW", "7", "8", "9", NULL);
    add_parameter(&here, 0, "BLOCK", "48", "100", "256", "512", NULL);
    add_parameter(&here, 0, "ITEMS", "4", "2", "1", NULL);
    const size_t origin[] = {0, 2, 3, 0}, expected[][4] = {{0, 2, 1, 1}, {1, 2, 0, 2}};
    uint64_t of_origin, index[MOST_LIKE], of_expected;
    struct like like;
    CHECK(problem_index(here.problems, origin, &of_origin));
    CHECK_OK(like_find(&like, &results, "file", here.problems, &caught));
    CHECK(like.rows == 2);
    like_indices(&like, here.problems, of_origin, index);
    for (size_t r = 0; r < 2; r++)
        CHECK(problem_index(here.problems, expected[r], &of_expected) && index[r] == of_expected);
    for (size_t p = 0; p < 4; p++)
        *here.problems->parameter[p].name = '_';
    CHECK_FAULT(like_find(&like, &results, "file", here.problems, &caught), INVALID,
                "file: it has none of the parameters of suite/bench");
}
