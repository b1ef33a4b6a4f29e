/* Calls of a library's functions on a context's arrays, on the fake device; and the message of a device without such
 * libraries. */
#include "compute/compute.h"
#include "tests/check.h"

enum { N = 100, ROWS = 3 };

static struct compute_context *context;

static struct compute_array *array_of(size_t floats)
{
    struct compute_array *array = NULL;
    CHECK_OK(compute_array_new(context, floats * sizeof(float), &array, &caught));
    return array;
}

/* Rows of 1, 2, 3 ... plus the row's number; their sums are 5050 + 100 r. */
static struct compute_reference reference_of(const char *function)
{
    float values[ROWS * N];
    for (int i = 0; i < ROWS * N; i++)
        values[i] = (float)(i % N + 1 + i / N);
    struct compute_reference reference = {
        .library = "fake", .function = function, .arrays = 2, .n = N, .rows = ROWS, .array[1] = array_of(ROWS)};
    reference.array[0] = array_of(ROWS * N);
    CHECK_OK(compute_array_write(reference.array[0], 0, values, sizeof values, &caught));
    CHECK_OK(compute_array_fill(reference.array[1], 0xff, &caught));
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
    CHECK_OK(compute_reference_scratch(context, reference, &bytes, &caught));
    CHECK(bytes == N * sizeof(float));
    reference->scratch = array_of(N);
    CHECK_OK(compute_array_fill(reference->scratch, 0xff, &caught));
    CHECK_OK(compute_reference_prepare(context, reference, &caught));
}

static void check_sums(const struct compute_reference *reference, float first)
{
    float sums[ROWS];
    CHECK_OK(compute_array_read(reference->array[1], 0, sums, sizeof sums, &caught));
    CHECK(sums[0] == first && sums[1] == 5150 && sums[2] == 5250);
}

/* The sums, their time by the device's clock, and several calls after one preparation. */
TEST(calls)
{
    double ns;
    struct compute_reference right = reference_of("sum_in_5000_ns"), wrong = reference_of("wrong_in_20_ns");
    make_ready(&right);
    make_ready(&wrong);
    CHECK_OK(compute_mark(context, 0, &caught));
    for (int i = 0; i < 2; i++)
        CHECK_OK(compute_reference_run(context, &right, &caught));
    CHECK_OK(compute_reference_run(context, &wrong, &caught));
    CHECK_OK(compute_mark(context, 1, &caught));
    CHECK_OK(compute_elapsed(context, &ns, &caught));
    CHECK(ns == 10020);
    check_sums(&right, 5050);
    check_sums(&wrong, 5051);
    free_arrays(&right);
    free_arrays(&wrong);
}

/* The problem's settings are passed on. */
TEST(settings)
{
    struct compute_reference scaled = reference_of("scaled_in_1_ns");
    scaled.settings = (const double[]){0.5};
    make_ready(&scaled);
    CHECK_OK(compute_reference_run(context, &scaled, &caught));
    check_sums(&scaled, 2525);
    free_arrays(&scaled);
}

/* A call follows the work queued before it. */
TEST(order)
{
    static const float ones[ROWS * N] = {[0] = 1};
    struct compute_reference sum = reference_of("sum_in_1_ns");
    float sums[ROWS];
    make_ready(&sum);
    CHECK_OK(compute_array_send(sum.array[0], 0, ones, sizeof ones, 0, &caught));
    CHECK_OK(compute_reference_run(context, &sum, &caught));
    CHECK_OK(compute_array_read(sum.array[1], 0, sums, sizeof sums, &caught));
    CHECK(sums[0] == 1 && sums[1] == 0 && sums[2] == 0);
    free_arrays(&sum);
}

TEST(faults)
{
    size_t bytes = 7;
    struct compute_reference reference = reference_of("sum_in_fast_ns"), *of = &reference;
    struct compute_array *in = of->array[0];
    CHECK_FAULT(compute_reference_scratch(context, of, &bytes, &caught), UNSUPPORTED,
                "the library has no function sum_in_fast_ns");
    CHECK(bytes == 0);
    of->function = "sum_in_5_ns_and_more";
    CHECK_FAULT(compute_reference_scratch(context, of, &bytes, &caught), UNSUPPORTED,
                "the library has no function sum_in_5_ns_and_more");
    of->library = "nothing";
    CHECK_FAULT(compute_reference_run(context, of, &caught), UNSUPPORTED,
                "there is no library of references \"nothing\"");
    of->library = "fake";
    of->function = "fail_in_5_ns";
    CHECK_FAULT(compute_reference_run(context, of, &caught), LAUNCH_FAILED, "fail_in_5_ns: no power");
    of->function = "sum_in_5_ns";
    CHECK_FAULT(compute_reference_run(context, of, &caught), LAUNCH_FAILED,
                "illegal address: an array is too small for sum_in_5_ns");
    of->array[0] = NULL;
    CHECK_FAULT(compute_reference_run(context, of, &caught), INVALID,
                "argument 0 of sum_in_5_ns is no array of this context");
    of->array[0] = in;
    CHECK_OK(compute_graph_begin(context, &caught));
    CHECK(compute_reference_run(context, of, &caught) == INVALID);
    CHECK(strstr(caught.text, "a reference while a graph is captured"));
    struct compute_graph *graph;
    CHECK(compute_graph_end(context, &graph, NULL) == OK);
    compute_graph_free(graph);
    free_arrays(of);
}

/* There are no such libraries for OpenCL. */
TEST(opencl)
{
    struct compute_device device;
    struct compute_context *other = NULL;
    const struct compute_reference reference = {.library = "cub", .function = "device_reduce_f32"};
    size_t bytes;
    if (compute_find("opencl", 0, &device, NULL) != OK)
        return;
    CHECK_OK(compute_context_new(&device, &other, &caught));
    CHECK_FAULT(compute_reference_scratch(other, &reference, &bytes, &caught), UNSUPPORTED, "needs CUDA");
    compute_context_free(other);
}

int main(void)
{
    struct compute_device device;
    CHECK(compute_find("fake", 0, &device, NULL) == OK);
    CHECK(compute_context_new(&device, &context, NULL) == OK);
    run_tests();
    compute_context_free(context);
    return CHECK_RESULT;
}
