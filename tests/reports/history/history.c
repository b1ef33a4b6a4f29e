/* A history's file: input in any order, output sorted; the later line of a key stays; each malformed line has its
 * message. And the points added from results, series and their changes, and bars. */
#include "reports/table/history.h"
#include "base/file.h"
#include "reports/history/series.h"
#include "reports/json/history_file.h"
#include "tests/own_folder.h"
#include "tests/reports/sample_results.h"

IN_OWN_FOLDER;

static const char path[] = "a.history.jsonl";

static char *content(void)
{
    char *text;
    size_t length;
    return FINE(file_read(path, &text, &length, &caught)) ? text : allocate_text("");
}

static void put(const char *text)
{
    CHECK_OK(file_save(path, text, strlen(text), &caught));
}

/* ---- lines ---- */

#define LINE(device, backend, cache, name, date, commit, measuring, rest)                                              \
    "{\"schema\": \"gpubench/history/1\", \"device\": \"" device "\", \"backend\": \"" backend "\", \"name\": \"" name \
    "\", \"date\": \"" date "\", \"commit\": \"" commit "\", \"measuring\": " measuring ", \"cache\": \"" cache        \
    "\", " rest "}\n"
#define TIME                                                                                                           \
    "\"median_ns\": 1024.0, \"ci95_ns\": [1000.0, 1050.0], \"config\": {\"BLOCK_SIZE\": 128, \"LOAD\": \"striped\"}"
#define PLAIN "\"median_ns\": 2048.0, \"config\": {}"

/* In the file's order. The second is later than the third only by the clock, and the fifth's date is earlier than the
 * fourth's text. */
static const char *const lines[] = {
    LINE("A", "cuda", "cold", "s/a/n:1", "2026-01-01T00:00:00+00:00", "c9", "2", TIME),
    LINE("A", "cuda", "cold", "s/a/n:1", "2026-01-02T00:00:00+00:00", "c1", "2", PLAIN),
    LINE("A", "cuda", "cold", "s/a/n:1", "2026-01-02T00:00:00+00:00", "c2", "1", PLAIN),
    LINE("A", "cuda", "cold", "s/a/n:1", "2026-01-02T00:00:00+00:00", "c2", "2", PLAIN),
    LINE("A", "cuda", "cold", "s/a/n:1", "2026-01-02T00:00:00+00:00", "c2", "2", "\"objective\": \"alone\", " PLAIN),
    LINE("A", "cuda", "cold", "s/a/n:1", "2026-01-03T01:00:00+0200", "c0", "2", PLAIN),
    LINE("A", "cuda", "cold", "s/a/n:1", "2026-01-02T23:30:00+00:00", "c0b", "2", PLAIN),
    LINE("A", "cuda", "cold", "s/b/n:1", "2025-01-01T00:00:00+00:00", "c1", "2", PLAIN),
    LINE("A", "cuda", "warm", "s/a/n:1", "2025-01-01T00:00:00+00:00", "c1", "2", PLAIN),
    LINE("A", "opencl", "cold", "s/a/n:1", "2025-01-01T00:00:00+00:00", "c1", "2", PLAIN),
    LINE("B", "cuda", "cold", "s/a/n:1", "2025-01-01T00:00:00+00:00", "c1", "2", PLAIN),
};
enum { LINES = sizeof lines / sizeof *lines };

/* The lines, each `step` after the one before. */
static char *shuffled(size_t step)
{
    char *text = allocate(LINES * 400);
    for (size_t i = 0; i < LINES; i++)
        strcat(text, lines[i * step % LINES]);
    return text;
}

TEST(order)
{
    FREED char *expected = shuffled(1);
    for (size_t step = 1; step < LINES; step++) {
        FREED_BY(history_free) struct history history = {0};
        FREED char *text = shuffled(step);
        put(text);
        CHECK(FINE(history_load(&history, path, &caught)) && history.count == LINES);
        CHECK_OK(history_save(&history, path, &caught));
        FREED char *saved = content();
        CHECK_TEXT(saved, expected);
    }
}

/* The content of a line, in memory. */
TEST(point)
{
    FREED_BY(history_free) struct history history = {0};
    put(LINE("A", "cuda", "warm", "s/a/n:1", "2026-01-01T02:00:00+01:00", "c9", "2", TIME));
    CHECK(FINE(history_load(&history, path, &caught)) && history.count == 1);
    const struct history_point *point = history.points;
    CHECK_TEXT(point->device, "A");
    CHECK_TEXT(point->backend, "cuda");
    CHECK_TEXT(point->name, "s/a/n:1");
    CHECK_TEXT(point->date, "2026-01-01T02:00:00+01:00");
    CHECK_TEXT(point->commit, "c9");
    CHECK_TEXT(point->config, "{\"BLOCK_SIZE\": 128, \"LOAD\": \"striped\"}");
    CHECK(point->measuring == 2 && !point->cold && point->objective == OBJECTIVE_STREAM);
    CHECK(point->median_ns == 1024 && point->ci95_ns[0] == 1000 && point->ci95_ns[1] == 1050);
    CHECK(point->moment == 1767229200); /* one o'clock in Greenwich */
}

/* The later line of a key stays, regardless of its date; empty lines, and an unterminated last one, are none or one. */
TEST(same_key)
{
    FREED_BY(history_free) struct history history = {0};
    put(LINE("A", "cuda", "cold", "s/a/n:1", "2026-01-03T00:00:00+00:00", "c1", "2", TIME) "\n \r\n" LINE(
        "A", "cuda", "cold", "s/a/n:1", "2026-01-02T00:00:00+00:00", "c2", "2",
        TIME) "{\"schema\": \"gpubench/history/1\", \"device\": \"A\", \"backend\": \"cuda\", \"name\": \"s/a/n:1\", "
              "\"date\": "
              "\"2026-01-01T00:00:00Z\", \"commit\": \"c1\", \"measuring\": 2, \"cache\": \"cold\", \"more\": 1, " PLAIN
              "}");
    CHECK(FINE(history_load(&history, path, &caught)) && history.count == 2);
    CHECK_TEXT(history.points[0].commit, "c1");
    CHECK(history.points[0].median_ns == 2048 && isnan(history.points[0].ci95_ns[0]));
    CHECK(FINE(history_load(&history, path, &caught)) && history.count == 2); /* once more, with the same result */
    history_free(&history);
    put("");
    CHECK(FINE(history_load(&history, path, &caught)) && history.count == 0);
    CHECK_OK(history_save(&history, path, &caught));
}

/* ---- malformed lines ---- */

static void check_refused(const char *line, const char *message)
{
    FREED_BY(history_free) struct history history = {0};
    char text[2048], expected[512];
    snprintf(text, sizeof text, "%s%s%s", lines[0], line, lines[1]);
    snprintf(expected, sizeof expected, "%s:2: %s", path, message);
    put(text);
    CHECK_FAULT(history_load(&history, path, &caught), INVALID, expected);
}

TEST(malformed)
{
    static const char schema[] = "not a line of a history (no schema \"gpubench/history/1\")",
                      object[] = "no JSON: column 1; each line is an object of its own",
                      date[] = "date: expected a time as \"2026-01-31T23:59:00+01:00\"",
                      above[] = "median_ns: expected a number above 0",
                      reals[] = "ci95_ns: expected an array of 2, each a number",
                      ends[] = "ci95_ns: expected two numbers, the smaller one first",
                      count[] = "measuring: expected an integer from 0 to 4294967295",
                      cache[] = "cache: expected \"cold\" or \"warm\"",
                      alone[] = "objective: expected \"alone\", or no such key";
    check_refused("<<<<<<< ours\n", object);
    check_refused("{\"schema\": \"gpubench/history/1\"\n", "no JSON: column 31; each line is an object of its own");
    check_refused("[]\n", schema);
    check_refused("{}\n", schema);
    check_refused("{\"schema\": \"gpubench/history/2\"}\n",
                  "its schema is \"gpubench/history/2\", and this gpubench reads \"gpubench/history/1\"");
    check_refused("{\"schema\": \"gpubench/history/1\"}\n", "device: expected text");
#define OTHER(backend, cache, name, date, commit, measuring, rest)                                                     \
    LINE("A", backend, cache, name, date, commit, measuring, rest)
    check_refused(OTHER("", "cold", "n", "2026-01-01T00:00:00+00:00", "c", "2", PLAIN), "backend: expected text");
    check_refused(OTHER("x", "cold", "", "2026-01-01T00:00:00+00:00", "c", "2", PLAIN), "name: expected text");
    check_refused(OTHER("x", "cold", "n", "", "c", "2", PLAIN), "date: expected text");
    check_refused(OTHER("x", "cold", "n", "2026-01-01", "c", "2", PLAIN), date);
    check_refused(OTHER("x", "cold", "n", "2026-01-01T00:00:00+00:00 ", "c", "2", PLAIN), date);
    check_refused(OTHER("x", "cold", "n", "2026-13-01T00:00:00+00:00", "c", "2", PLAIN), date);
    check_refused(OTHER("x", "cold", "n", "2026-01-01T00:00:00+00:00", "", "2", PLAIN), "commit: expected text");
    check_refused(OTHER("x", "cold", "n", "2026-01-01T00:00:00+00:00", "c", "-1", PLAIN), count);
    check_refused(OTHER("x", "cold", "n", "2026-01-01T00:00:00+00:00", "c", "2.5", PLAIN), count);
    check_refused(OTHER("x", "hot", "n", "2026-01-01T00:00:00+00:00", "c", "2", PLAIN), cache);
    check_refused(OTHER("x", "cold", "n", "2026-01-01T00:00:00+00:00", "c", "2", "\"objective\": \"stream\", " PLAIN),
                  alone);
#define TIMES(rest) OTHER("x", "cold", "n", "2026-01-01T00:00:00+00:00", "c", "2", rest)
    check_refused(TIMES("\"median_ns\": 0, \"config\": {}"), above);
    check_refused(TIMES("\"median_ns\": null, \"config\": {}"), above);
    check_refused(TIMES("\"median_ns\": 1, \"ci95_ns\": [1], \"config\": {}"), reals);
    check_refused(TIMES("\"median_ns\": 1, \"ci95_ns\": [1, \"2\"], \"config\": {}"), reals);
    check_refused(TIMES("\"median_ns\": 1, \"ci95_ns\": [2, 1], \"config\": {}"), ends);
    check_refused(TIMES("\"median_ns\": 1, \"ci95_ns\": [null, 1], \"config\": {}"), ends);
    check_refused(TIMES("\"median_ns\": 1"), "config: expected an object");
    check_refused(TIMES("\"median_ns\": 1, \"config\": {\"A\": []}"), "config: expected words and numbers");
    check_refused(TIMES("\"median_ns\": 1, \"median_ns\": 1, \"config\": {}"),
                  "no JSON: column 189; each line is an object of its own");
}

/* ---- results ---- */

static void check_results_refused(const struct results *results, const char *message)
{
    FREED_BY(history_free) struct history history = {0};
    CHECK(CALL(history_take(&history, results, "r.json", &caught)) == INVALID && history.count == 0);
    CHECK_TEXT(caught.text, message);
}

static const struct history_point *point_of(const struct history *history, const char *name, const char *commit)
{
    for (size_t i = 0; i < history->count; i++)
        if (!strcmp(history->points[i].name, name) && !strcmp(history->points[i].commit, commit))
            return &history->points[i];
    static const struct history_point none = {.config = ""};
    CHECK_TEXT("there is no such point", name);
    return &none;
}

TEST(take)
{
    FREED_BY(results_free) struct results results = sample_results();
    FREED_BY(history_free) struct history history = {0};
    const char *large = results.problems[results.best[0].problem].name;
    CHECK(FINE(history_take(&history, &results, "r.json", &caught)) && history.count == 4);
    const struct history_point *point = point_of(&history, large, "0123456789ab");
    CHECK_TEXT(point->device, "NVIDIA H200");
    CHECK_TEXT(point->date, "2026-01-02T03:04:05+00:00");
    CHECK(point->median_ns == 231424 && point->cold == results.best[0].best.result.cold && point->measuring == 2);
    CHECK(point->ci95_ns[0] == results.best[0].best.result.ci95_ns[0] && point->ci95_ns[0] < point->ci95_ns[1]);
    CHECK(strstr(point->config, "256") && strstr(point->config, "striped"));
    /* The second was chosen by another time, which has no interval. */
    point = &history.points[1];
    CHECK(point->objective == OBJECTIVE_ALONE && point->median_ns == 8192 && isnan(point->ci95_ns[0]));

    /* The same commit again, and another one. */
    results.best[0].best.result.median_ns = 200000;
    CHECK_OK(history_take(&history, &results, "r.json", &caught));
    history_tidy(&history);
    CHECK(history.count == 4 && point_of(&history, large, "0123456789ab")->median_ns == 200000);
    strcpy(results.context.commit, "ba9876543210");
    CHECK_OK(history_take(&history, &results, "r.json", &caught));
    history_tidy(&history);
    CHECK(history.count == 8 && point_of(&history, large, "0123456789ab")->median_ns == 200000);
    CHECK_OK(history_save(&history, path, &caught));
    struct history again = {0};
    CHECK(FINE(history_load(&again, path, &caught)) && again.count == 8);
    history_free(&again);

    strcpy(results.context.commit, "0123456789ab-dirty");
    check_results_refused(&results,
                          "r.json: its commit is 0123456789ab-dirty: built with changes that are in no commit; commit "
                          "them, build and measure again");
    strcpy(results.context.commit, "unknown");
    const char unknown[] =
        "r.json: it names no commit; build gpubench in its repository, or with GPUBENCH_COMMIT set to "
        "the commit, and measure again";
    check_results_refused(&results, unknown);
    strcpy(results.context.commit, "");
    check_results_refused(&results, unknown);
    strcpy(results.context.commit, "0123456789ab");
    strcpy(results.context.date, "today");
    check_results_refused(&results, "r.json: context.date: expected a time as \"2026-01-31T23:59:00+01:00\"");
    strcpy(results.context.date, "2026-01-02T03:04:05+00:00");
    results.best_count = 0;
    check_results_refused(&results,
                          "r.json: no best in it; add the results of a search in which one was found (--configs and "
                          "--verify-only choose none)");
}

/* ---- series ---- */

static void add_point(struct history *history, const char *name, uint32_t measuring, int day, double ns)
{
    struct history_point *point = history_add(history);
    char text[64];
    point->device = allocate_text("A");
    point->backend = allocate_text("cuda");
    point->name = allocate_text(name);
    snprintf(text, sizeof text, "2026-01-%02dT00:00:00+00:00", day);
    point->date = allocate_text(text);
    snprintf(text, sizeof text, "c%d", day);
    point->commit = allocate_text(text);
    point->config = allocate_text("{}");
    point->measuring = measuring;
    point->median_ns = ns;
    CHECK(history_moment(point->date, &point->moment));
}

/* Two series that change on different days, and one of another definition of times that does not. */
TEST(series)
{
    struct history history = {0};
    size_t count;
    for (int day = 20; day >= 1; day--) {
        add_point(&history, "s/a/n:1", 2, day, day >= 8 ? 110 : 100);
        add_point(&history, "s/b/n:1", 2, day, day >= 15 ? 90 : 100);
        add_point(&history, "s/a/n:1", 1, day, 500);
    }
    add_point(&history, "s/c/n:1", 1, 1, 500);
    history_tidy(&history);
    FREED_BY(series_free) struct series_list list = series_of(&history);
    FREED struct turn *turns = series_turns(&list, &count);
    CHECK(list.count == 4 && list.series[0].count == 20 && list.series[0].point[0]->measuring == 1);
    CHECK(list.series[3].count == 1 && count == 2);
    if (count == 2) {
        CHECK_TEXT(turns[0].first->name, "s/b/n:1");
        CHECK_TEXT(turns[0].first->commit, "c15");
        CHECK_TEXT(turns[0].last->commit, "c14");
        CHECK_NEAR(turns[0].estimate.centre, log(0.9), 1e-12);
        CHECK_TEXT(turns[1].first->commit, "c8");
        CHECK_TEXT(turns[1].last->commit, "c7");
        CHECK_NEAR(turns[1].estimate.centre, log(1.1), 1e-12);
    }
    series_free(&list);
    history_free(&history);
    list = series_of(&history);
    CHECK(list.count == 0 && !series_turns(&list, &count) && count == 0);
}

/* ---- bars ---- */

static void bars(const double *values, size_t count, size_t width, bool utf8, const char *expected)
{
    FREED char *text = sparkline(values, count, width, utf8);
    CHECK_TEXT(text, expected);
}

TEST(bars)
{
    const double step[] = {1, 1, 1, 1, 8, 8, 8, 8}, peak[] = {1, 1, 1, 1, 90, 1, 3, 3, 3, 3, 0},
                 slope[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, same[] = {5, 5, 5, 5, 5};
    bars(step, 8, 60, false, "____####");
    bars(step, 8, 60, true, "▁▁▁▁████");
    bars(step, 8, 4, false, "__##");
    bars(step, 8, 1, false, "=");
    bars(peak, 11, 60, false, "____#_####_");
    bars(slope, 12, 60, false, "__.::-=++*##");
    bars(same, 5, 60, false, "=====");
    bars(same, 1, 60, false, "=");
    bars(same, 0, 60, false, "");
}
