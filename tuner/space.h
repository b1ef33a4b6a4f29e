/* Parameters, their constraints, and the configurations they span; there may be any number of each. */
#pragma once

#include "base/store.h"
#include "compute/compute.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A parameter and its values: whole numbers, real ones, or words (ALGORITHM: interleaved, strided ...), which files and
 * tables show. A parameter of the host (how it launches) is not a #define of the kernel file, so that configurations
 * that differ in it alone share a binary. */
struct parameter {
    const char *name, *summary;
    const int *values; /* `count` of one of the three */
    const double *reals;
    const char *const *words;
    size_t count;
    bool host;
    bool literal; /* the #define's value is the word: #define REAL double */
};

#define VALUES(...) .values = (const int[]){__VA_ARGS__}, .count = sizeof((const int[]){__VA_ARGS__}) / sizeof(int)
#define REALS(...)                                                                                                     \
    .reals = (const double[]){__VA_ARGS__}, .count = sizeof((const double[]){__VA_ARGS__}) / sizeof(double)
#define WORDS(...)                                                                                                     \
    .words = (const char *const[]){__VA_ARGS__}, .count = sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

struct config;

/* A rule that configurations must fulfil on a device: a description, and an expression (base/expression.h) of
 * parameters, settings, n and device.*, which is the description if there is none (constraints.h evaluates it). What an
 * expression cannot state is a function, which reads no values but those of the parameters that it declares, by
 * position; for an unknown device (NULL) it allows what any device allows. A search evaluates a constraint as soon as
 * the parameters that it reads are chosen. */
struct constraint {
    const char *text, *expression;
    bool (*holds)(const struct config *config, const struct compute_device *device);
    const size_t *reads;
    size_t read_count;
};

#define FUNCTION(function, ...)                                                                                        \
    .holds = function, .reads = (const size_t[]){__VA_ARGS__},                                                         \
    .read_count = sizeof((const size_t[]){__VA_ARGS__}) / sizeof(size_t)

/* The constraint of the one to three parameters that are the sides of a work-group: their product, and each side, is at
 * most the device's limit. */
/* clang-format off */
#define GROUP_FITS(...) GROUP_FITS_OF(__VA_ARGS__, 3, 2, 1, 0)(__VA_ARGS__)
#define GROUP_FITS_OF(x, y, z, count, ...) GROUP_FITS_##count
#define GROUP_FITS_1(x)                                                                                                \
    {"a work-group of " #x " fits the device", .expression = #x " <= min(device.group_max, device.group_max_x)"}
#define GROUP_FITS_2(x, y)                                                                                             \
    {"a work-group of " #x ", " #y " fits the device",                                                                 \
     .expression = #x " * " #y " <= device.group_max and " #x " <= device.group_max_x and " #y " <= device.group_max_y"}
#define GROUP_FITS_3(x, y, z)                                                                                          \
    {"a work-group of " #x ", " #y ", " #z " fits the device",                                                         \
     .expression = #x " * " #y " * " #z " <= device.group_max and " #x " <= device.group_max_x and "                   \
                   #y " <= device.group_max_y and " #z " <= device.group_max_z"}
/* clang-format on */

/* All configurations: the product of the parameters without those that a constraint excludes; and the default, by
 * values as in struct config; parameters missing at its end have their first value. */
struct space {
    const struct parameter *parameters;   /* ended by a NULL name; NULL: none */
    const struct constraint *constraints; /* ended by a NULL text; NULL: none */
    const int *defaults;
    size_t default_count;
};

/* clang-format off */
#define PARAMETERS(...) (const struct parameter[]){__VA_ARGS__, {.name = NULL}}
#define CONSTRAINTS(...) (const struct constraint[]){__VA_ARGS__, {.text = NULL}}
/* clang-format on */
/* In a bench, after its .space: the default configuration. */
#define DEFAULTS(...)                                                                                                  \
    .space.defaults = (const int[]){__VA_ARGS__},                                                                      \
    .space.default_count = sizeof((const int[]){__VA_ARGS__}) / sizeof(int)

/* Not an index: of an undeclared default, of a row without a configuration. */
#define NO_CONFIGURATION UINT64_MAX

size_t space_parameters(const struct space *space);
size_t space_constraints(const struct space *space);

/* The number of declared configurations; false if indices do not fit into 64 bits. */
bool space_product(const struct space *space, uint64_t *product);

/* The index of values, one per parameter, as in struct config; and of the default. NO_CONFIGURATION if a value is not
 * declared. */
uint64_t space_index(const struct space *space, const int *values);
uint64_t space_default(const struct space *space);

/* The position of parameter `parameter`'s value in configuration `index`: mixed radix, the first parameter slowest. */
size_t space_position(const struct space *space, uint64_t index, size_t parameter);

/* Adds the parameters and the words of their values to a hash. */
void space_hash(struct store_hash *hash, const struct space *space);

/* The position of a parameter by name, or of a value by its word, in its list; SIZE_MAX if there is none. */
size_t space_find(const struct space *space, const char *parameter);
size_t parameter_find(const struct parameter *parameter, const char *word);

/* Value number `position` as in struct config: a whole number itself; for the others, the position. */
int parameter_value(const struct parameter *parameter, size_t position);

/* The position of a configuration's value; SIZE_MAX if it is not declared. */
size_t parameter_position(const struct parameter *parameter, int value);

/* The word of value number `position`, as in files: "128", "0.25", "striped". A number is printed into `number`; a real
 * one with the fewest digits, from 15 on, that reproduce it. */
enum { MAX_NUMBER = 32 };
void number_word(double value, char number[MAX_NUMBER]);
const char *parameter_word(const struct parameter *parameter, size_t position, char number[MAX_NUMBER]);
