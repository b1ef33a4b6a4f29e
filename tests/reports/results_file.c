/* Saves and loads results: the golden file, exact numbers, and results that cannot be written. */
#include "base/file.h"
#include "tests/own_folder.h"
#include "tests/reports/same_results.h"
#include "tests/reports/sample_results.h"
#include "tests/text_file.h"

#include <dirent.h>
#include <float.h>
#include <limits.h>
#include <sys/resource.h>
#include <sys/stat.h>

static const char golden[] = "golden/results.json";

/* A path in the test's folder. */
static const char *in_folder(const char *name)
{
    static char path[2][PATH_MAX];
    static int turn;
    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", own_folder, name);
    return path[turn];
}

/* The files in a folder, including temporary ones. */
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

TEST(golden)
{
    make_own_folder();
    FREED_BY(results_free) struct results sample = sample_results(), loaded;
    CHECK_OK(results_save(&sample, in_folder("results.json"), &caught));
    CHECK(text_same(in_folder("results.json"), golden));
    CHECK_OK(results_load(&loaded, golden, &caught));
    same_results(&loaded, &sample);
    check_round(in_folder("round.json"), &sample);
}

static void fill(char *text, size_t capacity)
{
    memset(text, 'x', capacity - 1);
    text[capacity - 1] = 0;
}

static const double reals[] = {0.1, 1.0 / 3, 1e-300, DBL_MAX, DBL_TRUE_MIN, 123456789.123456789, 5e-324, 1e22};

/* A text as long as `capacity` allows, that begins with `first`; valid for the next seven calls. */
static const char *filled(char first, size_t capacity)
{
    static char text[8][2048];
    static int turn;
    char *next = text[turn++ % 8];
    fill(next, capacity);
    *next = first;
    return next;
}

/* Settings, a structure, parameters, references and figures, all with long words. */
static size_t extreme_problem(struct results *results)
{
    size_t number = results_add_problem(results, filled('s', 128), filled('b', 128), UINT64_MAX, UINT64_MAX - 1);
    struct named_problem *problem = &results->problems[number];
    for (int i = 0; i < 24; i++)
        problem_add_setting(problem, filled((char)('0' + i), 2000), i % 2 ? filled('x', 2000) : NULL,
                            i % 2 ? 0 : -reals[i / 2 % 8]);
    problem->structure = (struct named_structure){.file = allocate_text(filled('x', 1024)),
                                                  .key = allocate_text(filled('y', 1024)),
                                                  .atoms = UINT64_MAX,
                                                  .elements = allocate_text(filled('z', 1024))};
    for (int i = 0; i < 20; i++)
        problem_add_type(problem, filled((char)('A' + i), 2000), reals[i % 8], -reals[i % 8], reals[(i + 1) % 8]);
    for (int d = 0; d < 3; d++)
        problem->structure.box[d] = reals[d];
    problem_add_name(problem, filled('x', 1024), filled('y', 1024));
    sample_parameter(problem, "BLOCK_SIZE", KIND_NUMBERS, (const char *const[]){"2147483647", "-2147483648", NULL});
    sample_parameter(problem, "LOAD", KIND_WORDS, (const char *const[]){"7", "007", "0.5", "", NULL});
    for (int i = 2; i < 12; i++)
        sample_parameter(problem, filled((char)('A' + i), 2000), KIND_WORDS,
                         (const char *const[]){filled('x', 2000), filled('y', 2000), NULL});
    for (int i = 0; i < MAX_FIGURES; i++) /* the bench's order, not alphabetical */
        texts_add(&problem->figures, filled((char)('Z' - i), 2000));
    sample_error(problem, problem->figures.text[MAX_FIGURES - 1], DBL_TRUE_MIN);
    for (int i = 0; i < 40; i++)
        texts_add(&problem->references, filled((char)('0' + i), 2000));
    return number;
}

static struct result extreme_result(const struct run_context *context)
{
    struct result result = sample_timed("", UINT64_MAX, NULL, NULL, reals[0]).result;
    result.index = 2 * 4 * 1024 - 1; /* the last of the space */
    result.blocks = MAX_BLOCKS;
    for (int i = 0; i < MAX_BLOCKS; i++)
        result.block_ns[i] = reals[i % 8];
    memcpy(result.amount, context->ceilings.rate, sizeof result.amount);
    result.limit = (struct limit){RESOURCES - 1, DBL_MAX};
    result.device_ns = DBL_TRUE_MIN;
    result.host_ns = DBL_MAX;
    for (int i = 0; i < MAX_FIGURES; i++)
        result.figure[i] = i & 1 ? -reals[i % 8] : reals[i % 8];
    result.iterations = INT64_MAX;
    result.batch = INT64_MIN;
    result.resources = (struct compute_resources){0, INT_MAX, -1};
    return result;
}

/* Every field at the end of its range. */
TEST(extremes)
{
    struct results results = {.context = sample_context()};
    fill(results.context.command, sizeof results.context.command);
    fill(results.context.device.name, sizeof results.context.device.name);
    results.context.interrupted = true;
    results.context.cpus = UINT32_MAX;
    results.context.device.max_group = (uint64_t)INT64_MAX + 1;
    results.context.device.memory_bytes = INT64_MAX;
    for (int i = 0; i < RESOURCES; i++)
        results.context.ceilings.rate[i] = reals[i % 8];
    for (size_t i = 0; i < sizeof results.identity.part / sizeof *results.identity.part; i++) {
        memset(results.identity.part[i].name, 'a' + (int)i, sizeof results.identity.part[i].name - 1);
        fill(results.identity.part[i].text, sizeof results.identity.part[i].text);
        results.identity.count++;
    }
    size_t number = extreme_problem(&results);
    struct result row = extreme_result(&results.context);
    struct best best = {.result = row, .default_ns = 0.1, .tied = MAX_TIED + 5, .measured = UINT64_MAX, .allowed = 1};
    best.default_untimed = true;
    best.reference_ns = 1.0 / 3;
    best.reference = 40;
    for (uint64_t i = 0; i < MAX_TIED; i++)
        best.tied_with[i] = row.index - i;
    results_add_best(&results, number, &best);
    for (uint32_t i = 0; i < 8; i++) {
        row.median_ns = row.bytes = row.error = reals[i];
        row.reference = i & 1 ? i * 5 : 0;
        row.stop = (enum stop)(i % 4);
        row.dropped = row.stop == STOP_DROPPED;
        row.index = i & 1 ? NO_CONFIGURATION : i * 1000;
        results_add(&results, number, &row, "");
        struct result failure = row;
        failure.status = (enum status)(UNSUPPORTED + i);
        results_add(&results, number, &failure, filled('x', 2048));
    }
    check_round(in_folder("round.json"), &results);
    sample_replace(&results, (struct results){.context = sample_context()});
    check_round(in_folder("round.json"), &results); /* no rows at all */
}

/* No NaN in a file; an invalid time is a failure; no invalid UTF-8. */
TEST(not_finite)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()}, loaded;
    const double bad[] = {NAN, INFINITY, -INFINITY, 0, -1};
    for (int i = 0; i < 5; i++)
        sample_add(&results, sample_timed("sum", 1024, "64", "blocked", bad[i]));
    struct sample good = sample_timed("sum", 1024, "128", "blocked", 5);
    good.result.ci95_ns[1] = good.result.error = good.result.block_ns[2] = NAN;
    good.result.bytes = good.result.amount[RESOURCE_LAUNCH] = INFINITY;
    good.result.amount[RESOURCE_DRAM_READ] = good.result.device_ns = good.result.limit.fraction = NAN;
    good.result.host_ns = INFINITY;
    good = sample_figure(sample_figure(sample_figure(good, "no", NAN), "yes", -2), "none", -INFINITY);
    sample_add(&results, good);
    sample_add_failed(&results, "sum", 1024, "64", "blocked", CRASHED, "cut \xe2\x80 off \xff");
    CHECK_OK(results_save(&results, in_folder("nan.json"), &caught));
    size_t length;
    char *text = text_read(in_folder("nan.json"), &length);
    CHECK(text && !strcasestr(text, "nan,") && !strcasestr(text, "infinity") && !strstr(text, "inf,"));
    free(text);
    CHECK_OK(results_load(&loaded, in_folder("nan.json"), &caught));
    CHECK(loaded.count == 7);
    for (size_t i = 0; i < 5 && i < loaded.count; i++)
        CHECK(loaded.rows[i].result.status == NO_TIME && *loaded.rows[i].reason);
    if (loaded.count == 7) {
        const struct result *row = &loaded.rows[5].result;
        CHECK(row->device_ns == 0 && row->host_ns == 0);
        CHECK(isnan(row->figure[0]) && row->figure[1] == -2 && isnan(row->figure[2]));
        CHECK_TEXT(loaded.problems[0].figures.text[1], "yes");
        CHECK(row->status == OK && isnan(row->ci95_ns[1]) && isnan(row->block_ns[2]));
        CHECK_TEXT(loaded.rows[6].reason, "cut ?? off ?");
    }
}

static void check_cannot_write(const char *path, const char *why)
{
    FREED_BY(results_free) struct results sample = sample_results();
    struct fault saved = {0}, checked = {0};
    CHECK(file_writable(path, &checked) == INVALID);
    CHECK(results_save(&sample, path, &saved) == INVALID);
    CHECK_TEXT(saved.text, checked.text);
    WRONG_IF(!strstr(saved.text, ": cannot write: ") || !strstr(saved.text, why), "\"%s\" does not contain \"%s\"\n",
             saved.text, why);
}

TEST(unwritable)
{
    char long_name[300];
    fill(long_name, sizeof long_name);
    text_write(in_folder("plain"), "x", 1);
    check_cannot_write("", "No such file");
    check_cannot_write(own_folder, "Is a directory");
    check_cannot_write(in_folder("new/"), "Is a directory");
    check_cannot_write(in_folder("plain/results.json"), "Not a directory");
    check_cannot_write("/proc/no/results.json", "No such file");
    check_cannot_write("/dev/null", "not a regular file");
    check_cannot_write(in_folder(long_name), "File name too long");
    CHECK(files_in(in_folder("new")) == 0);

    CHECK_OK(file_writable(in_folder("made/for/it.json"), &caught));
    CHECK(files_in(in_folder("made")) == 1 && files_in(in_folder("made/for")) == 0);
    CHECK_OK(file_writable(in_folder("plain"), &caught));
    size_t length;
    FREED char *text = text_read(in_folder("plain"), &length);
    CHECK_TEXT(text, "x");
}

/* A limit on file sizes is reached while writing: one line, the old file stays, no temporary one does. */
TEST(limit)
{
    FREED_BY(results_free) struct results sample = sample_results();
    mkdir(in_folder("limit"), 0777);
    const char *path = in_folder("limit/results.json");
    text_write(path, "old", 3);
    struct rlimit before, low;
    getrlimit(RLIMIT_FSIZE, &before);
    low = (struct rlimit){.rlim_cur = 4096, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &low);
    CHECK(CALL(results_save(&sample, path, &caught)) == INVALID);
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK(strstr(caught.text, ": cannot write: File too large"));
    CHECK(files_in(in_folder("limit")) == 1);
    size_t length;
    FREED char *text = text_read(path, &length);
    CHECK_TEXT(text, "old");
}

/* A link stays a link; the file it names is replaced, with the mode of any new file. */
TEST(link)
{
    FREED_BY(results_free) struct results sample = sample_results();
    struct stat found;
    text_write(in_folder("target.json"), "old", 3);
    CHECK(!symlink("target.json", in_folder("link.json")));
    mode_t mask = umask(022);
    CHECK_OK(results_save(&sample, in_folder("link.json"), &caught));
    umask(mask);
    CHECK(!lstat(in_folder("link.json"), &found) && S_ISLNK(found.st_mode));
    CHECK(!lstat(in_folder("target.json"), &found) && (found.st_mode & 0777) == 0644);
    CHECK(text_same(in_folder("target.json"), golden));
}
