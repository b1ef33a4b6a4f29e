/* Shared by the files of suite `fmm`: the operators of the fast multipole method for 1/r in three dimensions, in an
 * open box (Kohnke and Kabadshow 2015), and of the solver's periodic one.
 *
 * The unit cube is divided into 8^l boxes on level l, 0 (the root) to the depth. A level's unit of length is half
 * the side of its boxes: places within a box run from -1 to 1 about its centre, and the factorials of order 2p stay
 * within the range of floats. Potentials of a level are in 1 / that unit. */
#pragma once

#include "tuner/job.h"

/* Settings of the suite, and words of some. */
enum { ORDER, SEPARATION, OCCUPANCY, CHARGES, GEOMETRY, BOUNDARY };
#define CHARGES_WORDS neutral, same, random
enum { WORD_NAMES(CHARGES, CHARGES_WORDS) };
#define GEOMETRY_WORDS fixed, moving
enum { WORD_NAMES(GEOMETRY, GEOMETRY_WORDS) };
#define BOUNDARY_WORDS open, periodic
enum { WORD_NAMES(BOUNDARY, BOUNDARY_WORDS) };

enum {
    FMM_MOST_ORDER = 20,
    FMM_MOST_DEPTH = 10,
    FMM_MOST_COEFFICIENTS = (FMM_MOST_ORDER + 1) * (FMM_MOST_ORDER + 2) / 2,
    FMM_MOST_OPERATOR = (2 * FMM_MOST_ORDER + 1) * (2 * FMM_MOST_ORDER + 2) / 2
};

/* ---- expansions: expansion.c ---- */

struct fmm_complex {
    double re, im;
};

/* The index of coefficient (l, m), 0 <= m <= l: a triangle, row by row. The others are
 * x(l, -m) = (-1)^m conj(x(l, m)). */
static inline int fmm_index(int l, int m)
{
    return l * (l + 1) / 2 + m;
}

static inline int fmm_coefficients(int order)
{
    return fmm_index(order + 1, 0);
}

/* The coefficient for any -l <= m <= l. */
struct fmm_complex fmm_at(const struct fmm_complex *expansion, int l, int m);

/* The solid harmonics of a place r, of orders 0 to `order` (White and Head-Gordon 1994): regular,
 * O(l, m) = r^l / (l + m)! P(l, m) exp(-i m phi), and irregular, M(l, m) = (l - m)! / r^(l + 1) P(l, m) exp(i m phi);
 * 1 / |r - a| is the sum of O(l, m)(a) M(l, m)(r) over all l >= 0, -l <= m <= l, for |a| < |r| (slide 8). */
void fmm_regular(int order, const double r[3], struct fmm_complex *regular);
void fmm_irregular(int order, const double r[3], struct fmm_complex *irregular);

/* The operators as plain loops; each adds to its result. omega(l, m) is the sum of q O(l, m)(a) over charges at a; mu
 * is such that the potential at r is the sum of mu(l, m) O(l, m)(-r) over all l, m.
 *
 * A shift of omega is to another centre: `regular` are the harmonics of the old centre's position relative to the new
 * one, omega'(l, m) += sum of omega(j, k) O(l - j, m - k). One of mu: mu'(j, k) += sum of mu(l, m) O(l - j, m - k),
 * with the harmonics of the same. m2l: mu(l, m) += sum of omega(j, k) M(l + j, m + k), with `irregular`, of order 2p,
 * of the position of mu's centre relative to omega's (slide 12). */
void fmm_shift_omega(int order, const struct fmm_complex *regular, const struct fmm_complex *from,
                     struct fmm_complex *to);
void fmm_shift_mu(int order, const struct fmm_complex *regular, const struct fmm_complex *from, struct fmm_complex *to);
void fmm_m2l(int order, const struct fmm_complex *irregular, const struct fmm_complex *omega, struct fmm_complex *mu);

/* The factor that scales a coefficient (l, m), of size about 1 / sqrt((l - m)! (l + m)!) or its inverse, to about 1:
 * sqrt((l - m)! (l + m)!). */
double fmm_norm(int l, int m);

/* ---- the tree: tree.c ---- */

/* Boxes of a level are stored row by row, x fastest; levels in sequence, the root first (the talk's boxid). */
struct fmm_box {
    int level, place[3];
};

static inline uint64_t fmm_level_begin(int level)
{
    return (((uint64_t)1 << 3 * level) - 1) / 7;
}

/* Within all levels. */
static inline uint64_t fmm_box_index(struct fmm_box box)
{
    const uint64_t x = (uint64_t)box.place[0], y = (uint64_t)box.place[1], z = (uint64_t)box.place[2];
    return fmm_level_begin(box.level) + (((z << box.level) + y) << box.level) + x;
}

struct fmm_box fmm_box_at(int level, uint64_t place); /* number `place` of its level */
int fmm_order(const struct problem *problem);
int fmm_separation(const struct problem *problem);
bool fmm_periodic(const struct problem *problem);
bool fmm_is_periodic(const struct inputs *inputs); /* if it is, charges of a structure lie in its box */

/* The boxes of the same level whose omega a box receives by M2L: children of the parent's neighbours, up to
 * `separation` away, that are not neighbours of the box; at most FMM_MOST_PARTNERS. 189 of 216 within a large box
 * (slide 11). */
enum { FMM_MOST_PARTNERS = 1000 };
size_t fmm_partners(int separation, struct fmm_box box, struct fmm_box partner[FMM_MOST_PARTNERS]);

/* The number of such pairs on a level, and on all levels up to one. */
uint64_t fmm_pairs(int separation, int level);
uint64_t fmm_all_pairs(int separation, int depth);

/* Operators of M2L are stored in a cube, by the offset of mu's box from omega's, in boxes: side 4 ws + 3, x fastest;
 * those of neighbours are NaN (the talk's operator_boxid). */
static inline int fmm_operator_side(int separation)
{
    return 4 * separation + 3;
}

/* The #define lines of a problem: SEPARATION and PERIODIC, of kernels without expansions; and ORDER with them. */
void fmm_define_tree(const struct config *config, char lines[MAX_LINES]);
void fmm_define(const struct config *config, char lines[MAX_LINES]);

/* Fills the expansions of all boxes of levels 0 to depth, each in its level's unit, as floats, and the same numbers as
 * doubles. Variant 0: random, every coefficient about as large as those of a charge within the box. Variant 1: a
 * monopole of charge 1 in the first box of each level; that box and a partner of it are compared. The others are as in
 * variant 0, or zero if it is `alone`. */
void fmm_fill_expansions(const struct job *job, bool is_mu, bool alone, float *fp32, double *fp64);

/* Bytes of the expansions of all boxes up to a depth, as complex floats or doubles. */
uint64_t fmm_expansion_bytes(const struct problem *problem, bool fp64);

/* INVALID with a fault for a periodic box, for benches other than the solver. */
enum status fmm_check_open(const struct problem *problem, struct fault *fault);

/* The same; also for trees without two separated boxes, and orders out of range, for the arithmetic. */
enum status fmm_check_tree(const struct problem *problem, struct fault *fault);

/* The same; also for problems too large for a device's memory: with a number of sets of expansions of all boxes, each
 * in float and in double, and `more` bytes. fmm_check: of two sets alone. */
enum status fmm_check_expansions(const struct problem *problem, const struct compute_device *device, int sets,
                                 uint64_t more, const char *what, struct fault *fault);
enum status fmm_check(const struct problem *problem, const struct compute_device *device, struct fault *fault);

/* ---- results of operators that compute expansions: outcome.c ---- */

/* The .own of a bench of such an operator: the slot of its results, as complex floats, followed by that of doubles:
 * a configuration writes one; the levels that it writes, the first from the root, the last counted down from the
 * depth, or the deepest alone; and the expected expansion of a box, in double precision from the inputs as they are. */
struct fmm_operator {
    int slot;
    int first, from_last;
    bool deepest; /* the deepest level alone */
    void (*plain)(const struct job *job, struct fmm_box box, struct fmm_complex *expansion, double *scale);
    bool is_mu; /* coefficients grow with their order, like mu's; omega's shrink */
    /* Or, instead of `plain`, for an operator that proceeds level by level: the expected expansion of a box from
     * those of its neighbouring level as read back. If each level is right given the one before, all are. There is
     * no stored expectation: .expected_bytes is 0. */
    enum status (*step)(const struct job *job, bool fp64, struct fmm_box box, struct fmm_complex *expansion,
                        double *scale, struct fault *fault);
    /* Both functions add to zeros, and per order to zeros of `scale`: the scale of a box's errors, the size of its
     * terms, which may cancel. */
    /* The scale is the level's largest: M2L may mix the eight children of a box, one of which may be empty. */
    bool by_level;
    /* For `plain`: at most how many rounded numbers are added up for a coefficient, for fmm_rounding; NULL: so many
     * that the tolerance is the largest. */
    double (*added)(const struct job *job);
};

/* Compared boxes: FMM_SAMPLES in all, evenly over the levels; all of a smaller level. For steps, which every
 * verification computes, at most FMM_STEPS per level. */
enum { FMM_SAMPLES = 192, FMM_STEPS = 24 };

struct fmm_expected {
    struct fmm_complex coefficient[FMM_SAMPLES][FMM_MOST_COEFFICIENTS];
    double scale[FMM_SAMPLES][FMM_MOST_ORDER + 1];
};

/* The tolerance where harmonics are multiplied, and few of them added up: harmonics of order l have l roundings of a
 * few operations each, about as large as the largest of their order. Floats of orders 10 and 20 showed 13 and 34
 * roundings, where this allows 112 and 168. With `added` additions in sequence roundings have either sign: four times
 * the square root is far beyond chance. At most 1e-5; for doubles 1e-12. */
double fmm_rounding(const struct job *job, bool fp64, double added);

/* .expected_bytes is the size of the struct. The configurations' first parameter is PRECISION. */
#define FMM_PRECISION WORD(PRECISION, "of all arithmetic, and of expansions", fp32, fp64)
PARAMETER_ENUM(FMM_PRECISION);
static inline bool fmm_is_fp64(const struct config *config)
{
    return config->value[PRECISION] == PRECISION_fp64;
}
void fmm_declare_results(struct job *job, const char *name);
void fmm_expect(struct job *job, void *expected);
enum status fmm_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                       struct fault *fault);

/* The expansion of a box as read back. */
enum status fmm_read_result(const struct job *job, bool fp64, struct fmm_box box, struct fmm_complex *expansion,
                            struct fault *fault);

/* The norm of the coefficients of order l of an expansion, or of the difference of two, each divided by its usual size.
 */
double fmm_order_norm(bool is_mu, int l, const struct fmm_complex *a, const struct fmm_complex *b);

/* The figure `error`, of variant 0: the largest error of a coefficient's order, as a share of its scale. */
void fmm_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES]);

/* clang-format off */
#define FMM_PRECISION_THERE {"fp64 needs double precision", .expression = "PRECISION == 'fp32' or device.fp64"}
#define FMM_SIZE .size = {.unit = "depth", .classes = {3, 4, 6}, .most = FMM_MOST_DEPTH}
#define FMM_PROBLEM(filled, checked)                                                                                   \
    .problem = {.variants = 2, .expected_bytes = sizeof(struct fmm_expected), .setup = filled, .expect = fmm_expect,   \
                .verify = fmm_verify, .check = checked}
#define FMM_ERROR .error = "error", .figures = NAMES("error"), .figure = fmm_figure
/* clang-format on */

/* For expressions of constraints: bytes of a number, coefficients of an expansion, and the default limit of a
 * kernel's local memory on NVIDIA's devices. */
#define FMM_REAL "(8 if PRECISION == 'fp64' else 4)"
#define FMM_COEFFICIENTS "((order + 1) * (order + 2) // 2)"
#define FMM_LOCAL "min(48 * 1024, device.local_bytes)"

/* The harmonics of shifts by SYMMETRY transform: (p + 1)^2 real numbers, those of (1, 1, 1) turned so that they are
 * real. */
void fmm_fill_turned(int order, float *fp32, double *fp64);

extern const struct bench fmm_p2m, fmm_m2m, fmm_m2l_bench, fmm_m2l_indices_bench, fmm_l2l, fmm_l2p, fmm_l2p_potential,
    fmm_l2p_energy, fmm_p2p, fmm_p2p_potential, fmm_bin, fmm_solve, fmm_solve_potential, fmm_solve_energy, fmm_leapfrog,
    fmm_direct, fmm_direct_potential;
