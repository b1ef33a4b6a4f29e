/* The particles of suite lennard_jones: places, types, box, and their matrices. */
#include "suites/lennard_jones/table.h"

#include "tests/check.h"

enum { MOST = 1000, MOST_PITCH = 1024 };
static struct problem problem;
static float coordinate[3 * MOST_PITCH], again[3 * MOST_PITCH];

static struct lj_system set_problem(uint64_t n, uint64_t seed, double density)
{
    problem = (struct problem){.n = n, .seed = seed};
    problem.inputs = (struct inputs){
        .setting = {
            [DENSITY] = density, [CUTOFF] = 12, [MINIMUM] = 3.07, [KINDS] = 1, [INSIDE] = 1, [TEMPERATURE] = 90}};
    return lj_system(&problem);
}

/* ---- places ---- */

TEST(places)
{
    static const uint64_t sizes[] = {1, 2, 33, 1000};
    static const double densities[] = {0.0214, 1e-6, 10};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t k = 0; k < sizeof densities / sizeof *densities; k++)
            for (int awkward = 0; awkward < 2; awkward++) {
                const struct lj_system system = set_problem(sizes[s], 1, densities[k]);
                const double volume = (double)system.side[0] * (double)system.side[1] * (double)system.side[2];
                CHECK(system.pitch % 32 == 0 && system.pitch >= system.n && system.pitch < system.n + 32);
                CHECK_NEAR((double)system.n / volume, densities[k], 1e-6 * densities[k]);
                memset(coordinate, 255, sizeof coordinate);
                lj_place(&problem, awkward, coordinate);
                for (uint64_t d = 0; d < 3; d++) {
                    double sum = 0;
                    for (uint64_t i = 0; i < system.pitch; i++) {
                        const float place = coordinate[d * system.pitch + i];
                        CHECK(i < system.n ? place >= 0 && place < system.side[d] : place == 0);
                        sum += (double)place;
                    }
                    if (system.n >= 33) /* they fill the box */
                        CHECK_NEAR(sum / (double)system.n / (double)system.side[d], 0.5, 0.12);
                }
            }
}

TEST(seed)
{
    const struct lj_system system = set_problem(33, 5, 0.0214);
    const size_t bytes = 3 * system.pitch * sizeof *coordinate;
    lj_place(&problem, false, coordinate);
    lj_place(&problem, false, again);
    CHECK(!memcmp(coordinate, again, bytes));
    CHECK(coordinate[0] != coordinate[system.pitch] && coordinate[0] != coordinate[2 * system.pitch]);
    problem.seed = 6;
    lj_place(&problem, false, again);
    for (uint64_t d = 0; d < 3; d++)
        for (uint64_t i = 0; i < system.n; i++)
            CHECK(coordinate[d * system.pitch + i] != again[d * system.pitch + i]);
}

/* No pair is much closer than neighbours in the lattice, whose cells are full here. */
TEST(apart_enough)
{
    for (uint64_t cells = 3; cells <= 5; cells += 2) {
        const struct lj_system system = set_problem(4 * cells * cells * cells, cells, 0.0214);
        const double neighbours = (double)system.side[0] / (double)cells * sqrt(0.5);
        double vector[3], nearest = 1e9;
        lj_place(&problem, false, coordinate);
        for (uint64_t i = 0; i < system.n; i++)
            for (uint64_t j = 0; j < i; j++)
                nearest = fmin(nearest, lj_distance(&system, coordinate, i, j, vector));
        CHECK(nearest >= 0.8 * neighbours && nearest < 0.95 * neighbours);
    }
}

/* The first particles: at one place, in a corner, half a box away, at the far faces. */
TEST(special_places)
{
    const struct lj_system system = set_problem(33, 1, 0.0214);
    double vector[3];
    lj_place(&problem, false, again);
    lj_place(&problem, true, coordinate);
    CHECK(lj_distance(&system, coordinate, 0, 1, vector) == 0);
    for (uint64_t d = 0; d < 3; d++) {
        const float *place = coordinate + d * system.pitch;
        CHECK(place[2] == 0 && place[3] == system.side[d] / 2);
        CHECK(!memcmp(place + 6, again + d * system.pitch + 6, 27 * sizeof *place));
    }
    CHECK_NEAR(lj_distance(&system, coordinate, 2, 3, vector), (double)system.side[0] * sqrt(0.75), 1e-6);
    CHECK(lj_distance(&system, coordinate, 2, 4, vector) < 0.02 * (double)system.side[0]); /* across the faces */
}

/* All differences of two places are exact in float, also minus a side; those of frozen particles are multiples of half
 * a cell. */
TEST(grid)
{
    static const uint64_t sizes[] = {1, 2, 33, 96, 500, 1000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int box = BOX_periodic; box <= BOX_oblong; box++)
            for (int temperature = 0; temperature <= 90; temperature += 90) {
                set_problem(sizes[s], 1, 0.0214);
                problem.inputs.setting[BOX] = box;
                problem.inputs.setting[TEMPERATURE] = temperature;
                const struct lj_system system = lj_system(&problem);
                lj_place(&problem, temperature > 0, coordinate);
                for (uint64_t d = 0; d < 3; d++)
                    for (uint64_t i = 0; i < system.n; i++)
                        for (uint64_t j = 0; j < system.n; j += 7) {
                            const float *place = coordinate + d * system.pitch, side = system.side[d];
                            const double away = (double)place[i] - (double)place[j];
                            CHECK((double)(float)away == away);
                            CHECK((double)(float)(away - (double)side) == away - (double)side);
                        }
            }
}

/* Three different sides, with the same volume; at 0 K the places of a lattice, symmetric about each. */
TEST(oblong)
{
    set_problem(480, 1, 0.0214);
    problem.inputs.setting[BOX] = BOX_oblong;
    struct lj_system system = lj_system(&problem);
    const double side[] = {(double)system.side[0], (double)system.side[1], (double)system.side[2]};
    CHECK(system.periodic && side[1] > 1.2 * side[0] && side[2] > 1.2 * side[1]);
    CHECK_NEAR(480 / side[0] / side[1] / side[2], 0.0214, 1e-7);
    lj_place(&problem, false, coordinate);
    for (uint64_t d = 0; d < 3; d++) {
        const float *place = coordinate + d * system.pitch;
        int count[4] = {0};
        for (uint64_t i = 0; i < system.n; i++) {
            CHECK(place[i] >= 0 && place[i] < system.side[d]);
            count[(int)(4 * place[i] / system.side[d])]++;
        }
        for (int k = 0; k < 4; k++) /* they fill it */
            CHECK(count[k] >= 60 && count[k] <= 180);
    }
    problem.inputs.setting[TEMPERATURE] = 0;
    problem.inputs.setting[CUTOFF] = 11;
    system = lj_system(&problem);
    CHECK(system.balanced);
    lj_place(&problem, true, coordinate);
    for (uint64_t d = 0; d < 3; d++) {
        const double cell = (double)system.side[d] / (double)(d + 4);
        for (uint64_t i = 0; i < system.n; i++) {
            const double halves = (double)coordinate[d * system.pitch + i] / cell * 2;
            CHECK_NEAR(halves, rint(halves), 1e-12);
        }
    }
}

/* ---- distances ---- */

static void check_separate(const struct lj_system *system)
{
    for (uint64_t i = 0; i < system->n; i++)
        for (uint64_t j = 0; j < system->n; j++) {
            double there[3], back[3], square = 0;
            const double r = lj_distance(system, coordinate, i, j, there);
            CHECK(lj_distance(system, coordinate, j, i, back) == r);
            for (uint64_t d = 0; d < 3; d++) {
                const float *place = coordinate + d * system->pitch;
                const double side = (double)system->side[d], away = (double)place[i] - (double)place[j];
                const double images = (away - there[d]) / side;
                CHECK(there[d] == -back[d]);
                CHECK(system->periodic ? fabs(there[d]) <= side * (0.5 + 1e-12) : there[d] == away);
                CHECK_NEAR(images, rint(images), 1e-12);
                square += there[d] * there[d];
            }
            CHECK_NEAR(r, sqrt(square), 1e-12 * r);
        }
}

TEST(separation)
{
    for (int box = BOX_periodic; box <= BOX_oblong; box++) {
        set_problem(33, 1, 0.0214);
        problem.inputs.setting[BOX] = box;
        const struct lj_system system = lj_system(&problem);
        CHECK(system.periodic == (box != BOX_open));
        lj_place(&problem, true, coordinate);
        check_separate(&system);
    }
}

/* ---- matrices ---- */

static float r[MOST * MOST_PITCH], slope[MOST * MOST_PITCH];

/* The number of pairs within the cutoff, all of them in `counts`. */
static double check_matrix(const struct job *job, bool awkward)
{
    const struct lj_system system = lj_system(&problem);
    uint64_t inside = 0, below = 0;
    lj_place(&problem, false, coordinate);
    memset(r, 255, sizeof r);
    const struct lj_counts counts = lj_fill_distances(job, awkward ? MATRIX_AWKWARD : lj_matrix(job), coordinate, r);
    for (uint64_t y = 0; y < system.n; y++)
        for (uint64_t x = 0; x < system.pitch; x++) {
            const float at = r[y * system.pitch + x];
            if (x >= system.n || x == y) {
                CHECK(at == (x == y ? 0 : LJ_BEYOND));
                continue;
            }
            CHECK(at >= 0 && at == r[x * system.pitch + y]);
            inside += at < system.cutoff;
            below += at < system.minimum;
        }
    CHECK(counts.inside == inside && counts.below == below);
    return (double)inside / (double)(system.n * (system.n - 1));
}

TEST(matrices)
{
    static const double shares[] = {0, 0.3, 0.75, 1};
    const struct lj_system system = set_problem(200, 1, 0.0214);
    const struct job job = {.problem = &problem, .n = 200, .seed = 1};
    double vector[3];
    check_matrix(&job, true);
    for (int special = 0; special < 3; special++) { /* the table's beginning, the cutoff, and distance 0 */
        const float wanted[] = {system.minimum, system.cutoff, 0};
        bool found = false;
        for (uint64_t x = 1; x < system.n; x++)
            found = found || r[x] == wanted[special];
        CHECK(found);
    }
    check_matrix(&job, false);
    for (uint64_t x = 1; x < system.n; x++)
        CHECK(r[x] == (float)lj_distance(&system, coordinate, 0, x, vector));
    for (int matrix = MATRIX_random; matrix <= MATRIX_coherent; matrix++)
        for (size_t s = 0; s < sizeof shares / sizeof *shares; s++) {
            set_problem(1000, 1, 0.0214);
            problem.inputs.setting[MATRIX] = matrix;
            problem.inputs.setting[INSIDE] = shares[s];
            const struct job larger = {.problem = &problem, .n = 1000, .seed = 1};
            const double inside = check_matrix(&larger, false);
            CHECK_NEAR(inside, shares[s], 0.01 * (shares[s] > 0 && shares[s] < 1));
            for (size_t i = 0; i < 1000 * MOST_PITCH; i++)
                CHECK(r[i] == 0 || r[i] == LJ_BEYOND || (r[i] >= 3.07f && r[i] <= 24));
        }
    CHECK_NEAR((double)(r[1027] - r[1026]), (12 - 3.07) / 1000, 1e-5); /* coherent, all inside */
    CHECK_NEAR((double)r[998 * 1024 + 999], 3.07 + (12 - 3.07) * 997 / 1000, 1e-5);
}

TEST(derivatives)
{
    set_problem(150, 1, 0.0214);
    problem.inputs.setting[KINDS] = 3;
    const struct lj_system system = lj_system(&problem);
    const struct job job = {.problem = &problem, .n = 150, .seed = 1};
    int type[MOST_PITCH];
    check_matrix(&job, true);
    lj_fill_derivatives(&job, r, slope);
    lj_assign_types(&problem, type);
    for (uint64_t y = 0; y < system.n; y++)
        for (uint64_t x = 0; x < system.pitch; x++) {
            const uint64_t at = y * system.pitch + x;
            const struct lj_pair pair = lj_pair_of(&system, (size_t)type[y] * 3 + (size_t)type[x]);
            const bool none = x == y || x >= system.n || r[at] >= system.cutoff;
            CHECK(slope[at] == (none ? 0 : (float)lj_derivative(pair, (double)r[at])));
        }
}

/* ---- types ---- */

static void check_mixing(const struct lj_system *system, bool geometric)
{
    for (size_t y = 0; y < system->types; y++)
        for (size_t x = 0; x < system->types; x++) {
            const struct lj_pair a = lj_pair_of(system, y * system->types + y),
                                 b = lj_pair_of(system, x * system->types + x),
                                 pair = lj_pair_of(system, y * system->types + x);
            const double sigma = geometric ? sqrt(a.sigma * b.sigma) : 0.5 * (a.sigma + b.sigma);
            CHECK_NEAR(pair.sigma, sigma, 1e-14 * sigma);
            CHECK_NEAR(pair.epsilon, sqrt(a.epsilon * b.epsilon), 1e-14 * a.epsilon);
            CHECK(pair.sigma == lj_pair_of(system, x * system->types + y).sigma);
            CHECK(pair.epsilon == lj_pair_of(system, x * system->types + y).epsilon);
            CHECK(x == y || a.sigma != b.sigma);
        }
}

TEST(types)
{
    char lines[MAX_LINES];
    for (int types = 1; types <= MAX_ATOM_TYPES; types++)
        for (int mixing = MIXING_LORENTZ_BERTHELOT; mixing <= MIXING_GEOMETRIC; mixing++) {
            int type[MOST_PITCH], count[MAX_ATOM_TYPES] = {0};
            set_problem(MOST, 1, 0.0214);
            problem.inputs.setting[KINDS] = types;
            problem.inputs.setting[MIXING] = mixing;
            const struct lj_system system = lj_system(&problem);
            CHECK(system.types == (size_t)types && lj_types(&problem) == (size_t)types);
            CHECK_NEAR(lj_pair_of(&system, 0).sigma, 3.41, 0);
            CHECK_NEAR(lj_pair_of(&system, 0).epsilon, 0.2381, 1e-4);
            check_mixing(&system, mixing == MIXING_GEOMETRIC);
            lj_assign_types(&problem, type);
            for (int i = 0; i < MOST_PITCH; i++) {
                CHECK(type[i] >= 0 && type[i] < (i < MOST ? types : 1));
                CHECK(i >= MOST || type[i] == lj_type(&problem, system.types, (uint64_t)i));
                count[type[i]] += i < MOST;
            }
            for (int t = 0; t < types; t++) {
                const double even = (double)MOST / types;
                CHECK_NEAR(count[t], even, 0.25 * even + 3.5 * sqrt(even));
                CHECK(system.mass[t] > 10 && system.mass[t] < 100);
            }
        }
    lj_define(&(struct config){.problem = &problem}, lines);
    CHECK_TEXT(lines, "#define TYPES 64\n#define TABLE_ROWS 4096\n#define PERIODIC 1\n");
}

/* ---- structures ---- */

static const struct mm_float4 atoms[] = {{-1, 2, 3, 0}, {4, 2.5f, 9, 0}, {11.5f, 2, 4, 0}, {-0.5f, 6, 20, 0}};
static const uint8_t atom_types[] = {1, 0, 1, 1};

static struct lj_system use_structure(double x, double y, double z)
{
    set_problem(4, 1, 0.0214);
    problem.inputs.setting[KINDS] = 5; /* of the generated ones */
    problem.inputs.atom = atoms;
    problem.inputs.atoms = 4;
    problem.inputs.atom_type = atom_types;
    problem.inputs.types = 2;
    problem.inputs.type[0] = (struct atom_type){"Ar", 3.4, 0.24, 40};
    problem.inputs.type[1] = (struct atom_type){"Xe", 4.1, 0.43, 131};
    problem.inputs.box[0] = x;
    problem.inputs.box[1] = y;
    problem.inputs.box[2] = z;
    memset(coordinate, 255, sizeof coordinate);
    lj_place(&problem, false, coordinate);
    return lj_system(&problem);
}

static void check_structure(const struct lj_system *system, const char *periodic)
{
    static const float least[] = {-1, 2, 3};
    int type[32];
    char lines[MAX_LINES];
    CHECK(system->n == 4 && system->pitch == 32 && system->types == 2);
    CHECK(system->mass[0] == 40 && system->mass[1] == 131);
    CHECK(lj_pair_of(system, 0).sigma == 3.4 && lj_pair_of(system, 3).epsilon == 0.43);
    check_mixing(system, false);
    lj_assign_types(&problem, type);
    for (uint64_t i = 0; i < 4; i++) {
        const float given[] = {atoms[i].x, atoms[i].y, atoms[i].z};
        CHECK(type[i] == atom_types[i]);
        for (uint64_t d = 0; d < 3; d++) {
            const double place = (double)coordinate[d * 32 + i], side = (double)system->side[d];
            const double moved = ((double)given[d] - (double)least[d] - place) / side;
            CHECK(system->periodic ? place >= 0 && place < side : moved == 0);
            CHECK_NEAR(moved, rint(moved), 1e-6);
        }
    }
    for (uint64_t i = 4; i < 32; i++)
        CHECK(type[i] == 0 && coordinate[i] == 0);
    lj_define(&(struct config){.problem = &problem}, lines);
    CHECK_TEXT(lines, periodic);
}

/* In any mixture, a type without a depth has no forces, and no sigma of 0. */
TEST(no_sigma)
{
    use_structure(0, 0, 0);
    problem.inputs.type[1] = (struct atom_type){"HW", 0, 0, 1};
    for (int mixing = MIXING_LORENTZ_BERTHELOT; mixing <= MIXING_GEOMETRIC; mixing++) {
        struct mm_float2 coefficient[4];
        problem.inputs.setting[MIXING] = mixing;
        const struct lj_system system = lj_system(&problem);
        lj_fill_coefficients(&system, coefficient);
        CHECK(lj_pair_of(&system, 0).sigma == 3.4 && coefficient[0].y > 0);
        for (size_t i = 1; i < 4; i++)
            CHECK(lj_pair_of(&system, i).sigma > 0 && coefficient[i].x > 0 && coefficient[i].y == 0);
    }
}

TEST(structures)
{
    struct lj_system system = use_structure(10, 12.5, 15);
    CHECK(system.periodic && system.side[0] == 10 && system.side[1] == 12.5f && system.side[2] == 15);
    check_structure(&system, "#define TYPES 2\n#define TABLE_ROWS 4\n#define PERIODIC 1\n");
    check_separate(&system);
    CHECK(coordinate[2] == 2.5f);             /* into the box */
    problem.inputs.setting[BOX] = BOX_oblong; /* the file's own */
    system = lj_system(&problem);
    check_structure(&system, "#define TYPES 2\n#define TABLE_ROWS 4\n#define PERIODIC 1\n");
    CHECK(system.side[0] == 10 && system.side[2] == 15 && system.grid[0] == 0 && lj_slack(&system, 0) > 45 * 0x1p-25);
    problem.inputs.setting[BOX] = BOX_open;
    lj_place(&problem, false, coordinate);
    system = lj_system(&problem);
    CHECK(!system.periodic);
    check_structure(&system, "#define TYPES 2\n#define TABLE_ROWS 4\n#define PERIODIC 0\n");
    system = use_structure(0, 0, 0);
    CHECK(!system.periodic && system.side[0] == 12.5f && system.side[1] == 4 && system.side[2] == 17);
    check_structure(&system, "#define TYPES 2\n#define TABLE_ROWS 4\n#define PERIODIC 0\n");
    check_separate(&system);
}

/* A place that would be rounded up to the box's side is moved to the opposite face. */
TEST(face)
{
    const struct mm_float4 two[] = {{-9.2e-7f, 0, 0, 0}, {nextafterf(10, 0), 5, 5, 0}};
    use_structure(10, 12.5, 15);
    problem.n = problem.inputs.atoms = 2;
    problem.inputs.atom = two;
    lj_place(&problem, false, coordinate);
    CHECK(coordinate[0] == 0 && coordinate[1] == 0);
}
