/* The compiler's input for a configuration: the place of the defines, and the right lines in its messages. */
#include "tests/own_folder.h"
#include "tests/text_file.h"
#include "tuner/job/program.h"

#include <sys/stat.h>

IN_OWN_FOLDER;

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

static const struct kernel_file kernels[] = {
    {"common_compute.h", REAL_PRELUDE},
    {"plain.cl", "plain 1\nplain 2\n"},
    {"empty.cl", ""},
    {"wrong.cl", wrong_on_6},
    {"plain.cu", "plain cuda\n"},
    {"cuda/plain.cu", "cuda 1\n"},
    {"cuda/stop.cu", "stop 1\nstop 2\n#pragma nv_hdrstop\nstop 4\n"},
    {"cuda/stop_first.cu", "#pragma nv_hdrstop\nfirst 2\n"},
    {"cuda/talk.cu",
     "// #pragma nv_hdrstop\n #pragma nv_hdrstop\ntalk 3\n#pragma nv_hdrstop\ntalk 5\n#pragma nv_hdrstop\n"},
    {"some/folder.cl", "folder 1\n"},
    {"include/two.cl", "first\n#include \"include/one.h\"\nthird\n"},
    {"include/one.h", "one\n#include \"include/end.h\""},
    {"include/end.h", "the end"},
    {"include/mine.cu", "#include <vector>\n#include \"include/end.h\"\n"},
    {"include/missing.cl", "1\n#include \"include/none.h\"\n"},
    {"include/endless.cl", "#include \"include/endless.cl\"\n"},
    {"opencl/plain.opencl", "opencl 1\nopencl 2\n"},
    {"opencl/wrong.opencl", wrong_on_3},
    {"cuda/wrong.cu", wrong_on_9},
    {"cuda/wrong_above.cu", wrong_on_2},
    {NULL, NULL},
};
static struct registry registry = {.kernels = kernels};

/* ---- benches ---- */

static const struct suite suite = {.name = "suite"};
static const struct space space = {
    .parameters =
        PARAMETERS({"SIZE", "", VALUES(64, 128)}, {"LOAD", "", WORDS("blocked", "by-2 rows", "x4")},
                   {"SHIFT", "", VALUES(-1, 1)}, {"STREAMS", "", VALUES(1, 2), .host = true}), /* no text has it */
};

enum { ALPHAS = 9 };
static const double alphas[ALPHAS] = {0.25, 2, -1, 0, 0.1, 1. / 3, 1e-9, 1e6, 6.02214076e23};
static const struct bench real = {
    .name = "real",
    .kernel.file = "plain.cu",
    .space.parameters = PARAMETERS({"SIZE", "", VALUES(64, 128)}, {"ALPHA", "", .reals = alphas, .count = ALPHAS},
                                   {"SHARE", "", REALS(0.5, 0.75), .host = true}, {"BETA", "", REALS(1.5, 3)}),
};

static enum status compose(const struct bench *bench, uint64_t index, char **text, struct fault *fault)
{
    const struct problem problem = problem_of(&suite, bench, 1, 1);
    FREED struct config *config = config_new(&problem, index);
    *text = NULL;
    return source_compose(&registry, config, &bench->kernel, text, fault);
}

/* The text for (SIZE, LOAD, SHIFT), and the status. */
static enum status compose_at(const char *file, const char *defines, const int *values, char **text,
                              struct fault *fault)
{
    const struct bench bench = {.name = "bench", .kernel = {.file = file, .defines = defines}, .space = space};
    return compose(&bench, space_index(&space, values), text, fault);
}

static const int some[] = {128, 1, -1, 2};

static void check_text(const char *file, const char *defines, const char *expected)
{
    FREED char *text;
    CHECK_OK(compose_at(file, defines, some, &text, &caught));
    CHECK_TEXT(text ? text : "", expected);
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

TEST(portable)
{
    check_text("plain.cl", NULL, BEFORE DEFINES "#line 1 \"plain.cl\"\nplain 1\nplain 2\n");
    check_text("empty.cl", NULL, BEFORE DEFINES "#line 1 \"empty.cl\"\n");
    check_text("plain.cl", "#define REAL float\n#define BYTES 4",
               BEFORE "#define REAL float\n#define BYTES 4\n" DEFINES "#line 1 \"plain.cl\"\nplain 1\nplain 2\n");
}

/* A CUDA file has no prelude; its includes stay before the defines, so that a precompiled header serves all. */
TEST(cuda)
{
    check_text("cuda/plain.cu", NULL, DEFINES "#line 1 \"cuda/plain.cu\"\ncuda 1\n");
    check_text("cuda/stop.cu", NULL,
               "#line 1 \"cuda/stop.cu\"\nstop 1\nstop 2\n#pragma nv_hdrstop\n" DEFINES
               "#line 4 \"cuda/stop.cu\"\nstop 4\n");
    check_text("cuda/stop_first.cu", "#define REAL float",
               "#line 1 \"cuda/stop_first.cu\"\n#pragma nv_hdrstop\n#define REAL float\n" DEFINES
               "#line 2 \"cuda/stop_first.cu\"\nfirst 2\n");
    check_text(
        "cuda/talk.cu", NULL, /* the first one at the start of a line */
        "#line 1 \"cuda/talk.cu\"\n// #pragma nv_hdrstop\n #pragma nv_hdrstop\ntalk 3\n#pragma nv_hdrstop\n" DEFINES
        "#line 5 \"cuda/talk.cu\"\ntalk 5\n#pragma nv_hdrstop\n");
}

TEST(opencl)
{
    check_text("opencl/plain.opencl", NULL, DEFINES "#line 1 \"opencl/plain.opencl\"\nopencl 1\nopencl 2\n");
    check_text("some/folder.cl", NULL, BEFORE DEFINES "#line 1 \"some/folder.cl\"\nfolder 1\n");
}

/* Only the suffix of its name determines the language of a file, in any folder. */
TEST(endings)
{
    static const char *const names[] = {"plain.cl",           "suite/plain.cl",     "cuda/plain.cl",  "opencl/plain.cl",
                                        "two.dots.cl",        "plain.cu",           "plain.opencl",   "suite/plain.cu",
                                        "suite/plain.opencl", "folder.cl/plain.cu", "folder.cl/bare", "two.cl.cu"};
    enum { NAMES_COUNT = sizeof names / sizeof *names, PORTABLE = 5 /* the first */ };
    struct kernel_file files[NAMES_COUNT + 2] = {kernels[0]}; /* each is the name of a text */
    for (size_t i = 0; i < NAMES_COUNT; i++)
        files[i + 1] = (struct kernel_file){names[i], names[i]};
    registry.kernels = files;
    for (size_t i = 0; i < NAMES_COUNT; i++) {
        char expected[1024];
        snprintf(expected, sizeof expected, "%s" DEFINES "#line 1 \"%s\"\n%s", i < PORTABLE ? BEFORE : "", names[i],
                 names[i]);
        check_text(names[i], NULL, expected);
    }
    registry.kernels = kernels;
}

/* Files within files, and their line numbers, in either language. */
TEST(include)
{
    char *text;
    check_text("include/two.cl", NULL,
               BEFORE DEFINES "#line 1 \"include/two.cl\"\nfirst\n#line 1 \"include/one.h\"\none\n"
                              "#line 1 \"include/end.h\"\nthe end\n#line 3 \"include/one.h\"\n"
                              "\n#line 3 \"include/two.cl\"\nthird\n");
    check_text("include/mine.cu", NULL,
               DEFINES "#line 1 \"include/mine.cu\"\n#include <vector>\n#line 1 \"include/end.h\"\nthe end\n#line 3 "
                       "\"include/mine.cu\"\n");
    CHECK(CALL(compose_at("include/missing.cl", NULL, some, &text, &caught)) == INVALID && !text);
    CHECK_TEXT(caught.text, "kernel file include/none.h is not in this program");
    CHECK(CALL(compose_at("include/endless.cl", NULL, some, &text, &caught)) == INVALID && !text);
    CHECK_TEXT(caught.text, "include/endless.cl:1: includes include/endless.cl, and so on");
}

static void define_n(const struct config *config, char lines[MAX_LINES])
{
    snprintf(lines, MAX_LINES, "#define N %d\n", (int)config->problem->n);
}

/* Lines of the problem come before those of the configuration. */
TEST(define)
{
    FREED char *text;
    const struct bench bench = {.name = "bench",
                                .kernel = {.file = "plain.cu", .defines = "#define REAL float", .define = define_n},
                                .space = space};
    CHECK_OK(compose(&bench, space_index(&space, some), &text, &caught));
    CHECK_TEXT(text, "#define REAL float\n#define N 1\n" DEFINES "#line 1 \"plain.cu\"\nplain cuda\n");
}

/* A real number is real to a compiler, too, and is exactly the declared one. */
TEST(reals)
{
    static const char *const words[ALPHAS] = {"0.25",  "2.0",       "-1.0",          "0.0", "0.1", "0.3333333333333333",
                                              "1e-09", "1000000.0", "6.02214076e+23"};
    for (size_t i = 0; i < ALPHAS; i++) {
        const int values[] = {128, (int)i, 1, 1};
        char *text, expected[256];
        CHECK_OK(compose(&real, space_index(&real.space, values), &text, &caught));
        snprintf(expected, sizeof expected,
                 "#define SIZE 128\n#define ALPHA %s\n#define BETA 3.0\n#line 1 \"plain.cu\"\nplain cuda\n", words[i]);
        CHECK_TEXT(text ? text : "", expected);
        const char *define = text ? strstr(text, "ALPHA ") : NULL;
        CHECK(define && strtod(define + 6, NULL) == alphas[i]);
        free(text);
    }
}

/* Only values distinguish two configurations of a bench, and not those of the host: the cache relies on it. */
TEST(differ)
{
    enum { CONFIGS = 24, STREAMS = 2 };
    const struct bench bench = {.name = "bench", .kernel.file = "plain.cl", .space = space};
    char *text[CONFIGS];
    for (uint64_t index = 0; index < CONFIGS; index++)
        CHECK_OK(compose(&bench, index, &text[index], &caught));
    for (int i = 0; i < CONFIGS; i++)
        for (int j = 0; j < i; j++)
            CHECK(!strcmp(text[i], text[j]) == (i / STREAMS == j / STREAMS));
    CHECK(strstr(text[0], "\n#define SIZE 64\n") && strstr(text[0], "\n#define LOAD 0\n"));
    CHECK(strstr(text[23], "\n#define SIZE 128\n") && strstr(text[23], "\n#define LOAD 2\n"));
    for (int i = 0; i < CONFIGS; i++)
        free(text[i]);
}

TEST(no_parameters)
{
    const struct bench bench = {.name = "bare", .kernel.file = "plain.cl"};
    FREED char *text;
    CHECK_OK(compose(&bench, 0, &text, &caught));
    CHECK_TEXT(text ? text : "", BEFORE "#line 1 \"plain.cl\"\nplain 1\nplain 2\n");
}

/* A bench without a kernel. */
TEST(no_kernel)
{
    const struct bench bench = {.kernel.defines = "#define SIX 6"};
    FREED char *text;
    CHECK(FINE(compose(&bench, 0, &text, &caught)) && text && !*text);
}

TEST(unknown)
{
    char *text;
    static const char *const unknown[] = {"missing.cl", "plain", "plain.cl2", "cuda/missing.cu", "/cuda/plain.cu", ""};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        CHECK(CALL(compose_at(unknown[i], NULL, some, &text, &caught)) == INVALID);
        CHECK(caught.status == INVALID && strstr(caught.text, unknown[i]) &&
              strstr(caught.text, "not in this program"));
        CHECK(!text);
    }
}

/* ---- a folder in place of the binary ---- */

TEST(folder)
{
    char *text;
    CHECK(!mkdir("mine", 0777) && !mkdir("mine/cuda", 0777));
    text_put("mine/plain.cl", "my plain\n");
    text_put("mine/cuda/stop.cu", "mine 1\n#pragma nv_hdrstop\nmine 3\n");
    registry.kernel_folder = "mine";
    check_text("cuda/stop.cu", NULL,
               "#line 1 \"cuda/stop.cu\"\nmine 1\n#pragma nv_hdrstop\n" DEFINES "#line 3 \"cuda/stop.cu\"\nmine 3\n");

    /* The prelude comes from the folder too, and nothing from the binary. */
    CHECK(CALL(compose_at("plain.cl", NULL, some, &text, &caught)) == INVALID);
    CHECK(strstr(caught.text, "mine/common_compute.h: No such file") && strstr(caught.text, "--kernels mine"));
    text_put("mine/common_compute.h", PRELUDE);
    check_text("plain.cl", NULL,
               "#line 1 \"common_compute.h\"\n" PRELUDE "\n" DEFINES "#line 1 \"plain.cl\"\nmy plain\n");
    CHECK(CALL(compose_at("wrong.cl", NULL, some, &text, &caught)) == INVALID);
    CHECK(strstr(caught.text, "mine/wrong.cl: No such file"));

    registry.kernel_folder = NULL;
    check_text("plain.cl", NULL, BEFORE DEFINES "#line 1 \"plain.cl\"\nplain 1\nplain 2\n");
}

/* Lengths near the block size of reading a file. */
TEST(lengths)
{
    static const size_t lengths[] = {0, 1, 65535, 65536, 65537, 131072, 1000000};
    registry.kernel_folder = "mine";
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        FREED char *text, *long_text = malloc(lengths[i] + 1);
        memset(long_text, 'x', lengths[i]);
        text_write("mine/cuda/long.cu", long_text, lengths[i]);
        CHECK_OK(compose_at("cuda/long.cu", NULL, some, &text, &caught));
        const char *start = text ? strstr(text, "long.cu\"\n") : NULL;
        CHECK(start && strlen(start + 9) == lengths[i] && strspn(start + 9, "x") == lengths[i]);
    }
    registry.kernel_folder = NULL;
}

/* ---- compilers' messages ---- */

/* The message names the line of the kernel file, and no other error precedes it. */
static void check_message(const char *backend, const char *file, const char *place)
{
    struct compute_device device;
    struct compute_binary binary = {0};
    char *text;
    if (compute_find(backend, 0, &device, NULL) != OK) {
        fprintf(stderr, "%s: not here, not tested\n", backend);
        return;
    }
    if (!strcmp(backend, "opencl") && !device.is_cpu) {
        fprintf(stderr, "%s: compilers of GPUs may count their own lines (NVIDIA's does), not tested\n", device.name);
        return;
    }
    CHECK_OK(compose_at(file, "#define MORE 1\n#define STILL_MORE 2", some, &text, &caught));
    CHECK(CALL(compute_compile(&device, file, text, 0, &binary, &caught)) == COMPILE_FAILED);
    WRONG_IF(!strstr(caught.text, place), "%s, not at %s: %s\n", backend, place, caught.text);
    compute_binary_free(&binary);
    free(text);
}

TEST(messages)
{
    char cache[64];
    CHECK(!mkdir("cache", 0777));
    snprintf(cache, sizeof cache, "%s/cache", own_folder);
    compute_set_cache(cache);
    check_message("nvrtc:sm_90", "wrong.cl", ": wrong.cl(6): error");
    check_message("nvrtc:sm_90", "cuda/wrong.cu", ": cuda/wrong.cu(9): error");
    check_message("nvrtc:sm_90", "cuda/wrong_above.cu", ": cuda/wrong_above.cu(2): ");
    check_message("opencl", "wrong.cl", "wrong.cl:6:");
    check_message("opencl", "opencl/wrong.opencl", "opencl/wrong.opencl:3:");
}
