/* What the sections of a page are built of: figures with their text and table, cells, and numbers for people. */
#pragma once

#include "reports/format.h"
#include "reports/report.h"

#include <stdio.h>

enum { ROWS_SHOWN = 100, FOLDED_ROWS = 8 }; /* of a table, at most; of one that is open from the beginning */

/* A picture: its kind, its heading and the level of that; and whose it is: a problem of a file, SIZE_MAX: all of it. */
struct figure {
    const char *chart, *title;
    int level;
    const struct results *results;
    size_t problem;
};

/* Of a problem. */
struct figure figure_of(const struct report *report, const struct subject *subject, const char *chart,
                        const char *title);

/* A table that is being made. */
struct table {
    FILE *file, *rows;
    char *text; /* what was printed to `rows` */
    size_t length;
};

/* What stands between the two is the text beside it, in paragraphs. */
void figure_begin(FILE *file, const struct figure *figure);
void figure_end_text(FILE *file);

/* Leaves the place of the picture, and begins its table, which `summary` opens; then come rows, behind table_head where
 * `heads` is NULL. */
struct table *figure_table(FILE *file, const struct figure *figure, const char *summary, const char *id,
                           const char *const *heads);
void figure_end(FILE *file, struct table *table);

/* A table that may be wider than the page; `label` says to those who hear it what it is. Its heads and cells go to
 * `rows`; a column whose cells are all empty is not shown. table_end frees it. */
struct table *table_begin(FILE *file, const char *class, const char *id, const char *label);
void table_end(struct table *table);

/* A table of bars. Of each: bar_begin, its name, and bar_end; `share` is how long it is, from 0 to 1. */
void bars_begin(FILE *file, const char *caption);
void bar_begin(FILE *file);
void bar_end(FILE *file, double share, double value, const char *shown);
void bars_end(FILE *file);

/* Names of columns, ended by NULL; and one behind the other between <tr> and </tr>. */
void table_head(FILE *file, const char *const *names);
void cell_head(FILE *file, const char *name);

/* Cells by whose value a table is sorted; empty where it is not known. */
void cell_text(FILE *file, const char *text);
void cell_value(FILE *file, double value, const char *shown);
void cell_word(FILE *file, const struct named_parameter *parameter, size_t position);
void cell_time(FILE *file, double ns);
void cell_ratio(FILE *file, double ratio); /* "1.31x" */
void cell_share(FILE *file, double share); /* "98.1 %" */
void cell_count(FILE *file, uint64_t count);
void cell_rate(FILE *file, const struct result *row, double ns); /* if it takes so long */
void cell_size(FILE *file, const struct subject *subject);       /* with what describes the inputs */
void cell_command(FILE *file, const char *run, const char *set); /* to be pasted; empty where one of them is NULL */

/* "2026-11-26 09:43"; "2^20" as a power; "3 configurations". */
void print_date(FILE *file, const char *date);
void print_size(FILE *file, uint64_t size);
void print_count(FILE *file, uint64_t count, const char *one, const char *many);

/* "BLOCK_SIZE 256, LOAD striped": of the parameters of which several values were tried; of others without any. */
void print_choice(FILE *file, const struct subject *subject, const struct result *row);

/* " --density 0.1": what describes the inputs, where that tells a problem from another; and "sum_1d_f32, size 2^20"
 * with it. */
void print_inputs(FILE *file, const struct subject *subject);
void print_problem_name(FILE *file, const struct subject *subject);

/* ---- what a problem gained: NAN where it is not known ---- */

/* How many times as fast as the default, or the fastest reference, the best is; and the share of its limit. */
double over_default(const struct subject *subject);
double over_reference(const struct subject *subject);
double of_limit(const struct subject *subject);
bool is_slower(const struct subject *subject); /* than one of these two */
#define SLOWER_SIGN "\u25bc"
#define FASTER_SIGN "\u25b2"

/* The end of the subjects of the bench that begins at `first`. */
size_t bench_end(const struct report *report, size_t first);

/* The problem that stands for a bench, of `first` to before `end`: of those with a best the largest; of several such
 * the one farthest from its limit. */
size_t bench_problem(const struct report *report, size_t first, size_t end);

/* The bench, with its suite where the report has several. */
void print_bench_name(FILE *file, const struct report *report, const struct subject *subject);

/* The share of its limit, and the gains, in words; or why there is no best. */
void print_found(FILE *file, const struct subject *subject);

/* Of a file the picture that says how far from its limit each bench is; nothing without a best. */
void print_gains(FILE *file, const struct report *report, size_t number);

/* All problems as a table, folded where it is long. */
void print_summary(FILE *file, const struct report *report);

/* ---- the sections of a page ---- */

/* What was found, in a sentence, a picture, sentences and a table. */
void print_overview(FILE *file, const struct report *report);

/* What changed between two files, with the verdicts; nothing without a comparison. */
void print_changes(FILE *file, const struct report *report);

/* Devices side by side, and who measured what when; nothing where they are none. */
void print_devices(FILE *file, const struct report *report);

/* The benches, each with its sizes. */
void print_benches(FILE *file, const struct report *report);

/* Where and how each file was measured; where its seconds went; and the history of its problems. */
void print_files(FILE *file, const struct report *report);

/* ---- the pictures of a problem, each with its text and its table; nothing where there is nothing to show ---- */

/* The fastest row: the best where one was chosen, else the first by time; NULL where nothing was timed. */
const struct result *fastest_row(const struct subject *subject);

typedef void figure_print(FILE *file, const struct report *report, const struct subject *subject);

/* points.c: all configurations and their limits, with the best hundred; and what they take of the device. */
figure_print print_points, print_resources;

/* values.c: how time depends on each parameter, and on two together. */
figure_print print_effects, print_heat;

/* search.c: how the best was found, what failed, what accuracy costs. */
figure_print print_convergence, print_failures, print_front;

/* ---- the page of `gpubench report` ---- */

/* Prints it: one file that needs no other, readable without its script. */
void report_print(FILE *file, const struct report *report);
