/* Solid harmonics, the operators on expansions and the tree's pairs: against closed forms, potentials that are added up
 * directly, and pairs that are counted. */
#include "suites/fmm/solve/solve.h"
#include "tests/suites/fmm/expansions.h"

enum { POINTS = 20 };

/* A point of the cube of half-side `reach`, about 0. */
static void random_point(uint64_t seed, double reach, double r[3])
{
    for (int d = 0; d < 3; d++)
        r[d] = reach * (2 * job_uniform(seed, (uint64_t)d) - 1);
}

static double distance(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static void check_complex(struct fmm_complex is, double re, double im, double tolerance)
{
    CHECK_NEAR(is.re, re, tolerance);
    CHECK_NEAR(is.im, im, tolerance);
}

/* ---- harmonics ---- */

TEST(regular)
{
    struct fmm_complex o[6];
    for (uint64_t i = 0; i < POINTS; i++) {
        double r[3];
        random_point(i, 2, r);
        const double x = r[0], y = r[1], z = r[2], rest = x * x + y * y;
        fmm_regular(2, r, o);
        check_complex(o[0], 1, 0, 0);
        check_complex(o[1], z, 0, 1e-15);
        check_complex(o[2], -x / 2, y / 2, 1e-15);
        check_complex(o[3], (2 * z * z - rest) / 4, 0, 1e-14);
        check_complex(o[4], -x * z / 2, y * z / 2, 1e-14);
        check_complex(o[5], (x * x - y * y) / 8, -x * y / 4, 1e-14);
        check_complex(fmm_at(o, 1, -1), x / 2, y / 2, 1e-15);
        check_complex(fmm_at(o, 2, -1), x * z / 2, y * z / 2, 1e-14);
        check_complex(fmm_at(o, 2, -2), (x * x - y * y) / 8, x * y / 4, 1e-14);
    }
}

/* 1 / |r - a| is the sum of O(a) M(r), where a is no farther than a fifth of r: the remainder is below 5^-21. */
TEST(kernel)
{
    struct fmm_complex regular[FMM_MOST_COEFFICIENTS], irregular[FMM_MOST_COEFFICIENTS];
    for (uint64_t i = 0; i < POINTS; i++) {
        double a[3], r[3] = {0, 0, 0};
        random_point(2 * i, 0.5, a);
        r[i % 3] = i % 2 ? 4.5 : -4.5;
        r[(i + 1) % 3] = a[0] + a[1];
        fmm_regular(FMM_MOST_ORDER, a, regular);
        fmm_irregular(FMM_MOST_ORDER, r, irregular);
        CHECK_NEAR(sum_of_products(FMM_MOST_ORDER, regular, irregular), 1 / distance(r, a), 1e-12);
    }
}

/* ---- operators ---- */

static void random_expansion(int order, uint64_t seed, struct fmm_complex *expansion)
{
    for (int l = 0, c = 0; l <= order; l++)
        for (int m = 0; m <= l; m++, c++)
            expansion[c] =
                (struct fmm_complex){(2 * job_uniform(seed, 2 * (uint64_t)c) - 1) / fmm_norm(l, m),
                                     m ? (2 * job_uniform(seed, 2 * (uint64_t)c + 1) - 1) / fmm_norm(l, m) : 0};
}

/* A shift there and back is the identity; and a charge's shifted omega is its omega about the other centre. */
TEST(shifts)
{
    enum { P = 8, COUNT = (P + 1) * (P + 2) / 2 };
    struct fmm_complex before[COUNT], there[COUNT], back[COUNT], by[COUNT], inverse[COUNT];
    for (uint64_t i = 0; i < POINTS; i++) {
        double d[3], a[3];
        random_point(i, 1, d);
        random_point(i + POINTS, 1, a);
        fmm_regular(P, d, by);
        fmm_regular(P, (const double[]){-d[0], -d[1], -d[2]}, inverse);
        for (int of_mu = 0; of_mu < 2; of_mu++) {
            random_expansion(P, i, before);
            memset(there, 0, sizeof there);
            memset(back, 0, sizeof back);
            (of_mu ? fmm_shift_mu : fmm_shift_omega)(P, by, before, there);
            (of_mu ? fmm_shift_mu : fmm_shift_omega)(P, inverse, there, back);
            for (int c = 0; c < COUNT; c++)
                check_complex(back[c], before[c].re, before[c].im, 1e-12);
        }
        fmm_regular(P, a, before);
        fmm_regular(P, (const double[]){a[0] + d[0], a[1] + d[1], a[2] + d[2]}, back);
        memset(there, 0, sizeof there);
        fmm_shift_omega(P, by, before, there);
        for (int c = 0; c < COUNT; c++)
            check_complex(there[c], back[c].re, back[c].im, 1e-14);
    }
}

/* The potential of mu about another centre is the same: a polynomial, which is not truncated. */
TEST(shifted_potential)
{
    enum { P = 8, COUNT = (P + 1) * (P + 2) / 2 };
    struct fmm_complex mu[COUNT], shifted[COUNT], by[COUNT];
    for (uint64_t i = 0; i < POINTS; i++) {
        double d[3], r[3];
        random_point(i, 1, d);
        random_point(i + POINTS, 1, r);
        random_expansion(P, i, mu);
        memset(shifted, 0, sizeof shifted);
        fmm_regular(P, d, by);
        fmm_shift_mu(P, by, mu, shifted);
        const double there[3] = {r[0] + d[0], r[1] + d[1], r[2] + d[2]};
        CHECK_NEAR(potential_of(P, shifted, there), potential_of(P, mu, r), 1e-12);
    }
}

/* A charge in the centre has only the first moment; about another centre its mu is M. */
TEST(monopole)
{
    struct fmm_complex omega[FMM_MOST_COEFFICIENTS], mu[FMM_MOST_COEFFICIENTS] = {{0, 0}};
    struct fmm_complex irregular[FMM_MOST_OPERATOR];
    const double displacement[3] = {4, -6, 2};
    fmm_regular(FMM_MOST_ORDER, (const double[]){0, 0, 0}, omega);
    fmm_irregular(2 * FMM_MOST_ORDER, displacement, irregular);
    fmm_m2l(FMM_MOST_ORDER, irregular, omega, mu);
    for (int c = 0; c < FMM_MOST_COEFFICIENTS; c++) {
        check_complex(omega[c], c == 0, 0, 0);
        check_complex(mu[c], irregular[c].re, irregular[c].im, 1e-15 * hypot(irregular[c].re, irregular[c].im));
    }
    CHECK_NEAR(mu[0].re, 1 / sqrt(56), 1e-16);
}

/* A quarter turn about z, of (x, y) to (-y, x), adds pi / 2 to phi: omega(l, m) times exp(-i m pi / 2). */
TEST(turn)
{
    static const struct fmm_complex power[] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    struct fmm_complex before[FMM_MOST_COEFFICIENTS], after[FMM_MOST_COEFFICIENTS];
    for (uint64_t i = 0; i < POINTS; i++) {
        double a[3];
        random_point(i, 1, a);
        fmm_regular(FMM_MOST_ORDER, a, before);
        fmm_regular(FMM_MOST_ORDER, (const double[]){-a[1], a[0], a[2]}, after);
        for (int l = 0, c = 0; l <= FMM_MOST_ORDER; l++)
            for (int m = 0; m <= l; m++, c++) {
                const struct fmm_complex by = power[m % 4];
                check_complex(after[c], before[c].re * by.re - before[c].im * by.im,
                              before[c].re * by.im + before[c].im * by.re, 1e-15);
            }
    }
}

/* Charges of a box, and boxes that are separated from it: the potential by M2L is that of the charges. The truncation
 * error is largest if both are in the corners that face each other. */
static void check_m2l(const int offset[3], int order, double tolerance)
{
    enum { COUNT = 10 };
    struct fmm_complex omega[FMM_MOST_COEFFICIENTS] = {{0, 0}}, mu[FMM_MOST_COEFFICIENTS] = {{0, 0}};
    struct fmm_complex irregular[FMM_MOST_OPERATOR];
    double charge[COUNT][3], displacement[3], place[3], r[3], direct = 0;
    for (uint64_t i = 0; i < COUNT; i++) {
        random_point(i, 1, charge[i]);
        add_charge(order, 1, charge[i], omega);
    }
    random_point(COUNT, 1, place);
    for (int d = 0; d < 3; d++) {
        displacement[d] = 2. * offset[d];
        r[d] = displacement[d] + place[d];
    }
    for (int i = 0; i < COUNT; i++)
        direct += 1 / distance(r, charge[i]);
    fmm_irregular(2 * order, displacement, irregular);
    fmm_m2l(order, irregular, omega, mu);
    CHECK_NEAR(potential_of(order, mu, place), direct, tolerance * direct);
}

TEST(m2l)
{
    static const int near[][3] = {{2, 0, 0}, {-2, 1, 0}, {0, -2, 2}, {3, 3, -3}, {1, -1, 2}};
    static const int far[][3] = {{12, 0, 0}, {-8, 8, 1}, {0, 2, -13}, {5, -9, 9}};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
        check_m2l(near[i], 10, 1e-3);
        check_m2l(near[i], FMM_MOST_ORDER, 1e-5);
    }
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        check_m2l(far[i], FMM_MOST_ORDER, 1e-12);
}

/* ---- pairs ---- */

static bool is_near(const int a[3], const int b[3], int separation, int shift)
{
    bool near = true;
    for (int d = 0; d < 3; d++)
        near = near && abs((a[d] >> shift) - (b[d] >> shift)) <= separation;
    return near;
}

/* ---- the energy on one line ---- */

enum { ENERGY_CHARGES = 300, ENERGY_LEVEL = 2, ENERGY_BOXES = 64, ENERGY_ORDER = 8 };

/* The cited talk's formula: the sum, over boxes A and the boxes B that are separated from A, of (-1)^j omega_A(l, m)
 * M(l + j, m + k) omega_B(j, k) over all l, m, j, k, which includes each pair twice; plus the pairs of neighbouring
 * boxes. Together these are all pairs. */
TEST(energy)
{
    static struct mm_float4 charge[ENERGY_CHARGES];
    static struct fmm_complex omega[ENERGY_BOXES][FMM_MOST_COEFFICIENTS];
    const double half_side = ldexp(1, -ENERGY_LEVEL - 1);
    int box_of[ENERGY_CHARGES];
    for (int i = 0; i < ENERGY_CHARGES; i++) {
        double place[3];
        struct fmm_complex regular[FMM_MOST_COEFFICIENTS];
        charge[i] = (struct mm_float4){job_uniform_float(1, (uint64_t)i), job_uniform_float(2, (uint64_t)i),
                                       job_uniform_float(3, (uint64_t)i), i % 3 ? 1 : -1.5f};
        const struct fmm_box box = fmm_box_of(ENERGY_LEVEL, &charge[i]);
        box_of[i] = (int)(fmm_box_index(box) - fmm_level_begin(ENERGY_LEVEL));
        fmm_within(box, &charge[i], place);
        fmm_regular(ENERGY_ORDER, place, regular);
        for (int k = 0; k < fmm_coefficients(ENERGY_ORDER); k++) {
            omega[box_of[i]][k].re += (double)charge[i].w * regular[k].re;
            omega[box_of[i]][k].im += (double)charge[i].w * regular[k].im;
        }
    }
    double line = 0, near = 0;
    for (uint64_t a = 0; a < ENERGY_BOXES; a++) {
        struct fmm_box partner[FMM_MOST_PARTNERS];
        const struct fmm_box box = fmm_box_at(ENERGY_LEVEL, a);
        const size_t partners = fmm_partners(1, box, partner);
        for (size_t p = 0; p < partners; p++) {
            const uint64_t b = fmm_box_index(partner[p]) - fmm_level_begin(ENERGY_LEVEL);
            struct fmm_complex m2l[FMM_MOST_OPERATOR];
            double displacement[3];
            for (int d = 0; d < 3; d++)
                displacement[d] = 2. * (partner[p].place[d] - box.place[d]);
            fmm_irregular(2 * ENERGY_ORDER, displacement, m2l);
            for (int l = 0; l <= ENERGY_ORDER; l++)
                for (int m = -l; m <= l; m++)
                    for (int j = 0; j <= ENERGY_ORDER; j++)
                        for (int k = -j; k <= j; k++) {
                            const struct fmm_complex x = fmm_at(omega[a], l, m), y = fmm_at(m2l, l + j, m + k),
                                                     z = fmm_at(omega[b], j, k);
                            const double re = x.re * y.re - x.im * y.im, im = x.re * y.im + x.im * y.re;
                            line += (j % 2 ? -1 : 1) * (re * z.re - im * z.im);
                        }
        }
    }
    for (int i = 0; i < ENERGY_CHARGES; i++)
        for (int j = 0; j < i; j++) {
            const struct fmm_box a = fmm_box_at(ENERGY_LEVEL, (uint64_t)box_of[i]),
                                 b = fmm_box_at(ENERGY_LEVEL, (uint64_t)box_of[j]);
            const double at[3] = {(double)charge[i].x, (double)charge[i].y, (double)charge[i].z};
            const double other[3] = {(double)charge[j].x, (double)charge[j].y, (double)charge[j].z};
            if (is_near(a.place, b.place, 1, 0))
                near += (double)charge[i].w * (double)charge[j].w / distance(at, other);
        }
    const double by_pairs = solve_sum_pairs(charge, ENERGY_CHARGES), far = line / 2 / half_side;
    CHECK(fabs(far) > 0.1 * fabs(by_pairs) && fabs(near) > 0.1 * fabs(by_pairs));
    CHECK_NEAR(far + near, by_pairs, 2e-5 * (fabs(far) + fabs(near)));
}

/* All boxes of a level, one after the other. */
static uint64_t count_pairs(int separation, int level)
{
    uint64_t pairs = 0;
    for (uint64_t i = 0; i < UINT64_C(1) << 3 * level; i++)
        for (uint64_t k = 0; k < UINT64_C(1) << 3 * level; k++) {
            const struct fmm_box a = fmm_box_at(level, i), b = fmm_box_at(level, k);
            pairs += is_near(a.place, b.place, separation, 1) && !is_near(a.place, b.place, separation, 0);
        }
    return pairs;
}

static uint64_t count_partners(int separation, int level)
{
    struct fmm_box partner[FMM_MOST_PARTNERS];
    uint64_t pairs = 0;
    for (uint64_t i = 0; i < UINT64_C(1) << 3 * level; i++)
        pairs += fmm_partners(separation, fmm_box_at(level, i), partner);
    return pairs;
}

TEST(pairs)
{
    for (int separation = 1; separation <= 2; separation++)
        for (int level = 0; level <= 4; level++) {
            const uint64_t pairs = fmm_pairs(separation, level);
            CHECK(pairs == count_partners(separation, level));
            CHECK(level == 4 || pairs == count_pairs(separation, level));
        }
    CHECK(fmm_all_pairs(1, 3) == 56448);
    CHECK(fmm_all_pairs(1, 4) == 640584);
    CHECK(fmm_all_pairs(1, 5) == 6039504);
    CHECK(fmm_all_pairs(1, 6) == 52337880);
}

/* Within a large box there are 189 partners, of 316 offsets in all. */
TEST(partners)
{
    struct fmm_box partner[FMM_MOST_PARTNERS];
    bool seen[7][7][7] = {{{false}}};
    int operators = 0;
    for (int child = 0; child < 8; child++) {
        const struct fmm_box box = {4, {6 + (child & 1), 8 + (child >> 1 & 1), 4 + (child >> 2)}};
        const size_t partners = fmm_partners(1, box, partner);
        CHECK(partners == 189);
        for (size_t i = 0; i < partners; i++) {
            int displacement[3];
            for (int d = 0; d < 3; d++)
                displacement[d] = box.place[d] - partner[i].place[d] + 3;
            bool *of_offset = &seen[displacement[2]][displacement[1]][displacement[0]];
            operators += !*of_offset;
            *of_offset = true;
        }
    }
    CHECK(operators == 316);
    CHECK(fmm_operator_side(1) == 7 && fmm_operator_side(2) == 11);
}

TEST(boxes)
{
    uint64_t index = 0;
    for (int level = 0; level <= 3; level++) {
        CHECK(index == fmm_level_begin(level));
        for (uint64_t place = 0; place < UINT64_C(1) << 3 * level; place++, index++) {
            const struct fmm_box box = fmm_box_at(level, place);
            CHECK(box.level == level && fmm_box_index(box) == index);
        }
    }
}
