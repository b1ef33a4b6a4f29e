/* What a compiler gets for a configuration: where the defines stand, and that its messages name the right lines. */
#include "tuner/job/source.h"
#include "tests/check.h"
#include "tests/own_folder.h"

#include <sys/stat.h>

/* ---- kernel files ---- */

#define PRELUDE                                                                                                        \
    "/* three lines */\n"                                                                                              \
    "#define KERNEL prelude\n"                                                                                         \
    "#define LAST prelude\n"
#define REAL_PRELUDE                                                                                                   \
    "#ifdef __OPENCL_VERSION__\n"                                                                                      \
    "#define KERNEL __kernel\n"                                                                                        \
    "#define GLOBAL __global\n"                                                                                        \
    "#else\n"                                                                                                          \
    "#define KERNEL extern \"C\" __global__\n"                                                                         \
    "#define GLOBAL\n"                                                                                                 \
    "#endif\n"

static const char wrong_on_6[] = "/* 1 */\n"
                                 "KERNEL void wrong(GLOBAL int *out)\n"
                                 "{\n"
                                 "    out[0] = SIZE;\n"
                                 "    out[1] = __LINE__;\n"
                                 "    out[2] = no_such_name;\n"
                                 "}\n";
static const char wrong_on_9[] = "/* 1: what stands here is only talk: #pragma nv_hdrstop */\n"
                                 " #pragma nv_hdrstop_too\n"
                                 "#define BEFORE 1\n"
                                 "#pragma nv_hdrstop\n"
                                 "\n"
                                 "extern \"C\" __global__ void wrong(int *out)\n"
                                 "{\n"
                                 "    out[0] = SIZE + BEFORE;\n"
                                 "    out[1] = no_such_name;\n"
                                 "}\n";
static const char wrong_on_3[] = "__kernel void wrong(__global int *out)\n"
                                 "{\n"
                                 "    out[0] = SIZE + no_such_name;\n"
                                 "}\n";
static const char wrong_on_2[] = "#define ABOVE 1\n"
                                 "#error above the stop\n"
                                 "#pragma nv_hdrstop\n";

const struct kernel_file kernel_files[] = {
    {"common_compute.h", REAL_PRELUDE},
    {"plain.cl", "plain 1\nplain 2\n"},
    {"empty.cl", ""},
    {"wrong.cl", wrong_on_6},
    {"cuda/plain.cu", "cuda 1\n"},
    {"cuda/stop.cu", "stop 1\nstop 2\n#pragma nv_hdrstop\nstop 4\n"},
    {"cuda/stop_first.cu", "#pragma nv_hdrstop\nfirst 2\n"},
    {"cuda/talk.cu",
     "// #pragma nv_hdrstop\n #pragma nv_hdrstop\ntalk 3\n#pragma nv_hdrstop\ntalk 5\n#pragma nv_hdrstop\n"},
    {"some/folder.cl", "folder 1\n"},
    {"opencl/plain.opencl", "opencl 1\nopencl 2\n"},
    {"opencl/wrong.opencl", wrong_on_3},
    {"cuda/wrong.cu", wrong_on_9},
    {"cuda/wrong_above.cu", wrong_on_2},
    {NULL, NULL},
};

/* ---- benches ---- */

static const struct space space = {
    .parameters = {{"SIZE", "", VALUES(64, 128)},
                   {"LOAD", "", WORDS("blocked", "by-2 rows", "x4")},
                   {"SHIFT", "", VALUES(-1, 1)},
                   {"STREAMS", "", VALUES(1, 2), .host = true}}, /* no text knows it */
};

/* The text for (SIZE, LOAD, SHIFT), and the status. */
static enum status compose_at(const char *file, const char *defines, const int *values, char **text,
                              struct fault *fault)
{
    struct bench bench = {.name = "bench", .source = file, .defines = defines, .space = space};
    struct config config = space_config(&bench.space, space_index(&bench.space, values));
    *fault = (struct fault){0};
    *text = NULL;
    return source_compose(&bench, &config, text, fault);
}

static const int some[] = {128, 1, -1, 2};

static void check_text(const char *file, const char *defines, const char *expected)
{
    char *text;
    struct fault fault;
    CHECK(compose_at(file, defines, some, &text, &fault) == OK);
    CHECK_TEXT(fault.text, "");
    CHECK_TEXT(text ? text : "", expected);
    free(text);
}

/* ---- texts ---- */

#define DEFINES                                                                                                        \
    "#define SIZE 128\n"                                                                                               \
    "#define LOAD_BLOCKED 0\n"                                                                                         \
    "#define LOAD_BY_2_ROWS 1\n"                                                                                       \
    "#define LOAD_X4 2\n"                                                                                              \
    "#define LOAD 1\n"                                                                                                 \
    "#define SHIFT -1\n"
#define BEFORE "#line 1 \"common_compute.h\"\n" REAL_PRELUDE "\n"

static void test_portable(void)
{
    check_text("plain.cl", NULL, BEFORE DEFINES "#line 1 \"plain.cl\"\nplain 1\nplain 2\n");
    check_text("empty.cl", NULL, BEFORE DEFINES "#line 1 \"empty.cl\"\n");
    check_text("plain.cl", "#define REAL float\n#define BYTES 4",
               BEFORE "#define REAL float\n#define BYTES 4\n" DEFINES "#line 1 \"plain.cl\"\nplain 1\nplain 2\n");
}

/* A CUDA file has no prelude; its includes stay in front of the defines, so that a precompiled header serves all. */
static void test_cuda(void)
{
    check_text("cuda/plain.cu", NULL, DEFINES "#line 1 \"cuda/plain.cu\"\ncuda 1\n");
    check_text("cuda/stop.cu", NULL,
               "#line 1 \"cuda/stop.cu\"\nstop 1\nstop 2\n#pragma nv_hdrstop\n" DEFINES
               "#line 4 \"cuda/stop.cu\"\nstop 4\n");
    check_text("cuda/stop_first.cu", "#define REAL float",
               "#line 1 \"cuda/stop_first.cu\"\n#pragma nv_hdrstop\n#define REAL float\n" DEFINES
               "#line 2 \"cuda/stop_first.cu\"\nfirst 2\n");
    check_text(
        "cuda/talk.cu", NULL, /* the first that begins a line */
        "#line 1 \"cuda/talk.cu\"\n// #pragma nv_hdrstop\n #pragma nv_hdrstop\ntalk 3\n#pragma nv_hdrstop\n" DEFINES
        "#line 5 \"cuda/talk.cu\"\ntalk 5\n#pragma nv_hdrstop\n");
}

/* The ending of its name says for which language a file is written. */
static void test_opencl(void)
{
    check_text("opencl/plain.opencl", NULL, DEFINES "#line 1 \"opencl/plain.opencl\"\nopencl 1\nopencl 2\n");
    check_text("some/folder.cl", NULL, BEFORE DEFINES "#line 1 \"some/folder.cl\"\nfolder 1\n");
}

/* Only the values tell two configurations of a bench apart, and not those of the host: the cache rests on it. */
static void test_differ(void)
{
    enum { CONFIGS = 24, STREAMS = 2 };
    char *text[CONFIGS];
    struct fault fault;
    for (uint64_t index = 0; index < CONFIGS; index++)
        CHECK(compose_at("plain.cl", NULL, space_config(&space, index).value, &text[index], &fault) == OK);
    for (int i = 0; i < CONFIGS; i++)
        for (int j = 0; j < i; j++)
            CHECK(!strcmp(text[i], text[j]) == (i / STREAMS == j / STREAMS));
    CHECK(strstr(text[0], "\n#define SIZE 64\n") && strstr(text[0], "\n#define LOAD 0\n"));
    CHECK(strstr(text[23], "\n#define SIZE 128\n") && strstr(text[23], "\n#define LOAD 2\n"));
    for (int i = 0; i < CONFIGS; i++)
        free(text[i]);
}

static void test_no_parameters(void)
{
    struct bench bench = {.name = "bare", .source = "plain.cl"};
    struct config config = space_config(&bench.space, 0);
    char *text = NULL;
    CHECK(source_compose(&bench, &config, &text, NULL) == OK);
    CHECK_TEXT(text ? text : "", BEFORE "#line 1 \"plain.cl\"\nplain 1\nplain 2\n");
    free(text);
}

/* A bench that only copies. */
static void test_no_kernel(void)
{
    const struct bench bench = {.defines = "#define SIX 6"};
    struct config config = space_config(&bench.space, 0);
    char *text = NULL;
    CHECK(source_compose(&bench, &config, &text, NULL) == OK && text && !*text);
    free(text);
}

static void test_unknown(void)
{
    char *text;
    struct fault fault;
    static const char *const unknown[] = {"missing.cl", "plain", "plain.cl2", "cuda/missing.cu", "/cuda/plain.cu", ""};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        CHECK(compose_at(unknown[i], NULL, some, &text, &fault) == INVALID);
        CHECK(fault.status == INVALID && strstr(fault.text, unknown[i]) && strstr(fault.text, "not in this program"));
        CHECK(!text);
    }
}

/* ---- a folder in place of the binary ---- */

static void write_file(const char *path, const char *text, size_t times)
{
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    for (size_t i = 0; file && i < times; i++)
        fputs(text, file);
    if (file)
        fclose(file);
}

static void test_folder(void)
{
    char *text;
    struct fault fault;
    CHECK(!mkdir("mine", 0777) && !mkdir("mine/cuda", 0777));
    write_file("mine/plain.cl", "my plain\n", 1);
    write_file("mine/cuda/stop.cu", "mine 1\n#pragma nv_hdrstop\nmine 3\n", 1);
    source_folder("mine");
    check_text("cuda/stop.cu", NULL,
               "#line 1 \"cuda/stop.cu\"\nmine 1\n#pragma nv_hdrstop\n" DEFINES "#line 3 \"cuda/stop.cu\"\nmine 3\n");

    /* The prelude comes from the folder too, and nothing from the binary. */
    CHECK(compose_at("plain.cl", NULL, some, &text, &fault) == INVALID);
    CHECK(strstr(fault.text, "mine/common_compute.h: No such file") && strstr(fault.text, "--kernels mine"));
    write_file("mine/common_compute.h", PRELUDE, 1);
    check_text("plain.cl", NULL,
               "#line 1 \"common_compute.h\"\n" PRELUDE "\n" DEFINES "#line 1 \"plain.cl\"\nmy plain\n");
    CHECK(compose_at("wrong.cl", NULL, some, &text, &fault) == INVALID);
    CHECK(strstr(fault.text, "mine/wrong.cl: No such file"));

    source_folder(NULL);
    check_text("plain.cl", NULL, BEFORE DEFINES "#line 1 \"plain.cl\"\nplain 1\nplain 2\n");
}

/* Lengths around the pieces in which a file is read. */
static void test_lengths(void)
{
    static const size_t lengths[] = {0, 1, 65535, 65536, 65537, 131072, 1000000};
    source_folder("mine");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char *text;
        struct fault fault;
        write_file("mine/cuda/long.cu", "x", lengths[i]);
        CHECK(compose_at("cuda/long.cu", NULL, some, &text, &fault) == OK);
        const char *start = text ? strstr(text, "long.cu\"\n") : NULL;
        CHECK(start && strlen(start + 9) == lengths[i] && strspn(start + 9, "x") == lengths[i]);
        free(text);
    }
    source_folder(NULL);
}

/* ---- what compilers say ---- */

/* The message names the line of the kernel file, and no other error stands before it. */
static void check_message(const char *backend, const char *file, const char *place)
{
    struct compute_device device;
    struct compute_binary binary = {0};
    struct fault fault;
    char *text;
    if (compute_find(backend, 0, &device, NULL) != OK) {
        fprintf(stderr, "%s: not here, not tested\n", backend);
        return;
    }
    if (!strcmp(backend, "opencl") && !device.is_cpu) {
        fprintf(stderr, "%s: compilers of GPUs may count their own lines (NVIDIA's does), not tested\n", device.name);
        return;
    }
    CHECK(compose_at(file, "#define MORE 1\n#define STILL_MORE 2", some, &text, &fault) == OK);
    CHECK(compute_compile(&device, file, text, 0, &binary, &fault) == COMPILE_FAILED);
    if (!strstr(fault.text, place)) {
        fprintf(stderr, "%s, not at %s: %s\n", backend, place, fault.text);
        check_failures++;
    }
    compute_binary_free(&binary);
    free(text);
}

int main(void)
{
    enter_own_folder();
    CHECK(!mkdir("cache", 0777));
    char cache[64];
    snprintf(cache, sizeof cache, "%s/cache", own_folder);
    compute_set_cache(cache);
    test_portable();
    test_cuda();
    test_opencl();
    test_differ();
    test_no_parameters();
    test_no_kernel();
    test_unknown();
    test_folder();
    test_lengths();
    check_message("nvrtc:sm_90", "wrong.cl", ": wrong.cl(6): error");
    check_message("nvrtc:sm_90", "cuda/wrong.cu", ": cuda/wrong.cu(9): error");
    check_message("nvrtc:sm_90", "cuda/wrong_above.cu", ": cuda/wrong_above.cu(2): ");
    check_message("opencl", "wrong.cl", "wrong.cl:6:");
    check_message("opencl", "opencl/wrong.opencl", "opencl/wrong.opencl:3:");
    return CHECK_RESULT;
}
