/* M2L as matrix products (kernels/fmm/m2l_folded.cl), of a tree of any depth: for the bench of the operator, and for
 * the solver. */
#pragma once

#include "suites/fmm/fmm.h"

#define FOLD_SIZE 128  /* work-items of a group of `fold` */
#define FOLD_ORBITS 13 /* orbits of such a group, of a parent's 26 or 117 */
#define FOLD_CHUNK 640 /* functions of a group with halves */
enum { FOLDED_MOST_SPLITS = 8, FOLDED_MOST_STAGED = 16, FOLDED_TF32_PRODUCTS = 3 };

/* Matrices [character][orbit, function][row], padded with zeros at the end of rows and after the last row: the number
 * of elements; and a function that fills them. */
uint64_t folded_matrix_numbers(int order, int separation);
void folded_fill(int order, int separation, float *fp32, double *fp64);

/* The bytes of matrices in halves, and filling them from those in fp64 (kernels/fmm/m2l_folded_halves.h). */
uint64_t folded_halves_bytes(int order, int separation);
void folded_fill_halves(int order, int separation, const double *fp64, void *halves);

/* The bytes of folded parents and of the product, in double precision. */
uint64_t folded_bytes(int order, int separation, int depth);
uint64_t folded_product_bytes(int order, int separation, int depth);

/* The FMA of M2L into the boxes of levels `first` to the depth. */
double folded_multiplications(int order, int separation, int first, int depth);

/* The entry points of the kernel file, in sequence. */
#define FOLDED_ENTRIES fold, multiply, unfold

/* The launches: splits, the tile of the product, parents at a time; the number of the first entry; the stream; the
 * slots. */
struct folded {
    int order, separation;
    bool tensor, halves; /* tensor cores, and by FP16 */
    int tile_rows, tile_boxes, thread_rows, thread_boxes, staged, splits;
    uint64_t parents;
    int kernel, stream;
    int omega, mu, matrices, folded, product;
};

/* Constraints of these parameters or numbers: the device has tensor cores; a work-item's sums stay in registers, up to
 * 8 x 8 floats or 8 x 4 doubles, or those of a warp with tensor cores; groups of 64 to 256 work-items stage whole
 * vectors; two stages of either factor fit into local memory. */
/* clang-format off */
#define FOLDED_TENSOR_THERE(math) "(" #math " == 'fma' or device.fp64_matrices)"
#define FOLDED_HALVES_THERE "MATH != 'halves' or PRECISION == 'fp32'"
#define FOLDED_THREADS_SUIT(math, rows, boxes)                                                                         \
    "(" #rows " >= 16 <= " #boxes " if " #math " != 'fma' else 4 <= " #rows " <= 8 >= " #boxes " >= 4 and "            \
    #rows " * " #boxes " <= (32 if PRECISION == 'fp64' else 64))"
#define FOLDED_GROUP(math, tile_rows, tile_boxes, rows, boxes)                                                         \
    "(" #tile_rows " // " #rows " * " #tile_boxes " // " #boxes " * (32 if " #math " != 'fma' else 1))"
#define FOLDED_STAGES_SUIT(group, tile_rows, tile_boxes, staged)                                                       \
    "(" #tile_boxes " >= 32 and 64 <= " group " <= min(512, device.group_max, device.group_max_x) and "                \
    #tile_rows " * " #staged " % (16 // " FMM_REAL " * " group ") == "                                                 \
    #tile_boxes " * " #staged " % (16 // " FMM_REAL " * " group ") == 0)"
#define FOLDED_FITS(tile_rows, tile_boxes, staged)                                                                     \
    "((2 * " #staged " * (" #tile_rows " + " #tile_boxes ") + 16 * (" #staged " + " #tile_boxes ")) * " FMM_REAL       \
    " <= " FMM_LOCAL ")"
/* clang-format on */

/* Queues M2L into the boxes of levels `first` to `last` of a tree. */
enum status folded_queue(struct job *job, const struct folded *of, int depth, int first, int last, struct fault *fault);
