/* Results to a file and back: the golden file, exact numbers, and what cannot be written. */
#include "reports/json/results_file.h"
#include "tests/check.h"
#include "tests/reports/sample_results.h"
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
    SAME(reference), SAME(resources.registers), SAME(resources.shared_bytes), SAME(resources.spill_bytes),
        SAME(compile_ms);
    if (a->status != OK)
        return;
    SAME(median_ns), SAME(ci95_ns[0]), SAME(ci95_ns[1]), SAME(blocks), SAME(real_time_ns), SAME(cpu_time_ns);
    for (size_t i = 0; i < a->blocks; i++)
        SAME(block_ns[i]);
    SAME(iterations), SAME(batch), SAME(cold), SAME(dropped), SAME(finalist);
    SAME(bytes), SAME(flops), SAME(error), SAME(tolerance), SAME(device_ns), SAME(host_ns);
    SAME(limit.resource), SAME(limit.fraction);
    for (int i = 0; i < RESOURCES; i++)
        SAME(amount[i]);
    SAME(figures);
    for (size_t i = 0; i < a->figures && i < b->figures; i++)
        SAME_TEXT(figure[i].name), SAME(figure[i].value);
}

static void same_best(const struct best *a, const struct best *b)
{
    same_row(&a->result, &b->result);
    SAME(default_ns), SAME(reference_ns), SAME_TEXT(reference), SAME(tied), SAME(measured), SAME(allowed);
    for (size_t i = 0; i < a->tied && i < MAX_TIED; i++)
        same_config(&a->tied_with[i], &b->tied_with[i]);
}

static void same_device(const struct compute_device *a, const struct compute_device *b)
{
    SAME_TEXT(backend), SAME(index), SAME_TEXT(name), SAME_TEXT(uuid), SAME_TEXT(platform), SAME_TEXT(driver);
    SAME_TEXT(compiler), SAME_TEXT(architecture), SAME(is_cpu), SAME(can_run), SAME(fp64), SAME(int64_atomics);
    SAME(images), SAME(units), SAME(simt_width), SAME(clock_mhz), SAME(memory_clock_mhz), SAME(memory_bytes);
    SAME(l2_bytes), SAME(local_bytes), SAME(max_group), SAME(graphs), SAME(constant_bytes);
    SAME(memory_bus_bits);
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
    for (int i = 0; i < RESOURCES; i++)
        SAME(ceilings.rate[i]);
    same_device(&a->device, &b->device);
    SAME(settings), SAME_TEXT(structure), SAME(atoms);
    for (size_t i = 0; i < a->settings; i++)
        SAME_TEXT(setting[i].suite), SAME_TEXT(setting[i].name), SAME_TEXT(setting[i].word), SAME(setting[i].number);
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
    results.context.settings = MAX_RUN_SETTINGS;
    for (int i = 0; i < MAX_RUN_SETTINGS; i++) {
        struct run_setting *setting = &results.context.setting[i];
        fill(setting->suite, sizeof setting->suite);
        fill(setting->name, sizeof setting->name);
        setting->name[0] = (char)('0' + i);
        setting->number = i % 2 ? 0 : -reals[i / 2 % 8];
        fill(setting->word, i % 2 ? sizeof setting->word : 1);
    }
    fill(results.context.structure, sizeof results.context.structure);
    results.context.atoms = UINT64_MAX;
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
    for (int i = 0; i < RESOURCES; i++)
        row.amount[i] = results.context.ceilings.rate[i] = reals[i % 8];
    row.limit = (struct limit){RESOURCES - 1, DBL_MAX};
    row.device_ns = DBL_TRUE_MIN;
    row.host_ns = DBL_MAX;
    row.figures = MAX_FIGURES;
    for (int i = 0; i < MAX_FIGURES; i++) {
        fill(row.figure[i].name, MAX_WORD);
        row.figure[i].name[0] = (char)('Z' - i); /* the bench's order, not the alphabet's */
        row.figure[i].value = i & 1 ? -reals[i % 8] : reals[i % 8];
    }
    row.iterations = INT64_MAX;
    row.batch = INT64_MIN;
    row.resources = (struct compute_resources){0, INT_MAX, -1};
    struct best best = {.result = row, .default_ns = 0.1, .tied = MAX_TIED + 5, .measured = UINT64_MAX, .allowed = 1};
    best.reference_ns = 1.0 / 3;
    fill(best.reference, sizeof best.reference);
    for (int i = 0; i < MAX_TIED; i++)
        best.tied_with[i] = row.config;
    results_add_best(&results, &best);
    for (int i = 0; i < 8; i++) {
        row.median_ns = row.bytes = row.error = reals[i];
        row.reference = i & 1;
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
    good.bytes = good.amount[RESOURCE_LAUNCH] = INFINITY;
    good.amount[RESOURCE_DRAM_READ] = good.device_ns = good.limit.fraction = NAN;
    good.host_ns = INFINITY;
    good = sample_figure(sample_figure(sample_figure(good, "no", NAN), "yes", -2), "none", -INFINITY);
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
        CHECK(!loaded.rows[5].device_ns && !loaded.rows[5].host_ns);
        CHECK(loaded.rows[5].figures == 1 && loaded.rows[5].figure[0].value == -2);
        CHECK_TEXT(loaded.rows[5].figure[0].name, "yes");
        CHECK(loaded.rows[5].status == OK && isnan(loaded.rows[5].ci95_ns[1]) && isnan(loaded.rows[5].block_ns[2]));
        CHECK_TEXT(loaded.rows[6].reason, "cut ?? off ?");
    }
    results_free(&loaded);
    results_free(&results);
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
    test_unwritable();
    test_limit();
    test_link();
    char command[PATH_MAX];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) || CHECK_RESULT;
}
