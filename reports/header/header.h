/* The tuned header: the best configurations as C text. What else is needed of it, and its parts. */
#pragma once

#include "reports/header/compromise.h"
#include "reports/header/entries.h"
#include "reports/header/regret.h"
#include "reports/results.h"

#include <stdio.h>

/* What a header has of several sizes. */
struct header_sizes {
    double max_regret;          /* sizes are left out where others' entries serve, as the results have it, with at most
                                   1 + max_regret times the best time there; below 0: none is */
    enum compromise compromise; /* or all have one configuration */
    FILE *notes;                /* what that costs, a line a bench; NULL: nowhere */
};

/* Prints a header made of `count` results, at least 1. It compiles alone as C11, C++17, CUDA and OpenCL C 1.2 (in
 * OpenCL C and NVRTC it has macros only), and the same results give the same bytes. reports/README.md says what is in
 * it. INVALID with one line, and what was printed is no header, if no result has a best configuration, if the results
 * do not fit together, or if no configuration may be the compromise. */
enum status header_write(FILE *file, const struct results *const *results, size_t count,
                         const struct header_sizes *sizes, struct fault *fault);

/* ---- the names that a header defines, and whose each is: no two may be one, and none a word of C, C++, CUDA or
 * OpenCL C ---- */

struct header_names {
    struct header_name {
        char *identifier; /* of a member "gpubench_reduction_sum.block_size" */
        char *owner;      /* "the parameter BLOCK_SIZE of reduction/sum" */
    } * name;
    size_t count, capacity;
};

/* A parameter's name in lower case, which no macro of a kernel has, as a member of a struct: behind what is a word of
 * the language, or a macro of a compiler, stands an underscore, and before a digit. */
void header_member(char member[MAX_IDENTIFIER], const char *parameter);

/* Adds all that a bench defines: its macros, those of its parameters and their words, and its table. */
void header_names_add(struct header_names *names, const struct named_problem *bench,
                      const struct header_parameter *parameters);

/* INVALID with one line that names two whose identifiers are the same, if there are two. */
enum status header_names_check(struct header_names *names, struct fault *fault);
void header_names_free(struct header_names *names);

/* ---- comments and literals ---- */

/* Text for the inside of a comment. */
void header_comment(FILE *file, const char *text);

/* A string literal. */
void header_string(FILE *file, const char *text);

/* Lines of a comment that say what lookups cost at sizes of which the header has no entry, and were one of its sizes
 * not there. Nothing where there is no such size. */
void header_regret(FILE *file, const struct regrets *regrets, const struct regret *held_out);

/* A comment that says what a compromise costs at each of `count` entries of one bench; nothing of a single one. */
void header_compromise(FILE *file, const struct entry *first, size_t count, enum compromise by);

/* By `gpubench import`: what another program measured is of a suite and a backend of that program's name. */
bool header_is_imported(const struct entry *entry);

/* A comment that says where an entry comes from: device, driver, size, median, interval, gain, the
 * share of the limit, the gain over a reference, and the error where known, date, version. */
void header_origin(FILE *file, const struct entry *entry, const char *margin);

/* ---- results files of devices of one name, of which a header can have one only ---- */

/* INVALID with one line where two of the results, of the files at `paths`, are of devices of one name and backend that
 * have different units, or memory: by more than 2 %, as drivers keep some. */
enum status overlap_check(const struct results *const *results, const char *const *paths, size_t count,
                          struct fault *fault);

/* Prints a line for each file whose bests stand in the header in the place of those of files that are named before. */
void overlap_print(FILE *file, const struct results *const *results, const char *const *paths, size_t count);
