/* Charges of a structure in the unit cube. */
#include "suites/fmm/particles.h"

#include "tests/check.h"

enum { ATOMS = 4 };
static struct mm_float4 atom[ATOMS], charge[ATOMS];
static struct problem problem;
static struct fault fault;

static void set_problem(int boundary, const double box[3])
{
    static const struct mm_float4 atoms[ATOMS] = {{-1, 2, 3, 1}, {3, 2, 3, -1}, {1, 4, 4, 0.5f}, {1, 2, 9, -0.5f}};
    memcpy(atom, atoms, sizeof atom);
    problem = (struct problem){.bench = &fmm_solve, .n = ATOMS, .inputs = {.atom = atom, .atoms = ATOMS}};
    problem.inputs.setting[BOUNDARY] = boundary;
    memcpy(problem.inputs.box, box, sizeof problem.inputs.box);
}

static bool is_at(size_t i, double x, double y, double z)
{
    return (double)charge[i].x == x && (double)charge[i].y == y && (double)charge[i].z == z && charge[i].w == atom[i].w;
}

/* The smallest cube begins at the atoms' lower corner, and its last place belongs to it. */
TEST(open)
{
    set_problem(BOUNDARY_open, (const double[3]){0});
    fmm_place_structure(&problem.inputs, charge);
    CHECK(is_at(0, 0, 0, 0));
    CHECK((double)charge[1].x == rint(4 / 6. * 0x1p24) * 0x1p-24 && charge[1].y == 0);
    CHECK((double)charge[3].z == 1 - 0x1p-24);
    CHECK(fmm_check_structure(&problem, &fault) == OK);
}

TEST(one_place)
{
    set_problem(BOUNDARY_open, (const double[3]){0});
    for (size_t i = 1; i < ATOMS; i++)
        atom[i] = atom[0];
    fmm_place_structure(&problem.inputs, charge);
    CHECK(is_at(0, 0, 0, 0) && is_at(3, 0, 0, 0));
}

TEST(periodic)
{
    set_problem(BOUNDARY_periodic, (const double[3]){8, 8, 8});
    CHECK(fmm_check_structure(&problem, &fault) == OK);
    fmm_place_structure(&problem.inputs, charge);
    CHECK(is_at(0, 7 / 8., 2 / 8., 3 / 8.)); /* wrapped */
    CHECK(is_at(3, 1 / 8., 2 / 8., 1 / 8.));
    atom[0].x = -1e-9f;
    fmm_place_structure(&problem.inputs, charge);
    CHECK(charge[0].x == 0); /* all but on the face */
}

static void check_refused(const char *words)
{
    fault = (struct fault){0};
    CHECK(fmm_check_structure(&problem, &fault) == INVALID && strstr(fault.text, words));
}

TEST(refusals)
{
    set_problem(BOUNDARY_periodic, (const double[3]){0});
    check_refused("no box");
    set_problem(BOUNDARY_periodic, (const double[3]){8, 8, 8.1});
    check_refused("is no cube");
    set_problem(BOUNDARY_periodic, (const double[3]){8, 8, 8});
    atom[0].w = 2;
    check_refused("add up to 1,");
    problem.inputs.setting[BOUNDARY] = BOUNDARY_open;
    CHECK(fmm_check_structure(&problem, &fault) == OK);
}
