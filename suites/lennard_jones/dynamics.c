/* Steps of molecular dynamics: force, lists and the step in time, the purpose of the matrices. */
#include "suites/lennard_jones/dynamics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BEGIN, MOVE, FINISH, END, FIND_CELLS, FIND_ORDER, SORT, FIND_LISTS, SCATTER }; /* entries */
enum { FINISH_ARGUMENTS = 18 }; /* the first arguments of `move` */
enum { MOST_GROUPS = 2048 };    /* of lists.cl: a large GPU's fill */
#define MOST_SIZE 16384         /* of tables */
static const struct lj_table_slots slots = {DYNAMICS_TYPE, DYNAMICS_ELEMENTS, DYNAMICS_TEXTURE, LJ_NO_COEFFICIENTS};

/* ---- sizes ---- */

/* 2^bits cells along a side, with at least two atoms on average; at least one bit. */
static unsigned bits_of(uint64_t n)
{
    unsigned bits = 1;
    while (UINT64_C(2) << 3 * (bits + 1) <= n)
        bits++;
    return bits;
}

static uint64_t cells_of(uint64_t n)
{
    return UINT64_C(1) << 3 * bits_of(n);
}

/* Atoms of a block of lists.cl: each block tests all others, then the atoms of near ones. Few atoms have small
 * blocks, so that the groups fill a device. */
static uint64_t super_of(uint64_t n)
{
    return n > 1 << 20 ? 256 : n > 1 << 17 ? 64 : 32;
}

/* A launch of lists.cl, whose groups loop over the remaining work: most have none, and groups take time. */
static struct compute_launch launch_some(uint64_t elements, uint64_t each, uint64_t group)
{
    const uint64_t groups = divide_up(elements, each);
    return launch_groups(groups < MOST_GROUPS ? groups : MOST_GROUPS, group);
}

static uint64_t clusters_of(const struct config *config)
{
    return divide_up(config->problem->n, config_count(config, CLUSTER));
}

/* ---- inputs ---- */

/* 2^coarse cells along the shortest side, about as wide as the cutoff or wider. */
static unsigned coarse_of(const struct problem *problem)
{
    const struct lj_system system = lj_system(problem);
    const double side = fmin((double)system.side[0], fmin((double)system.side[1], (double)system.side[2]));
    unsigned coarse = 0;
    while (coarse < bits_of(problem->n) && side / (2 << coarse) >= 0.8 * (double)system.cutoff)
        coarse++;
    return coarse;
}

/* 2^bits cells along a side, from which lists are made: with at least twelve atoms on average, so that most work-items
 * of a team of lists.cl have one. */
static unsigned searched_of(uint64_t n)
{
    unsigned bits = 0;
    while (bits < bits_of(n) && UINT64_C(12) << 3 * (bits + 1) <= n)
        bits++;
    return bits;
}

static void define_steps(const struct config *config, char lines[MAX_LINES])
{
    lj_define(config, lines);
    const size_t used = strlen(lines);
    snprintf(lines + used, MAX_LINES - used, "#define BITS %u\n#define COARSE %u\n", bits_of(config->problem->n),
             coarse_of(config->problem));
}

static void define_lists(const struct config *config, char lines[MAX_LINES])
{
    const uint64_t n = config->problem->n;
    lj_define(config, lines);
    const size_t used = strlen(lines);
    snprintf(lines + used, MAX_LINES - used, "#define BITS %u\n#define SUPER %u\n#define COARSE %u\n", bits_of(n),
             (unsigned)super_of(n), searched_of(n));
}

/* Slots of places and velocities, a vector for each atom; and of results, three numbers. */
enum { STATES = 5, RESULTS = 4 };
static const int states[STATES] = {DYNAMICS_PLACE, DYNAMICS_PLACE_NEXT, DYNAMICS_PLACE_SORTED, DYNAMICS_MOVING,
                                   DYNAMICS_MOVING_SORTED};
static const struct {
    int slot;
    const char *name;
} results[RESULTS] = {{DYNAMICS_AT, "place at the last step"},
                      {DYNAMICS_FORCE, "force"},
                      {DYNAMICS_END_COORDINATE, "new coordinate"},
                      {DYNAMICS_END_VELOCITY, "new velocity"}};

/* Of pull.h: two numbers for each pair of types, and one more pair of numbers. */
static size_t terms_bytes(const struct lj_system *system, bool doubles)
{
    return (system->types * system->types + 1) * 2 * (doubles ? sizeof(double) : sizeof(float));
}

static void setup(struct job *job)
{
    const struct lj_system system = lj_system(job->problem);
    const size_t floats = 3 * system.pitch * sizeof(float);
    const size_t words = job->n * sizeof(uint32_t), cells = cells_of(job->n) * sizeof(uint32_t);
    lj_place(job->problem, false, job_input(job, DYNAMICS_COORDINATE, "coordinate", floats));
    dynamics_fill_velocities(job->problem, job_input(job, DYNAMICS_VELOCITY, "velocity", floats));
    float *inverse = job_input(job, DYNAMICS_INVERSE_MASS, "1/mass", floats / 3);
    memset(inverse, 0, floats / 3);
#pragma omp parallel for
    for (int64_t i = 0; i < (int64_t)job->n; i++)
        inverse[i] = (float)(1 / system.mass[lj_type(job->problem, system.types, (uint64_t)i)]);
    lj_table_declare(job, slots, MOST_SIZE);
    memset(job_input(job, DYNAMICS_TERMS, "terms", terms_bytes(&system, true)), 0, terms_bytes(&system, true));
    for (size_t i = 0; i < STATES; i++)
        job_scratch(job, states[i], "state", job->n * sizeof(struct mm_float4));
    job_scratch(job, DYNAMICS_REST, "rest", job->n * sizeof(struct mm_float4));
    job_scratch(job, DYNAMICS_REST_SORTED, "rest", job->n * sizeof(struct mm_float4));
    job_scratch(job, DYNAMICS_FLAGS, "flags", (dynamics_steps(job->problem) + 1) * sizeof(uint32_t));
    job_scratch(job, DYNAMICS_CELL, "cell", words);
    job_scratch(job, DYNAMICS_RANK, "rank", words);
    job_scratch(job, DYNAMICS_ORDER, "order", words);
    job_zeroed(job, DYNAMICS_COUNT, "atoms of cells", cells);
    job_scratch(job, DYNAMICS_BEGINS, "cells", cells + sizeof(uint32_t));
    job_zeroed(job, DYNAMICS_TICKET, "ticket", sizeof(uint32_t));
    job_scratch(job, DYNAMICS_MIDDLE, "middles", divide_up(job->n, super_of(job->n)) * sizeof(struct mm_float4));
    job_scratch(job, DYNAMICS_EXTENT, "extents", divide_up(job->n, super_of(job->n)) * sizeof(struct mm_float4));
    job_scratch(job, DYNAMICS_LIST, "lists", sizeof(uint32_t));
    job_scratch(job, DYNAMICS_LENGTH, "lengths", sizeof(uint32_t));
    job_scratch(job, DYNAMICS_SUMS, "sums", 4 * job->n * sizeof(double));
    for (size_t i = 0; i < RESULTS; i++)
        job_output(job, results[i].slot, results[i].name, floats);
    dynamics_declare_host(job);
}

/* Of the formula in t = 1/r^2: t^4 (x t^3 - y). Nearer than a quarter of the least sigma the factor is constant, so it
 * is finite. */
static void fill_terms(struct job *job, const struct config *config)
{
    const struct lj_system system = lj_system(job->problem);
    const size_t rows = system.types * system.types;
    const bool doubles = dynamics_doubles(config);
    void *to = job_refill(job, DYNAMICS_TERMS);
    double least = INFINITY;
    for (size_t row = 0; row <= rows; row++) {
        const struct lj_pair pair = lj_pair_of(&system, row < rows ? row : 0);
        const double sixth = pow(pair.sigma, 6), y = 24 * pair.epsilon * sixth;
        least = fmin(least, pair.sigma * pair.sigma / 16);
        const double term[2] = {row < rows ? 2 * sixth * y : least, row < rows ? y : 0};
        for (size_t k = 0; k < 2; k++)
            if (doubles)
                ((double *)to)[2 * row + k] = term[k];
            else
                ((float *)to)[2 * row + k] = (float)term[k];
    }
}

static enum status arrange(struct job *job, const struct config *config, struct fault *fault)
{
    const bool listed = config->value[FORM] == FORM_list, counted = config->value[FORM] != FORM_all;
    const uint64_t entries = clusters_of(config) * dynamics_capacity(config) + 3 * config_count(config, LANES);
    job_resize(job, DYNAMICS_LIST, sizeof(uint32_t) * (listed ? entries : 1)); /* some are loaded ahead of the last */
    job_resize(job, DYNAMICS_LENGTH, sizeof(uint32_t) * (counted ? clusters_of(config) : 1));
    const size_t bytes = dynamics_doubles(config) ? sizeof(double) : sizeof(float);
    for (size_t i = 0; i < STATES; i++)
        job_resize(job, states[i], 4 * bytes * job->n);
    for (size_t i = 0; i < RESULTS; i++)
        job_resize(job, results[i].slot, 3 * bytes * lj_pitch(job->n));
    fill_terms(job, config);
    return lj_table_arrange(job, slots, lj_choice(config), fault);
}

/* ---- an iteration ---- */

/* The largest distance of a cluster's atoms from its first one along each axis such that its nearest image of an
 * atom is that of all pairs within the cutoff, or the last element of a table. */
static struct mm_float4 narrow_in(const struct lj_system *system)
{
    const float *side = system->side, taken = system->cutoff + 0.1f;
    return (struct mm_float4){side[0] / 2 - taken, side[1] / 2 - taken, side[2] / 2 - taken, 0};
}

/* Sorts atoms by cell: in blocks with bounding boxes, or in one launch if these are not needed. */
static enum status sort_atoms(struct job *job, const struct config *config, const struct lj_system *system, int place,
                              uint32_t number, struct fault *fault)
{
    const uint32_t n = (uint32_t)job->n;
    const uint64_t block = config_count(config, BLOCK_SIZE);
    const struct mm_float4 side = lj_side(system), inverse = lj_inverse_side(system);
    if (config->value[SEARCH] == SEARCH_cells)
        return LAUNCH(SCATTER, launch_some(n, block, block), ARRAY(DYNAMICS_FLAGS), ARRAY(DYNAMICS_CELL),
                      ARRAY(DYNAMICS_RANK), ARRAY(DYNAMICS_BEGINS), ARRAY(place), ARRAY(DYNAMICS_MOVING),
                      ARRAY(DYNAMICS_REST), ARRAY(DYNAMICS_PLACE_SORTED), ARRAY(DYNAMICS_MOVING_SORTED),
                      ARRAY(DYNAMICS_REST_SORTED), VALUE(number), VALUE(n), VALUE(side), VALUE(inverse));
    enum status status =
        LAUNCH(FIND_ORDER, launch_some(n, block, block), ARRAY(DYNAMICS_FLAGS), ARRAY(DYNAMICS_CELL),
               ARRAY(DYNAMICS_RANK), ARRAY(DYNAMICS_BEGINS), ARRAY(DYNAMICS_ORDER), VALUE(number), VALUE(n));
    if (status == OK)
        status = LAUNCH(SORT, launch_some(n, super_of(n), super_of(n)), ARRAY(DYNAMICS_FLAGS), ARRAY(DYNAMICS_ORDER),
                        ARRAY(place), ARRAY(DYNAMICS_MOVING), ARRAY(DYNAMICS_REST), ARRAY(DYNAMICS_PLACE_SORTED),
                        ARRAY(DYNAMICS_MOVING_SORTED), ARRAY(DYNAMICS_REST_SORTED), ARRAY(DYNAMICS_MIDDLE),
                        ARRAY(DYNAMICS_EXTENT), VALUE(number), VALUE(n), VALUE(side), VALUE(inverse));
    return status;
}

/* Precedes step `number` if its flag is set. */
static enum status make_lists(struct job *job, const struct config *config, const struct lj_system *system, int place,
                              uint32_t number, struct fault *fault)
{
    const uint32_t n = (uint32_t)job->n, capacity = (uint32_t)dynamics_capacity(config);
    const uint64_t block = config_count(config, BLOCK_SIZE);
    const float skin = (float)config_real(config, SKIN), reach = system->cutoff + skin;
    const struct mm_float4 side = lj_side(system), inverse = lj_inverse_side(system);
    enum status status =
        LAUNCH(FIND_CELLS, launch_some(n, block, block), ARRAY(place), ARRAY(DYNAMICS_FLAGS), ARRAY(DYNAMICS_CELL),
               ARRAY(DYNAMICS_RANK), ARRAY(DYNAMICS_COUNT), ARRAY(DYNAMICS_BEGINS), ARRAY(DYNAMICS_TICKET),
               VALUE(number), VALUE(n), VALUE(inverse));
    if (status == OK)
        status = sort_atoms(job, config, system, place, number, fault);
    const uint64_t atoms = config->value[SEARCH] == SEARCH_cells /* of a group: a cluster for each 32 work-items */
                               ? config_count(config, CLUSTER) * block / 32
                               : super_of(n);
    if (status == OK && config->value[FORM] == FORM_list)
        status = LAUNCH(FIND_LISTS, launch_some(n, atoms, block), ARRAY(DYNAMICS_FLAGS), ARRAY(DYNAMICS_PLACE_SORTED),
                        ARRAY(DYNAMICS_MIDDLE), ARRAY(DYNAMICS_EXTENT), ARRAY(DYNAMICS_BEGINS), ARRAY(DYNAMICS_LIST),
                        ARRAY(DYNAMICS_LENGTH), VALUE(number), VALUE(n), VALUE(capacity), VALUE(reach * reach),
                        VALUE(side), VALUE(inverse));
    return status;
}

static void terms_arguments(const struct job *job, const struct config *config, const struct lj_system *system,
                            struct compute_argument *arguments, size_t *count)
{
    static const int32_t unused = 0;
    if (config->value[COEFFICIENTS] != COEFFICIENTS_constant) {
        arguments[(*count)++] = ARRAY(DYNAMICS_TERMS);
        return;
    }
    arguments[(*count)++] = COMPUTE_VALUE(unused);
    arguments[(*count)++] =
        COMPUTE_CONSTANT("terms", job_array(job, DYNAMICS_TERMS), 0, terms_bytes(system, dynamics_doubles(config)));
}

static enum status make_step(struct job *job, const struct config *config, const struct lj_table *table, int place,
                             int next, uint32_t number, struct fault *fault)
{
    const struct lj_system *system = &table->system;
    const uint32_t last = (uint32_t)dynamics_steps(job->problem) - 1;
    const uint32_t capacity = (uint32_t)dynamics_capacity(config);
    const float half_skin = 0.5f * (float)config_real(config, SKIN);
    const uint64_t block = config_count(config, BLOCK_SIZE), clusters = block / config_count(config, LANES);
    /* clang-format off */
    const struct compute_argument first[] = {
        ARRAY(place), ARRAY(DYNAMICS_PLACE_SORTED), ARRAY(next),
        ARRAY(DYNAMICS_MOVING), ARRAY(DYNAMICS_MOVING_SORTED), ARRAY(DYNAMICS_REST), ARRAY(DYNAMICS_REST_SORTED),
        ARRAY(DYNAMICS_FLAGS), ARRAY(DYNAMICS_AT), ARRAY(DYNAMICS_FORCE),
        VALUE(number), VALUE(last), VALUE(table->n), VALUE(table->pitch),
        VALUE(half_skin * half_skin * 0.999f), /* places are rounded */
        VALUE(dynamics_kick(job->problem)), VALUE(dynamics_drift(job->problem)), ARRAY(DYNAMICS_SUMS),
        ARRAY(DYNAMICS_LIST), ARRAY(DYNAMICS_LENGTH), ARRAY(DYNAMICS_BEGINS), VALUE(capacity),
        VALUE(system->cutoff + half_skin + 0.01f), /* a table's last element, and roundings */
        VALUE(system->cutoff), VALUE(narrow_in(system)), VALUE(lj_side(system)),
        VALUE(lj_inverse_side(system)), VALUE(table->first), VALUE(table->per_element), VALUE(table->per_r),
    };
    /* clang-format on */
    struct compute_argument arguments[sizeof first / sizeof *first + 2];
    size_t count = sizeof first / sizeof *first;
    memcpy(arguments, first, sizeof first);
    if (table->choice.method == METHOD_analytic)
        terms_arguments(job, config, system, arguments, &count);
    else
        lj_table_arguments(job, slots, table->choice, arguments, &count);
    enum status status =
        job_launch(job, MOVE, launch_over(clusters_of(config), clusters, block), arguments, count, fault);
    if (status == OK && config->value[SHARED_PAIRS] == PAIRS_half)
        status = job_launch(job, FINISH, launch_over(job->n, block, block), arguments, FINISH_ARGUMENTS, fault);
    return status;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct lj_table table = lj_table(job, lj_choice(config), NULL);
    const uint32_t steps = (uint32_t)dynamics_steps(job->problem);
    const uint64_t block = config_count(config, BLOCK_SIZE);
    int place = DYNAMICS_PLACE, next = DYNAMICS_PLACE_NEXT;
    enum status status = LAUNCH(BEGIN, launch_over(job->n, block, block), ARRAY(DYNAMICS_COORDINATE),
                                ARRAY(DYNAMICS_VELOCITY), ARRAY(DYNAMICS_INVERSE_MASS), ARRAY(DYNAMICS_TYPE),
                                ARRAY(place), ARRAY(DYNAMICS_MOVING), ARRAY(DYNAMICS_REST), ARRAY(DYNAMICS_FLAGS),
                                ARRAY(DYNAMICS_SUMS), VALUE(table.n), VALUE(table.pitch), VALUE(steps));
    for (uint32_t number = 0; number < steps && status == OK; number++) {
        if (config->value[FORM] != FORM_all || (config->value[ORDER] == ORDER_sorted && number == 0))
            status = make_lists(job, config, &table.system, place, number, fault);
        if (status == OK)
            status = make_step(job, config, &table, place, next, number, fault);
        const int from = place;
        place = next;
        next = from;
    }
    if (status == OK)
        status =
            LAUNCH(END, launch_over(job->n, block, block), ARRAY(place), ARRAY(DYNAMICS_MOVING), ARRAY(DYNAMICS_REST),
                   ARRAY(DYNAMICS_END_COORDINATE), ARRAY(DYNAMICS_END_VELOCITY), VALUE(table.n), VALUE(table.pitch),
                   VALUE(lj_side(&table.system)), VALUE(lj_inverse_side(&table.system)));
    return status;
}

/* Denormal numbers are not needed here, and reciprocal roots without them are shorter. */
static unsigned options(UNNEEDED const struct config *config)
{
    return COMPUTE_FLUSH_TO_ZERO;
}

static bool captured(const struct config *config)
{
    return config->value[LAUNCHES] == LAUNCHES_graph;
}

/* Each but the first waits for the one before: that which moves atoms, the sum of half the pairs' forces, and those of
 * lists.cl, which read a flag of the last step. */
static double launches(const struct config *config, double steps)
{
    const double sorts = config->value[SEARCH] == SEARCH_cells ? 2 : 3;
    const double lists[] = {[FORM_list] = sorts + 1, [FORM_cells] = sorts};
    const bool sorts_once = config->value[FORM] == FORM_all && config->value[ORDER] == ORDER_sorted;
    const double step = 1 + (config->value[SHARED_PAIRS] == PAIRS_half) + lists[config->value[FORM]];
    return 2 + (sorts_once ? sorts : 0) + steps * step;
}

/* Pairs within the cutoff, each once, in a fluid of the mean density; 0 for an open box, which has fewer. */
static double pairs_within(const struct lj_system *system)
{
    const double cutoff = (double)system->cutoff, n = (double)system->n;
    const double volume = (double)system->side[0] * (double)system->side[1] * (double)system->side[2];
    return system->periodic ? n / 2 * fmin(n - 1, 4 * M_PI / 3 * cutoff * cutoff * cutoff * n / volume) : 0;
}

/* Places, velocities and what places lack are read and written. A pair by the formula takes 14 operations of the pipes
 * for FMA: 3 for the difference, 3 for its square, 5 for the factor, 3 for the sum; a double's reciprocal takes 4 more;
 * of half the pairs each has another 3, else each is computed twice. */
static struct work work(const struct job *job, const struct config *config)
{
    const struct lj_system system = lj_system(job->problem);
    const bool doubles = dynamics_doubles(config), half = config->value[SHARED_PAIRS] == PAIRS_half;
    const double steps = (double)dynamics_steps(job->problem);
    const double atom =
        2. * (doubles ? 2 * sizeof(struct mm_double4) : 2 * sizeof(struct mm_float4)) + 2. * sizeof(struct mm_float4);
    const double bytes = steps * atom * (double)job->n;
    const double pair = config->value[METHOD] != METHOD_analytic ? 0 : 14 + (doubles ? 4 : 0);
    struct work work = {.bytes = bytes, .amount = {[RESOURCE_DRAM_ADD] = bytes}};
    work.amount[captured(config) ? RESOURCE_CHAINED_LAUNCH : RESOURCE_LAUNCH] = launches(config, steps);
    work.amount[doubles ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA] =
        steps * pairs_within(&system) * (half && pair > 0 ? pair + 3 : 2 * pair);
    return work;
}

/* Bytes of terms_bytes(), and of the sums in a group's local memory. */
#define TERM_BYTES "((structure.types or types) ** 2 + 1) * (16 if PRECISION == 'double' else 8)"
#define SUM_BYTES "3 * CLUSTER * (BLOCK_SIZE + 1) * (4 if ACCUMULATE == 'fp32' else 8)"

/* Each sum in each form: for balanced atoms, and for two. */
#define OF_ONE_STEP                                                                                                    \
    "--set LANES=32 --set BLOCK_SIZE=64 --set CLUSTER=4 --set METHOD=analytic --set SKIN=1.0 --set LISTED=1 "          \
    "--set LAUNCHES=stream --set PAIRS=all --set SHIFT=pair --set ORDER=sorted --set IMAGE=rint "                      \
    "--set FORM=all,list,cells --set ACCUMULATE=fp32,fp64,fixed64"

const struct bench lj_step = {
    .name = "step",
    .summary = "steps of molecular dynamics: forces, lists, and the step in time",
    .needs = NEEDS_IMAGES,
    .kernels =
        (const struct bench_kernel[]){
            {.file = "lennard_jones/step.cl",
             .entries = NAMES("begin", "move", "finish", "end"),
             .define = define_steps,
             .options = options},
            {.file = "lennard_jones/lists.cl",
             .entries = NAMES("find_cells", "find_order", "sort", "find_lists", "scatter"),
             .define = define_lists,
             .takes = TAKES({BLOCK_SIZE, "BLOCK_SIZE"}, {CLUSTER, "CLUSTER"}, {LISTED, "LISTED"}, {IMAGE, "IMAGE"},
                            {SHARED_PAIRS, "PAIRS"}, {PRECISION, "PRECISION"}, {SEARCH, "SEARCH"})},
            {.file = NULL}},
    .kernels_by = EVERY_KERNEL,
    .space = {.parameters = PARAMETER_TABLE(DYNAMICS_LISTS, DYNAMICS_TABLES, DYNAMICS_FORMS),
              .constraints = CONSTRAINTS(
                  GROUP_FITS(BLOCK_SIZE), {"LANES are of a group", .expression = "LANES <= BLOCK_SIZE"},
                  {"SKIN is of lists and cells, LISTED of lists",
                   .expression = "FORM == 'list' or LISTED == 1 and (FORM == 'cells' or SKIN == 1)"},
                  {"lists and cells are of sorted atoms", .expression = "FORM == 'all' or ORDER == 'sorted'"},
                  {"cells take all pairs", .expression = "FORM != 'cells' or PAIRS == 'all'"},
                  LJ_LOOKUP_CONSTRAINTS("TABLE == 'texture'"),
                  {"sums, and a table, fit shared memory, or constant memory",
                   .expression = SUM_BYTES
                   " + (METHOD != 'analytic' and TABLE == 'shared') * " LJ_TABLE_BYTES
                   " + (COEFFICIENTS == 'shared') * " TERM_BYTES
                   " <= device.local_bytes and (METHOD == 'analytic' or TABLE != 'constant' or " LJ_TABLE_BYTES
                   " <= device.constant_bytes) and (COEFFICIENTS != 'constant' or " TERM_BYTES
                   " <= device.constant_bytes)"},
                  LJ_ACCUMULATOR_THERE,
                  {"PAIRS half, in 64 bits, needs 64-bit atomics",
                   .expression = "PAIRS == 'all' or ACCUMULATE == 'fp32' or device.int64_atomics"},
                  {"ADDITIONS vector is of PAIRS half in fp32, by CUDA's sm_90 and later",
                   .expression = "ADDITIONS == 'single' or PAIRS == 'half' and ACCUMULATE == 'fp32' and device.cuda "
                                 "and device.capability >= 90"},
                  {"COEFFICIENTS are of the formula with several types",
                   .expression = "COEFFICIENTS == 'global' or METHOD == 'analytic' and (structure.types or types) > 1"},
                  {"SEARCH cells is of lists of atoms, AHEAD of lists",
                   .expression = "(SEARCH == 'blocks' or LISTED == 1) and (FORM == 'list' or SEARCH == 'blocks' and "
                                 "AHEAD == 'number')"},
                  {"PRECISION double is of the formula, and adds in fp64",
                   .expression = "PRECISION == 'mixed' or METHOD == 'analytic' and ACCUMULATE == 'fp64'"},
                  {"LAUNCHES graph needs graphs", .expression = "LAUNCHES == 'stream' or device.graphs"})},
    DEFAULTS(FORM_list, 128, 8, 32, 0, 1, METHOD_analytic),
    .size = {.unit = "atoms", .classes = {512, 16384, 1 << 20}, .most = 1 << 24},
    .problem = {.check = dynamics_check,
                .variants = 1,
                .expected_bytes = sizeof(struct dynamics_expected),
                .setup = setup,
                .expect = dynamics_expect,
                .arrange = arrange,
                .arranged_by = ARRANGED_BY(FORM, CLUSTER, LANES, SKIN, LISTED, METHOD, TABLE, FILTER, TABLE_SIZE, DELTA,
                                           ADDRESSING, PRECISION),
                .verify = dynamics_verify},
    .device = {.enqueue = enqueue, .captured = captured},
    .report = {.uses = USES(DRAM_ADD) | USES(LAUNCH) | USES(CHAINED_LAUNCH) | USES(FP32_FMA) | USES(FP64_FMA),
               .work = work,
               .figures = NAME_TABLE(DYNAMICS_FIGURES),
               .error = "l2_error",
               .figure = dynamics_figure},
    .tests = NAMES(
        "--size 301 --minimum 2.5 --cutoff 9 --steps 5 --set LANES=32 --set BLOCK_SIZE=64 --set TABLE_SIZE=4096 "
        "--set DELTA=0.5 --set LAUNCHES=stream --set METHOD=derivative --set FILTER=hand --set TABLE=global,shared "
        "--set INDEX=convert --set SKIN=1.0,0.4 --set CLUSTER=4",
        "--size 301 --minimum 2.5 --cutoff 9 --steps 5 --set LANES=32 --set BLOCK_SIZE=64 --set TABLE_SIZE=4096 "
        "--set DELTA=0.5 --set LAUNCHES=stream --set METHOD=derivative --set FILTER=hardware --set CLUSTER=4 "
        "--set SKIN=1.0 --budget 2",
        "--size 2,17 --box open --steps 30 --set LANES=32 --set BLOCK_SIZE=64 --set METHOD=analytic "
        "--set SKIN=0.4 --set ACCUMULATE=fp32 --set CLUSTER=4 --set LAUNCHES=stream --budget 2",
        "--size 1000 --box oblong --cutoff 5 --steps 40 --temperature 3000 --types 2 --set FORM=list,cells "
        "--set BLOCK_SIZE=128 --set METHOD=analytic --set CLUSTER=8 --set LANES=64,16 --set LAUNCHES=stream "
        "--set SKIN=0.4,1.0 --set ACCUMULATE=fp32 --set IMAGE=add",
        "--size 300 --types 10 --cutoff 6 --steps 10 --set LANES=32 --set BLOCK_SIZE=64 --set CLUSTER=4 --set SKIN=1.0 "
        "--set METHOD=analytic --set LISTED=1 --set LAUNCHES=stream --set SHIFT=tile --set IMAGE=add --set "
        "ORDER=sorted "
        "--set FORM=list --set COEFFICIENTS=global,shared,constant --set PRECISION=mixed,double",
        "--size 480 --box oblong --temperature 0 --cutoff 11 --steps 1 " OF_ONE_STEP,
        "--size 2 --density 0.001 --box open --steps 1 " OF_ONE_STEP),
};
