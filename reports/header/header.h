/* The tuned header, the best configurations as C text: its options and its parts. */
#pragma once

#include "reports/header/compromise.h"
#include "reports/header/entries.h"
#include "reports/header/regret.h"
#include "reports/results.h"

#include <stdio.h>

/* In the first lines of each written header: others are not replaced. */
#define HEADER_MARK "Generated: do not edit."

/* How a header reduces several sizes. */
struct header_sizes {
    double max_regret;          /* leaves out sizes with at most this regret by others' entries; below 0: none */
    enum compromise compromise; /* or all get one configuration */
    FILE *notes;                /* the costs, one line per bench; NULL: nowhere */
};

/* Prints a header made of `count` results, at least 1. It compiles alone as C11, C++17, CUDA and OpenCL C 1.2 (in
 * OpenCL C and NVRTC it has macros only), and equal results give equal bytes. reports/README.md describes its content.
 * INVALID with one line, and the output is no header, if no result has a best configuration, if the results do not fit
 * together, or if no configuration can be the compromise. */
enum status header_write(FILE *file, const struct results *const *results, size_t count,
                         const struct header_sizes *sizes, struct fault *fault);

/* ---- identifiers of a header and their owners: all distinct, and none a word of C, C++, CUDA or OpenCL C ---- */

struct header_names {
    struct header_name {
        char *identifier; /* of a member "gpubench_reduction_sum.block_size" */
        char *owner;      /* "the parameter BLOCK_SIZE of reduction/sum" */
    } * name;
    size_t count, capacity;
};

/* A parameter's name in lower case, which no kernel's macro has, as a member of a struct: followed by an underscore if
 * it is a word of the language, or a compiler's macro, and preceded by one if it starts with a digit. */
void header_member(char member[MAX_IDENTIFIER], const char *parameter);

/* Adds all identifiers of a bench: its macros, those of its parameters and their words, and its table. */
void header_names_add(struct header_names *names, const struct named_problem *bench,
                      const struct header_parameter *parameters);

/* INVALID with one line that names two owners of the same identifier, if there are any. */
enum status header_names_check(struct header_names *names, struct fault *fault);
void header_names_free(struct header_names *names);

/* ---- comments and literals ---- */

/* Text for the inside of a comment. */
void header_comment(FILE *file, const char *text);

/* A string literal. */
void header_string(FILE *file, const char *text);

/* Prints comment lines with the costs of lookups at sizes without an entry, and at each size if it were left out.
 * Prints nothing without such sizes. */
void header_regret(FILE *file, const struct regrets *regrets, const struct regret *held_out);

/* Prints a comment with the cost of a compromise at each of `count` entries of one bench; nothing for a single one. */
void header_compromise(FILE *file, const struct entry *first, size_t count, enum compromise by);

/* By `gpubench import`: what another program measured is of a suite and a backend of that program's name. */
bool header_is_imported(const struct entry *entry);

/* Prints a comment with the origin of an entry: device, driver, size, median, interval, gain, the share of the limit,
 * the gain over a reference, and the error if known, date, version. */
void header_origin(FILE *file, const struct entry *entry, const char *margin);

/* ---- results files of devices of the same name, of which a header can have only one ---- */

/* INVALID with one line if two of the results, of the files at `paths`, are of devices of the same name and backend
 * with different units, or memory: by more than 2 %, as drivers reserve some. */
enum status overlap_check(const struct results *const *results, const char *const *paths, size_t count,
                          struct fault *fault);

/* Prints a line for each file whose bests replace those of earlier files in the header. */
void overlap_print(FILE *file, const struct results *const *results, const char *const *paths, size_t count);
