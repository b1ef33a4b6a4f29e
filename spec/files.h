/* The kernel files of a spec: beside it, and nowhere else. */
#pragma once

#include "spec/model.h"

/* All of a text of up to 16 MiB, which the caller frees; INVALID for what is larger, or has a zero byte. */
enum status spec_read_text_file(const char *path, char **text, struct fault *fault);

/* Reads a kernel file, and the files beside it that it includes by names in quotes, into the spec's files; what is not
 * there is left to the compiler. INVALID for a name that leads out of the folder, and for a file that cannot be read.
 */
enum status spec_read_files(struct spec *spec, const char *folder, const char *file, struct fault *fault);

/* Adds another kernel file, and what it includes, unless it is there. */
enum status spec_add_file(struct spec *spec, const char *folder, const char *file, struct fault *fault);

/* Reads a file beside the spec as it is, of at most 2^30 bytes. */
enum status spec_read_raw(struct spec *spec, const char *folder, const char *name, struct raw_file *file,
                          struct fault *fault);

/* ---- what kernel files include (includes.c) ---- */

struct include {
    const char *at; /* the line's first character, and its number, of the spliced text */
    size_t line;
    char name[128];
    char end; /* " or >, behind the name; 0: the name is not there as it is, or too long */
};

/* A text whose lines are joined where a backslash ends them; the caller frees it. And the next that such a text
 * includes, from `at`, which is then behind it; `include` is the one before, where there was one. False: there is none.
 */
char *spec_splice(const char *text);
bool spec_next_include(const char *text, const char **at, struct include *include);
