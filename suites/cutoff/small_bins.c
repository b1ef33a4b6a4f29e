/* Small bins of a fixed capacity (Rodrigues et al. 2008): a group computes a tile of 8 x 8 x 8 points. Atoms that fit
 * into no bin are added by the host while the device computes, or by the device. */
#include "suites/cutoff/host.h"

#include <math.h>
#include <string.h>

#undef OVERFLOW /* <math.h> defines it, as a value of matherr() */

enum { BINS = CUTOFF_SLOTS, LIST, EXTRA, MAP, RECEIVED, MASTER, SCRATCH, ARRANGED }; /* slots */
DEFINE_PARAMETERS(parameters, HOST_NUMBER(BIN_SIZE, "the side of a bin, in angstrom", 2, 4),
                  NUMBER(BIN_CAPACITY, "atoms that a bin has room for", 2, 3, 4, 6, 8, 12, 16, 24),
                  ROW(NEIGHBOURS, "which bins are in the list", WORD_TABLE(NEIGHBOURS_WORDS), .host = true),
                  NUMBER(POINTS_PER_THREAD, "points of a work-item, along y", 1, 2, 4, 8),
                  WORD(WARP_TILE, "how the points lie that a warp tests at a time", rows, box),
                  WORD(CYLINDER_TEST, "of the distance in x and z, once for all points", no, yes),
                  WORD(EMPTY, "at the first empty slot of a bin", exit, scan),
                  WORD(STAGING, "of bins in shared memory", none, shared, double),
                  NUMBER(BINS_PER_STAGE, "bins that are loaded together", 1, 4, 8, 16),
                  HOST_WORD(LAUNCH, "one for the map, or one for each plane of tiles", map, planes), CUTOFF_SMOOTHING,
                  HOST_WORD(OVERFLOW, "who adds the atoms that fit into no bin", device, cpu),
                  HOST_WORD(INTEGRATION, "of the map: behind one copy, or each slice while the next is computed", whole,
                            slices));
DEFINE_ENTRIES(entries, add_bins, add_extra);

enum { WARP = 32, MOST_WARPS = 16, TILE_POINTS = TILE * TILE * TILE };
enum { MOST_A_STAGE = 16 /* bins */ };
enum { CAPACITY_OF_2 = 6, CAPACITY_OF_4 = 24 }; /* the largest */
enum { EXTRA_SLICES = 8 };
#define EXTRA_BLOCK 128

/* The position of an empty slot's atom in tests: beyond any cutoff, with a square that is finite in float. */
static const float far_away = 1e18f;

/* Results of arrange(), for enqueue() and the figures. */
struct arranged {
    size_t extras, listed;
    struct bins bins;
};

static struct arranged *arranged_of(const struct job *job)
{
    return job_memory(job, ARRANGED);
}

/* ---- inputs ---- */

static size_t most_slots(const struct job *job)
{
    size_t of_2 = bins_count(cutoff_bins(job, 2)) * CAPACITY_OF_2;
    size_t of_4 = bins_count(cutoff_bins(job, 4)) * CAPACITY_OF_4;
    return of_2 > of_4 ? of_2 : of_4;
}

/* The number of points of the device's map, including those of its tiles beyond the grid. */
static struct sides room_of(const struct job *job)
{
    const struct sides tiles = cutoff_tiles(job);
    return (struct sides){{tiles.of[0] * TILE, tiles.of[1] * TILE, tiles.of[2] * TILE}};
}

static void setup(struct job *job)
{
    const uint64_t padded = sides_product(room_of(job)), points = cutoff_points(job);
    cutoff_atoms(job);
    size_t atoms = cutoff_most_atoms(job);
    job_input(job, SLOT(BINS), most_slots(job) * sizeof(struct mm_float4));
    job_input(job, LIST, "list of neighbours", (MOST_OFFSETS + 2 * MOST_A_STAGE) * sizeof(struct mm_int2));
    job_input(job, EXTRA, "extra atoms", atoms * sizeof(struct mm_float4));
    job_output(job, SLOT(MAP), padded * sizeof(float));
    cutoff_declare_copy(job, padded * sizeof(float));
    job_host_memory(job, RECEIVED, "map, received", padded * sizeof(float), HOST_SCRATCH, true);
    job_host_memory(job, MASTER, "map of the host", points * sizeof(float), HOST_OUTPUT, false);
    job_host_memory(job, SCRATCH, "scratch of the host", cutoff_host_scratch(atoms), HOST_SCRATCH, false);
    cutoff_counters(job, sides_product(cutoff_tiles(job)));
    job_host_memory(job, ARRANGED, "what is arranged", sizeof(struct arranged), HOST_INPUT, false);
}

/* A box of points: its first and its last, along x, y and z, relative to the tile's first. */
struct box {
    int low[3], high[3];
};

/* The points of a warp, as in the kernel's layout; between them lie points of other warps. */
static struct box warp_box(const struct config *config, int warp)
{
    const int step = TILE / config->value[POINTS_PER_THREAD];
    const bool rows = config->value[WARP_TILE] == WARP_TILE_rows;
    const int lanes_x = rows ? 8 : 4, lanes_y = !rows ? 2 : step < 4 ? step : 4, lanes_z = WARP / (lanes_x * lanes_y);
    const int warps_x = TILE / lanes_x, warps_y = step / lanes_y;
    struct box box = {
        .low = {warp % warps_x * lanes_x, warp / warps_x % warps_y * lanes_y, warp / (warps_x * warps_y) * lanes_z}};
    box.high[0] = box.low[0] + lanes_x - 1;
    box.high[1] = box.low[1] + lanes_y - 1 + TILE - step;
    box.high[2] = box.low[2] + lanes_z - 1;
    return box;
}

static int warps_of(const struct config *config)
{
    return TILE_POINTS / WARP / config->value[POINTS_PER_THREAD];
}

/* The warps that must test a bin, one bit each, for any start of the tile within its first bin. */
static int32_t warps_near(const struct config *config, struct bins bins, float spacing, const struct parts *tiles,
                          struct offset offset, double cutoff)
{
    int32_t bits = 0;
    for (int warp = 0; warp < warps_of(config); warp++) {
        const struct box box = warp_box(config, warp);
        double low[3], high[3];
        for (int d = 0; d < 3; d++) {
            low[d] = (double)spacing * box.low[d];
            high[d] = (double)spacing * box.high[d] + tiles->most[d];
        }
        if (config->value[NEIGHBOURS] != NEIGHBOURS_warp || bins_near(bins.side, offset.along, low, high, cutoff))
            bits |= 1 << warp;
    }
    return bits;
}

/* Fills the list, padded by two stages of entries without warps. Returns the number of entries before those. */
static size_t fill_list(const struct job *job, const struct config *config, struct bins bins, struct mm_int2 *list)
{
    const enum neighbours neighbours = (enum neighbours)config->value[NEIGHBOURS];
    const struct grid grid = cutoff_grid(job);
    const struct parts tiles = bins_parts(bins, &grid, (struct sides){{TILE, TILE, TILE}});
    struct offset offset[MOST_OFFSETS];
    size_t offsets = bins_offsets(bins, &grid, cutoff_radius(job), neighbours, offset), count = 0;
    for (size_t i = 0; i < offsets; i++) {
        int32_t bits = warps_near(config, bins, grid.spacing, &tiles, offset[i], cutoff_radius(job));
        if (bits)
            list[count++] = (struct mm_int2){bins_number(bins, offset[i].along), bits};
    }
    for (size_t i = count; i < count + 2 * (size_t)MOST_A_STAGE; i++)
        list[i] = (struct mm_int2){0, 0};
    return count;
}

static enum status arrange(struct job *job, const struct config *config, UNNEEDED struct fault *fault)
{
    const int capacity = config->value[BIN_CAPACITY];
    struct arranged *arranged = arranged_of(job);
    struct mm_float4 *slot = job_refill(job, BINS);
    arranged->bins = cutoff_bins(job, config->value[BIN_SIZE]);
    arranged->extras = bins_fill(arranged->bins, capacity, job_host(job, SLOT_ATOMS), cutoff_counts(job), slot,
                                 job_refill(job, EXTRA));
    arranged->listed = fill_list(job, config, arranged->bins, job_refill(job, LIST));
    for (size_t i = 0; i < bins_count(arranged->bins) * (size_t)capacity; i++)
        if (config->value[EMPTY] == EMPTY_scan && slot[i].w == 0)
            slot[i].x = far_away;
    return OK;
}

/* ---- device work ---- */

static enum status launch_bins(struct job *job, const struct config *config, int32_t first_tile, uint64_t groups,
                               int stream, struct fault *fault)
{
    const struct arranged *arranged = arranged_of(job);
    const struct bins bins = arranged->bins;
    const struct sides tiles = cutoff_tiles(job);
    const double cutoff = cutoff_radius(job);
    const float bins_a_tile = TILE * cutoff_grid(job).spacing / (float)bins.side; /* exact, as its multiples are */
    struct compute_launch launch = launch_groups(groups, TILE_POINTS / config_count(config, POINTS_PER_THREAD));
    launch.stream = stream;
    return CUTOFF_LAUNCH(add_bins, 4, launch, ARRAY(SLOT_COUNTED), CUTOFF_SIDES(cutoff_grid(job)), ARRAY(BINS),
                         ARRAY(LIST), VALUE((int32_t)arranged->listed), VALUE(bins_first(bins)), VALUE(bins.across[0]),
                         VALUE(bins.across[1]), VALUE(bins_a_tile), VALUE((int32_t)tiles.of[0]),
                         VALUE((int32_t)tiles.of[1]), VALUE(first_tile), VALUE((float)(cutoff * cutoff)),
                         VALUE((float)(1 / (cutoff * cutoff))), ARRAY(MAP));
}

/* ---- extra atoms: those that fit into no bin, and those that lie on points (Rodrigues et al. 2008) ---- */

/* By the device; nothing is queued for no atoms. */
static enum status enqueue_extra(struct job *job, size_t count, struct fault *fault)
{
    const double cutoff = cutoff_radius(job);
    const struct compute_launch launch = {.groups = {count, EXTRA_SLICES, 1}, .group = {EXTRA_BLOCK, 1, 1}};
    if (!count)
        return OK;
    const struct grid grid = cutoff_grid(job);
    const struct sides tiles = cutoff_tiles(job);
    return LAUNCH(add_extra, launch, ARRAY(EXTRA), ARRAY(MAP), VALUE((int32_t)grid.points.of[0]),
                  VALUE((int32_t)grid.points.of[1]), VALUE((int32_t)grid.points.of[2]), VALUE((int32_t)tiles.of[0]),
                  VALUE((int32_t)tiles.of[1]), VALUE((float)(cutoff * cutoff)), VALUE((float)(1 / (cutoff * cutoff))));
}

/* The planes of one of the device's launches, clipped to the grid. */
static struct planes planes_of(const struct job *job, uint64_t slice)
{
    const uint64_t depth = cutoff_grid(job).points.of[2], end = (slice + 1) * TILE;
    return (struct planes){slice * TILE, end < depth ? end : depth};
}

/* By the host, on all its cores, as in the lecture: planes of its map become the contributions of the atoms, which
 * are sorted. */
static void add_by_host(const struct job *job, const struct config *config, struct planes planes)
{
    const struct grid grid = cutoff_grid(job);
    const uint64_t plane = grid.points.of[0] * grid.points.of[1];
    float *master = job_memory(job, MASTER);
#pragma omp parallel for schedule(static)
    for (uint64_t z = planes.first; z < planes.end; z++)
        memset(master + z * plane, 0, plane * sizeof *master);
    cutoff_add_planes(master, &grid, planes, arranged_of(job)->extras, (float)cutoff_radius(job),
                      cutoff_smoothing(config), job_memory(job, SCRATCH));
}

/* The lecture's final integration: adds the device's map, of rows of whole tiles, without their padding. */
static void integrate(const struct job *job, struct planes planes)
{
    const struct sides points = cutoff_grid(job).points, room = room_of(job);
    const float *padded = job_memory(job, RECEIVED);
    float *master = job_memory(job, MASTER);
#pragma omp parallel for schedule(static)
    for (uint64_t z = planes.first; z < planes.end; z++)
        for (uint64_t y = 0; y < points.of[1]; y++)
            for (uint64_t x = 0; x < points.of[0]; x++)
                master[(z * points.of[1] + y) * points.of[0] + x] += padded[(z * room.of[1] + y) * room.of[0] + x];
}

static void order_extra(const struct job *job)
{
    const struct grid grid = cutoff_grid(job);
    cutoff_order_atoms(&grid, job_host(job, EXTRA), arranged_of(job)->extras, (float)cutoff_radius(job),
                       job_memory(job, SCRATCH));
}

/* INTEGRATION whole. The copy is queued after the launches before the host begins its own part, so that the device
 * continues meanwhile. */
static enum status finish_by_host(struct job *job, const struct config *config, struct fault *fault)
{
    const struct planes all = {0, cutoff_grid(job).points.of[2]};
    enum status status =
        job_receive(job, MAP, 0, job_memory(job, RECEIVED), sides_product(room_of(job)) * sizeof(float), 0, fault);
    if (status != OK)
        return status;
    job_host_start(job);
    order_extra(job);
    add_by_host(job, config, all);
    job_host_stop(job);
    status = job_stream_finish(job, 0, fault);
    job_host_start(job);
    integrate(job, all);
    job_host_stop(job);
    return status;
}

/* Planes are computed and copied on two streams in turn. */
enum { SLICE_STREAMS = 2 };

/* A plane of tiles, followed by its copy. */
static enum status queue_slice(struct job *job, const struct config *config, uint64_t slice, struct fault *fault)
{
    const struct sides tiles = cutoff_tiles(job);
    const uint64_t groups = tiles.of[0] * tiles.of[1];
    const size_t floats = groups * TILE_POINTS;
    const int stream = (int)(slice % SLICE_STREAMS);
    float *received = job_memory(job, RECEIVED);
    enum status status = launch_bins(job, config, (int32_t)(slice * groups), groups, stream, fault);
    return status == OK ? job_receive(job, MAP, slice * floats * sizeof(float), received + slice * floats,
                                      floats * sizeof(float), stream, fault)
                        : status;
}

/* INTEGRATION slices: each plane of tiles is added as soon as it arrives, while the device computes the next ones,
 * two of which are queued, on a stream each; the extra atoms' part of a plane is computed before, also meanwhile. */
static enum status finish_by_slices(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t slices = cutoff_tiles(job).of[2];
    enum status status = job_stream_wait(job, 1, 0, fault);
    for (uint64_t i = 0; i < SLICE_STREAMS && i < slices && status == OK; i++)
        status = queue_slice(job, config, i, fault);
    job_host_start(job);
    order_extra(job);
    job_host_stop(job);
    for (uint64_t i = 0; i < slices && status == OK; i++) {
        job_host_start(job);
        add_by_host(job, config, planes_of(job, i));
        job_host_stop(job);
        status = job_stream_finish(job, (int)(i % SLICE_STREAMS), fault);
        if (status == OK && i + SLICE_STREAMS < slices)
            status = queue_slice(job, config, i + SLICE_STREAMS, fault);
        job_host_start(job);
        integrate(job, planes_of(job, i));
        job_host_stop(job);
    }
    return status;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct sides tiles = cutoff_tiles(job);
    const uint64_t launches = config->value[LAUNCH] == LAUNCH_planes ? tiles.of[2] : 1;
    const uint64_t groups = sides_product(tiles) / launches;
    enum status status = cutoff_clear_counters(job, fault);
    if (status == OK && config->value[INTEGRATION] == INTEGRATION_slices)
        return finish_by_slices(job, config, fault);
    for (uint64_t i = 0; i < launches && status == OK; i++)
        status = launch_bins(job, config, (int32_t)(i * groups), groups, 0, fault);
    if (status != OK)
        return status;
    return config->value[OVERFLOW] == OVERFLOW_cpu
               ? finish_by_host(job, config, fault)
               : cutoff_copy(job, MAP, enqueue_extra(job, arranged_of(job)->extras, fault), fault);
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    bool by_host = config->value[OVERFLOW] == OVERFLOW_cpu;
    const struct sides room = by_host ? cutoff_grid(job).points : room_of(job);
    const float *map = by_host              ? job_memory(job, MASTER)
                       : cutoff_copies(job) ? job_memory(job, SLOT_COPY)
                                            : job_host(job, MAP);
    return cutoff_compare(job, cutoff_smoothing(config), map, room, verdict, fault);
}

static struct work work(const struct job *job, const struct config *config)
{
    struct work work = cutoff_work(job, config);
    const struct mm_float4 *extra = job_host(job, EXTRA);
    for (size_t a = 0; config->value[OVERFLOW] == OVERFLOW_cpu && a < arranged_of(job)->extras; a++)
        work.amount[RESOURCE_RSQRT] -= cutoff_points_near(job, extra[a]); /* the CPU's */
    return work;
}

/* ---- figures ---- */

DEFINE_FIGURES(figures, CUTOFF_FIGURES, work_efficiency_bulk, overflow_share, coverage, idle_lanes);

/* Points of a warp in tile number `tile` along axis d, clipped to the grid. */
static double points_along(const struct job *job, const struct config *config, const struct box *box, int d,
                           uint64_t tile)
{
    const int step = d == 1 ? TILE / config->value[POINTS_PER_THREAD] : TILE;
    const int width = box->high[d] - box->low[d] + 1 - (TILE - step); /* of each of its intervals */
    const uint64_t points = cutoff_grid(job).points.of[d];
    double count = 0;
    for (int i = box->low[d]; i <= box->high[d]; i++)
        count += (i - box->low[d]) % step < width && tile * TILE + (uint64_t)i < points;
    return count;
}

static double atoms_in(const struct mm_float4 *slot, int capacity)
{
    int count = 0;
    while (count < capacity && slot[count].w != 0)
        count++;
    return count;
}

/* Pairs of a point of a tile within the grid and an atom in a listed bin that its warp tests. Empty slots do not
 * count, even if they are tested. */
static double tested_in_tile(const struct job *job, const struct config *config, const uint64_t tile[3])
{
    const struct arranged *arranged = arranged_of(job);
    const struct mm_float4 *slot = job_host(job, BINS);
    const struct mm_int2 *list = job_host(job, LIST);
    const struct bins bins = arranged->bins;
    const size_t capacity = (size_t)config->value[BIN_CAPACITY];
    int at[3];
    for (int d = 0; d < 3; d++)
        at[d] = bins_home(bins.side, cutoff_grid(job).spacing, TILE, tile[d]);
    const size_t home = (size_t)(bins_first(bins) + bins_number(bins, at));
    double points[MOST_WARPS], tested = 0;
    for (int warp = 0; warp < warps_of(config); warp++) {
        const struct box box = warp_box(config, warp);
        points[warp] = 1;
        for (int d = 0; d < 3; d++)
            points[warp] *= points_along(job, config, &box, d, tile[d]);
    }
    for (size_t i = 0; i < arranged->listed; i++) {
        double looking = 0;
        for (int warp = 0; warp < warps_of(config); warp++)
            looking += list[i].y >> warp & 1 ? points[warp] : 0;
        tested += looking * atoms_in(&slot[(home + (size_t)(ptrdiff_t)list[i].x) * capacity], (int)capacity);
    }
    return tested;
}

/* The volume of the bins that a warp tests, on average. */
static double listed_volume(const struct job *job, const struct config *config)
{
    const struct arranged *arranged = arranged_of(job);
    const struct mm_int2 *list = job_host(job, LIST);
    double looks = 0;
    for (size_t i = 0; i < arranged->listed; i++)
        looks += __builtin_popcount((unsigned)list[i].y);
    return looks / warps_of(config) * pow(arranged->bins.side, 3);
}

/* Extra atoms' pairs are counted within the cutoff: adding them tests few more. */
static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct arranged *arranged = arranged_of(job);
    const struct mm_float4 *extra = job_host(job, EXTRA);
    const struct sides tiles = cutoff_tiles(job);
    const double all = (double)cutoff_counts(job).all;
    double tested = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : tested)
    for (uint64_t t = 0; t < sides_product(tiles); t++)
        tested += tested_in_tile(
            job, config, (uint64_t[]){t % tiles.of[0], t / tiles.of[0] % tiles.of[1], t / (tiles.of[0] * tiles.of[1])});
    double extras = 0, counted[COUNTERS];
    for (size_t a = 0; a < arranged->extras; a++)
        extras += cutoff_points_near(job, extra[a]);
    cutoff_counted(job, counted);
    cutoff_figures(job, tested + extras, counted[COUNTED_TESTED] + extras, values);
    values[FIGURE_work_efficiency_bulk] = cutoff_sphere(job) / listed_volume(job, config);
    values[FIGURE_overflow_share] = all > 0 ? (double)arranged->extras / all : 0;
    values[FIGURE_coverage] = 1 - values[FIGURE_overflow_share];
    values[FIGURE_idle_lanes] = cutoff_idle_lanes(counted);
}

/* A function, since it counts atoms of the workload. */
static bool capacity_covers(const struct config *config, UNNEEDED const struct compute_device *device)
{
    return cutoff_covers(config, config->value[BIN_SIZE], config->value[BIN_CAPACITY]);
}

const struct bench cutoff_small_bins = {
    .name = "small_bins",
    .summary = "bins of 4 or 2 A, a group for a tile of 8 x 8 x 8 points",
    CUTOFF_KERNEL("cutoff/small_bins.cl", ON_POINT_DEFINES DEFINE(EXTRA_BLOCK) "#define TILE 8\n", true, entries),
    .device.host_timed = true,
    CUTOFF_MAP(SMOOTHING, MAP, BINS, EXTRA, -1),
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS(
                  {"BIN_CAPACITY is at most 6 for bins of 2 A, at least 8 for bins of 4 A",
                   .expression = "BIN_CAPACITY <= 6 if BIN_SIZE == 2 else BIN_CAPACITY >= 8"},
                  {"bins hold the share of the atoms that --coverage says (0.95)",
                   FUNCTION(capacity_covers, BIN_SIZE, BIN_CAPACITY)},
                  {"BINS_PER_STAGE is 1 without STAGING; else a stage has 8 to 96 slots",
                   .expression = "BINS_PER_STAGE == 1 if STAGING == 'none' else "
                                 "8 <= BINS_PER_STAGE * BIN_CAPACITY <= 96"},
                  {"WARP_TILE is rows where a work-item has 8 points",
                   .expression = "POINTS_PER_THREAD < 8 or WARP_TILE == 'rows'"},
                  {"CYLINDER_TEST is no where a work-item has one point",
                   .expression = "POINTS_PER_THREAD > 1 or CYLINDER_TEST == 'no'"},
                  /* the lecture's forms, for comparison: they need not be combined with later ones */
                  {"LAUNCH planes, NEIGHBOURS cube, EMPTY scan: 4 A, 4 points, rows, STAGING shared",
                   .expression = "LAUNCH == 'map' and NEIGHBOURS != 'cube' and EMPTY == 'exit' or BIN_SIZE == 4 and "
                                 "POINTS_PER_THREAD == 4 and WARP_TILE == 'rows' and STAGING == 'shared'"},
                  {"OVERFLOW cpu: bins of 4 A, 4 points, CYLINDER_TEST yes, EMPTY exit, STAGING shared",
                   .expression = "OVERFLOW == 'device' or BIN_SIZE == POINTS_PER_THREAD == 4 and "
                                 "CYLINDER_TEST == 'yes' and EMPTY == 'exit' and STAGING == 'shared'"},
                  {"INTEGRATION slices: OVERFLOW cpu, LAUNCH planes",
                   .expression = "INTEGRATION == 'whole' or OVERFLOW == 'cpu' and LAUNCH == 'planes'"},
                  {"SMOOTHING quadratic: EMPTY exit, and LAUNCH planes or NEIGHBOURS warp",
                   .expression = "SMOOTHING == 'none' or EMPTY == 'exit' and "
                                 "(LAUNCH == 'planes' or NEIGHBOURS == 'warp')"},
                  {"512 / POINTS_PER_THREAD is at most the device's largest work-group",
                   .expression = "512 // POINTS_PER_THREAD <= min(device.group_max, device.group_max_x)"})},
    DEFAULTS(4, 8, NEIGHBOURS_sphere, 4, WARP_TILE_rows, CYLINDER_TEST_yes, EMPTY_exit, STAGING_shared, 1,
             LAUNCH_planes, SMOOTHING_none, OVERFLOW_cpu, INTEGRATION_whole),
    .problem.arrange = arrange,
    .problem.arranged_by = ARRANGED_BY(BIN_SIZE, BIN_CAPACITY, EMPTY, NEIGHBOURS, POINTS_PER_THREAD, WARP_TILE),
    .problem.verify = verify,
    .report.work = work,
    .tests = NAMES("--size 13 --coverage 0 --set BIN_CAPACITY=2,8 --set BINS_PER_STAGE=1,4",
                   "--size 19 --coverage 0 --cutoff 5 --spacing 0.37 --box brick --copy yes --set BIN_CAPACITY=8 "
                   "--set POINTS_PER_THREAD=4 --set BINS_PER_STAGE=1"),
    .report.figures = figures,
};
