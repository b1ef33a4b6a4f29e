/* The contents of a spec: for spec/ only. */
#pragma once

#include "base/expression.h"
#include "spec/type.h"
#include "tuner/registry.h"
#include "tuner/suite.h"

enum { MAX_DIVISORS = 4, MAX_SPEC_ARGUMENTS = 64, MAX_SPEC_PARAMETERS = 128, MAX_SPEC_NAMES = 256 };

/* A binary file. */
struct raw_file {
    const void *bytes; /* or NULL */
    size_t size;
};

struct spec_argument {
    const char *name;
    const char *called; /* "x: float[]", for messages */
    struct type type;
    enum role { ROLE_VALUE, ROLE_INPUT, ROLE_OUTPUT, ROLE_BOTH, ROLE_SCRATCH, ROLE_LOCAL } role;
    struct expression *count;      /* elements of an array, including vectors */
    bool resized;                  /* a configuration determines the count: of outputs, scratch and local memory */
    struct expression *value;      /* of a value; or the initial number of an array */
    struct expression **component; /* of a vector value: its components; or NULL, if they are equal */
    enum fill { FILL_CONSTANT, FILL_RANDOM, FILL_SEQUENCE, FILL_GENERATOR, FILL_FILE } fill;
    struct expression *generator; /* an expression of the element's index, whose slot is that of the argument's value */
    double least, most;           /* range of random numbers: [least, most); of whole ones without `most` */
    uint64_t seed;                /* of the random numbers */
    struct raw_file file;         /* or its contents */
    bool constant;                /* constant memory */
    struct expression *width;     /* of a texture: its row length; NULL: no texture */
    struct compute_texture texture; /* how it is sampled */
    bool before_is_read;            /* of one that is read and written: a check uses its earlier value */
    int slot;                       /* of an array: its slot in the declaration */
};

/* A launch: missing sides are 1. */
struct spec_kernel {
    const char *entry;
    struct expression *groups[3], *group[3];
    bool counts_items;                           /* `groups` counts work-items, as in OpenCL */
    struct expression *divisor[3][MAX_DIVISORS]; /* divisors of the sides, rounded up; ended by a NULL, or full */
    const size_t *argument;                      /* the arguments passed, in order */
    size_t arguments;
    struct expression *local; /* bytes of dynamic local memory of its launch (CUDA's dynamic shared); or NULL */
};

/* Options of the compiler: fixed ones, and those that depend on a configuration; NULL: none. */
struct spec_flags {
    const char *fixed;
    struct spec_flag {
        const char *begins; /* "-maxrregcount=", "-DNAME=" */
        struct expression *value;
    } * flag;
    size_t count;
};

/* The check of an output: element i equals `expected`, or the reference's element. */
struct spec_check {
    size_t argument;
    struct expression *expected; /* or NULL */
    double tolerance;            /* relative to the sum of magnitudes, if that is known */
    bool is_usual;               /* it is the default, which grows with the number of terms */
};

/* The source of correct results. */
enum right { RIGHT_NONE, RIGHT_CHECKS, RIGHT_KERNEL, RIGHT_FILES, RIGHT_FUNCTION };

struct spec_reference {
    struct bench_kernel kernel;
    struct spec_kernel launch;
    struct raw_file *file; /* for each argument that is an output */
    const char *function, *library;
};

/* A name, and its replacement in expressions. */
struct spec_constant {
    const char *name, *text;
};

struct spec {
    const char *name, *summary, *sizes;
    enum kernel_language language;
    uint64_t n;             /* the first size, or 1 */
    const char *problem[3]; /* ProblemSize: expressions, NULL if missing; without sizes the first one is n */
    bool n_is_first;
    bool names_n; /* an expression uses n */
    struct suite suite;
    struct bench bench;
    const struct bench *benches[2];
    struct kernel_file *files;
    struct store_key key;
    struct parameter *parameters;
    size_t parameter_count;
    int *defaults;
    struct constraint *constraints;
    struct spec_argument *argument;
    size_t arguments, slots;
    struct spec_kernel *kernel;
    size_t kernels;
    struct spec_flags flags;
    enum right right;
    struct spec_check *check; /* one for every output, unless no check is given */
    size_t checks;
    struct spec_reference reference;
    struct expression *bytes, *flops; /* per iteration; or NULL */
    struct spec_constant *constant;
    size_t constants;
    const char **figure_name; /* ended by NULL; NULL: none */
    struct expression **figure;
    size_t figures;
    enum resource stream, arithmetic;
    const char **warning; /* lines for the user */
    size_t warnings, warning_capacity;
    void **owned; /* all memory of the spec */
    size_t owned_count, owned_capacity;
};

/* Adds memory to the spec, which frees it; returns it. */
void *spec_own(struct spec *spec, void *memory);

/* Adds a warning; the spec owns it. */
void spec_warn(struct spec *spec, char *text);

/* ---- names in expressions: parameters, in order; then n; then arguments that are values; then, in checks, the
 * element's index ---- */

enum scope {
    SCOPE_PROBLEM = 0,  /* n, and preceding arguments that are values */
    SCOPE_CONFIG = 1,   /* and parameters */
    SCOPE_ELEMENTS = 2, /* and arrays, and the index; no parameters with several values */
    SCOPE_INDEX = 3     /* and the index, without arrays */
};

/* Compiles a text in a scope; `index` is the name of the element's index, or NULL. */
size_t spec_slot_of_value(const struct spec *spec, size_t argument);
size_t spec_slot_of_index(const struct spec *spec);
struct expression *spec_compile(struct spec *spec, const char *text, enum scope scope, const char *index,
                                struct fault *fault);

/* Replaces ProblemSize[k], max(p) and min(p) of a parameter, and constants in a text, which the spec then owns. NULL
 * with the fault for an unknown one. */
const char *spec_expand(struct spec *spec, const char *text, struct fault *fault);

/* Fills the slots for expressions of a scope: of a configuration, or of a problem only (values: of parameters with one
 * value). */
enum { SPEC_SLOTS = 256 };
enum status spec_slots(const struct spec *spec, uint64_t n, const struct config *config,
                       struct expression_value slots[SPEC_SLOTS], struct fault *fault);

/* Evaluates to a nonnegative whole number, and to any number. */
enum status spec_count(const struct expression *expression, const struct expression_value *slots, uint64_t *count,
                       struct fault *fault);
enum status spec_number(const struct expression *expression, const struct expression_value *slots, double *number,
                        struct fault *fault);

/* Evaluates to a number of a type, in memory: whole ones exactly. */
enum status spec_value(const struct expression *expression, const struct scalar *scalar,
                       const struct expression_value *slots, void *at, struct fault *fault);

/* ---- parts ---- */

/* Reads all but the suite (json.c); false with the fault. Then makes the suite (suite.c). */
bool spec_parse(struct spec *spec, const char *text, const char *name, const char *folder, struct fault *fault);
void spec_build(struct spec *spec);

/* Queues the launches of an iteration (launch.c). */
enum status spec_enqueue(struct job *job, const struct config *config, struct fault *fault);

/* The launch of a kernel, by slots: INVALID if it is impossible. */
enum status spec_launch(const struct spec_kernel *kernel, const struct expression_value *slots,
                        struct compute_launch *launch, struct fault *fault);

/* The bytes of a kernel's value argument: a whole vector, padded with zeros. */
enum { SPEC_VALUE = 16 * sizeof(double) };
enum status spec_argument_value(const struct spec_argument *argument, const struct expression_value *slots,
                                uint8_t value[SPEC_VALUE], struct fault *fault);

/* Writes a configuration's compiler options: .flags of its kernel (flags.c). */
enum status spec_write_flags(const struct config *config, char flags[MAX_FLAGS_TEXT], struct fault *fault);

/* Makes its default an allowed one (settle.c). INVALID for a condition that cannot be evaluated, and for a space that
 * is too large. */
enum status spec_settle(struct spec *spec, const char *name, struct fault *fault);

/* Whether a constant, or the last number of a sequence or generator, is one and fits the array's type (values.c). */
enum status spec_check_fill(const struct spec *spec, size_t argument, const struct expression_value *slots,
                            size_t bytes, struct fault *fault);

/* Fills an array's numbers, by the seed of a job (values.c). */
enum status spec_fill(const struct spec *spec, size_t argument, const struct expression_value *slots, uint64_t seed,
                      void *memory, size_t bytes, struct fault *fault);

/* The figures of its rows besides times (named.c). */
void spec_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES]);
const struct spec_constant *spec_find_constant(const struct spec *spec, const char *name, size_t length);

/* ---- correctness ---- */

/* Adds a check without an expression for each output (right.c). */
void spec_check_outputs(struct spec *spec);

/* The numbers of an array at a size; 0: it cannot be evaluated. */
uint64_t spec_numbers(const struct spec *spec, size_t argument, uint64_t n);

/* Another value for a number of an input, by a random number: bytes of its scalar. The first tries are similar to
 * the array's values; then a real one grows with each try, until a sum of many changes, and a random whole one is an
 * end of its range. */
void spec_other(struct job *job, const struct spec_argument *argument, uint64_t i, int tried, void *bytes);

/* Functions of the bench, by the kind of check: expressions (check.c), references (reference.c). An expectation has
 * parts of SPEC_EXPECTED bytes. */
enum { SPEC_EXPECTED = 2 * sizeof(double) };
extern const struct setting spec_unverified[]; /* setting `verified`, of a spec without checks */
void spec_check_right(struct bench_problem *problem);
void spec_reference_right(struct bench_problem *problem, enum right right);

/* Whether a reference is usable at a size: INVALID with the reason. */
enum status spec_reference_check(const struct problem *problem, struct fault *fault);

/* Initial bytes of a reference's outputs: a NaN; for whole numbers another value than in the tuned kernel's outputs, so
 * that numbers that neither writes are wrong. */
uint8_t spec_unwritten(const struct spec_argument *argument);

/* Computes a reference's outputs from the job's current inputs: at[a] for each argument that is an output, with its
 * size in bytes. */
enum status spec_run_kernel(struct job *job, void **at, struct fault *fault);
enum status spec_run_function(struct job *job, void **at, struct fault *fault);
