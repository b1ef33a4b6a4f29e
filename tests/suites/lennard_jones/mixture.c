/* Forces and energy of a mixture of ten types compared with another program's, OpenMM's Reference platform, which
 * computes in double precision (mixture/make.py). The kernels' forces are compared with the same ones, through the
 * suite's own verification: mixture.sh. */
#include "suites/lennard_jones/force.h"
#include "suites/molecules/structure.h"
#include "tests/check.h"

#include <stdlib.h>

enum { ATOMS = 125, PITCH = 128, RULES = 2 };
#define FOLDER "tests/suites/lennard_jones/mixture/mixture."

static struct structure structure;
static struct elements elements;
static struct problem problem = {.n = ATOMS, .inputs.setting = {[CUTOFF] = 9, [MINIMUM] = 2.5}};
static double energy[RULES], theirs[RULES][ATOMS][3];
static float coordinate[3 * PITCH];

static const char *path_of(const char *suffix)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/" FOLDER "%s", getenv("SOURCE_DIR"), suffix);
    return path;
}

static void free_all(void)
{
    structure_free(&structure);
    elements_free(&elements);
}

TEST(files)
{
    const struct structure_needs needs = {.elements = &elements, .box = true};
    atexit(free_all);
    CHECK_OK(elements_read(path_of("elements"), &elements, &caught));
    CHECK_OK(structure_read(path_of("xyz"), ATOMS, needs, &structure, &caught));
    CHECK(structure.atoms == ATOMS && structure.types == 10);
    struct inputs *inputs = &problem.inputs;
    inputs->atom = structure.atom;
    inputs->atoms = structure.atoms;
    inputs->atom_type = structure.atom_type;
    inputs->types = structure.types;
    memcpy(inputs->type, structure.type, sizeof structure.type);
    memcpy(inputs->box, structure.box, sizeof structure.box);

    FILE *file = fopen(path_of("forces"), "r");
    char line[256];
    CHECK(file && fgets(line, sizeof line, file) && strstr(line, "OpenMM"));
    CHECK(fscanf(file, "%lf %lf", &energy[0], &energy[1]) == RULES);
    for (size_t i = 0; i < ATOMS; i++)
        for (size_t rule = 0; rule < RULES; rule++)
            for (size_t d = 0; d < 3; d++)
                CHECK(fscanf(file, "%lf", &theirs[rule][i][d]) == 1);
    fclose(file);
}

/* All of an atom's pairs by the formula, with which every kernel's sum is compared. */
static void compare(size_t rule, struct near_index *near)
{
    static const struct compute_device device;
    const struct job job = {.problem = &problem, .device = &device, .n = ATOMS};
    problem.inputs.setting[MIXING] = rule == 0 ? MIXING_LORENTZ_BERTHELOT : MIXING_GEOMETRIC;
    const struct lj_table table = lj_table(&job, (struct lj_choice){.method = METHOD_analytic, .size = 256}, NULL);
    double largest = 0, sum = 0;
    lj_place(&problem, false, coordinate);
    lj_near_coordinates(near, &table.system, lj_force_reach(&table), coordinate);
    for (uint64_t i = 0; i < ATOMS; i++) {
        double formula[3];
        const struct lj_force force = lj_force_expected(&table, &problem, near, coordinate, i, formula);
        largest = fmax(largest, force.magnitude);
        for (uint64_t d = 0; d < 3; d++) {
            CHECK_NEAR(formula[d], theirs[rule][i][d], 1e-9 * force.magnitude);
            CHECK_NEAR(force.value[d], theirs[rule][i][d], force.slack + 1e-9 * force.magnitude);
        }
        for (uint64_t j = 0; j < i; j++) {
            double vector[3];
            const double r = lj_distance(&table.system, coordinate, i, j, vector);
            const size_t row = structure.atom_type[i] * structure.types + structure.atom_type[j];
            sum += r < 9 ? lj_energy(lj_pair_of(&table.system, row), r) : 0;
        }
    }
    CHECK(largest > 1); /* atoms that repel each other */
    CHECK_NEAR(sum, energy[rule], 1e-9 * fabs(sum));
}

TEST(forces)
{
    struct near_index *near = allocate(near_bytes(ATOMS));
    for (size_t rule = 0; rule < RULES; rule++)
        compare(rule, near);
    free(near);
}
