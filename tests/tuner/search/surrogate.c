/* The surrogate finds fast configurations, and avoids failing ones; those chosen together differ; the order of points
 * does not matter; and awkward points cause no failure. */
#include "tuner/search/surrogate.h"

#include "base/memory.h"
#include "tests/check.h"
#include "tuner/values.h"

static const struct space space = {
    .parameters = PARAMETERS({"A", "", VALUES(1, 2, 4, 8, 16, 32)}, {"B", "", WORDS("x", "y", "z")},
                             {"C", "", VALUES(0, 1, 2, 3)}, {"D", "", REALS(-0.5, 1)}, {"E", "", VALUES(7)})};
static const size_t values[] = {6, 3, 4, 2, 1};
enum { P = 5, ALL = 6 * 3 * 4 * 2, POINTS = 30 };

static void position_of(size_t configuration, size_t position[P])
{
    for (size_t p = P; p-- > 0; configuration /= values[p])
        position[p] = configuration % values[p];
}

/* A interacts with C, B matters little, D not at all; configurations with the largest A fail, as do those with z,
 * except for two. */
static double log_time(const size_t *position)
{
    if (position[0] == 5 || (position[1] == 2 && position[2] > 1))
        return INFINITY;
    return 3 + 0.3 * fabs((double)position[0] - 1 - (double)position[2]) + 0.02 * (double)position[1];
}

/* Some of all configurations, each once, and the remaining ones. */
struct drawn {
    size_t known[ALL * P], others[ALL * P], count, left;
    double fastest;
};

static void draw(struct drawn *drawn, uint64_t seed, size_t count)
{
    size_t shuffled[ALL];
    *drawn = (struct drawn){.fastest = INFINITY};
    for (size_t i = 0; i < ALL; i++) {
        const size_t j = job_random(seed, i) % (i + 1);
        shuffled[i] = shuffled[j];
        shuffled[j] = i;
    }
    for (size_t i = 0; i < ALL; i++) {
        size_t *position = i < count ? &drawn->known[P * drawn->count++] : &drawn->others[P * drawn->left++];
        position_of(shuffled[i], position);
        if (i < count)
            drawn->fastest = fmin(drawn->fastest, log_time(position));
    }
}

static struct surrogate *fit(const struct drawn *drawn, bool backwards)
{
    struct surrogate *surrogate = surrogate_new(&space);
    for (size_t i = 0; i < drawn->count; i++) {
        const size_t *position = &drawn->known[P * (backwards ? drawn->count - 1 - i : i)];
        surrogate_add(surrogate, position, log_time(position), NULL);
    }
    surrogate_fit(surrogate, true);
    return surrogate;
}

static size_t choose(const struct drawn *drawn, size_t *chosen, size_t count, bool backwards)
{
    struct surrogate *surrogate = fit(drawn, backwards);
    const size_t found = surrogate_choose(surrogate, drawn->others, drawn->left, 0, chosen, count);
    surrogate_free(surrogate);
    return found;
}

/* Of 114 remaining ones the first choice is one of the fastest 12, or faster than all known ones, in at least 16 of 40
 * seeds, though the best is often known already: by chance with a probability below 10^-5. Three of four choices do not
 * fail, while 4 of 10 configurations do. */
TEST(chooses_fast_ones)
{
    size_t good = 0, right = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct drawn drawn;
        size_t chosen[8], faster = 0;
        draw(&drawn, seed, POINTS);
        CHECK(choose(&drawn, chosen, 8, false) == 8);
        const double first = log_time(&drawn.others[P * *chosen]);
        for (size_t i = 0; i < drawn.left; i++)
            faster += log_time(&drawn.others[P * i]) < first;
        good += first < drawn.fastest || faster < 12;
        for (size_t i = 0; i < 8; i++)
            right += !isinf(log_time(&drawn.others[P * chosen[i]]));
    }
    CHECK(good >= 16);
    CHECK(right >= 240);
}

/* Each is chosen once, and no more than there are. */
TEST(chooses_each_once)
{
    struct drawn drawn;
    size_t chosen[ALL + 1];
    draw(&drawn, 3, POINTS);
    CHECK(choose(&drawn, chosen, ALL + 1, false) == drawn.left);
    for (size_t i = 0; i < drawn.left; i++)
        for (size_t j = 0; j < i; j++)
            CHECK(chosen[i] != chosen[j]);
    drawn.left = 0;
    CHECK(choose(&drawn, chosen, 4, false) == 0);
}

/* Two equal candidates, of which one would be first without the other: another candidate precedes its twin. */
TEST(batch_differs)
{
    size_t apart = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct drawn drawn;
        size_t chosen[3];
        draw(&drawn, seed, 10);
        CHECK(choose(&drawn, chosen, 1, false) == 1);
        memcpy(&drawn.others[P * drawn.left++], &drawn.others[P * *chosen], P * sizeof *chosen);
        CHECK(choose(&drawn, chosen, 2, false) == 2);
        apart += memcmp(&drawn.others[P * chosen[0]], &drawn.others[P * chosen[1]], P * sizeof *chosen) != 0;
    }
    CHECK(apart == 20);
}

/* With open candidates the choice continues as if these had just been chosen. */
TEST(open_candidates)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct drawn drawn;
        size_t once[6], again[4];
        draw(&drawn, seed, POINTS);
        CHECK(choose(&drawn, once, 6, false) == 6);
        struct surrogate *surrogate = fit(&drawn, false);
        FREED size_t *behind = allocate((drawn.left + 2) * sizeof drawn.others[0] * P);
        for (size_t i = 0; i < 2; i++)
            memcpy(&behind[P * i], &drawn.others[P * once[i]], P * sizeof *behind);
        size_t left = 2;
        for (size_t i = 0; i < drawn.left; i++)
            if (i != once[0] && i != once[1])
                memcpy(&behind[P * left++], &drawn.others[P * i], P * sizeof *behind);
        CHECK(surrogate_choose(surrogate, behind, left, 2, again, 4) == 4);
        for (size_t i = 0; i < 4; i++)
            CHECK(!memcmp(&behind[P * again[i]], &drawn.others[P * once[2 + i]], P * sizeof *behind));
        CHECK(surrogate_choose(surrogate, behind, 2, 2, again, 4) == 0);
        surrogate_free(surrogate);
    }
}

TEST(order_of_points)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct drawn drawn;
        size_t once[4], again[4];
        draw(&drawn, seed, POINTS);
        choose(&drawn, once, 4, false);
        choose(&drawn, again, 4, true);
        CHECK(memcmp(once, again, sizeof once) == 0);
    }
}

/* The number of seeds, of 40, in which the first choice is one of the fastest 12, or faster than all known ones: with
 * `points` here, and, unless `sign` is 0, with 100 elsewhere, where other times are scaled by `sign`. */
static size_t count_fast_choices(size_t points, double sign)
{
    size_t good = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct drawn drawn, there;
        size_t chosen, faster = 0;
        draw(&drawn, seed, points);
        draw(&there, seed + 100, 100);
        if (isinf(drawn.fastest))
            continue;
        struct surrogate *surrogate = fit(&drawn, false), *elsewhere = surrogate_new(&space);
        for (size_t i = 0; i < there.count; i++)
            if (!isinf(log_time(&there.known[P * i])))
                surrogate_add(elsewhere, &there.known[P * i], 5 + sign * log_time(&there.known[P * i]), NULL);
        if (sign != 0)
            surrogate_follow(surrogate, elsewhere);
        surrogate_fit(surrogate, true);
        CHECK(surrogate_choose(surrogate, drawn.others, drawn.left, 0, &chosen, 1) == 1);
        const double first = log_time(&drawn.others[P * chosen]);
        for (size_t i = 0; i < drawn.left; i++)
            faster += log_time(&drawn.others[P * i]) < first;
        good += first < drawn.fastest || faster < 12;
        surrogate_free(surrogate);
        if (sign == 0)
            surrogate_free(elsewhere);
    }
    return good;
}

/* If times elsewhere are similar, three points are enough; if they are opposite, they do no harm. */
TEST(elsewhere)
{
    const size_t alone = count_fast_choices(3, 0);
    WRONG_IF(alone > 10, "%zu alone\n", alone);
    WRONG_IF(count_fast_choices(3, 2) < 24, "%zu of 40\n", count_fast_choices(3, 2));
    WRONG_IF(count_fast_choices(POINTS, -1) < 16, "%zu of 40 misled\n", count_fast_choices(POINTS, -1));
}

/* A parameter with only one value elsewhere does not keep the choice from its other values. */
TEST(elsewhere_of_one_value)
{
    struct surrogate *surrogate = surrogate_new(&space), *elsewhere = surrogate_new(&space);
    size_t candidates[2 * P] = {0}, chosen;
    for (size_t a = 0; a < 6; a++)
        surrogate_add(elsewhere, (size_t[P]){a}, (double)a, NULL);
    surrogate_follow(surrogate, elsewhere);
    for (size_t a = 2; a < 5; a++)
        surrogate_add(surrogate, (size_t[P]){a, 1, 2, 1}, (double)a, NULL);
    surrogate_fit(surrogate, true);
    memcpy(candidates, (size_t[P]){1}, P * sizeof *candidates);
    memcpy(candidates + P, (size_t[P]){0, 2, 3, 1}, P * sizeof *candidates);
    CHECK(surrogate_choose(surrogate, candidates, 2, 0, &chosen, 1) == 1 && chosen == 1);
    surrogate_free(surrogate);
}

/* The parameters with an effect elsewhere are expected to have one here: two points suffice for a better choice, and so
 * do a few if the times elsewhere are reversed. (With equal expectations of all weights it is 26, and 11.) */
TEST(weights_elsewhere)
{
    const size_t two = count_fast_choices(2, 2);
    WRONG_IF(two < 29, "%zu of 40 by two points\n", two);
    size_t misled = 0;
    for (size_t points = 5; points <= 11; points += 3)
        misled += count_fast_choices(points, -1);
    WRONG_IF(misled < 16, "%zu of 120 misled\n", misled);
}

/* The first choice after some points with these numbers of registers, or with unknown ones (0). */
static size_t choice_with_registers(const struct drawn *drawn, int (*registers)(const size_t *position))
{
    size_t chosen;
    struct surrogate *surrogate = surrogate_new(&space);
    for (size_t i = 0; i < drawn->count; i++) {
        const size_t *position = &drawn->known[P * i];
        const struct compute_resources resources = {registers(position), 0, -1};
        surrogate_add(surrogate, position, log_time(position), resources.registers ? &resources : NULL);
    }
    surrogate_fit(surrogate, true);
    CHECK(surrogate_choose(surrogate, drawn->others, drawn->left, 0, &chosen, 1) == 1);
    surrogate_free(surrogate);
    return chosen;
}

static int no_registers(UNNEEDED const size_t *position)
{
    return 0;
}

static int equal_registers(UNNEEDED const size_t *position)
{
    return 64;
}

/* Unknown for configurations with the largest A, which fail. */
static int by_time(const size_t *position)
{
    return position[0] == 5 ? 0 : 20 + 50 * abs((int)position[0] - 1 - (int)position[2]);
}

/* Registers have an effect if they differ. */
TEST(registers)
{
    size_t others = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct drawn drawn;
        draw(&drawn, seed, POINTS);
        const size_t untold = choice_with_registers(&drawn, no_registers);
        CHECK(choice_with_registers(&drawn, equal_registers) == untold);
        others += choice_with_registers(&drawn, by_time) != untold;
    }
    WRONG_IF(others < 5, "%zu\n", others);
}

/* One point, points that are all equal, and the maximum of points, most of which failed. */
TEST(awkward_points)
{
    static const size_t origin[P], far[P] = {5, 2, 3, 1, 0};
    size_t chosen[2], candidates[2 * P];
    struct surrogate *surrogate = surrogate_new(&space);
    memcpy(candidates, origin, sizeof origin);
    memcpy(candidates + P, far, sizeof far);
    surrogate_add(surrogate, origin, 2, NULL);
    surrogate_fit(surrogate, true);
    CHECK(surrogate_choose(surrogate, candidates, 2, 0, chosen, 1) == 1 && *chosen == 1);
    for (size_t i = 1; i < MOST_POINTS; i++)
        surrogate_add(surrogate, origin, i % 2 ? 2 : INFINITY, NULL);
    surrogate_fit(surrogate, true);
    CHECK(surrogate_choose(surrogate, candidates, 2, 0, chosen, 1) == 1 && *chosen == 1);
    surrogate_clear(surrogate);
    surrogate_add(surrogate, origin, 2, NULL);
    for (size_t i = 1; i < MOST_POINTS; i++)
        surrogate_add(surrogate, far, INFINITY, NULL);
    surrogate_fit(surrogate, true);
    CHECK(surrogate_choose(surrogate, candidates, 2, 0, chosen, 2) == 2 && *chosen == 0);
    surrogate_free(surrogate);
    surrogate_free(NULL);
}
