/* Signatures and macros, read from kernel files. */
#include "spec/source.h"
#include "spec/spec.h"
#include "tests/check.h"

static struct spec *of(const char *text, enum kernel_language language)
{
    struct spec *spec = allocate(sizeof *spec);
    spec->language = language;
    spec->files = spec_own(spec, allocate(2 * sizeof *spec->files));
    spec->files[0] = (struct kernel_file){.name = "a.cl", .text = text};
    return spec;
}

/* "x:float:array:in y:..." for a kernel's arguments. */
static void check_arguments(const struct signature *signature, const char *expected)
{
    static const char *const passings[] = {"value", "array", "local", "otherwise"};
    FREED char *text = PRINTED(for (size_t a = 0; a < signature->arguments; a++) {
        const struct signature_argument *argument = &signature->argument[a];
        fprintf(file, "%s%s:%s:%s%s%s%s", a ? " " : "", argument->name, argument->type ? argument->type : "?",
                passings[argument->passing], argument->is_const ? ":const" : "", argument->is_read ? ":read" : "",
                argument->is_written ? ":written" : "");
    });
    CHECK(signature->readable);
    CHECK_TEXT(text, expected);
}

static const char cuda[] =
    "// __global__ void no(float *x) {}\n"
    "const char *text = \"__global__ void nor(int a) {\";\n"
    "#define CEIL(N, D) (((N) + (D) - 1) / (D)) /* takes */ \\\n"
    "    + FUNCTION(0)\n"
    "#include <LIB/lib.h>\n"
    "#ifndef GUARD_H\n#define GUARD_H\n#endif\n"
    "#if !defined(VECTOR)\n#define VECTOR 4\n#endif\n"
    "#ifndef REAL\n#define REAL float\n#endif\n"
    "enum order { ROWS, COLUMNS = 2 };\n"
    "__global__ void declared(float *x);\n"
    "extern \"C\" __global__ void __launch_bounds__(BLOCK * 2, 1) first(const float4 *__restrict__ in, float *out, "
    "unsigned "
    "int *count, double const scale, int n) {\n"
    "    const int M = n; float *P = out, L[TILE];\n"
    "#pragma unroll UNROLL\n"
    "    for (int i = blockIdx.z; i < M && ROWS < n; i++) { out[CEIL(i, BLOCK)] = in[i].x; atomicAdd(&count[0], 1u); "
    "}\n"
    "    if (INFINITY > FLT_MAX) P[0] = COEFFICIENT(3); L[0] = VECTOR << 1;\n"
    "}\n"
    "template <typename T, int WIDTH = 4, class U = void>\n"
    "static __global__ void second(T *x, const U *const *y, std::pair<int, float> z, float *w = nullptr)\n"
    "{ x[0] += WIDTH; w[1]++; }\n"
    "__global__ void third(ARGUMENTS) { }\n"
    "__global__ void fourth(void) __attribute__((noinline)) { }\n"
    "__global__ void fifth(float (&x)[4]) { }\n";

TEST(cuda_kernels)
{
    struct spec *spec = of(cuda, LANGUAGE_CUDA);
    const struct source source = source_read(spec);
    CHECK(source.kernels == 5);
    const struct signature *first = source_find(&source, "first"), *second = source_find(&source, "second<float, 4>");
    check_arguments(first, "in:float4:array:const:read out:float:array:read:written count:unsigned "
                           "int:array:read:written scale:double:value:const n:int:value");
    CHECK(!strcmp(first->most, "BLOCK * 2") && first->dimensions == 3 && !first->form);
    CHECK(!strcmp(first->argument[0].text, "const float4 *__restrict__ in"));
    check_arguments(second, "x:?:array:read:written y:?:otherwise:const z:?:otherwise w:float:array:read:written");
    CHECK(!strcmp(second->form, "second<T_TYPE, WIDTH_VALUE, U_TYPE>"));
    CHECK(!source_find(&source, "third")->readable && !source_find(&source, "fifth")->readable);
    CHECK(source_find(&source, "fourth")->readable && !source_find(&source, "fourth")->arguments);
    CHECK(!source_find(&source, "declared") && !source_find(&source, "no") && !source_find(&source, "nor"));
    spec_free(spec);
}

/* Arguments used only in macros may be read and written, unless constant. */
TEST(arguments_in_macros)
{
    struct spec *spec = of("#define OUT(k) b[k]\n#define IN(k) a[k]\n"
                           "kernel void f(global const float *a, global float *b) { OUT(0) = IN(0); }",
                           LANGUAGE_OPENCL);
    const struct source source = source_read(spec);
    check_arguments(source_find(&source, "f"), "a:float:array:const b:float:array:read:written");
    spec_free(spec);
}

static void check_macros(const char *text, enum kernel_language language, const char *expected)
{
    struct spec *spec = of(text, language);
    const struct source source = source_read(spec);
    FREED char *macros = PRINTED(for (size_t m = 0; m < source.macros; m++) {
        const struct source_macro *macro = &source.macro[m];
        fprintf(file, "%s%s%s%s", m ? " " : "", macro->name, macro->standard ? "=" : "",
                macro->standard ? macro->standard : "");
    });
    CHECK_TEXT(macros, expected);
    spec_free(spec);
}

TEST(macros)
{
    check_macros(cuda, LANGUAGE_CUDA, "VECTOR=4 REAL=float BLOCK TILE ARGUMENTS UNROLL");
    check_macros("KERNEL GROUP_OF(SIDE) void f(GLOBAL float *RESTRICT x) { if (GLOBAL_ID_Y < SIDE) SYNC_THREADS; }",
                 LANGUAGE_COMMON, "SIDE");
}

TEST(opencl_kernels)
{
    struct spec *spec =
        of("__kernel __attribute__((reqd_work_group_size(BX, BY, 1)))\n"
           "void f(__global float *restrict a, __local int *b, read_only image2d_t c, constant float d[],\n"
           "  global float *e, global float *g, global float *h)\n"
           "{ a[get_global_id(1)] = c[0]; *e = g[1] == 2 ? a_b[1] & h[0] : 0; }",
           LANGUAGE_OPENCL);
    const struct source source = source_read(spec);
    const struct signature *signature = source_find(&source, "f");
    check_arguments(signature, "a:float:array:written b:int:local c:?:otherwise:read d:float:array:const "
                               "e:float:array:written g:float:array:read h:float:array:read");
    CHECK(signature->dimensions == 2 && !strcmp(signature->group[0], "BX") && !strcmp(signature->group[1], "BY"));
    spec_free(spec);
}

/* Signatures that macros, preprocessor lines or overloads may change are not trusted. */
TEST(doubtful_signatures)
{
    static const char text[] = "kernel void a(global REAL *x, int LDA, int N) {}\n"
                               "kernel void b(global float *x MORE) {}\n"
                               "kernel void c(FIRST global float *x) {}\n"
                               "kernel void d(global float *x,\n #ifdef N\n int n\n#else\n uint n\n#endif\n) {}\n"
                               "kernel void e(int a) {}\nkernel void e(float a) {}\n";
    struct spec *spec = of(text, LANGUAGE_OPENCL);
    const struct source source = source_read(spec);
    CHECK(source.kernels == 5);
    CHECK(source.kernel[0].readable && source.kernel[0].counted && source.kernel[0].arguments == 3);
    CHECK(!source.kernel[1].counted && !source.kernel[2].counted);
    CHECK(!source.kernel[3].readable && !source.kernel[4].readable && !source.kernel[4].arguments);
    spec_free(spec);
}

/* A text may end anywhere. */
TEST(ends_of_texts)
{
    for (size_t length = 0; length < sizeof cuda; length++) {
        FREED char *text = strndup(cuda, length);
        struct spec *spec = of(text, LANGUAGE_CUDA);
        const struct source source = source_read(spec);
        CHECK(source.kernels <= 5);
        spec_free(spec);
    }
}
