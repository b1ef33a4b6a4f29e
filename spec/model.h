/* What a spec says, read: for spec/ alone. */
#pragma once

#include "base/expression.h"
#include "spec/type.h"
#include "tuner/registry.h"
#include "tuner/suite.h"

enum { MAX_DIVISORS = 4, MAX_SPEC_ARGUMENTS = 64, MAX_SPEC_PARAMETERS = 128, MAX_SPEC_NAMES = 256 };

/* A file as it is, without a form. */
struct raw_file {
    const void *bytes; /* or NULL */
    size_t size;
};

struct spec_argument {
    const char *name;
    const char *called; /* "x: float[]", for messages */
    struct type type;
    enum role { ROLE_VALUE, ROLE_INPUT, ROLE_OUTPUT, ROLE_BOTH, ROLE_SCRATCH, ROLE_LOCAL } role;
    struct expression *count;      /* elements of an array, of vectors too */
    bool resized;                  /* which a configuration decides: of outputs, scratch and local memory */
    struct expression *value;      /* of a value; or what each number of an array is */
    struct expression **component; /* of a value that is a vector: all of it; or NULL, where these are the same */
    enum fill { FILL_CONSTANT, FILL_RANDOM, FILL_SEQUENCE, FILL_GENERATOR, FILL_FILE } fill;
    struct expression *generator;   /* of an index, whose slot is that of the argument's value */
    double least, most;             /* of random numbers: [least, most); of whole ones up to the one below it */
    uint64_t seed;                  /* of these: the argument's own */
    struct raw_file file;           /* or what it holds */
    bool constant;                  /* constant memory */
    struct expression *width;       /* of a texture, whose rows it has; NULL: it is none */
    struct compute_texture texture; /* how that is read */
    bool before_is_read;            /* of one that is read and written: a check names what it was before */
    int slot;                       /* of an array, with which it is declared */
};

/* A launch: sides that are not said are 1. */
struct spec_kernel {
    const char *entry;
    struct expression *groups[3], *group[3];
    bool counts_items;                           /* `groups` are work-items, as OpenCL has them */
    struct expression *divisor[3][MAX_DIVISORS]; /* and divided, rounded up, by these; ended by a NULL, or full */
    const size_t *argument;                      /* those that it takes, in order */
    size_t arguments;
    struct expression *local; /* bytes of local memory that its launch sets aside (CUDA's dynamic shared); or NULL */
};

/* Options of the compiler: those that stand, and those that a configuration decides; NULL: not said. */
struct spec_flags {
    const char *fixed;
    struct spec_flag {
        const char *begins; /* "-maxrregcount=", "-DNAME=" */
        struct expression *value;
    } * flag;
    size_t count;
};

/* What an output must be: element i is `expected` of it, or what a reference has there. */
struct spec_check {
    size_t argument;
    struct expression *expected; /* or NULL */
    double tolerance;            /* in units of what was added up, as far as that is known */
    bool is_usual;               /* nobody said it: it grows with the number of terms */
};

/* Who says what is right. */
enum right { RIGHT_NOBODY, RIGHT_CHECKS, RIGHT_KERNEL, RIGHT_FILES, RIGHT_FUNCTION };

struct spec_reference {
    struct bench_kernel kernel;
    struct spec_kernel launch;
    struct raw_file *file; /* of each argument that is an output */
    const char *function, *library;
};

/* A name, and what stands for it in expressions. */
struct spec_constant {
    const char *name, *text;
};

struct spec {
    const char *name, *summary, *sizes;
    enum kernel_language language;
    uint64_t n;             /* the first of the sizes, or 1 */
    const char *problem[3]; /* ProblemSize: expressions, NULL where there is none; the first is n without sizes */
    bool n_is_first;
    bool names_n; /* some expression does */
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
    struct spec_check *check; /* every output has one, unless nobody says what is right */
    size_t checks;
    struct spec_reference reference;
    struct expression *bytes, *flops; /* of an iteration; or NULL */
    struct spec_constant *constant;
    size_t constants;
    const char **figure_name; /* ended by NULL; NULL: none */
    struct expression **figure;
    size_t figures;
    enum resource stream, arithmetic;
    const char **warning; /* lines that a user is told */
    size_t warnings, warning_capacity;
    void **owned; /* all memory of it */
    size_t owned_count, owned_capacity;
};

/* Memory that goes with the spec: returns it. */
void *spec_own(struct spec *spec, void *memory);

/* Adds a line that a user is told: it goes with the spec. */
void spec_warn(struct spec *spec, char *text);

/* ---- names in expressions: parameters, by their positions; then n; then values among the arguments; then, in what an
 * output must be, its element's index ---- */

enum scope {
    SCOPE_PROBLEM = 0,  /* n, and arguments before it that are values */
    SCOPE_CONFIG = 1,   /* and parameters */
    SCOPE_ELEMENTS = 2, /* and arrays, and the index; no parameters with more than one value */
    SCOPE_INDEX = 3     /* and the index, but no arrays */
};

/* Compiles a text in a scope; `index` is the name of an element's index, or NULL. */
size_t spec_slot_of_value(const struct spec *spec, size_t argument);
size_t spec_slot_of_index(const struct spec *spec);
struct expression *spec_compile(struct spec *spec, const char *text, enum scope scope, const char *index,
                                struct fault *fault);

/* The text with what stands for ProblemSize[k], for max(p) and min(p) of a parameter, and for constants in their
 * places; it goes with the spec. NULL with the fault where there is no such thing. */
const char *spec_expand(struct spec *spec, const char *text, struct fault *fault);

/* Slots for the expressions of a scope: of a configuration, or of a problem alone (values: those of parameters that
 * have one). */
enum { SPEC_SLOTS = 256 };
enum status spec_slots(const struct spec *spec, uint64_t n, const struct config *config,
                       struct expression_value slots[SPEC_SLOTS], struct fault *fault);

/* A whole number that is not negative, and any number. */
enum status spec_count(const struct expression *expression, const struct expression_value *slots, uint64_t *count,
                       struct fault *fault);
enum status spec_number(const struct expression *expression, const struct expression_value *slots, double *number,
                        struct fault *fault);

/* A number as a type has it in memory: a whole one to the last bit. */
enum status spec_value(const struct expression *expression, const struct scalar *scalar,
                       const struct expression_value *slots, void *at, struct fault *fault);

/* ---- parts ---- */

/* Reads all but what makes it a suite (json.c); false with the fault. Then makes that (suite.c). */
bool spec_parse(struct spec *spec, const char *text, const char *name, const char *folder, struct fault *fault);
void spec_build(struct spec *spec);

/* What an iteration launches (launch.c). */
enum status spec_enqueue(struct job *job, const struct config *config, struct fault *fault);

/* A launch of a kernel by the values of slots: INVALID where there is none. */
enum status spec_launch(const struct spec_kernel *kernel, const struct expression_value *slots,
                        struct compute_launch *launch, struct fault *fault);

/* A value that a kernel is given: all of a vector, and zeros behind. */
enum { SPEC_VALUE = 16 * sizeof(double) };
enum status spec_argument_value(const struct spec_argument *argument, const struct expression_value *slots,
                                uint8_t value[SPEC_VALUE], struct fault *fault);

/* Writes the options of a configuration: .flags of its kernel (flags.c). */
enum status spec_write_flags(const struct config *config, char flags[MAX_FLAGS_TEXT], struct fault *fault);

/* Makes its default an allowed one (settle.c). INVALID with a condition that has no answer, and a space too large. */
enum status spec_settle(struct spec *spec, const char *name, struct fault *fault);

/* Fills the numbers of an array, by the seed of a job (values.c). */
enum status spec_fill(const struct spec *spec, size_t argument, const struct expression_value *slots, uint64_t seed,
                      void *memory, size_t bytes, struct fault *fault);

/* What its rows have besides times (named.c). */
void spec_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES]);
const struct spec_constant *spec_find_constant(const struct spec *spec, const char *name, size_t length);

/* ---- what is right ---- */

/* Makes each output a check without an expression (right.c). */
void spec_check_outputs(struct spec *spec);

/* Numbers of an array at a size; 0: it has no answer. */
uint64_t spec_numbers(const struct spec *spec, size_t argument, uint64_t n);

/* Another value for a number of an input, by a drawn number: bytes of its scalar. It is like those that might have been
 * there, as the first that is `tried`; a real one grows with each try, until the sum of many follows, a whole one that
 * is drawn is an end of its range. */
void spec_other(struct job *job, const struct spec_argument *argument, uint64_t i, int tried, void *bytes);

/* What comes of a spec's right for the functions of its bench: expressions (check.c), references (reference.c). An
 * expectation has parts of SPEC_EXPECTED bytes. */
enum { SPEC_EXPECTED = 2 * sizeof(double) };
extern const struct setting spec_unverified[]; /* `verified`, of a spec of which nobody says what is right */
void spec_check_right(struct bench_problem *problem);
void spec_reference_right(struct bench_problem *problem, enum right right);

/* Whether a reference can be one at a size: INVALID with the reason. */
enum status spec_reference_check(const struct problem *problem, struct fault *fault);

/* What outputs of a reference hold where it does not write: a NaN; of whole numbers another one than is in those of the
 * judged kernel, lest what neither writes is right. */
uint8_t spec_unwritten(const struct spec_argument *argument);

/* Has outputs as the reference makes them of the job's inputs as they are: at[a] of each argument that is one, for as
 * many bytes as it has. */
enum status spec_run_kernel(struct job *job, void **at, struct fault *fault);
enum status spec_run_function(struct job *job, void **at, struct fault *fault);
