/* Ceilings and limits from the command line to the results file, on the fake device, whose times are exact: a byte per
 * nanosecond, a launch per microsecond. */
#include "base/store.h"
#include "reports/json/results_file.h"
#include "tests/own_folder.h"

#include <glob.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <time.h>

IN_OWN_FOLDER;

enum { STEPS = 10 };

static struct results results; /* of the last run */

static void load(void)
{
    results_free(&results);
    CHECK_OK(results_load(&results, "limits.json", &caught));
}

/* Runs the planted program; its results are in limits.json, its output in out and err. */
__attribute__((format(printf, 1, 2))) static int run(const char *format, ...)
{
    char arguments[512], command[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(arguments, sizeof arguments, format, values);
    va_end(values);
    remove("limits.json");
    snprintf(command, sizeof command, "%s --backend fake --jobs 1 --out limits.json %s >out 2>err", getenv("PLANTED"),
             arguments);
    int how = system(command);
    load();
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

/* Whether a line of a file contains a text. */
static bool contains(const char *file, const char *text)
{
    char command[256];
    snprintf(command, sizeof command, "grep -q -e '%s' %s", text, file);
    return system(command) == 0;
}

static void check_best(const char *bench, enum resource resource, double fraction)
{
    for (size_t i = 0; i < results.best_count; i++) {
        const struct result *best = &results.best[i].best.result;
        if (strcmp(results.problems[results.best[i].problem].bench, bench))
            continue;
        CHECK_NEAR(best->limit.fraction, fraction, 1e-9);
        if (fraction > 0)
            CHECK_TEXT(resource_word(best->limit.resource), resource_word(resource));
        return;
    }
    WRONG_IF(true, "no best of %s\n", bench);
}

static void check_rates(double dram_read, double launch)
{
    for (enum resource r = 0; r < RESOURCES; r++) {
        double rate = r == RESOURCE_DRAM_READ ? dram_read : r == RESOURCE_LAUNCH ? launch : 0;
        CHECK_NEAR(results.context.ceilings.rate[r], rate, 1e-9 * rate);
    }
}

/* Limits are shares of the ceilings, which are measured first and stored for the next run. */
TEST(limits)
{
    setenv("GPUBENCH_CACHE", "limits", 1);
    for (int again = 0; again < 2; again++) {
        CHECK(run("--suite limits --bench '[!l]*' --max-share 200%%") == 0);
        CHECK(contains("err", "^measuring the ceiling dram_read") == !again);
        CHECK(contains("err", "^gpubench: not measured: dram_write (no copy); what uses it has no limit$"));
        CHECK(contains("out", "^a fault of the model, or of a ceiling: 1 configuration is faster than its limit:$"));
        CHECK(contains("out", "limits/beyond.* at 200.0 % of dram_read$") && !contains("out", "limits/half.* at "));
        CHECK(contains("limits.json", "/half/.*/STEP:10.*\"limit\": {\"resource\": \"dram_read\", \"fraction\": 0.5}"));
        CHECK(!contains("limits.json", "/unknown/.*\"limit\""));
        CHECK(!contains("err", "rsqrt")); /* no bench measures it: that is no error */
        check_rates(1e9, 1e6);
        check_best("half", RESOURCE_DRAM_READ, 0.5);
        check_best("unknown", 0, 0);
        check_best("unmeasured", 0, 0);
        check_best("beyond", RESOURCE_DRAM_READ, 2);
        CHECK(results.count == 4 * STEPS && results.best_count == 4);
        for (size_t i = 0; i < results.count; i++) {
            const struct result *row = &results.rows[i].result;
            const struct named_problem *problem = &results.problems[results.rows[i].problem];
            double read = !strcmp(problem->bench, "half") ? 500 : !strcmp(problem->bench, "beyond") ? 2000 : 0;
            CHECK_TEXT(problem->suite, "limits"); /* the rows of ceilings are not in the results */
            CHECK_NEAR(row->limit.fraction, read / row->median_ns, 1e-9);
        }
    }
    CHECK(run("--suite limits --bench launched") == 0);
    CHECK(!contains("err", "the ceiling"));
    check_best("launched", RESOURCE_LAUNCH, 0.75);
}

/* The number of measurements of a bench that planted/limits.c counted. */
static int measurements(const char *bench)
{
    char line[128];
    int count = 0;
    FILE *file = fopen("measured", "r");
    while (file && fgets(line, sizeof line, file))
        count += !strncmp(line, bench, strlen(bench));
    if (file)
        fclose(file);
    return count;
}

/* A first run's measurements of a ceiling are few, and counted separately; the suite itself measures like any other. */
TEST(brief)
{
    enum { FINALISTS = 3, ROUNDS = 3, ALL_ROUNDS = 12 }; /* the last: of the best */
    setenv("GPUBENCH_CACHE", "brief", 1);
    fclose(fopen("measured", "w"));
    CHECK(run("--suite limits --bench half") == 0);
    const int few = measurements("ceilings dram_read\n");
    CHECK(few > STEPS && few <= STEPS + FINALISTS * ROUNDS);
    CHECK(results.context.seconds[PHASE_CEILINGS] > 0 && results.context.seconds[PHASE_PLAYOFF] > 0);
    CHECK(contains("limits.json", "\"ceilings\": {") && contains("out", "ceilings [0-9.]* ([0-9.]* %)"));
    const double first = results.context.ceilings.rate[RESOURCE_DRAM_READ];
    CHECK(run("--suite limits --bench half") == 0); /* stored by now */
    CHECK(results.context.seconds[PHASE_CEILINGS] == 0);
    fclose(fopen("measured", "w"));
    CHECK(run("--suite ceilings --bench dram_read") == 0);
    CHECK(measurements("ceilings dram_read\n") >= STEPS + ALL_ROUNDS);
    CHECK(results.context.seconds[PHASE_CEILINGS] == 0);
    CHECK_NEAR(first, results.context.ceilings.rate[RESOURCE_DRAM_READ], 0.005 * first);
    remove("measured");
}

/* Warm caches, and other devices, have ceilings of their own; on a warm cache a stream needs that of the cache. */
TEST(own)
{
    setenv("GPUBENCH_CACHE", "limits", 1);
    CHECK(run("--suite limits --bench half --cache-mode warm") == 0);
    CHECK(contains("err", "^measuring the ceiling dram_read") && contains("err", "^measuring the ceiling launch"));
    check_rates(1e9, 1e6);
    check_best("half", 0, 0);
}

/* A run on a CPU measures none: a short measurement would be no ceiling. The suite itself, run whole, does. */
TEST(cpu)
{
    static const char *const suites[] = {"--budget 3", "--strategy exhaustive"};
    setenv("GPUBENCH_CACHE", "cpu", 1);
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        CHECK(run("--suite limits --bench half --backend fake:cpu --cache-mode cold --until 10%%") == 0);
        CHECK(!contains("err", "the ceiling"));
        CHECK(contains("err", "^gpubench: --until: no limit of half is known; the search went on to its end$"));
        CHECK(!contains("out", " limit ") && !contains("limits.json", "\"limit\""));
        CHECK(run("--suite ceilings --bench '*[dh]' --backend fake:cpu --cache-mode cold %s", suites[i]) ==
              0); /* dram_read, dram_add, launch */
        CHECK((results.context.ceilings.rate[RESOURCE_DRAM_READ] > 0) == (i > 0));
    }
    CHECK(run("--suite limits --bench half,beyond --backend fake:cpu --cache-mode cold --strategy exhaustive") == 0);
    CHECK(contains("out", "^    50.0 % of dram_read$") == 0); /* an exceeded ceiling was measured on a busy machine */
    CHECK(contains("err",
                   "^gpubench: not used, as they are below what this run reached: the ceilings dram_read; gpubench "
                   "--suite ceilings --strategy exhaustive measures them again$"));
    CHECK(!contains("limits.json", "\"limit\"") && !contains("out", "a fault of the model"));
    CHECK(run("--suite limits --bench half --backend fake:cpu --cache-mode cold --strategy exhaustive") == 0);
    CHECK(contains("out", "^    50.0 % of dram_read$"));
}

/* On a GPU a row above its limit is no best, unless the option allows that much. */
TEST(implausible)
{
    setenv("GPUBENCH_CACHE", "limits", 1);
    CHECK(run("--suite limits --bench half,beyond --header tuned.h") == 0);
    size_t implausible = 0;
    for (size_t i = 0; i < results.count; i++) {
        const struct result *row = &results.rows[i].result;
        CHECK((row->status == IMPLAUSIBLE) == (row->limit.fraction > RESOURCE_FAULT));
        implausible += row->status == IMPLAUSIBLE;
    }
    check_best("half", RESOURCE_DRAM_READ, 0.5);
    check_best("beyond", RESOURCE_DRAM_READ, 1);
    CHECK(implausible == 1 && results.count == 2 * STEPS);
    CHECK(contains("out", "^1 implausible, with STEP 10: 200.0 % of its limit, that of dram_read: it leaves out work"));
    CHECK(contains("tuned.h", "BEYOND_STEP 9$"));
    CHECK(run("--suite limits --bench beyond --max-share 199%%") == 0);
    CHECK(contains("out", "^1 implausible, with STEP 10: "));
    CHECK(run("--suite limits --bench beyond --max-share 2 --header tuned.h") == 0);
    CHECK(!contains("out", "implausible") && contains("tuned.h", "BEYOND_STEP 10$"));
}

/* Copies between host and device may be faster than when their ceiling was measured: then they have no limit. */
TEST(copies)
{
    setenv("GPUBENCH_CACHE", "limits", 1);
    CHECK(run("--suite limits --bench loading,half --header tuned.h") == 0);
    CHECK(!contains("out", "implausible") && contains("tuned.h", "LOADING_STEP 10$"));
    CHECK(contains("err",
                   "^gpubench: not used, as they are below what this run reached: the ceilings to_device_pageable; "));
    CHECK(!contains("limits.json", "/loading/.*\"limit\""));
    check_best("loading", 0, 0);
    check_best("half", RESOURCE_DRAM_READ, 0.5);
    CHECK(run("--suite limits --bench loading_more") == 0);
    CHECK(contains("out", "^1 implausible, with STEP 10: 105.0 % of its limit, that of dram_read: it leaves out work"));
    CHECK(run("--suite limits --bench loading --max-share 105%%") == 0);
    CHECK(contains("out", "^1 implausible, with STEP 10: 110.0 % of its limit, that of to_device_pageable"));
}

/* Several devices have one host: none keeps a ceiling that another one's copies exceed. */
TEST(copies_of_devices)
{
    setenv("GPUBENCH_CACHE", "limits", 1);
    setenv("FAKE_DEVICES", "Fake device,Fake device", 1);
    CHECK(run("--suite limits --bench loading,half --device all") == 0);
    unsetenv("FAKE_DEVICES");
    CHECK(contains("err", "below what this run reached: the ceilings to_device_pageable; "));
    CHECK(results.context.device_count == 2);
    for (size_t d = 0; d < results.context.device_count; d++) {
        const struct ceilings *ceilings = &results.context.devices[d].ceilings;
        CHECK(ceilings->rate[RESOURCE_DRAM_READ] > 0 && !(ceilings->rate[RESOURCE_TO_DEVICE_PAGEABLE] > 0));
    }
    check_best("loading", 0, 0);
    check_best("half", RESOURCE_DRAM_READ, 0.5);
}

/* Another kernel has ceilings of its own, too. */
TEST(kernels)
{
    setenv("GPUBENCH_CACHE", "limits", 1);
    CHECK(system("cp -R $SOURCE_DIR/kernels . && cp $SOURCE_DIR/tests/planted/kernels/*.cl kernels") == 0);
    CHECK(run("--suite limits --bench half --kernels kernels --ceilings kept") == 0);
    check_rates(1e9, 1e6); /* the same text, from another folder */
    CHECK(system("echo '//fake time 1000' >>kernels/limits.cl") == 0);
    CHECK(run("--suite limits --bench half --kernels kernels") == 0);
    CHECK(contains("err", "^measuring the ceiling dram_read") && contains("err", "^measuring the ceiling launch"));
    check_rates(0.5e9, 0.5e6);
}

TEST(options)
{
    setenv("GPUBENCH_CACHE", "options", 1);
    CHECK(run("--suite limits --bench half --ceilings kept") == 0);
    CHECK(!contains("err", "ceiling"));
    check_rates(0, 0);
    check_best("half", 0, 0);
    CHECK(run("--suite limits --bench half --budget 3") == 0);
    check_rates(1e9, 1e6); /* a budget is for the run's own benches */
    CHECK(results.count == 3);
    CHECK(run("--suite limits --bench half --ceilings kept") == 0);
    check_best("half", RESOURCE_DRAM_READ, 0.5);
    CHECK(run("--suite limits --bench half --ceilings off") == 0);
    CHECK(!contains("err", "ceiling"));
    check_rates(0, 0);
    check_best("half", 0, 0);
}

/* A run of the suite itself is stored, unless it tried less than a run that needs the ceiling would. */
TEST(stored)
{
    static const char *const partly[] = {"--set STEP=1", "--size 4096", "--budget 2"};
    setenv("GPUBENCH_CACHE", "partly", 1);
    for (size_t i = 0; i < sizeof partly / sizeof *partly; i++) {
        CHECK(run("--suite ceilings --bench dram_read %s", partly[i]) == 0);
        CHECK(results.context.ceilings.rate[RESOURCE_DRAM_READ] == 0);
        CHECK(run("--suite limits --bench half --ceilings kept") == 0);
        check_best("half", 0, 0);
    }
    setenv("GPUBENCH_CACHE", "taken", 1);
    CHECK(run("--suite ceilings,limits --bench '[dh]*[df]'") == 0); /* dram_read, dram_add, half */
    CHECK(contains("err", "^measuring the ceiling launch (1 of 1)$"));
    CHECK(!contains("err", "^measuring the ceiling dram"));
    check_best("dram_read", 0, 0);
    check_best("half", RESOURCE_DRAM_READ, 0.5);
}

/* A stored ceiling (tuner/ceilings/ceilings.c). */
struct blob {
    double rate;
    int64_t measured;
};

/* Replaces each ceiling of a cache by a blob, with a right hash. */
static size_t replace_ceilings(const char *cache, struct blob blob)
{
    char entries[64];
    glob_t found;
    snprintf(entries, sizeof entries, "%s/entries/ceiling-*", cache);
    glob(entries, 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct store_key key;
        CHECK(sscanf(strrchr(found.gl_pathv[i], '-'), "-%32s", key.text) == 1);
        CHECK(store_put(cache, STORE_CEILING, key, &blob, sizeof blob, NULL) == OK);
    }
    globfree(&found);
    return found.gl_pathc;
}

/* A stored value that cannot be a ceiling, or a date, is measured again, whichever program stored it. */
TEST(forged)
{
    const int64_t now = time(NULL);
    const struct {
        struct blob blob;
        bool sound;
    } cases[] = {{{1e9, now}, true},  {{1e9, INT64_C(1) << 61}, false}, {{1e9, now + 1000000}, false},
                 {{NAN, now}, false}, {{INFINITY, now}, false},         {{1e9, -1}, false}};
    setenv("GPUBENCH_CACHE", "limits", 1);
    CHECK(system("cp -R limits forged") == 0);
    setenv("GPUBENCH_CACHE", "forged", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(replace_ceilings("forged", cases[i].blob) > 0);
        CHECK(run("--suite limits --bench half --ceilings kept --budget 1") == 0);
        check_rates(cases[i].sound ? 1e9 : 0, cases[i].sound ? 1e9 : 0);
    }
    CHECK(run("--suite limits --bench half --budget 1") == 0);
    CHECK(contains("err", "^measuring the ceiling dram_read"));
}

/* The search ends at the first configuration that reaches the share, not earlier. */
TEST(until)
{
    static const struct {
        const char *arguments;
        double share;
    } cases[] = {{"--until 10% --seed 1", 0.1}, {"--until .1 --seed 4", 0.1}, {"--until 0.25 --seed 3", 0.25}};
    setenv("GPUBENCH_CACHE", "limits", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(run("--suite limits --bench half %s", cases[i].arguments) == 0);
        CHECK(!contains("err", "until"));
        CHECK(results.count > 1 && results.count < STEPS);
        for (size_t r = 0; r < results.count; r++)
            CHECK((results.rows[r].result.limit.fraction >= cases[i].share) == (r + 1 == results.count));
    }
    CHECK(run("--suite limits --bench half --until 51%%") == 0);
    CHECK(results.count == STEPS);
    CHECK(run("--suite limits --bench 'un*' --until 1%%") == 0);
    CHECK(contains("err",
                   "^gpubench: --until: no limit of unknown is known (nor of 1 more); the search went on to its end$"));
    CHECK(results.count == 2 * STEPS);
    CHECK(run("--suite limits --bench losing --until 1%%") == 1);
    CHECK(!contains("err", "until")); /* it has no best either */
}

/* A ceiling whose measurement was interrupted is not stored. */
TEST(interrupt)
{
    int how = 0;
    setenv("GPUBENCH_CACHE", "interrupt", 1);
    remove("err");
    remove("limits.json"); /* a run without a row would not replace it */
    pid_t pid = fork();
    if (!pid) {
        if (!freopen("out", "w", stdout) || !freopen("err", "w", stderr))
            _exit(127);
        execl(getenv("PLANTED"), "gpubench", "--suite", "limits", "--bench", "late", "--backend", "fake", "--jobs", "1",
              "--out", "limits.json", NULL);
        _exit(127);
    }
    for (int i = 0; i < 2400 && !contains("err", "^measuring the ceiling dram_add"); i++)
        usleep(50000);
    sleep(1); /* some of its configurations are measured */
    CHECK(kill(pid, SIGINT) == 0);
    CHECK(waitpid(pid, &how, 0) == pid);
    CHECK(WIFEXITED(how) && WEXITSTATUS(how) == 130);
    CHECK(!contains("err", "not measured"));
    load();
    CHECK(results.context.interrupted && results.count == 0 && results.best_count == 0);
    CHECK(run("--suite limits --bench late --ceilings kept") == 0);
    check_best("late", 0, 0);
}

/* Nor one that a budget ended, or that is the best by another time. */
TEST(budget)
{
    setenv("GPUBENCH_CACHE", "budget", 1);
    CHECK(run("--suite limits --bench late --budget 2s") == 0);
    CHECK(contains("err", "^gpubench: not measured: dram_add (no time was left for all of it)"));
    check_rates(0, 0);
    CHECK(run("--suite ceilings --bench dram_add --objective alone") == 0);
    CHECK(run("--suite limits --bench late --ceilings kept") == 0);
    check_best("late", 0, 0);
}

/* The time limit applies to the run's own benches: the ceiling's compile longer. */
TEST(time_limit)
{
    setenv("GPUBENCH_CACHE", "hurry", 1);
    run("--suite limits --bench late --time-limit 0.25");
    CHECK_NEAR(results.context.ceilings.rate[RESOURCE_DRAM_ADD], 1e9, 1);
}

/* The device is lost while a ceiling is measured: rows until then are no ceiling, and the run continues. */
TEST(lost)
{
    setenv("GPUBENCH_CACHE", "lost_cache", 1);
    CHECK(run("--suite limits --bench lost") == 0);
    CHECK(
        contains("err", "^gpubench: not measured: dram_copy (the device does not come back: .*); what uses it has no"));
    CHECK(results.count == STEPS);
    check_rates(0, 0);
    check_best("lost", 0, 0);
    CHECK(run("--suite limits --bench lost --ceilings kept") == 0);
    check_rates(0, 0);
    remove("lost");
    CHECK(run("--suite limits --bench unmeasured,lost") == 0); /* the reason is the first one's */
    CHECK(contains("err", "^gpubench: not measured: dram_write, dram_copy (no copy); what uses it has no limit$"));
}
