/* Guard zones: their contents, that any write of a kernel is detected, and their width. Kernels are replaced by this
 * program's writes to the fake device's memory. */
#include "compute/context.h"
#include "compute/fake/handles.h"
#include "tests/check.h"

enum { BYTES = 60 };

static struct compute_context *context;
static struct compute_array *array;

/* The array's first byte: one guard zone ends there. */
static uint8_t *memory_of(const struct compute_array *of)
{
    const struct fake_memory *memory = of->handle;
    return memory->bytes + memory->offset;
}

TEST(pattern)
{
    static uint32_t word[COMPUTE_GUARD / sizeof(uint32_t)];
    memcpy(word, memory_of(array) + BYTES, sizeof word);
    CHECK(!memcmp(word, memory_of(array) - COMPUTE_GUARD, sizeof word));
    for (size_t i = 0; i < COMPUTE_GUARD / sizeof *word; i += 2) {
        const uint64_t pair = (uint64_t)word[i + 1] << 32 | word[i], quiet = UINT64_C(1) << 51;
        float each[2];
        double both;
        memcpy(each, word + i, sizeof each);
        memcpy(&both, &pair, sizeof both);
        CHECK(isnan(each[0]) && isnan(each[1]) && isnan(both));
        CHECK(!(word[i] & UINT32_C(1) << 22) && !(pair & quiet)); /* signalling */
        CHECK(word[i] >> 31 == i / 2 % 2 && word[i + 1] >> 31 == i / 2 % 2);
        CHECK(i < 4 || ((word[i] ^ word[i - 4]) & 0xffff && (word[i + 1] ^ word[i - 3]) & 0xffff));
    }
}

/* A write to a guard zone at `place`, an offset divisible by 8 bytes. */
static void add_to_float(void *place, volatile float number)
{
    volatile float sum;
    memcpy((void *)&sum, place, sizeof sum);
    sum += number;
    memcpy(place, (const void *)&sum, sizeof sum);
}

static void add_float(void *place)
{
    add_to_float(place, 1e-3f);
}

static void add_no_float(void *place)
{
    add_to_float(place, 0);
}

static void add_double(void *place)
{
    volatile double sum;
    memcpy((void *)&sum, place, sizeof sum);
    sum += 1e-3;
    memcpy(place, (const void *)&sum, sizeof sum);
}

static void add_one(void *place)
{
    uint32_t count;
    memcpy(&count, place, sizeof count);
    count++;
    memcpy(place, &count, sizeof count);
}

static void store_zero(void *place)
{
    memset(place, 0, sizeof(float));
}

TEST(changes)
{
    static void (*const change[])(void *) = {add_float, add_no_float, add_double, add_one, store_zero};
    static const ptrdiff_t places[] = {0, 8, 32768, COMPUTE_GUARD - 8};
    for (size_t c = 0; c < sizeof change / sizeof *change; c++)
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            change[c](memory_of(array) + BYTES + places[p]);
            CHECK(CALL(compute_array_check(array, "out", &caught)) == WRONG_RESULT);
            CHECK(strstr(caught.text, "behind the end"));
            change[c](memory_of(array) - COMPUTE_GUARD + places[p]);
            CHECK(CALL(compute_array_check(array, "out", &caught)) == WRONG_RESULT);
            CHECK(strstr(caught.text, "before the start"));
            CHECK_OK(compute_array_check(array, "out", &caught));
        }
}

/* As wide as requested, or none. */
TEST(width)
{
    struct compute_array *narrow;
    CHECK_OK(compute_array_new_guarded(context, BYTES, 256, &narrow, &caught));
    CHECK(compute_array_bytes(narrow) == BYTES);
    CHECK(((const struct fake_memory *)narrow->handle)->total == BYTES + 2 * 256);
    CHECK_OK(compute_array_check(narrow, "out", &caught));
    memory_of(narrow)[BYTES + 255] ^= 1;
    CHECK_FAULT(compute_array_check(narrow, "out", &caught), WRONG_RESULT,
                "out: 1 bytes written behind the end (first at +255)");
    memory_of(narrow)[-256] ^= 1;
    CHECK_FAULT(compute_array_check(narrow, "out", &caught), WRONG_RESULT,
                "out: 1 bytes written before the start (first at -256)");
    compute_array_free(narrow);
    CHECK(compute_array_new_guarded(context, BYTES, 100, &narrow, NULL) == INVALID && !narrow);
    CHECK(compute_array_new_guarded(context, BYTES, COMPUTE_GUARD + 256, &narrow, NULL) == INVALID && !narrow);

    const char *const names[] = {"GPUBENCH_GUARDS", "GPUBENCH_FENCES"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        setenv(names[i], "0", 1);
        CHECK_OK(compute_array_new(context, BYTES, &narrow, &caught));
        CHECK(((const struct fake_memory *)narrow->handle)->total == BYTES);
        CHECK_OK(compute_array_check(narrow, "out", &caught));
        compute_array_free(narrow);
        unsetenv(names[i]);
    }
}

/* Of two arrays the overrun one is named, not the one after it. */
TEST(neighbours)
{
    struct compute_array *next;
    CHECK_OK(compute_array_new(context, BYTES, &next, &caught));
    memory_of(next)[-1] ^= 1;
    memory_of(array)[BYTES] ^= 1;
    const struct compute_checked both[] = {{next, "next"}, {array, "out"}};
    CHECK_FAULT(compute_arrays_check(both, 2, &caught), WRONG_RESULT,
                "out: 1 bytes written behind the end (first at +0)");
    CHECK_OK(compute_arrays_check(both, 2, &caught));
    compute_array_free(next);
}

int main(void)
{
    struct compute_device device;
    CHECK_OK(compute_find("fake", 0, &device, &caught));
    CHECK_OK(compute_context_new(&device, &context, &caught));
    CHECK_OK(compute_array_new(context, BYTES, &array, &caught));
    run_tests();
    compute_array_free(array);
    compute_context_free(context);
    return CHECK_RESULT;
}
