/* Reading of a spec's JSON: for spec/ only. A function that returns false has reported a fault. */
#pragma once

#include "spec/model.h"

#include <jansson.h>

struct reader {
    struct spec *spec;
    const char *name; /* of the file; NULL: the spec was made of options */
    json_t *root;
    struct fault *fault;
    const char *folder; /* of its files */
    bool adopted;       /* the checks are KTT's ReferenceArguments, which faults name as the place */
    struct passed_over {
        char text[400]; /* "General.Foo, ConfigurationSpace.Bar (Baz?)" */
        bool is_full;
    } passed_over;
};

/* Reports a mistake at a place: "KernelSpecification.Arguments[2].Size". Returns false. */
bool spec_wrong(const struct reader *reader, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

struct path {
    char text[160];
};
struct path spec_path(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Notes an ignored part of the spec; all are reported in one line. */
void spec_pass_over(struct reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Copies a text; the spec owns the copy. */
char *spec_keep(const struct reader *reader, const char *text);

/* A text under a key of the object at a path; NULL if it is missing; or one that is required. */
bool spec_read_text(const struct reader *reader, const json_t *object, const char *at, const char *key,
                    const char **text);
bool spec_need_text(const struct reader *reader, const json_t *object, const char *at, const char *key,
                    const char **text);

/* An expression, given as a text or a number: as text; and compiled. NULL if it is missing. */
bool spec_read_formula(const struct reader *reader, const json_t *value, const char *path, const char **text);
/* A number, or a text with an expression without names; unchanged if it is missing. */
bool spec_read_constant(const struct reader *reader, const json_t *value, const char *path, double *number);
bool spec_read_expression(const struct reader *reader, const json_t *value, const char *path, enum scope scope,
                          struct expression **made);

/* Whether a name is valid in expressions and kernels. */
bool spec_check_name(const struct reader *reader, const char *name, const char *path);

/* The same for a parameter or an argument, which must differ from all constants. */
bool spec_check_own_name(const struct reader *reader, const char *name, const char *path);

/* The sides of groups, or of one: {"X", "Y", "Z"}, with X required; and the condition that a group fits the device. */
bool spec_read_sides(struct reader *reader, const json_t *sides, const char *at, enum scope scope,
                     struct expression *side[3]);
bool spec_limit_group(struct reader *reader, const json_t *sides);

/* The bytes of dynamic local memory of a launch: only for CUDA. */
bool spec_read_local(struct reader *reader, const json_t *value, const char *path, struct spec_kernel *kernel);

/* gpubench.kernels, possibly several; and options of the compiler. */
bool spec_read_kernels(struct reader *reader, const json_t *list);
bool spec_read_flags(struct reader *reader);

/* Where an argument is stored, and its initial contents: size; constant and local memory, textures, files, seeds. */
bool spec_read_storage(struct reader *reader, struct spec_argument *argument, const json_t *entry, const char *at);
/* A vector value: a number for each component. */
bool spec_read_components(struct reader *reader, struct spec_argument *argument, const json_t *list, const char *at);
/* The sizes of the problem: n, and ProblemSize. */
bool spec_read_problem(struct reader *reader);

/* Converts others' notation to ours: KTT's ReferenceArguments (ktt.c). */
bool spec_adopt(struct reader *reader);

/* Launches: sides, or divisors of ProblemSize (grid.c). */
bool spec_read_grid(struct reader *reader, const json_t *kernel, struct spec_kernel *to);

/* A condition, compiled as the tuner will, so that a mistake is reported at its place; returns how many parameters it
 * reads. Without a path nothing is reported. */
bool spec_check_condition(const struct reader *reader, const char *text, const char *path, size_t *reads);

/* gpubench.constants, gpubench.figures (named.c). */
bool spec_read_constants(struct reader *reader);
bool spec_read_figures(struct reader *reader);

/* Checks that no placeholder is left (marks.c), and that arguments match the kernel's, as far as they can be read
 * (fit.c). */
bool spec_check_marks(const struct reader *reader);
bool spec_check_fit(const struct reader *reader);

/* Adds a warning for each unused parameter (unused.c). */
struct source;
void spec_find_unused(const struct reader *reader, const struct source *source);

/* ConfigurationSpace; KernelSpecification.Arguments; our own keys, and their checks. */
bool spec_read_space(struct reader *reader);
bool spec_read_arguments(struct reader *reader);
bool spec_read_own(struct reader *reader);
bool spec_read_right(struct reader *reader, const json_t *own);
bool spec_read_reference_kernel(struct reader *reader, const json_t *object);

/* The language of a kernel file, by a word or, if that is NULL, by its suffix. */
bool spec_read_language(struct reader *reader, const char *word, const char *file, const char *at,
                        enum kernel_language *language);
