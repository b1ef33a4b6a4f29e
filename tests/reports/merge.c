/* Parts of a run, as files: merged they are the rows of one run, each once and unchanged. */
#include "reports/json/merge.h"

#include "base/memory.h"
#include "reports/json/results_file.h"
#include "reports/parts.h"
#include "tests/own_folder.h"
#include "tests/reports/same_results.h"

#include <stdlib.h>

IN_OWN_FOLDER;

enum { PARTS = 16, VALUES_OF_ONE = 100, DEFAULT = 0 };

/* One whose time, status and texts follow from its number. */
static struct result result_at(uint64_t index)
{
    struct result result = result_of(index, 0);
    result.median_ns = result.block_ns[0] = 1000.0 / 7 + (double)(index * 7919 % 10007);
    result.cpu_time_ns = result.real_time_ns = result.median_ns;
    result.ci95_ns[0] = result.median_ns * 0.9;
    result.ci95_ns[1] = result.median_ns * 1.1;
    result.alone_ns = result.median_ns + 1;
    result.blocks = 1;
    result.iterations = 5;
    result.batch = 1;
    result.sampling = SAMPLING_SLOPE;
    result.resources = (struct compute_resources){-1, -1, -1};
    if (index % 10 == 9)
        result = result_of(index, 0), result.status = CRASHED,
        result.resources = (struct compute_resources){-1, -1, -1};
    return result;
}

static const char *reason_at(uint64_t index)
{
    return index % 10 == 9 ? "died, \"row\": 7, \"problem\": 3\nin two lines" : "";
}

/* Results of part `number` of 0 to count - 1, with the row of 0 in each; returns their problem. */
static size_t make_part(struct results *results, uint64_t number, uint64_t of, uint64_t count)
{
    char text[16];
    *results = (struct results){.context = {.measuring = MEASURING, .shard = {number, of, false}}};
    strcpy(results->context.device.name, "A");
    snprintf(results->context.date, sizeof results->context.date, "2026-01-%02u", (unsigned)number);
    results->context.wall_seconds = 1;
    results->identity.count = 1;
    strcpy(results->identity.part[0].name, "driver");
    strcpy(results->identity.part[0].text, "1");
    const size_t problem = results_add_problem(results, "sums", "sum", 1000, 1);
    for (int p = 0; p < 2; p++) {
        struct named_parameter *parameter =
            problem_add_parameter(&results->problems[problem], p ? "row" : "A \"of\": 1", KIND_NUMBERS);
        const uint64_t values = p ? VALUES_OF_ONE : (count - 1) / VALUES_OF_ONE + 1;
        for (uint64_t v = 0; v < values; v++) {
            snprintf(text, sizeof text, "%d", (int)v);
            texts_add(&parameter->words, text);
        }
    }
    texts_add(&results->problems[problem].references, "cub");
    struct result reference = result_at(3);
    reference.index = NO_CONFIGURATION;
    reference.reference = 1;
    results_add(results, problem, &reference, "");
    struct best best = {.result = result_at(DEFAULT), .measured = 0};
    for (uint64_t index = 0; index < count; index++) {
        const struct result result = result_at(index);
        if (index != DEFAULT && index % of != number % of)
            continue;
        results_add(results, problem, &result, reason_at(index));
        best.measured++;
        if (result.status == OK && result.median_ns < best.result.median_ns)
            best.result = result;
    }
    best.allowed = best.measured;
    best.default_ns = result_at(DEFAULT).median_ns * (1 + 0.01 * (double)number);
    results_add_best(results, problem, &best);
    return problem;
}

/* Merges all but one of the parts (0: all), in another order than theirs, and loads the result. */
static void merge_all(uint64_t of, uint64_t count, uint64_t but, struct results *merged)
{
    struct merge merge;
    FREED const char **path = allocate(of * sizeof *path);
    size_t paths = 0;
    for (uint64_t i = 0; i < of; i++) {
        const uint64_t number = 1 + (i * 7 + 3) % of;
        struct results results;
        if (number == but)
            continue;
        make_part(&results, number, of, count);
        path[paths] = text_make("part-%d.json", (int)number);
        CHECK_OK(results_save(&results, path[paths++], &caught));
        results_free(&results);
    }
    CHECK_OK(merge_load(&merge, path, paths, &caught));
    if (!but)
        CHECK_NEAR(merge.spread, (1 + 0.01 * (double)of) / 1.01 - 1, 1e-12);
    CHECK(!*merge.doubled && !strcmp(*merge.path, but == 1 ? "part-2.json" : "part-1.json"));
    CHECK_OK(merge_save(&merge, "merged.json", &caught));
    merge_free(&merge);
    CHECK_OK(results_load(merged, "merged.json", &caught));
    for (size_t i = 0; i < paths; i++)
        free((char *)path[i]);
}

/* Each row is there once and unchanged; the best is the least of all. A hundred thousand of them in deep tests. */
TEST(all)
{
    const bool deep = getenv("GPUBENCH_DEEP");
    const uint64_t of = deep ? 64 : PARTS, count = deep ? 100000 : 3000;
    struct results merged;
    merge_all(of, count, 0, &merged);
    FREED bool *there = allocate(count * sizeof *there);
    uint64_t references = 0, best = 0;
    for (size_t i = 0; i < merged.count; i++) {
        const struct row *row = &merged.rows[i];
        references += row->result.reference;
        if (row->result.reference)
            continue;
        const struct result expected = result_at(row->result.index);
        same_result(&row->result, &expected);
        CHECK_TEXT(row->reason, reason_at(row->result.index));
        CHECK(row->result.index < count && !there[row->result.index]);
        there[row->result.index] = true;
    }
    CHECK(references == 1 && merged.count == count + 1 && merged.parts == of && merged.context.shard.of == of);
    for (uint64_t index = 0; index < count; index++)
        if (index % 10 != 9 && result_at(index).median_ns < result_at(best).median_ns)
            best = index;
    CHECK(merged.best_count == 1 && merged.best->best.result.index == best);
    CHECK(merged.best->best.measured == count && merged.best->best.allowed == count);
    CHECK(!merged.context.interrupted && merged.context.wall_seconds == (double)of);
    results_free(&merged);
}

TEST(missing)
{
    struct results merged;
    for (uint64_t but = 1; but <= 5; but += 2) {
        merge_all(5, 300, but, &merged);
        FREED char *lack = results_missing(&merged), *expected = text_make("part %d of 5 is missing", (int)but);
        CHECK_TEXT(lack, expected);
        CHECK(merged.parts == 4 && merged.context.interrupted && !results_part(&merged, but));
        results_free(&merged);
    }
}
