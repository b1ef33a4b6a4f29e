#include "cli/run/confirm.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/interrupt.h"
#include "regress/turns.h"
#include "regress/variant.h"
#include "reports/writers/writers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BESTS = 3, STANDARD = 0, BEST = 1 }; /* headers: the defaults', then the best's, then the next ones' */
enum { FEWEST_BLOCKS = 6, MOST_BLOCKS = 40 };
static const double wanted_seconds = 30; /* for all blocks */
static const double least_gain = 1.01;   /* the kernel's speed-up from which one of the program is required */

/* The contents of the headers: a row for each best of the results; and their texts. */
struct choice {
    const struct row **row;
    char *text;
    double gain; /* the kernels' speed-up over the defaults: the geometric mean over problems */
};

int confirm_check(const struct options *options)
{
    const char *build = options->confirm_build;
    if (!options->confirm || options->header || strstr(options->confirm, "{header}") ||
        (build && strstr(build, "{header}")))
        return 0;
    text_print(
        stderr,
        "gpubench: --confirm: no {header} in \"%s\", which stands for the file, and no --header FILE: the program "
        "would not see one\n",
        options->confirm);
    return 2;
}

/* ---- configurations ---- */

static int by_time(const void *left, const void *right)
{
    const struct row *a = *(const struct row *const *)left, *b = *(const struct row *const *)right;
    const double x = a->result.median_ns, y = b->result.median_ns;
    return x < y || x > y ? (x > y) - (x < y) : (a > b) - (a < b);
}

/* The default's row; else that of the configuration tried first in its place. */
static const struct row *standard_row(const struct results *results, const struct targets *targets, size_t problem)
{
    const uint64_t index = space_default(&targets->target[problem].problem.bench->space);
    const struct row *first = NULL;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row)) {
        if (row_measured(row) && row->result.index == index)
            return row;
        first = first || !row_measured(row) ? first : row;
    }
    return first;
}

/* For one best: the rows of its default, of itself, and of the next fastest; the last repeated if there are fewer. */
static void choose(const struct results *results, const struct targets *targets, size_t b, struct choice *choices)
{
    const struct best_row *best = &results->best[b];
    FREED const struct row **rows = allocate((results->count + 1) * sizeof *rows);
    size_t count = 0, at = 0, filled = BEST;
    for (const struct row *row = results_first(results, best->problem); row; row = results_next(results, row))
        if (row_measured(row) && !row->result.dropped &&
            row_acceptable(&results->problems[best->problem], &row->result) &&
            row_plausible(&results->context, &row->result))
            rows[count++] = row;
    qsort(rows, count, sizeof *rows, by_time);
    choices[STANDARD].row[b] = standard_row(results, targets, best->problem);
    for (size_t i = 0; i < count; i++)
        if (rows[i]->result.index == best->best.result.index)
            choices[filled++].row[b] = rows[i];
    for (; filled <= BESTS; filled++) {
        while (at < count &&
               (rows[at]->result.index == best->best.result.index || rows[at] == choices[STANDARD].row[b]))
            at++;
        choices[filled].row[b] = at < count ? rows[at++] : choices[filled - 1].row[b];
    }
}

/* Writes the header of the results as if these were their bests. */
static enum status write_text(const struct results *results, struct choice *choice, struct fault *fault)
{
    struct results others = *results;
    size_t size;
    others.best = allocate(results->best_count * sizeof *others.best);
    for (size_t b = 0; b < results->best_count; b++) {
        others.best[b] = results->best[b];
        others.best[b].best.result = choice->row[b]->result;
    }
    const struct output output = {.results = &others, .count = 1, .max_regret = -1};
    FILE *file = memory_stream(&choice->text, &size);
    const enum status status = writer_find("header")->write(file, &output, fault);
    fclose(file);
    free(others.best);
    return status;
}

static double gain_of(const struct results *results, const struct choice *standard, const struct choice *choice)
{
    double sum = 0;
    for (size_t b = 0; b < results->best_count; b++)
        sum += log(standard->row[b]->result.median_ns / choice->row[b]->result.median_ns);
    return exp(sum / (double)results->best_count);
}

static bool same_rows(const struct results *results, const struct choice *a, const struct choice *b)
{
    return !memcmp(a->row, b->row, results->best_count * sizeof *a->row);
}

/* Makes the headers of the defaults and the bests, without duplicates; returns their number. */
static size_t make_choices(const struct results *results, const struct targets *targets, struct choice *choices,
                           struct fault *fault)
{
    size_t count = 0;
    for (size_t c = 0; c <= BESTS; c++)
        choices[c].row = allocate(results->best_count * sizeof *choices[c].row);
    for (size_t b = 0; b < results->best_count; b++)
        choose(results, targets, b, choices);
    for (size_t c = 0; c <= BESTS; c++) {
        if (write_text(results, &choices[c], fault) != OK)
            return 0;
        choices[c].gain = gain_of(results, &choices[STANDARD], &choices[c]);
        if (c > BEST && same_rows(results, &choices[c], &choices[c - 1]))
            break;
        count++;
    }
    return count;
}

static void free_choices(struct choice *choices)
{
    for (size_t c = 0; c <= BESTS; c++) {
        free(choices[c].row);
        free(choices[c].text);
    }
}

/* ---- output ---- */

/* "BLOCK=64 ITEMS=2"; for several problems prefixed by the problem. */
static void print_name(FILE *where, const struct results *results, const struct choice *choice, size_t c)
{
    static const char *const names[] = {"the defaults", "the best", "the second best", "the third best"};
    const struct named_problem *problem = &results->problems[results->best[0].problem];
    if (results->best_count > 1 || !problem->parameters) {
        text_print(where, "%s", names[c]);
        return;
    }
    for (size_t p = 0; p < problem->parameters; p++)
        text_print(where, "%s%s=%s", p ? " " : "", problem->parameter[p].name,
                   problem_word(problem, choice->row[0]->result.index, p));
}

static void print_interval(FILE *where, struct estimate estimate)
{
    const double half = rule_half_width(estimate);
    const int digits = half < 0.005 ? 3 : 2;
    fprintf(where, "%.*fx (%.*f to %.*f)", digits, exp(estimate.centre), digits, exp(estimate.centre - half), digits,
            exp(estimate.centre + half));
}

/* Prints the verdict; returns the exit status. */
static int print_verdict(FILE *where, const struct results *results, const struct choice *choices,
                         const struct turns *turns, size_t kept)
{
    double standard[RULE_MOST];
    for (size_t b = 0; b < turns->blocks; b++)
        standard[b] = turns->seconds[b][STANDARD];
    fprintf(where, "\nThe program takes %.3g s with ", rule_median(standard, turns->blocks));
    print_name(where, results, &choices[STANDARD], STANDARD);
    fprintf(where, ", the median of %zu blocks; it is\n", turns->blocks);
    for (size_t h = BEST; h < turns->headers; h++) {
        fputs("  ", where);
        print_interval(where, turns_compare(turns, h, STANDARD));
        fputs(" as fast with ", where);
        print_name(where, results, &choices[h], h);
        fprintf(where, "; the kernel %.2fx\n", choices[h].gain);
    }
    const bool arrives = kept != STANDARD && turns_faster(turns, kept, STANDARD);
    const bool gains = choices[BEST].gain > least_gain;
    fputs(arrives ? "The gain arrives"
          : gains ? "The gain does not arrive"
                  : "There is no gain of the kernel to arrive",
          where);
    if (kept != BEST) {
        fputs(": the program is fastest with ", where);
        print_name(where, results, &choices[kept], kept);
    }
    fputs(".\n", where);
    return gains && !arrives;
}

/* ---- measurement in turn ---- */

static enum status take_turns(struct turns *turns, uint64_t blocks, struct fault *fault)
{
    double seconds;
    text_print(stderr, "gpubench: --confirm: the program runs first with each of %zu headers, as long as it takes\n",
               turns->headers);
    enum status status = turns_begin(turns, &seconds, fault);
    const double wanted =
        blocks ? (double)blocks : fmin(fmax(ceil(wanted_seconds / seconds), FEWEST_BLOCKS), MOST_BLOCKS);
    if (status == OK)
        text_print(stderr, "gpubench: --confirm: %zu headers, %.0f blocks, about %.2g s\n", turns->headers, wanted,
                   wanted * seconds);
    while (status == OK && turns->blocks < (size_t)wanted)
        status = turns_block(turns, fault);
    return status;
}

/* Prints a failed command's output except the last line, which the fault has: a compiler's last line has the least
 * information. */
static void print_log(const char *log)
{
    enum { MOST_LINES = 20 };
    FREED char *text = NULL;
    size_t length, lines = 0;
    struct fault none = {0};
    if (file_read(log, &text, &length, &none) != OK)
        return;
    while (length && text[length - 1] == '\n')
        text[--length] = '\0';
    char *end = strrchr(text, '\n'), *begin = end;
    if (!end)
        return;
    *end = '\0';
    while (begin > text && (begin[-1] != '\n' || ++lines < MOST_LINES))
        begin--;
    for (char *line; (line = strsep(&begin, "\n"));)
        text_print(stderr, "%s\n", line);
}

/* Runs with files in a temporary folder; returns the exit status. */
static int run_in(const char *folder, struct turns *turns, const struct results *results, const struct choice *choices,
                  const struct options *options, FILE *where)
{
    FREED char *own = text_make("%s/tuned.h", folder), *log = text_make("%s/log", folder);
    struct fault fault = {0};
    turns->file = options->header ? options->header : own;
    turns->log = log;
    const enum status status = take_turns(turns, options->confirm_blocks, &fault);
    const size_t kept = status == OK ? turns_kept(turns, BEST) : BEST;
    if (options->header)
        file_save(options->header, choices[kept].text, strlen(choices[kept].text), &fault);
    if (status != OK && !interrupted)
        print_log(log);
    unlink(own);
    unlink(log);
    if (interrupted)
        return 130;
    return fault.status == OK ? print_verdict(where, results, choices, turns, kept) : report_fault(&fault, 2);
}

int confirm_run(const struct results *results, const struct targets *targets, const struct options *options,
                FILE *where)
{
    struct choice choices[BESTS + 1] = {0};
    const char *texts[BESTS + 1];
    struct fault fault = {0};
    char folder[512];
    if (!results->best_count) {
        fputs("gpubench: --confirm: nothing was measured\n", stderr);
        return 0; /* the run's own status reports it */
    }
    const size_t count = make_choices(results, targets, choices, &fault);
    if (count > BEST && same_rows(results, &choices[BEST], &choices[STANDARD])) {
        fputs("The default is the best: there is no gain to confirm.\n", where);
        free_choices(choices);
        return 0;
    }
    for (size_t c = 0; c < count; c++)
        texts[c] = choices[c].text;
    struct turns turns = {.build = options->confirm_build,
                          .command = options->confirm,
                          .header = texts,
                          .headers = count,
                          .seed = options->seed,
                          .stop = &interrupted};
    int status = 2;
    if (!count || variant_folder(folder, sizeof folder, &fault) != OK)
        report_fault(&fault, 2);
    else {
        status = run_in(folder, &turns, results, choices, options, where);
        rmdir(folder);
    }
    free_choices(choices);
    return status;
}
