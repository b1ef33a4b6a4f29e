/* Texts with numbers: those of their order. */
#pragma once

#include "base/memory.h"

#include <stddef.h>

/* Finding takes as long however many there are: `slot` is a hash table of them. */
struct texts {
    char **text;
    size_t count, capacity;
    size_t *slot, slots; /* numbers, counted from 1; 0: nothing there */
};

/* Adds a copy; of one that is there already the first stays what is found. */
void texts_add(struct texts *texts, const char *text);

/* SIZE_MAX if it is not there. */
size_t texts_find(const struct texts *texts, const char *text);

/* The number of a text, which is added if it is not there. */
size_t texts_number(struct texts *texts, const char *text);

/* Puts them in the order of strcmp. */
void texts_sort(struct texts *texts);

void texts_free(struct texts *texts);
