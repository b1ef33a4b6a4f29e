/* M2L as matrix products, folded by the reflections of a parent's surroundings, for trees of any kind: the matrices,
 * and the launches (the formulas are in kernels/fmm/m2l_folded.cl). */
#include "suites/fmm/m2l/folded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_NAMES(FOLDED, FOLDED_ENTRIES) };

static int functions(int order)
{
    return (order + 1) * (order + 1);
}

static int row_pitch(int order)
{
    return (functions(order) + 31) / 32 * 32;
}

/* Positions along half of an axis. */
static int half_of(int separation)
{
    return 2 * separation + 1;
}

/* Orbits of eight mirror images around a parent, except those with near images only. */
static int orbits(int separation)
{
    const int half = half_of(separation), near = separation;
    return half * half * half - near * near * near;
}

/* ---- the matrices ---- */

/* A function of the real basis: re or im of (l, m); bit 0, 1, 2 is set if reflection of x, y, z changes its sign. */
struct function {
    int l, m, part;
    unsigned signs;
};

static struct function function_at(int f)
{
    struct function function = {0};
    while ((function.l + 1) * (function.l + 1) <= f)
        function.l++;
    const int rest = f - function.l * function.l;
    function.m = (rest + 1) / 2;
    function.part = rest > 0 && rest % 2 == 0;
    function.signs = (unsigned)((function.m + function.part) & 1) | (unsigned)function.part << 1 |
                     (unsigned)((function.l + function.m) & 1) << 2;
    return function;
}

static double sign(unsigned character, unsigned reflection)
{
    return __builtin_popcount(character & reflection) % 2 ? -1 : 1;
}

/* The matrix element of function `from` of omega and function `to` of mu. mu(l, m) = sum of omega(j, k) M(l + j, m + k)
 * over all k; terms of k and of -k are conjugate up to a sign. */
static double entry(const struct fmm_complex *irregular, struct function to, struct function from)
{
    const int order = to.l + from.l;
    const struct fmm_complex a = fmm_at(irregular, order, to.m + from.m);
    struct fmm_complex b = {0, 0};
    if (from.m > 0) {
        b = fmm_at(irregular, order, to.m - from.m);
        b.re = from.m % 2 ? -b.re : b.re;
        b.im = from.m % 2 ? -b.im : b.im;
    }
    if (from.part)
        return to.part ? a.re - b.re : b.im - a.im;
    return to.part ? a.im + b.im : a.re + b.re;
}

/* Adds the operator of reflection `w` of an orbit, times an eighth, to the matrices of all characters: the sums over
 * eight children have to be divided by eight. */
static void add_reflection(int order, int separation, const int orbit[3], unsigned w, double *matrix,
                           uint64_t character_pitch)
{
    const int size = functions(order);
    struct fmm_complex irregular[FMM_MOST_OPERATOR];
    double displacement[3];
    bool is_near = true;
    for (int d = 0; d < 3; d++) {
        const int boxes = w >> d & 1 ? 1 + orbit[d] : -orbit[d]; /* the child is the one on the positive side */
        displacement[d] = 2. * boxes;
        is_near = is_near && abs(boxes) <= separation;
    }
    if (is_near)
        return;
    fmm_irregular(2 * order, displacement, irregular);
    for (int f = 0; f < size; f++) {
        const struct function from = function_at(f);
        for (int r = 0; r < size; r++) {
            const double value = entry(irregular, function_at(r), from) / 8;
            for (unsigned c = 0; c < 8; c++)
                matrix[c * character_pitch + (uint64_t)f * (uint64_t)row_pitch(order) + (uint64_t)r] +=
                    sign(c ^ from.signs, w) * value;
        }
    }
}

/* Matrices [character][orbit, function][row], padded with zeros at the end of rows and after the last row. */
static uint64_t character_pitch(int order, int separation)
{
    return ((uint64_t)orbits(separation) * (uint64_t)functions(order) + FOLDED_MOST_STAGED) *
           (uint64_t)row_pitch(order);
}

uint64_t folded_matrix_numbers(int order, int separation)
{
    return 8 * character_pitch(order, separation);
}

void folded_fill(int order, int separation, float *fp32, double *fp64)
{
    const int half = half_of(separation), near = separation;
    const uint64_t pitch = character_pitch(order, separation), all = 8 * pitch;
    double *matrix = fp64;
    memset(fp64, 0, all * sizeof *fp64);
    for (int far = 2; far >= 0; far--) /* along z, y, x: the order of orbit_at in the kernel file */
        for (int z = far == 2 ? near : 0; z < (far == 2 ? half : near); z++)
            for (int y = far == 1 ? near : 0; y < (far == 0 ? near : half); y++)
                for (int x = far == 0 ? near : 0; x < half; x++, matrix += functions(order) * row_pitch(order))
                    for (unsigned w = 0; w < 8; w++)
                        add_reflection(order, separation, (const int[]){x, y, z}, w, matrix, pitch);
    for (uint64_t i = 0; i < all; i++)
        fp32[i] = (float)fp64[i];
}

/* ---- matrices in halves ---- */

/* The nearest half of a number below 65504 (IEEE 754, binary16), and its bits. */
static double nearest_half(double x, uint16_t *bits)
{
    const double size = fabs(x);
    int exponent;
    frexp(fmax(size, 0x1p-14), &exponent);
    const double units = nearbyint(ldexp(size, 11 - exponent)), half = copysign(ldexp(units, exponent - 11), x);
    *bits = (uint16_t)((x < 0 ? 0x8000 : 0) + (exponent + 13) * 1024 + (int)units);
    return half;
}

uint64_t folded_halves_bytes(int order, int separation)
{
    return (8 * character_pitch(order, separation) + (uint64_t)row_pitch(order) + 2 * (uint64_t)functions(order)) *
           sizeof(float);
}

static float power_of_two(double below)
{
    return (float)ldexp(1, ilogb(below));
}

/* The parameters of a function in fold: its scale; its number in an expansion, times 8, plus its signs. */
struct scaled {
    float scale;
    uint32_t number_and_signs;
};

/* With functions' scales harmonics are as large as r^l; with rows' factors the largest number is below 2^13. */
static void find_scales(int order, int separation, const double *fp64, float *factor, struct scaled *scaled)
{
    const uint64_t pitch = (uint64_t)row_pitch(order), size = (uint64_t)functions(order),
                   numbers = (uint64_t)orbits(separation) * size;
    double largest[(FMM_MOST_ORDER + 1) * (FMM_MOST_ORDER + 1)] = {0};
    for (uint64_t f = 0; f < size; f++) {
        const struct function function = function_at((int)f);
        const int number = 2 * fmm_index(function.l, function.m) + function.part;
        scaled[f] =
            (struct scaled){power_of_two(fmm_norm(function.l, function.m)), (uint32_t)number << 3 | function.signs};
    }
    for (uint64_t c = 0; c < 8; c++)
        for (uint64_t k = 0; k < numbers; k++)
            for (uint64_t r = 0; r < size; r++)
                largest[r] = fmax(largest[r], fabs(fp64[c * character_pitch(order, separation) + k * pitch + r]) /
                                                  scaled[k % size].scale);
    for (uint64_t r = 0; r < pitch; r++)
        factor[r] = r < size ? ldexpf(power_of_two(largest[r]), -12) : 0;
}

/* The index, among the functions of all orbits, of the one at a place: four functions of a chunk are adjacent. */
static uint64_t function_of_place(uint64_t place, uint64_t places)
{
    const uint64_t chunk = place / FOLD_CHUNK * FOLD_CHUNK, rest = places - chunk;
    const uint64_t apart = (rest < FOLD_CHUNK ? rest : FOLD_CHUNK) / 4;
    return chunk + place % 4 * apart + (place - chunk) / 4;
}

/* The index of the first half of a row and a place among the halves of a character: in fragments of 16 x 16 (lane
 * 4 g + t has rows 2 g and 2 g + 1, functions 4 t to 4 t + 3), of 16 places all rows. The second half is 256 later. */
static uint64_t place_of_half(uint64_t row, uint64_t place, uint64_t pitch)
{
    const uint64_t lane = row % 16 / 2 * 4 + place % 16 / 4, number = place % 4 / 2 * 2 + row % 2;
    return place / 16 * 32 * pitch + row / 16 * 512 + lane * 8 + number * 2 + place % 2;
}

void folded_fill_halves(int order, int separation, const double *fp64, void *halves)
{
    const uint64_t pitch = (uint64_t)row_pitch(order), size = (uint64_t)functions(order);
    const uint64_t numbers = (uint64_t)orbits(separation) * size, places = divide_up(numbers, 16) * 16;
    const uint64_t apart = character_pitch(order, separation);
    float *factor = (float *)halves + 8 * apart;
    struct scaled *scaled = (struct scaled *)(factor + pitch);
    memset(halves, 0, folded_halves_bytes(order, separation));
    find_scales(order, separation, fp64, factor, scaled);
    for (uint64_t c = 0; c < 8; c++)
        for (uint64_t place = 0; place < places; place++) {
            const uint64_t k = function_of_place(place, places);
            for (uint64_t r = 0; r < size && k < numbers; r++) {
                const double number = fp64[c * apart + k * pitch + r] / scaled[k % size].scale / factor[r];
                uint16_t *half = (uint16_t *)((float *)halves + c * apart) + place_of_half(r, place, pitch);
                nearest_half(number - nearest_half(number, half), half + 256);
            }
        }
}

/* ---- memory ---- */

static uint64_t folded_numbers(int order, int separation)
{
    return 8 * ((uint64_t)orbits(separation) * (uint64_t)functions(order) + FOLDED_MOST_STAGED);
}

/* As many parents at a time as have folded expansions of 1 GB. */
static uint64_t most_parents(int order, int separation, int depth)
{
    const uint64_t all = fmm_level_begin(depth);
    const uint64_t fit = (UINT64_C(1) << 30) / (folded_numbers(order, separation) * sizeof(double));
    return all < fit ? all : fit;
}

uint64_t folded_bytes(int order, int separation, int depth)
{
    return most_parents(order, separation, depth) * folded_numbers(order, separation) * sizeof(double);
}

uint64_t folded_product_bytes(int order, int separation, int depth)
{
    return 8 * FOLDED_MOST_SPLITS * most_parents(order, separation, depth) * (uint64_t)row_pitch(order) *
           sizeof(double);
}

double folded_multiplications(int order, int separation, int first, int depth)
{
    const double size = functions(order);
    return 8 * (double)orbits(separation) * size * size * (double)(fmm_level_begin(depth) - fmm_level_begin(first - 1));
}

/* ---- device ---- */

/* Group size of multiply. */
static int group_of(const struct folded *of)
{
    return of->tile_rows / of->thread_rows * of->tile_boxes / of->thread_boxes * (of->tensor || of->halves ? 32 : 1);
}

static enum status queue_sums(struct job *job, const struct folded *of, uint32_t first, uint32_t parents, int pitch,
                              struct fault *fault)
{
    const uint64_t groups = parents * divide_up((uint64_t)orbits(of->separation), FOLD_ORBITS);
    struct compute_launch launch = launch_groups(groups, FOLD_SIZE);
    launch.stream = of->stream;
    return LAUNCH(of->kernel + FOLDED_fold, launch, ARRAY(of->omega), ARRAY(of->folded), VALUE(first), VALUE(parents),
                  VALUE(pitch));
}

static enum status queue_halves(struct job *job, const struct folded *of, uint32_t first, uint32_t parents, int pitch,
                                struct fault *fault)
{
    const int chunks = (int)divide_up((uint64_t)pitch, FOLD_CHUNK);
    struct compute_launch launch = launch_groups(parents * (uint64_t)chunks, FOLD_CHUNK / 4);
    launch.stream = of->stream;
    return LAUNCH(of->kernel + FOLDED_fold, launch, ARRAY(of->omega), ARRAY(of->matrices), ARRAY(of->folded),
                  VALUE(first), VALUE(parents), VALUE(pitch), VALUE(chunks),
                  VALUE(character_pitch(of->order, of->separation)));
}

/* Queues the work of `count` parents, from index `first` on. */
static enum status queue_parents(struct job *job, const struct folded *of, uint32_t first, uint32_t parents,
                                 struct fault *fault)
{
    const uint64_t size = (uint64_t)functions(of->order), step = (uint64_t)of->staged;
    const uint64_t all_steps = divide_up((uint64_t)orbits(of->separation) * size, step);
    const int steps = (int)all_steps, pitch = steps * of->staged, splits = of->splits;
    const int split_steps = 2 * (int)divide_up(all_steps, 2 * (uint64_t)splits); /* halves: two between barriers */
    const uint64_t row_tiles = divide_up((uint64_t)row_pitch(of->order), (uint64_t)of->tile_rows);
    const uint64_t box_tiles = divide_up(parents, (uint64_t)of->tile_boxes);
    struct compute_launch products = launch_groups(row_tiles * box_tiles, (uint64_t)group_of(of));
    struct compute_launch unfolding = launch_over(parents * size, FOLD_SIZE, FOLD_SIZE);
    products.groups[1] = 8 * (uint64_t)splits;
    products.stream = unfolding.stream = of->stream;
    enum status status = of->halves ? queue_halves(job, of, first, parents, pitch, fault)
                                    : queue_sums(job, of, first, parents, pitch, fault);
    if (status == OK)
        status =
            LAUNCH(of->kernel + FOLDED_multiply, products, ARRAY(of->matrices), ARRAY(of->folded), ARRAY(of->product),
                   VALUE(parents), VALUE(steps), VALUE(split_steps), VALUE(character_pitch(of->order, of->separation)));
    if (status == OK)
        status = LAUNCH(of->kernel + FOLDED_unfold, unfolding, ARRAY(of->product), ARRAY(of->mu), VALUE(first),
                        VALUE(parents), VALUE(splits));
    return status;
}

enum status folded_queue(struct job *job, const struct folded *of, int depth, int first, int last, struct fault *fault)
{
    const uint64_t begin = fmm_level_begin(first - 1), end = fmm_level_begin(last);
    const uint64_t fit = most_parents(of->order, of->separation, depth);
    const uint64_t most = of->parents < fit ? of->parents : fit;
    enum status status = OK;
    for (uint64_t at = begin; at < end && status == OK; at += most)
        status = queue_parents(job, of, (uint32_t)at, (uint32_t)(end - at < most ? end - at : most), fault);
    return status;
}
