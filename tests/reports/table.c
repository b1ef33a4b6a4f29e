/* The table after a run: the golden one, and rare cases. */
#include "reports/table/table.h"
#include "tests/reports/sample_results.h"
#include "tests/text_file.h"

/* The table's text; the caller frees it. */
static char *print(const struct results *results, bool color)
{
    return PRINTED(table_print(file, results, color ? &page_colored : &page_plain));
}

static void check_contains(const struct results *results, const char *expected)
{
    FREED char *text = print(results, false);
    WRONG_IF(!strstr(text, expected), "the table does not contain \"%s\":\n%s", expected, text);
}

TEST(golden)
{
    FREED_BY(results_free) struct results sample = sample_results();
    FREED char *text = print(&sample, false);
    CHECK(text_is(text, "golden/table.txt"));
    for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
        CHECK(end - line <= 100);
}

/* A configuration too wide for one line is continued, never cut. */
TEST(wide)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    struct sample row = sample_timed("sum", 1024, "64", "blocked", 5e6);
    size_t number = sample_problem(&results, "reduction", "sum", 1024);
    for (int i = 2; i < 12; i++) {
        char name[32], word[32];
        snprintf(name, sizeof name, "PARAMETER_NUMBER_%d", i);
        snprintf(word, sizeof word, "value_%d", i);
        sample_parameter(&results.problems[number], name, KIND_WORDS, (const char *const[]){word, "other", NULL});
    }
    row.result.cold = false;
    row.result.bytes = 0;
    sample_add_best(&results, row, (struct best){.default_ns = 1e7, .measured = 1, .allowed = 1}, NULL);
    check_contains(&results, "caches warm");
    check_contains(&results, "2^10  5.000 +- 0.31 ms    2.00x     0  1 of 1\n");
    check_contains(&results, "    BLOCK_SIZE 64  LOAD blocked  PARAMETER_NUMBER_2 value_2  PARAMETER_NUMBER_3 value_3\n"
                             "    PARAMETER_NUMBER_4 value_4");
    check_contains(&results, "PARAMETER_NUMBER_11 value_11\n");
}

TEST(rare)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    check_contains(&results, "0 configurations measured, in 61.2 s.\n");

    results.context.interrupted = true;
    sample_add(&results, sample_timed("sum", 1024, "64", "blocked", 5));
    check_contains(&results, "no best was chosen (1 measured)\n    5.000 +- 0.31 ns\n    BLOCK_SIZE 64  LOAD blocked");
    check_contains(&results, "waiting 0.500 (1 %).\nInterrupted: ");

    sample_add_failed(&results, "odd", 31, "64", "blocked", CRASHED, "signal 11");
    check_contains(&results, "odd      31  x no correct configuration (1 tried)\n");
    check_contains(&results, "\n1 crashed: signal 11\n");

    /* The same for a best whose own row has it; its bench has one line only. */
    results_add_best(&results, results.rows[1].problem,
                     &(struct best){.result = results.rows[1].result, .measured = 1, .allowed = 7});
    check_contains(&results, "odd      31  x no correct configuration (1 tried)\n");

    struct sample other = sample_failed(sample_row("other", 1024, NULL, NULL), UNSUPPORTED, "needs fp64");
    other.suite = "second";
    sample_add(&results, other);
    other.size = 2048;
    sample_add(&results, other);
    check_contains(&results, "\nnot here (needs fp64): second/other\n1 crashed");
    FREED char *text = print(&results, false);
    CHECK(!strstr(text, "second on")); /* a suite with only unsupported benches has no table */
}

/* Results that were only compiled have no table, unless nothing compiled. */
TEST(compiled)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    const char *sizes[] = {"64", "128", "256"};
    for (int i = 0; i < 3; i++)
        sample_add_failed(&results, "sum", 1024, sizes[i], "blocked", COMPILED, "does not run");
    sample_add_failed(&results, "sum", 1024, "512", "blocked", COMPILE_FAILED, "no such type");
    check_contains(&results,
                   "compiled reduction/sum: does not run\n1 compile-failed, with BLOCK_SIZE 512: no such type\n"
                   "0 configurations measured, 3 compiled, 1 failed, in 61.2 s.\n");
    FREED char *text = print(&results, false);
    CHECK(!strstr(text, "correct configuration"));
    sample_add_failed(&results, "dot", 1024, "64", "blocked", COMPILE_FAILED, "no such type");
    check_contains(&results, "dot    2^10  x no correct configuration (1 tried)\n");
}

static void check_silent(const struct results *results, const char *unexpected)
{
    FREED char *text = print(results, false);
    WRONG_IF(strstr(text, unexpected), "the table contains \"%s\":\n%s", unexpected, text);
}

/* One best of suite `reduction` on the sample's device, compared with a reference, or with none: 0, NULL. */
static struct results with_best(struct sample row, double reference_ns, const char *reference)
{
    struct results results = {.context = sample_context()};
    sample_add(&results, row);
    sample_add_best(&results, row, (struct best){.reference_ns = reference_ns, .measured = 1, .allowed = 1}, reference);
    return results;
}

/* Shares of limits near 1 and above, on a GPU and on a CPU. */
TEST(limits)
{
    struct sample row = sample_timed("sum", 1024, "64", "blocked", 5e6);
    FREED_BY(results_free) struct results results = with_best(row, 0, NULL);
    check_silent(&results, "limit");
    check_silent(&results, "reference");
    check_silent(&results, "\n    \n"); /* no empty sentence */

    row = sample_limited(row, RESOURCE_L2_COPY, 8192, 0.9);
    sample_replace(&results, with_best(row, 0, NULL));
    check_contains(&results, "\n    90.0 % of l2_copy: at most 10.0 % to gain\n\n");
    check_contains(&results, "   of       vs\n");
    check_silent(&results, "a fault");
    check_silent(&results, "reference");
    results.context.device.is_cpu = true; /* there is no model of its caches */
    check_contains(&results, "\n    90.0 % of l2_copy\n\n");

    row.result.limit.fraction = 0.99951;
    sample_replace(&results, with_best(row, 1e7, "memcpy"));
    check_contains(&results, "\n    100.0 % of l2_copy; 2.00x memcpy\n\n");

    row.result.limit.fraction = 0.009; /* it does not bind */
    sample_replace(&results, with_best(row, 1e7, "memcpy"));
    check_contains(&results, "\n    2.00x memcpy\n\n");

    row.result.limit.fraction = RESOURCE_FAULT;
    sample_replace(&results, with_best(row, 0, NULL));
    check_contains(&results, "\n    102.0 % of l2_copy\n\n");
    check_silent(&results, "a fault");
    results.rows[0].result.limit.fraction = 1.25;
    const char *fault = "\na fault of the model, or of a ceiling: 1 configuration is faster than its limit:\n"
                        "    reduction/sum/n:1024/BLOCK_SIZE:64/LOAD:blocked at 125.0 % of l2_copy\n";
    check_contains(&results, fault);
    results.context.device.is_cpu = true; /* a share that is shown has a ceiling */
    check_contains(&results, fault);
    row.result = results.rows[0].result;
    sample_add(&results, row);
    check_contains(&results,
                   "a fault of the model, or of a ceiling: 2 configurations are faster than their limit, the first:\n"
                   "    reduction/sum/n:1024/BLOCK_SIZE:64/LOAD:blocked at 125.0 % of l2_copy\n");
}

/* The possible gain by others, as far as known, if not all was tried. */
TEST(doubt)
{
    struct sample row = sample_timed("sum", 1024, "64", "blocked", 5e6);
    FREED_BY(results_free) struct results results = with_best(row, 0, NULL);
    check_silent(&results, "left to gain");
    struct best *best = &results.best[0].best;
    best->measured = 24, best->allowed = 3717, best->left = 1;
    check_contains(&results, "LOAD blocked\n    24 of 3717 tried: too few to say how much is left to gain\n? doubtful");
    best->left = 0.07;
    check_contains(&results, "\n    24 of 3717 tried: up to 7 % may be left to gain (9 of 10)\n\n");
    best->left = 0.01;
    check_contains(&results, "\n    24 of 3717 tried: more than 1 % to gain is unlikely (9 of 10)\n\n");
    best->left = 0; /* an older file's */
    check_contains(&results, "\n    24 of 3717 tried: how much is left to gain is not known\n? doubtful");
    best->left = 0.07;
    best->allowed = 0; /* nor is the number of configurations known, for a journal */
    check_silent(&results, "to gain");

    sample_replace(&results, with_best(sample_limited(row, RESOURCE_L2_COPY, 8192, 0.976), 1e7, "memcpy"));
    best = &results.best[0].best;
    best->measured = 212, best->allowed = 3840, best->left = 0.07;
    check_contains(&results, "\n    97.6 % of l2_copy: at most 2.4 % to gain, 212 of 3840 tried; 2.00x memcpy\n\n");
    best->left = 0;
    check_contains(&results, "at most 2.4 % to gain, 212 of 3840 tried; 2.00x memcpy\n\n");
    best->left = 0.01;
    check_contains(&results, "at most 2.4 % to gain; 2.00x memcpy\n"
                             "    212 of 3840 tried: more than 1 % to gain is unlikely (9 of 10)\n\n");
    best->left = 0.07;
    results.problems[0].objective = allocate_text("energy");
    best->objective = OBJECTIVE_VALUE; /* there is no estimate of that */
    best->result.value = 5;
    check_contains(&results,
                   "\n    97.6 % of l2_copy; 2.00x memcpy\n    212 of 3840 tried: how much is left to gain is ");
    best->objective = OBJECTIVE_STREAM;
    results.context.device.is_cpu = true; /* which has no limit */
    check_contains(&results, "\n    97.6 % of l2_copy; 2.00x memcpy\n    212 of 3840 tried: up to 7 % may be left");
    results.context.device.is_cpu = false;
    best->result.limit.fraction = 1.07; /* nor has a wrong one */
    check_contains(&results, "\n    107.0 % of l2_copy; 2.00x memcpy\n    212 of 3840 tried: up to 7 % may be left");
}

/* If the best was chosen by it, all times are isolated, except a share of a limit: that is by the time in a stream. */
TEST(alone)
{
    struct sample row = sample_timed("sum", 1024, "64", "blocked", 5e6);
    row.result.bytes = 5e9;
    row.result.alone_ns = 10e6;
    FREED_BY(results_free)
    struct results results = with_best(sample_limited(row, RESOURCE_L2_COPY, 8192, 0.9), 20e6, "memcpy");
    struct sample reference = sample_timed("sum", 1024, NULL, NULL, 4e6);
    reference.result.bytes = 5e9;
    sample_add(&results, sample_reference(reference, "stream"));
    reference.result.alone_ns = 20e6;
    sample_add(&results, sample_reference(reference, "memcpy"));
    check_contains(&results, "5.000 +- 0.31 ms  1000  90.0 %      4.00x");
    check_contains(&results, "\n    10.00 ms isolated\n    90.0 % of l2_copy: at most 10.0 % to gain; 4.00x memcpy\n");
    check_contains(&results, "memcpy     4.000 +- 0.25 ms  1250    0.800x  -\n");
    results.best[0].best.objective = OBJECTIVE_ALONE;
    check_contains(&results, "  10.00 ms  500.0      2.00x");
    check_contains(&results, "\n    5.000 +- 0.31 ms in a stream\n    2.00x memcpy\n");
    check_contains(&results, "memcpy        20.00 ms  250.0     2.00x\n");
    check_contains(&results, "  stream               ?\n"); /* which has no such time */
    check_silent(&results, "limit");
}

/* The shares of the host and the device in the time of a host-timed best. */
TEST(parts)
{
    struct sample row = sample_timed("sum", 1024, "64", "blocked", 5e6);
    row.result.device_ns = 4e6;
    FREED_BY(results_free) struct results results = with_best(row, 0, NULL);
    check_contains(&results, "\n    BLOCK_SIZE 64  LOAD blocked\n    5.000 ms, of which 4.000 ms on the device\n\n");
    results.best[0].best.result.host_ns = 2e6;
    check_contains(&results, "  LOAD blocked\n    host 2.000 ms, device 4.000 ms, 50.0 % of the shorter hidden\n\n");
    check_silent(&results, "of which");
    results.best[0].best.result.host_ns = 0.5e6; /* one after the other, and something between */
    check_contains(&results, "host 500.0 us, device 4.000 ms, 0.0 % of the shorter hidden\n");
    results.best[0].best.result.host_ns = 4.9e6; /* separate medians: capped at the total */
    results.best[0].best.result.device_ns = 4.95e6;
    results.best[0].best.result.median_ns = 4.9e6;
    check_contains(&results, "host 4.900 ms, device 4.950 ms, 100.0 % of the shorter hidden\n");
    results.best[0].best.result.device_ns = 0; /* nothing was done there */
    check_silent(&results, "host");
}

TEST(figures)
{
    struct sample row = sample_timed("sum", 1024, "64", "blocked", 5e6);
    row = sample_figure(sample_figure(row, "work_efficiency", 0.36284), "atoms_per_point", 1934.4);
    FREED_BY(results_free) struct results results = with_best(sample_figure(row, "overflow_share", 0.02431), 0, NULL);
    check_contains(&results,
                   "  LOAD blocked\n    work_efficiency 0.363, atoms_per_point 1934, overflow_share 0.0243\n\n");

    row = sample_limited(sample_figure(row, "overflow_share", 0.02431), RESOURCE_L2_COPY, 8192, 0.9);
    sample_replace(&results,
                   with_best(sample_figure(sample_figure(row, "a_figure_of_22_letters", 3), "next", -0.5), 0, NULL));
    check_contains(&results, "to gain\n    work_efficiency 0.363, ");
    check_contains(&results, ", a_figure_of_22_letters 3.00,\n    next -0.500\n\n"); /* 100 columns with its comma */

    sample_replace(&results,
                   with_best(sample_figure(sample_figure(row, "a_figure_of_23_letters_", 3), "next", 0), 0, NULL));
    check_contains(&results, ", overflow_share 0.0243,\n    a_figure_of_23_letters_ 3.00, next 0.00\n\n");
}

/* An error in few digits, and its limit. */
TEST(error)
{
    struct sample row = sample_figure(sample_timed("sum", 1024, "64", "blocked", 5e6), "l2_error", 3.7042e-7);
    row = sample_figure(row, "share", 0.36284);
    FREED_BY(results_free) struct results results = with_best(row, 0, NULL);
    sample_error(&results.problems[0], "l2_error", 0);
    check_contains(&results, "\n    l2_error 3.71e-07, share 0.363\n\n");
    sample_error(&results.problems[0], "l2_error", 1e-6);
    check_contains(&results, "\n    l2_error 3.71e-07 of at most 1e-06, share 0.363\n\n");
    results.best_count = 0;
    sample_error(&results.problems[0], "l2_error", 1e-7);
    check_contains(&results, "\nsum    2^10  x no configuration has l2_error <= 1e-07 (1 measured)\n");
    results.rows[0].result.status = WRONG_RESULT;
    check_contains(&results, "\nsum    2^10  x no correct configuration (1 tried)\n");
}

/* The inputs, as options; without those of other suites. */
TEST(inputs)
{
    FREED_BY(results_free) struct results results = with_best(sample_timed("sum", 1024, "64", "blocked", 5e6), 0, NULL);
    struct named_problem *problem = &results.problems[0];
    sample_inputs(problem);
    check_contains(&results, "caches cold\nwith --density 0.0625 --workload water --input structures/1a b.pqr\n\n");
    problem_clear_structure(problem);
    check_contains(&results, "caches cold\nwith --density 0.0625 --workload water\n\n");

    struct sample second = sample_timed("max", 1024, "64", "blocked", 5e6);
    sample_add(&results, second); /* one run has both */
    sample_add_best(&results, second, (struct best){.measured = 1, .allowed = 1}, NULL);
    problem_add_setting(&results.problems[1], "copy", "yes", 0);
    problem_add_setting(&results.problems[1], "density", NULL, 0.0625);
    check_contains(&results, "caches cold\nwith --density 0.0625 --workload water --copy yes\n\n");
    results.problems[1].setting[1].number = 1;
    check_contains(&results, "caches cold\nwith --density 0.0625 --workload water\nwith --copy yes --density 1\n\n");

    sample_replace(&results, with_best(sample_timed("sum", 1024, "64", "blocked", 5e6), 0, NULL));
    size_t other = sample_problem(&results, "second", "sum", 1024);
    sample_inputs(&results.problems[other]);
    check_contains(&results, "caches cold\n\n");
    check_silent(&results, "with --");
}

/* Rates not counted in bytes have their units, and then all have. */
TEST(rates)
{
    struct sample row = sample_timed("sum", 1024, "64", "blocked", 5e6);
    row.result.bytes = 5e9;
    row.result.amount[RESOURCE_DRAM_READ] = 5e9;
    row.result.amount[RESOURCE_LAUNCH] = 1; /* with two resources neither is the rate */
    FREED_BY(results_free) struct results results = with_best(row, 0, NULL);
    check_contains(&results, "  GB/s  default");
    check_contains(&results, "  1000   failed");
    results.best[0].best.default_untimed = true;
    check_contains(&results, "  1000  untimed");
    results.best[0].best.default_untimed = false;
    row = sample_timed("fma", 1024, "64", "blocked", 1e6);
    row.result.amount[RESOURCE_FP32_FMA] = 29.94e9;
    sample_add_best(&results, row, (struct best){.measured = 1, .allowed = 2}, NULL);
    row = sample_timed("null_kernel", 1024, "64", "blocked", 1940);
    row.result.bytes = 0;
    row.result.amount[RESOURCE_LAUNCH] = 1;
    sample_add_best(&results, row, (struct best){.measured = 1, .allowed = 2}, NULL);
    row = sample_timed("direct_sum", 1024, "64", "blocked", 1e6);
    row.result.bytes = 4096;
    row.result.flops = 40e6;
    sample_add_best(&results, row, (struct best){.measured = 1, .allowed = 2}, NULL);
    row = sample_timed("stream", 1024, "64", "blocked", 1000);
    row.result.bytes = 0;
    row.result.amount[RESOURCE_DRAM_READ] = 345;
    sample_add_best(&results, row, (struct best){.measured = 1, .allowed = 2}, NULL);
    sample_add(&results, sample_reference(sample_timed("null_kernel", 1024, NULL, NULL, 3880), "empty graph"));
    check_silent(&results, "GB/s  default");
    check_contains(&results, "              rate  default");
    check_contains(&results, "         1.00 TB/s   failed");
    check_contains(&results, "      29.9 T FMA/s   failed");
    check_contains(&results, "  1.94 us per launch   failed");
    check_contains(&results, "     40.0 G FLOP/s   failed");
    check_contains(&results, "          345 MB/s   failed");
    check_contains(&results, "reference         median time       rate  our gain\n");
    check_contains(&results, "empty graph  3.880 +- 0.24 us  1.06 GB/s     2.00x\n");
}

/* A reference is no configuration: not counted, no failure of its bench, and no bench of its own. */
TEST(references)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    struct sample row = sample_timed("sum", 1024, NULL, NULL, 5);
    sample_add(&results, sample_reference(row, "alone"));
    check_contains(&results, "0 configurations measured, in 61.2 s.\n");
    check_silent(&results, "alone"); /* with nothing to compare it with */
    sample_add_best(&results, sample_timed("sum", 1024, "64", "blocked", 5), (struct best){.measured = 1, .allowed = 2},
                    NULL);
    check_contains(&results, "\nsum    2^10  alone      5.000 +- 0.31 ns  819.2     1.00x\n\n0 configurations");
    results.rows[0].result.reference = 2; /* of an existing one */
    check_contains(&results, "\nsum    2^10  ?  ");

    sample_replace(&results, (struct results){.context = sample_context()});
    const char *benches[] = {"sum", "dot"};
    for (int i = 0; i < 4; i++) {
        enum status status = i < 2 ? UNSUPPORTED : TIMED_OUT;
        row = sample_failed(sample_row(benches[i % 2], 1024, NULL, NULL), status, "why\nand more");
        sample_add(&results, sample_reference(row, "blas"));
    }
    check_contains(&results,
                   "not here (why): references: blas\nreference blas: timed-out for sum, size 2^10: why ...\n0 con");
    sample_add_failed(&results, "sum", 1024, "64", "blocked", TIMED_OUT, "too slow");
    check_contains(&results, "\n1 timed-out: too slow\n");
}

/* Values common to all failures of a kind, and not to all others. */
TEST(failures)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    sample_add_failed(&results, "sum", 31, "64", "blocked", WRONG_RESULT, "out at 31");
    sample_add_failed(&results, "sum", 31, "128", "blocked", WRONG_RESULT, "out at 32");
    check_contains(&results, "\n2 wrong-result, the first: out at 31\n");       /* there is nothing else */
    sample_add_failed(&results, "sum", 2048, NULL, NULL, NO_MEMORY, "no room"); /* of no values */
    check_contains(&results, "\n2 wrong-result, the first: out at 31\n");
    sample_add_failed(&results, "sum", 1024, "128", "blocked", WRONG_RESULT, "out at 33");
    sample_add_failed(&results, "sum", 31, "64", "striped", OK, "");
    check_contains(&results, "\n3 wrong-result, all with LOAD blocked, the first: out at 31\n");
    sample_add_failed(&results, "dot", 31, "64", "blocked", WRONG_RESULT, "dot is 3");
    sample_add_failed(&results, "dot", 31, "64", "striped", WRONG_RESULT, "dot is 4");
    sample_add_failed(&results, "dot", 31, "128", "striped", CRASHED, "signal 11");
    check_contains(&results, "\n3 wrong-result of sum, all with LOAD blocked, the first: out at 31\n"
                             "2 wrong-result of dot, all with BLOCK_SIZE 64, the first: dot is 3\n"
                             "1 crashed of dot, with BLOCK_SIZE 128, LOAD striped: signal 11\n");
    struct sample other = sample_failed(sample_row("sum", 31, NULL, NULL), UNSUPPORTED, "needs fp64");
    other.suite = "second";
    sample_add(&results, other);
    check_contains(&results, "\n3 wrong-result of reduction/sum, all with LOAD blocked");
    sample_add_failed(&results, "sum", 31, "256", "striped", WRONG_RESULT, "out at 34");
    check_contains(&results, "\n4 wrong-result of reduction/sum, the first: out at 31\n");
}

/* The time by phase: phases without time, and values that can only have been edited. */
TEST(seconds)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    check_contains(&results, "in 61.2 s.\nSeconds: ");
    results.context.seconds[PHASE_MEASURING] = 1e300;
    check_contains(&results, "measuring 1.00e+300 (1.63e+300 %)");
    results.context.wall_seconds = 0;
    FREED char *text = print(&results, false);
    CHECK_TEXT(text, "0 configurations measured.\n");
}

/* Lists of common values, and of missing benches, are wrapped; a reason that does not fit has its own line. */
TEST(wrapped)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    size_t number = sample_problem(&results, "reduction", "sum", 1024);
    for (int i = 0; i < 4; i++) {
        char name[32];
        snprintf(name, sizeof name, "A_LONG_PARAMETER_%d", i);
        sample_parameter(&results.problems[number], name, KIND_WORDS, (const char *const[]){"one", "other", NULL});
    }
    sample_add_failed(&results, "sum", 1024, "64", "blocked", TIMED_OUT,
                      "no answer within 10 s (--time-limit)\nor later");
    sample_add_failed(&results, "sum", 1024, "64", "striped", TIMED_OUT, "no answer");
    struct sample good = sample_timed("sum", 1024, "128", "striped", 5);
    sample_add(&results, good);
    results.rows[2].result.index += 15; /* the other word of each parameter */
    check_contains(&results, "\n2 timed-out, all with BLOCK_SIZE 64, A_LONG_PARAMETER_0 one, A_LONG_PARAMETER_1 one,\n"
                             "    A_LONG_PARAMETER_2 one, A_LONG_PARAMETER_3 one, the first:\n"
                             "    no answer within 10 s (--time-limit) ...\n");
    for (int i = 0; i < 8; i++) {
        char name[32];
        snprintf(name, sizeof name, "bench_of_cuda_%d", i);
        struct sample row = sample_failed(sample_row(name, 1024, NULL, NULL), UNSUPPORTED, "needs CUDA");
        sample_add(&results, row);
        snprintf(name, sizeof name, "library::sum_%d", i / 2);
        sample_add(&results, sample_reference(row, name));
    }
    check_contains(
        &results,
        "\nnot here (needs CUDA): bench_of_cuda_0, bench_of_cuda_1, bench_of_cuda_2, bench_of_cuda_3,\n"
        "    bench_of_cuda_4, bench_of_cuda_5, bench_of_cuda_6, bench_of_cuda_7; references: library::sum_0,\n"
        "    library::sum_1, library::sum_2, library::sum_3\n2 timed-out");
}

TEST(color)
{
    FREED_BY(results_free) struct results sample = sample_results();
    FREED char *plain = print(&sample, false), *colored = print(&sample, true);
    CHECK(!strchr(plain, '\033') && strchr(colored, '\033'));
    char *to = colored; /* without the escapes they are equal */
    for (char *from = colored; *from; from++)
        if (*from == '\033')
            from = strchr(from, 'm');
        else
            *to++ = *from;
    *to = 0;
    CHECK_TEXT(colored, plain);
}
