/* Numbers of a kernel's arguments: halves, exact whole numbers, values out of range; options. */
#include "base/file.h"
#include "spec/model.h"
#include "spec/spec.h"
#include "tests/check.h"
#include "tests/own_folder.h"

static struct type type_of(const char *name)
{
    const struct type type = type_find(name);
    WRONG_IF(!type.scalar, "%s is not known\n", name);
    return type;
}

/* Every half is unchanged when read and written; values between two round to the nearest, ties to even. */
TEST(halves)
{
    const struct scalar *half = type_of("half").scalar;
    for (unsigned bits = 0; bits < 65536; bits++) {
        const uint16_t is = (uint16_t)bits;
        uint16_t again = 0;
        const double value = scalar_read(half, &is);
        scalar_write(half, value, &again);
        WRONG_IF(again != is && !isnan(value), "half %04x is %g and is written as %04x\n", is, value, again);
        if (isnan(value) || (is & 0x7fff) >= 0x7bff)
            continue;
        const uint16_t next = (uint16_t)(is + 1);
        scalar_write(half, (value + scalar_read(half, &next)) / 2, &again);
        WRONG_IF(again != (is & 1 ? next : is), "behind %04x a tie is written as %04x\n", is, again);
    }
    const double large[] = {65519.9, 65520, 1e300, -65520};
    const uint16_t bits[] = {0x7bff, 0x7c00, 0x7c00, 0xfc00};
    for (size_t i = 0; i < 4; i++) {
        uint16_t is;
        scalar_write(half, large[i], &is);
        CHECK(is == bits[i]);
    }
}

static int64_t written(const char *type, int64_t value)
{
    int64_t bytes = 0;
    scalar_write_integer(type_of(type).scalar, value, &bytes);
    return bytes;
}

/* What a type holds: whole numbers after they are truncated, real ones unless they become infinite. */
TEST(holds)
{
    static const struct {
        const char *type;
        double least, most, below, above;
    } cases[] = {{"char", -128.5, 127.5, -129, 128},
                 {"uchar", -0.5, 255.5, -1, 256},
                 {"ushort", 0, 65535, -1, 65536},
                 {"int", -0x1p31, 0x1p31 - 1, -0x1p31 - 1, 0x1p31},
                 {"uint", 0, 0x1p32 - 1, -1, 0x1p32},
                 {"long", -0x1p63, 0x1p62, -0x1.1p63, 0x1p63},
                 {"ulong", 0, 0x1p63, -1, 0x1p64},
                 {"half", -65519, 65519, -65520, 65520},
                 {"float", -0x1.fffffep127, 0x1.fffffep127, -1e39, 1e39}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct scalar *scalar = type_of(cases[i].type).scalar;
        WRONG_IF(!scalar_holds(scalar, cases[i].least) || !scalar_holds(scalar, cases[i].most) ||
                     scalar_holds(scalar, cases[i].below) || scalar_holds(scalar, cases[i].above),
                 "%s: wrong range\n", cases[i].type);
    }
    CHECK(scalar_holds(type_of("double").scalar, 1e300) && scalar_holds(type_of("half").scalar, INFINITY));
}

TEST(integers)
{
    CHECK(written("long", INT64_MIN) == INT64_MIN && written("long", INT64_MAX - 1) == INT64_MAX - 1);
    CHECK(written("ulong", INT64_MAX - 1) == INT64_MAX - 1 && written("ulong", -1) == 0);
    CHECK(written("uint", INT64_C(1) << 40) == UINT32_MAX && written("uint", -5) == 0);
    CHECK((int32_t)written("int", INT64_MIN) == INT32_MIN && (int32_t)written("int", -7) == -7);
    CHECK((int8_t)written("char", -129) == -128 && written("uchar", 256) == 255 && written("short", 40000) == 32767);
    const int64_t odd = (INT64_C(1) << 53) + 1;
    float number;
    CHECK(written("int64_t", odd) == odd && written("size_t", odd) == odd);
    scalar_write_integer(type_of("float").scalar, 3, &number);
    CHECK(number == 3);
    CHECK(type_bytes(type_of("float3")) == 16 && type_bytes(type_of("double2")) == 16 &&
          type_bytes(type_of("char16")) == 16);
    struct type packed = type_of("float3");
    packed.is_packed = true;
    CHECK(type_bytes(packed) == 12);
    CHECK(!type_find("float5").scalar && !type_find("float33").scalar && !type_find("").scalar &&
          !type_find("4").scalar);
}

static enum status make_spec(const char *argument, const char *options, struct spec **spec, struct fault *fault)
{
    FREED char *file = text_make("%s/k.cu", own_folder);
    FREED char *text = text_make(
        "{\"General\": {\"BenchmarkName\": \"s\"}, \"ConfigurationSpace\": {\"TuningParameters\": [{\"Name\": \"B\", "
        "\"Values\": \"[16, 32]\"}, {\"Name\": \"R\", \"Values\": \"['float', 'double']\"}]}, \"KernelSpecification\": "
        "{\"KernelName\": \"k\", \"KernelFile\": \"k.cu\", \"GlobalSize\": {\"X\": 1}, \"LocalSize\": {\"X\": \"B\"}, "
        "\"Arguments\": [{\"Name\": \"y\", \"Type\": \"float\", \"MemoryType\": \"Vector\", \"AccessType\": "
        "\"WriteOnly\", \"Size\": \"n\"}, {%s}]}, \"gpubench\": {\"sizes\": \"5\", \"checks\": [\"y[i] == 1\"], "
        "\"options\": {%s}}}",
        argument, options);
    CHECK_OK(file_save(file, "k", 1, &caught));
    return spec_make(text, "s.json", own_folder, spec, fault);
}

static struct spec *spec_of(const char *argument, const char *options)
{
    struct spec *spec = NULL;
    CHECK_OK(make_spec(argument, options, &spec, &caught));
    return spec;
}

/* Options of a configuration come after fixed ones; 0 registers leave the choice to the compiler. */
TEST(options)
{
    char flags[MAX_FLAGS_TEXT];
    make_own_folder();
    struct spec *spec = spec_of("\"Name\": \"v\", \"Type\": \"float\", \"MemoryType\": \"Scalar\", \"FillValue\": 3",
                                "\"flags\": [\"-D X\", \"--fmad=false\"], \"registers\": \"B - 16\", \"level\": 2, "
                                "\"defines\": {\"REAL\": \"R\", \"HALF\": \"B / 64\"}");
    if (!spec)
        return;
    const struct problem problem = problem_of(spec_suite(spec), &spec->bench, 5, 1);
    struct config *config = config_new(&problem, 0);
    CHECK_OK(spec_write_flags(config, flags, &caught));
    CHECK(strstr(flags, " -DX ") && strstr(flags, "--fmad=false") && strstr(flags, " -O2 -DREAL=float -DHALF=0.25"));
    CHECK(!strstr(flags, "maxrregcount"));
    config_set(config, 3);
    CHECK_OK(spec_write_flags(config, flags, &caught));
    CHECK(strstr(flags, " -maxrregcount=16 -O2 -DREAL=double -DHALF=0.5") && compute_takes_flag(COMPUTE_CUDA, flags));
    free(config);
    spec_free(spec);
}

/* An array of one number, and of a value's size. */
TEST(fills)
{
    const char *fill = "\"Name\": \"v\", \"Type\": \"%s\", \"MemoryType\": \"Vector\", \"AccessType\": \"ReadOnly\", "
                       "\"Size\": \"n\", %s";
    int64_t numbers[5];
    float floats[5], others[5];
    FREED char *large = text_make(fill, "long", "\"FillType\": \"Constant\", \"FillValue\": \"2**62 + 1\"");
    FREED char *random =
        text_make(fill, "float", "\"FillType\": \"Random\", \"gpubench\": {\"seed\": 9, \"range\": [2, 3]}");
    struct expression_value slots[SPEC_SLOTS] = {0};
    struct spec *spec = spec_of(large, "");
    CHECK_OK(spec_fill(spec, 1, slots, 1, numbers, sizeof numbers, &caught));
    for (int i = 0; i < 5; i++)
        CHECK(numbers[i] == (INT64_C(1) << 62) + 1);
    spec_free(spec);
    spec = spec_of(random, "");
    CHECK_OK(spec_fill(spec, 1, slots, 1, floats, sizeof floats, &caught));
    CHECK(spec->argument[1].seed == 9 + MAX_SPEC_ARGUMENTS);
    for (int i = 0; i < 5; i++)
        CHECK(floats[i] >= 2 && floats[i] < 3);
    spec->argument[1].seed++;
    CHECK_OK(spec_fill(spec, 1, slots, 1, others, sizeof others, &caught));
    CHECK(memcmp(floats, others, sizeof floats) != 0);
    spec_free(spec);
}

/* Random whole numbers have several values: in [0, 1), as for real ones, all would be 0, and a kernel that writes
 * nothing would pass. */
TEST(whole_numbers)
{
    const char *fill = "\"Name\": \"v\", \"Type\": \"%s\", \"MemoryType\": \"Vector\", \"AccessType\": \"ReadOnly\", "
                       "\"Size\": \"n\", \"FillType\": \"Random\"%s";
    const struct {
        const char *more, *mistake;
    } narrow[] = {{", \"FillValue\": 1", "FillValue: whole numbers from 0 to below 1 are all 0"},
                  {", \"gpubench\": {\"range\": [2.5, 3]}", "range: whole numbers from 2.5 to below 3 are all 2"},
                  {", \"gpubench\": {\"range\": [3, 3]}", "range: nothing is from 3 to 3"}};
    struct expression_value slots[SPEC_SLOTS] = {0};
    int8_t numbers[64];
    bool above = false;
    FREED char *random = text_make(fill, "char", "");
    struct spec *spec = spec_of(random, "");
    CHECK_OK(spec_fill(spec, 1, slots, 1, numbers, sizeof numbers, &caught));
    for (int i = 0; i < 64; i++) {
        CHECK(numbers[i] >= 0 && numbers[i] < 100);
        above = above || numbers[i] > 50;
    }
    CHECK(above);
    spec_free(spec);
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
        struct fault fault = {0};
        FREED char *text = text_make(fill, "uint", narrow[i].more);
        CHECK(make_spec(text, "", &spec, &fault) != OK && strstr(fault.text, narrow[i].mistake));
    }
    FREED char *coin = text_make(fill, "int2", ", \"FillValue\": 2");
    spec_free(spec_of(coin, ""));
}
