/* Atoms of suites coulomb and cutoff made from a seed: numbers, places, charges. */
#include "suites/molecules/atoms.c"

#include "tests/check.h"

enum { MOST = 1 << 18 };
static struct mm_float4 atom[MOST], again[MOST];

static size_t make(enum workload workload, double density, const double side[3], uint64_t seed)
{
    size_t count = atoms_make(workload, density, side, seed, atom, MOST);
    CHECK(count == atoms_make(workload, density, side, seed, NULL, SIZE_MAX));
    return count;
}

TEST(all)
{
    static const double sides[][3] = {{100, 100, 100}, {37, 50.5, 81.25}};
    for (enum workload workload = 0; workload < WORKLOADS; workload++)
        for (size_t s = 0; s < 2; s++) {
            const double *side = sides[s], share = workload == WORKLOAD_surface ? pi / 6 : 1;
            const double volume = share * side[0] * side[1] * side[2];
            size_t count = make(workload, 0.1, side, 1), negative = 0;
            CHECK_NEAR((double)count, 0.1 * volume, 0.01 * 0.1 * volume);
            for (size_t a = 0; a < count; a++) {
                CHECK(atom[a].x >= 0 && atom[a].y >= 0 && atom[a].z >= 0);
                CHECK(atom[a].x < side[0] && atom[a].y < side[1] && atom[a].z < side[2]);
                CHECK(fabsf(atom[a].w) <= 1 && atom[a].w != 0);
                negative += atom[a].w < 0;
            }
            CHECK_NEAR((double)negative / (double)count, workload == WORKLOAD_water ? 1. / 3 : 0.5, 0.01);
            /* the same again, also of fewer; not with another seed */
            CHECK(atoms_make(workload, 0.1, side, 1, again, 1000) == 1000);
            CHECK(!memcmp(atom, again, 1000 * sizeof *atom));
            atoms_make(workload, 0.1, side, 2, again, 1000);
            CHECK(memcmp(&atom[0], &again[0], sizeof *atom) && memcmp(&atom[999], &again[999], sizeof *atom));
        }
    for (enum workload workload = 0; workload < WORKLOADS; workload++) /* too small for most molecules, or any */
        CHECK(make(workload, 0.1, (double[]){1, 0.5, 0.25}, 1) <= 1);
}

/* How many atoms are equal to an atom, on average; and the largest factor by which that may count. */
TEST(alike)
{
    struct mm_float4 some[] = {{1, 2, 3, 1}, {4, 5, 6, 1}, {1, 2, 3, 1}, {1, 2, 3, -1}, {1, 2, 3, 1}};
    CHECK(atoms_divide(0.5f, some, 0).alike == 1);
    const struct atom_counts counts = atoms_divide(0.5f, some, 5), all = {.alike = 100};
    CHECK(counts.all == 5 && counts.alike == (9 + 1 + 1) / 5.);
    CHECK_NEAR(atoms_in_step(&counts, 100), sqrt(2.2), 1e-12);
    CHECK(atoms_in_step(&all, 100) == 10 && atoms_in_step(&all, 5) == 5 && atoms_in_step(&all, 0.5) == 1);
    const size_t count = make(WORKLOAD_water, 0.1, (double[]){100, 100, 100}, 1);
    CHECK(atoms_divide(0.5f, atom, count).alike == 1);
}

/* Every cell of the lattice has its atom, anywhere in it; truncated cells may lack theirs. */
TEST(lattice)
{
    static unsigned char taken[13][15][10];
    CHECK(make(WORKLOAD_lattice, 0.125, (double[]){20, 30, 26}, 3) == 10 * 15 * 13);
    double sum = 0;
    for (size_t a = 0; a < 10 * 15 * 13; a++) {
        CHECK(!taken[(int)atom[a].z / 2][(int)atom[a].y / 2][(int)atom[a].x / 2]++);
        sum += fmod(atom[a].x, 2);
    }
    CHECK_NEAR(sum / (10 * 15 * 13), 1, 0.05);
    size_t cut = make(WORKLOAD_lattice, 0.125, (double[]){20, 30, 25}, 3);
    CHECK(cut > 10 * 15 * 12 && cut < 10 * 15 * 13);
}

/* How unevenly atoms are spread: variance over mean of the numbers in bins of 4 A; and the fullest bin. */
static double spread_of(enum workload workload, int *fullest)
{
    static int count[25][25][25];
    size_t atoms = make(workload, 0.1, (double[]){100, 100, 100}, 5);
    double mean = (double)atoms / (25 * 25 * 25), squares = 0;
    memset(count, 0, sizeof count);
    for (size_t a = 0; a < atoms; a++)
        count[(int)(atom[a].z / 4)][(int)(atom[a].y / 4)][(int)(atom[a].x / 4)]++;
    *fullest = 0;
    for (const int *bin = &count[0][0][0]; bin < &count[0][0][0] + 25 * 25 * 25; bin++) {
        squares += (*bin - mean) * (*bin - mean);
        *fullest = *bin > *fullest ? *bin : *fullest;
    }
    return squares / (25 * 25 * 25) / mean;
}

TEST(spread)
{
    int fullest[WORKLOADS];
    double lattice = spread_of(WORKLOAD_lattice, &fullest[WORKLOAD_lattice]);
    double poisson = spread_of(WORKLOAD_poisson, &fullest[WORKLOAD_poisson]);
    double water = spread_of(WORKLOAD_water, &fullest[WORKLOAD_water]);
    double clustered = spread_of(WORKLOAD_clustered, &fullest[WORKLOAD_clustered]);
    CHECK(lattice < 0.6 && fullest[WORKLOAD_lattice] < 18);
    CHECK_NEAR(poisson, 1, 0.05);
    CHECK(water > 1.1 * lattice && water < 3); /* three at a time */
    CHECK(clustered > 3 && fullest[WORKLOAD_clustered] > 30);
}

/* A droplet is as dense as the lattice, has no atom outside, and reaches all faces. */
TEST(surface)
{
    const double side[] = {100, 60, 80};
    size_t count = make(WORKLOAD_surface, 0.1, side, 5), inner = 0;
    double least = 1, most = 0;
    CHECK_NEAR((double)count, 0.1 * pi / 6 * 100 * 60 * 80, 300);
    for (size_t a = 0; a < count; a++) {
        const double x = atom[a].x / 50. - 1, y = atom[a].y / 30. - 1, z = atom[a].z / 40. - 1;
        const double squares = x * x + y * y + z * z;
        CHECK(squares < 1 + 1e-5);
        inner += squares < 0.25;
        least = fmin(least, y);
        most = fmax(most, y);
    }
    CHECK_NEAR((double)inner / (double)count, 0.125, 0.01);
    CHECK(least < -0.9 && most > 0.9);
}

static double distance(struct mm_float4 a, struct mm_float4 b)
{
    double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

TEST(water)
{
    size_t count = make(WORKLOAD_water, 0.1, (double[]){100, 100, 100}, 9), tilted[3] = {0};
    CHECK(count % 3 == 0);
    for (size_t a = 0; a < count; a += 3) {
        const struct mm_float4 *molecule = &atom[a];
        CHECK(molecule[0].w == -0.834f && molecule[1].w == 0.417f && molecule[2].w == 0.417f);
        CHECK_NEAR(distance(molecule[0], molecule[1]), 0.9572, 3e-5);
        CHECK_NEAR(distance(molecule[0], molecule[2]), 0.9572, 3e-5);
        CHECK_NEAR(distance(molecule[1], molecule[2]), 2 * 0.9572 * sin(0.5 * 104.52 * pi / 180), 3e-5);
        tilted[0] += molecule[1].x > molecule[0].x;
        tilted[1] += molecule[1].y > molecule[0].y;
        tilted[2] += molecule[1].z > molecule[0].z;
    }
    for (int d = 0; d < 3; d++)
        CHECK_NEAR((double)tilted[d] / ((double)count / 3), 0.5, 0.02);
}

TEST(on_point)
{
    const struct {
        struct mm_float4 atom;
        bool on;
    } cases[] = {
        {{0, 0, 0, 1}, true},           {{3.5f, 100, 0.5f, 1}, true},
        {{-2, -0.5f, 7, 1}, true},      {{5e-7f, 5e-7f, 5e-7f, 1}, true},
        {{1e-6f, 1e-6f, 0, 1}, false},  {{3.5f, 100, 0.25f, 1}, false},
        {{3.5f, 0.3f, 0.5f, 1}, false}, {{nextafterf(50, 0), 50, 50, 1}, false},
        {{-2, -0.5f, 7.1f, 1}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(atom_on_point(0.5f, cases[i].atom) == cases[i].on);
}
