#include "tuner/search/outcomes.h"

#include "base/memory.h"
#include "tuner/values.h"

#include <stdlib.h>

struct entry {
    uint64_t key; /* one more than the index; 0: none */
    struct outcome outcome;
};

struct outcomes {
    struct entry *place;
    size_t count, places; /* a power of two */
};

struct outcomes *outcomes_new(void)
{
    struct outcomes *outcomes = allocate(sizeof *outcomes);
    outcomes->places = 64;
    outcomes->place = allocate(outcomes->places * sizeof *outcomes->place);
    return outcomes;
}

void outcomes_free(struct outcomes *outcomes)
{
    free(outcomes->place);
    free(outcomes);
}

static struct entry *place_of(const struct outcomes *outcomes, uint64_t index)
{
    size_t at = job_random(0, index) & (outcomes->places - 1);
    while (outcomes->place[at].key && outcomes->place[at].key != index + 1)
        at = (at + 1) & (outcomes->places - 1);
    return &outcomes->place[at];
}

const struct outcome *outcomes_find(const struct outcomes *outcomes, uint64_t index)
{
    const struct entry *entry = place_of(outcomes, index);
    return entry->key ? &entry->outcome : NULL;
}

static void widen(struct outcomes *outcomes)
{
    const struct outcomes before = *outcomes;
    outcomes->places = 2 * before.places;
    outcomes->place = allocate(outcomes->places * sizeof *outcomes->place);
    for (size_t i = 0; i < before.places; i++)
        if (before.place[i].key)
            *place_of(outcomes, before.place[i].key - 1) = before.place[i];
    free(before.place);
}

void outcomes_set(struct outcomes *outcomes, uint64_t index, const struct outcome *outcome)
{
    if (2 * outcomes->count >= outcomes->places)
        widen(outcomes);
    struct entry *entry = place_of(outcomes, index);
    outcomes->count += !entry->key;
    *entry = (struct entry){index + 1, *outcome};
}
