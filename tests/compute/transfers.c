/* Host memory and copies on streams, on the fake device: a copy takes effect as late as it may, and nothing overtakes
 * it. */
#include "tests/compute/fake/rig.h"

enum { BYTES = 64 };

static struct rig rig;

/* More memory than the machine has: NULL from malloc, not the end of a program with the address sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static struct compute_array *array_of(uint8_t value)
{
    struct compute_array *array = NULL;
    CHECK_OK(compute_array_new(rig.context, BYTES, &array, &caught));
    CHECK_OK(compute_array_fill(array, value, &caught));
    return array;
}

static uint8_t *host_of(struct compute_host **memory, uint8_t value)
{
    CHECK_OK(compute_host_new(rig.context, BYTES, value % 2, memory, &caught));
    return memset(compute_host_bytes(*memory), value, BYTES);
}

static void send(struct compute_array *array, const void *from, int stream)
{
    CHECK_OK(compute_array_send(array, 0, from, BYTES, stream, &caught));
}

static void receive(struct compute_array *array, void *to, int stream)
{
    CHECK_OK(compute_array_receive(array, 0, to, BYTES, stream, &caught));
}

static void finish(int stream)
{
    CHECK_OK(compute_stream_finish(rig.context, stream, &caught));
}

static void copy(struct compute_array *in, struct compute_array *out, int stream)
{
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(in), COMPUTE_ARRAY(out)};
    struct compute_launch launch = launch_of(1, 32, 1, 1);
    launch.stream = stream;
    CHECK_OK(compute_kernel_launch(rig.kernel, launch, arguments, 2, &caught));
}

/* Sent bytes are read, and received ones written, when the host waits for the stream; not at another stream's end. */
TEST(late)
{
    FREED_BY(free_host) struct compute_host *sent, *received;
    uint8_t *from = host_of(&sent, 3), *to = host_of(&received, 4);
    FREED_BY(free_array) struct compute_array *x = array_of(0);
    for (int stream = 0; stream < 2; stream++) {
        memset(from, 5, BYTES);
        memset(to, 0, BYTES);
        send(x, from, stream);
        receive(x, to, stream);
        finish(!stream);
        CHECK(to[0] == 0 && to[BYTES - 1] == 0);
        memset(from, 6, BYTES); /* too early */
        finish(stream);
        CHECK(to[0] == 6 && to[BYTES - 1] == 6);
        memset(from, 7, BYTES);
        finish(stream); /* nothing remains */
        CHECK(to[0] == 6);
    }
    compute_host_free(NULL);
}

/* Other waits of the host: for everything, a blocking copy of stream 0, the release of what is used, a marker. */
TEST(other_waits)
{
    FREED_BY(free_host) struct compute_host *memory;
    struct compute_host *other;
    uint8_t *to = host_of(&memory, 1), byte = 9;
    FREED_BY(free_array) struct compute_array *x = array_of(8), *y = array_of(8);
    double elapsed;
    for (int way = 0; way < 6; way++) {
        int stream = way == 0 || way >= 4;
        memset(to, 0, BYTES);
        CHECK_OK(compute_mark(rig.context, 0, &caught));
        receive(x, to, stream);
        CHECK(compute_mark(rig.context, 1, &caught) == OK && to[0] == 0);
        switch (way) {
        case 0:
            CHECK_OK(compute_context_finish(rig.context, &caught));
            break;
        case 1:
            CHECK_OK(compute_array_write(y, 0, &byte, 1, &caught));
            break;
        case 2:
            CHECK(compute_array_read(y, 0, &byte, 1, &caught) == OK && byte == 9);
            break;
        case 3:
            CHECK(compute_elapsed(rig.context, &elapsed, &caught) == OK && elapsed == BYTES);
            break;
        case 4:
            compute_array_free(x);
            break;
        default:
            host_of(&other, 2);
            compute_host_free(other);
        }
        CHECK(to[0] == 8 && to[BYTES - 1] == 8);
        x = way == 4 ? array_of(8) : x;
    }
    CHECK(compute_array_check(x, "x", &caught) == OK && compute_array_check(y, "y", &caught) == OK);
}

/* Launches, fills and copies of a stream keep their order; another stream follows once it has waited. */
TEST(order)
{
    FREED_BY(free_host) struct compute_host *first, *second, *third;
    uint8_t *one = host_of(&first, 1), *two = host_of(&second, 2), *to = host_of(&third, 9);
    FREED_BY(free_array) struct compute_array *x = array_of(0), *y = array_of(0), *z = array_of(0);
    send(x, one, 0);
    copy(x, y, 0); /* after the sent bytes arrived */
    CHECK_OK(compute_array_fill(x, 7, &caught));
    receive(y, to, 0);
    finish(0);
    CHECK(to[0] == 1 && to[BYTES - 1] == 1);
    receive(x, to, 0);
    finish(0);
    CHECK(to[0] == 7);

    send(x, two, 0);
    CHECK_OK(compute_stream_wait(rig.context, 1, 0, &caught));
    copy(x, z, 1);
    send(x, one, 0); /* after the wait: not waited for */
    receive(z, to, 1);
    finish(1);
    CHECK(to[0] == 2 && one[0] == 1);
    receive(x, to, 1); /* stream 0's last copy is still pending */
    finish(1);
    CHECK(to[0] == 2);
    CHECK_OK(compute_stream_wait(rig.context, 1, 0, &caught));
    CHECK_OK(compute_stream_wait(rig.context, 0, 1, &caught));
    receive(x, to, 0);
    finish(0);
    CHECK(to[0] == 1);

    copy(x, y, 1); /* nothing before it: at once */
    memset(to, 0, BYTES);
    CHECK(compute_array_read(y, 0, to, BYTES, &caught) == OK && to[0] == 1);
    const struct compute_checked arrays[] = {{x, "x"}, {y, "y"}, {z, "z"}};
    CHECK_OK(compute_arrays_check(arrays, 3, &caught));
}

/* A launch that fails after a copy fails when it is waited for, and later work happens nevertheless. */
TEST(failure)
{
    struct rig good = rig;
    struct compute_host *memory;
    rig = rig_new("//fake fail-launch no luck\n");
    uint8_t *to = host_of(&memory, 4);
    struct compute_array *x = array_of(5);
    send(x, to, 1);
    copy(x, x, 1);
    memset(to, 6, BYTES);
    receive(x, to, 1);
    CHECK_FAULT(compute_stream_finish(rig.context, 1, &caught), LAUNCH_FAILED, "no luck");
    CHECK(to[0] == 6);
    finish(1);
    send(x, to, 0); /* pending at the end */
    compute_host_free(memory);
    compute_array_free(x);
    rig_free(&rig);
    rig = good;
}

/* Marks follow the order of stream 0, and copies take a nanosecond per byte. */
TEST(time)
{
    FREED_BY(free_host) struct compute_host *memory;
    uint8_t *host = host_of(&memory, 4);
    FREED_BY(free_array) struct compute_array *x = array_of(5), *y = array_of(6);
    double elapsed;
    send(x, host, 0);
    CHECK_OK(compute_mark(rig.context, 0, &caught));
    send(x, host, 0);
    copy(x, y, 0); /* 100 ns */
    CHECK_OK(compute_array_receive(y, 8, host, 10, 0, &caught));
    CHECK_OK(compute_mark(rig.context, 1, &caught));
    receive(y, host, 0);
    CHECK(compute_elapsed(rig.context, &elapsed, &caught) == OK && elapsed == BYTES + 100 + 10);
}

/* A graph is launched in the stream's order, too. */
TEST(graph)
{
    FREED_BY(free_host) struct compute_host *sent, *received;
    uint8_t *from = host_of(&sent, 1), *to = host_of(&received, 2);
    FREED_BY(free_array) struct compute_array *x = array_of(0), *y = array_of(0);
    struct compute_graph *graph = NULL;
    CHECK_OK(compute_graph_begin(rig.context, &caught));
    copy(x, y, 0);
    CHECK_FAULT(compute_array_send(x, 0, from, 4, 0, &caught), INVALID,
                "send while a graph is captured: only launches, fills and waits of streams are");
    CHECK_FAULT(compute_array_receive(x, 0, to, 4, 0, &caught), INVALID,
                "receive while a graph is captured: only launches, fills and waits of streams are");
    CHECK_FAULT(compute_stream_finish(rig.context, 0, &caught), INVALID,
                "waiting for a stream while a graph is captured: only launches, fills and waits of streams are");
    struct compute_host *none;
    CHECK_FAULT(compute_host_new(rig.context, 4, true, &none, &caught), INVALID,
                "making host memory while a graph is captured: only launches, fills and waits of streams are");
    CHECK(!none && compute_graph_end(rig.context, &graph, &caught) == OK);
    send(x, from, 0);
    CHECK_OK(compute_graph_launch(graph, &caught));
    receive(y, to, 0);
    compute_graph_free(graph); /* its queued work comes before */
    CHECK(to[0] == 1);
}

TEST(refused)
{
    struct compute_host *memory;
    FREED_BY(free_array) struct compute_array *x = array_of(0), *texture;
    uint8_t byte[BYTES + 1] = {0};
    CHECK_FAULT(compute_host_new(rig.context, 0, true, &memory, &caught), INVALID, "host memory of 0 bytes");
    CHECK_FAULT(compute_host_new(rig.context, SIZE_MAX / 2, false, &memory, &caught), NO_MEMORY,
                "9223372036854775807 bytes of host memory");
    CHECK_FAULT(compute_host_new(rig.context, SIZE_MAX / 2, true, &memory, &caught), NO_MEMORY,
                "9223372036854775807 bytes of pinned host memory");
    CHECK(!memory);
    CHECK_FAULT(compute_array_send(x, 1, byte, BYTES, 0, &caught), INVALID, "send 64 bytes at 1 of an array of 64");
    CHECK_FAULT(compute_array_receive(x, 0, byte, BYTES + 1, 0, &caught), INVALID,
                "receive 65 bytes at 0 of an array of 64");
    CHECK_FAULT(compute_array_send(NULL, 0, byte, 1, 0, &caught), INVALID, "send: this is no array");
    CHECK_FAULT(compute_array_send(x, 0, byte, 1, COMPUTE_STREAMS, &caught), INVALID,
                "stream 4: there are 4, counted from 0");
    CHECK_FAULT(compute_array_receive(x, 0, byte, 1, -1, &caught), INVALID, "stream -1: there are 4, counted from 0");
    CHECK_FAULT(compute_stream_finish(rig.context, COMPUTE_STREAMS, &caught), INVALID,
                "stream 4: there are 4, counted from 0");
    CHECK_OK(compute_array_send(x, BYTES, byte, 0, 0, &caught));
    CHECK_OK(compute_texture_new(rig.context, (struct compute_texture){.width = 4, .height = 4}, &texture, &caught));
    CHECK_FAULT(compute_array_send(texture, 0, byte, BYTES, 0, &caught), INVALID,
                "send: a texture is written and read at once, not on a stream");
}

int main(void)
{
    rig = rig_new("//fake copy\n//fake time 100\n");
    run_tests();
    rig_free(&rig);
    return CHECK_RESULT;
}
