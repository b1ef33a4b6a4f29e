#include "cli/run/progress.h"

#include "base/clock.h"
#include "base/text.h"
#include "cli/terminal.h"
#include "tuner/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double live_seconds = 0.1, plain_seconds = 5;

/* ---- what is said ---- */

/* The parts of a line; what a narrow terminal has no room for goes in the order of `least`, first what says least. */
enum part {
    PART_SUITE,
    PART_BENCH,
    PART_SIZE,
    PART_PHASE,
    PART_BAR,
    PART_COUNT,
    PART_RATE,
    PART_FAILED,
    PART_LEFT,
    PART_BEST,
    PART_CONFIG,
    PARTS
};
static const enum part least[] = {PART_CONFIG, PART_SUITE, PART_SIZE, PART_FAILED, PART_PHASE,
                                  PART_RATE,   PART_BAR,   PART_LEFT, PART_BEST,   PART_COUNT};

struct line {
    char part[PARTS][256];
};

static void print_time(char *text, size_t size, double seconds)
{
    if (seconds < 100)
        snprintf(text, size, ", %.0f s left", seconds);
    else
        snprintf(text, size, ", %.0f min left", seconds / 60);
}

static void print_best(char *text, size_t size, double ns)
{
    const char *unit = ns < 1e3 ? "ns" : ns < 1e6 ? "us" : ns < 1e9 ? "ms" : "s";
    double value = ns < 1e3 ? ns : ns < 1e6 ? ns / 1e3 : ns < 1e9 ? ns / 1e6 : ns / 1e9;
    snprintf(text, size, ", best %.4g %s", value, unit);
}

static void print_config(char *text, size_t size, const struct space *space, uint64_t index)
{
    char number[MAX_NUMBER];
    int length = 0;
    for (size_t i = 0; i < space_parameters(space) && length < (int)size; i++)
        length += snprintf(text + length, size - (size_t)length, "%s %s", i ? "" : ":",
                           parameter_word(&space->parameters[i], space_position(space, index, i), number));
}

static struct line line_of(const struct progress *progress)
{
    struct line line = {{""}};
    enum { SIZE = sizeof *line.part };
    const struct problem *problem = progress->problem;
    const bool preparing = !strcmp(progress->phase, "preparing"),
               searching = !preparing && strcmp(progress->phase, "play-off") != 0;
    snprintf(line.part[PART_SUITE], SIZE, "%s/", problem->suite->name);
    snprintf(line.part[PART_BENCH], SIZE, "%s", problem->bench->name);
    snprintf(line.part[PART_SIZE], SIZE, " n=%llu", (unsigned long long)problem->n);
    snprintf(line.part[PART_PHASE], SIZE, " %s", progress->phase);
    if (progress->total && !preparing)
        snprintf(line.part[PART_COUNT], SIZE, " %zu/%zu", progress->done, progress->total);
    if (progress->done && progress->seconds > 0 && searching)
        snprintf(line.part[PART_RATE], SIZE, ", %.3g/s", (double)progress->done / progress->seconds);
    if (progress->failed)
        snprintf(line.part[PART_FAILED], SIZE, ", %zu failed", progress->failed);
    if (progress->seconds_left >= 0 && searching)
        print_time(line.part[PART_LEFT], SIZE, progress->seconds_left);
    if (progress->best_ns > 0) {
        print_best(line.part[PART_BEST], SIZE, progress->best_ns);
        print_config(line.part[PART_CONFIG], SIZE, &problem->bench->space, progress->best);
    }
    return line;
}

/* ---- a terminal's line ---- */

enum { SMALL_BAR = 5, MEDIUM_BAR = 10, LARGE_BAR = 20, BRACKETS = 3 }; /* columns; brackets with a space before them */

/* " [#####-----]" of so many columns, in eighths of one where there are characters for them. */
static void print_bar(char *text, int columns, double share, bool utf8)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const int full = utf8 ? 8 : 1, done = (int)(fmin(share, 1) * columns * full);
    text = stpcpy(text, " [");
    for (int i = 0; i < columns; i++) {
        const int part = done - i * full;
        text = stpcpy(text, part >= full ? utf8 ? "█" : "#" : part > 0 ? eighths[part] : utf8 ? "·" : "-");
    }
    strcpy(text, "]");
}

/* Leaves parts out until the line fits the columns; the bench's name alone may be cut. Returns the columns that are
 * left. */
static int fit(struct line *line, int columns)
{
    for (enum part part = 0; part < PARTS; part++)
        columns -= (int)strlen(line->part[part]);
    for (size_t i = 0; i < sizeof least / sizeof *least && columns < 0; i++) {
        columns += (int)strlen(line->part[least[i]]);
        *line->part[least[i]] = 0;
    }
    return columns;
}

static void print_live(const struct progress_printer *printer, struct line *line, const struct progress *progress)
{
    const int columns = terminal_columns(STDERR_FILENO), room = (columns ? columns : 80) - 1;
    if (*line->part[PART_COUNT])
        snprintf(line->part[PART_BAR], sizeof line->part[PART_BAR], "%*s", SMALL_BAR + BRACKETS, "");
    const int most = SMALL_BAR + fit(line, room), bar = most >= LARGE_BAR    ? LARGE_BAR
                                                        : most >= MEDIUM_BAR ? MEDIUM_BAR
                                                                             : SMALL_BAR;
    if (*line->part[PART_BAR])
        print_bar(line->part[PART_BAR], bar, (double)progress->done / (double)progress->total, printer->utf8);
    text_print(stderr, "\r\033[K%s%.*s", line->part[PART_SUITE], room, line->part[PART_BENCH]);
    for (enum part part = PART_BENCH + 1; part < PARTS; part++)
        text_print(stderr, "%s", line->part[part]);
}

static void print_plain(const struct line *line)
{
    for (enum part part = 0; part < PARTS; part++)
        text_print(stderr, "%s", line->part[part]);
    fputc('\n', stderr);
}

void progress_start(struct progress_printer *printer)
{
    *printer = (struct progress_printer){.live = terminal_is(STDERR_FILENO), .utf8 = terminal_utf8()};
}

void progress_show(struct progress_printer *printer, const struct progress *progress)
{
    const bool changed = printer->problem != progress->problem || strcmp(printer->phase, progress->phase);
    const double now = clock_seconds();
    printer->bench_compiled = progress->compiled;
    printer->bench_cached = progress->cached;
    if (printer->live ? now - printer->printed < live_seconds : !changed && now - printer->printed < plain_seconds)
        return;
    printer->problem = progress->problem;
    snprintf(printer->phase, sizeof printer->phase, "%s", progress->phase);
    printer->printed = now;
    struct line line = line_of(progress);
    if (printer->live)
        print_live(printer, &line, progress);
    else
        print_plain(&line);
    fflush(stderr);
}

void progress_clear(struct progress_printer *printer)
{
    if (printer->live)
        fputs("\r\033[K", stderr);
}

void progress_end_bench(struct progress_printer *printer)
{
    progress_clear(printer);
    printer->compiled += printer->bench_compiled;
    printer->cached += printer->bench_cached;
    printer->bench_compiled = printer->bench_cached = 0;
}

/* ---- ceilings ---- */

/* A terminal's live line; elsewhere the line that begins a ceiling is all. */
static void begin_ceiling(void *user, enum resource resource, int number, int count)
{
    const struct progress_printer *printer = user;
    if (!printer->live)
        text_print(stderr, "measuring the ceiling %s (%d of %d)\n", resource_word(resource), number, count);
}

static void begin_compiled_ceiling(UNNEEDED void *user, enum resource resource, int number, int count)
{
    text_print(stderr, "compiling what measures the ceiling %s (%d of %d)\n", resource_word(resource), number, count);
}

static void show_ceiling(void *user, const struct progress *progress)
{
    struct progress_printer *printer = user;
    printer->bench_compiled = progress->compiled;
    printer->bench_cached = progress->cached;
    if (printer->live)
        progress_show(printer, progress);
}

static void end_ceiling(void *user)
{
    progress_end_bench(user);
}

static void print_missing(UNNEEDED void *user, uint64_t resources, const char *reason)
{
    bool first = true;
    fputs("gpubench: not measured:", stderr);
    for (enum resource r = 0; r < RESOURCES; r++)
        if (resources >> r & 1) {
            text_print(stderr, "%s %s", first ? "" : ",", resource_word(r));
            first = false;
        }
    text_print(stderr, " (%s); what uses it has no limit\n", reason);
}

const struct ceilings_listener progress_of_ceilings = {
    .begin = begin_ceiling,
    .progress = show_ceiling,
    .end = end_ceiling,
    .missing = print_missing,
};

const struct ceilings_listener progress_of_compiled_ceilings = {
    .begin = begin_compiled_ceiling,
    .progress = show_ceiling,
    .end = end_ceiling,
    .missing = print_missing,
};
