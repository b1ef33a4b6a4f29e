/* The cost of many benchmarks, configurations and values: comparisons of texts are proportional to their number. */
#include "reports/compare/comparison.h"
#include "reports/history/series.h"
#include "reports/json/foreign.h"
#include "reports/json/history_file.h"
#include "reports/json/results_file.h"
#include "reports/table/table.h"
#include "tests/own_folder.h"
#include "tests/reports/sample_results.h"

static size_t comparisons;

/* Replaces the C library's. */
int strcmp(const char *a, const char *b)
{
    comparisons++;
    for (; *a && *a == *b; a++)
        b++;
    return (int)(unsigned char)*a - (int)(unsigned char)*b;
}

static void write_names(const char *path, size_t count)
{
    FILE *file = fopen(path, "w");
    if (!file)
        exit(1);
    fputs("{\"context\": {}, \"benchmarks\": [", file);
    for (size_t i = 0; i < 3 * count; i++)
        fprintf(file, "%s{\"name\": \"bench/%zu\", \"run_type\": \"iteration\", \"real_time\": %zu}", i ? "," : "",
                i / 3, 1 + i % 3);
    fputs("]}", file);
    fclose(file);
}

/* Two files of other programs, read and compared. */
static void compare_names(size_t count)
{
    struct results base, again, new;
    FREED_BY(comparison_free) struct comparison comparison;
    write_names("names.json", count);
    CHECK(FINE(google_benchmark_load(&base, "names.json", &caught)) && base.count == count);
    CHECK_OK(google_benchmark_load(&again, "names.json", &caught));
    CHECK_OK(google_benchmark_load(&new, "names.json", &caught));
    CHECK(FINE(comparison_start(&comparison, TWO_PROGRAMS, &base, &(struct block){.results = new}, &caught)) &&
          comparison.count == count);
    CHECK(FINE(comparison_take(&comparison, &(struct block){.results = again}, &(struct block){.results = new},
                               &caught)) &&
          comparison.row[count - 1].pairs == 1);
    CHECK_NEAR(comparison.row[count - 1].base_ns[0], 2, 0);
    results_free(&again);
    results_free(&new);
}

/* The same for other programs' files from before 2018, whose entries are not marked as statistics. */
static void read_old_names(size_t count)
{
    FREED_BY(results_free) struct results results;
    FILE *file = fopen("old.json", "w");
    if (!file)
        exit(1);
    fputs("{\"context\": {}, \"benchmarks\": [", file);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s{\"name\": \"b%zu\", \"real_time\": 1}, {\"name\": \"b%zu_mean\", \"real_time\": 1}",
                i ? "," : "", i, i);
    fputs("]}", file);
    fclose(file);
    CHECK(FINE(google_benchmark_load(&results, "old.json", &caught)) && results.count == count);
}

static void print_table(const struct results *results)
{
    FILE *file = fopen("/dev/null", "w");
    table_print(file, results, &page_plain);
    fclose(file);
}

/* A results file of a parameter with this many values, each of them a row; saved, loaded, printed, and compared with
 * itself. */
static void compare_values(size_t count)
{
    struct results results = {.context = sample_context()}, base, new;
    FREED_BY(comparison_free) struct comparison comparison;
    sample_problem(&results, "reduction", "sum", 1024);
    struct named_problem *problem = &results.problems[results.problem_count - 1];
    struct named_parameter *parameter = problem_add_parameter(problem, "VALUE", KIND_NUMBERS);
    for (size_t i = 0; i < count; i++) {
        char word[24];
        struct sample row = sample_timed("sum", 1024, NULL, NULL, 1000);
        snprintf(word, sizeof word, "%zu", i);
        texts_add(&parameter->words, word);
        row.result.index = i;
        results_add(&results, results.problem_count - 1, &row.result, "");
    }
    CHECK_OK(results_save(&results, "values.json", &caught));
    CHECK(FINE(results_load(&base, "values.json", &caught)) && base.count == count);
    CHECK_OK(results_load(&new, "values.json", &caught));
    print_table(&base);
    CHECK(FINE(comparison_of_files(&comparison, &base, &new, &caught)) && comparison.count == count);
    results_free(&new);
    results_free(&results);
}

/* Results of this many benches, as a table; and six commits of them as a history, saved and loaded. */
static void keep_names(size_t count)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    FREED_BY(history_free) struct history history = {0}, loaded = {0};
    for (size_t i = 0; i < count; i++) {
        char bench[40];
        snprintf(bench, sizeof bench, "bench_%zu", i);
        const size_t problem = results_add_problem(&results, "many", bench, 1024, 1);
        struct sample row = sample_timed("sum", 1024, NULL, NULL, 1000);
        row.result.index = 0;
        results_add(&results, problem, &row.result, "");
        results_add_best(&results, problem, &(struct best){.result = row.result, .allowed = 1});
    }
    print_table(&results);
    for (int commit = 0; commit < SERIES_LEAST; commit++) {
        snprintf(results.context.commit, sizeof results.context.commit, "%012d", commit);
        CHECK_OK(history_take(&history, &results, "many.json", &caught));
    }
    history_tidy(&history);
    CHECK_OK(history_save(&history, "many.jsonl", &caught));
    CHECK_OK(history_load(&loaded, "many.jsonl", &caught));
    FREED_BY(series_free) struct series_list list = series_of(&loaded);
    size_t turns;
    free(series_turns(&list, &turns));
    CHECK(list.count == count && !turns);
}

/* Twice as many take twice the comparisons of texts, and slightly more for sorting; and never many per text. */
static void check_growth(void (*work)(size_t count), const char *what)
{
    enum { MANY = 1000 };
    size_t taken[2];
    for (size_t i = 0; i < 2; i++) {
        comparisons = 0;
        work((i + 1) * MANY);
        taken[i] = comparisons;
    }
    WRONG_IF(!(2 * taken[1] <= 5 * taken[0] && taken[1] <= (size_t)1000 * 2 * MANY),
             "%s: %zu comparisons of %d, %zu of twice as many\n", what, taken[0], MANY, taken[1]);
}

int main(void)
{
    enter_own_folder();
    check_growth(compare_names, "names");
    check_growth(read_old_names, "old names");
    check_growth(compare_values, "values");
    check_growth(keep_names, "kept names");
    return CHECK_RESULT;
}
