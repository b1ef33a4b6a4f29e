/* Shared by the files of suite `lennard_jones`: forces on the matrices of all pairs.
 *
 * Lengths are in angstrom, energies in kcal/mol, masses in g/mol, time in ps. Matrices have n rows of lj_pitch(n)
 * floats; coordinates, velocities and forces are three arrays of as many floats, in sequence. */
#pragma once

#include "tuner/job.h"

/* Settings of the suite, and words of some. */
enum { DENSITY, CUTOFF, KINDS, MIXING, BOX, MINIMUM, MATRIX, INSIDE, TEMPERATURE, TIME_STEP, STEP_COUNT, RANGE };
enum { MIXING_LORENTZ_BERTHELOT, MIXING_GEOMETRIC };
#define BOX_WORDS periodic, open, oblong
enum { WORD_NAMES(BOX, BOX_WORDS) };
#define MATRIX_WORDS atoms, random, coherent
enum { WORD_NAMES(MATRIX, MATRIX_WORDS) MATRIX_AWKWARD /* not a word */ };

/* ---- the potential: potential.c ---- */

struct lj_pair {
    double sigma, epsilon; /* A, kcal/mol */
};

/* E = 4 epsilon ((sigma/r)^12 - (sigma/r)^6), dE/dr, and the sum of the magnitudes of its two terms. Nearer than a
 * quarter of sigma, each is constant: finite for two particles on one place. */
double lj_energy(struct lj_pair pair, double r);
double lj_derivative(struct lj_pair pair, double r);
double lj_magnitude(struct lj_pair pair, double r);

/* ---- particles: particles.c ---- */

enum { LJ_MOST = 1 << 15 }; /* particles whose pairs have a matrix */

/* Particles of a structure, or made: on the places of an fcc lattice in a cube, or in a box of three different
 * sides, each displaced from its place along each axis by up to 0.07 of the distance to its nearest neighbours; not
 * at 0 K. */
struct lj_system {
    uint64_t n, pitch;
    float side[3]; /* of the box, A */
    float grid[3]; /* whose multiples places are, with exact differences in float; 0: rounded */
    bool periodic;
    bool balanced; /* each pair has one with the opposite vector, within reach of forces: they cancel */
    size_t types;
    struct lj_pair own[MAX_ATOM_TYPES]; /* of two particles of a type */
    double mass[MAX_ATOM_TYPES];        /* g/mol */
    bool geometric;                     /* sigma of two types */
    double range;                       /* of tables, from the minimum, A; 0: to the cutoff */
    float cutoff, minimum;              /* A */
};

static inline uint64_t lj_pitch(uint64_t n)
{
    return (n + 31) / 32 * 32;
}

struct lj_system lj_system(const struct problem *problem);

/* The pair of types of row type_y * types + type_x. */
struct lj_pair lj_pair_of(const struct lj_system *system, size_t row);

/* The number of types of particles of a problem; rows of a texture for their pairs, a power of two if coordinates
 * are shares of its height; and the #define lines of a problem: TYPES, TABLE_ROWS, PERIODIC. */
size_t lj_types(const struct problem *problem);
static inline size_t lj_rows_of_shares(size_t types)
{
    size_t rows = 1;
    while (rows < types * types)
        rows *= 2;
    return rows;
}
void lj_define(const struct config *config, char lines[MAX_LINES]);

/* The type of particle i, below n. */
int lj_type(const struct problem *problem, size_t types, uint64_t i);

/* Fills three arrays of pitch coordinates, with 0 beyond the n-th, and pitch types. `awkward`: the first two
 * particles are on one place, the next ones in a corner, half a box from it, at the far faces, and a third of the
 * box away; but made ones at 0 K keep their places. */
void lj_place(const struct problem *problem, bool awkward, float *coordinate);
void lj_assign_types(const struct problem *problem, int *type);

/* The vector from particle j to i, or to its nearest image, in double precision, and its length. */
double lj_distance(const struct lj_system *system, const float *coordinate, uint64_t i, uint64_t j, double vector[3]);

/* The error bound of that length in float, in A: the difference of two coordinates and the product with the box's
 * side are rounded to 2^-24 of a side, along three axes, unless places are multiples of a grid; squares and the root
 * add 4 units. */
double lj_slack(const struct lj_system *system, double r);

/* Verified rows of a matrix: all of up to 1024, or 16 of them; and the index of number `row` of these. */
uint64_t lj_rows(const struct job *job);
uint64_t lj_row(const struct job *job, uint64_t row);

/* Kernel arguments: the sides of the box, and their reciprocals. */
struct mm_float4 lj_side(const struct lj_system *system);
struct mm_float4 lj_inverse_side(const struct lj_system *system);

/* ---- matrices: matrices.c ---- */

#define LJ_BEYOND 1e6f /* beyond the n-th column of the matrix of r */

/* Counts of a matrix of r: pairs within the cutoff, and of these those nearer than the table's begin. The diagonal
 * is neither. */
struct lj_counts {
    uint64_t inside, below;
};

/* Fills the matrix of r: of the particles, or made; `MATRIX_AWKWARD` has the critical distances: 0, the table's
 * begin, the cutoff, and their neighbours. It is symmetric. */
struct lj_counts lj_fill_distances(const struct job *job, int matrix, const float *coordinate, float *r);

/* The matrix of a bench with setting MATRIX: variant 1 has the awkward one. */
int lj_matrix(const struct job *job);

/* For setup(): the matrix of r as an input, with awkward distances in variant 1; its particles and counts, on the
 * host. */
void lj_declare_distances(struct job *job, int coordinate, int counts, int r);

/* Fills the matrix of dE/dr by the formula. */
void lj_fill_derivatives(const struct job *job, const float *r, float *derivative);

/* ---- tiles of matrices ---- */

/* clang-format off */
/* The first parameters of benches whose kernels include tiles.h; and the one of an image. */
#define LJ_PAIRS all, half
#define LJ_TILE_PARAMETERS(blocks_x, blocks_y, pairs)                                                                  \
    ROW(BLOCK_X, "work-items of a group along a row", blocks_x), ROW(BLOCK_Y, "and rows", blocks_y),                   \
    ROW(PAIRS_PER_THREAD, "pairs of a work-item", pairs),                                                              \
    NUMBER(VECTOR_WIDTH, "of them, neighbours that are loaded and stored at once", 1, 2, 4),                           \
    NUMBER(TILES_PER_GROUP, "tiles of a group, one below the other", 1, 4, 16),                                        \
    WORD(PAIRS, "each pair twice; or once, and its mirror image copied", LJ_PAIRS)
#define LJ_TILES                                                                                                       \
    LJ_TILE_PARAMETERS(VALUES(1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1),                                            \
                       VALUES(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024), VALUES(1, 2, 4, 8, 16))
#define LJ_IMAGE WORD(IMAGE, "the nearest image: by rint, by adding 1.5 * 2^23, by comparing", rint, add, compare)
#define LJ_TILE_CONSTRAINTS                                                                                            \
    GROUP_FITS(BLOCK_X, BLOCK_Y),                                                                                      \
    {"a group has 128 to 1024 work-items; where BLOCK_X is below 16, 1024",                                            \
     .expression = "(1024 if BLOCK_X < 16 else 128) <= BLOCK_X * BLOCK_Y <= 1024"},                                    \
    {"VECTOR_WIDTH divides PAIRS_PER_THREAD", .expression = "PAIRS_PER_THREAD % VECTOR_WIDTH == 0"},                   \
    {"half: a tile is square, 32 or 64 wide",                                                                          \
     .expression = "PAIRS == 'all' or BLOCK_X * VECTOR_WIDTH in [32, 64] and "                                         \
                   "BLOCK_X * VECTOR_WIDTH == BLOCK_Y * PAIRS_PER_THREAD // VECTOR_WIDTH"}
/* clang-format on */
PARAMETER_ENUM(LJ_TILES);

/* A launch that covers a matrix. */
struct compute_launch lj_launch(const struct config *config, uint64_t n);

/* In expressions of constraints: bytes of local memory of the mirror image of a tile. */
#define LJ_MIRROR_BYTES "(PAIRS == 'half') * BLOCK_X * VECTOR_WIDTH * (BLOCK_X * VECTOR_WIDTH + 1) * 4"

/* ---- the expected step in time: step.c ---- */

/* In ps; and in angstrom / ps per (kcal/mol) / angstrom / (g/mol), of which there are 418.4 in an angstrom / ps^2. */
#define LJ_TIME_STEP 0.002f
#define LJ_KICK (418.4f * LJ_TIME_STEP)

/* Fills three arrays of pitch velocities, in angstrom/ps, about those at 120 K, and the reciprocals of pitch masses.
 * `awkward`: a hundred times as large, so that particles near a face of the box cross it, in both directions. */
void lj_fill_velocities(const struct problem *problem, bool awkward, float *velocity);
void lj_fill_inverse_masses(const struct problem *problem, float *inverse);

/* A particle along one axis: place and velocity. */
struct lj_state {
    double coordinate, velocity;
};

/* Compares the state of particle i along axis d after a step with the expected one: v + f/m dt, x + v dt, in the
 * box. The force may be off by `slack`. Errors are in units of the rounding of floats: 3 roundings of the velocity
 * and of its parts; of the coordinate and of the box's side as many, and the velocity's error. Places at opposite
 * faces of the box are the same. WRONG_RESULT with the axis and the particle. */
enum status lj_step_compare(const struct lj_system *system, struct lj_state before, double force, double slack,
                            double inverse_mass, uint64_t d, uint64_t i, struct lj_state got, struct verdict *verdict,
                            struct fault *fault);

extern const struct bench lj_distances, lj_forces, lj_force_sum, lj_integrate, lj_pipeline, lj_cpu, lj_cpu_gpu, lj_step;
