/* Calls of a library's functions on a context's arrays, on the fake device; and what a device without such libraries
 * says of them. */
#include "compute/compute.h"
#include "tests/check.h"

enum { N = 100, ROWS = 3 };

static struct {
    struct compute_context *context;
    struct fault fault;
} rig;

static void expect_fault(enum status got, enum status expected, const char *text)
{
    CHECK(got == expected && rig.fault.status == expected);
    CHECK_TEXT(rig.fault.text, text);
    rig.fault = (struct fault){0};
}

static struct compute_array *array_of(size_t floats)
{
    struct compute_array *array = NULL;
    CHECK(compute_array_new(rig.context, floats * sizeof(float), &array, &rig.fault) == OK);
    return array;
}

/* Rows of 1, 2, 3 ... + the row's number; their sums are 5050 + 100 r. */
static struct compute_reference reference_of(const char *function)
{
    float values[ROWS * N];
    for (int i = 0; i < ROWS * N; i++)
        values[i] = (float)(i % N + 1 + i / N);
    struct compute_reference reference = {
        .library = "fake", .function = function, .arrays = 2, .n = N, .rows = ROWS, .array[1] = array_of(ROWS)};
    reference.array[0] = array_of(ROWS * N);
    CHECK(compute_array_write(reference.array[0], 0, values, sizeof values, &rig.fault) == OK);
    CHECK(compute_array_fill(reference.array[1], 0xff, &rig.fault) == OK);
    return reference;
}

static void free_arrays(struct compute_reference *reference)
{
    compute_array_free(reference->array[0]);
    compute_array_free(reference->array[1]);
    compute_array_free(reference->scratch);
}

static void make_ready(struct compute_reference *reference)
{
    size_t bytes = 0;
    CHECK(compute_reference_scratch(rig.context, reference, &bytes, &rig.fault) == OK);
    CHECK(bytes == N * sizeof(float));
    reference->scratch = array_of(N);
    CHECK(compute_array_fill(reference->scratch, 0xff, &rig.fault) == OK);
    CHECK(compute_reference_prepare(rig.context, reference, &rig.fault) == OK);
}

static void check_sums(const struct compute_reference *reference, float first)
{
    float sums[ROWS];
    CHECK(compute_array_read(reference->array[1], 0, sums, sizeof sums, &rig.fault) == OK);
    CHECK(sums[0] == first && sums[1] == 5150 && sums[2] == 5250);
}

/* The sums, what they cost on the device's clock, and that what was made ready serves many calls. */
TEST(calls)
{
    double ns;
    struct compute_reference right = reference_of("sum_in_5000_ns"), wrong = reference_of("wrong_in_20_ns");
    make_ready(&right);
    make_ready(&wrong);
    CHECK(compute_mark(rig.context, 0, &rig.fault) == OK);
    for (int i = 0; i < 2; i++)
        CHECK(compute_reference_run(rig.context, &right, &rig.fault) == OK);
    CHECK(compute_reference_run(rig.context, &wrong, &rig.fault) == OK);
    CHECK(compute_mark(rig.context, 1, &rig.fault) == OK);
    CHECK(compute_elapsed(rig.context, &ns, &rig.fault) == OK);
    CHECK(ns == 10020);
    check_sums(&right, 5050);
    check_sums(&wrong, 5051);
    free_arrays(&right);
    free_arrays(&wrong);
}

/* What the problem was told is handed on. */
TEST(settings)
{
    struct compute_reference scaled = reference_of("scaled_in_1_ns");
    scaled.settings = (const double[]){0.5};
    make_ready(&scaled);
    CHECK(compute_reference_run(rig.context, &scaled, &rig.fault) == OK);
    check_sums(&scaled, 2525);
    free_arrays(&scaled);
}

/* A call comes after what was queued before it. */
TEST(order)
{
    static const float ones[ROWS * N] = {[0] = 1};
    struct compute_reference sum = reference_of("sum_in_1_ns");
    float sums[ROWS];
    make_ready(&sum);
    CHECK(compute_array_send(sum.array[0], 0, ones, sizeof ones, 0, &rig.fault) == OK);
    CHECK(compute_reference_run(rig.context, &sum, &rig.fault) == OK);
    CHECK(compute_array_read(sum.array[1], 0, sums, sizeof sums, &rig.fault) == OK);
    CHECK(sums[0] == 1 && sums[1] == 0 && sums[2] == 0);
    free_arrays(&sum);
}

TEST(faults)
{
    size_t bytes = 7;
    struct compute_reference reference = reference_of("sum_in_fast_ns"), *of = &reference;
    struct compute_array *in = of->array[0];
    expect_fault(compute_reference_scratch(rig.context, of, &bytes, &rig.fault), UNSUPPORTED,
                 "the library has no function sum_in_fast_ns");
    CHECK(bytes == 0);
    of->function = "sum_in_5_ns_and_more";
    expect_fault(compute_reference_scratch(rig.context, of, &bytes, &rig.fault), UNSUPPORTED,
                 "the library has no function sum_in_5_ns_and_more");
    of->library = "nothing";
    expect_fault(compute_reference_run(rig.context, of, &rig.fault), UNSUPPORTED,
                 "there is no library of references \"nothing\"");
    of->library = "fake";
    of->function = "fail_in_5_ns";
    expect_fault(compute_reference_run(rig.context, of, &rig.fault), LAUNCH_FAILED, "fail_in_5_ns: no power");
    of->function = "sum_in_5_ns";
    expect_fault(compute_reference_run(rig.context, of, &rig.fault), LAUNCH_FAILED,
                 "illegal address: an array is too small for sum_in_5_ns");
    of->array[0] = NULL;
    expect_fault(compute_reference_run(rig.context, of, &rig.fault), INVALID,
                 "argument 0 of sum_in_5_ns is no array of this context");
    of->array[0] = in;
    CHECK(compute_graph_begin(rig.context, &rig.fault) == OK);
    CHECK(compute_reference_run(rig.context, of, &rig.fault) == INVALID);
    CHECK(strstr(rig.fault.text, "a reference while a graph is captured"));
    struct compute_graph *graph;
    CHECK(compute_graph_end(rig.context, &graph, NULL) == OK);
    compute_graph_free(graph);
    free_arrays(of);
}

/* Nobody offers such libraries for OpenCL. */
static void test_opencl(void)
{
    struct compute_device device;
    struct compute_context *context = NULL;
    const struct compute_reference reference = {.library = "cub", .function = "device_reduce_f32"};
    size_t bytes;
    if (compute_find("opencl", 0, &device, NULL) != OK)
        return;
    CHECK_OK(compute_context_new(&device, &context, &caught));
    CHECK_FAULT(compute_reference_scratch(context, &reference, &bytes, &caught), UNSUPPORTED, "needs CUDA");
    compute_context_free(context);
}

int main(void)
{
    struct compute_device device;
    CHECK(compute_find("fake", 0, &device, NULL) == OK);
    CHECK(compute_context_new(&device, &rig.context, NULL) == OK);
    run_tests();
    compute_context_free(rig.context);
    test_opencl();
    return CHECK_RESULT;
}
