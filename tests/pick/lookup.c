/* What is found: by size, settings, device, driver and compiler; and how far it is, and its doubt. */
#include "tests/pick/files.h"

#include <jansson.h>

IN_OWN_FOLDER;

TEST(sizes)
{
    WRITE("a.json", AS_IT_IS, {1000, 64, 5, NULL}, {4000, 128, 9, NULL}, {64000, 256, 70, NULL});
    struct gpubench_picks *picks = open_one("a.json");
    static const struct {
        unsigned long long n;
        int block;
        double ratio;
    } cases[] = {{0, 64, 1000},      {1, 64, 1000},  {1000, 64, 1},         {1999, 64, 1.999},    {2000, 64, 2},
                 {2001, 128, 1.999}, {4000, 128, 1}, {15999, 128, 3.99975}, {16001, 256, 3.9998}, {640000, 256, 10}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gpubench_choice choice;
        CHECK(block_of(picks, &h200, cases[i].n, &choice) == cases[i].block);
        CHECK_NEAR(choice.size_ratio, cases[i].ratio, 1e-3);
        CHECK(choice.device_ratio == 1 && !choice.other && !choice.rank);
    }
    gpubench_picks_close(picks);
}

TEST(values)
{
    struct gpubench_choice choice;
    WRITE("a.json", AS_IT_IS, {1000, 64, 5, NULL});
    struct gpubench_picks *picks = open_one("a.json");
    CHECK(block_of(picks, &h200, 1000, &choice) == 64);
    CHECK(choice.values == 2 && choice.size == 1000 && choice.time_ns == 5);
    CHECK_TEXT(choice.config, "BLOCK:64/LOAD:a/b");
    CHECK_TEXT(choice.value[0].name, "BLOCK");
    CHECK_TEXT(choice.value[1].word, "a/b");
    CHECK(choice.value[0].number == 64 && isnan(choice.value[1].number));
    CHECK(!gpubench_choice_word(&choice, "LOAF"));
    CHECK_TEXT(choice.device, "NVIDIA H200");
    CHECK_TEXT(choice.driver, "580");
    CHECK_TEXT(choice.compiler, "NVRTC 13.0");
    gpubench_picks_close(picks);
}

TEST(nothing)
{
    struct gpubench_choice choice = {.size = 7};
    WRITE("a.json", AS_IT_IS, {1000, 64, 5, NULL});
    WRITE("b.json", {.settings = "/density:2"}, {1000, 128, 5, NULL});
    struct gpubench_picks *picks = open_with(NULL, "a.json", "b.json");
    struct gpubench_device opencl = h200;
    opencl.backend = "opencl";
    CHECK(gpubench_pick(picks, "suite/bench", &h200, "density:2", 1, &choice) == GPUBENCH_PICK_OK);
    CHECK_TEXT(gpubench_choice_word(&choice, "BLOCK"), "128");
    choice.size = 7;
    CHECK(gpubench_pick(picks, "suite/other", &h200, NULL, 1, &choice) == GPUBENCH_PICK_NO_BENCH);
    CHECK(gpubench_pick(picks, "suite/bench", &h200, "density:3", 1, &choice) == GPUBENCH_PICK_NO_SETTINGS);
    CHECK(gpubench_pick(picks, "suite/bench", &opencl, "", 1, &choice) == GPUBENCH_PICK_NO_BACKEND);
    CHECK(choice.size == 7);
    for (int status = -1; status <= GPUBENCH_PICK_NOT_SAVED + 1; status++)
        CHECK(*gpubench_pick_text(status));
    gpubench_picks_close(picks);
}

/* The doubt of the best at a size, of a file with these numbers of its bests. */
static double doubt_at(const char *best, unsigned long long n)
{
    struct gpubench_choice choice;
    write_results("a.json", (struct file_of){.best = best},
                  (const struct file_row[]){{1000, 64, 5, NULL},
                                            {1000, 128, 8, NULL},
                                            {4000, 128, 8, NULL},
                                            {4000, 64, 10, ", \"dropped\": true"},
                                            {16000, 512, 30, NULL}},
                  5);
    struct gpubench_picks *picks = open_one("a.json");
    CHECK(block_of(picks, &h200, n, &choice) > 0);
    gpubench_picks_close(picks);
    return choice.doubt;
}

TEST(doubt)
{
    CHECK_NEAR(doubt_at("", 1000), 0, 1e-12);
    CHECK_NEAR(doubt_at(", \"measured\": 5, \"allowed\": 5", 1000), 0, 1e-12);
    CHECK_NEAR(doubt_at(", \"measured\": 5, \"allowed\": 6", 1000), 1, 1e-12);
    CHECK_NEAR(doubt_at(", \"measured\": 5, \"allowed\": 6, \"left_to_gain\": 0.07", 1000), 0.07, 1e-12);
    CHECK_NEAR(doubt_at("", 1500), 1 - 8. / 10, 1e-12); /* 64 at 4000 */
    CHECK_NEAR(doubt_at("", 3000), 1 - 5. / 8, 1e-12);  /* 128 at 1000 */
    CHECK_NEAR(doubt_at(", \"left_to_gain\": 0.5", 1500), 1 - 0.5 * 8 / 10, 1e-12);
    CHECK_NEAR(doubt_at("", 5000), 1, 1e-12);  /* 128 was not tried at 16000 */
    CHECK_NEAR(doubt_at("", 999), 1, 1e-12);   /* below all */
    CHECK_NEAR(doubt_at("", 16001), 1, 1e-12); /* above all */
}

#define RATES(units, memory)                                                                                           \
    ", \"units\": " #units ", \"clock_mhz\": 1000, \"memory_clock_mhz\": " #memory ", \"memory_bus_bits\": 10"

TEST(devices)
{
    struct gpubench_choice choice;
    WRITE("a.json", {.device = "\"name\": \"A\", \"backend\": \"cuda\", \"architecture\": \"sm_80\"" RATES(100, 3000)},
          {1000, 64, 5, NULL});
    WRITE("b.json", {.device = "\"name\": \"B\", \"backend\": \"cuda\", \"architecture\": \"sm_90\"" RATES(50, 1000)},
          {9000, 128, 5, NULL});
    struct gpubench_picks *picks = open_with(NULL, "a.json", "b.json");
    struct gpubench_device device = {.name = "A"};
    CHECK(block_of(picks, &device, 9000, &choice) == 64 && choice.device_ratio == 1 && !choice.other);
    device.name = "C";
    device.architecture = "sm_90"; /* before rates, and rates before the size */
    CHECK(block_of(picks, &device, 1000, &choice) == 128);
    CHECK(choice.other == GPUBENCH_OTHER_DEVICE && isinf(choice.device_ratio) && choice.doubt == 1);
    device = (struct gpubench_device){
        .name = "C", .units = 100, .clock_mhz = 1000, .memory_clock_mhz = 2000, .memory_bus_bits = 10};
    CHECK(block_of(picks, &device, 9000, &choice) == 64);
    CHECK_NEAR(choice.device_ratio, 1.5, 1e-12);
    device.memory_clock_mhz = 1000;
    device.units = 60;
    CHECK(block_of(picks, &device, 1000, &choice) == 128);
    CHECK_NEAR(choice.device_ratio, 1.2, 1e-12);
    device.architecture = "sm_75";
    CHECK(block_of(picks, &device, 1000, &choice) == 128);
    CHECK(choice.other == (GPUBENCH_OTHER_DEVICE | GPUBENCH_OTHER_ARCHITECTURE));
    CHECK(block_of(picks, NULL, 1000, &choice) == 64 && choice.other == GPUBENCH_OTHER_DEVICE);
    gpubench_picks_close(picks);
}

/* Of one size that of the compiler; else the size comes first, and what does not match is reported. */
TEST(identity)
{
    struct gpubench_choice choice;
    WRITE("a.json", {.device = H200 ", \"driver\": \"580\", \"compiler\": \"old\""}, {1000, 64, 5, NULL},
          {4000, 64, 5, NULL});
    WRITE("b.json", {.device = H200 ", \"driver\": \"590\", \"compiler\": \"new\""}, {1000, 128, 5, NULL});
    struct gpubench_picks *picks = open_with(NULL, "a.json", "b.json");
    struct gpubench_device device = {.name = "NVIDIA H200", .driver = "580", .compiler = "old"};
    CHECK(block_of(picks, &device, 1000, &choice) == 64 && !choice.other);
    device.compiler = "new";
    device.driver = "590";
    CHECK(block_of(picks, &device, 1000, &choice) == 128 && !choice.other);
    CHECK(block_of(picks, &device, 4000, &choice) == 64);
    CHECK(choice.other == (GPUBENCH_OTHER_DRIVER | GPUBENCH_OTHER_COMPILER) && choice.device_ratio == 1);
    device.compiler = NULL;
    device.driver = "";
    CHECK(block_of(picks, &device, 1000, &choice) == 128 && !choice.other); /* the last file */
    gpubench_picks_close(picks);
    WRITE("c.json", AS_IT_IS, {1000, 256, 5, NULL});
    WRITE("d.json", AS_IT_IS, {1000, 512, 6, NULL});
    picks = open_with(NULL, "c.json", "d.json");
    CHECK(block_of(picks, &h200, 1000, NULL) == 512);
    gpubench_picks_close(picks);
}

/* At each size that was measured the best that the file has. */
TEST(recorded)
{
    char path[1024];
    size_t i, found = 0;
    json_t *best;
    snprintf(path, sizeof path, "%s/reports/h200/reduction.json", getenv("SOURCE_DIR"));
    json_auto_t *root = json_load_file(path, 0, NULL);
    struct gpubench_picks *picks = open_one(path);
    struct gpubench_device device = {.name = "NVIDIA H200", .backend = "cuda"};
    json_array_foreach(json_object_get(root, "best"), i, best)
    {
        const char *suite, *bench, *name, *word;
        json_int_t size;
        double ns;
        json_t *config, *value;
        char text[256];
        struct gpubench_choice choice;
        CHECK(!json_unpack(best, "{s:s, s:s, s:I, s:F, s:o}", "suite", &suite, "bench", &bench, "size", &size,
                           "median_ns", &ns, "config", &config));
        snprintf(text, sizeof text, "%s/%s", suite, bench);
        CHECK(gpubench_pick(picks, text, &device, NULL, (uint64_t)size, &choice) == GPUBENCH_PICK_OK);
        CHECK(choice.size_ratio == 1 && choice.time_ns == ns && choice.doubt == 0);
        CHECK(choice.values == json_object_size(config));
        json_object_foreach(config, name, value)
        {
            word = gpubench_choice_word(&choice, name);
            CHECK(word && (json_is_string(value) ? !strcmp(word, json_string_value(value))
                                                 : atoi(word) == json_integer_value(value)));
        }
        found++;
    }
    CHECK(found == 50);
    gpubench_picks_close(picks);
}
