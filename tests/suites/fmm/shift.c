/* Shifts of expansions by plain loops, against sums over charges and against one another. */
#include "tests/suites/fmm/expansions.h"

enum { CHILD_CHARGES = 3, MOST_CHARGES = 8 * CHILD_CHARGES };

static const int orders[] = {0, 1, 3, 9, FMM_MOST_ORDER};
enum { ORDERS = sizeof orders / sizeof *orders };

struct charge {
    double place[3], charge;
};

static double random_share(uint64_t i)
{
    return 2 * job_uniform(4, i) - 1;
}

/* Every coefficient is compared in units of its usual size, about `size`^l times that. */
static void check_same(int order, const struct fmm_complex *got, const struct fmm_complex *expected, bool is_mu,
                       double size, double tolerance)
{
    for (int l = 0; l <= order; l++)
        for (int m = 0; m <= l; m++) {
            const struct fmm_complex a = got[fmm_index(l, m)], b = expected[fmm_index(l, m)];
            const double by = (is_mu ? 1 / fmm_norm(l, m) : fmm_norm(l, m)) * pow(size, -l);
            CHECK_NEAR(a.re * by, b.re * by, tolerance);
            CHECK_NEAR(a.im * by, b.im * by, tolerance);
        }
}

/* omega about a centre, in a unit of length. */
static void add_charges(int order, const struct charge *charge, size_t charges, const double centre[3], double unit,
                        struct fmm_complex *omega)
{
    for (size_t i = 0; i < charges; i++) {
        double from[3];
        for (int d = 0; d < 3; d++)
            from[d] = (charge[i].place[d] - centre[d]) / unit;
        add_charge(order, charge[i].charge, from, omega);
    }
}

static void halve(int order, double first, struct fmm_complex *expansion)
{
    for (int l = 0, i = 0; l <= order; l++)
        for (int m = 0; m <= l; m++, i++)
            expansion[i] = (struct fmm_complex){ldexp(first * expansion[i].re, -l), ldexp(first * expansion[i].im, -l)};
}

/* The moments of eight children, each in its unit, add up to their parent's: those of all charges about its centre; and
 * the total charge is the sum of theirs. */
static void test_children(int order)
{
    struct charge charge[MOST_CHARGES];
    struct fmm_complex parent[FMM_MOST_COEFFICIENTS] = {0}, expected[FMM_MOST_COEFFICIENTS] = {0};
    double all = 0;
    for (int octant = 0; octant < 8; octant++) {
        struct fmm_complex child[FMM_MOST_COEFFICIENTS] = {0}, regular[FMM_MOST_COEFFICIENTS];
        const double centre[] = {octant & 1 ? 0.5 : -0.5, octant & 2 ? 0.5 : -0.5, octant & 4 ? 0.5 : -0.5};
        struct charge *its = charge + octant * CHILD_CHARGES;
        for (int i = 0; i < CHILD_CHARGES; i++) {
            const uint64_t at = 4 * (uint64_t)(octant * CHILD_CHARGES + i);
            for (int d = 0; d < 3; d++)
                its[i].place[d] = centre[d] + random_share(at + (uint64_t)d) / 2;
            its[i].charge = random_share(at + 3);
            all += its[i].charge;
        }
        add_charges(order, its, CHILD_CHARGES, centre, 0.5, child);
        halve(order, 1, child);
        fmm_regular(order, centre, regular);
        fmm_shift_omega(order, regular, child, parent);
    }
    add_charges(order, charge, MOST_CHARGES, (const double[]){0, 0, 0}, 1, expected);
    check_same(order, parent, expected, false, 2, 1e-13 * MOST_CHARGES);
    CHECK_NEAR(parent[0].re, all, 1e-14 * MOST_CHARGES);
    CHECK_NEAR(parent[0].im, 0, 0);
}

/* A constant potential is the same for a child: half as large in 1 / its unit. Any other potential has the same value
 * at a place in the parent's and in a child's expansion. */
static void test_parent(int order)
{
    struct fmm_complex parent[FMM_MOST_COEFFICIENTS] = {{3, 0}}, random[FMM_MOST_COEFFICIENTS];
    for (int l = 0; l <= order; l++)
        for (int m = 0; m <= l; m++) {
            const uint64_t at = 1000 + 2 * (uint64_t)fmm_index(l, m);
            const double size = fmm_norm(l, m) * pow(4, -l);
            random[fmm_index(l, m)] =
                (struct fmm_complex){random_share(at) * size, m ? random_share(at + 1) * size : 0};
        }
    struct fmm_complex halved[FMM_MOST_COEFFICIENTS];
    memcpy(halved, random, sizeof halved);
    halve(order, 0.5, parent);
    halve(order, 0.5, halved);
    for (int octant = 0; octant < 8; octant++) {
        const double back[] = {octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1};
        struct fmm_complex child[FMM_MOST_COEFFICIENTS] = {0}, other[FMM_MOST_COEFFICIENTS] = {0};
        struct fmm_complex regular[FMM_MOST_COEFFICIENTS];
        const struct fmm_complex constant[FMM_MOST_COEFFICIENTS] = {{1.5, 0}};
        fmm_regular(order, back, regular);
        fmm_shift_mu(order, regular, parent, child);
        check_same(order, child, constant, true, 1, 0);
        fmm_shift_mu(order, regular, halved, other);
        const double here[] = {0.3, -0.7, 0.9};
        const double there[] = {(here[0] - back[0]) / 2, (here[1] - back[1]) / 2, (here[2] - back[2]) / 2};
        CHECK_NEAR(2 * potential_of(order, other, here), potential_of(order, random, there), 1e-13 * (order + 1));
    }
}

/* Two half shifts equal one whole shift, also for truncated expansions, because no order depends on higher ones
 * (omega), or on lower ones (mu). */
static void test_halves(int order)
{
    const double whole[] = {1, -1, 1}, half[] = {0.5, -0.5, 0.5};
    struct fmm_complex by_whole[FMM_MOST_COEFFICIENTS], by_half[FMM_MOST_COEFFICIENTS], from[FMM_MOST_COEFFICIENTS];
    for (int is_mu = 0; is_mu < 2; is_mu++) {
        struct fmm_complex once[FMM_MOST_COEFFICIENTS] = {0}, twice[FMM_MOST_COEFFICIENTS] = {0};
        struct fmm_complex between[FMM_MOST_COEFFICIENTS] = {0};
        for (int l = 0; l <= order; l++)
            for (int m = 0; m <= l; m++) {
                const double size = is_mu ? fmm_norm(l, m) * pow(4, -l) : 1 / fmm_norm(l, m);
                const uint64_t at = 5000 + 2 * (uint64_t)fmm_index(l, m);
                from[fmm_index(l, m)] =
                    (struct fmm_complex){random_share(at) * size, m ? random_share(at + 1) * size : 0};
            }
        fmm_regular(order, whole, by_whole);
        fmm_regular(order, half, by_half);
        (is_mu ? fmm_shift_mu : fmm_shift_omega)(order, by_whole, from, once);
        (is_mu ? fmm_shift_mu : fmm_shift_omega)(order, by_half, from, between);
        (is_mu ? fmm_shift_mu : fmm_shift_omega)(order, by_half, between, twice);
        check_same(order, twice, once, is_mu, is_mu ? 1 : 3, 1e-13);
    }
}

int main(void)
{
    for (int i = 0; i < ORDERS; i++) {
        test_children(orders[i]);
        test_parent(orders[i]);
        test_halves(orders[i]);
    }
    return CHECK_RESULT;
}
