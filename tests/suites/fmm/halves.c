/* The matrices in halves: each number of those in double precision is the sum of its two halves, and is stored where a
 * lane of mma.m16n8k16 reads it (PTX ISA: element e of register i of lane 4 g + t); no number is missing. */
#include "tests/check.h"

#include "suites/fmm/m2l/folded.h"

#include <math.h>

/* IEEE 754, binary16. */
static double value_of(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    CHECK(exponent < 31);
    const double size = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return bits >> 15 ? -size : size;
}

struct matrices {
    uint64_t pitch, size, numbers, places,
        apart; /* numbers of rows; functions; columns, without and with the padding; characters */
    const double *fp64;
    const float *halves;
};

/* The column that stands at a place: work-item i of fold has columns i, i + q, i + 2 q and i + 3 q of a chunk of 4 q.
 */
static uint64_t column_of(const struct matrices *of, uint64_t place)
{
    const uint64_t chunk = place / FOLD_CHUNK, left = of->places - chunk * FOLD_CHUNK;
    const uint64_t columns = left < FOLD_CHUNK ? left : FOLD_CHUNK, item = place % FOLD_CHUNK / 4, which = place % 4;
    return chunk * FOLD_CHUNK + which * (columns / 4) + item;
}

static void check_number(const struct matrices *of, uint64_t character, uint64_t row, uint64_t place,
                         const uint16_t *half)
{
    const float *factor = of->halves + 8 * of->apart, *scale = factor + of->pitch;
    const uint64_t column = column_of(of, place);
    const double is = value_of(half[0]) + value_of(half[256]);
    CHECK(column < of->places);
    if (row >= of->size || column >= of->numbers) {
        CHECK(is == 0);
        return;
    }
    const double number = of->fp64[character * of->apart + column * of->pitch + row];
    const double wanted = number / ((double)factor[row] * (double)scale[2 * (column % of->size)]);
    CHECK(fabs(wanted) < 0x1p13 && fabs(is - wanted) <= fmax(0x1p-22 * fabs(wanted), 0x1p-25));
}

static void check_matrices(const struct matrices *of)
{
    for (uint64_t c = 0; c < 8; c++)
        for (uint64_t stage = 0; stage < of->places / 16; stage++)
            for (uint64_t tile = 0; tile < of->pitch / 16; tile++)
                for (uint64_t lane = 0; lane < 32; lane++)
                    for (uint64_t i = 0; i < 4; i++)
                        for (uint64_t e = 0; e < 2; e++) {
                            const uint64_t row = 16 * tile + 2 * (lane / 4) + i % 2;
                            const uint64_t place = 16 * stage + 4 * (lane % 4) + 2 * (i / 2) + e;
                            const float *fragment = of->halves + c * of->apart + 16 * (stage * of->pitch + 16 * tile);
                            check_number(of, c, row, place, (const uint16_t *)fragment + 8 * lane + 2 * i + e);
                        }
}

static void check_order(int order, int separation)
{
    const uint64_t size = (uint64_t)(order + 1) * (uint64_t)(order + 1),
                   numbers = folded_matrix_numbers(order, separation);
    FREED float *fp32 = calloc(numbers, sizeof *fp32), *halves = malloc(folded_halves_bytes(order, separation));
    FREED double *fp64 = calloc(numbers, sizeof *fp64);
    struct matrices of = {
        .pitch = (size + 31) / 32 * 32, .size = size, .apart = numbers / 8, .fp64 = fp64, .halves = halves};
    of.numbers = (separation == 1 ? 26 : 117) * size;
    of.places = (of.numbers + 15) / 16 * 16;
    folded_fill(order, separation, fp32, fp64);
    folded_fill_halves(order, separation, fp64, halves);
    check_matrices(&of);
    bool *is_there = calloc(of.places, sizeof *is_there);
    for (uint64_t place = 0; place < of.places; place++) {
        CHECK(!is_there[column_of(&of, place)]);
        is_there[column_of(&of, place)] = true;
    }
    free(is_there);
}

TEST(halves)
{
    check_order(0, 1);
    check_order(5, 1); /* two chunks, rows that end within a fragment */
    check_order(3, 2);
}
