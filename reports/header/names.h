/* The names that a header defines, and whose each is: no two may be one, and none a word of C, C++, CUDA or OpenCL C.
 */
#ifndef REPORTS_HEADER_NAMES_H
#define REPORTS_HEADER_NAMES_H

#include "reports/header/entries.h"

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

#endif
