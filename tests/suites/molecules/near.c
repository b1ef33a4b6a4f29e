/* The host's index by cells: everything within the reach of a particle is among its result, once. */
#include "suites/molecules/near.h"

#include "tests/check.h"
#include "tuner/job.h"

enum { MOST = 300, PITCH = 320 };
static float coordinate[3 * PITCH], single[MOST][3];
static double place[MOST][3];
static const struct near_places forms[] = {{coordinate, 1, PITCH, false}, {single, 3, 1, false}, {place, 3, 1, true}};
static struct near_index *near;

/* Random places, in the box and up to `beyond` sides outside; every seventh on faces of cells, every eleventh on a face
 * of the box. */
static void make(const struct near_box *box, double reach, double beyond, uint64_t seed)
{
    for (uint64_t i = 0; i < box->n; i++)
        for (uint64_t d = 0; d < 3; d++) {
            const double chance = job_uniform(seed, 3 * i + d), side = box->side[d];
            double at = side * (chance * (1 + 2 * beyond) - beyond);
            if (i % 7 == 0)
                at = reach * floor(at / reach);
            else if (i % 11 == 0)
                at = side * rint(at / side);
            coordinate[d * PITCH + i] = single[i][d] = (float)at;
            place[i][d] = (double)(float)at;
        }
}

static double distance(const struct near_box *box, uint64_t i, uint64_t j)
{
    double square = 0;
    for (int d = 0; d < 3; d++) {
        const double away = place[i][d] - place[j][d];
        const double least = box->periodic ? away - box->side[d] * rint(away / box->side[d]) : away;
        square += least * least;
    }
    return sqrt(square);
}

/* Compares with all pairs. Returns the largest number of neighbours of a particle. */
static uint64_t check_all(const struct near_box *box, double reach)
{
    uint64_t most = 0;
    for (uint64_t i = 0; i < box->n; i++) {
        unsigned times[MOST] = {0}, wrong = 0;
        struct near_span span[NEAR_MOST_SPANS];
        const int spans = near_spans(near, i, span);
        uint64_t given = 0;
        CHECK(spans >= 1 && spans <= NEAR_MOST_SPANS);
        for (int s = 0; s < spans; s++)
            for (uint64_t k = 0; k < span[s].count; k++, given++)
                times[span[s].particle[k] % MOST]++;
        for (uint64_t j = 0; j < box->n; j++)
            wrong += times[j] > 1 || ((i == j || distance(box, i, j) <= reach) && times[j] != 1);
        CHECK(wrong == 0);
        most = given > most ? given : most;
    }
    return most;
}

/* The results are the same for each form of places. */
static uint64_t check(const struct near_box *box, double reach, double beyond, uint64_t seed)
{
    uint32_t cell[MOST];
    make(box, reach, beyond, seed);
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        near_fill(near, box, reach, &forms[form]);
        CHECK(form == 0 || !memcmp(cell, near->cell, box->n * sizeof *cell));
        memcpy(cell, near->cell, box->n * sizeof *cell);
    }
    return check_all(box, reach);
}

/* One to six cells along each axis, with different numbers for each pair of axes; sides of exactly so many reaches, or
 * somewhat more. */
static void test_cells(bool periodic)
{
    static const double shares[] = {0.3, 1, 1.5, 2, 2.0001, 2.9, 3, 3.00001, 3.7, 4, 4.2, 5.5, 6};
    enum { SHARES = sizeof shares / sizeof *shares };
    const double reach = 2.5;
    for (size_t a = 0; a < SHARES; a++)
        for (size_t b = 0; b < SHARES; b += 1 + a % 3) {
            const size_t c = (a + 2 * b) % SHARES;
            const struct near_box box = {
                .n = 200 + a, .periodic = periodic, .side = {reach * shares[a], reach * shares[b], reach * shares[c]}};
            check(&box, reach, a % 2 ? 0.3 : b % 2 ? 2.2 : 0, 100 * a + b);
        }
}

/* Few particles, also in a large box; the index returns few of them if there are many cells. */
TEST(numbers)
{
    for (uint64_t n = 1; n <= 40; n++)
        for (int periodic = 0; periodic < 2; periodic++) {
            const struct near_box box = {.n = n, .periodic = periodic, .side = {20, 50, 9}};
            check(&box, 4, 0.1, n);
        }
    const struct near_box large = {.n = 300, .periodic = true, .side = {71, 71, 71}};
    CHECK(check(&large, 10, 0, 1) < 100); /* 27 of 343 cells: 24 on average */
    check(&large, (double)INFINITY, 0, 1);
}

/* A place that is NaN, or far away, is stored in some cell, once. */
TEST(no_numbers)
{
    const float strange[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f};
    for (int periodic = 0; periodic < 2; periodic++) {
        const struct near_box box = {.n = 300, .periodic = periodic, .side = {70, 60, 50}};
        make(&box, 8, 0, 3);
        for (size_t k = 0; k < sizeof strange / sizeof *strange; k++)
            coordinate[PITCH * (k % 3) + 20 * k] = strange[k];
        near_fill(near, &box, 8, &forms[0]);
        unsigned times[MOST] = {0};
        for (uint64_t k = 0; k < box.n; k++)
            times[near->particle[k] % MOST]++;
        for (uint64_t k = 0; k < box.n; k++)
            CHECK(times[k] == 1);
    }
}

int main(void)
{
    near = malloc(near_bytes(MOST));
    if (!near)
        return 1;
    test_cells(true);
    test_cells(false);
    run_tests();
    free(near);
    return CHECK_RESULT;
}
