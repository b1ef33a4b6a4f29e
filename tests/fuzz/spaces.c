/* Recorded spaces, packed ones, too: refused with a reason in one line, or loaded; then every strategy is run on each
 * that has a time. */
#include "reports/json/space_file.h"
#include "simulate/curves.h"
#include "simulate/score.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>

enum { REPEATS = 2, EVALUATIONS = 20 };

/* What a space begins with may be of the same file. */
static void check_runs(const struct recorded *recorded, const struct results *results)
{
    struct like like;
    struct fault fault = {0};
    const enum status found = like_find(&like, results, "x", recorded->named, &fault);
    must_report(found, &fault);
    for (const struct strategy *const *strategy = strategies; *strategy; strategy++) {
        struct runs runs = runs_make(recorded, found == OK ? &like : NULL, *strategy, REPEATS, EVALUATIONS, 1);
        const double score = runs_score(&runs);
        const struct reach reach = runs_reach(&runs, recorded_within(recorded, 0.05));
        MUST(score <= 1 + 1e-9 || isnan(score));
        MUST(reach.median >= 1 && reach.share >= 0 && reach.share <= 1);
        curves_write(nowhere(), "space", "strategy", &runs);
        runs_free(&runs);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct results results;
    struct fault fault = {0};
    const enum status status = space_load(&results, memory_file(bytes, size), &fault);
    must_report(status, &fault);
    for (size_t p = 0; p < results.problem_count && status == OK; p++) {
        struct recorded recorded;
        struct fault twice = {0};
        const enum status made = recorded_make(&recorded, &results, p, "x", &twice);
        must_report(made, &twice);
        if (made == OK && recorded.timed)
            check_runs(&recorded, &results);
        recorded_free(&recorded);
    }
    results_free(&results);
    return 0;
}
