#include "tuner/search/indices.h"

#include "base/memory.h"
#include "tuner/values.h"

#include <stdlib.h>

/* The slot where an index is, or would be. */
static uint64_t *place_of(const struct indices *indices, uint64_t index)
{
    size_t at = job_random(0, index) & (indices->places - 1);
    while (indices->place[at] && indices->place[at] != index + 1)
        at = (at + 1) & (indices->places - 1);
    return &indices->place[at];
}

bool indices_have(const struct indices *indices, uint64_t index)
{
    return indices->places && *place_of(indices, index);
}

static void widen(struct indices *indices)
{
    const struct indices before = *indices;
    indices->places = before.places ? 2 * before.places : 16;
    indices->place = allocate(indices->places * sizeof *indices->place);
    for (size_t i = 0; i < before.places; i++)
        if (before.place[i])
            *place_of(indices, before.place[i] - 1) = before.place[i];
    free(before.place);
}

bool indices_add(struct indices *indices, uint64_t index)
{
    if (2 * indices->count >= indices->places)
        widen(indices);
    uint64_t *place = place_of(indices, index);
    const bool is_new = !*place;
    *place = index + 1;
    indices->count += is_new;
    return is_new;
}

void indices_free(struct indices *indices)
{
    free(indices->place);
    *indices = (struct indices){0};
}
