/* Proposed orders and separations for an error: the least that suffice, and none that the user chose. */
#include "suites/fmm/solve/expected.h"

#include "tests/check.h"

static struct problem problem;
static char words[MAX_PROPOSAL];
static struct fault fault;

static enum status propose(double max_error, const bool requested[MAX_SETTINGS])
{
    *words = 0;
    return solve_propose(&problem, max_error, requested, words, &fault);
}

static void set_problem(int order, int separation)
{
    problem = (struct problem){.bench = &fmm_solve, .n = 1000000, .seed = 1};
    problem.inputs = (struct inputs){.setting = {[ORDER] = order, [SEPARATION] = separation}};
}

/* The requested errors are met, and a lower order would not meet them. */
TEST(least)
{
    static const bool none[MAX_SETTINGS] = {false};
    for (double error = 1e-1; error > 2e-13; error /= 3) {
        set_problem(10, 1);
        CHECK(propose(error, none) == OK);
        const int order = fmm_order(&problem), separation = fmm_separation(&problem);
        CHECK(1.5 * solve_truncation(order, separation, false) <= error);
        CHECK(order == 0 || 1.5 * solve_truncation(order - 1, separation, false) > error);
        CHECK(separation == 1 || error < 1e-7); /* summing 26 more boxes directly is expensive */
    }
}

TEST(depth)
{
    static const bool none[MAX_SETTINGS] = {false};
    set_problem(10, 1);
    CHECK(propose(1e-5, none) == OK && strstr(words, "DEPTH=5"));
    problem.n = 8000000;
    CHECK(propose(1e-5, none) == OK && strstr(words, "DEPTH=6"));
    problem.n = 1;
    CHECK(propose(1e-5, none) == OK && strstr(words, "DEPTH=2"));
}

TEST(requested)
{
    const bool order[MAX_SETTINGS] = {[ORDER] = true}, separation[MAX_SETTINGS] = {[SEPARATION] = true};
    set_problem(3, 1);
    CHECK(propose(1e-9, order) == OK && fmm_order(&problem) == 3); /* too low in both cases: the better one */
    CHECK(fmm_separation(&problem) == 2 && strstr(words, "; of this order errors are usually 0.0006"));
    set_problem(8, 1);
    CHECK(propose(1e-6, order) == OK && fmm_separation(&problem) == 2 && !strstr(words, "usually"));
    CHECK(propose(1e-4, order) == OK && fmm_separation(&problem) == 1);
    set_problem(3, 2);
    CHECK(propose(1e-2, separation) == OK && fmm_separation(&problem) == 2 && fmm_order(&problem) == 2);
    set_problem(3, 1);
    CHECK(propose(1e-12, separation) == INVALID && strstr(fault.text, "order 20"));
}

/* ---- structures with clusters ---- */

enum { LUMP_CHARGES = 20300 };
static struct mm_float4 atom[LUMP_CHARGES];

/* Two adjacent clusters of equally many charges: a cube, and one that is so many times smaller. */
static void propose_for_clusters(double smaller, double between)
{
    for (uint64_t i = 0; i < LUMP_CHARGES; i++) {
        const bool second = i >= LUMP_CHARGES / 2;
        const double side = second ? 100 / smaller : 100;
        atom[i] =
            (struct mm_float4){(float)(second * between + side * job_uniform(1, i)), (float)(side * job_uniform(2, i)),
                               (float)(side * job_uniform(3, i)), i % 2 ? 1 : -1};
    }
    set_problem(10, 1);
    problem.n = problem.inputs.atoms = LUMP_CHARGES;
    problem.inputs.atom = atom;
    solve_remark(&problem, words);
}

TEST(clusters)
{
    propose_for_clusters(500, 150);
    CHECK_TEXT(words,
               "charges lie in lumps: 10150 of 20300 in one of 16^3 boxes (DEPTH=4); --bench direct should be faster");
    propose_for_clusters(1, 100); /* one box, filled evenly; and two separate ones */
    CHECK_TEXT(words, "");
    propose_for_clusters(1, 200);
    CHECK_TEXT(words, "");
    propose_for_clusters(2, 200);
    CHECK_TEXT(words, "");
    propose_for_clusters(500, 150);
    problem.inputs.setting[BOUNDARY] = BOUNDARY_periodic; /* which has no direct sum */
    solve_remark(&problem, words);
    CHECK_TEXT(words, "");
    set_problem(10, 1); /* nothing is reported for generated charges */
    solve_remark(&problem, words);
    CHECK_TEXT(words, "");
}
