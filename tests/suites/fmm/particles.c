/* The charges of suite fmm: complete, in their boxes, of the requested kind, and awkward where required. */
#include "suites/fmm/particles.h"

#include "tests/check.h"

enum { MOST_BOXES = 4096, MOST = 70000 };
static struct problem problem;
static struct mm_float4 charge[MOST], again[MOST];
static uint32_t start[MOST_BOXES + 1], start_again[MOST_BOXES + 1];

static struct job set_problem(uint64_t depth, double occupancy, int charges, int variant)
{
    problem = (struct problem){.bench = &fmm_p2p, .n = depth, .seed = 1};
    problem.inputs = (struct inputs){.setting = {[OCCUPANCY] = occupancy, [CHARGES] = charges}};
    return (struct job){.problem = &problem, .n = depth, .seed = 1, .variant = variant};
}

TEST(counts)
{
    set_problem(2, 0.01, CHARGES_same, 0);
    CHECK(fmm_charges(&problem) == 1);
    set_problem(3, 5, CHARGES_same, 0);
    CHECK(fmm_charges(&problem) == 2560 && fmm_deepest_boxes(&problem) == 512);
    set_problem(3, 0.5, CHARGES_same, 0);
    CHECK(fmm_charges(&problem) == 256);
}

/* ---- sorted, in their boxes, complete ---- */

static void check_boxes(const struct job *job)
{
    const uint64_t charges = fmm_charges(job->problem), boxes = fmm_deepest_boxes(job->problem);
    memset(charge, 255, sizeof charge); /* NaN */
    fmm_sort(job, NULL, (int)job->n, charge, start, NULL);
    CHECK(start[0] == 0 && start[boxes] == charges);
    for (uint64_t b = 0; b < boxes; b++) {
        CHECK(start[b] <= start[b + 1]);
        for (uint32_t i = start[b]; i < start[b + 1]; i++) {
            double place[3];
            fmm_within(fmm_box_at((int)job->n, b), &charge[i], place);
            for (int d = 0; d < 3; d++)
                CHECK(place[d] >= -1 && place[d] < 1);
            CHECK(charge[i].x < 1 && charge[i].y < 1 && charge[i].z < 1 && fabsf(charge[i].w) <= 1);
        }
    }
    if (charges < MOST)
        CHECK(isnan(charge[charges].x)); /* and no more */
}

TEST(boxes)
{
    static const double occupancies[] = {0.01, 0.5, 5, 16};
    for (uint64_t depth = 2; depth <= 4; depth++)
        for (size_t o = 0; o < sizeof occupancies / sizeof *occupancies; o++)
            for (int variant = 0; variant < 2; variant++) {
                const struct job job = set_problem(depth, occupancies[o], CHARGES_random, variant);
                check_boxes(&job);
            }
}

/* ---- random: they fill the cube, and another seed moves all ---- */

TEST(random)
{
    struct job job = set_problem(3, 16, CHARGES_neutral, 0);
    const uint64_t charges = fmm_charges(&problem);
    double sum[3] = {0};
    fmm_sort(&job, NULL, (int)job.n, charge, start, NULL);
    fmm_sort(&job, NULL, (int)job.n, again, start_again, NULL);
    CHECK(!memcmp(charge, again, charges * sizeof *charge) && !memcmp(start, start_again, 513 * sizeof *start));
    for (uint64_t i = 0; i < charges; i++) {
        sum[0] += (double)charge[i].x;
        sum[1] += (double)charge[i].y;
        sum[2] += (double)charge[i].z;
    }
    for (int d = 0; d < 3; d++)
        CHECK_NEAR(sum[d] / (double)charges, 0.5, 0.02); /* six times the deviation */
    for (uint64_t b = 0; b < fmm_deepest_boxes(&problem); b++)
        CHECK(start[b + 1] - start[b] > 1 && start[b + 1] - start[b] < 40);
    job.seed = 2;
    fmm_sort(&job, NULL, (int)job.n, again, start_again, NULL);
    for (uint64_t i = 0; i < charges; i++)
        CHECK(charge[i].x != again[i].x || charge[i].y != again[i].y || charge[i].z != again[i].z);
}

TEST(charges)
{
    for (int variant = 0; variant < 2; variant++)
        for (int charges = CHARGES_neutral; charges <= CHARGES_random; charges++) {
            const struct job job = set_problem(3, 5, charges, variant);
            const uint64_t count = fmm_charges(&problem);
            double sum = 0, squares = 0;
            fmm_sort(&job, NULL, (int)job.n, charge, start, NULL);
            for (uint64_t i = 0; i < count; i++) {
                sum += (double)charge[i].w;
                squares += (double)charge[i].w * (double)charge[i].w;
            }
            CHECK(charges != CHARGES_neutral || sum == 0);
            CHECK(charges != CHARGES_same || sum == (double)count);
            CHECK_NEAR(sum / (double)count, charges == CHARGES_same, 0.05);
            CHECK_NEAR(squares / (double)count, charges == CHARGES_random ? 1. / 3 : 1, 0.05);
        }
}

/* ---- special positions ---- */

static bool same_place(const struct mm_float4 *a, const struct mm_float4 *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

/* The number of charges, of all boxes, that lie on at least so many planes of their box, in its centre, next to the
 * upper corner, or at the place of another charge of the box. */
struct special {
    uint64_t planes[4], centre, upper, together;
};

static void count_special(const struct job *job, uint64_t b, struct special *special)
{
    for (uint32_t i = start[b]; i < start[b + 1]; i++) {
        double place[3];
        int low = 0, middle = 0, high = 0;
        fmm_within(fmm_box_at((int)job->n, b), &charge[i], place);
        for (int d = 0; d < 3; d++) {
            low += place[d] == -1;
            middle += place[d] == 0;
            high += place[d] > 1 - 1e-5;
        }
        special->planes[low]++;
        special->centre += middle == 3;
        special->upper += high == 3;
        for (uint32_t j = start[b]; j < start[b + 1]; j++)
            if (i != j && same_place(&charge[i], &charge[j])) {
                special->together++;
                break;
            }
    }
}

TEST(special_places)
{
    for (uint64_t depth = 2; depth <= 3; depth++) {
        const struct job job = set_problem(depth, 5, CHARGES_neutral, 1);
        const uint64_t boxes = fmm_deepest_boxes(&problem), charges = fmm_charges(&problem);
        uint64_t empty = 0, crowded = 0;
        struct special special = {.centre = 0};
        fmm_sort(&job, NULL, (int)job.n, charge, start, NULL);
        for (uint64_t b = 0; b < boxes; b++) {
            empty += start[b] == start[b + 1];
            crowded += start[b + 1] - start[b] > charges / 16;
            count_special(&job, b, &special);
        }
        CHECK(empty * 3 >= boxes && empty * 2 <= boxes);
        CHECK(crowded == 3 && start[boxes] - start[boxes - 1] > charges / 16);
        for (int planes = 0; planes <= 3; planes++)
            CHECK(special.planes[planes] * 20 > charges);
        CHECK(special.centre * 20 > charges && special.upper * 20 > charges && special.together * 6 > charges);
    }
}

/* ---- impossible problems ---- */

TEST(refusals)
{
    struct fault fault = {.status = OK}, other = {.status = OK};
    struct compute_device device = {.memory_bytes = 1 << 20};
    set_problem(3, 16, CHARGES_same, 0);
    CHECK(fmm_check_charges(&problem, NULL, 32, &fault) == OK);
    CHECK(fmm_check_charges(&problem, &device, 32, &fault) == OK);
    CHECK(fmm_check_charges(&problem, &device, 256, &fault) == INVALID && strstr(fault.text, "2099204 bytes"));
    set_problem(10, 2, CHARGES_same, 0);
    CHECK(fmm_check_charges(&problem, NULL, 32, &other) == INVALID && strstr(other.text, "2^31"));
}
