/* Direct sums without a device: tables, atoms, expectation, comparison, and the launches of every configuration, whose
 * kernel is replaced by sums on the host. */
#include "suites/coulomb/suite.c"
#include "suites/coulomb/gather.c"
#include "suites/coulomb/map.c"

#include "tests/suites/host_job.h"

enum { SLICE, VOLUME, BENCHES };

const struct bench coulomb_cpu = {.name = "cpu"}, coulomb_scatter = {.name = "scatter"},
                   coulomb_both = {.name = "both"};
static const struct bench *const benches[BENCHES] = {&coulomb_slice, &coulomb_volume};

/* ---- the job ---- */

static struct expected_point expected[COULOMB_EXPECTED_BYTES / sizeof(struct expected_point)];
static int launches;

void job_resize(UNNEEDED struct job *job, int slot, size_t bytes)
{
    CHECK(slot == SLOT_MAP);
    declare(slot, bytes);
}

void *job_host_memory(UNNEEDED struct job *job, int slot, UNNEEDED const char *name, size_t bytes, enum host_role role,
                      bool pinned)
{
    CHECK(role == HOST_INPUT && !pinned);
    return declare(slot, bytes);
}

void *job_memory(UNNEEDED const struct job *job, int slot)
{
    return array[slot].bytes;
}

enum status job_fill(UNNEEDED struct job *job, int slot, uint8_t value, UNNEEDED struct fault *fault)
{
    CHECK(slot == SLOT_MAP && value == 0 && launched->value[GROUPS_PER_TILE] > 1);
    memset(array[slot].bytes, value, array[slot].size);
    return OK;
}

static uint32_t number(const struct compute_argument *argument)
{
    CHECK(argument->size == sizeof(uint32_t));
    return *(const uint32_t *)argument->value;
}

/* A work-group's points: columns from `x`, rows from `y`, of plane `k`; atoms [first, end). */
struct tile {
    uint32_t x, y, k, first, end;
};

/* The kernel's work for a tile, with every store's bounds checked. */
static void sum_tile(const struct job *job, struct tile tile, const struct mm_float4 *atom, struct atom_counts counts,
                     uint32_t pitch, bool add)
{
    float *map = array[SLOT_MAP].bytes;
    bool padded = launched->value[EDGE] == EDGE_padded, slice = job->bench == &coulomb_slice;
    const struct grid grid = coulomb_grid(job);
    const struct sides points = grid.points;
    const float h = grid.spacing;
    for (uint32_t j = tile.y; j < tile.y + tile_height(launched) && j < points.of[1]; j++)
        for (uint32_t i = tile.x; i < tile.x + tile_width(launched) && (padded || i < points.of[0]); i++) {
            float sum = 0, dx, dy, dz;
            for (uint32_t a = tile.first; a < tile.end && i < points.of[0]; a++) {
                dx = h * (float)i - atom[a].x, dy = h * (float)j - atom[a].y, dz = h * (float)tile.k - atom[a].z;
                float square = dx * dx + dy * dy + (slice ? atom[a].z : dz * dz);
                if (a < counts.off_points || square >= 1e-12f)
                    sum += atom[a].w / sqrtf(square);
            }
            uint64_t at = (tile.k * points.of[1] + j) * pitch + i;
            CHECK((at + 1) * sizeof *map <= array[SLOT_MAP].size && i < pitch);
            map[at] = add ? map[at] + sum : sum;
        }
}

enum status job_launch(struct job *job, int kernel, struct compute_launch launch,
                       const struct compute_argument *arguments, size_t count, UNNEEDED struct fault *fault)
{
    const struct sides points = coulomb_grid(job).points;
    const bool constant = launched->value[ATOM_STORAGE] == ATOM_STORAGE_constant;
    const struct mm_float4 *atom = array[SLOT_ATOMS].bytes;
    const struct atom_counts counts = {.off_points = number(&arguments[2]), .all = number(&arguments[3])};
    const uint32_t pitch = number(&arguments[6]), tiles = number(&arguments[7]), add = number(&arguments[8]);
    const uint32_t parts = (uint32_t)launched->value[GROUPS_PER_TILE];
    launches++;
    CHECK(kernel == 0 && count == (constant ? 10 : 9));
    CHECK(number(&arguments[4]) == points.of[0] && number(&arguments[5]) == points.of[1]);
    CHECK(launch.group[0] == (uint32_t)launched->value[BLOCK_SIZE] && launch.group[1] == 1 && launch.group[2] == 1);
    CHECK(launch.groups[1] <= 65535 && launch.groups[2] == 1 && counts.off_points <= counts.all);
    CHECK(launch.groups[0] == (uint64_t)tiles * parts * points.of[2]);
    if (constant) {
        const struct compute_argument *memory = &arguments[9];
        CHECK(!strcmp(memory->constant, "constant_atoms") && memory->size <= CHUNK_ATOMS * sizeof *atom);
        CHECK(memory->size >= counts.all * sizeof *atom && memory->offset + memory->size <= array[SLOT_ATOMS].size);
        atom += memory->offset / sizeof *atom;
    }
    for (uint32_t group = 0; group < launch.groups[0]; group++)
        for (uint32_t y = 0; y < launch.groups[1]; y++) {
            uint32_t part = group / tiles % parts, plane = group / tiles / parts;
            struct tile tile = {group % tiles * (uint32_t)tile_width(launched), y * (uint32_t)tile_height(launched),
                                plane, (uint32_t)(counts.all * part / parts),
                                (uint32_t)(counts.all * (part + 1) / parts)};
            CHECK(tile.x < points.of[0] && tile.y < points.of[1]); /* no group idles */
            sum_tile(job, tile, atom, counts, pitch, add || parts > 1);
        }
    return OK;
}

static struct problem problem; /* of the last opened job; its settings are kept */

static struct job open_job(int bench, uint64_t n, int variant)
{
    struct job job = {.problem = &problem, .bench = benches[bench], .n = n, .seed = 7, .variant = variant};
    problem.bench = job.bench;
    job.bench->problem.setup(&job);
    job.bench->problem.expect(&job, expected);
    return job;
}

static enum status run(struct job *job, const struct config *config, struct fault *fault)
{
    struct verdict verdict;
    launched = config;
    launches = 0;
    CHECK(job->bench->problem.arrange(job, config, fault) == OK);
    CHECK(array[SLOT_MAP].size ==
          coulomb_points(job) / coulomb_grid(job).points.of[0] * pitch_of(job, config) * sizeof(float));
    memset(array[SLOT_MAP].bytes, 0xff, array[SLOT_MAP].size); /* NaN */
    CHECK(job->bench->device.enqueue(job, config, fault) == OK);
    return job->bench->problem.verify(job, config, &verdict, fault);
}

TEST(problem)
{
    problem = problem_of(&coulomb_suite, &coulomb_slice, 1, 7);
    expected_values = expected;
}

TEST(tables)
{
    static const char *const names[BENCHES] = {"slice", "volume"};
    CHECK(suite_benches(&coulomb_suite) == 5 && coulomb_suite.structure == STRUCTURE_CHARGES);
    for (int b = 0; b < BENCHES; b++) {
        const struct problem usual = problem_of(&coulomb_suite, coulomb_suite.benches[b], 1, 1);
        const struct space *space = &usual.bench->space;
        FREED struct config *config = config_new(&usual, 0);
        uint64_t seen[GROUPS_PER_UNIT + 1] = {0};
        CHECK_TEXT(usual.bench->name, names[b]);
        CHECK(usual.bench == benches[b] && space_parameters(space) == GROUPS_PER_UNIT + 1);
        CHECK(usual.inputs.setting[COULOMB_ATOMS] == 32768);
        for (uint64_t i = 0; config_from(config, NULL, i); i = config->index + 1) {
            CHECK(options(config) == (config->value[FLUSH_TO_ZERO] ? 2u : 0));
            for (size_t p = 0; p < space_parameters(space); p++)
                seen[p] |= UINT64_C(1) << space_position(space, config->index, p);
        }
        for (size_t p = 0; p < space_parameters(space); p++) /* every declared value occurs */
            CHECK(seen[p] == (UINT64_C(1) << space->parameters[p].count) - 1);
        config_set(config, space_default(space));
        CHECK(config->index != NO_CONFIGURATION && config_allowed(config, NULL, NULL));
    }
}

TEST(atoms)
{
    static const size_t counts[] = {32768, 1, 0, 1000};
    for (int bench = 0; bench < BENCHES; bench++) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            problem.inputs.setting[COULOMB_ATOMS] = (double)counts[c];
            struct job job = open_job(bench, 4, 0);
            CHECK(coulomb_counts(&job).all == counts[c] && coulomb_counts(&job).off_points <= counts[c]);
            const struct mm_float4 *atom = array[SLOT_ATOMS].bytes;
            for (size_t i = 0; i < coulomb_counts(&job).all; i++) {
                CHECK(atom[i].x >= 0 && atom[i].x < 2 && atom[i].y >= 0 && atom[i].y < 2);
                CHECK(atom[i].z >= 0 && atom[i].z <= (bench == SLICE ? 64 : 2));
            }
        }
        CHECK(benches[bench]->problem.variants == 4);
        struct job one = open_job(bench, 4, 2), none;
        CHECK(coulomb_counts(&one).all == 1);
        none = open_job(bench, 4, 3);
        CHECK(coulomb_counts(&none).all == 0);
    }
    problem.inputs.setting[COULOMB_ATOMS] = 32768;

    struct job job = open_job(VOLUME, 20, 1);
    const struct mm_float4 *atom = array[SLOT_ATOMS].bytes;
    const struct atom_counts awkward = coulomb_counts(&job);
    size_t uncharged = 0, beside = 0;
    for (size_t i = 0; i < awkward.all; i++) {
        CHECK(atom_on_point(0.5f, atom[i]) == (i >= awkward.off_points));
        uncharged += atom[i].w == 0;
        beside += i >= awkward.off_points && atom[i].x != nearest_point(0.5f, atom[i].x);
    }
    CHECK(awkward.all == 4001 && awkward.all - awkward.off_points == 401 && uncharged > 500 && beside == 1);
}

/* A structure whose box begins elsewhere; the results are known. */
TEST(expectation)
{
    static const struct mm_float4 atoms[] = {
        {-3, 10, 5, 0}, {0, 14, 13, 2}, {-3, 10, 13, 7}, {-3, 10, 15, 0.5f} /* three of them above (0, 0) */
    };
    struct problem with_structure = {.n = 8, .inputs = {.setting = {0, 8, 0.5}, .atom = atoms, .atoms = 4}};
    struct job job = {.problem = &with_structure, .bench = &coulomb_slice, .n = 8, .seed = 7};
    job.bench->problem.setup(&job);
    job.bench->problem.expect(&job, expected);
    CHECK(coulomb_counts(&job).off_points == 0);                                /* half angstroms, all of them */
    CHECK_NEAR(expected[0].potential, 2. / 5 + 0.5 / 2, 1e-15);                 /* 7 lies on it */
    CHECK_NEAR(expected[6].potential, 2. / 4 + 7. / 3 + 0.5 / sqrt(13), 1e-15); /* (3, 0) */
    job.bench = &coulomb_volume;
    job.bench->problem.setup(&job);
    job.bench->problem.expect(&job, expected);
    CHECK_NEAR(expected[0].potential, 2 / sqrt(9 + 16 + 64) + 7. / 8 + 0.5 / 10, 1e-15);
    CHECK_NEAR(expected[0].potential, expected[0].magnitudes, 0);
    CHECK_NEAR(expected[8 * 8 * 6].potential, 2 / sqrt(9 + 16 + 25) + 7. / 5 + 0.5 / 7, 1e-15); /* (0, 0, 3) */
    /* Another height, another spacing, 10 x 6 x 8 points. */
    const double others[] = {
        [COULOMB_Z] = 6, [COULOMB_GRID + GRID_SETTING_SPACING] = 1, [COULOMB_GRID + GRID_SETTING_BOX] = GRID_brick};
    memcpy(with_structure.inputs.setting, others, sizeof others);
    job.bench = &coulomb_slice;
    job.bench->problem.setup(&job);
    job.bench->problem.expect(&job, expected);
    CHECK(coulomb_points(&job) == 60);
    CHECK_NEAR(expected[0].potential, 2 / sqrt(29) + 7. / 2 + 0.5 / 4, 1e-15);
    CHECK_NEAR(expected[10 * 4 + 3].potential, 2. / 2 + 7 / sqrt(29) + 0.5 / sqrt(41), 1e-15); /* (3, 4) */
    job.bench = &coulomb_volume;
    job.bench->problem.setup(&job);
    job.bench->problem.expect(&job, expected);
    CHECK(coulomb_points(&job) == 480);
    CHECK_NEAR(expected[(10 * 6) * 7 + 10 * 4 + 3].potential, 2. / 1 + 7 / sqrt(26) + 0.5 / sqrt(34), 1e-15);
}

/* Each configuration at one of the sizes. */
static void test_launches(int bench)
{
    enum { SIZES = 5 };
    static const uint64_t sizes[BENCHES][SIZES] = {{1, 2, 5, 9, 17}, {1, 2, 3, 4, 5}};
    for (int variant = 1; variant < COULOMB_VARIANTS; variant++)
        for (size_t s = 0; s < SIZES; s++) {
            problem.inputs.setting[COULOMB_GRID + GRID_SETTING_BOX] = s % 2 ? GRID_brick : GRID_cube;
            problem.inputs.setting[COULOMB_GRID] = s % 2 ? 0.37 : 0.5;
            problem.inputs.setting[COULOMB_Z] = s % 2 ? 5.3 : 8;
            struct job job = open_job(bench, sizes[bench][s], variant);
            FREED struct config *config = config_new(&problem, 0);
            for (uint64_t i = 0, seen = 0; config_from(config, NULL, i); i = config->index + 1) {
                if (seen++ % SIZES != s)
                    continue;
                enum status status = CALL(run(&job, config, &caught));
                int chunks = variant == 1 ? 2 : 1; /* 4001 atoms: 4000 and 1 */
                CHECK(launches == (config->value[ATOM_STORAGE] == ATOM_STORAGE_constant ? chunks : 1));
                WRONG_IF(status != OK, "%s, n %d, variant %d, configuration %llu: %s\n", job.bench->name, (int)job.n,
                         variant, (unsigned long long)config->index, caught.text);
            }
        }
}

static enum status verify_map(const struct job *job, const float *map, uint64_t pitch, struct fault *fault)
{
    struct verdict verdict;
    *fault = (struct fault){0};
    enum status status = coulomb_compare(job, map, pitch, 4001, 0, &verdict, fault);
    CHECK((status == OK) == (verdict.error <= verdict.tolerance));
    return status;
}

/* Maps of faulty kernels. */
static void test_faults(void)
{
    struct job job = open_job(VOLUME, 9, 1);
    const struct config *config = config_by(
        &problem, (int[]){64, 16, 1, 1, LAYOUT_strided, ATOM_STORAGE_global, 0, 1, 1, EDGE_guard, 0, 1, 0, 1});
    CHECK_OK(run(&job, config, &caught));
    float *map = array[SLOT_MAP].bytes;
    CHECK(CALL(verify_map(&job, map, 10, &caught)) == WRONG_RESULT);
    CHECK(strstr(caught.text, "potential at (0, 1, 0) is ") && strstr(caught.text, ", expected "));
    for (int place = 0; place < 729; place += place < 720 ? 13 : 4) {
        const float right = map[place];
        const float step = (float)(4e-5 * expected[place].magnitudes);
        static const float wrong[] = {NAN, INFINITY, 0};
        for (size_t w = 0; w < 3; w++) {
            map[place] = wrong[w];
            CHECK(CALL(verify_map(&job, map, 9, &caught)) == WRONG_RESULT);
        }
        for (int sign = -1; sign <= 1; sign += 2) {
            map[place] = right + (float)sign * step / 10;
            CHECK_OK(verify_map(&job, map, 9, &caught));
            map[place] = right + (float)sign * step;
            CHECK(CALL(verify_map(&job, map, 9, &caught)) == WRONG_RESULT);
        }
        map[place] = right;
    }
    CHECK_OK(verify_map(&job, map, 9, &caught));

    job = open_job(SLICE, 5, 3); /* no atoms: only zero is right */
    map = array[SLOT_MAP].bytes;
    memset(map, 0, 25 * sizeof *map);
    CHECK_OK(verify_map(&job, map, 5, &caught));
    map[24] = 1e-30f;
    CHECK(CALL(verify_map(&job, map, 5, &caught)) == WRONG_RESULT);
    map[24] = NAN;
    CHECK(CALL(verify_map(&job, map, 5, &caught)) == WRONG_RESULT);
}

/* Of a map with more than 2^18 points, 4096 are compared, the first and the last among them. */
static void test_samples(void)
{
    problem.inputs.setting[COULOMB_ATOMS] = 3;
    struct job job = open_job(SLICE, 600, 0);
    const struct config *config = config_by(
        &problem, (int[]){64, 16, 1, 1, LAYOUT_strided, ATOM_STORAGE_global, 0, 1, 1, EDGE_guard, 0, 1, 0, 1});
    CHECK_OK(run(&job, config, &caught));
    float *map = array[SLOT_MAP].bytes;
    static const uint64_t places[] = {0, 15, 360000 - 16, 359999};
    for (size_t p = 0; p < 4; p++) {
        float right = map[places[p]];
        map[places[p]] = right + 1;
        CHECK(CALL(verify_map(&job, map, 600, &caught)) == WRONG_RESULT);
        map[places[p]] = right;
    }
    for (uint64_t j = 0; j < 600; j++) /* a missing column is detected */
        map[600 * j + 300] = NAN;
    CHECK(CALL(verify_map(&job, map, 600, &caught)) == WRONG_RESULT);
    problem.inputs.setting[COULOMB_ATOMS] = 32768;
}

/* A map is wrong after a change of any atom's charge; the next map is right. */
static void test_changes(int bench)
{
    for (int variant = 0; variant < COULOMB_VARIANTS - 1; variant++) {
        struct job job = open_job(bench, bench == SLICE ? 17 : 5, variant);
        FREED struct config *config = config_new(&problem, 0);
        config_from(config, NULL, 0);
        CHECK_OK(run(&job, config, &caught));
        for (int i = 0; i < 20; i++) {
            coulomb_change(&job, config);
            struct verdict verdict;
            CHECK(job.bench->problem.verify(&job, config, &verdict, NULL) == WRONG_RESULT);
            CHECK_OK(run(&job, config, &caught));
        }
    }
}

static void test_work(void)
{
    static const struct atom_counts distinct = {.alike = 1}, same = {.alike = 4000};
    struct job job = open_job(SLICE, 16, 1);
    const struct config *plain_form = config_usual(&problem);
    const struct config *mixed = config_by(
        &problem, (int[]){128, 32, 4, 4, LAYOUT_strided, ATOM_STORAGE_shared, 0, 1, 1, EDGE_guard, 4, 128, 0, 1});
    double pairs = 256. * 4001;
    struct work work = coulomb_slice.report.work(&job, plain_form);
    CHECK(work.flops == 9 * pairs && work.bytes == 256 * 4 + 4001 * 16);
    CHECK(work.amount[RESOURCE_RSQRT] == pairs && work.amount[RESOURCE_FP32_FMA] == 5 * pairs);
    work = coulomb_slice.report.work(&job, mixed);
    CHECK(work.amount[RESOURCE_RSQRT] == 0.75 * pairs && work.amount[RESOURCE_FP32_FMA] == 4.5 * pairs);
    CHECK(terms(&job, mixed) < terms(&job, plain_form) && tolerance(32768, &distinct) > 3 * 6.2e-6 &&
          tolerance(32768, &distinct) < 3e-5);
    CHECK(tolerance(4000, &distinct) > 2.5e-6 && tolerance(4000, &distinct) < 1e-5);
    CHECK_NEAR(tolerance(4000, &same), 4010 * 0x1p-24, 1e-9); /* a rounding for each term */
    CHECK(tolerance(1, &same) == tolerance(1, &distinct));
}

TEST(each)
{
    for (int bench = 0; bench < BENCHES; bench++)
        test_launches(bench);
    problem.inputs.setting[COULOMB_ATOMS] = 300;
    for (int bench = 0; bench < BENCHES; bench++)
        test_changes(bench);
    problem.inputs.setting[COULOMB_ATOMS] = 32768;
    test_faults();
    test_samples();
    test_work();
}
