/* The host's index by cells: whoever is within the reach of a particle is among those that it gives, and no one twice.
 */
#include "suites/lennard_jones/near.h"

#include "tests/check.h"

enum { MOST = 300, PITCH = 320 };
static float coordinate[3 * PITCH];
static double place[MOST][3];
static struct lj_near *by_floats, *by_places;

/* Places by chance, in the box and up to `beyond` sides outside; every seventh on faces of cells, every eleventh on a
 * face of the box. */
static void make(const struct lj_system *system, double reach, double beyond, uint64_t seed)
{
    for (uint64_t i = 0; i < system->n; i++)
        for (uint64_t d = 0; d < 3; d++) {
            const double chance = job_uniform(seed, 3 * i + d), side = (double)system->side[d];
            double at = side * (chance * (1 + 2 * beyond) - beyond);
            if (i % 7 == 0)
                at = reach * floor(at / reach);
            else if (i % 11 == 0)
                at = side * rint(at / side);
            coordinate[d * system->pitch + i] = (float)at;
            place[i][d] = (double)(float)at;
        }
}

/* Against all pairs. Returns the largest number of particles that were given, of one. */
static uint64_t check_all(const struct lj_near *near, const struct lj_system *system, double reach)
{
    uint64_t most = 0;
    for (uint64_t i = 0; i < system->n; i++) {
        unsigned times[MOST] = {0}, wrong = 0;
        struct lj_span span[LJ_MOST_SPANS];
        const int spans = lj_near_spans(near, i, span);
        uint64_t given = 0;
        CHECK(spans >= 1 && spans <= LJ_MOST_SPANS);
        for (int s = 0; s < spans; s++)
            for (uint64_t k = 0; k < span[s].count; k++, given++)
                times[span[s].particle[k] % MOST]++;
        for (uint64_t j = 0; j < system->n; j++) {
            double vector[3];
            const bool within = i == j || lj_apart(system, coordinate, i, j, vector) <= reach;
            wrong += times[j] > 1 || (within && times[j] != 1);
        }
        CHECK(wrong == 0);
        most = given > most ? given : most;
    }
    return most;
}

static uint64_t check(const struct lj_system *system, double reach, double beyond, uint64_t seed)
{
    make(system, reach, beyond, seed);
    lj_near_coordinates(by_floats, system, reach, coordinate);
    lj_near_places(by_places, system, reach, (const double(*)[3])place);
    const uint64_t most = check_all(by_floats, system, reach);
    CHECK(check_all(by_places, system, reach) == most);
    return most;
}

/* One to six cells along each axis, each pair of axes different, exactly so many reaches or somewhat more. */
static void test_cells(bool periodic)
{
    static const float shares[] = {0.3f, 1, 1.5f, 2, 2.0001f, 2.9f, 3, 3.00001f, 3.7f, 4, 4.2f, 5.5f, 6};
    enum { SHARES = sizeof shares / sizeof *shares };
    const float reach = 2.5f;
    for (size_t a = 0; a < SHARES; a++)
        for (size_t b = 0; b < SHARES; b += 1 + a % 3) {
            const size_t c = (a + 2 * b) % SHARES;
            const struct lj_system system = {.n = 200 + a,
                                             .pitch = lj_pitch(200 + a),
                                             .periodic = periodic,
                                             .side = {reach * shares[a], reach * shares[b], reach * shares[c]}};
            check(&system, (double)reach, a % 2 ? 0.3 : b % 2 ? 2.2 : 0, 100 * a + b);
        }
}

/* Few particles, also in a large box; those that it gives are few where there are many cells. */
TEST(numbers)
{
    for (uint64_t n = 1; n <= 40; n++)
        for (int periodic = 0; periodic < 2; periodic++) {
            const struct lj_system system = {.n = n, .pitch = lj_pitch(n), .periodic = periodic, .side = {20, 50, 9}};
            check(&system, 4, 0.1, n);
        }
    const struct lj_system large = {.n = 300, .pitch = PITCH, .periodic = true, .side = {71, 71, 71}};
    CHECK(check(&large, 10, 0, 1) < 100); /* 27 of 343 cells: 24 in the mean */
    check(&large, (double)INFINITY, 0, 1);
}

/* A place that is no number, or far away, is kept in some cell, once. */
TEST(no_numbers)
{
    const float strange[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f};
    for (int periodic = 0; periodic < 2; periodic++) {
        const struct lj_system system = {.n = 300, .pitch = PITCH, .periodic = periodic, .side = {70, 60, 50}};
        make(&system, 8, 0, 3);
        for (size_t k = 0; k < sizeof strange / sizeof *strange; k++)
            coordinate[PITCH * (k % 3) + 20 * k] = strange[k];
        lj_near_coordinates(by_floats, &system, 8, coordinate);
        unsigned times[MOST] = {0};
        for (uint64_t k = 0; k < system.n; k++)
            times[by_floats->particle[k] % MOST]++;
        for (uint64_t k = 0; k < system.n; k++)
            CHECK(times[k] == 1);
    }
}

int main(void)
{
    by_floats = malloc(lj_near_bytes(MOST));
    by_places = malloc(lj_near_bytes(MOST));
    if (!by_floats || !by_places)
        return 1;
    test_cells(true);
    test_cells(false);
    run_tests();
    free(by_floats);
    free(by_places);
    return CHECK_RESULT;
}
