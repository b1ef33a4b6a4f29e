/* Tables of suite lennard_jones: their elements, results of lookups, and their accuracy against the formula. */
#include "suites/lennard_jones/table.h"

#include "tests/check.h"

enum { ARGON = 1, MOST_TYPES = 3, MOST_SIZE = 65536 };
static struct problem problem = {.n = 33};
static struct compute_device device;
static const struct job job = {.problem = &problem, .device = &device, .n = 33};
static float element[MOST_TYPES * MOST_TYPES * (MOST_SIZE + LJ_MARGIN)];

/* A filled table, with the settings' usual values except for its ends; `gpu`: fractions have eight bits. */
static struct lj_table table_of(struct lj_choice choice, int types, bool gpu, double minimum, double cutoff)
{
    problem.inputs =
        (struct inputs){.setting = {[DENSITY] = 0.0214, [CUTOFF] = cutoff, [KINDS] = types, [MINIMUM] = minimum}};
    device.is_cpu = !gpu;
    const struct lj_table table = lj_table(&job, choice, element);
    lj_table_fill(&table, element);
    return table;
}

static struct lj_table usual_table(struct lj_choice choice, bool gpu)
{
    return table_of(choice, ARGON, gpu, 3.07, 12);
}

/* Calls a function for each method of lookup. */
typedef void use_table(struct lj_choice choice);
static void each_choice(int method, int addressing, int size, use_table *use)
{
    static const int filters[][2] = {{TABLE_texture, FILTER_hardware},    {TABLE_texture, FILTER_hand},
                                     {TABLE_texture, FILTER_nearest},     {TABLE_global, FILTER_hand},
                                     {TABLE_shared, FILTER_nearest},      {TABLE_texture_1d, FILTER_hardware},
                                     {TABLE_texture_1d, FILTER_hand},     {TABLE_texture_1d, FILTER_nearest},
                                     {TABLE_texture_3d, FILTER_hardware}, {TABLE_texture_3d, FILTER_nearest}};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
        use((struct lj_choice){method, filters[i][0], filters[i][1], size, addressing, 0.5});
}

/* ---- elements ---- */

static double formula(const struct lj_table *table, size_t row, double r)
{
    const struct lj_pair pair = lj_pair_of(&table->system, row);
    return table->choice.method == METHOD_derivative
               ? lj_derivative(pair, r)
               : lj_energy(pair, r) - lj_energy(pair, (double)table->system.cutoff);
}

/* Two elements before the first and two after the last are those that ADDRESSING defines outside. */
static void check_elements(const struct lj_table *table)
{
    const int size = table->choice.size, stride = size + LJ_MARGIN;
    const bool border = table->choice.addressing == ADDRESSING_border;
    const double last = (double)table->first + (size - (border ? 0 : 5)) / (double)table->per_element;
    CHECK_NEAR(last, (double)table->system.cutoff, 1e-6);
    for (size_t row = 0; row < table->system.types * table->system.types; row++) {
        const float *own = element + row * (size_t)stride;
        for (int i = 0; i < size; i++) {
            const double r = (double)table->first + i / (double)table->per_element;
            CHECK(own[LJ_FRONT + i] == (float)formula(table, row, r));
        }
        for (int side = 0; side < 2; side++) { /* which elements are before the first one, and after the last */
            const int
                before[] = {[ADDRESSING_clamp] = 0,
                            [ADDRESSING_wrap] = size - LJ_FRONT + side,
                            [ADDRESSING_mirror] = LJ_FRONT - 1 - side},
                behind[] = {
                    [ADDRESSING_clamp] = size - 1, [ADDRESSING_wrap] = side, [ADDRESSING_mirror] = size - 1 - side};
            const int addressing = table->choice.addressing;
            CHECK(own[side] == (border ? 0 : own[LJ_FRONT + before[addressing]]));
            CHECK(own[LJ_FRONT + size + side] == (border ? 0 : own[LJ_FRONT + behind[addressing]]));
        }
        CHECK(own[LJ_FRONT] != 0 && own[LJ_FRONT + size - 1] != 0);
    }
}

TEST(elements)
{
    static const int sizes[] = {256, 1024, 4096};
    for (int method = METHOD_derivative; method <= METHOD_potential; method++)
        for (int addressing = ADDRESSING_clamp; addressing <= ADDRESSING_mirror; addressing++)
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
                for (int types = 1; types <= MOST_TYPES; types++) {
                    const struct lj_choice choice = {method, TABLE_global, FILTER_hand, sizes[s], addressing, 0.5};
                    const struct lj_table table = table_of(choice, types, false, 3.07, 12);
                    check_elements(&table);
                }
}

/* ---- between the ends ---- */

/* Element i of a row by the formula. */
static double node(const struct lj_table *table, size_t row, double i)
{
    return formula(table, row, (double)table->first + i / (double)table->per_element);
}

/* Linear between the elements about a place, which may be wrong by a fraction; for energies, the difference. */
static double linear(const struct lj_table *table, size_t row, double place)
{
    const double low = node(table, row, floor(place)), high = node(table, row, floor(place) + 1);
    return low + (place - floor(place)) * (high - low);
}

static double nearest(const struct lj_table *table, size_t row, double place)
{
    return node(table, row, floor(place + 0.5));
}

static void check_between(struct lj_choice choice)
{
    const struct lj_table table = table_of(choice, 2, false, 3.07, 12);
    const bool by_nearest = choice.filter == FILTER_nearest;
    double (*const expected)(const struct lj_table *, size_t, double) = by_nearest ? nearest : linear;
    const double delta = choice.method == METHOD_potential ? choice.delta : 0;
    for (size_t row = 0; row < 4; row++)
        for (uint64_t i = 0; i < 500; i++) {
            double place = 2 + job_uniform(row, i) * (choice.size - 10);
            const double left = place + delta - floor(place + delta);
            if (by_nearest && fabs(left - 0.5) < 0.05) /* either may be the result */
                continue;
            const float r = (float)((double)table.first + place / (double)table.per_element);
            place = ((double)r - (double)table.first) * (double)table.per_element;
            const struct lj_range got = lj_look_up(&table, row, r);
            double want = expected(&table, row, place + delta);
            if (choice.method == METHOD_potential)
                want = (want - expected(&table, row, place - delta)) * (double)table.per_element;
            CHECK(got.least == got.most);
            CHECK_NEAR(got.least, want, 3e-5 * got.scale); /* places are rounded to 2^-16 of an element */
        }
}

/* ---- outside ---- */

/* Below the table and beyond the cutoff. The derivative's table stays at its first element; an energy's difference is
 * zero; with zeros outside, both are 0. */
static void check_outside(struct lj_choice choice)
{
    const struct lj_table table = table_of(choice, 2, false, 3.07, 12);
    const float minimum = table.system.minimum, cutoff = table.system.cutoff, step = 1 / table.per_element;
    const float below[] = {0, 0x1p-120f, minimum / 8, minimum - 3 * step},
                behind[] = {cutoff + 2 * step, nextafterf(cutoff, 20) + 2 * step, 2 * cutoff, LJ_BEYOND};
    const bool border = choice.addressing == ADDRESSING_border;
    for (size_t row = 0; row < 4; row++) {
        const double first = (double)(float)lj_derivative(lj_pair_of(&table.system, row), (double)minimum);
        const double want = border || choice.method == METHOD_potential ? 0 : first;
        for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
            const struct lj_range low = lj_look_up(&table, row, below[i]), high = lj_look_up(&table, row, behind[i]);
            CHECK(low.least == want && low.most == want);
            CHECK(high.least == 0 && high.most == 0);
        }
        /* At the cutoff itself: it is tested, or the first zero is there, which energies have on one side only. */
        const struct lj_range at = lj_look_up(&table, row, cutoff), before = lj_look_up(&table, row, cutoff - step);
        if (border && choice.method == METHOD_potential)
            CHECK(at.most > 0);
        else
            CHECK(at.least == 0 && at.most == 0);
        CHECK(before.most > 0); /* attraction */
    }
}

TEST(look_up)
{
    for (int method = METHOD_derivative; method <= METHOD_potential; method++)
        for (int addressing = ADDRESSING_clamp; addressing <= ADDRESSING_border; addressing++) {
            each_choice(method, addressing, 256, check_between);
            each_choice(method, addressing, 256, check_outside);
            each_choice(method, addressing, 4096, check_outside);
        }
}

/* Before the first element the table is repeated, or mirrored: whole elements, and between them. */
TEST(repeated)
{
    for (int addressing = ADDRESSING_wrap; addressing <= ADDRESSING_mirror; addressing++) {
        const struct lj_choice choice = {METHOD_derivative, TABLE_texture, FILTER_hardware, 256, addressing, 0.5};
        const struct lj_table table = table_of(choice, 2, false, 3.07, 12);
        const bool wraps = addressing == ADDRESSING_wrap;
        for (size_t row = 0; row < 4; row++)
            for (int k = 1; k < 20; k++) {
                const float *own = element + row * (256 + LJ_MARGIN) + LJ_FRONT;
                const float r = (float)((double)table.first - (k + 0.25) / (double)table.per_element);
                const double near = (double)(wraps ? own[256 - k] : own[k - 1]);
                const double far = (double)(wraps ? own[256 - k - 1] : own[k]);
                const struct lj_range got = lj_look_up(&table, row, r);
                CHECK(got.least <= got.most && got.most - got.least < 2e-4 * got.scale);
                CHECK_NEAR(got.least, 0.75 * near + 0.25 * far, 3e-4 * got.scale);
            }
        CHECK(lj_look_up(&table, 0, 12).most == 0); /* which is tested */
    }
}

/* Elements over a user's range, beyond the cutoff, where those of a border become 0. */
TEST(range)
{
    for (int addressing = ADDRESSING_clamp; addressing <= ADDRESSING_border; addressing++)
        for (int method = METHOD_derivative; method <= METHOD_potential; method++) {
            const struct lj_choice choice = {method, TABLE_global, FILTER_hand, 1024, addressing, 0.5};
            table_of(choice, 2, false, 3, 12);
            problem.inputs.setting[RANGE] = 16;
            const struct lj_table table = lj_table(&job, choice, element);
            lj_table_fill(&table, element);
            CHECK(table.per_element == 64 && table.first == (method == METHOD_potential ? 3 - 1.f / 64 : 3));
            for (size_t row = 0; row < 4; row++)
                for (int i = 0; i < 1024; i++) {
                    const double r = (double)table.first + i / 64.;
                    const bool none = addressing == ADDRESSING_border && r >= 12;
                    CHECK(element[row * (1024 + LJ_MARGIN) + LJ_FRONT + (size_t)i] ==
                          (none ? 0 : (float)formula(&table, row, r)));
                }
            CHECK_OK(lj_table_check(&job, choice, &caught));
            problem.inputs.setting[RANGE] = 9; /* ends at the cutoff */
            CHECK_FAULT(lj_table_check(&job, choice, &caught), INVALID,
                        "--range 9 from --minimum 3 ends before --cutoff 12");
            problem.inputs.setting[RANGE] = 9.001;
            if (addressing == ADDRESSING_border)
                CHECK_OK(lj_table_check(&job, choice, &caught));
            else
                CHECK_FAULT(lj_table_check(&job, choice, &caught), INVALID,
                            "--range 9.001 ends within 1.5 elements of --cutoff 12: each is 0.00879 A wide");
        }
}

/* Impossible tables are refused: a minimum beyond the cutoff, for the formula too; elements at 0; with border a
 * diagonal that is not outside. */
TEST(check)
{
    static const struct {
        struct lj_choice choice;
        double minimum, cutoff;
        enum status status;
    } tables[] = {
        {{.method = METHOD_analytic, .size = 256, .delta = 0.5}, 3, 12, OK},
        {{.method = METHOD_analytic, .size = 256, .delta = 0.5}, 12, 12, INVALID},
        {{.method = METHOD_derivative, .size = 256, .delta = 0.5}, 50, 12, INVALID},
        {{.method = METHOD_derivative, .size = 256, .delta = 0.5}, 0.1, 100, OK},
        {{.method = METHOD_potential, .size = 256, .delta = 0.5}, 0.1, 100, INVALID},
        {{.method = METHOD_derivative, .size = 256, .delta = 0.5, .addressing = ADDRESSING_border}, 0.1, 100, INVALID},
        {{.method = METHOD_derivative, .size = 256, .delta = 0.5, .addressing = ADDRESSING_border}, 3, 12, OK},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        table_of(tables[i].choice, 1, false, tables[i].minimum, tables[i].cutoff);
        CHECK(CALL(lj_table_check(&job, tables[i].choice, &caught)) == tables[i].status);
        CHECK(caught.status == tables[i].status);
    }
}

/* The formula: no table, zero at and beyond the cutoff, finite for two particles at one place. */
TEST(analytic)
{
    const struct lj_table table = usual_table((struct lj_choice){.method = METHOD_analytic, .size = 256}, true);
    const float places[] = {0, 1, 3.07f, 5, nextafterf(12, 0)};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const struct lj_range got = lj_look_up(&table, 0, places[i]);
        const double want = lj_derivative(lj_pair_of(&table.system, 0), (double)places[i]);
        CHECK(got.least == want && got.most == want && isfinite(want) && got.scale >= fabs(want));
    }
    CHECK(lj_look_up(&table, 0, 12).most == 0 && lj_look_up(&table, 0, 1e6f).most == 0);
}

/* ---- eight bits ---- */

/* A GPU's texture has 256 places between two elements: the nearest is used, and either of two equally near ones. Here
 * an angstrom has 512 elements, so that places are exact. */
TEST(eight_bits)
{
    const struct lj_choice choice = {METHOD_derivative, TABLE_texture, FILTER_hardware, 4096, ADDRESSING_border, 0.5};
    const struct lj_table table = table_of(choice, ARGON, true, 4, 12);
    CHECK(table.eight_bits && table.per_element == 512);
    for (int i = 0; i < 1000; i += 37) {
        const double low = (double)element[LJ_FRONT + i], step = (double)element[LJ_FRONT + i + 1] - low;
        for (int half = 0; half < 512; half++) { /* of a 256th */
            const float r = (float)(4 + (i + half / 512.) / 512);
            const struct lj_range got = lj_look_up(&table, 0, r);
            const double one = low + half / 2 / 256. * step, other = low + (half + 1) / 2 / 256. * step;
            CHECK(got.least == fmin(one, other) && got.most == fmax(one, other));
            CHECK((got.least == got.most) == (half % 2 == 0));
        }
    }
    /* Not if the host, or the kernel, interpolates. */
    struct lj_choice by_hand = choice;
    by_hand.filter = FILTER_hand;
    CHECK(!usual_table(choice, false).eight_bits && !usual_table(by_hand, true).eight_bits);
    const struct lj_table exact = table_of(choice, ARGON, false, 4, 12);
    const struct lj_range third = lj_look_up(&exact, 0, 4 + 1.f / 1024 + 1.f / 262144);
    const double low = (double)element[LJ_FRONT], step = (double)element[LJ_FRONT + 1] - low;
    CHECK(third.least == third.most);
    CHECK_NEAR(third.least, low + (0.5 + 1. / 512) * step, 1e-12 * fabs(low));
}

/* ---- how well it approximates the formula ---- */

/* The error of the force as a share, both as L2 norms over distances that are evenly spread, from the table's beginning
 * to the cutoff; of energies from where both of them are in the table: nearer, a difference is up to halved. */
static double l2_error(struct lj_choice choice, bool gpu)
{
    const struct lj_table table = usual_table(choice, gpu);
    const double delta = choice.method == METHOD_potential ? choice.delta : 0;
    const double first = 3.07 + 1.001 * delta / (double)table.per_element;
    double off = 0, all = 0;
    for (int i = 0; i < 100000; i++) {
        const float r = (float)(first + (12 - first) * (i + 0.5) / 100000);
        const struct lj_range got = lj_look_up(&table, 0, r);
        const double want = lj_derivative(lj_pair_of(&table.system, 0), (double)r);
        const double error = (got.least + got.most) / 2 - want;
        off += error * error;
        all += want * want;
    }
    return sqrt(off / all);
}

/* Values of a separate program that computes everything in double precision except eight bits. A DELTA that is no
 * multiple of 1/256 differs from the divisor of its difference, however large the table. */
TEST(accuracy)
{
    static const struct {
        int method, size;
        double delta;
        bool gpu;
        double error;
    } cases[] = {
        {METHOD_derivative, 1024, 0.5, false, 1.8e-4}, {METHOD_derivative, 4096, 0.5, false, 1.1e-5},
        {METHOD_derivative, 4096, 0.5, true, 1.7e-5},  {METHOD_derivative, 16384, 0.5, true, 3.2e-6},
        {METHOD_derivative, 65536, 0.5, true, 9e-7},   {METHOD_potential, 1024, 0.5, true, 2.5e-4},
        {METHOD_potential, 4096, 0.5, true, 2.0e-5},   {METHOD_potential, 4096, 1, true, 3.3e-5},
        {METHOD_potential, 4096, 0.25, true, 1.6e-3},  {METHOD_potential, 4096, 0.3, true, 3.2e-3},
        {METHOD_potential, 16384, 0.3, true, 3.2e-3},  {METHOD_potential, 65536, 0.3, true, 3.2e-3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct lj_choice choice = {cases[i].method, TABLE_texture,    FILTER_hardware,
                                         cases[i].size,   ADDRESSING_clamp, cases[i].delta};
        const double error = l2_error(choice, cases[i].gpu);
        CHECK(error < 1.5 * cases[i].error && error > cases[i].error / 1.5);
    }
}
