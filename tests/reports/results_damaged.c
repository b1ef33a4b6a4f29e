/* Results files that must not be loaded, that only other versions can have written, and that are damaged anywhere. */
#include "reports/json/results_file.h"
#include "reports/writers/writers.h"
#include "tests/text_file.h"

static const char golden[] = "golden/results.json", older[] = "golden/older.json";

OWN_FILE;

/* A text that does not load, and the one line with the reason. */
static void check_refused(const char *text, size_t length, const char *expected)
{
    struct results loaded;
    text_write(path, text, length);
    CHECK(CALL(results_load(&loaded, path, &caught)) == INVALID);
    CHECK(!loaded.count && !loaded.rows && !loaded.best && !loaded.problems && !loaded.problem_count);
    CHECK(!strncmp(caught.text, path, strlen(path)) && !strchr(caught.text, '\n'));
    WRONG_IF(!strstr(caught.text, expected), "\"%s\" does not contain \"%s\"\n", caught.text, expected);
}

/* Quotes are apostrophes here (quoted). The beginning of the first row of the benchmarks, and of the first problem. */
#define OF_ROW "'row': 1, 'problem': 0, "
#define OF_PROBLEM "'suite': 'reduction', 'bench': 'sum_1d_f32', "

static const struct damage {
    const char *from, *to, *expected; /* NULL: it loads */
} damages[] = {
    {"results/1", "results/2",
     ": its schema is \"gpubench/results/2\", and this gpubench reads \"gpubench/results/1\""},
    {"'problems': [", "'identity': {'seed': '1'}, 'problems': [", NULL},
    {"'problems': [", "'identity': [], 'problems': [", ": identity: expected an object of at most 26 texts"},
    {"'problems': [", "'identity': {'seed': 1}, 'problems': [", ": identity: expected short names of texts"},
    {"'problems': [", "'identity': {'a name of twenty-four text': '1'}, 'problems': [", ": identity: expected short"},
    {"'dropped': false", "'dropped': false, 'stopped': 'behind'", NULL},
    {"'dropped': false", "'dropped': false, 'stopped': 'long'", NULL},
    {"'dropped': false", "'dropped': false, 'stopped': 'whole'",
     ".stopped: expected \"behind\", \"known\" or \"long\""},
    {"'schema'", "'scheme'", ": not a gpubench results file"},
    {"'benchmarks': [", "'benchmarks': 5, 'old': [", ": benchmarks: expected an array"},
    {"'failures'", "'defeats'", ": failures: expected an array"},
    {"'context'", "'contexts'", ": context: missing"},
    {"'gpubench': {", "'gpubench': 1, 'x': {", ": context.gpubench: expected an object"},
    {"'num_cpus': 16", "'num_cpus': '16'", ": context.num_cpus: expected an integer from 0"},
    {"'num_cpus': 16", "'num_cpus': 4294967296", ": context.num_cpus: expected an integer from 0"},
    {"'num_cpus': 16", "'num_cpus': -1", ": context.num_cpus: expected an integer from 0"},
    {"'num_cpus': 16,", "'num_cpus': 16, 'num_cpus': 16,", "line 7 column "},
    {"'seconds': 4.0", "'seconds': -4.0", ": context.gpubench.phases.preparing.seconds: expected a number that is"},
    {"'starting': {", "'starts': {", NULL}, /* older files have no such key */
    {"'index': 1", "'index': 2147483648", ": context.device.index: expected an integer of 32 bits"},
    {"'fp64': true", "'fp64': 1", ": context.device.fp64: expected true or false"},
    {"'graphs': true", "'graphs': 1", ": context.device.graphs: expected true or false"},
    {"'max_texture': [", "'max_texture': [1,", ": context.device.max_texture: expected an array of 2"},
    {"'18446744073709551615'", "'18446744073709551616'", ": context.gpubench.seed: expected an integer"},
    {"'18446744073709551615'", "'-1'", ": context.gpubench.seed: expected an integer"},
    {"'backend': 'cuda'", "'backend': 'a text too long'", NULL},
    {"'backend': 'cuda'", "'backend': 'a text too long.'", ": context.device.backend: text of 16 bytes, at most"},
    {"'CUDA'", "'CU\\u0000DA'", "line "},
    {"'load_avg': [", "'load_avg': [1,", ": context.load_avg: expected an array of 3"},
    {"'row': 2", "'row': 1", "benchmarks[1].row: expected the row's place"},
    {"'row': 2", "'row': 17", "benchmarks[1].row: expected the row's place"},
    {"'row': 2", "'row': -1", "benchmarks[1].row: expected the row's place"},
    {"'row': 2", "'row': 2.0", "benchmarks[1].row: expected the row's place"},
    {OF_ROW OF_PROBLEM "'size': 268435456", OF_ROW OF_PROBLEM "'size': 1e9",
     ": benchmarks[0].size: expected an integer from 0"},
    {OF_ROW "'suite': 'reduction'", OF_ROW "'suite': ''", ": benchmarks[0].bench: suite and bench must not be empty"},
    {"{'BLOCK_SIZE': 128,", "{'BLOCK_SIZE': 128.5,", ": benchmarks[0].config: 128.5 is no value of BLOCK_SIZE"},
    {"{'BLOCK_SIZE': 128,", "{'BLOCK_SIZE': null,", ": benchmarks[0].config: BLOCK_SIZE: expected a number or a"},
    {"{'BLOCK_SIZE': 128,", "{'A':1,'B':1,'C':1,'D':1,'E':1,'F':1,'G':1,'H':1,'I':1,'J':1,'K':1,'L':1,",
     ": benchmarks[0].config: expected the parameters that \"problems\""},
    {"{'BLOCK_SIZE': 1", "{'A_NAME_THAT_HAS_MORE_BYTES_THAN_31': 1", ": benchmarks[0].config: BLOCK_SIZE is missing"},
    {"'median_ns': 303104.0", "'median_ns': null", ": benchmarks[0].median_ns: "},
    {"'median_ns': 303104.0", "'median_ns': -1", ": benchmarks[0].median_ns: "},
    {"'median_ns': 303104.0", "'median_ns': 1e999", "line "},
    {"'median_ns': 303104.0", "'median_ns': NaN", "line "},
    {"'blocks_ns': [", "'blocks_ns': ['1',", ": benchmarks[0].blocks_ns: expected an array of at most 64"},
    {"'cold'", "'cool'", ": benchmarks[0].cache: expected \"cold\" or \"warm\""},
    {"'verify'", "'verified'", ": benchmarks[0].verify: missing"},
    {"'registers': 24", "'registers': 1.5", ": benchmarks[0].resources.registers: expected an integer"},
    {"'compile-failed'", "'compile-failde'", "\"compile-failde\" is not the status of a failure"},
    {"'compile-failed'", "'ok'", "\"ok\" is not the status of a failure"},
    {"'compile-failed'", "1", ": failures[0].status: expected text"},
    {"'row': 2", "'row': 2, 'status': 'crashed', 'reason': 'x'", "status: a failure among the benchmarks"},
    {"'resources': {", "'resources': 1, 'x': {", ": benchmarks[0].resources: expected an object"},
    {"'schema'", "'\x01schema'", "line "},
    {"'status'", "'state'", ": failures[0].iterations: missing"},
    {"'objective': 'stream'", "'objective': 'both'", ": best[0].objective: expected \"stream\" or \"alone\""},
    {"'objective': 'stream'", "'objective': 'alone'", NULL},
    {"'objective': 'stream', 'over_default': 1.0,", "'objective': 'alone', 'over_default': 1.0,",
     ": best[2].objective: \"alone\", and there is no alone_ns above 0"},
    {"'bench': 'sum_1d_f32', 'size': 268435456, 'seed'",
     "'bench': 'sum_1d_f32', 'size': 268435456, 'objective': 'x', 'require': 'y', 'seed'", NULL},
    {"'bench': 'sum_1d_f32', 'size': 268435456, 'seed'",
     "'bench': 'sum_1d_f32', 'size': 268435456, 'objective': 1, 'seed'", ".objective: expected text"},
    {"'dropped': false", "'dropped': false, 'value': 'x'", ".value: expected a number"},
    {"'dropped': false", "'dropped': false, 'unmet': 1", ".unmet: expected true or false"},
    {"'dropped': false", "'dropped': false, 'energy_j': 1.5", ".energy_ci95_j: missing"},
    {"'dropped': false", "'dropped': false, 'energy_j': 1.5, 'energy_ci95_j': [1, 2], 'unmet': true, 'value': -2",
     NULL},
    {"'tied_count': 1", "'tied_count': 0", ": best[0].tied: expected an array of at most 16"},
    {"'best': [", "'best': [null,", ": best[0]: expected an object"},
    {"\xc2\xb1", "\xc2\x31", "line "},
    {"'memory_bus_bits': 6016", "'memory_bus_bits': -1", ": context.device.memory_bus_bits: expected an integer"},
    {"'ceilings': {\n    'dram_read'", "'ceilings': [], 'x': {\n    'dram_read'",
     ": context.ceilings: expected an object"},
    {"'dram_read': {", "'dram_read': 1, 'x': {", ": context.ceilings.dram_read: expected an object"},
    {"'rate': 4750000000000.0", "'rate': 0", ": context.ceilings.dram_read.rate: expected a number above 0"},
    {"'rate': 4750000000000.0", "'rate': null", ": context.ceilings.dram_read.rate: expected a number above 0"},
    {"'inputs': {", "'inputs': [], 'x': {", ": context.inputs: expected an object"},
    {"'reduction': {", "'reduction': 1, 'x': {", ": context.inputs.reduction: expected an object"},
    {"'reduction': {", "'a suite of a name that has more bytes than 47, some more': {", NULL},
    {"'density': 0.0625", "'density': null", ": context.inputs.reduction.density: expected a number or a word"},
    {"'density': 0.0625", "'a_name_that_has_more_bytes_than_31': 1", NULL},
    {"'water'", "''", ": context.inputs.reduction.workload: expected a number or a word"},
    {"'water'", "'a word that has more bytes than 31'", NULL},
    {"'structure': {", "'structure': 1, 'x': {", ": context.structure: expected an object"},
    {"'atoms': 4001", "'atoms': -1", ": context.structure.atoms: expected an integer from 0"},
    {"'atoms': 4001", "'atom': 1", ": context.structure.atoms: missing"},
    {"'work': {", "'work': 1, 'x': {", ": benchmarks[1].work: expected an object"},
    {"'launch': 1.0", "'launch': '1'", ": benchmarks[1].work.launch: expected a number above 0"},
    {"'launch': 1.0", "'launch': -1", ": benchmarks[1].work.launch: expected a number above 0"},
    {"'limit': {", "'limit': 1, 'x': {", ": benchmarks[1].limit: expected an object"},
    {"'resource': 'dram_read'", "'resource': 1", ": benchmarks[1].limit.resource: expected text"},
    {"'fraction': 0.9765625", "'fraction': '1'", ": benchmarks[1].limit.fraction: expected a number"},
    {"'device_ns': 1200000.0", "'device_ns': '1'", ": benchmarks[8].device_ns: expected a number"},
    {"'host_ns': 600000.0", "'host_ns': '1'", ": benchmarks[8].host_ns: expected a number"},
    {"'figures': {", "'figures': 1, 'x': {", ": benchmarks[1].figures: expected an object"},
    {"point': 1934.0", "point': null", ": benchmarks[1].figures.atoms_per_point: expected a number"},
    {"'atoms_per_point': ", "'a_name_that_has_more_bytes_than_31': ", NULL},
    {"'atoms_per_point': ", "'': ", ": benchmarks[1].figures: a figure has no name"},
    {"'figures': {", "'figures': {'a':1,'b':1,'c':1,'d':1,'e':1,'f':1,'g':1,'h':1,'i':1,'j':1,'k':1,",
     ": benchmarks[1].figures: more than 12"},
    {"'reference': true", "'reference': 1", ": benchmarks[5].reference: expected true or false"},
    {"'reference': 'cub::DeviceReduce'", "'reference': true", ": best[0].config: REFERENCE is none of the problem's"},
    {"'reference': 'cub::DeviceReduce'", "'reference': 'qsort'", ": best[0].reference: none of the problem's"},
    {"'thrust::reduce'}", "'qsort'}", ": benchmarks[5].config: REFERENCE is none of the problem's"},
    {"{'REFERENCE': 'thrust::reduce'}", "{}", ": benchmarks[5].config: REFERENCE is none of the problem's"},
    {"'reference_ns': 242688.0", "'reference_ns': '1'", ": best[0].reference_ns: expected a number"},

    /* a row's problem */
    {OF_ROW, "'row': 1, 'problem': 7, ", ": benchmarks[0].problem: expected the number of one of the 7 problems"},
    {OF_ROW, "'row': 1, 'problem': -1, ", ": benchmarks[0].problem: expected the number of one of the 7 problems"},
    {OF_ROW, "'row': 1, 'problem': 0.0, ", ": benchmarks[0].problem: expected the number of one of the 7 problems"},
    {OF_ROW, "'row': 1, 'problem': '0', ", ": benchmarks[0].problem: expected the number of one of the 7"},
    {OF_ROW, "'row': 1, 'problem': null, ", ": benchmarks[0].problem: expected the number of one of the 7"},
    {OF_ROW, "'row': 1, 'problem': 9223372036854775807, ", ": benchmarks[0].problem: expected the number of one of"},
    {OF_ROW, "'row': 1, 'problem': 1, ", ": benchmarks[0].problem: suite, bench and size are not those of problem 1"},
    {OF_ROW, "'row': 1, 'problem': 2, ", ": benchmarks[0].problem: suite, bench and size are not those of problem 2"},
    {OF_ROW "'suite': 'reduction'", "'row': 1, 'suite': 'cutoff'", ": benchmarks[0].bench: not among \"problems\""},
    {"'blocked'}", "'diagonal'}", ": benchmarks[0].config: diagonal is no value of LOAD in \"problems\""},
    {"128, 'LOAD'", "129, 'LOAD'", ": benchmarks[0].config: 129 is no value of BLOCK_SIZE in \"problems\""},
    {", 'LOAD': 'blocked'}", "}", ": benchmarks[0].config: expected the parameters that \"problems\""},
    {"'LOAD': 'blocked'}", "'STORE': 'blocked'}", ": benchmarks[0].config: LOAD is missing"},
    {"'tied': [{'BLOCK_SIZE': 128,", "'tied': [{'BLOCK_SIZE': 129,",
     ": best[0].config: 129 is no value of BLOCK_SIZE in \"problems\""},
    {"'tied': [{", "'tied': [5, {", ": best[0].tied: expected an array of at most 16"},

    /* problems */
    {"'problems': [", "'problems': 5, 'x': [", ": problems: expected an array"},
    {"'problems': [", "'problems': null, 'x': [", ": problems: expected an array"},
    {"'problems': [", "'problems': {}, 'x': [", ": problems: expected an array"},
    {"'problems': [", "'problems': [5,", ": problems[0]: expected an object"},
    {"'problems': [", "'problems': [{},", ": problems[0].suite: missing"},
    {"{'name': '", "{'title': '", ": problems[0].name: expected text"},
    {"{'name': '", "{'name': '', 'x': '", ": problems[0].name: expected text"},
    {"{'name': '", "{'name': 5, 'x': '", ": problems[0].name: expected text"},
    {OF_PROBLEM "'size': 268435456", OF_PROBLEM "'size': 'many'", ": problems[0].size: expected an integer from 0"},
    {"'suite': 'reduction'", "'suite': ''", ": problems[0].bench: suite and bench must not be empty"},
    {"'suite': 'reduction'", "'suite': 1", ": problems[0].suite: expected text"},
    {"268435456, 'seed': '18446744073709551615'", "268435456, 'seed': -1", ": problems[0].seed: expected an integer"},
    {"268435456, 'seed'", "268435456, 'seeds'", ": problems[0].seed: missing"},
    {"'settings': {", "'settings': [], 'x': {", ": problems[0].settings: expected an object"},
    {"'settings': {", "'settings': {'x': null, ", ": problems[0].settings.x: expected a number or a word"},
    {"'settings': {", "'settings': {'x': '', ", ": problems[0].settings.x: expected a number or a word"},
    {"}, 'structure': {", "}, 'structure': [], 'x': {", ": problems[0].structure: expected an object"},
    {"}, 'structure': {'file': ", "}, 'structure': {'name': ", ": problems[0].structure.file: missing"},
    {"4001, 'key': '", "4001, 'key': 1, 'x': '", ": problems[0].structure.key: expected text"},
    {"4001, 'key': '", "4001, 'elements': 1, 'key': '", ": problems[0].structure.elements: expected text"},
    {"4001, 'key': '", "4001, 'types': [], 'key': '", ": problems[0].structure.types: expected an object"},
    {"4001, 'key': '", "4001, 'types': {'Ar': 1}, 'key': '", ": problems[0].structure.types.Ar: expected an object"},
    {"4001, 'key': '", "4001, 'types': {'Ar': {'sigma': 1, 'epsilon': 1}}, 'key': '",
     ": problems[0].structure.types.Ar.mass: missing"},
    {"4001, 'key': '", "4001, 'types': {'Ar': {'sigma': '1'}}, 'key': '",
     ": problems[0].structure.types.Ar.sigma: expected a number"},
    {"4001, ", "4001, 'box': [1, 2], ", ": problems[0].structure.box: expected an array of 3, each a number"},
    {"4001, ", "4001, 'box': [1, 2, 0], ",
     ": problems[0].structure.box: expected an array of 3, each a number above 0"},
    {"4001, ", "4001, 'box': [1, null, 3], ",
     ": problems[0].structure.box: expected an array of 3, each a number above 0"},
    {"'parameters': {", "'parameter': {", ": problems[0].parameters: missing"},
    {"'parameters': {", "'parameters': [], 'x': {", ": problems[0].parameters: expected an object"},
    {"'BLOCK_SIZE': [", "'BLOCK_SIZE': 64, 'x': [", ": problems[0].parameters: expected arrays of values"},
    {"'BLOCK_SIZE': [", "'': [", ": problems[0].parameters: expected arrays of values, each with a name"},
    {"[64, 128, 256, 512, 1024]", "[]", ": problems[0].parameters: expected arrays of values"},
    {"[64, 128,", "[64, 64.0, 128,", "values of BLOCK_SIZE are not all of one type, or one is there twice"},
    {"[64, 128,", "[64, '128',", ": problems[0].parameters: the values of BLOCK_SIZE are not all of one type"},
    {"[64, 128,", "[64, null,", ": problems[0].parameters: the values of BLOCK_SIZE are not all of one type"},
    {"[64, 128,", "[true, 128,", ": problems[0].parameters: the values of BLOCK_SIZE are not all of one type"},
    {"[64, 128,", "[[64], 128,", ": problems[0].parameters: the values of BLOCK_SIZE are not all of one type"},
    {"[64, 128,", "[64, 64, 128,", "values of BLOCK_SIZE are not all of one type, or one is there twice"},
    {"[64, 128, 256, 512, 1024]", "[0.5, 0.25, 0.50]", "values of BLOCK_SIZE are not all of one type, or one is there"},
    {"['striped',", "['blocked',", "values of LOAD are not all of one type, or one is there twice"},
    {"'figures': [", "'figures': 5, 'x': [", ": problems[0].figures: expected an array of texts"},
    {"'config': {'BLOCK_SIZE': 128, 'LOAD': 'blocked'}, 'median_ns'", "'config': {}, 'median_ns'",
     ": benchmarks[0].config: empty, though the bench has parameters"},
    {"'figures': [", "'figures': [5, ", ": problems[0].figures: expected an array of texts"},
    {"'figures': [", "'figures': ['', ", ": problems[0].figures: expected an array of texts"},
    {"'figures': [", "'figures': ['a','b','c','d','e','f','g','h','i','j','k',", ": problems[0].figures: more than 12"},
    {"'error': 'l2_error'", "'error': 'l3_error'", ": problems[6].error: none of the problem's figures"},
    {"'error': 'l2_error'", "'error': 1", ": problems[6].error: none of the problem's figures"},
    {"'error': 'l2_error', 'max", "'max", ": problems[6].max_error: expected a number above 0, of a problem with"},
    {"'max_error': 0.0009765625", "'max_error': 0", ": problems[6].max_error: expected a number above 0"},
    {"'max_error': 0.0009765625", "'max_error': '1'", ": problems[6].max_error: expected a number above 0"},
    {"'max_error': 0.0009765625", "'max_errors': '1'", NULL},
    {"'references': [", "'references': {}, 'x': [", ": problems[0].references: expected an array of texts"},
    {"'references': [", "'references': [null, ", ": problems[0].references: expected an array of texts"},
};

/* In a file without problems, whose rows must fit together. */
static const struct damage older_damages[] = {
    {"{'BLOCK_SIZE': 256,", "{'BLOCK': 256,", ": benchmarks[1].config: expected the parameters that other rows have"},
    {"{'BLOCK_SIZE': 256,", "{'A': 1, 'BLOCK_SIZE': 256,", ": benchmarks[1].config: expected the parameters that"},
    {"{'BLOCK_SIZE': 256,", "{", ": benchmarks[1].config: expected the parameters that other rows have"},
    {"{'BLOCK_SIZE': 256, 'LOAD': 'striped'}", "{'LOAD': 'striped', 'BLOCK_SIZE': 256}",
     ": benchmarks[1].config: expected the parameters that other rows have"},
    {"{'BLOCK_SIZE': 256,", "{'BLOCK_SIZE': null,", ": benchmarks[1].config: expected numbers and words"},
    {"{'BLOCK_SIZE': 256,", "{'BLOCK_SIZE': [256],", ": benchmarks[1].config: expected numbers and words"},
    {"{'BLOCK_SIZE': 128,", "{'': 128,", ": benchmarks[0].config: expected numbers and words, each with a name"},
    {"'config': {", "'config': 5, 'x': {", ": benchmarks[0].config: expected an object"},
    {"'config': {'BLOCK_SIZE': 128,", "'x': {'BLOCK_SIZE': 128,", ": benchmarks[0].config: missing"},
    {"'suite': 'reduction'", "'suite': ''", ": benchmarks[0].bench: suite and bench must not be empty"},
    {"'size': 268435456", "'size': 1e9", ": benchmarks[0].size: expected an integer from 0"},
    {"{'REFERENCE': ", "{'R': ", ": benchmarks[5].config: REFERENCE is none of the problem's"},
    {"'tied': [{'BLOCK_SIZE': 128,", "'tied': [{'BLOCK': 128,", ": best[0].config: expected the parameters that"},
    {"{'BLOCK_SIZE': 256,", "{'BLOCK_SIZE': 'many',", NULL}, /* it is a word among numbers */
    {"{'BLOCK_SIZE': 256,", "{'BLOCK_SIZE': 0.5,", NULL},
    {"'suite': 'reduction'", "'problem': 0, 'suite': 'reduction'", NULL},
    {"'suite': 'reduction'", "'problem': 6, 'suite': 'reduction'", ": benchmarks[0].problem: expected the number"},
};

static char *quoted(const char *text)
{
    char *made = allocate_text(text);
    for (char *at = made; (at = strchr(at, '\'')); at++)
        *at = '"';
    return made;
}

static void test_damages(const char *file, const struct damage *damage, size_t count)
{
    size_t length;
    FREED char *text = text_read(file, &length), *damaged = malloc(length + 1000);
    for (const struct damage *end = damage + count; damage < end; damage++) {
        FREED char *from = quoted(damage->from), *to = quoted(damage->to);
        const char *at = strstr(text, from);
        CHECK(at);
        if (!at)
            continue;
        int size = sprintf(damaged, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
        struct results loaded;
        if (damage->expected) {
            check_refused(damaged, (size_t)size, damage->expected);
            continue;
        }
        text_write(path, damaged, (size_t)size);
        CHECK_OK(results_load(&loaded, path, &caught));
        results_free(&loaded);
    }
}

TEST(refused)
{
    test_damages(golden, damages, sizeof damages / sizeof *damages);
    test_damages(older, older_damages, sizeof older_damages / sizeof *older_damages);
    check_refused("", 0, ": the file is empty");
    check_refused("\n", 1, "line 2 column 0: ");
    check_refused("[]", 2, ": not a gpubench results file");
    check_refused("{}", 2, ": not a gpubench results file");
    check_refused("{\"context\": {}, \"benchmarks\": []}", 33, ": not a gpubench results file");
    check_refused("<html>\n</html>\n", 15, "line 1 column ");
    check_refused("\0\0\0\0", 4, "line 1 column ");
    struct results loaded;
    CHECK_FAULT(results_load(&loaded, "no/such/file.json", &caught), INVALID,
                "no/such/file.json: cannot read: No such file or directory");
    CHECK_FAULT(results_load(&loaded, "golden", &caught), INVALID, "golden: cannot read: Is a directory");
}

/* Replaces the first letter after the quote in each of `text` by an underscore: an unknown key. */
static void rename_key(char *text, const char *key)
{
    int found = 0;
    for (char *at = text; (at = strstr(at, key)); found++)
        at[1] = '_';
    CHECK(found);
}

/* A copy with each `from` replaced; frees the text. */
static char *replace_all(char *text, const char *from, const char *to)
{
    char *copy;
    size_t length;
    FILE *file = open_memstream(&copy, &length);
    const char *rest = text;
    CHECK(strstr(text, from));
    for (const char *at; (at = strstr(rest, from)); rest = at + strlen(from))
        fprintf(file, "%.*s%s", (int)(at - rest), rest, to);
    fputs(rest, file);
    fclose(file);
    free(text);
    return copy;
}

/* A file without the keys that were added later: their values are unknown. */
TEST(older)
{
    static const char *const lacking[] = {
        "\"graphs\":",    "\"constant_bytes\":", "\"max_texture\":",  "\"memory_bus_bits\":", "\"ceilings\":",
        "\"work\":",      "\"limit\":",          "\"device_ns\":",    "\"host_ns\":",         "\"overlap\":",
        "\"figures\":",   "\"reference\":",      "\"reference_ns\":", "\"over_reference\":",  "\"inputs\":",
        "\"structure\":", "\"problems\":",       "\"problem\":"};
    static const char *const references[] = {"cub::DeviceReduce", "thrust::reduce", "cublasSasum"};
    size_t length;
    FREED char *text = text_read(golden, &length);
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
        rename_key(text, lacking[i]);
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) { /* such files have configurations only */
        char config[64];
        snprintf(config, sizeof config, "{\"REFERENCE\": \"%s\"}", references[i]);
        text = replace_all(text, config, "{\"BLOCK_SIZE\": 64, \"LOAD\": \"blocked\"}");
    }
    text_write(path, text, strlen(text));
    FREED_BY(results_free) struct results loaded;
    CHECK_OK(results_load(&loaded, path, &caught));
    const struct compute_device *device = &loaded.context.device;
    CHECK(device->features && !(device->features & COMPUTE_GRAPHS) && !device->constant_bytes &&
          !device->max_texture[0] && !device->max_texture[1]);
    CHECK(device->local_bytes == 49152 && !device->memory_bus_bits);
    CHECK(loaded.count == 17 && loaded.best_count == 4 && loaded.problem_count == 6);
    for (size_t i = 0; i < loaded.problem_count; i++) {
        const struct named_problem *problem = &loaded.problems[i];
        CHECK(!problem->settings && !problem->structure.file && !problem->structure.atoms &&
              problem->seed == UINT64_MAX);
        CHECK(!problem->figures.count && !problem->references.count);
    }
    for (int i = 0; i < RESOURCES; i++) {
        CHECK(loaded.context.ceilings.rate[i] == 0 && loaded.rows[2].result.amount[i] == 0);
        CHECK(loaded.best[0].best.result.amount[i] == 0);
    }
    for (size_t i = 0; i < loaded.count; i++) {
        const struct result *row = &loaded.rows[i].result;
        CHECK(!row->reference && row->limit.fraction == 0 && row->device_ns == 0 && row->host_ns == 0);
        for (int f = 0; f < MAX_FIGURES; f++)
            CHECK(isnan(row->figure[f]));
    }
    const struct best *best = &loaded.best[0].best;
    CHECK(!best->reference && best->reference_ns == 0 && best->default_ns == 303104);
}

/* An unknown resource of another version is skipped, with any value; the others stay. */
TEST(other_resources)
{
    size_t length;
    FREED char *text = text_read(golden, &length);
    rename_key(text, "\"dram_read\"");
    text_write(path, text, length);
    FREED_BY(results_free) struct results loaded;
    CHECK_OK(results_load(&loaded, path, &caught));
    const struct result *row = &loaded.rows[2].result;
    CHECK(loaded.context.ceilings.rate[RESOURCE_DRAM_READ] == 0 && loaded.context.ceilings.rate[RESOURCE_LAUNCH] > 0);
    CHECK(row->amount[RESOURCE_DRAM_READ] == 0 && row->amount[RESOURCE_LAUNCH] == 1);
    CHECK(row->limit.fraction == 0 && loaded.rows[16].result.limit.resource == RESOURCE_TO_DEVICE_PINNED);
}

/* Rows without a problem's number have the one of their suite, bench and size. */
TEST(without_numbers)
{
    static const size_t problem_of[] = {0, 0, 0, 1, 0, 0, 2, 3, 3, 4, 1, 0, 0, 0, 2, 2, 5};
    size_t length;
    FREED char *text = text_read(golden, &length);
    rename_key(text, "\"problem\":");
    text_write(path, text, length);
    FREED_BY(results_free) struct results loaded;
    CHECK_OK(results_load(&loaded, path, &caught));
    CHECK(loaded.count == 17 && loaded.best_count == 4 && loaded.problem_count == 7);
    for (size_t i = 0; i < loaded.count && i < 17; i++)
        CHECK(loaded.rows[i].problem == problem_of[i]);
    CHECK(loaded.best_count == 4 && loaded.best[1].problem == 2 && loaded.best[3].problem == 5);
}

/* Every truncation is refused with one line. A file damaged anywhere is refused, or its results can be used. */
static void damage_at_random(const char *from, int rounds)
{
    size_t length;
    FREED char *text = text_read(from, &length);
    for (size_t cut = 1; cut < length - 2; cut += 61)
        check_refused(text, cut, "line ");
    struct results loaded;
    const struct output output = {.results = &loaded,
                                  .path = (const char *const[]){path},
                                  .count = 1,
                                  .max_regret = 0.05,
                                  .page = &page_colored,
                                  .version = "",
                                  .commit = ""};
    size_t count;
    const struct writer *writer = writers(&count);
    FILE *nowhere = fopen("/dev/null", "w");
    uint64_t random = 88172645463325252;
    int loads = 0;
    for (int round = 0; round < rounds; round++) {
        FREED char *damaged = malloc(length);
        memcpy(damaged, text, length);
        for (int changes = round % 3; changes >= 0; changes--) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            damaged[random % length] = "0123456789-.eE\"{}[]:, ntfx\\\n\377"[(random >> 32) % 30];
        }
        struct fault fault = {0};
        text_write(path, damaged, length);
        if (results_load(&loaded, path, &fault) == OK) {
            loads++;
            for (size_t i = 0; i < count; i++) {
                fault = (struct fault){0};
                CHECK(writer[i].write(nowhere, &output, &fault) == fault.status);
            }
            fault = (struct fault){0};
            CHECK(results_save(&loaded, path, &fault) == OK);
        } else
            CHECK(fault.status == INVALID && *fault.text && !strchr(fault.text, '\n'));
        results_free(&loaded);
    }
    CHECK(loads > rounds / 40 && loads < rounds - rounds / 40); /* both outcomes occurred */
    fclose(nowhere);
}

TEST(damaged)
{
    damage_at_random(golden, 1200);
    damage_at_random(older, 400);
}
