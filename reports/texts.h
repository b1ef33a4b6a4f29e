/* Texts, numbered in their order. */
#pragma once

#include "base/memory.h"

#include <stddef.h>

/* Lookup takes constant time: `slot` is a hash table. */
struct texts {
    char **text;
    size_t count, capacity;
    size_t *slot, slots; /* numbers, counted from 1; 0: empty */
};

/* Adds a copy; of equal texts the lookup finds the first. */
void texts_add(struct texts *texts, const char *text);

/* SIZE_MAX if missing. */
size_t texts_find(const struct texts *texts, const char *text);

/* The number of a text, which is added if missing. */
size_t texts_number(struct texts *texts, const char *text);

/* Sorts them in the order of strcmp. */
void texts_sort(struct texts *texts);

void texts_free(struct texts *texts);
