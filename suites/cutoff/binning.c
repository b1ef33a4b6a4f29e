/* Sorts atoms in any order into bins (Rodrigues et al. 2008), on the device or on the host; the result is on the
 * device. */
#include "suites/cutoff/cutoff.h"

#include <string.h>

/* Slots: results; arrays of the device; and host memory for the same results. START has one element per bin and one
 * more; on the host, the number of extra atoms follows it. */
enum { BINNED = CUTOFF_SLOTS, START, EXTRA, EXTRAS, COUNT, PLACE, SUMS, HOST_BINNED, HOST_START, HOST_EXTRA };
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 64, 128, 256, 512),
                  NUMBER(ITEMS_PER_THREAD, "atoms, or bins, of a work-item", 1, 2, 4, 8),
                  NUMBER(BIN_SIZE, "of a bin's side, in angstrom", 2, 4), HOST_WORD(WHERE, "who sorts", host, device),
                  HOST_WORD(LAYOUT, "slots, or atoms without a gap", capacity, compact),
                  HOST_NUMBER(BIN_CAPACITY, "slots of a bin; 0: compact", 0, 4, 6, 8, 12, 16));
DEFINE_ENTRIES(entries, clear, fill, count_atoms, scan_tiles, scan_sums, add_sums, scatter);
enum { SMALLEST_BIN = 2, MOST_SLOTS = SMALLEST_BIN * SMALLEST_BIN * SMALLEST_BIN, SMALLEST_TILE = 64 };

static size_t cells_of(const struct job *job, const struct config *config)
{
    return bins_count(cutoff_bins(job, config->value[BIN_SIZE]));
}

/* Slots of all bins, or room for all atoms. */
static size_t places_of(const struct job *job, const struct config *config)
{
    size_t capacity = (size_t)config->value[BIN_CAPACITY];
    return config->value[LAYOUT] == LAYOUT_capacity ? cells_of(job, config) * capacity : cutoff_most_atoms(job);
}

/* A launch over a number of elements. */
static struct compute_launch over(const struct config *config, uint64_t elements)
{
    uint64_t block = config_count(config, BLOCK_SIZE);
    return launch_over(elements, block * config_count(config, ITEMS_PER_THREAD), block);
}

/* On the device for any configuration, until arranged; on the host for the smallest bins with their largest
 * capacity, which larger bins do not exceed. */
static void setup(struct job *job)
{
    cutoff_atoms(job);
    const size_t cells = bins_count(cutoff_bins(job, SMALLEST_BIN)), atoms = cutoff_most_atoms(job);
    const size_t places = cells * MOST_SLOTS > atoms ? cells * MOST_SLOTS : atoms;
    job_output(job, BINNED, "atoms in bins", places * sizeof(struct mm_float4));
    job_output(job, SLOT(START), (cells + 1) * sizeof(uint32_t));
    job_output(job, EXTRA, "extra atoms", atoms * sizeof(struct mm_float4));
    job_output(job, EXTRAS, "number of extra atoms", sizeof(uint32_t));
    job_scratch(job, COUNT, "atoms of a bin", cells * sizeof(uint32_t));
    job_scratch(job, PLACE, "place in a bin", atoms * sizeof(uint32_t));
    job_scratch(job, SUMS, "atoms of a tile", divide_up(cells, SMALLEST_TILE) * sizeof(uint32_t));
    job_host_memory(job, HOST_BINNED, "atoms in bins", places * sizeof(struct mm_float4), HOST_SCRATCH, true);
    job_host_memory(job, HOST_START, "start", (cells + 2) * sizeof(uint32_t), HOST_SCRATCH, true);
    job_host_memory(job, HOST_EXTRA, "extra atoms", atoms * sizeof(struct mm_float4), HOST_SCRATCH, true);
}

static enum status arrange(struct job *job, const struct config *config, UNNEEDED struct fault *fault)
{
    const size_t cells = cells_of(job, config);
    job_resize(job, BINNED, places_of(job, config) * sizeof(struct mm_float4));
    job_resize(job, START, (cells + 1) * sizeof(uint32_t));
    job_resize(job, COUNT, cells * sizeof(uint32_t));
    job_resize(job, SUMS, over(config, cells).groups[0] * sizeof(uint32_t));
    return OK;
}

/* ---- on the host ---- */

static size_t bin_on_host(const struct job *job, const struct config *config)
{
    struct bins bins = cutoff_bins(job, config->value[BIN_SIZE]);
    struct atom_counts counts = cutoff_counts(job);
    const struct mm_float4 *atom = job_host(job, SLOT_ATOMS);
    struct mm_float4 *extra = job_memory(job, HOST_EXTRA);
    if (config->value[LAYOUT] == LAYOUT_capacity)
        return bins_fill(bins, config->value[BIN_CAPACITY], atom, counts, job_memory(job, HOST_BINNED), extra);
    bins_sort(bins, atom, counts.off_points, job_memory(job, HOST_START), job_memory(job, HOST_BINNED));
    memcpy(extra, atom + counts.off_points, (counts.all - counts.off_points) * sizeof *extra);
    return counts.all - counts.off_points;
}

static enum status send_all(struct job *job, const struct config *config, const uint32_t *extras, struct fault *fault)
{
    bool compact = config->value[LAYOUT] == LAYOUT_compact;
    const size_t cells = cells_of(job, config), atom = sizeof(struct mm_float4);
    const struct {
        int slot;
        const void *from;
        size_t bytes;
    } parts[] = {
        {BINNED, job_memory(job, HOST_BINNED),
         atom * (compact ? cutoff_counts(job).off_points : places_of(job, config))},
        {START, job_memory(job, HOST_START), compact ? (cells + 1) * sizeof(uint32_t) : 0},
        {EXTRA, job_memory(job, HOST_EXTRA), atom * *extras},
        {EXTRAS, extras, sizeof *extras},
    };
    enum status status = OK;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && status == OK; i++)
        if (parts[i].bytes)
            status = job_send(job, parts[i].slot, 0, parts[i].from, parts[i].bytes, 0, fault);
    return status;
}

static enum status enqueue_host(struct job *job, const struct config *config, struct fault *fault)
{
    uint32_t *extras = (uint32_t *)job_memory(job, HOST_START) + cells_of(job, config) + 1;
    job_host_start(job);
    *extras = (uint32_t)bin_on_host(job, config);
    job_host_stop(job);
    return send_all(job, config, extras, fault);
}

/* ---- on the device ---- */

/* Shared by all launches. */
struct binning {
    uint32_t atoms, across, rows, bins, capacity, slots, tiles;
    float margin;
};

static struct binning binning_of(const struct job *job, const struct config *config)
{
    struct bins bins = cutoff_bins(job, config->value[BIN_SIZE]);
    bool compact = config->value[LAYOUT] == LAYOUT_compact;
    return (struct binning){
        .atoms = (uint32_t)cutoff_counts(job).all,
        .across = (uint32_t)bins.across[0],
        .rows = (uint32_t)bins.across[1],
        .bins = (uint32_t)bins_count(bins),
        .capacity = (uint32_t)config->value[BIN_CAPACITY],
        .slots = compact ? 0 : (uint32_t)places_of(job, config),
        .tiles = (uint32_t)over(config, bins_count(bins)).groups[0],
        .margin = (float)bins.margin,
    };
}

static enum status enqueue_device(struct job *job, const struct config *config, struct fault *fault)
{
    const struct binning of = binning_of(job, config);
    uint32_t cleared = of.slots > of.bins ? of.slots : of.bins;
    enum status status = LAUNCH(clear, over(config, cleared), ARRAY(COUNT), VALUE(of.bins), ARRAY(BINNED),
                                VALUE(of.slots), ARRAY(EXTRAS));
    if (status == OK && config->value[LAYOUT] == LAYOUT_capacity)
        return LAUNCH(fill, over(config, of.atoms), ARRAY(SLOT_ATOMS), VALUE(of.atoms), VALUE(of.across),
                      VALUE(of.rows), VALUE(of.margin), VALUE(of.capacity), ARRAY(COUNT), ARRAY(BINNED), ARRAY(EXTRAS),
                      ARRAY(EXTRA));
    if (status == OK)
        status = LAUNCH(count_atoms, over(config, of.atoms), ARRAY(SLOT_ATOMS), VALUE(of.atoms), VALUE(of.across),
                        VALUE(of.rows), VALUE(of.margin), ARRAY(COUNT), ARRAY(PLACE), ARRAY(EXTRAS), ARRAY(EXTRA));
    if (status == OK)
        status = LAUNCH(scan_tiles, over(config, of.bins), ARRAY(COUNT), VALUE(of.bins), ARRAY(START), ARRAY(SUMS));
    if (status == OK)
        status = LAUNCH(scan_sums, over(config, 1), ARRAY(SUMS), VALUE(of.tiles), ARRAY(START), VALUE(of.bins));
    if (status == OK)
        status = LAUNCH(add_sums, over(config, of.bins), ARRAY(SUMS), ARRAY(START), VALUE(of.bins));
    if (status == OK)
        status = LAUNCH(scatter, over(config, of.atoms), ARRAY(SLOT_ATOMS), VALUE(of.atoms), VALUE(of.across),
                        VALUE(of.rows), VALUE(of.margin), ARRAY(START), ARRAY(PLACE), ARRAY(BINNED));
    return status;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    return (config->value[WHERE] == WHERE_host ? enqueue_host : enqueue_device)(job, config, fault);
}

/* ---- verification ---- */

/* The atoms as sorted by the host, in unused host memory: each is removed when it is found in a result, so that missing
 * and duplicate ones are detected. */
struct wanted {
    const struct job *job;
    struct bins bins;
    const uint32_t *start;
    struct mm_float4 *atom;
    size_t left;
};

/* Compares bit for bit. The removed atom gets charge 0, which no atom of a result has. */
static enum status take(struct wanted *wanted, struct mm_float4 atom, size_t bin, struct fault *fault)
{
    for (uint32_t a = wanted->start[bin]; a < wanted->start[bin + 1]; a++)
        if (!memcmp(&wanted->atom[a], &atom, sizeof atom) && atom.w != 0) {
            wanted->atom[a].w = 0;
            wanted->left--;
            return OK;
        }
    return fail(fault, WRONG_RESULT, "in bin %zu: (%.9g, %.9g, %.9g) of charge %.9g, which does not belong there", bin,
                atom.x, atom.y, atom.z, atom.w);
}

static enum status take_from_bin(struct wanted *wanted, struct mm_float4 atom, size_t bin, struct fault *fault)
{
    if (atom_on_point(cutoff_grid(wanted->job).spacing, atom))
        return fail(fault, WRONG_RESULT, "in bin %zu: (%.9g, %.9g, %.9g), which lies on a point", bin, atom.x, atom.y,
                    atom.z);
    return take(wanted, atom, bin, fault);
}

static enum status verify_slots(struct wanted *wanted, int capacity, struct fault *fault)
{
    const struct mm_float4 *slot = job_host(wanted->job, BINNED);
    enum status status = OK;
    for (size_t b = 0; b < bins_count(wanted->bins); b++, slot += capacity) {
        int taken = 0;
        for (; taken < capacity && slot[taken].w != 0 && status == OK; taken++)
            status = take_from_bin(wanted, slot[taken], b, fault);
        for (int i = taken; i < capacity && status == OK; i++)
            if (slot[i].w != 0)
                status = fail(fault, WRONG_RESULT, "in bin %zu: slot %d is taken behind one that is not", b, i);
    }
    return status;
}

static enum status verify_compact(struct wanted *wanted, struct fault *fault)
{
    const struct mm_float4 *sorted = job_host(wanted->job, BINNED);
    const uint32_t *start = job_host(wanted->job, START);
    const size_t cells = bins_count(wanted->bins), atoms = cutoff_counts(wanted->job).off_points;
    enum status status = OK;
    if (start[0] != 0 || start[cells] != atoms)
        return fail(fault, WRONG_RESULT, "bins are from %u to %u, expected 0 to %zu", start[0], start[cells], atoms);
    for (size_t b = 0; b < cells && status == OK; b++) {
        if (start[b] > start[b + 1] || start[b + 1] > atoms)
            return fail(fault, WRONG_RESULT, "bin %zu is from %u to %u of %zu", b, start[b], start[b + 1], atoms);
        for (uint32_t a = start[b]; a < start[b + 1] && status == OK; a++)
            status = take_from_bin(wanted, sorted[a], b, fault);
    }
    return status;
}

/* Whether an atom is in any bin; false for a NaN. */
static bool is_inside(struct bins bins, struct mm_float4 atom)
{
    const float place[] = {atom.x, atom.y, atom.z}, low = (float)(-bins.margin * bins.side);
    bool inside = true;
    for (int d = 0; d < 3; d++)
        inside = inside && place[d] >= low && place[d] < low + (float)(bins.across[d] * bins.side);
    return inside;
}

/* Only atoms on points, and those of full bins. */
static enum status verify_extra(struct wanted *wanted, int capacity, struct fault *fault)
{
    const struct mm_float4 *extra = job_host(wanted->job, EXTRA), *slot = job_host(wanted->job, BINNED);
    const uint32_t extras = *(const uint32_t *)job_host(wanted->job, EXTRAS);
    enum status status = OK;
    if (extras != wanted->left)
        return fail(fault, WRONG_RESULT, "%u extra atoms, but %zu are in no bin", extras, wanted->left);
    for (uint32_t a = 0; a < extras && status == OK; a++) {
        if (!is_inside(wanted->bins, extra[a]))
            return fail(fault, WRONG_RESULT, "extra atom %u is in none of the bins", a);
        size_t bin = bins_find(wanted->bins, extra[a]);
        bool full = capacity && slot[(bin + 1) * (size_t)capacity - 1].w != 0;
        if (!atom_on_point(cutoff_grid(wanted->job).spacing, extra[a]) && !full)
            return fail(fault, WRONG_RESULT, "extra atom %u is of bin %zu, which has room", a, bin);
        status = take(wanted, extra[a], bin, fault);
    }
    return status;
}

/* Each bin has the same atoms as the host's binning, in any order; a full one has any of them. */
static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    struct wanted wanted = {job, cutoff_bins(job, config->value[BIN_SIZE]), job_memory(job, HOST_START),
                            job_memory(job, HOST_BINNED), cutoff_counts(job).all};
    *verdict = (struct verdict){0, 0};
    bins_sort(wanted.bins, job_host(job, SLOT_ATOMS), wanted.left, job_memory(job, HOST_START), wanted.atom);
    enum status status = config->value[LAYOUT] == LAYOUT_capacity
                             ? verify_slots(&wanted, config->value[BIN_CAPACITY], fault)
                             : verify_compact(&wanted, fault);
    if (status == OK)
        status = verify_extra(&wanted, config->value[BIN_CAPACITY], fault);
    verdict->error = status != OK;
    return status;
}

/* Each atom read once and written once; more is overhead of a layout. */
static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    return (struct work){.bytes = 2. * sizeof(struct mm_float4) * (double)cutoff_counts(job).all};
}

DEFINE_FIGURES(figures, overflow_share, places_filled);

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const double extras = *(const uint32_t *)job_host(job, EXTRAS), atoms = (double)cutoff_counts(job).all;
    const double places = config->value[LAYOUT] == LAYOUT_capacity ? (double)places_of(job, config) : atoms - extras;
    values[FIGURE_overflow_share] = atoms > 0 ? extras / atoms : 0;
    values[FIGURE_places_filled] = places > 0 ? (atoms - extras) / places : 0;
}

/* ---- constraints ---- */

/* A function, since it counts atoms of the workload. */
static bool capacity_covers(const struct config *config, UNNEEDED const struct compute_device *device)
{
    return config->value[LAYOUT] == LAYOUT_compact ||
           cutoff_covers(config, config->value[BIN_SIZE], config->value[BIN_CAPACITY]);
}

const struct bench cutoff_binning = {
    .name = "binning",
    .summary = "atoms from any order into bins",
    .kernel = {.file = "cutoff/binning.cl", .entries = entries, .defines = ON_POINT_DEFINES, .define = cutoff_define},
    .size = {.unit = "points per side", .classes = {32, 200, 400}, .most = 512},
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS(
                  GROUP_FITS(BLOCK_SIZE),
                  {"BIN_CAPACITY is 0 for LAYOUT compact alone",
                   .expression = "(BIN_CAPACITY > 0) == (LAYOUT == 'capacity')"},
                  {"BIN_CAPACITY is at most one atom a cubic angstrom", .expression = "BIN_CAPACITY <= BIN_SIZE ** 3"},
                  {"bins hold the share of the atoms that --coverage says",
                   FUNCTION(capacity_covers, LAYOUT, BIN_SIZE, BIN_CAPACITY)},
                  {"WHERE host: BLOCK_SIZE 64, ITEMS_PER_THREAD 1",
                   .expression = "WHERE == 'device' or BLOCK_SIZE == 64 and ITEMS_PER_THREAD == 1"})},
    DEFAULTS(64, 1, 4, WHERE_host, LAYOUT_compact, 0),
    .problem.variants = CUTOFF_VARIANTS,
    .problem.further_size = cutoff_further_size,
    .problem.setup = setup,
    .problem.arrange = arrange,
    .problem.verify = verify,
    .device = {.enqueue = enqueue, .host_timed = true},
    .tests = NAMES("--size 1,37 --workload clustered --coverage 0 --set BLOCK_SIZE=64,256 "
                   "--set ITEMS_PER_THREAD=1,4",
                   "--size 29 --spacing 0.37 --box brick --workload clustered --coverage 0 --set BLOCK_SIZE=64 "
                   "--set ITEMS_PER_THREAD=1"),
    .report = {.work = work, .figures = figures, .figure = figure},
};
