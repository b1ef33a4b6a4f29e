/* The whole coordination number in its forms: `resident`, with atoms and results on the device; and `coordination`,
 * as PLUMED calls it: places are sent first, and results read back. */
#include "suites/coordination/call.h"

#include <math.h>

/* Parameters of `resident`; `coordination` has one more. */
/* clang-format off */
#define PARAMETERS_OF_FORMS                                                                                            \
    HOST_WORD(FORM, "one launch; linked cells; pairs, then sums by a tree; by CUB; by cells",                          \
              fused, cells, pipeline, pipeline_cub, pipeline_cells),                                                   \
    NUMBER(BLOCK_SIZE, "work-items of a group", 128, 32, 64, 256, 512),                                                \
    NUMBER(UNROLL, "partners of one pass of the loop", 1, 4, 8),                                                       \
    WORD(VIRIAL, "components that are added up", nine, six),                                                           \
    WORD(IMAGE, "the nearest image: by rint(); by adding and taking away", rint, add),                                 \
    NUMBER(STAGED, "partners read from local memory, in tiles", 0, 1),                                                 \
    NUMBER(SUM_BLOCK, "work-items of a group that sums", 512, 128),                                                    \
    NUMBER(SUM_ITEMS, "numbers of such a work-item", 4, 8),                                                            \
    NUMBER(LANES, "work-items that share an atom", 1, 2, 4, 8, 16, 32),                                                \
    NUMBER(TARGETS, "atoms of a work-item; of a cluster", 1, 2, 4, 8, 16),                                             \
    WORD(PAIRS, "all: an atom adds up its own; half: each pair once", all, half),                                      \
    WORD(FINISH, "the sums of groups: by atomics; by the group that ends last", atomics, last_block),                  \
    HOST_NUMBER(ROWS, "rows of cells along dmax", 1, 2, 3, 4)
/* clang-format on */
DEFINE_PARAMETERS(parameters, PARAMETERS_OF_FORMS,
                  HOST_WORD(HOST_MEMORY, "what copies start and end in", pageable, pinned));
enum { FUSED = 0, OF_PAIRS = 0, SUM_ROWS = 1, SUM_ROWS_OF_CELLS = 4 }; /* entries */

static bool is_called(const struct job *job)
{
    return job->bench == &coordination_coordination;
}

/* Transfers of the host: three derivatives per atom, the value and the virial. */
static void declare_host(struct job *job, size_t bytes)
{
    const size_t results = bytes + coordination_bytes(job->problem, 10);
    for (int pinned = HOST_MEMORY_pageable; pinned <= HOST_MEMORY_pinned; pinned++) {
        void *place = job_host_memory(job, HOST_PLACE + pinned, pinned ? "places, pinned" : "places, pageable", bytes,
                                      HOST_INPUT, pinned);
        coordination_place(job->problem, job->seed, job->variant == 1, place);
        job_host_memory(job, HOST_RESULT + pinned, pinned ? "results, pinned" : "results, pageable", results,
                        HOST_OUTPUT, pinned);
    }
}

static void setup(struct job *job)
{
    const struct problem *problem = job->problem;
    const size_t bytes = coordination_bytes(problem, 3 * job->n);
    if (is_called(job)) {
        declare_host(job, bytes);
        job_scratch(job, PLACE, "places", bytes);
    } else
        coordination_place(problem, job->seed, job->variant == 1, job_input(job, PLACE, "places", bytes));
    job_host_memory(job, HOST_NEAR, "the host's index", near_bytes(job->n), HOST_INPUT, false);
    job_output(job, GRADIENT, "derivatives", coordination_bytes(problem, 3 * job->n));
    job_scratch(job, ATOM_VALUE, "values", coordination_bytes(problem, job->n));
    job_scratch(job, ATOM_VIRIAL, "virials", coordination_bytes(problem, 9 * job->n));
    coordination_declare_sums(job);
    coordination_declare_cells(job);
    job_scratch(job, PARTIAL, "sums of groups", 10 * job_bytes(job, FORCE) / 3);
    job_zeroed(job, SLOT(TICKET), sizeof(uint32_t));
}

static void expect(struct job *job, void *expected)
{
    const void *place = is_called(job) ? job_memory(job, HOST_PLACE) : job_host(job, PLACE);
    coordination_expect(job, place, job_memory(job, HOST_NEAR), expected);
}

static void change(struct job *job, UNNEEDED const struct config *config)
{
    coordination_change(job, PLACE);
}

static uint64_t groups_of(const struct job *job, const struct config *config)
{
    const uint64_t atoms =
        config_count(config, BLOCK_SIZE) / config_count(config, LANES) * config_count(config, TARGETS);
    return divide_up(job->n, atoms);
}

static enum status launch_fused(struct job *job, const struct config *config, struct fault *fault)
{
    const struct coordination_system system = coordination_system(job->problem);
    const struct coordination_numbers numbers = coordination_numbers(&system);
    enum status status = OK;
    if (config->value[PAIRS] == PAIRS_half && system.groups != GROUPS_pairs)
        status = job_fill(job, GRADIENT, 0, fault);
    for (int slot = ALL_VALUE; slot <= ALL_VIRIAL && status == OK && config->value[FINISH] == FINISH_atomics; slot++)
        status = job_fill(job, slot, 0, fault);
    if (status != OK)
        return status;
    return LAUNCH(FUSED, launch_groups(groups_of(job, config), config_count(config, BLOCK_SIZE)), ARRAY(PLACE),
                  ARRAY(GRADIENT), ARRAY(ALL_VALUE), ARRAY(ALL_VIRIAL), ARRAY(PARTIAL), ARRAY(TICKET),
                  VALUE((uint32_t)job->n), VALUE((uint32_t)system.end_a), VALUE((uint32_t)system.first_b),
                  COORDINATION_NUMBERS(system, numbers));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    if (config->value[FORM] == FORM_fused)
        return launch_fused(job, config, fault);
    if (config->value[FORM] == FORM_cells)
        return coordination_launch_cells(job,
                                         (struct coordination_by_cells){.block = config_count(config, BLOCK_SIZE),
                                                                        .targets = config_count(config, TARGETS),
                                                                        .rows = config_count(config, ROWS)},
                                         fault);
    const uint64_t block = config_count(config, BLOCK_SIZE);
    const bool by_cells = config->value[FORM] == FORM_pipeline_cells;
    enum status status = by_cells ? coordination_launch_cell_pairs(job, block, fault)
                                  : coordination_launch_pairs(job, OF_PAIRS, block, fault);
    if (status == OK)
        status = coordination_launch_sums(job, by_cells ? SUM_ROWS_OF_CELLS : SUM_ROWS, config_count(config, SUM_BLOCK),
                                          config_count(config, SUM_ITEMS), fault);
    return status;
}

static enum status enqueue_call(struct job *job, const struct config *config, struct fault *fault)
{
    const size_t bytes = coordination_bytes(job->problem, 3 * job->n), one = coordination_bytes(job->problem, 1);
    const int memory = config->value[HOST_MEMORY];
    uint8_t *result = job_memory(job, HOST_RESULT + memory);
    enum status status = job_send(job, PLACE, 0, job_memory(job, HOST_PLACE + memory), bytes, 0, fault);
    if (status == OK)
        status = enqueue(job, config, fault);
    if (status == OK)
        status = job_receive(job, GRADIENT, 0, result, bytes, 0, fault);
    if (status == OK)
        status = job_receive(job, ALL_VALUE, 0, result + bytes, one, 0, fault);
    return status == OK ? job_receive(job, ALL_VIRIAL, 0, result + bytes + one, 9 * one, 0, fault) : status;
}

/* Additions in sequence: those of an atom's lane, and of the lanes, groups and passes. */
static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct coordination_system system = coordination_system(job->problem);
    const double arm = fmax(system.side[0], fmax(system.side[1], system.side[2])) / 2;
    const double n = (double)job->n, groups = (double)groups_of(job, config);
    const bool alone = config->value[FORM] == FORM_fused && config->value[PAIRS] == PAIRS_all;
    const double own = (alone ? n / config->value[LANES] : n) + log2(config->value[LANES]);
    const double all =
        own / n + (config->value[FORM] <= FORM_cells
                       ? groups + 10 + config->value[TARGETS]
                       : coordination_chain(job->n, config_count(config, SUM_BLOCK), config_count(config, SUM_ITEMS)));
    const uint8_t *result = is_called(job) ? job_memory(job, HOST_RESULT + config->value[HOST_MEMORY]) : NULL;
    const size_t bytes = coordination_bytes(job->problem, 3 * job->n), one = coordination_bytes(job->problem, 1);
    const void *gradient = result ? result : job_host(job, GRADIENT);
    const void *value = result ? result + bytes : job_host(job, ALL_VALUE);
    const void *virial = result ? result + bytes + one : job_host(job, ALL_VIRIAL);
    *verdict = (struct verdict){.tolerance = 1};
    enum status status = coordination_judge_gradient(job, gradient, own, verdict, fault);
    return status == OK ? coordination_judge_sums(job, value, virial, all, config->value[FORM] == FORM_cells ? arm : 0,
                                                  verdict, fault)
                        : status;
}

/* ---- the bench ---- */

#define TAKES_PAIRS                                                                                                    \
    {BLOCK_SIZE, "BLOCK_SIZE"}, {UNROLL, "UNROLL"}, {VIRIAL, "VIRIAL"}, {IMAGE, "IMAGE"},                              \
    {                                                                                                                  \
        STAGED, "STAGED"                                                                                               \
    }
#define TAKES_SUMS                                                                                                     \
    {SUM_BLOCK, "SUM_BLOCK"},                                                                                          \
    {                                                                                                                  \
        SUM_ITEMS, "SUM_ITEMS"                                                                                         \
    }
#define PIPELINE                                                                                                       \
    .entries = NAMES("pairs", "sum_rows"), .define = coordination_define, .takes = TAKES(TAKES_PAIRS, TAKES_SUMS)

static const struct bench_kernel kernels[] = {
    [FORM_fused] = {.file = "coordination/fused.cl",
                    .entries = NAMES("fused"),
                    .define = coordination_define,
                    .takes = TAKES({BLOCK_SIZE, "BLOCK_SIZE"}, {UNROLL, "UNROLL"}, {VIRIAL, "VIRIAL"}, {IMAGE, "IMAGE"},
                                   {LANES, "LANES"}, {TARGETS, "TARGETS"}, {PAIRS, "PAIRS"}, {FINISH, "FINISH"})},
    [FORM_cells] = {.file = "coordination/cells.cl",
                    .defines = SORT_DEFINES,
                    .entries = NAMES("find_cells", "find_begins", "sort_atoms", "pairs_near", "give_results"),
                    .define = coordination_define,
                    .takes = TAKES({BLOCK_SIZE, "BLOCK_SIZE"}, {TARGETS, "TARGETS"})},
    [FORM_pipeline] = {.file = "coordination/pipeline.cl", PIPELINE},
    [FORM_pipeline_cub] = {.file = "coordination/pipeline.cu", PIPELINE},
    [FORM_pipeline_cells] = {.file = "coordination/pipeline_cells.cl",
                             .defines = SORT_DEFINES,
                             .entries = NAMES("find_cells", "find_begins", "sort_atoms", "pairs_of_cell", "sum_rows"),
                             .define = coordination_define,
                             .takes =
                                 TAKES({BLOCK_SIZE, "BLOCK_SIZE"}, {VIRIAL, "VIRIAL"}, {IMAGE, "IMAGE"}, TAKES_SUMS)},
    {.file = NULL},
};

/* clang-format off */
#define ONLY(parameter, value, forms, condition)                                                                       \
    {#parameter " is of FORM " forms, .expression = #parameter " == " value " or FORM " condition}
/* clang-format on */

/* Local memory of a group of `cells`, as in the kernel; NVIDIA's compiler allows 48 KiB. */
#define REAL_BYTES "(8 if precision == 'double' else 4)"
#define CELLS_BYTES                                                                                                    \
    "max(BLOCK_SIZE * (56 + 20 * " REAL_BYTES "), (3 * TARGETS + 10) * (BLOCK_SIZE + 1) * " REAL_BYTES ") + 16"

#define CONSTRAINTS_OF_FORMS                                                                                           \
    {"pipeline_cub needs CUDA and CUB", .expression = "FORM != 'pipeline_cub' or device.cub"},                         \
        {"cells need --dmax, and other --groups than pairs",                                                           \
         .expression = "FORM not in ['cells', 'pipeline_cells'] or dmax > 0 and groups != 'pairs'"},                   \
        {"IMAGE is of a box, and not of FORM cells",                                                                   \
         .expression = "IMAGE == 'rint' or box != 'open' and FORM != 'cells'"},                                        \
        {"TARGETS are up to 4 of a work-item, from 4 of a cluster",                                                    \
         .expression = "TARGETS <= 4 if FORM == 'fused' else TARGETS >= 4 if FORM == 'cells' else TARGETS == 1"},      \
        {"BLOCK_SIZE 32 is of FORM cells, above 128 of others",                                                        \
         .expression = "BLOCK_SIZE <= 128 if FORM == 'cells' else BLOCK_SIZE != 32"},                                  \
        {"cells are sorted by groups of 256",                                                                          \
         .expression = "FORM not in ['cells', 'pipeline_cells'] or device.group_max >= 256"},                          \
        {"the lists of cells fit local memory",                                                                        \
         .expression = "FORM != 'cells' or " CELLS_BYTES " <= min(48 * 1024, device.local_bytes)"},                    \
        GROUP_FITS(BLOCK_SIZE), GROUP_FITS(SUM_BLOCK),                                                                 \
        ONLY(UNROLL, "1", "fused and pipelines over all atoms", "in ['fused', 'pipeline', 'pipeline_cub']"),           \
        ONLY(VIRIAL, "'nine'", "fused and pipelines", "!= 'cells'"),                                                   \
        ONLY(STAGED, "0", "pipelines over all atoms", "in ['pipeline', 'pipeline_cub']"),                              \
        ONLY(SUM_BLOCK, "512", "pipelines over all atoms", "in ['pipeline', 'pipeline_cub']"),                         \
        ONLY(SUM_ITEMS, "4", "pipelines over all atoms", "in ['pipeline', 'pipeline_cub']"),                           \
        ONLY(LANES, "1", "fused", "== 'fused'"), ONLY(PAIRS, "'all'", "fused", "== 'fused'"),                          \
        ONLY(FINISH, "'atomics'", "fused", "== 'fused'"), ONLY(ROWS, "1", "cells", "== 'cells'")
#define DEFAULT_FORM FORM_pipeline, 128, 1, 0, 0, 0, 512, 4, 1, 1, 0, 0, 1
#define PROBLEM_OF_FORMS                                                                                               \
    .variants = 2, .expected_bytes = sizeof(struct coordination_expected), .check = coordination_check,                \
    .setup = setup, .expect = expect, .verify = verify
#define FEW "--set BLOCK_SIZE=32,64 --set UNROLL=1 --set LANES=1,4 --set TARGETS=1,4"
#define REPORT_OF_FORMS .uses = USES(FP32_FMA) | USES(FP64_FMA), .work = coordination_work

const struct bench coordination_resident = {
    .name = "resident",
    .summary = "a coordination number, its derivatives and virial, of atoms on the device",
    .kernels = kernels,
    .kernels_by = FORM,
    .space = {.parameters = PARAMETER_TABLE(PARAMETERS_OF_FORMS), .constraints = CONSTRAINTS(CONSTRAINTS_OF_FORMS)},
    DEFAULTS(DEFAULT_FORM),
    COORDINATION_SIZE,
    .problem = {PROBLEM_OF_FORMS, .change = change},
    .device.enqueue = enqueue,
    .report = {REPORT_OF_FORMS},
    .tests = NAMES("--size 1,32,33,1025 --box open", "--size 400 --dmax 5 " FEW,
                   "--size 130 --dmax 3 --precision double " FEW,
                   "--size 10000 --set FORM=cells --set BLOCK_SIZE=32 --set TARGETS=8 --set ROWS=2"),
};

const struct bench coordination_coordination = {
    .name = "coordination",
    .summary = "the same as PLUMED calls it: places sent, and results read",
    .kernels = kernels,
    .kernels_by = FORM,
    .space = {.parameters = parameters, .constraints = CONSTRAINTS(CONSTRAINTS_OF_FORMS)},
    DEFAULTS(DEFAULT_FORM, HOST_MEMORY_pageable),
    COORDINATION_SIZE,
    .problem = {PROBLEM_OF_FORMS},
    .device = {.enqueue = enqueue_call, .host_timed = true},
    .report = {REPORT_OF_FORMS},
    .tests = NAMES("--size 300 --dmax 3 " FEW),
};
