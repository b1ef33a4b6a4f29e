/* The parts of a page's sections: figures with their text and table, cells, and numbers for people. */
#pragma once

#include "reports/format.h"
#include "reports/report.h"

#include <stdio.h>

/* In each page: other files are not replaced. */
#define HTML_MARK "<title>gpubench"

enum { ROWS_SHOWN = 100, FOLDED_ROWS = 8 }; /* of a table, at most; of one that is open initially */

/* A picture: its kind, its heading and the heading's level; and its problem in a file, SIZE_MAX: the whole file. */
struct figure {
    const char *chart, *title;
    int level;
    const struct results *results;
    size_t problem;
};

/* For a problem. */
struct figure figure_of(const struct report *report, const struct subject *subject, const char *chart,
                        const char *title);

/* A table under construction. */
struct table {
    FILE *file, *rows;
    char *text; /* printed to `rows` */
    size_t length;
};

/* The text beside the figure, in paragraphs, is printed between the two. */
void figure_begin(FILE *file, const struct figure *figure);
void figure_end_text(FILE *file);

/* Reserves the place of the picture, and begins its table, which `summary` opens; rows follow, after table_head if
 * `heads` is NULL. */
struct table *figure_table(FILE *file, const struct figure *figure, const char *summary, const char *id,
                           const char *const *heads);
void figure_end(FILE *file, struct table *table);

/* A table that may be wider than the page; `label` describes it to screen readers. Its heads and cells go to `rows`;
 * empty columns are not shown. table_end frees it. */
struct table *table_begin(FILE *file, const char *class, const char *id, const char *label);
void table_end(struct table *table);

/* A table of bars. For each: bar_begin, its name, and bar_end; `share` is its length, from 0 to 1. */
void bars_begin(FILE *file, const char *caption);
void bar_begin(FILE *file);
void bar_end(FILE *file, double share, double value, const char *shown);
void bars_end(FILE *file);

/* Names of columns, ended by NULL; and a single one between <tr> and </tr>. */
void table_head(FILE *file, const char *const *names);
void cell_head(FILE *file, const char *name);

/* Cells by whose value a table is sorted; empty if unknown. */
void cell_text(FILE *file, const char *text);
void cell_value(FILE *file, double value, const char *shown);
void cell_word(FILE *file, const struct named_parameter *parameter, size_t position);
void cell_time(FILE *file, double ns);
void cell_ratio(FILE *file, double ratio); /* "1.31x" */
void cell_share(FILE *file, double share); /* "98.1 %" */
void cell_count(FILE *file, uint64_t count);
void cell_rate(FILE *file, const struct result *row, double ns); /* at this time per iteration */
void cell_size(FILE *file, const struct subject *subject);       /* with the inputs */
void cell_command(FILE *file, const char *run, const char *set); /* to be pasted; empty if one of them is NULL */

/* "2026-11-26 09:43"; "2^20" as a power; "3 configurations". */
void print_date(FILE *file, const char *date);
void print_size(FILE *file, uint64_t size);
void print_count(FILE *file, uint64_t count, const char *one, const char *many);

/* "BLOCK_SIZE 256, LOAD striped": the parameters that were varied; without any, the others. */
void print_choice(FILE *file, const struct subject *subject, const struct result *row);

/* " --density 0.1": the inputs, if they distinguish a problem from another; and "sum_1d_f32, size 2^20" with them. */
void print_inputs(FILE *file, const struct subject *subject);
void print_problem_name(FILE *file, const struct subject *subject);

/* ---- the gain of a problem: NAN if unknown ---- */

/* The speed of the best relative to the default, or to the fastest reference; and the share of its limit. */
double over_default(const struct subject *subject);
double over_reference(const struct subject *subject);
double of_limit(const struct subject *subject);
bool is_slower(const struct subject *subject); /* than one of these two */
#define SLOWER_SIGN "\u25bc"
#define FASTER_SIGN "\u25b2"

/* The end of the subjects of the bench that starts at `first`. */
size_t bench_end(const struct report *report, size_t first);

/* The problem that represents a bench, of `first` to before `end`: the largest with a best; of several such the one
 * farthest from its limit. */
size_t bench_problem(const struct report *report, size_t first, size_t end);

/* The bench, with its suite if the report has several. */
void print_bench_name(FILE *file, const struct report *report, const struct subject *subject);

/* The share of its limit, and the gains, in words; or the reason for no best. */
void print_found(FILE *file, const struct subject *subject);

/* The picture of a file with each bench's share of its limit; nothing without a best. */
void print_gains(FILE *file, const struct report *report, size_t number);

/* All problems as a table, folded if long. */
void print_summary(FILE *file, const struct report *report);

/* ---- the sections of a page ---- */

/* The findings, in a sentence, a picture, sentences and a table. */
void print_overview(FILE *file, const struct report *report);

/* The changes between two files, with the verdicts; nothing without a comparison. */
void print_changes(FILE *file, const struct report *report);

/* Devices side by side, with who measured when; nothing without several. */
void print_devices(FILE *file, const struct report *report);

/* The benches, each with its sizes. */
void print_benches(FILE *file, const struct report *report);

/* The context and method of each file; its time by phase; and the history of its problems. */
void print_files(FILE *file, const struct report *report);

/* ---- the pictures of a problem, each with its text and its table; nothing without data ---- */

/* The fastest row: the best if one was chosen, else the first by time; NULL if nothing was timed. */
const struct result *fastest_row(const struct subject *subject);

typedef void figure_print(FILE *file, const struct report *report, const struct subject *subject);

/* points.c: all configurations and their limits, with the best hundred; and their use of resources. */
figure_print print_points, print_resources;

/* values.c: time by each parameter, and by pairs. */
figure_print print_effects, print_heat;

/* search.c: the course of the search, the failures, the cost of accuracy. */
figure_print print_convergence, print_failures, print_front;

/* ---- the page of `gpubench report` ---- */

/* Prints it: one self-contained file, readable without its script. */
void report_print(FILE *file, const struct report *report);
