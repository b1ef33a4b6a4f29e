/* Tables of the potential, or of its derivative, and the expected results of lookups: an emulation on the table's
 * own numbers, so that the arithmetic is verified separately from how well a table approximates the formula. */
#pragma once

#include "suites/lennard_jones/lennard_jones.h"

#define LJ_METHOD_SUMMARY "the formula, a table of dE/dr, or of E and its difference"
#define LJ_METHODS analytic, derivative, potential
#define LJ_SIZE_SUMMARY "elements of a pair of types"

/* clang-format off */
/* Parameters after those of tiles. Memories of tables, and addressing outside: `step` has the first ones. */
#define LJ_MEMORIES(...) WORD(TABLE, "where: rows of a 2D texture, a 1D one, layers of a 3D one, memory", __VA_ARGS__)
#define LJ_OUTSIDE(...)                                                                                                \
    WORD(ADDRESSING, "outside: the last element; 0, and no test; the table again; mirrored", __VA_ARGS__)
#define LJ_SIZES(...) NUMBER(TABLE_SIZE, LJ_SIZE_SUMMARY, __VA_ARGS__)
#define LJ_DELTAS(...) REAL(DELTA, "of the central difference, in elements to each side", __VA_ARGS__)
#define LJ_TABLE_PARAMETERS(memories, outside, sizes, deltas)                                                          \
    WORD(METHOD, LJ_METHOD_SUMMARY, LJ_METHODS),                                                                       \
    memories,                                                                                                          \
    WORD(FILTER, "between elements: the texture's, linear by hand, or none", hardware, hand, nearest),                 \
    sizes, deltas, outside,                                                                                            \
    WORD(INDEX, "the whole part of a place: converted, or by adding 2^23", convert, add)
#define LJ_TABLES(sizes, deltas)                                                                                       \
    LJ_TABLE_PARAMETERS(LJ_MEMORIES(texture, global, read_only, shared, constant, texture_1d, texture_3d),             \
                        LJ_OUTSIDE(clamp, border, wrap, mirror), sizes, deltas)
#define LJ_FEW_TABLES(sizes, deltas)                                                                                   \
    LJ_TABLE_PARAMETERS(LJ_MEMORIES(texture, global, read_only, shared, constant), LJ_OUTSIDE(clamp, border), sizes,   \
                        deltas)
#define ARRANGED_BY_TABLE ARRANGED_BY(METHOD, TABLE, FILTER, TABLE_SIZE, DELTA, ADDRESSING)
#define LJ_TABLE_BYTES "(structure.types or types) ** 2 * (TABLE_SIZE + 4) * 4" /* with LJ_MARGIN */
#define LJ_IN_TEXTURE "(TABLE in ['texture', 'texture_1d', 'texture_3d'])"
enum { LJ_MOST_ELEMENTS = 1 << 24 };
#define LJ_TABLE_LIMIT                                                                                                 \
    {"a table has at most 2^24 elements, TABLE_SIZE for each pair of types",                                           \
     .expression = "METHOD == 'analytic' or (structure.types or types) ** 2 * TABLE_SIZE <= 16777216"}
#define LJ_LOOKUP_CONSTRAINTS(in_texture)                                                                              \
    {"analytic has no table",                                                                                          \
     .expression = "METHOD != 'analytic' or TABLE == 'texture' and FILTER == 'hardware' and TABLE_SIZE == 4096 and "   \
                   "DELTA == 0.5 and ADDRESSING == 'clamp' and INDEX == 'convert'"},                                   \
    {"DELTA is potential's", .expression = "METHOD == 'potential' or DELTA == 0.5"},                                   \
    {"FILTER hardware is a texture's", .expression = "FILTER != 'hardware' or " in_texture},                           \
    LJ_TABLE_LIMIT,                                                                                                    \
    {"INDEX add is computed by hand",                                                                                  \
     .expression = "INDEX == 'convert' or FILTER == 'hand' or FILTER == 'nearest' and not (" in_texture ")"}
#define LJ_TABLE_CONSTRAINTS                                                                                           \
    LJ_LOOKUP_CONSTRAINTS(LJ_IN_TEXTURE),                                                                              \
    {"ADDRESSING wrap and mirror are a texture's that has rows or layers",                                             \
     .expression = "ADDRESSING in ['clamp', 'border'] or TABLE in ['texture', 'texture_3d'] and FILTER != 'hand'"},    \
    {"TABLE_SIZE, and pairs of types, fit the texture",                                                                \
     .expression = "METHOD == 'analytic' or not " LJ_IN_TEXTURE " or ("                                                \
                   "TABLE_SIZE <= device.texture_width if TABLE == 'texture' else "                                    \
                   LJ_TABLE_BYTES " // 4 <= device.texture_1d_width if TABLE == 'texture_1d' else "                    \
                   "TABLE_SIZE <= device.texture_3d_width and "                                                        \
                   "(structure.types or types) ** 2 <= device.texture_3d_depth)"},                                     \
    {"TABLE_SIZE fits shared or constant memory",                                                                      \
     .expression = "METHOD == 'analytic' or ("                                                                         \
                   LJ_TABLE_BYTES " + " LJ_MIRROR_BYTES " <= device.local_bytes if TABLE == 'shared' else "            \
                   LJ_TABLE_BYTES " <= device.constant_bytes if TABLE == 'constant' else True)"}
/* clang-format on */
PARAMETER_ENUM(AFTER(PAIRS, LJ_TILES), LJ_TABLES(LJ_SIZES(4096), LJ_DELTAS(0.5)));

/* The part of the configuration that determines the numbers of a table, and the results of a lookup. */
struct lj_choice {
    int method, table, filter, size, addressing;
    double delta;
};
struct lj_choice lj_choice(const struct config *config);
bool lj_in_texture(int table);

/* Element i of a row is that of r = first + i / per_element, where `first` is the minimum, or one element less for a
 * table of E: so at the minimum, too, there is one on each side. In memory a row has two elements before the first
 * and two after the last, with the values that ADDRESSING gives outside. With border the cutoff is at the element
 * after the last, where E is 0; else it is five elements before the end. If the user gives the range, elements are
 * spread over that; with border those at the cutoff and beyond are 0. */
enum { LJ_FRONT = 2, LJ_MARGIN = 4 };
struct lj_table {
    struct lj_choice choice;
    struct lj_system system;
    uint32_t n, pitch;        /* the system's, as kernel arguments */
    float first, per_element; /* its begin; elements per angstrom */
    float per_r;              /* factor of the difference of two energies */
    const float *element;     /* rows of TABLE_SIZE + LJ_MARGIN */
    bool eight_bits;          /* the texture's fractions, as GPUs have them */
    double blur;              /* relative error bound of places; 0 if they are computed as here */
    double slack;             /* and in elements, if they are shares of a row: for a GPU, else before the first one */
};

/* The table of a choice on a job's device; its elements, system.types^2 rows, are those in slot `elements`, or NULL. */
struct lj_table lj_table(const struct job *job, struct lj_choice choice, const float *element);
void lj_table_fill(const struct lj_table *table, float *element);

/* INVALID if the minimum is not below the cutoff, or a range of the user ends before the cutoff. */
enum status lj_check_range(const struct problem *problem, const struct compute_device *device, struct fault *fault);

/* The same; and INVALID if lookups at the cutoff are beyond the end of the range; or if the table begins so near to
 * 0 that an element lies at or below it, or with border that r = 0, the diagonal, would not be outside. */
enum status lj_table_check(const struct job *job, struct lj_choice choice, struct fault *fault);

/* Bytes of the largest table of a number of types, with rows of at most most_size elements. */
size_t lj_table_most_bytes(size_t types, size_t most_size);

/* Slots, as inputs: types; tables as rows in memory, and as a texture; and the coefficients of analytic, a float2
 * for each pair of types, sigma and 24 epsilon / sigma. lj_table_declare is for setup(), with room for the largest
 * table with rows of at most most_size elements; lj_table_arrange for arrange(): it checks the table, and fills the
 * slots of the choice. */
enum { LJ_NO_COEFFICIENTS = -1 }; /* the slot, of a bench with its own form of the formula */
struct lj_table_slots {
    int type, elements, texture, coefficients;
};
void lj_table_declare(struct job *job, struct lj_table_slots slots, size_t most_size);
enum status lj_table_arrange(struct job *job, struct lj_table_slots slots, struct lj_choice choice,
                             struct fault *fault);

/* Bytes of the coefficients of analytic. */
size_t lj_coefficient_bytes(const struct lj_system *system);
void lj_fill_coefficients(const struct lj_system *system, struct mm_float2 *coefficient);

/* Queues kernel `forces`, entry `kernel`, with slots r and derivative. */
enum status lj_launch_forces(struct job *job, const struct config *config, int kernel, int r, int derivative,
                             struct lj_table_slots slots, struct fault *fault);

/* The last arguments of a kernel with lookups, after the first `count`. */
void lj_table_arguments(const struct job *job, struct lj_table_slots slots, struct lj_choice choice,
                        struct compute_argument *arguments, size_t *count);

/* Possible results of a lookup, and the scale of its rounding errors. Hardware decides which of two results is
 * returned for a fraction between two of its own, or a place between two elements. */
struct lj_range {
    double least, most, scale;
};

/* dE/dr of a pair of row `row` as the configuration computes it from a distance rounded to float. */
struct lj_range lj_look_up(const struct lj_table *table, size_t row, float r);

/* The tolerance of its float arithmetic, as a share of the scale. */
double lj_tolerance(const struct lj_table *table);

/* The distance of a result from a range, as a share of its scale; infinite if that is 0 and the result is not. */
double lj_range_error(struct lj_range range, double got);

/* ---- dE/dr by the host: cpu.c ---- */

/* Slots of a bench whose host may compute: both matrices on device and host, pairs of types, counts, places; types
 * of particles and the table, which are inputs. */
enum {
    LJ_HOST_R,
    LJ_HOST_DERIVATIVE,
    LJ_HOST_FROM_DEVICE,
    LJ_HOST_TO_DEVICE,
    LJ_HOST_PAIR,
    LJ_HOST_COUNTS,
    LJ_HOST_COORDINATE,
    LJ_HOST_TYPE,
    LJ_HOST_ELEMENTS,
    LJ_HOST_SLOTS
};

/* Its parameters, after two of its own. */
#define LJ_HOST_FILTERS hand, nearest
enum { WORD_NAMES(LJ_HOST, LJ_HOST_FILTERS) };
/* clang-format off */
#define LJ_HOST_PARAMETERS(of_host, ...)                                                                               \
    NAMED(LJ_HOST_METHOD, "METHOD", LJ_METHOD_SUMMARY, WORD_TABLE(LJ_METHODS), .host = of_host),                       \
    NAMED(LJ_HOST_FILTER, "FILTER", "between elements: linear, or none", WORD_TABLE(LJ_HOST_FILTERS),                  \
          .host = of_host),                                                                                            \
    NAMED(LJ_HOST_SIZE, "TABLE_SIZE", LJ_SIZE_SUMMARY, VALUES(__VA_ARGS__), .host = of_host)
#define LJ_HOST_CONSTRAINTS                                                                                            \
    {"analytic has no table", .expression = "METHOD != 'analytic' or FILTER == 'hand' and TABLE_SIZE == 4096"},        \
    LJ_TABLE_LIMIT
/* clang-format on */

/* The host's table, in memory. */
struct lj_choice lj_host_choice(const struct config *config);

/* For setup(), with room for rows of most_size elements, and arrange(). */
void lj_host_declare(struct job *job, size_t most_size);
enum status lj_host_arrange(struct job *job, const struct config *config, struct fault *fault);

/* For enqueue(): copies the distances to the host, computes dE/dr by plain loops or vectors, with one thread or one
 * per core, and copies it to the device. */
enum status lj_host_iteration(struct job *job, const struct config *config, bool vectors, bool all,
                              struct fault *fault);

/* For verify() and figure(). `blur`: LJ_HOST_BLUR for results of the host, whose place in a table has three
 * roundings where the kernel's has two, or one of a fused operation; else 0. */
#define LJ_HOST_BLUR (3 * 0x1p-24)
enum status lj_host_verify(const struct job *job, const struct config *config, double blur, struct verdict *verdict,
                           struct fault *fault);
void lj_host_figure(const struct job *job, const struct config *config, double blur, double values[MAX_FIGURES]);

/* ---- comparison of the matrix of dE/dr with a table's lookups, and with the formula: slopes.c ---- */

/* Slots: of the distances, and of the compared matrix. */
struct lj_slopes {
    int r, derivative;
};

/* Compares the rows that lj_row() names. Errors are shares of the scale of a lookup. WRONG_RESULT, or an error of
 * reading the device. */
enum status lj_slopes_compare(const struct job *job, const struct lj_slopes *slopes, const struct lj_table *table,
                              struct verdict *verdict, struct fault *fault);

/* The figures of these rows, over pairs from the table's begin to the cutoff: the relative L2 norm of the error
 * against the formula; its largest share of the sum of the formula's two terms' magnitudes; with hardware filtering
 * in 256ths, the largest difference from its emulation; and the shares of all pairs within the cutoff, and nearer
 * than the table's begin. */
#define LJ_FIGURES l2_error, largest_error, filter_error, inside, below
void lj_slopes_figures(const struct job *job, const struct lj_slopes *slopes, const struct lj_table *table,
                       struct lj_counts counts, double values[MAX_FIGURES]);
