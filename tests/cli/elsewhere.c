/* The programs that --compile-only caches for a described GPU are those that the GPU requests: the same configurations,
 * with the same keys, and none is compiled again. With the real suites; skipped without NVRTC. */
#include "base/archive.h"
#include "base/store_use.h"
#include "cli/registry.h"
#include "reports/json/device_file.h"
#include "tests/own_folder.h"
#include "tests/text_file.h"
#include "tuner/job/worker_context.h"
#include "tuner/measure/sampler.h"
#include "tuner/origin.h"
#include "tuner/search/allowed.h"

static struct registry registry;
static struct compute_device gpu; /* as listed by another machine's driver */
static const char *folder;

static size_t entries(void)
{
    struct store_items items;
    size_t count = 0;
    store_items_find(&items, folder);
    for (size_t i = 0; i < items.count; i++)
        count += items.item[i].class == STORE_BINARY || items.item[i].class == STORE_PROGRAMS;
    store_items_free(&items);
    return count;
}

/* A Hopper GPU with this machine's compiler: with an odd number of units, and less shared memory. */
static bool describe(void)
{
    struct compute_device here;
    char text[4096];
    if (compute_find("nvrtc:sm_90", 0, &here, &caught) != OK)
        return false;
    const bool cub = compute_has(&here, COMPUTE_CUB), links = compute_has(&here, COMPUTE_CHILD_LAUNCH);
    const int length = snprintf(
        text, sizeof text,
        "{\"schema\": \"gpubench/device/1\", \"device\": {\"backend\": \"cuda\", \"index\": 3, \"name\": \"A GPU\", "
        "\"uuid\": \"GPU-1\", \"platform\": \"CUDA\", \"driver\": \"999\", \"compiler\": \"%s\", \"architecture\": "
        "\"sm_90\", \"is_cpu\": false, \"can_run\": true, \"fp64\": true, \"int64_atomics\": true, \"images\": true, "
        "\"units\": 113, \"simt_width\": 32, \"clock_mhz\": 1, \"memory_clock_mhz\": 1, \"memory_bytes\": 85017493504, "
        "\"l2_bytes\": 52428800, \"local_bytes\": 20000, \"max_group\": 512, \"max_group_size\": [512, 512, 64], "
        "\"max_groups\": [2147483647, 65535, 65535], \"graphs\": true, \"constant_bytes\": 65536, \"max_texture\": "
        "[131072, 65536], \"memory_bus_bits\": 5120, \"max_texture_1d\": 131072, \"max_texture_3d\": [16384, 16384, "
        "16384], \"cub\": %s, \"child_launch\": %s, \"float4_atomics\": true, \"fp64_matrices\": true}}",
        here.compiler, cub ? "true" : "false", links ? "true" : "false");
    text_write("gpu.json", text, (size_t)length);
    return true;
}

TEST(compiled)
{
    struct described_device described;
    enter_own_folder();
    registry_make(&registry, NULL, NULL);
    if (!describe()) {
        printf("%s\n", caught.text);
        exit(77);
    }
    CHECK(
        !system("$GPUBENCH --suite vector_add --bench common --size 1000 --set ITEMS_PER_THREAD=4 --set GRID=one_shot "
                "--compile-only --arch gpu.json --ceilings off >out 2>err || { cat out err; false; }"));
    CHECK_OK(store_folder(&folder, &caught));
    CHECK_OK(device_file_read("gpu.json", 0, &described, &caught));
    gpu = described.device;
    gpu.features |= COMPUTE_CUDA;
    CHECK(!strcmp(gpu.backend, "cuda") && gpu.index == 3 && gpu.can_run);
}

/* All configurations that the GPU allows, and no others. */
TEST(configurations)
{
    const size_t before = entries();
    size_t length, rows = 0, made = 0, compiled = 0;
    const struct suite *suite = registry_find(&registry, "vector_add");
    const struct bench *bench = suite->benches[0];
    const struct problem problem = problem_of(suite, bench, 1000, 1);
    struct allowed allowed;
    CHECK_OK(allowed_solve(&problem, &(struct restriction){0}, &gpu, &allowed, &caught));
    for (uint64_t rank = 0; rank < allowed.solved.count; rank++) {
        FREED struct config *config = config_new(&problem, solved_index(&allowed.solved, rank));
        struct program program;
        if (config->value[1] != 4 || config->value[3])
            continue;
        CHECK(config->value[0] <= 512);
        CHECK_OK(program_make(folder, &registry, &gpu, config, &program, &caught));
        made += program.milliseconds > 0;
        rows++;
    }
    allowed_free(&allowed);
    CHECK(rows == 12 && !made && entries() == before);
    FREED char *text = text_read("results/vector_add.compiled.json", &length);
    for (const char *at = text; at && (at = strstr(at, "\"status\": \"compiled\"")); at++)
        compiled++;
    CHECK(compiled == rows);
}

TEST(own)
{
    const size_t before = entries();
    CHECK_OK(worker_context_compile(folder, &registry, &gpu, &caught));
    CHECK_OK(sampler_compile(folder, &registry, &gpu, &caught));
    CHECK(before > 0 && entries() == before);
}

/* A program of another NVRTC is refused by its name, and nothing is stored. */
TEST(another_compiler)
{
    size_t count, length;
    uint64_t bytes;
    const struct {
        struct compute_resources resources;
        struct program_origin origin;
        char code[8];
    } program = {.origin = {.target = "sm_90", .compiler = "NVRTC 1.2, CUB 3.4.5"}};
    struct store_hash hash = store_hash_start();
    const struct store_key key = store_hash_key(&hash);
    CHECK_OK(store_put("another", STORE_BINARY, key, &program, sizeof program, &caught));
    CHECK_OK(archive_write("another.cache", "another", NULL, &count, &bytes, &caught));
    CHECK(system("$GPUBENCH cache import another.cache --unsigned >out 2>err") >> 8 == 3);
    FREED char *output = text_read("err", &length);
    CHECK(strstr(output,
                 "another.cache: left out: 1 program for sm_90, compiled by NVRTC 1.2, CUB 3.4.5, and this machine "
                 "has NVRTC "));
    struct store_blob blob = store_get(folder, STORE_BINARY, key);
    CHECK(count == 1 && !blob.bytes);

    CHECK_OK(store_put("another", STORE_BINARY, key, "none", 4, &caught));
    CHECK_OK(archive_write("another.cache", "another", NULL, &count, &bytes, &caught));
    CHECK(system("$GPUBENCH cache import another.cache --unsigned >out 2>err") >> 8 == 2);
    FREED char *wrong = text_read("err", &length);
    CHECK_TEXT(wrong, "gpubench: another.cache: entry 1: it is no program\n");
}
