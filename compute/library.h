/* Shared libraries opened at run time, and tables of their functions: nothing is linked that may be missing.
 * A library's functions are one X-macro list, LIST(X) with X(result, name, parameters). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The offset of a function's address in its table. */
struct library_symbol {
    const char *name;
    size_t offset;
};

/* Opens the first of `names` (ended by NULL) that exists. Returns dlopen's handle, or NULL and dlerror's text. */
void *library_open(const char *const *names, char *text, size_t size);

/* Fills a table of function pointers. `symbols` ends with a NULL name. False if one is missing: text names it. */
bool library_load(void *library, const struct library_symbol *symbols, void *table, char *text, size_t size);

/* The folder that the library was loaded from, symbolic links resolved; "" if unknown. */
void library_folder(void *library, char *folder, size_t size);
