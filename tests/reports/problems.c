/* Problems in a results file: spaces of every kind and size, and the distinctions between problems. */
#include "tests/reports/same_results.h"
#include "tests/reports/sample_results.h"
#include "tests/text_file.h"

OWN_FILE;

static struct results no_results(void)
{
    return (struct results){.context = sample_context()};
}

/* At most MAX_TIED rows of problem `number`, measured and not, and its best. */
static void add_rows(struct results *results, size_t number, const uint64_t *index, size_t count)
{
    struct result row = sample_timed("", 1, NULL, NULL, 5).result;
    struct best best = {.result = row, .measured = count, .allowed = count};
    for (size_t i = 0; i < count; i++) {
        row.index = best.result.index = best.tied_with[i] = index[i];
        row.status = i % 2 ? CRASHED : OK;
        results_add(results, number, &row, i % 2 ? "signal 11" : "");
    }
    best.tied = count - 1;
    results_add_best(results, number, &best);
}

/* Real numbers are exact, and stay real if they are integers. */
TEST(reals)
{
    static const double values[] = {0.1, 1e-7, 2.0, 1.0 / 3, -0.5, 1e300, 123456789.125};
    static const uint64_t index[] = {0, 1, 2, 3, 4, 5, 6};
    FREED_BY(results_free) struct results results = no_results(), loaded;
    size_t number = results_add_problem(&results, "reduction", "sum", 4096, 1);
    struct named_parameter *parameter = problem_add_parameter(&results.problems[number], "SCALE", KIND_REALS);
    for (size_t i = 0; i < 7; i++) {
        char word[MAX_NUMBER];
        number_word(values[i], word);
        texts_add(&parameter->words, word);
    }
    add_rows(&results, number, index, 7);
    check_round(path, &results);
    CHECK_OK(results_load(&loaded, path, &caught));
    for (size_t i = 0; i < loaded.count; i++)
        CHECK(strtod(problem_word(&loaded.problems[0], loaded.rows[i].result.index, 0), NULL) == values[i]);
    FREED char *name = row_name(&loaded.problems[0], &loaded.rows[2].result);
    CHECK_TEXT(name, "reduction/sum/n:4096/SCALE:2.0");
    size_t length;
    FREED char *text = text_read(path, &length);
    CHECK(strstr(text, "\"parameters\": {\"SCALE\": [0.1") && strstr(text, "\"config\": {\"SCALE\": 2.0}"));
}

/* Words stay words, even if they look like numbers. */
TEST(words)
{
    static const uint64_t index[] = {0, 1, 2, 3, 4, 5, 6, 7};
    FREED_BY(results_free) struct results results = no_results();
    size_t number = results_add_problem(&results, "reduction", "sum", 4096, 1);
    sample_parameter(&results.problems[number], "LOAD", KIND_WORDS,
                     (const char *const[]){"1", "01", "1.0", "-1", "1e3", "true", "\"", "\xc2\xb1", NULL});
    add_rows(&results, number, index, 8);
    check_round(path, &results);
}

/* Twenty parameters, of which one has forty values. */
TEST(many)
{
    const uint64_t last = (UINT64_C(40) << 19) - 1;
    const uint64_t index[] = {0, 1, 39, 40, 1 << 19, 12345678, last - 1, last};
    FREED_BY(results_free) struct results results = no_results();
    size_t number = results_add_problem(&results, "reduction", "sum", 4096, 1);
    struct named_problem *problem = &results.problems[number];
    for (int p = 0; p < 20; p++) {
        char name[32], word[32];
        snprintf(name, sizeof name, "PARAMETER_%d", p);
        struct named_parameter *parameter = problem_add_parameter(problem, name, p % 2 ? KIND_NUMBERS : KIND_WORDS);
        for (int v = p == 7 ? 40 : 2; v > 0; v--) { /* not in the order of the alphabet */
            snprintf(word, sizeof word, p % 2 ? "%d" : "word_%d", v);
            texts_add(&parameter->words, word);
        }
    }
    add_rows(&results, number, index, 8);
    check_round(path, &results);
    CHECK_TEXT(problem_word(problem, last, 7), "1");
    CHECK_TEXT(problem_word(problem, 0, 7), "40");
    CHECK_TEXT(problem_word(problem, 1, 19), "1");
}

/* As many configurations as 64 bits can number, except the one that is no index; a file with that one is refused. */
TEST(largest)
{
    const uint64_t index[] = {UINT64_MAX - 1, (uint64_t)INT64_MAX + 1, INT64_MAX};
    FREED_BY(results_free) struct results results = no_results(), loaded;
    size_t number = results_add_problem(&results, "reduction", "sum", 4096, 1);
    for (int p = 0; p < 64; p++) {
        char name[32];
        snprintf(name, sizeof name, "BIT_%d", p);
        sample_parameter(&results.problems[number], name, KIND_NUMBERS, (const char *const[]){"0", "1", NULL});
    }
    add_rows(&results, number, index, 3);
    check_round(path, &results);
    static const char last[] = "\"BIT_62\": 1, \"BIT_63\": 1}";
    size_t length;
    char *text = text_read(path, &length), *at = strstr(text, "\"BIT_62\": 1, \"BIT_63\": 0}");
    CHECK(at);
    if (at)
        memcpy(at, last, strlen(last));
    text_write(path, text, length);
    CHECK(CALL(results_load(&loaded, path, &caught)) == INVALID);
    CHECK(strstr(caught.text, ": benchmarks[0].config: more configurations than 64 bits can number"));
    free(text);
}

/* A bench without parameters has one configuration. */
TEST(none)
{
    static const uint64_t index[] = {0};
    FREED_BY(results_free) struct results results = no_results();
    size_t number = results_add_problem(&results, "reduction", "sum", 4096, 1);
    add_rows(&results, number, index, 1);
    check_round(path, &results);
}

static size_t add_problem(struct results *results, uint64_t seed, double density, const char *file, const char *key)
{
    static const uint64_t index[] = {0, 14};
    size_t number = results_add_problem(results, "reduction", "sum", 4096, seed);
    struct named_problem *problem = &results->problems[number];
    problem_add_setting(problem, "density", NULL, density);
    problem_add_setting(problem, "workload", "water", 0);
    if (file)
        problem->structure = (struct named_structure){
            .file = allocate_text(file), .key = key ? allocate_text(key) : NULL, .atoms = 4001};
    sample_parameter(problem, "BLOCK_SIZE", KIND_NUMBERS,
                     (const char *const[]){"64", "128", "256", "512", "1024", NULL});
    sample_parameter(problem, "LOAD", KIND_WORDS, (const char *const[]){"striped", "blocked", "vector4", NULL});
    add_rows(results, number, index, 2);
    return number;
}

/* Problems that differ only in a setting, a structure or the seed stay distinct in a file, and in the names of rows. */
TEST(apart)
{
    FREED_BY(results_free) struct results results = no_results(), loaded;
    add_problem(&results, 7, 0.1, NULL, NULL);
    size_t other = add_problem(&results, 7, 1.0 / 3, NULL, NULL);
    problem_add_name(&results.problems[other], "density", "0.333333333333");
    other = add_problem(&results, 7, 1.0 / 3, "a \"b\".pqr", NULL);
    problem_add_name(&results.problems[other], "input", "a \"b\".pqr");
    add_problem(&results, UINT64_MAX, 1.0 / 3, "a \"b\".pqr", "0123");
    other = add_problem(&results, 7, 0.1, "a.xyz", "4567");
    struct named_problem *typed = &results.problems[other];
    problem_add_type(typed, "Ar", 3.4, 0.2385, 39.95);
    problem_add_type(typed, "H", 1.0 / 3, 0, 1.008);
    typed->structure.elements = allocate_text("my elements");
    for (int d = 0; d < 3; d++)
        typed->structure.box[d] = 34.8 + d / 3.0;
    FREED char *options = problem_options(typed);
    CHECK_TEXT(options, "--density 0.1 --workload water --input a.xyz --elements my elements");
    check_round(path, &results);

    CHECK_OK(results_load(&loaded, path, &caught));
    static const char *const names[] = {"reduction/sum/n:4096/BLOCK_SIZE:64/LOAD:striped",
                                        "reduction/sum/n:4096/density:0.333333333333/BLOCK_SIZE:64/LOAD:striped",
                                        "reduction/sum/n:4096/input:a \"b\".pqr/BLOCK_SIZE:64/LOAD:striped"};
    for (size_t i = 0; i < 3; i++) {
        FREED char *name = row_name(&loaded.problems[i], &loaded.rows[2 * i].result);
        CHECK_TEXT(name, names[i]);
    }
}

/* Which problems are equal: by the numbers of settings, and by the content of structures, not their paths. */
TEST(same)
{
    FREED_BY(results_free) struct results results = no_results();
    size_t plain = add_problem(&results, 7, 1e6, NULL, NULL), seeded = add_problem(&results, 8, 1e6, NULL, NULL);
    size_t dense = add_problem(&results, 7, 1e6 + 1.0 / 1024, NULL, NULL);
    size_t here = add_problem(&results, 7, 1e6, "a.pqr", "01"), there = add_problem(&results, 7, 1e6, "b/a.pqr", "01");
    size_t changed = add_problem(&results, 7, 1e6, "a.pqr", "02"), older = add_problem(&results, 7, 1e6, "a.pqr", NULL);
    const struct named_problem *of = results.problems;
    CHECK(same_problem(&of[plain], &of[seeded]) && !same_problem(&of[plain], &of[dense]));
    CHECK(problem_compare_inputs(&of[plain], &of[dense]) < 0 && problem_compare_inputs(&of[dense], &of[plain]) > 0);
    CHECK(same_problem(&of[here], &of[there]) && !same_problem(&of[here], &of[changed]));
    CHECK(!same_problem(&of[plain], &of[here]) && !same_problem(&of[plain], &of[older]));
    CHECK(same_problem(&of[older], &of[older]) && !same_problem(&of[older], &of[here]));
}

/* JSON has no order of keys: nor have settings. */
TEST(order_of_settings)
{
    static const char *const names[] = {"density", "cutoff", "workload"};
    FREED_BY(results_free) struct results results = no_results();
    for (int i = 0; i < 3; i++)
        results_add_problem(&results, "reduction", "sum", 4096, 1);
    struct named_problem *of = results.problems;
    for (int s = 0; s < 3; s++) {
        problem_add_setting(&of[0], names[s], NULL, s);
        problem_add_setting(&of[1], names[2 - s], NULL, 2 - s);
        problem_add_setting(&of[2], names[2 - s], NULL, s == 1 ? 7 : 2 - s);
    }
    CHECK(same_problem(&of[0], &of[1]) && same_problem(&of[1], &of[0]));
    CHECK(!same_problem(&of[0], &of[2]) && !same_problem(&of[2], &of[0]));
    CHECK(problem_compare_inputs(&of[0], &of[2]) < 0 && problem_compare_inputs(&of[2], &of[1]) > 0);
}

/* A setting of only one problem has the suite's default, unless the name has it; one of both always counts. */
TEST(other_settings)
{
    enum { BARE, USUAL, ELSE, SAID, MORE, PROBLEMS };
    static const bool same[PROBLEMS][PROBLEMS] = {
        [BARE] = {[BARE] = true, [USUAL] = true, [ELSE] = true},
        [USUAL] = {[BARE] = true, [USUAL] = true},
        [ELSE] = {[BARE] = true, [ELSE] = true},
        [SAID] = {[SAID] = true},
        [MORE] = {[MORE] = true},
    };
    FREED_BY(results_free) struct results results = no_results();
    for (int i = BARE; i < PROBLEMS; i++)
        results_add_problem(&results, "reduction", "sum", 4096, 1);
    struct named_problem *of = results.problems;
    problem_add_setting(&of[USUAL], "z", NULL, 8);
    problem_add_setting(&of[ELSE], "z", NULL, 9);
    problem_add_setting(&of[SAID], "z", NULL, 7);
    problem_add_name(&of[SAID], "z", "7");
    problem_add_setting(&of[MORE], "z", NULL, 8);
    problem_add_setting(&of[MORE], "copy", "yes", 0);
    problem_add_name(&of[MORE], "copy", "yes");
    for (int a = BARE; a < PROBLEMS; a++)
        for (int b = BARE; b < PROBLEMS; b++) {
            const int order = problem_compare_inputs(&of[a], &of[b]), back = problem_compare_inputs(&of[b], &of[a]);
            CHECK(same_problem(&of[a], &of[b]) == same[a][b]);
            CHECK(!order == same[a][b] && (order > 0) == (back < 0) && (order < 0) == (back > 0));
        }
}
