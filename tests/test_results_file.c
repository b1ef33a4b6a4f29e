/* Results to a file and back: the golden file, exact numbers, what must not be loaded, and what cannot be written. */
#include "reports/header.h"
#include "reports/results_file.h"
#include "reports/table.h"
#include "tests/check.h"
#include "tests/sample_results.h"
#include "tests/text_file.h"

#include <dirent.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char golden[] = "golden/results.json";
static char folder[] = "/tmp/gpubench-test-XXXXXX";

/* A path in the test's folder. */
static const char *in_folder(const char *name)
{
    static char path[2][PATH_MAX];
    static int turn;
    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

/* The files in a folder, temporary ones too. */
static int files_in(const char *path)
{
    int count = 0;
    DIR *open = opendir(path);
    for (struct dirent *entry; open && (entry = readdir(open));)
        count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    if (open)
        closedir(open);
    return count;
}

static void same(bool equal, const char *member)
{
    if (!equal) {
        fprintf(stderr, "%s differs\n", member);
        check_failures++;
    }
}

#define SAME_TEXT(member) same(!strcmp(a->member, b->member), #member)
#define SAME(member) same(a->member == b->member, #member)

static void same_config(const struct config_words *a, const struct config_words *b)
{
    SAME(count);
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        SAME_TEXT(parameter[i].name);
        SAME_TEXT(parameter[i].word);
    }
}

static void same_row(const struct result *a, const struct result *b)
{
    SAME_TEXT(suite), SAME_TEXT(bench), SAME(size), SAME(status), SAME_TEXT(reason), SAME_TEXT(binary);
    same_config(&a->config, &b->config);
    SAME(resources.registers), SAME(resources.shared_bytes), SAME(resources.spill_bytes), SAME(compile_ms);
    if (a->status != OK)
        return;
    SAME(median_ns), SAME(ci95_ns[0]), SAME(ci95_ns[1]), SAME(blocks), SAME(real_time_ns), SAME(cpu_time_ns);
    for (size_t i = 0; i < a->blocks; i++)
        SAME(block_ns[i]);
    SAME(iterations), SAME(batch), SAME(cold), SAME(dropped), SAME(finalist);
    SAME(bytes), SAME(flops), SAME(error), SAME(tolerance);
}

static void same_best(const struct best *a, const struct best *b)
{
    same_row(&a->result, &b->result);
    SAME(default_ns), SAME(tied), SAME(measured), SAME(allowed);
    for (size_t i = 0; i < a->tied && i < MAX_TIED; i++)
        same_config(&a->tied_with[i], &b->tied_with[i]);
}

static void same_device(const struct compute_device *a, const struct compute_device *b)
{
    SAME_TEXT(backend), SAME(index), SAME_TEXT(name), SAME_TEXT(uuid), SAME_TEXT(platform), SAME_TEXT(driver);
    SAME_TEXT(compiler), SAME_TEXT(architecture), SAME(is_cpu), SAME(can_run), SAME(fp64), SAME(int64_atomics);
    SAME(images), SAME(units), SAME(simt_width), SAME(clock_mhz), SAME(memory_clock_mhz), SAME(memory_bytes);
    SAME(l2_bytes), SAME(local_bytes), SAME(max_group), SAME(graphs), SAME(constant_bytes);
    SAME(max_texture[0]), SAME(max_texture[1]);
    for (int i = 0; i < 3; i++)
        SAME(max_group_size[i]), SAME(max_groups[i]);
}

static void same_context(const struct run_context *a, const struct run_context *b)
{
    SAME_TEXT(version), SAME_TEXT(commit), SAME_TEXT(date), SAME_TEXT(host), SAME_TEXT(executable);
    SAME_TEXT(command), SAME_TEXT(suites), SAME_TEXT(benchmark_version), SAME(seed), SAME(cpus), SAME(cpu_mhz);
    for (int i = 0; i < 3; i++)
        SAME(load[i]);
    SAME(timer_tick_ns), SAME(wall_seconds), SAME(compile_jobs), SAME(interrupted);
    same_device(&a->device, &b->device);
}

static void same_results(const struct results *a, const struct results *b)
{
    same_context(&a->context, &b->context);
    SAME(count), SAME(best_count);
    for (size_t i = 0; i < a->count && i < b->count; i++)
        same_row(&a->rows[i], &b->rows[i]);
    for (size_t i = 0; i < a->best_count && i < b->best_count; i++)
        same_best(&a->best[i], &b->best[i]);
}

/* load(save(r)) == r */
static void check_round(const struct results *results)
{
    struct fault fault = {0};
    struct results loaded;
    CHECK(results_save(results, in_folder("round.json"), &fault) == OK);
    CHECK(results_load(&loaded, in_folder("round.json"), &fault) == OK);
    CHECK_TEXT(fault.text, "");
    same_results(&loaded, results);
    results_free(&loaded);
}

static void test_golden(void)
{
    struct fault fault = {0};
    struct results sample = sample_results(), loaded;
    CHECK(results_save(&sample, in_folder("results.json"), &fault) == OK);
    CHECK(text_same(in_folder("results.json"), golden));
    CHECK(results_load(&loaded, golden, &fault) == OK);
    same_results(&loaded, &sample);
    results_free(&loaded);
    check_round(&sample);
    results_free(&sample);
}

static void fill(char *text, size_t capacity)
{
    memset(text, 'x', capacity - 1);
    text[capacity - 1] = 0;
}

/* Every field at the end of its range. */
static void test_extremes(void)
{
    static const double reals[] = {0.1, 1.0 / 3, 1e-300, DBL_MAX, DBL_TRUE_MIN, 123456789.123456789, 5e-324, 1e22};
    struct results results = {.context = sample_context()};
    fill(results.context.command, sizeof results.context.command);
    fill(results.context.device.name, sizeof results.context.device.name);
    results.context.interrupted = true;
    results.context.cpus = UINT32_MAX;
    results.context.device.max_group = (uint64_t)INT64_MAX + 1;
    results.context.device.memory_bytes = INT64_MAX;
    struct result row = sample_timed("", UINT64_MAX, "-2147483648", "007", reals[0]);
    fill(row.suite, sizeof row.suite);
    fill(row.bench, sizeof row.bench);
    row.config.count = MAX_PARAMETERS;
    for (int i = 2; i < MAX_PARAMETERS; i++) {
        fill(row.config.parameter[i].word, MAX_WORD);
        fill(row.config.parameter[i].name, MAX_WORD);
        row.config.parameter[i].name[0] = (char)('A' + i);
    }
    row.blocks = MAX_BLOCKS;
    for (int i = 0; i < MAX_BLOCKS; i++)
        row.block_ns[i] = reals[i % 8];
    row.iterations = INT64_MAX;
    row.batch = INT64_MIN;
    row.resources = (struct compute_resources){0, INT_MAX, -1};
    struct best best = {.result = row, .default_ns = 0.1, .tied = MAX_TIED + 5, .measured = UINT64_MAX, .allowed = 1};
    for (int i = 0; i < MAX_TIED; i++)
        best.tied_with[i] = row.config;
    results_add_best(&results, &best);
    for (int i = 0; i < 8; i++) {
        row.median_ns = row.bytes = row.error = reals[i];
        results_add(&results, &row);
        struct result failure = sample_failed(row, (enum status)(UNSUPPORTED + i), "");
        fill(failure.reason, sizeof failure.reason);
        results_add(&results, &failure);
    }
    check_round(&results);
    results_free(&results);
    results = (struct results){.context = sample_context()};
    check_round(&results); /* no rows at all */
}

/* No NaN in a file; a time that is none is a failure; no broken UTF-8. */
static void test_not_finite(void)
{
    struct results results = {.context = sample_context()}, loaded;
    const double bad[] = {NAN, INFINITY, -INFINITY, 0, -1};
    for (int i = 0; i < 5; i++)
        sample_add(&results, sample_timed("sum", 1024, "64", "blocked", bad[i]));
    struct result good = sample_timed("sum", 1024, "128", "blocked", 5);
    good.ci95_ns[1] = good.error = good.block_ns[2] = NAN;
    good.bytes = INFINITY;
    sample_add(&results, good);
    sample_add(&results, sample_failed(sample_row("sum", 1024, "64", "blocked"), CRASHED, "cut \xe2\x80 off \xff"));
    struct fault fault = {0};
    CHECK(results_save(&results, in_folder("nan.json"), &fault) == OK);
    size_t length;
    char *text = text_read(in_folder("nan.json"), &length);
    CHECK(text && !strcasestr(text, "nan,") && !strcasestr(text, "infinity") && !strstr(text, "inf,"));
    free(text);
    CHECK(results_load(&loaded, in_folder("nan.json"), &fault) == OK);
    CHECK(loaded.count == 7);
    for (size_t i = 0; i < 5 && i < loaded.count; i++)
        CHECK(loaded.rows[i].status == LAUNCH_FAILED && *loaded.rows[i].reason);
    if (loaded.count == 7) {
        CHECK(loaded.rows[5].status == OK && isnan(loaded.rows[5].ci95_ns[1]) && isnan(loaded.rows[5].block_ns[2]));
        CHECK_TEXT(loaded.rows[6].reason, "cut ?? off ?");
    }
    results_free(&loaded);
    results_free(&results);
}

/* What does not load, and the one line that says why. */
static void refuse(const char *text, size_t length, const char *expected)
{
    struct fault fault = {0};
    struct results loaded;
    const char *path = in_folder("bad.json");
    text_write(path, text, length);
    CHECK(results_load(&loaded, path, &fault) == INVALID);
    CHECK(!loaded.count && !loaded.rows && !loaded.best);
    CHECK(!strncmp(fault.text, path, strlen(path)) && !strchr(fault.text, '\n'));
    if (!strstr(fault.text, expected)) {
        fprintf(stderr, "\"%s\" does not say \"%s\"\n", fault.text, expected);
        check_failures++;
    }
}

static const struct {
    const char *from, *to, *expected;
} damages[] = {
    {"results/1", "results/2",
     ": its schema is \"gpubench/results/2\", and this gpubench reads \"gpubench/results/1\""},
    {"\"schema\"", "\"scheme\"", ": not a gpubench results file"},
    {"\"benchmarks\": [", "\"benchmarks\": 5, \"old\": [", ": benchmarks: expected an array"},
    {"\"failures\"", "\"defeats\"", ": failures: expected an array"},
    {"\"context\"", "\"contexts\"", ": context: missing"},
    {"\"gpubench\": {", "\"gpubench\": 1, \"x\": {", ": context.gpubench: expected an object"},
    {"\"num_cpus\": 16", "\"num_cpus\": \"16\"", ": context.num_cpus: expected an integer from 0"},
    {"\"num_cpus\": 16", "\"num_cpus\": 4294967296", ": context.num_cpus: expected an integer from 0"},
    {"\"num_cpus\": 16", "\"num_cpus\": -1", ": context.num_cpus: expected an integer from 0"},
    {"\"num_cpus\": 16,", "\"num_cpus\": 16, \"num_cpus\": 16,", "line 7 column "},
    {"\"index\": 1", "\"index\": 2147483648", ": context.device.index: expected an integer of 32 bits"},
    {"\"fp64\": true", "\"fp64\": 1", ": context.device.fp64: expected true or false"},
    {"\"graphs\": true", "\"graphs\": 1", ": context.device.graphs: expected true or false"},
    {"\"max_texture\": [", "\"max_texture\": [1,", ": context.device.max_texture: expected an array of 2"},
    {"\"18446744073709551615\"", "\"18446744073709551616\"", ": context.gpubench.seed: expected an integer"},
    {"\"18446744073709551615\"", "\"-1\"", ": context.gpubench.seed: expected an integer"},
    {"\"backend\": \"cuda\"", "\"backend\": \"a text too long\"", NULL},
    {"\"backend\": \"cuda\"", "\"backend\": \"a text too long.\"",
     ": context.device.backend: text of 16 bytes, at most"},
    {"\"CUDA\"", "\"CU\\u0000DA\"", "line "},
    {"\"load_avg\": [", "\"load_avg\": [1,", ": context.load_avg: expected an array of 3"},
    {"\"row\": 2", "\"row\": 1", "benchmarks[1].row: expected the row's place"},
    {"\"row\": 2", "\"row\": 10", "benchmarks[1].row: expected the row's place"},
    {"\"row\": 2", "\"row\": -1", "benchmarks[1].row: expected the row's place"},
    {"\"row\": 2", "\"row\": 2.0", "benchmarks[1].row: expected the row's place"},
    {"\"size\": 268435456", "\"size\": 1e9", ": benchmarks[0].size: expected an integer from 0"},
    {"\"suite\": \"reduction\"", "\"suite\": \"\"", "suite and bench must not be empty"},
    {"{\"BLOCK_SIZE\": 128,", "{\"BLOCK_SIZE\": 128.5,", ": benchmarks[0].config: expected text"},
    {"{\"BLOCK_SIZE\": 128,",
     "{\"A\":1,\"B\":1,\"C\":1,\"D\":1,\"E\":1,\"F\":1,\"G\":1,\"H\":1,\"I\":1,\"J\":1,\"K\":1,\"L\":1,",
     ": benchmarks[0].config: more than 12 parameters"},
    {"{\"BLOCK_SIZE\": 128,", "{\"A_NAME_THAT_HAS_MORE_BYTES_THAN_31\": 128,", "a parameter's name must have 1 to 31"},
    {"\"median_ns\": 303104.0", "\"median_ns\": null", ": benchmarks[0].median_ns: "},
    {"\"median_ns\": 303104.0", "\"median_ns\": -1", ": benchmarks[0].median_ns: "},
    {"\"median_ns\": 303104.0", "\"median_ns\": 1e999", "line "},
    {"\"median_ns\": 303104.0", "\"median_ns\": NaN", "line "},
    {"\"blocks_ns\": [", "\"blocks_ns\": [\"1\",", ": benchmarks[0].blocks_ns: expected an array of at most 64"},
    {"\"cold\"", "\"cool\"", ": benchmarks[0].cache: expected \"cold\" or \"warm\""},
    {"\"verify\"", "\"verified\"", ": benchmarks[0].verify: missing"},
    {"\"registers\": 24", "\"registers\": 1.5", ": benchmarks[0].resources.registers: expected an integer"},
    {"\"compile-failed\"", "\"compile-failde\"", "\"compile-failde\" is not the status of a failure"},
    {"\"compile-failed\"", "\"ok\"", "\"ok\" is not the status of a failure"},
    {"\"status\"", "\"state\"", ": failures[0].iterations: missing"},
    {"\"tied_count\": 1", "\"tied_count\": 0", ": best[0].tied: expected an array of at most 16"},
    {"\"best\": [", "\"best\": [null,", ": best[0]: expected an object"},
    {"\xc2\xb1", "\xc2\x31", "line "},
};

static void test_refused(void)
{
    size_t length;
    char *text = text_read(golden, &length), *damaged = malloc(length + 1000);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const char *at = strstr(text, damages[i].from);
        CHECK(at);
        if (!at)
            continue;
        int size = sprintf(damaged, "%.*s%s%s", (int)(at - text), text, damages[i].to, at + strlen(damages[i].from));
        struct fault fault = {0};
        struct results loaded;
        if (damages[i].expected) {
            refuse(damaged, (size_t)size, damages[i].expected);
            continue;
        }
        text_write(in_folder("good.json"), damaged, (size_t)size);
        CHECK(results_load(&loaded, in_folder("good.json"), &fault) == OK);
        results_free(&loaded);
    }
    refuse("", 0, ": the file is empty");
    refuse("\n", 1, "line 2 column 0: ");
    refuse("[]", 2, ": not a gpubench results file");
    refuse("{}", 2, ": not a gpubench results file");
    refuse("{\"context\": {}, \"benchmarks\": []}", 33, ": not a gpubench results file");
    refuse("<html>\n</html>\n", 15, "line 1 column ");
    refuse("\0\0\0\0", 4, "line 1 column ");
    struct results loaded;
    struct fault fault = {0};
    CHECK(results_load(&loaded, "no/such/file.json", &fault) == INVALID);
    CHECK_TEXT(fault.text, "no/such/file.json: cannot read: No such file or directory");
    fault = (struct fault){0};
    CHECK(results_load(&loaded, "golden", &fault) == INVALID);
    CHECK_TEXT(fault.text, "golden: cannot read: Is a directory");
    free(damaged);
    free(text);
}

/* A file from before the keys that were added to the device: what they say is not known. */
static void test_older(void)
{
    static const char *const lacking[] = {"\"graphs\"", "\"constant_bytes\"", "\"max_texture\""};
    size_t length;
    char *text = text_read(golden, &length);
    for (size_t i = 0; i < 3; i++) {
        char *at = strstr(text, lacking[i]);
        CHECK(at);
        if (at)
            at[1] = '_'; /* a key that nobody knows */
    }
    text_write(in_folder("older.json"), text, length);
    struct results loaded;
    struct fault fault = {0};
    CHECK(results_load(&loaded, in_folder("older.json"), &fault) == OK);
    const struct compute_device *device = &loaded.context.device;
    CHECK(!device->graphs && !device->constant_bytes && !device->max_texture[0] && !device->max_texture[1]);
    CHECK(device->local_bytes == 49152);
    results_free(&loaded);
    free(text);
}

/* Every truncation is refused with one line. A file damaged anywhere is refused, or what it says can be used. */
static void test_damaged(void)
{
    size_t length;
    char *text = text_read(golden, &length);
    for (size_t cut = 1; cut < length - 2; cut += 13)
        refuse(text, cut, "line ");
    FILE *nowhere = fopen("/dev/null", "w");
    uint64_t random = 88172645463325252;
    int loads = 0;
    for (int round = 0; round < 4000; round++) {
        char *damaged = malloc(length);
        memcpy(damaged, text, length);
        for (int changes = round % 3; changes >= 0; changes--) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            damaged[random % length] = "0123456789-.eE\"{}[]:, ntfx\\\n\377"[(random >> 32) % 30];
        }
        struct fault fault = {0};
        struct results loaded;
        text_write(in_folder("damaged.json"), damaged, length);
        if (results_load(&loaded, in_folder("damaged.json"), &fault) == OK) {
            loads++;
            table_print(nowhere, &loaded, true);
            header_write((const struct results *const[]){&loaded}, 1, in_folder("damaged.h"), &fault);
            fault = (struct fault){0};
            CHECK(results_save(&loaded, in_folder("damaged.json"), &fault) == OK);
        } else
            CHECK(fault.status == INVALID && *fault.text && !strchr(fault.text, '\n'));
        results_free(&loaded);
        free(damaged);
    }
    CHECK(loads > 100 && loads < 3900); /* both outcomes were tried */
    fclose(nowhere);
    free(text);
}

static void check_cannot_write(const char *path, const char *why)
{
    struct results sample = sample_results();
    struct fault saved = {0}, checked = {0};
    CHECK(results_writable(path, &checked) == INVALID);
    CHECK(results_save(&sample, path, &saved) == INVALID);
    CHECK_TEXT(saved.text, checked.text);
    if (!strstr(saved.text, ": cannot write: ") || !strstr(saved.text, why)) {
        fprintf(stderr, "\"%s\" does not say \"%s\"\n", saved.text, why);
        check_failures++;
    }
    results_free(&sample);
}

static void test_unwritable(void)
{
    char long_name[300];
    fill(long_name, sizeof long_name);
    text_write(in_folder("plain"), "x", 1);
    check_cannot_write("", "No such file");
    check_cannot_write(folder, "Is a directory");
    check_cannot_write(in_folder("new/"), "Is a directory");
    check_cannot_write(in_folder("plain/results.json"), "Not a directory");
    check_cannot_write("/proc/no/results.json", "No such file");
    check_cannot_write("/dev/null", "not a regular file");
    check_cannot_write(in_folder(long_name), "File name too long");
    CHECK(files_in(in_folder("new")) == 0);

    struct fault fault = {0};
    CHECK(results_writable(in_folder("made/for/it.json"), &fault) == OK);
    CHECK(files_in(in_folder("made")) == 1 && files_in(in_folder("made/for")) == 0);
    CHECK(results_writable(in_folder("plain"), &fault) == OK);
    size_t length;
    char *text = text_read(in_folder("plain"), &length);
    CHECK_TEXT(text, "x");
    free(text);
}

/* A limit on file sizes is met in the middle of writing: one line, the old file stays, no temporary one does. */
static void test_limit(void)
{
    struct results sample = sample_results();
    struct fault fault = {0};
    mkdir(in_folder("limit"), 0777);
    const char *path = in_folder("limit/results.json");
    text_write(path, "old", 3);
    struct rlimit before, low;
    getrlimit(RLIMIT_FSIZE, &before);
    low = (struct rlimit){.rlim_cur = 4096, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &low);
    CHECK(results_save(&sample, path, &fault) == INVALID);
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK(strstr(fault.text, ": cannot write: File too large"));
    CHECK(files_in(in_folder("limit")) == 1);
    size_t length;
    char *text = text_read(path, &length);
    CHECK_TEXT(text, "old");
    free(text);
    results_free(&sample);
}

/* A link stays a link; the file it names is replaced, with the mode that any new file has. */
static void test_link(void)
{
    struct results sample = sample_results();
    struct fault fault = {0};
    struct stat found;
    text_write(in_folder("target.json"), "old", 3);
    CHECK(!symlink("target.json", in_folder("link.json")));
    mode_t mask = umask(022);
    CHECK(results_save(&sample, in_folder("link.json"), &fault) == OK);
    umask(mask);
    CHECK(!lstat(in_folder("link.json"), &found) && S_ISLNK(found.st_mode));
    CHECK(!lstat(in_folder("target.json"), &found) && (found.st_mode & 0777) == 0644);
    CHECK(text_same(in_folder("target.json"), golden));
    results_free(&sample);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    test_golden();
    test_extremes();
    test_not_finite();
    test_refused();
    test_older();
    test_damaged();
    test_unwritable();
    test_limit();
    test_link();
    char command[PATH_MAX];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) || CHECK_RESULT;
}
