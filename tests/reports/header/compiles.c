/* A header of any results is C11, C++17, CUDA and OpenCL C, or is refused by one line that names two owners of the same
 * identifier: with names that collide or are words of these languages, and a thousand made of pieces. Valid headers are
 * copied, with numbered names, into one file; missing compilers are reported. */
#include "tests/own_folder.h"
#include "tests/random_text.h"
#include "tests/reports/header_save.h"
#include "tests/reports/sample_results.h"
#include "tests/text_file.h"

#include <ctype.h>

enum { RANDOM = 1000, CUDA_EVERY = 20, MOST_PARAMETERS = 4, MOST_WORDS = 3 };

/* ---- results ---- */

/* A bench, and its parameters with their words; of none the values are numbers. */
struct named {
    const char *suite, *bench;
    struct {
        const char *name, *word[MOST_WORDS];
    } parameter[MOST_PARAMETERS];
};

static void add(struct results *results, const struct named *named, uint64_t size)
{
    static const char *const numbers[] = {"64", "-2147483649", "9223372036854775807", NULL};
    struct sample row = sample_timed(named->bench, size, NULL, NULL, 5);
    const size_t number = results_add_problem(results, named->suite, named->bench, size, 1);
    for (size_t p = 0; p < MOST_PARAMETERS && named->parameter[p].name; p++) {
        const char *words[MOST_WORDS + 1] = {0};
        memcpy(words, named->parameter[p].word, sizeof named->parameter[p].word);
        sample_parameter(&results->problems[number], named->parameter[p].name, *words ? KIND_WORDS : KIND_NUMBERS,
                         *words ? words : numbers);
    }
    row.suite = named->suite;
    row.result.index = size % 3 % 2; /* a number that is an int, and one that is none */
    sample_add(results, row);
    sample_add_best(results, row, (struct best){.default_ns = 10, .measured = 1, .allowed = 1}, NULL);
}

/* ---- compiling ---- */

static FILE *all, *some; /* input of the compilers, and of the slowest one */
static unsigned made, refused;

/* A copy of a header with numbered names, and uses of each macro that is no string. */
static void put_numbered(FILE *file, const char *text, unsigned number)
{
    for (const char *at = text; *at; at++) {
        if (!strncmp(at, "gpubench", 8) || !strncmp(at, "GPUBENCH", 8)) {
            fprintf(file, "%c%ux", *at, number);
            at += 7;
        } else {
            fputc(*at, file);
        }
    }
    fprintf(file, "\nstatic void use_%u(void)\n{\n", number);
    for (const char *at = text; (at = strstr(at, "\n#define GPUBENCH_")); at++) {
        const char *name = at + strlen("\n#define GPUBENCH"), *end = name + strcspn(name, " \n");
        if (*end == ' ' && end[1] != '"')
            fprintf(file, "    (void)(G%ux%.*s);\n", number, (int)(end - name), name);
    }
    fprintf(file, "}\n");
}

/* Writes the header of some results. Returns whether it was made. */
static bool try(const struct results *results, unsigned number, struct fault *fault)
{
    const char *path = "one.h";
    size_t length;
    if (header_save(&results, 1, -1, path, fault) != OK) {
        CHECK(fault->status == INVALID && strstr(fault->text, " and ") && !strchr(fault->text, '\n'));
        CHECK(strstr(fault->text, " would have one name in a header: "));
        refused++;
        return false;
    }
    FREED char *text = text_read(path, &length);
    CHECK(random_text_shown(text, true)); /* nothing in it is displayed differently */
    put_numbered(all, text, number);
    if (number % CUDA_EVERY == 0)
        put_numbered(some, text, number);
    made++;
    return true;
}

static void compile(const char *compiler, const char *options)
{
    char command[1024];
    snprintf(command, sizeof command, "command -v %s >/dev/null", compiler);
    if (system(command)) {
        printf("no %s, not tried: %s\n", compiler, options);
        return;
    }
    snprintf(command, sizeof command, "%s %s >log 2>&1 || { head -n 30 log >&2; exit 1; }", compiler, options);
    CHECK(!system(command));
}

/* ---- names that collide ---- */

#define OF_ONE(...)                                                                                                    \
    {                                                                                                                  \
        {                                                                                                              \
            "s", "b",                                                                                                  \
            {                                                                                                          \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
        }                                                                                                              \
    }

/* Two benches or one, and their names in the line; NULL: there is a header. */
static const struct collision {
    struct named named[2];
    const char *one, *other;
} collisions[] = {
    {OF_ONE({"SIZE", {0}}, {"SIZE_", {0}}), "parameter SIZE of s/b", "parameter SIZE_ of"},
    {OF_ONE({"1", {0}}, {"_1", {0}}), "parameter 1 of s/b", "parameter _1 of"},
    {OF_ONE({"A-B", {0}}, {"A_B", {0}}), "parameter A-B of s/b", "parameter A_B of"},
    {OF_ONE({"A", {0}}, {"a", {0}}), "parameter A of s/b", "parameter a of"},
    {OF_ONE({"A B", {0}}, {"A+B", {0}}), "parameter A B of s/b", "parameter A+B of"},
    {OF_ONE({"DOUBLE", {0}}, {"DOUBLE_", {0}}), "parameter DOUBLE of s/b", "parameter DOUBLE_ of"},
    {OF_ONE({"__X", {0}}, {"___X", {0}}), NULL, NULL},
    {OF_ONE({"PROBLEM", {0}}), "s/b itself", "parameter PROBLEM of"},
    {OF_ONE({"PROBLEM_SIZE", {0}}), "s/b itself", "parameter PROBLEM_SIZE of"},
    {OF_ONE({"problem-size", {0}}), "s/b itself", "parameter problem-size of"},
    {OF_ONE({"MAX_ERROR", {0}}), "s/b itself", "parameter MAX_ERROR of"},
    {OF_ONE({"LOOKUP_REGRET", {0}}), "s/b itself", "parameter LOOKUP_REGRET of"},
    {OF_ONE({"PROBLEM", {"size"}}), "s/b itself", "PROBLEM of s/b"},
    {OF_ONE({"MAX", {"error"}}), "s/b itself", "word \"error\" of MAX of s/b"},
    {OF_ONE({"LOAD", {"x", "y"}}, {"LOAD_X", {0}}), "parameter LOAD_X of s/b", "word \"x\" of LOAD of"},
    {OF_ONE({"LOAD", {"x_y", "y"}}, {"LOAD_X", {"y"}}), "word \"x_y\" of LOAD of", "word \"y\" of LOAD_X of"},
    {OF_ONE({"LOAD", {"a-b", "a_b"}}), "word \"a-b\" of LOAD", "word \"a_b\" of LOAD"},
    {OF_ONE({"LOAD", {"a", "A"}}), "word \"A\" of LOAD", "word \"a\" of LOAD"},
    {OF_ONE({"LOAD", {"+", "-"}}), "word \"+\" of LOAD", "word \"-\" of LOAD"},
    {OF_ONE({"LOAD", {"\xc3\xa9", "\xc3\xa8"}}), "word \"\xc3\xa8\" of LOAD", "word \"\xc3\xa9\" of LOAD"},
    {{{"s", "b_c", {{"X", {0}}}}, {"s_b", "c", {{"X", {0}}}}}, "s/b_c", "s_b/c"},
    {{{"s", "b", {{"Y_Z", {0}}}}, {"s", "b_y", {{"Z", {0}}}}}, "parameter Y_Z of s/b", "parameter Z of s/b_y"},
    {{{"S", "B", {{"X", {0}}}}, {"s", "b", {{"X", {0}}}}}, "S/B", "s/b"},
    {{{"s", "b", {{"X", {0}}}}, {"s", "B", {{"X", {0}}}}}, "s/B", "s/b"},
    {{{"s", "b", {{"X", {0}}}}, {"s", "b ", {{"X", {0}}}}}, NULL, NULL},
    {{{"s", "b-", {{"X", {0}}}}, {"s", "b ", {{"X", {0}}}}}, "s/b ", "s/b-"},
    {{{"s", "b", {{"X", {0}}}}, {"s", "b_table", {{"Y", {0}}}}}, "s/b itself", "s/b_table itself"},
    {{{"s", "b", {{"X", {0}}}}, {"s", "b_find", {{"Y", {0}}}}}, "s/b itself", "s/b_find itself"},
    {{{"s", "b", {{"X_PROBLEM_SIZE", {0}}}}, {"s", "b_x", {{"Y", {0}}}}}, "s/b_x itself", "X_PROBLEM_SIZE of s/b"},
    {{{"s", "b", {{"X", {"y_z"}}}}, {"s", "b_x", {{"Y_Z", {0}}}}}, "Y_Z of s/b_x", "word \"y_z\" of X of s/b"},
    {{{"*/", "b", {{"X", {0}}}}, {"//", "b", {{"X", {0}}}}}, "*//b", "///b"},
    {OF_ONE({"", {0}}), NULL, NULL},
    {OF_ONE({"X", {""}}), NULL, NULL},
    {OF_ONE({"__LINUX__", {0}}, {"__inline_", {0}}, {"__VOLATILE__", {0}}), NULL, NULL},
    {OF_ONE({"*/", {0}}, {"\\\ny", {"?\?/", "x\xe2\x80\xaey\xe2\x80\xac"}}, {"\x1b[2J", {0}}), NULL, NULL},
};

/* Each of them is a header's parameter, in upper case and unchanged. */
static const char *const words[] = {
    "BITOR",        "WCHAR_T",   "THREAD_LOCAL",  "STATIC_CAST",   "TYPEOF",     "LINUX",      "UNIX",
    "I386",         "BITAND",    "AND_EQ",        "OR_EQ",         "XOR_EQ",     "NOT_EQ",     "CONST_CAST",
    "CHAR8_T",      "CHAR16_T",  "CONSTEVAL",     "CONSTINIT",     "CO_AWAIT",   "CO_YIELD",   "CO_RETURN",
    "DYNAMIC_CAST", "COMPLEX",   "STATIC_ASSERT", "NULLPTR",       "NORETURN",   "ERRNO",      "STDIN",
    "STDERR",       "DEVICE",    "BACKEND",       "TYPEOF_UNQUAL", "KERNEL",     "GLOBAL",     "LOCAL",
    "CONSTANT",     "HALF",      "PIPE",          "FLOAT4",        "DIM3",       "NEAR",       "FAR",
    "SMALL",        "INTERFACE", "_BOOL",         "_COMPLEX",      "__GLOBAL__", "__SHARED__", "REINTERPRET_CAST"};

TEST(collisions)
{
    for (size_t i = 0; i < sizeof collisions / sizeof *collisions; i++) {
        const struct collision *collision = &collisions[i];
        FREED_BY(results_free) struct results results = {.context = sample_context()};
        for (size_t n = 0; n < 2 && collision->named[n].suite; n++)
            add(&results, &collision->named[n], 4096);
        const bool good = CALL(try(&results, (unsigned)(RANDOM + i), &caught));
        WRONG_IF(good != !collision->one ||
                     (!good && !(strstr(caught.text, collision->one) && strstr(caught.text, collision->other))),
                 "collision %zu: %s\n", i, good ? "a header was made" : caught.text);
    }
}

TEST(words)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char small[32] = "";
        for (size_t c = 0; words[i][c]; c++)
            small[c] = (char)tolower(words[i][c]);
        const struct named named[] = {{"s", "large", {{words[i], {0}}}}, {"s", "small", {{small, {words[i]}}}}};
        FREED_BY(results_free) struct results results = {.context = sample_context()};
        add(&results, &named[0], 4096);
        add(&results, &named[1], 4096);
        CHECK(CALL(try(&results, (unsigned)(2 * RANDOM + i), &caught)));
    }
}

/* ---- random names ---- */

static uint64_t state = 19;

static unsigned pick(unsigned count)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % count;
}

/* A few pieces of names, of the words above, and of control bytes; occasionally a long one. */
static const char *random_name(void)
{
    static const char *const pieces[] = {"a",    "A", "b",  "_",     "-",       " ", "1",
                                         "size", "x", "X_", "table", "problem", "__"};
    static char names[64][400];
    static unsigned last;
    char *name = names[last++ % 64];
    *name = 0;
    for (unsigned i = pick(3) + 1; i; i--)
        strcat(name,
               pick(6) ? pieces[pick(sizeof pieces / sizeof *pieces)] : words[pick(sizeof words / sizeof *words)]);
    if (!pick(8))
        name[strlen(name) + random_text(name + strlen(name), 24, pick(100000))] = 0;
    if (!pick(40))
        memset(name, 'l', 150 + pick(100)); /* the text after it stays */
    return name;
}

static void make_random(struct results *results, unsigned number)
{
    char text[64];
    for (unsigned b = pick(3) + 1; b; b--) {
        struct named named = {random_name(), random_name(), {{0}}};
        const unsigned parameters = pick(MOST_PARAMETERS + 1);
        for (unsigned p = 0; p < parameters; p++) {
            named.parameter[p].name = random_name();
            for (unsigned w = pick(2) * (pick(MOST_WORDS) + 1); w; w--)
                named.parameter[p].word[w - 1] = random_name();
        }
        for (unsigned sizes = pick(2) + 1; sizes; sizes--)
            add(results, &named, sizes == 2 ? UINT64_MAX - b : 4096 + b);
    }
    text[random_text(text, sizeof text - 1, number)] = 0;
    snprintf(results->context.device.name, sizeof results->context.device.name, "%s", text);
    snprintf(results->context.device.driver, sizeof results->context.device.driver, "%s", text);
    problem_add_setting(&results->problems[0], "workload", text, 0);
}

TEST(random)
{
    const unsigned before = made;
    for (unsigned number = 0; number < RANDOM; number++) {
        FREED_BY(results_free) struct results results = {.context = sample_context()};
        struct fault fault = {0};
        make_random(&results, number);
        try(&results, number, &fault);
    }
    CHECK(made - before > RANDOM / 3);
}

int main(void)
{
    enter_own_folder();
    all = fopen("all.c", "w");
    some = fopen("some.cu", "w");
    run_tests();
    fclose(all);
    fclose(some);
    printf("%u headers made, %u refused\n", made, refused);
    compile("gcc", "-std=c11 -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -Wno-misleading-indentation "
                   "-fsyntax-only all.c"); /* whose time is quadratic in the length of a file */
    compile("gcc", "-std=gnu17 -Dnear= -Dfar= -Dsmall=char -Dinterface=struct -Dcomplex=_Complex -include errno.h "
                   "-include iso646.h -include stdio.h -include threads.h -include stdnoreturn.h -Wno-unused-function "
                   "-Werror -fsyntax-only all.c");
    compile("g++", "-x c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -Wno-unused-function "
                   "-Wno-misleading-indentation -fsyntax-only all.c");
    compile("g++", "-x c++ -std=gnu++20 -Wno-unused-function -Werror -fsyntax-only all.c");
    compile("clang", "-std=c11 -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -Wno-unused-const-variable "
                     "-fsyntax-only all.c");
    compile("clang", "-x cl -cl-std=CL1.2 -Wall -Wextra -Werror -Wno-unused-function -fsyntax-only all.c");
    compile("/usr/local/cuda/bin/nvcc", "-std=c++17 -Xcudafe --diag_suppress=177 -c some.cu -o /dev/null");
    return CHECK_RESULT;
}
