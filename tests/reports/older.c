/* Files without problems, of older versions: their rows are restored, and tables and headers are made of them. */
#include "base/file.h"
#include "reports/table/table.h"
#include "tests/reports/header_save.h"
#include "tests/reports/same_results.h"
#include "tests/text_file.h"

#include <glob.h>

OWN_FILE;

static struct results load(const char *from)
{
    struct results loaded;
    CHECK_OK(results_load(&loaded, from, &caught));
    return loaded;
}

/* A row's name in a file, to be compared and freed. */
static void same_name(const struct named_problem *a, const struct result *x, const struct named_problem *b,
                      const struct result *y)
{
    FREED char *one = row_name(a, x), *other = row_name(b, y);
    CHECK_TEXT(one, other);
}

/* The same except for indices, as an older file's words are sorted. */
static void same_but_index(const struct result *a, const struct result *b)
{
    struct result moved = *a;
    CHECK(a->sampling == SAMPLING_OPEN); /* not recorded */
    moved.sampling = b->sampling;
    moved.index = b->index;
    moved.reference = b->reference;
    strcpy(moved.launches, b->launches); /* which is missing in it */
    same_result(&moved, b);
}

/* Removes the values that older files did not have. */
static void remove_newer_values(struct results *results)
{
    results->context.measuring = 1;
    results->context.sample_start_ns = results->context.marker_ns = 0;
    results->context.compiled = results->context.cached = 0;
    results->context.device.features &= ~(uint32_t)(COMPUTE_CUB | COMPUTE_FLOAT4_ATOMICS);
    results->context.device.max_texture_1d = 0;
    memset(results->context.device.max_texture_3d, 0, sizeof results->context.device.max_texture_3d);
    results->context.has_options = false;
    results->context.options = 0;
    memset(results->context.seconds, 0, sizeof results->context.seconds);
    for (size_t i = 0; i < results->count; i++)
        results->rows[i].result.alone_ns = 0;
    for (size_t i = 0; i < results->best_count; i++) {
        results->best[i].best.objective = OBJECTIVE_STREAM;
        results->best[i].best.left = 0;
        results->best[i].best.result.alone_ns = 0;
    }
}

static void same_bests(const struct results *old, const struct results *new)
{
    CHECK(old->best_count == new->best_count);
    for (size_t i = 0; i < old->best_count && i < new->best_count; i++) {
        const struct named_problem *x = &old->problems[old->best[i].problem], *y = &new->problems[new->best[i].problem];
        const struct best *a = &old->best[i].best, *b = &new->best[i].best;
        same_name(x, &a->result, y, &b->result);
        same_but_index(&a->result, &b->result);
        SAME(default_ns), SAME(reference_ns), SAME(tied), SAME(measured), SAME(allowed);
        CHECK_TEXT(problem_reference(x, a->reference), problem_reference(y, b->reference));
        for (size_t t = 0; t < a->tied && t < MAX_TIED; t++) {
            struct result one = result_of(a->tied_with[t], 0), other = result_of(b->tied_with[t], 0);
            same_name(x, &one, y, &other);
        }
    }
}

/* An older sample, compared with the present one, which has one more problem, without rows. */
TEST(rows)
{
    FREED_BY(results_free) struct results old = load("golden/older.json"), new = load("golden/results.json");
    CHECK(old.context.measuring == 1 && new.context.measuring == MEASURING);
    remove_newer_values(&new);
    same_context(&old.context, &new.context);
    CHECK(old.count == 17 && new.count == 17 && old.problem_count == 6);
    for (size_t i = 0; i < old.count && i < new.count; i++) {
        const struct row *a = &old.rows[i], *b = &new.rows[i];
        same_name(&old.problems[a->problem], &a->result, &new.problems[b->problem], &b->result);
        same_but_index(&a->result, &b->result);
        CHECK_TEXT(a->reason,
                   i ? b->reason : "reduction.cl(12): error: identifier \"x\" is undefined\n1 error detected\n");
    }
    same_bests(&old, &new);
    for (size_t i = 0; i < old.problem_count; i++) {
        const struct named_problem *problem = &old.problems[i];
        FREED char *options = problem_options(problem);
        CHECK_TEXT(options, "--density 0.0625 --workload water --input structures/1a b.pqr");
        CHECK(problem->seed == UINT64_MAX && problem->structure.atoms == 4001);
    }
    check_round(path, &old); /* saving adds the problems */
}

/* A space is collected from the rows, its words in alphabetical order: a header's numbers follow it. */
TEST(space)
{
    FREED_BY(results_free) struct results old = load("golden/older.json");
    const struct named_parameter *parameter = old.problems[0].parameter;
    CHECK_TEXT(old.problems[0].bench, "sum_1d_f32");
    CHECK(old.problems[0].parameters == 2 && parameter[0].kind == KIND_NUMBERS && parameter[1].kind == KIND_WORDS);
    CHECK_TEXT(parameter[0].name, "BLOCK_SIZE");
    CHECK(parameter[0].words.count == 5 && parameter[1].words.count == 2);
    CHECK_TEXT(parameter[1].words.text[0], "blocked");
    CHECK_TEXT(parameter[1].words.text[1], "striped");
    CHECK_OK(header_save((const struct results *const[]){&old}, 1, -1, path, &caught));
    size_t length;
    FREED char *text = text_read(path, &length);
    static const char *const expected[] = {
        "#define GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_VECTOR4 1\n"
        "#define GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_BLOCKED 2\n"
        "#define GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_STRIPED 3\n",
        "#define GPUBENCH_REDUCTION_SUM_1D_F32_PROBLEM_SIZE 268435456\n"
        "#define GPUBENCH_REDUCTION_SUM_1D_F32_BLOCK_SIZE 256\n"
        "#define GPUBENCH_REDUCTION_SUM_1D_F32_LOAD GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_STRIPED\n",
        "1048576u,\n     64,\n     GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_VECTOR4}"};
    for (int i = 0; i < 3; i++)
        CHECK(strstr(text, expected[i]));
}

/* With a file that declares its space, words have that one's numbers, whichever file and device is the first. */
TEST(joined)
{
    FREED_BY(results_free) struct results old = load("golden/older.json"), new = load("golden/results.json");
    for (int turn = 0; turn < 2; turn++) {
        const struct results *const both[] = {turn ? &new : &old, turn ? &old : &new};
        strcpy(old.context.device.name, turn ? "Z" : "A");
        CHECK_OK(header_save(both, 2, -1, path, &caught));
        size_t length;
        FREED char *text = text_read(path, &length);
        CHECK(strstr(text, "#define GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_STRIPED 1\n"
                           "#define GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_BLOCKED 2\n"
                           "#define GPUBENCH_REDUCTION_SUM_1D_F32_LOAD_VECTOR4 3\n"));
    }
}

/* The table's text; the caller frees it. */
static char *table(const struct results *results)
{
    return PRINTED(table_print(file, results, &page_plain));
}

/* Replaces a word once by one that is not longer. */
static void replace(char *text, const char *from, const char *to)
{
    char *at = strstr(text, from);
    CHECK(at);
    if (!at)
        return;
    memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
    memcpy(at, to, strlen(to));
}

/* The table is the present one, except for the kernel file's old name, and for a problem without rows. */
TEST(table)
{
    FREED_BY(results_free) struct results old = load("golden/older.json"), new = load("golden/results.json");
    remove_newer_values(&new);
    FREED char *now = table(&new), *text = table(&old);
    replace(now, "reduction/reduce.cl", "reduction.cl");
    replace(now, "not begun: cutoff/bins 2^21\n", "");
    CHECK_TEXT(text, now);
}

/* The rows of an array, one per line: the names and medians in the file are the loaded ones. */
static size_t check_rows(const char *text, const char *array, const struct results *results)
{
    size_t count = 0;
    const char *line = strstr(text, array);
    CHECK(line);
    for (line = line ? strchr(line + 1, '\n') : NULL; line && line[1] == '{'; line = strchr(line + 1, '\n'), count++) {
        const char *row = strstr(line, "\"row\": "), *median = strstr(line, "\"median_ns\": ");
        size_t at = row ? strtoul(row + strlen("\"row\": "), NULL, 10) : SIZE_MAX;
        CHECK(at < results->count);
        if (at >= results->count)
            continue;
        const struct result *result = &results->rows[at].result;
        FREED char *name = row_name(&results->problems[results->rows[at].problem], result);
        CHECK(!strncmp(line, "\n{\"name\": \"", 11) && !strncmp(line + 11, name, strlen(name)));
        CHECK(line[11 + strlen(name)] == '"');
        if (result->status == OK)
            CHECK(median && strtod(median + strlen("\"median_ns\": "), NULL) == result->median_ns);
    }
    return count;
}

static void check_measured(const char *from)
{
    FREED_BY(results_free) struct results results = load(from);
    FREED char *text;
    size_t length;
    CHECK_OK(file_read(from, &text, &length, &caught));
    size_t benchmarks = check_rows(text, "\n\"benchmarks\": [", &results),
           failures = check_rows(text, "\n\"failures\": [", &results);
    CHECK(benchmarks && results.count == benchmarks + failures && results.best_count);
    FREED char *printed = table(&results);
    CHECK(strstr(printed, "median time") && strstr(printed, " measured"));
    CHECK_OK(header_save((const struct results *const[]){&results}, 1, -1, path, &caught));
}

/* Results measured on an H200, some of them before files had problems. */
TEST(measured)
{
    glob_t found;
    CHECK(!glob("../../reports/h200/*.json", 0, NULL, &found) && found.gl_pathc >= 11);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        int before = check_failures;
        check_measured(found.gl_pathv[i]);
        if (check_failures > before)
            fprintf(stderr, "    in %s\n", found.gl_pathv[i]);
    }
    globfree(&found);
}
