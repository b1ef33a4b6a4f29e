/* The kernel files of a spec, which must be in its folder. */
#pragma once

#include "spec/model.h"

/* Reads a text of up to 16 MiB, which the caller frees; INVALID if it is larger, or has a zero byte. */
enum status spec_read_text_file(const char *path, char **text, struct fault *fault);

/* Reads a kernel file, and the files beside it that it includes in quotes, into the spec's files; missing ones are left
 * to the compiler. INVALID for a name outside the folder, and for a file that cannot be read. */
enum status spec_read_files(struct spec *spec, const char *folder, const char *file, struct fault *fault);

/* Adds another kernel file, and its includes, unless present. */
enum status spec_add_file(struct spec *spec, const char *folder, const char *file, struct fault *fault);

/* Reads a binary file beside the spec, of at most 2^30 bytes. */
enum status spec_read_raw(struct spec *spec, const char *folder, const char *name, struct raw_file *file,
                          struct fault *fault);

/* ---- includes of kernel files (includes.c) ---- */

struct include {
    const char *at; /* the first character of its line, and its number, in the spliced text */
    size_t line;
    char name[128];
    char end; /* " or >, after the name; 0: the name is computed, or too long */
};

/* Joins lines at backslashes; the caller frees the text. Then iterates over the includes of such a text, from `at`,
 * which is moved past each; `include` is the previous one, if any. False: there is no more. */
char *spec_splice(const char *text);
bool spec_next_include(const char *text, const char **at, struct include *include);
