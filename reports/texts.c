#include "reports/texts.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a, of 64 bits. */
static uint64_t hash_of(const char *text)
{
    uint64_t hash = 14695981039346656037u;
    while (*text)
        hash = (hash ^ (unsigned char)*text++) * 1099511628211u;
    return hash ^ hash >> 32;
}

/* The slot of a text, or a free one for it: there always is one. */
static size_t *slot_of(const struct texts *texts, const char *text)
{
    size_t at = hash_of(text) & (texts->slots - 1);
    while (texts->slot[at] && strcmp(texts->text[texts->slot[at] - 1], text) != 0)
        at = (at + 1) & (texts->slots - 1);
    return &texts->slot[at];
}

/* Makes slots for twice as many texts: at most half of them are used. */
static void fill_slots(struct texts *texts)
{
    free(texts->slot);
    texts->slots = 16;
    while (texts->slots < 4 * texts->count)
        texts->slots *= 2;
    texts->slot = allocate(texts->slots * sizeof *texts->slot);
    for (size_t i = 0; i < texts->count; i++) {
        size_t *slot = slot_of(texts, texts->text[i]);
        *slot = *slot ? *slot : i + 1;
    }
}

void texts_add(struct texts *texts, const char *text)
{
    texts->text = grow(texts->text, texts->count, &texts->capacity, sizeof *texts->text);
    texts->text[texts->count++] = allocate_text(text);
    if (2 * texts->count > texts->slots) {
        fill_slots(texts);
        return;
    }
    size_t *slot = slot_of(texts, text);
    *slot = *slot ? *slot : texts->count;
}

size_t texts_find(const struct texts *texts, const char *text)
{
    return texts->slots ? *slot_of(texts, text) - 1 : SIZE_MAX; /* 0 - 1 is SIZE_MAX */
}

size_t texts_number(struct texts *texts, const char *text)
{
    const size_t found = texts_find(texts, text);
    if (found == SIZE_MAX)
        texts_add(texts, text);
    return found == SIZE_MAX ? texts->count - 1 : found;
}

static int by_text(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

void texts_sort(struct texts *texts)
{
    if (!texts->count)
        return;
    qsort(texts->text, texts->count, sizeof *texts->text, by_text);
    fill_slots(texts);
}

void texts_free(struct texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        free(texts->text[i]);
    free(texts->text);
    free(texts->slot);
    *texts = (struct texts){0};
}
