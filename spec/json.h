/* The JSON of a spec as it is read: for spec/ alone. What returns false has said why. */
#pragma once

#include "spec/model.h"

#include <jansson.h>

struct reader {
    struct spec *spec;
    const char *name; /* of the file; NULL: options came to it */
    json_t *root;
    struct fault *fault;
    const char *folder; /* of its files */
    bool adopted;       /* what is right is KTT's ReferenceArguments, which are told as the place */
    struct passed_over {
        char text[400]; /* "General.Foo, ConfigurationSpace.Bar (Baz?)" */
        bool is_full;
    } passed_over;
};

/* A mistake at a place: "KernelSpecification.Arguments[2].Size". False. */
bool spec_wrong(const struct reader *reader, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

struct path {
    char text[160];
};
struct path spec_path(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Notes something that is there and is not read, to be told in one line with the others. */
void spec_pass_over(struct reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A copy that goes with the spec. */
char *spec_keep(const struct reader *reader, const char *text);

/* A text under a key of what is at a path; NULL where there is none; or one that must be there. */
bool spec_read_text(const struct reader *reader, const json_t *object, const char *at, const char *key,
                    const char **text);
bool spec_need_text(const struct reader *reader, const json_t *object, const char *at, const char *key,
                    const char **text);

/* What stands for an expression, a text or a number, as text; and the expression. NULL where there is nothing. */
bool spec_read_formula(const struct reader *reader, const json_t *value, const char *path, const char **text);
/* A number, or a text that is an expression of no names; unchanged where there is nothing. */
bool spec_read_constant(const struct reader *reader, const json_t *value, const char *path, double *number);
bool spec_read_expression(const struct reader *reader, const json_t *value, const char *path, enum scope scope,
                          struct expression **made);

/* Whether it is a name that expressions and kernels can have. */
bool spec_check_name(const struct reader *reader, const char *name, const char *path);

/* The same of a parameter or an argument, which no constant is called like. */
bool spec_check_own_name(const struct reader *reader, const char *name, const char *path);

/* The sides of groups, or of one: {"X", "Y", "Z"}, of which X must be there; and the condition that a group fits the
 * device. */
bool spec_read_sides(struct reader *reader, const json_t *sides, const char *at, enum scope scope,
                     struct expression *side[3]);
bool spec_limit_group(struct reader *reader, const json_t *sides);

/* The bytes of local memory that a launch sets aside: CUDA's alone. */
bool spec_read_local(struct reader *reader, const json_t *value, const char *path, struct spec_kernel *kernel);

/* gpubench.kernels, of which there may be several; and options of the compiler. */
bool spec_read_kernels(struct reader *reader, const json_t *list);
bool spec_read_flags(struct reader *reader);

/* Where an argument's numbers lie, and come from: its size; constant and local memory, textures, files, seeds. */
bool spec_read_storage(struct reader *reader, struct spec_argument *argument, const json_t *entry, const char *at);
/* A value that is a vector: a number of each component. */
bool spec_read_components(struct reader *reader, struct spec_argument *argument, const json_t *list, const char *at);
/* The sizes of the problem: n, and ProblemSize. */
bool spec_read_problem(struct reader *reader);

/* What others say in another way becomes what is read here: KTT's ReferenceArguments (ktt.c). */
bool spec_adopt(struct reader *reader);

/* Launches: sides, or what divides ProblemSize (grid.c). */
bool spec_read_grid(struct reader *reader, const json_t *kernel, struct spec_kernel *to);

/* A condition, as the tuner will compile it, so that a mistake is found where it stands; how many parameters it reads.
 * Without a path nothing is said. */
bool spec_check_condition(const struct reader *reader, const char *text, const char *path, size_t *reads);

/* gpubench.constants, gpubench.figures (named.c). */
bool spec_read_constants(struct reader *reader);
bool spec_read_figures(struct reader *reader);

/* Whether nothing is left to be filled in (marks.c), and whether arguments are the kernel's, as far as that is seen
 * (fit.c). */
bool spec_check_marks(const struct reader *reader);
bool spec_check_fit(const struct reader *reader);

/* Adds a warning for each parameter that nothing uses (unused.c). */
struct source;
void spec_find_unused(const struct reader *reader, const struct source *source);

/* ConfigurationSpace; KernelSpecification.Arguments; what is ours, and of that what is right. */
bool spec_read_space(struct reader *reader);
bool spec_read_arguments(struct reader *reader);
bool spec_read_own(struct reader *reader);
bool spec_read_right(struct reader *reader, const json_t *own);
bool spec_read_reference_kernel(struct reader *reader, const json_t *object);

/* What a kernel file is written in, by a word or, where that is NULL, by its suffix. */
bool spec_read_language(struct reader *reader, const char *word, const char *file, const char *at,
                        enum kernel_language *language);
