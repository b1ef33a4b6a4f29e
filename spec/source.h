/* What can be read out of a kernel's files without compiling them: signatures, and macros that nobody defines. */
#pragma once

#include "spec/model.h"

struct signature_argument {
    const char *text; /* "const float *x" */
    const char *name;
    const char *type; /* of it, or of an array's element: "unsigned int"; NULL: none that is known here */
    enum passing { PASSED_VALUE, PASSED_ARRAY, PASSED_LOCAL, PASSED_OTHERWISE } passing;
    bool is_const, is_read, is_written; /* by the kernel itself; where that is not seen, both */
};

struct signature {
    const char *entry;
    const char *form; /* of a template: "scale<T_TYPE, TILE_VALUE>"; NULL: it is none */
    bool readable;    /* else it has no arguments here, as where macros make them */
    bool counted;     /* no macro is seen that may stand for several of them */
    struct signature_argument *argument;
    size_t arguments;
    const char *group[3]; /* sides that it asks for; NULL: none */
    const char *most;     /* work-items at most; or NULL */
    int dimensions;       /* of the indices that it asks for, at least 1 */
};

/* A macro in capital letters that the code uses, and that nothing defines, or that is defined where nobody else did. */
struct source_macro {
    const char *name, *standard; /* standard: its value then; or NULL */
};

enum { MAX_SOURCE_KERNELS = 128 };
struct source {
    struct signature *kernel; /* the first MAX_SOURCE_KERNELS */
    size_t kernels;
    struct source_macro *macro; /* without two of one name */
    size_t macros;
    bool too_long; /* the files have more text than is looked at: nothing is seen */
};

/* Of the files that a spec has read (files.h), in its language. Their memory goes with the spec. */
struct source source_read(struct spec *spec);

/* The kernel of a name; NULL: it is not seen. */
const struct signature *source_find(const struct source *source, const char *entry);

/* Whether a text of the files has a name, in code or in preprocessor lines; it may, where they are too long. */
bool source_mentions(const struct spec *spec, const char *name);

/* ---- parts ---- */

struct token;
struct tokens;

/* Adds the kernels of a text; and the macros of several, once all kernels are there. */
void source_add_kernels(struct spec *spec, struct source *source, const struct token *code);
void source_add_macros(struct spec *spec, struct source *source, const struct tokens *texts, size_t count);

/* The text of tokens up to `end`, with single blanks, which goes with the spec. */
const char *source_text(struct spec *spec, const struct token *begin, const struct token *end);
