#include "suites/lennard_jones/table.h"

#include <math.h>

/* A pass over the compared rows. */
struct pass {
    const struct job *job;
    const struct lj_slopes *slopes;
    const struct lj_table *table;
    struct verdict *verdict;
    double *sum; /* of figures */
};

/* One result: for particles y and x, r apart, of row `row` of the table. Beyond the n-th column x is n or more. */
struct result_of {
    uint64_t y, x;
    size_t row;
    float r, got;
};
typedef enum status see_function(const struct pass *pass, const struct result_of *result, struct fault *fault);

static enum status see_rows(const struct pass *pass, see_function *see, struct fault *fault)
{
    const struct job *job = pass->job;
    const struct lj_system *system = &pass->table->system;
    const float *r = job_host(job, pass->slopes->r);
    float got[LJ_MOST];
    enum status status = OK;
    for (uint64_t i = 0; i < lj_rows(job) && status == OK; i++) {
        const uint64_t y = lj_row(job, i), first = y * system->pitch;
        const size_t own = (size_t)lj_type(job->problem, system->types, y) * system->types;
        status = job_read(job, pass->slopes->derivative, first * sizeof *got, got, system->pitch * sizeof *got, fault);
        for (uint64_t x = 0; x < system->pitch && status == OK; x++) {
            const size_t other = x < job->n ? (size_t)lj_type(job->problem, system->types, x) : 0;
            status = see(pass, &(struct result_of){y, x, own + other, r[first + x], got[x]}, fault);
        }
    }
    return status;
}

/* The diagonal is zero, and so is everything beyond the n-th column. */
static struct lj_range wanted(const struct pass *pass, const struct result_of *of)
{
    if (of->x == of->y || of->x >= pass->job->n)
        return (struct lj_range){0, 0, 0};
    return lj_look_up(pass->table, of->row, of->r);
}

static enum status compare(const struct pass *pass, const struct result_of *of, struct fault *fault)
{
    const struct lj_range want = wanted(pass, of);
    const double error = lj_range_error(want, (double)of->got);
    pass->verdict->error = fmax(pass->verdict->error, error);
    if (error <= pass->verdict->tolerance)
        return OK;
    return fail(fault, WRONG_RESULT,
                "dE/dr(%llu, %llu) at r = %.9g is %.9g, expected %.9g to %.9g (error %.3g of %.3g, tolerance %.3g)",
                (unsigned long long)of->y, (unsigned long long)of->x, (double)of->r, (double)of->got, want.least,
                want.most, error, want.scale, pass->verdict->tolerance);
}

enum status lj_slopes_compare(const struct job *job, const struct lj_slopes *slopes, const struct lj_table *table,
                              struct verdict *verdict, struct fault *fault)
{
    const struct pass pass = {job, slopes, table, verdict, NULL};
    *verdict = (struct verdict){0, lj_tolerance(table)};
    return see_rows(&pass, compare, fault);
}

/* ---- figures ---- */

enum { WORD_NAMES(FIGURE, LJ_FIGURES) SQUARES, SUMS };

static enum status measure(const struct pass *pass, const struct result_of *of, UNNEEDED struct fault *fault)
{
    const struct lj_system *system = &pass->table->system;
    if (of->x == of->y || of->r < system->minimum || !(of->r < system->cutoff))
        return OK;
    const double r = (double)of->r, want = lj_derivative(lj_pair_of(system, of->row), r), off = (double)of->got - want;
    pass->sum[FIGURE_l2_error] += off * off;
    pass->sum[SQUARES] += want * want;
    pass->sum[FIGURE_largest_error] =
        fmax(pass->sum[FIGURE_largest_error], fabs(off) / lj_magnitude(lj_pair_of(system, of->row), r));
    pass->sum[FIGURE_filter_error] =
        fmax(pass->sum[FIGURE_filter_error], lj_range_error(wanted(pass, of), (double)of->got));
    return OK;
}

void lj_slopes_figures(const struct job *job, const struct lj_slopes *slopes, const struct lj_table *table,
                       struct lj_counts counts, double values[MAX_FIGURES])
{
    double sum[SUMS] = {0};
    const struct pass pass = {job, slopes, table, NULL, sum};
    const bool some = see_rows(&pass, measure, NULL) == OK && sum[SQUARES] > 0;
    const double pairs = (double)job->n * (double)(job->n - 1);
    values[FIGURE_l2_error] = some ? sqrt(sum[FIGURE_l2_error] / sum[SQUARES]) : NAN;
    values[FIGURE_largest_error] = some ? sum[FIGURE_largest_error] : NAN;
    values[FIGURE_filter_error] = some && table->eight_bits ? sum[FIGURE_filter_error] : NAN;
    values[FIGURE_inside] = (double)counts.inside / pairs;
    values[FIGURE_below] = (double)counts.below / pairs;
}
