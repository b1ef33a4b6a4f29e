#include "suites/lennard_jones/force.h"

#include <math.h>
#include <string.h>

void lj_force_add(struct lj_force *force, const struct lj_system *system, const float *coordinate, uint64_t y,
                  uint64_t x, struct lj_range slope)
{
    double vector[3];
    const double r = lj_distance(system, coordinate, y, x, vector);
    const double middle = (slope.least + slope.most) / 2, magnitude = fmax(fabs(slope.least), fabs(slope.most));
    if (x == y || !(r > 0) || (slope.least == 0 && slope.most == 0))
        return;
    force->magnitude += magnitude;
    force->terms++;
    for (int d = 0; d < 3; d++)
        force->value[d] -= middle * vector[d] / r;
    if (system->balanced)
        return;
    for (int d = 0; d < 3; d++)
        if (system->periodic && fabs(vector[d]) > (double)system->side[d] / 2 - lj_slack(system, r))
            force->slack += 2 * magnitude; /* either image is the nearest */
    force->slack += magnitude * (2 * lj_slack(system, r) / r + 8 * 0x1p-24) + (slope.most - slope.least) / 2;
}

/* dE/dr of a pair at a distance computed in float: the results of a lookup at either end of its slack. */
static struct lj_range slope_of(const struct lj_table *table, size_t row, double r)
{
    const double slack = lj_slack(&table->system, r);
    const struct lj_range near = lj_look_up(table, row, (float)(r - slack)),
                          far = lj_look_up(table, row, (float)(r + slack));
    const double off = lj_tolerance(table) * fmax(near.scale, far.scale);
    return (struct lj_range){fmin(near.least, far.least) - off, fmax(near.most, far.most) + off, 0};
}

static struct near_box near_box(const struct lj_system *system)
{
    return (struct near_box){.n = system->n,
                             .side = {(double)system->side[0], (double)system->side[1], (double)system->side[2]},
                             .periodic = system->periodic};
}

void lj_near_places(struct near_index *near, const struct lj_system *system, double reach, const double (*place)[3])
{
    const struct near_box box = near_box(system);
    near_fill(near, &box, reach, &(struct near_places){.coordinate = place, .stride = 3, .axis = 1, .doubles = true});
}

void lj_near_coordinates(struct near_index *near, const struct lj_system *system, double reach, const float *coordinate)
{
    const struct near_box box = near_box(system);
    near_fill(near, &box, reach, &(struct near_places){.coordinate = coordinate, .stride = 1, .axis = system->pitch});
}

double lj_force_reach(const struct lj_table *table)
{
    return (double)table->system.cutoff + 2 / (double)table->per_element;
}

struct lj_force lj_force_expected(const struct lj_table *table, const struct problem *problem,
                                  const struct near_index *near, const float *coordinate, uint64_t y, double formula[3])
{
    const struct lj_system *system = &table->system;
    const double reach = lj_force_reach(table);
    const size_t own = (size_t)lj_type(problem, system->types, y) * system->types;
    struct lj_force force = {0};
    struct near_span span[NEAR_MOST_SPANS];
    const int spans = near_spans(near, y, span);
    memset(formula, 0, 3 * sizeof *formula);
    for (int s = 0; s < spans; s++)
        for (uint64_t k = 0; k < span[s].count; k++) {
            const uint64_t x = span[s].particle[k];
            double vector[3];
            const double r = lj_distance(system, coordinate, y, x, vector);
            if (x == y || r > reach)
                continue;
            const size_t row = own + (size_t)lj_type(problem, system->types, x);
            force.pairs += r < (double)system->cutoff;
            lj_force_add(&force, system, coordinate, y, x, slope_of(table, row, r));
            for (int d = 0; d < 3 && r > 0 && r < (double)system->cutoff; d++)
                formula[d] -= lj_derivative(lj_pair_of(system, row), r) * vector[d] / r;
        }
    return force;
}

double lj_force_tolerance(const struct lj_force *force, struct lj_sum sum, uint64_t d)
{
    static const double unit[] = {[ACCUMULATE_fp32] = 0x1p-24, [ACCUMULATE_fp64] = 0x1p-53, [ACCUMULATE_fixed64] = 0};
    const double terms = (double)force->terms, own = terms * 0x1p-53;
    const double additions = fmin((double)divide_up(sum.n, sum.block) + log2((double)sum.block), terms);
    const double lost = additions * unit[sum.accumulate] + fmin((double)sum.before, terms) * 0x1p-24;
    const double units = sum.accumulate == ACCUMULATE_fixed64 ? terms * 0x1p-33 : 0;
    return force->slack + force->magnitude * (lost + own) + units + 2 * 0x1p-24 * fabs(force->value[d]);
}

enum status lj_force_compare(const struct lj_force *want, struct lj_sum sum, uint64_t y, const float *force,
                             uint64_t pitch, struct verdict *verdict, struct fault *fault)
{
    for (uint64_t d = 0; d < 3; d++) {
        const double tolerance = lj_force_tolerance(want, sum, d);
        const double got = (double)force[d * pitch + y], off = fabs(got - want->value[d]);
        const double error = off == 0 ? 0 : off / tolerance;
        if (!(error <= 1))
            return fail(fault, WRONG_RESULT, "force %c on particle %llu is %.9g, expected %.17g +- %.3g", "xyz"[d],
                        (unsigned long long)y, got, want -> value[d], tolerance);
        verdict->error = fmax(verdict->error, error);
    }
    return OK;
}

enum status lj_total_compare(double magnitude, const float *force, const struct lj_system *system, struct fault *fault)
{
    for (uint64_t d = 0; d < 3; d++) {
        double sum = 0;
        for (uint64_t i = 0; i < system->n; i++)
            sum += (double)force[d * system->pitch + i];
        if (!(fabs(sum) <= 1e-6 * magnitude))
            return fail(fault, WRONG_RESULT, "forces %c add up to %.9g, expected 0 to 1e-6 of %.3g", "xyz"[d], sum,
                        magnitude);
    }
    return OK;
}
