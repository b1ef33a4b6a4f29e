/* Mistakes in the tables of suites and benches: each is one line that names suite, bench and field. */
#include "tests/tuner/check/lines.h"

/* ---- benches ---- */

static void check_of(const struct bench *bench, const char *expected)
{
    const struct suite suite = {.name = "scan", .summary = "scans", .benches = BENCHES(bench)};
    const struct suite *const suites[] = {&suite, NULL};
    const struct registry registry = {.suites = suites, .kernels = kernel_files};
    struct check check = collect(&registry);
    check_lines(&check, check_bench(&check, &suite, bench), expected);
}

/* The correct bench with another member in it, and the expected lines, each after its suite and bench. */
#define SPOILT(expected, ...)                                                                                          \
    do {                                                                                                               \
        struct bench bench = good;                                                                                     \
        __VA_ARGS__;                                                                                                   \
        check_of(&bench, "scan/tiles: " expected);                                                                     \
    } while (0)
#define AND "\nscan/tiles: "

static struct work no_work(UNNEEDED const struct job *job, UNNEEDED const struct config *config)
{
    abort(); /* tables are read only, and no function is called */
}

static double expect_number(UNNEEDED struct job *job)
{
    return 0;
}

TEST(missing)
{
    SPOILT(".summary: missing", bench.summary = NULL);
    SPOILT(".problem.setup: missing", bench.problem.setup = NULL);
    SPOILT(".problem.verify: missing, and so is .problem.compare", bench.problem.verify = NULL);
    SPOILT(".problem.verify: and .problem.compare: one of them", bench.problem.compare[0].expected = element);
    SPOILT(".problem.compare: slot 40 is not from 0 to 39", bench.problem.verify = NULL,
           bench.problem.compare[0] = (struct element_comparison)COMPARE_FLOATS(MAX_SLOTS, element, 0));
    SPOILT(".problem.compare: slot 1 is there twice" AND ".problem.compare: slot -1 is not from 0 to 39",
           bench.problem.verify = NULL, bench.problem.compare[0] = bench.problem.compare[1] = output,
           bench.problem.compare[2] = (struct element_comparison)COMPARE_FLOATS(-1, element, 0));
    SPOILT(".problem.compare: element 2 is behind one without an expected function", bench.problem.verify = NULL,
           bench.problem.compare[0] = bench.problem.compare[2] = output);
    SPOILT(".device.enqueue: missing", bench.device.enqueue = NULL);
    SPOILT(".report.work: missing", bench.report.work = NULL);
    SPOILT(".problem.variants: 0 is not from 1 to 4", bench.problem.variants = 0);
    SPOILT(".problem.variants: 5 is not from 1 to 4", bench.problem.variants = 5);
    SPOILT(".problem.expected_bytes: 0, and there is .problem.expect", bench.problem.expected_bytes = 0);
    SPOILT(".problem.expect: missing, and .problem.expected_bytes is 8", bench.problem.expect = NULL);
    SPOILT(".problem.expect_number: and .problem.expect: one of them", bench.problem.expect_number = expect_number);
    SPOILT(".own: missing, and .problem.expected_own_bytes is 4", bench.problem.expected_own_bytes = 4);
    SPOILT(".needs: bit 10 stands for nothing" AND ".needs: bit 31 stands for nothing",
           bench.needs = UINT32_C(1) << 31 | 1 << 10 | NEEDS_FP64);
    SPOILT(".needs: no kind of GPU has all of it", bench.needs = NEEDS_CUDA | NEEDS_OPENCL);

    SPOILT(".references: sum is of 0 rows, and .reference_rows is missing",
           bench.references[0] = (struct reference){"sum", "library", "sum", {0}, 1, .rows = 0});

    check_of(&good, "");
    struct bench plain = good; /* neither is needed */
    plain.problem.expect = NULL;
    plain.problem.expected_bytes = 0;
    plain.kernel = (struct bench_kernel){0};
    plain.space = (struct space){0};
    plain.report = (struct bench_report){.work = no_work};
    check_of(&plain, "");
}

/* Two that share an expectation, and one that would get theirs. */
TEST(shared_expectations)
{
    static const int floats = 1, doubles = 2;
    struct bench one = good, two = good, other = good;
    one.problem.expected_own_bytes = two.problem.expected_own_bytes = other.problem.expected_own_bytes = sizeof(int);
    one.own = two.own = other.own = &floats;
    two.name = "pairs";
    other.name = "rows";
    const struct suite suite = {.name = "scan", .summary = "scans", .benches = BENCHES(&one, &two, &other)};
    const struct suite *const suites[] = {&suite, NULL};
    const struct registry registry = {.suites = suites, .kernels = kernel_files};
    struct check check = collect(&registry);
    check_lines(&check, check_bench(&check, &suite, &other), "");
    other.problem.variants = 2;
    check = collect(&registry);
    check_lines(&check, check_bench(&check, &suite, &other),
                "scan/rows: .problem.expected_own_bytes: it would share the expectation of tiles, which is another\n"
                "scan/rows: .problem.expected_own_bytes: it would share the expectation of pairs, which is another");
    other.own = &doubles;
    check = collect(&registry);
    check_lines(&check, check_bench(&check, &suite, &other), "");
}

static const struct bench_kernel parts[] = {
    {.file = "copy.cl", .entries = good_entries, .takes = TAKES({BLOCK_SIZE, "BLOCK_SIZE"}, {9, "NINTH"})},
    {.file = "copy.cl", .entries = good_entries, .takes = TAKES({LOAD, "OTHER"})},
    {.file = NULL}};

static const struct bench_kernel no_kernel;
#define KERNELS_ARE(list) bench.kernels = list, bench.kernel = no_kernel

TEST(kernel)
{
    SPOILT(".kernel.file: scale.cl is not in this program", bench.kernel.file = "scale.cl");
    SPOILT(".kernel.entries: missing, and .kernel.file is copy.cl", bench.kernel.entries = NULL);
    SPOILT(".kernel.entries: missing, and .kernel.file is copy.cl", bench.kernel.entries = &good_entries[1]);
    SPOILT(".kernel.file: missing, and .kernel.entries has copy", bench.kernel.file = NULL);
    SPOILT(".kernel.entries: 25: there may be 24",
           bench.kernel.entries = NAMES("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p",
                                        "q", "r", "s", "t", "u", "v", "w", "x", "y"));
    static const struct bench_kernel three[] = {{.file = "copy.cl", .entries = good_entries},
                                                {.file = "scale.cl"},
                                                {.file = "copy.cl", .entries = good_entries}, /* one file per value */
                                                {.file = NULL}};
    SPOILT(".kernels: and .kernel: one of them" AND ".kernel.file: scale.cl is not in this program" AND
           ".kernel.entries: missing, and .kernel.file is scale.cl",
           bench.kernels = three);
    SPOILT(".kernels: 2, and BLOCK_SIZE has 3 values", KERNELS_ARE(&three[1]));
    SPOILT(".kernels_by: parameter 9: there are 3, counted from 0", KERNELS_ARE(three), bench.kernels_by = 9);
    SPOILT(".elements: parameter 3: there are 3, counted from 0", bench.elements.parameter = 3,
           bench.elements.bytes = 4);
    SPOILT(".takes: NINTH, parameter 9: there are 3, counted from 0" AND
           ".takes: no kernel takes SCALE, which is not the host's",
           KERNELS_ARE(parts), bench.kernels_by = EVERY_KERNEL);
    static const struct bench_kernel *const copy = &three[0];
    const struct bench_kernel many[] = {*copy, *copy, *copy, *copy, *copy, *copy, *copy,
                                        *copy, *copy, *copy, *copy, *copy, *copy, {.file = NULL}};
    SPOILT(".kernels: 13: there may be 12", KERNELS_ARE(many), bench.kernels_by = EVERY_KERNEL);
}

TEST(sizes)
{
    SPOILT(".size.classes: small is 0", bench.size.classes[SMALL] = 0);
    SPOILT(".size.classes: medium, 9, is below small, 10", bench.size.classes[MEDIUM] = 9);
    SPOILT(".size.classes: large, 19, is below medium, 20", bench.size.classes[LARGE] = 19);
    SPOILT(".size.most: 29 is below .size.classes' large, 30", bench.size.most = 29);
    SPOILT(".size.classes: small is 0" AND ".size.classes: medium is 0" AND ".size.classes: large is 0",
           bench.size = (struct bench_size){.unit = "floats"});
    struct bench same = good; /* three equal ones are one */
    same.size = (struct bench_size){.classes = {6, 6, 6}, .most = 6};
    check_of(&same, "");
}

static void figure(UNNEEDED const struct job *job, UNNEEDED const struct config *config, double values[MAX_FIGURES])
{
    values[0] = 1;
}

TEST(report)
{
    const char *const many[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", NULL};
    SPOILT(".report.figure: missing, and .report.figures has share", bench.report.figures = NAMES("share"));
    SPOILT(".report.figures: missing, and there is .report.figure", bench.report.figure = figure);
    SPOILT(".report.figures: 13: there may be 12", bench.report.figures = many, bench.report.figure = figure);
    SPOILT(".report.error: share is none of .report.figures", bench.report.error = "share");
    SPOILT(".report.error: shar is none of .report.figures", bench.report.figures = NAMES("share"),
           bench.report.figure = figure, bench.report.error = "shar");
    SPOILT(".report.uses: bit 41 or above stands for no resource", bench.report.uses |= UINT64_C(1) << RESOURCES);
    CHECK((int)RESOURCES == 41);
    struct bench accurate = good;
    accurate.report.figures = NAMES("share", "error");
    accurate.report.figure = figure;
    accurate.report.error = "error";
    check_of(&accurate, "");
    CHECK(bench_error(&accurate) == 1 && bench_error(&good) == SIZE_MAX);
}

/* ---- spaces ---- */

/* clang-format off */
#define PARAMETER(...) bench.space = (struct space){.parameters = PARAMETERS(__VA_ARGS__)}
#define FOUR(name) {name, "", VALUES(0, 1, 2, 3)}
/* clang-format on */
#define EIGHT(letter)                                                                                                  \
    FOUR(letter "0"), FOUR(letter "1"), FOUR(letter "2"), FOUR(letter "3"), FOUR(letter "4"), FOUR(letter "5"),        \
        FOUR(letter "6"), FOUR(letter "7")

TEST(parameters)
{
    SPOILT(".space.parameters: WIDTH is there twice", PARAMETER({"WIDTH", "", VALUES(1)}, {"WIDTH", "", VALUES(2)}));
    SPOILT(".space.parameters: WIDTH has no summary", PARAMETER({"WIDTH", NULL, VALUES(1)}));
    SPOILT(".space.parameters: WIDTH has no values", PARAMETER({"WIDTH", "", .count = 0}));
    SPOILT(".space.parameters: WIDTH has no values", PARAMETER({"WIDTH", "", .count = 2}));
    SPOILT(".space.parameters: word 1 of WIDTH is missing", PARAMETER({"WIDTH", "", WORDS("a", NULL)}));
    SPOILT(".space.parameters: WIDTH has the value 4 twice", PARAMETER({"WIDTH", "", VALUES(4, 2, 4)}));
    SPOILT(".space.parameters: WIDTH has the value 0.5 twice", PARAMETER({"WIDTH", "", REALS(0.5, 0.5)}));
    SPOILT(".space.parameters: WIDTH has the value a twice", PARAMETER({"WIDTH", "", WORDS("a", "b", "a")}));
    SPOILT(".space.parameters: 'A B' cannot be the name of a macro", PARAMETER({"A B", "", VALUES(1)}));
    SPOILT(".space.parameters: '1A' cannot be the name of a macro", PARAMETER({"1A", "", VALUES(1)}));
    SPOILT(".space.parameters: '' cannot be the name of a macro", PARAMETER({"", "", VALUES(1)}));
    SPOILT(".space.parameters: they span more configurations than 64 bits can number",
           PARAMETER(EIGHT("A"), EIGHT("B"), EIGHT("C"), EIGHT("D")));
}

#define CONSTRAINT(...) bench.space.constraints = CONSTRAINTS(__VA_ARGS__)

static bool without_graphs(UNNEEDED const struct config *config, const struct compute_device *device)
{
    return device && compute_has(device, COMPUTE_GRAPHS);
}

TEST(constraints)
{
    SPOILT(".space.constraints: \"none\" reads no parameter", CONSTRAINT({"none", .holds = never}));
    SPOILT(".space.constraints: \"device.graphs\" reads no parameter", CONSTRAINT({.text = "device.graphs"}));
    SPOILT(".space.constraints: \"far\" reads parameter 3: there are 3, counted from 0",
           CONSTRAINT({"far", FUNCTION(never, 2, 3)}));
    SPOILT(".space.constraints: \"BLOCK_SIZE <\": column 13: a value is missing at the end",
           CONSTRAINT({"none", .expression = "BLOCK_SIZE <"}));
    SPOILT(".space.constraints: \"BLOCK > 1\": column 1: there is no BLOCK", CONSTRAINT({.text = "BLOCK > 1"}));
    SPOILT(".space.constraints: \"LOAD != 'stripd'\": nothing that it reads is ever 'stripd'",
           CONSTRAINT({.text = "LOAD != 'stripd'"}));
    SPOILT(".space.constraints: scan/tiles: its constraint \"BLOCK_SIZE // (SCALE - 0.5)\" has no value: column 12: "
           "division by zero at BLOCK_SIZE 64, SCALE 0.5: that is a mistake of the suite",
           CONSTRAINT({.text = "BLOCK_SIZE // (SCALE - 0.5)"}));
}

TEST(default)
{
    SPOILT(".space.defaults: 4 values, and 3 parameters", bench.space.defaults = (int[]){64, 0, 0, 0},
           bench.space.default_count = 4);
    SPOILT(".space.defaults: 96 is no value of BLOCK_SIZE (64, 128, 256)", bench.space.defaults = (int[]){96, 0, 0});
    SPOILT(".space.defaults: 2 is no value of LOAD (0 for striped, 1 for blocked)" AND
           ".space.defaults: 5 is no value of SCALE (0 for 0.5, 1 for 2.0)",
           bench.space.defaults = (int[]){64, 2, 5});
    SPOILT(".space.defaults: not allowed on cuda, by the constraint \"BLOCK_SIZE is small\"",
           bench.space.defaults = (int[]){256, 0, 0});
    SPOILT(".space.defaults: not allowed on opencl, by the constraint \"graphs\"",
           CONSTRAINT({"graphs", FUNCTION(without_graphs, 0)}));
    SPOILT(".space.defaults: not allowed, by the constraint \"graphs\"", bench.needs = NEEDS_CUDA,
           CONSTRAINT({"graphs", FUNCTION(without_graphs, 0)}));
    struct bench first = good; /* the first values are the default if it declares none */
    first.space.default_count = 0;
    check_of(&first, "");
}

/* ---- suites ---- */

static void check_settings(const struct setting *settings, const char *expected)
{
    const struct suite suite = {.name = "scan", .summary = "scans", .benches = BENCHES(&good), .settings = settings};
    const struct suite *const suites[] = {&suite, NULL};
    const struct registry registry = {.suites = suites, .kernels = kernel_files};
    struct check check = collect(&registry);
    check_lines(&check, check_suite(&check, &suite), expected);
}

#define SETTING(expected, ...)                                                                                         \
    check_settings((const struct setting[]){{.summary = "", .most = 4, __VA_ARGS__}, {0}}, expected)
#define SET "scan: .settings: --"

TEST(settings)
{
    SETTING("", .name = "density", .initial = 0.5);
    SETTING("", .name = "no-of_2", .initial = 4, .whole = true);
    SETTING("", .name = "shape", WORDS("line", "cube"), .initial = 1);
    SETTING(SET "seed is an option of gpubench itself; choose another name", .name = "seed");
    check_settings((const struct setting[]){{.name = "density", .most = 1}, {0}}, SET "density has no summary");
    SETTING(SET "density: .initial 5 is not from 0 to 4", .name = "density", .initial = 5);
    SETTING(SET "density: .initial -1 is not from 0 to 4", .name = "density", .initial = -1);
    SETTING(SET "density: .initial nan is not from 0 to 4", .name = "density", .initial = NAN);
    SETTING(SET "density: nothing is from 9 to 4", .name = "density", .least = 9);
    SETTING(SET "atoms: .initial 0.5 is no whole number", .name = "atoms", .initial = 0.5, .whole = true);
    SETTING(SET "shape: .initial 2 is not from 0 to 1", .name = "shape", WORDS("line", "cube"), .initial = 2);
    SETTING(SET "shape: .initial 0.5 is no whole number", .name = "shape", WORDS("line", "cube"), .initial = 0.5);
    SETTING(SET "shape has no words", .name = "shape", .words = (const char *const[]){NULL}, .count = 0);
    const char *const refused[] = {"Density", "a b", "", "-x", "x=1"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char expected[128];
        snprintf(expected, sizeof expected,
                 "scan: .settings: '--%s' is no option: lower-case letters, digits, underscores and dashes",
                 refused[i]);
        SETTING(expected, .name = refused[i]);
    }
    struct setting many[MAX_SETTINGS + 2] = {0};
    char names[MAX_SETTINGS + 1][16];
    for (int s = 0; s <= MAX_SETTINGS; s++) {
        snprintf(names[s], sizeof names[s], "s%d", s);
        many[s] = (struct setting){.name = names[s], .summary = ""};
    }
    check_settings(many, "scan: .settings: 13: there may be 12");
    many[MAX_SETTINGS] = (struct setting){0};
    check_settings(many, "");
    many[3].name = "s0";
    check_settings(many, SET "s0 is there twice");

    const struct suite suite = {.name = "scan", .benches = BENCHES(&good)};
    struct check check = collect(NULL);
    check_lines(&check, check_suite(&check, &suite), "scan: .summary: missing");
}

static const struct bench *named(struct bench *bench, const char *name)
{
    *bench = good;
    bench->name = name;
    return bench;
}

TEST(names)
{
    struct bench a, b, c, d;
    const struct suite right = {.name = "scan_2", .summary = "", .benches = BENCHES(named(&a, "b_1"), &good)},
                       again = {.name = "scan_2", .summary = "", .benches = BENCHES(&good)},
                       nameless = {.summary = "", .benches = BENCHES(named(&b, NULL), named(&c, "x/y"), &good, &good)},
                       odd = {.name = "Scan", .summary = "", .benches = BENCHES(named(&d, ""))},
                       empty = {.name = "empty", .summary = "", .benches = BENCHES(NULL)},
                       bare = {.name = "all", .summary = ""};
    const struct suite *const suites[] = {&right, &again, &nameless, &odd, &empty, &bare, NULL};
    const struct registry registry = {.suites = suites};
    struct check check = collect(&registry);
    check_lines(&check, check_names(&check),
                "scan_2: .name: a suite before it has this name\n"
                "?: .name: missing\n"
                "?/?: .name: missing\n"
                "?/x/y: .name: 'x/y' has other characters than lower-case letters, digits and underscores\n"
                "?/tiles: .name: a bench before it has this name\n"
                "Scan: .name: 'Scan' has other characters than lower-case letters, digits and underscores\n"
                "Scan/: .name: '' has other characters than lower-case letters, digits and underscores\n"
                "empty: .benches: missing\n"
                "all: .name: all stands for every suite\n"
                "all: .benches: missing");

    const struct registry fine = {.suites = (const struct suite *const[]){&right, NULL}};
    check = collect(&fine);
    check_lines(&check, check_names(&check), "");
}
