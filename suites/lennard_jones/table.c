#include "suites/lennard_jones/table.h"

#include <math.h>
#include <string.h>

/* Of a fraction or a place, in its units: this near to a tie either result is accepted. */
#define TIE (1. / 64)

/* ---- choices ---- */

bool lj_in_texture(int table)
{
    return table == TABLE_texture || table == TABLE_texture_1d || table == TABLE_texture_3d;
}

/* Whether a texture interpolates between elements. */
static bool by_texture(const struct lj_choice *choice)
{
    return choice->filter != FILTER_hand && lj_in_texture(choice->table);
}

/* A place in a row of `size` elements, counted from its first one; outside, by the addressing; -1 is none. */
static int inside(int addressing, int i, int size)
{
    const int twice = ((i % (2 * size)) + 2 * size) % (2 * size);
    if (addressing == ADDRESSING_wrap)
        return twice % size;
    if (addressing == ADDRESSING_mirror)
        return twice < size ? twice : 2 * size - 1 - twice;
    if (addressing == ADDRESSING_border && (i < 0 || i >= size))
        return -1;
    return i < 0 ? 0 : i >= size ? size - 1 : i;
}

struct lj_choice lj_choice(const struct config *config)
{
    const int *value = config->value;
    return (struct lj_choice){value[METHOD],     value[TABLE],      value[FILTER],
                              value[TABLE_SIZE], value[ADDRESSING], config_real(config, DELTA)};
}

/* ---- its elements ---- */

struct lj_table lj_table(const struct job *job, struct lj_choice choice, const float *element)
{
    struct lj_table table = {.choice = choice, .system = lj_system(job->problem), .element = element};
    const int front = choice.method == METHOD_potential, behind = choice.addressing == ADDRESSING_border ? 0 : 5;
    const double minimum = (double)table.system.minimum, range = (double)table.system.cutoff - minimum;
    const double per_element =
        table.system.range > 0 ? choice.size / table.system.range : (choice.size - front - behind) / range;
    table.n = (uint32_t)table.system.n;
    table.pitch = (uint32_t)table.system.pitch;
    table.first = (float)(minimum - front / per_element);
    table.per_element = (float)per_element;
    table.per_r = (float)((double)table.per_element / (2 * choice.delta));
    table.eight_bits = choice.method != METHOD_analytic && choice.filter == FILTER_hardware && !job->device->is_cpu;
    if (table.eight_bits && choice.addressing >= ADDRESSING_wrap)
        table.slack = choice.size * 0x1p-22; /* of shares of a row: measured on an H100 */
    else if (choice.addressing == ADDRESSING_wrap)
        table.slack = choice.size * 0x1p-24;
    return table;
}

/* Energies are those of a potential that is 0 at the cutoff: so a zero beyond it is no jump, and small differences
 * are not those of large numbers. */
static double element_at(const struct lj_table *table, struct lj_pair pair, int i)
{
    const double r = (double)table->first + i / (double)table->per_element;
    if (table->choice.addressing == ADDRESSING_border && table->system.range > 0 && r >= (double)table->system.cutoff)
        return 0;
    if (table->choice.method == METHOD_derivative)
        return lj_derivative(pair, r);
    return lj_energy(pair, r) - lj_energy(pair, (double)table->system.cutoff);
}

static size_t rows_of(const struct lj_table *table)
{
    return table->system.types * table->system.types;
}

void lj_table_fill(const struct lj_table *table, float *element)
{
    const int size = table->choice.size;
    for (size_t row = 0; row < rows_of(table); row++) {
        const struct lj_pair pair = lj_pair_of(&table->system, row);
        for (int place = 0; place < size + LJ_MARGIN; place++) {
            const int i = inside(table->choice.addressing, place - LJ_FRONT, size);
            *element++ = i < 0 ? 0 : (float)element_at(table, pair, i);
        }
    }
}

/* ---- its slots ---- */

size_t lj_table_most_bytes(size_t types, size_t most_size)
{
    const size_t rows = types * types, most = LJ_MOST_ELEMENTS / rows;
    return rows * ((most_size < most ? most_size : most) + LJ_MARGIN) * sizeof(float);
}

void lj_table_declare(struct job *job, struct lj_table_slots slots, size_t most_size)
{
    const struct lj_system system = lj_system(job->problem);
    const size_t bytes = lj_table_most_bytes(system.types, most_size);
    lj_assign_types(job->problem, job_input(job, slots.type, "type", system.pitch * sizeof(int)));
    if (slots.coefficients != LJ_NO_COEFFICIENTS)
        lj_fill_coefficients(&system,
                             job_input(job, slots.coefficients, "coefficients", lj_coefficient_bytes(&system)));
    memset(job_input(job, slots.elements, "table", bytes), 0, bytes);
    *job_texture(job, slots.texture, "texture", (struct compute_texture){.width = 1, .height = 1}) = 0;
}

enum status lj_check_range(const struct problem *problem, UNNEEDED const struct compute_device *device,
                           struct fault *fault)
{
    const double *setting = problem->inputs.setting;
    const double minimum = setting[MINIMUM], cutoff = setting[CUTOFF], range = setting[RANGE];
    if (!((float)minimum < (float)cutoff))
        return fail(fault, INVALID, "--minimum %g is not below --cutoff %g", minimum, cutoff);
    if (range > 0 && !(minimum + range > cutoff))
        return fail(fault, INVALID, "--range %g from --minimum %g ends before --cutoff %g", range, minimum, cutoff);
    return OK;
}

enum status lj_table_check(const struct job *job, struct lj_choice choice, struct fault *fault)
{
    enum status status = lj_check_range(job->problem, job->device, fault);
    if (status != OK)
        return status;
    const struct lj_table table = lj_table(job, choice, NULL);
    const double minimum = (double)table.system.minimum, cutoff = (double)table.system.cutoff;
    const double last = (cutoff - (double)table.first) * (double)table.per_element + choice.delta + 1;
    const double least = choice.addressing == ADDRESSING_border ? 1 + choice.delta : 0;
    if (table.system.range > 0 && choice.method != METHOD_analytic && choice.addressing != ADDRESSING_border &&
        last > choice.size - 1)
        return fail(fault, INVALID, "--range %g ends within %g elements of --cutoff %g: each is %.3g A wide",
                    table.system.range, choice.delta + 1, cutoff, 1 / (double)table.per_element);
    if (choice.method != METHOD_analytic && !((double)table.first * (double)table.per_element > least))
        return fail(fault, INVALID, "--minimum %g is too near to 0 for elements that are %.3g A wide", minimum,
                    1 / (double)table.per_element);
    return OK;
}

static void fill_texture(struct job *job, int slot, const struct lj_table *table)
{
    static const enum compute_addressing modes[] = {[ADDRESSING_clamp] = COMPUTE_CLAMP,
                                                    [ADDRESSING_border] = COMPUTE_BORDER,
                                                    [ADDRESSING_wrap] = COMPUTE_WRAP,
                                                    [ADDRESSING_mirror] = COMPUTE_MIRROR};
    const struct lj_choice *choice = &table->choice;
    const size_t width = (size_t)choice->size, stride = width + LJ_MARGIN, pairs = rows_of(table);
    struct compute_texture texture = {
        .width = width,
        .height = 1,
        .filter = choice->filter == FILTER_hardware ? COMPUTE_LINEAR : COMPUTE_POINT,
        .addressing = modes[choice->addressing],
    };
    const size_t rows = compute_is_normalised(texture) ? lj_rows_of_shares(table->system.types) : pairs;
    if (choice->table == TABLE_texture_1d) {
        texture.width = stride * pairs;
        texture.dimensions = COMPUTE_1D;
        memcpy(job_refill_texture(job, slot, texture), table->element, stride * pairs * sizeof(float));
        return;
    }
    texture.height = choice->table == TABLE_texture ? rows : 1;
    texture.depth = choice->table == TABLE_texture ? 0 : rows;
    texture.dimensions = choice->table == TABLE_texture ? COMPUTE_2D : COMPUTE_3D;
    float *texel = job_refill_texture(job, slot, texture);
    for (size_t i = 0; i < width * rows; i++)
        texel[i] = i < width * pairs ? table->element[i / width * stride + LJ_FRONT + i % width] : 0;
}

enum status lj_table_arrange(struct job *job, struct lj_table_slots slots, struct lj_choice choice, struct fault *fault)
{
    enum status status = lj_table_check(job, choice, fault);
    if (status != OK || choice.method == METHOD_analytic)
        return status;
    float *element = job_refill(job, slots.elements);
    const struct lj_table table = lj_table(job, choice, element);
    lj_table_fill(&table, element);
    if (lj_in_texture(choice.table))
        fill_texture(job, slots.texture, &table);
    return OK;
}

size_t lj_coefficient_bytes(const struct lj_system *system)
{
    return system->types * system->types * sizeof(struct mm_float2);
}

void lj_fill_coefficients(const struct lj_system *system, struct mm_float2 *coefficient)
{
    for (size_t row = 0; row < system->types * system->types; row++) {
        const struct lj_pair pair = lj_pair_of(system, row);
        coefficient[row] = (struct mm_float2){(float)pair.sigma, (float)(24 * pair.epsilon / pair.sigma)};
    }
}

void lj_table_arguments(const struct job *job, struct lj_table_slots slots, struct lj_choice choice,
                        struct compute_argument *arguments, size_t *count)
{
    static const int32_t unused = 0;
    const size_t types = lj_types(job->problem);
    struct compute_argument *next = arguments + *count;
    if (choice.method == METHOD_analytic)
        *next++ = ARRAY(slots.coefficients);
    else if (lj_in_texture(choice.table))
        *next++ = ARRAY(slots.texture);
    else if (choice.table != TABLE_constant)
        *next++ = ARRAY(slots.elements);
    else {
        *next++ = COMPUTE_VALUE(unused);
        *next++ = COMPUTE_CONSTANT("table", job_array(job, slots.elements), 0,
                                   types * types * (size_t)(choice.size + LJ_MARGIN) * sizeof(float));
    }
    *count = (size_t)(next - arguments);
}

enum status lj_launch_forces(struct job *job, const struct config *config, int kernel, int r, int derivative,
                             struct lj_table_slots slots, struct fault *fault)
{
    const struct lj_table table = lj_table(job, lj_choice(config), NULL);
    struct compute_argument arguments[12] = {ARRAY(r),           ARRAY(derivative),        ARRAY(slots.type),
                                             VALUE(table.n),     VALUE(table.pitch),       VALUE(table.system.cutoff),
                                             VALUE(table.first), VALUE(table.per_element), VALUE(table.per_r)};
    size_t count = 9;
    lj_table_arguments(job, slots, table.choice, arguments, &count);
    return job_launch(job, kernel, lj_launch(config, job->n), arguments, count, fault);
}

/* ---- lookups ---- */

/* An element of a row, at a place counted in memory; outside of it, by the addressing. */
static double element_of(const struct lj_table *table, size_t row, double place)
{
    const double least = -2. * table->choice.size, most = 2. * table->choice.size;
    const int i = inside(table->choice.addressing, (int)fmin(fmax(place, least), most) - LJ_FRONT, table->choice.size);
    return i < 0 ? 0 : (double)table->element[row * (size_t)(table->choice.size + LJ_MARGIN) + (size_t)(i + LJ_FRONT)];
}

/* Between the elements at `place`, counted in memory: a fraction, or either of the two nearest of 256ths. */
static struct lj_range between(const struct lj_table *table, size_t row, double place)
{
    const double low = element_of(table, row, floor(place)), step = element_of(table, row, floor(place) + 1) - low;
    double fraction = place - floor(place), other = fraction;
    if (table->eight_bits) {
        other = floor(256 * fraction + 0.5 + TIE) / 256;
        fraction = floor(256 * fraction + 0.5 - TIE) / 256;
    }
    const double one = low + fraction * step, two = low + other * step;
    return (struct lj_range){fmin(one, two), fmax(one, two), fabs(low) + fabs(low + step)};
}

/* The element at `place`, or its neighbour at a boundary. */
static struct lj_range nearest_of(const struct lj_table *table, size_t row, double place)
{
    const double one = element_of(table, row, floor(place - TIE)), two = element_of(table, row, floor(place + TIE));
    return (struct lj_range){fmin(one, two), fmax(one, two), fabs(one) + fabs(two)};
}

static struct lj_range found(const struct lj_table *table, size_t row, double place, bool nearest)
{
    return nearest ? nearest_of(table, row, place) : between(table, row, place);
}

static struct lj_range both(struct lj_range one, struct lj_range two)
{
    return (struct lj_range){fmin(one.least, two.least), fmax(one.most, two.most), fmax(one.scale, two.scale)};
}

/* The place of a distance, counted in memory, is computed in float as in the kernel, from the same origin; then in
 * double. Rows of a 1D texture are in sequence, so that floats have fewer fractions for the last ones. */
static double place_of(const struct lj_table *table, size_t row, float r, float away)
{
    const struct lj_choice *choice = &table->choice;
    const bool nearest = choice->filter == FILTER_nearest, in_row = choice->table == TABLE_texture_1d;
    const bool texture = by_texture(choice);
    const float origin = texture && !in_row ? 0.5f : nearest || texture ? 2.5f : 2.0f;
    const float place = fmaf(r - table->first, table->per_element, origin) + away;
    if (texture && !in_row)
        return (double)place + LJ_FRONT - (nearest ? 0 : 0.5);
    const float last = (float)choice->size + (nearest ? 3.0f : texture ? 2.5f : 2.0f);
    const float kept = fminf(fmaxf(place, texture ? 1.5f : 1.0f), last);
    if (!texture)
        return (double)kept;
    const float before = (float)(row * (size_t)(choice->size + LJ_MARGIN));
    return (double)(kept + before) - (double)before - (nearest ? 0 : 0.5);
}

static struct lj_range look(const struct lj_table *table, size_t row, float r, float away)
{
    const bool nearest = table->choice.filter == FILTER_nearest;
    const double place = place_of(table, row, r, away);
    const double off = table->blur * fabs(place) + (table->eight_bits || place < LJ_FRONT ? table->slack : 0);
    if (off == 0)
        return found(table, row, place, nearest);
    const double middle = fmin(fmax(floor(place + 0.5), place - off), place + off); /* the bend, if it is near */
    return both(both(found(table, row, place - off, nearest), found(table, row, place + off, nearest)),
                found(table, row, middle, nearest));
}

struct lj_range lj_look_up(const struct lj_table *table, size_t row, float r)
{
    const struct lj_choice *choice = &table->choice;
    const struct lj_pair pair = lj_pair_of(&table->system, row);
    const bool border = choice->method != METHOD_analytic && choice->addressing == ADDRESSING_border;
    if (!(r < table->system.cutoff) && !border)
        return (struct lj_range){0, 0, 0};
    if (choice->method == METHOD_analytic) {
        double value = lj_derivative(pair, (double)r);
        return (struct lj_range){value, value, lj_magnitude(pair, (double)r)};
    }
    if (choice->method == METHOD_derivative)
        return look(table, row, r, 0);
    const float delta = (float)choice->delta;
    const struct lj_range up = look(table, row, r, delta), down = look(table, row, r, -delta);
    const double per_r = (double)table->per_r;
    return (struct lj_range){(up.least - down.most) * per_r, (up.most - down.least) * per_r,
                             (up.scale + down.scale) * per_r};
}

double lj_tolerance(const struct lj_table *table)
{
    if (table->choice.method == METHOD_analytic)
        return 64 * 0x1p-24;
    return (table->choice.filter == FILTER_hardware ? 16 : 6) * 0x1p-24;
}

double lj_range_error(struct lj_range range, double got)
{
    const double error = fmax(range.least - got, got - range.most);
    if (!(error > 0)) /* a NaN is an error */
        return error <= 0 ? 0 : INFINITY;
    return range.scale > 0 ? error / range.scale : INFINITY;
}
