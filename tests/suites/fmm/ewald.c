/* Ewald's sum against Madelung's constants and itself, and sums over the lattice against it. */
#include "suites/fmm/solve/ewald.h"

#include "tests/suites/fmm/expansions.h"

static const double pi = 3.14159265358979323846;

enum { COUNT = 24, SIDE = 4 };

static double random_share(uint64_t i)
{
    return job_uniform(7, i);
}

/* Neutral charges within this distance of the cube's centre, with a dipole. */
static void fill(double within, struct mm_float4 charge[COUNT])
{
    for (uint64_t i = 0; i < COUNT; i++) {
        const double shift = i % 2 ? 0 : 0.2 * within;
        charge[i] =
            (struct mm_float4){(float)(0.5 + within * (2 * random_share(4 * i) - 1) * 0.8 + shift),
                               (float)(0.5 + within * (2 * random_share(4 * i + 1) - 1)),
                               (float)(0.5 + within * (2 * random_share(4 * i + 2) - 1) * 0.8 - shift), i % 2 ? -1 : 1};
    }
}

/* ---- crystals: at an ion's place the potential is -M / distance, and the field is zero ---- */

static void check_ions(const struct mm_float4 *ion, uint64_t ions, double distance, double constant)
{
    static double value[SIDE * SIDE * SIDE][4];
    for (int split = 7; split <= 12; split += 5) {
        ewald_sum(ion, ions, split, ion, ions, value);
        for (uint64_t i = 0; i < ions; i++) {
            CHECK_NEAR(value[i][3], -(double)ion[i].w * constant / distance, 1e-11);
            for (int d = 0; d < 3; d++)
                CHECK_NEAR(value[i][d], 0, 1e-11);
        }
    }
}

TEST(crystals)
{
    struct mm_float4 ion[SIDE * SIDE * SIDE];
    for (int side = 2; side <= SIDE; side += 2) {
        uint64_t ions = 0;
        for (int z = 0; z < side; z++)
            for (int y = 0; y < side; y++)
                for (int x = 0; x < side; x++)
                    ion[ions++] = (struct mm_float4){(float)x / (float)side, (float)y / (float)side,
                                                     (float)z / (float)side, (x + y + z) % 2 ? -1 : 1};
        check_ions(ion, ions, 1. / side, 1.747564594633);
    }
    const struct mm_float4 caesium[] = {{0, 0, 0, 1}, {0.5f, 0.5f, 0.5f, -1}};
    check_ions(caesium, 2, sqrt(0.75), 1.762674773071);
}

/* ---- any split gives the same, also for charges at one place or on faces ---- */

TEST(split)
{
    struct mm_float4 charge[COUNT];
    double value[COUNT][4], other[COUNT][4];
    fill(0.5, charge);
    for (int i = 0; i < 3; i++)
        charge[i].x = charge[20].x, charge[i].y = charge[20].y, charge[i].z = charge[20].z;
    charge[3].x = 0;
    charge[4].y = 0x1.fffffep-1f;
    ewald_sum(charge, COUNT, 9, charge, COUNT, other);
    for (int split = 6; split <= 12; split += 3) {
        ewald_sum(charge, COUNT, split, charge, COUNT, value);
        for (int i = 0; i < COUNT; i++)
            for (int n = 0; n < 4; n++)
                CHECK_NEAR(value[i][n], other[i][n], 1e-12 * (1 + fabs(other[i][n])));
    }
}

/* The field is the potential's slope, at the places of charges of zero. */
TEST(field)
{
    struct mm_float4 charge[COUNT + 1];
    double here[1][4], value[4];
    fill(0.5, charge);
    charge[COUNT] = (struct mm_float4){0.03125f, 0.96875f, 0.53125f, 0};
    const struct mm_float4 probe = charge[COUNT];
    ewald_sum(charge, COUNT + 1, 12, &probe, 1, here);
    for (int d = 0; d < 3; d++) {
        for (int i = 0; i < 4; i++) {
            const double step = ldexp(i < 2 ? 2 : 1, -12) * (i % 2 ? -1 : 1);
            struct mm_float4 at = probe;
            double there[1][4];
            *(d == 0 ? &at.x : d == 1 ? &at.y : &at.z) += (float)step;
            ewald_sum(charge, COUNT + 1, 12, &at, 1, there);
            value[i] = there[0][3];
        }
        const double wide = ldexp(value[1] - value[0], 10), narrow = ldexp(value[3] - value[2], 11);
        CHECK_NEAR(here[0][d], (4 * narrow - wide) / 3, 1e-8);
    }
}

/* ---- the lattice: neighbouring images directly, and all others by lattice sums ---- */

enum { ORDER_OF_CUBE = 20 };

/* mu of the images that are no neighbours, without the surface's part. */
static void far_images(const struct mm_float4 *charge, int separation, struct fmm_complex *mu)
{
    static float fp32[FMM_MOST_OPERATOR];
    static double sums[FMM_MOST_OPERATOR];
    static struct fmm_complex operators[FMM_MOST_OPERATOR];
    struct fmm_complex omega[FMM_MOST_COEFFICIENTS] = {0};
    for (int i = 0; i < COUNT; i++)
        add_charge(
            ORDER_OF_CUBE, (double)charge[i].w,
            (const double[]){2 * (double)charge[i].x - 1, 2 * (double)charge[i].y - 1, 2 * (double)charge[i].z - 1},
            omega);
    lattice_fill(ORDER_OF_CUBE, separation, fp32, sums);
    for (int c = 0; c < FMM_MOST_OPERATOR; c++) {
        operators[c] = (struct fmm_complex){sums[c], 0};
        CHECK(fp32[c] == (float)sums[c] && isfinite(fp32[c]));
    }
    fmm_m2l(ORDER_OF_CUBE, operators, omega, mu);
}

/* Charges, and the points of their potentials, are about the centre, where a sum of order 20 is exact. */
static void test_lattice(int separation)
{
    struct mm_float4 charge[COUNT];
    struct fmm_complex mu[FMM_MOST_COEFFICIENTS] = {0};
    double value[COUNT][4], dipole[3] = {0};
    fill(0.15, charge);
    ewald_sum(charge, COUNT, 12, charge, COUNT, value);
    far_images(charge, separation, mu);
    for (int i = 0; i < COUNT; i++) {
        dipole[0] += (double)charge[i].w * ((double)charge[i].x - 0.5);
        dipole[1] += (double)charge[i].w * ((double)charge[i].y - 0.5);
        dipole[2] += (double)charge[i].w * ((double)charge[i].z - 0.5);
    }
    CHECK(fabs(dipole[0]) > 0.1);
    for (int i = 0; i < COUNT; i++) {
        const double at[] = {(double)charge[i].x, (double)charge[i].y, (double)charge[i].z};
        const double place[] = {2 * at[0] - 1, 2 * at[1] - 1, 2 * at[2] - 1};
        double sum = 2 * potential_of(ORDER_OF_CUBE, mu, place), surface = -ewald_trace(charge, COUNT);
        for (int d = 0; d < 3; d++)
            surface += dipole[d] * place[d];
        for (int j = 0; j < COUNT; j++)
            for (int z = -separation; z <= separation; z++)
                for (int y = -separation; y <= separation; y++)
                    for (int x = -separation; x <= separation; x++)
                        if (x || y || z || i != j) {
                            const double dx = at[0] - (double)charge[j].x + x, dy = at[1] - (double)charge[j].y + y;
                            const double dz = at[2] - (double)charge[j].z + z;
                            sum += (double)charge[j].w / sqrt(dx * dx + dy * dy + dz * dz);
                        }
        CHECK_NEAR(sum - 2 * pi / 3 * surface, value[i][3], 1e-10);
    }
}

int main(void)
{
    run_tests();
    test_lattice(1);
    test_lattice(2);
    return CHECK_RESULT;
}
