/* What can be read from a kernel's files without compiling them: signatures, and undefined macros. */
#pragma once

#include "spec/model.h"

struct signature_argument {
    const char *text; /* "const float *x" */
    const char *name;
    const char *type; /* of it, or of an array's element: "unsigned int"; NULL: unknown */
    enum passing { PASSED_VALUE, PASSED_ARRAY, PASSED_LOCAL, PASSED_OTHERWISE } passing;
    bool is_const, is_read, is_written; /* by the kernel itself; both if that cannot be determined */
};

struct signature {
    const char *entry;
    const char *form; /* of a template: "scale<T_TYPE, TILE_VALUE>"; NULL: no template */
    bool readable;    /* else its arguments cannot be read, as when macros make them */
    bool counted;     /* no macro seems to expand to several arguments */
    struct signature_argument *argument;
    size_t arguments;
    const char *group[3]; /* sides of a required group; NULL: none */
    const char *most;     /* most work-items; or NULL */
    int dimensions;       /* of the indices that it reads, at least 1 */
};

/* A macro in capital letters that the code uses without a definition, or that is defined only if undefined. */
struct source_macro {
    const char *name, *standard; /* standard: its default; or NULL */
};

enum { MAX_SOURCE_KERNELS = 128 };
struct source {
    struct signature *kernel; /* the first MAX_SOURCE_KERNELS */
    size_t kernels;
    struct source_macro *macro; /* each name once */
    size_t macros;
    bool too_long; /* the files are too long to be read: no kernel is found */
};

/* Reads the files of a spec (files.h) in its language. The spec owns the memory. */
struct source source_read(struct spec *spec);

/* The kernel with a name; NULL: not found. */
const struct signature *source_find(const struct source *source, const char *entry);

/* Whether a text of the files has a name, in code or in preprocessor lines; true if they are too long. */
bool source_mentions(const struct spec *spec, const char *name);

/* ---- parts ---- */

struct token;
struct tokens;

/* Adds the kernels of a text; and the macros of all texts, after all kernels. */
void source_add_kernels(struct spec *spec, struct source *source, const struct token *code);
void source_add_macros(struct spec *spec, struct source *source, const struct tokens *texts, size_t count);

/* The text of tokens up to `end`, with single blanks; the spec owns it. */
const char *source_text(struct spec *spec, const struct token *begin, const struct token *end);
