/* Looks up the configuration for a device and a size: the nearest measured ones, and the doubt. */
#include "pick/picks.h"

#include <math.h>
#include <string.h>

const char *gpubench_pick_text(int status)
{
    static const char *const texts[] = {"found",
                                        "no results of this bench",
                                        "no results of this bench with these settings",
                                        "no results of this bench by the backend of the device",
                                        "all that was found is known to fail",
                                        "remembered, but the file of failures cannot be written"};
    return status >= 0 && (size_t)status < sizeof texts / sizeof *texts ? texts[status] : "no status";
}

const char *gpubench_choice_word(const struct gpubench_choice *choice, const char *name)
{
    for (size_t i = 0; i < choice->values; i++)
        if (!strcmp(choice->value[i].name, name))
            return choice->value[i].word;
    return NULL;
}

/* ---- distances ---- */

static double ratio(double a, double b)
{
    return a > b ? a / b : b / a;
}

/* The largest ratio of their rates; INFINITY if none is known. */
static double device_ratio(const struct owner *a, const struct owner *b)
{
    double largest = 0;
    for (size_t r = 0; r < OWNER_RATES; r++)
        if (a->rate[r] > 0 && b->rate[r] > 0)
            largest = fmax(largest, ratio(a->rate[r], b->rate[r]));
    return largest > 0 ? largest : INFINITY;
}

/* The flags GPUBENCH_OTHER_... Texts that are unknown on either side set no flag, except the name. */
static unsigned other_of(const struct owner *measured, const struct owner *asked)
{
    static const unsigned bits[OWNER_TEXTS] = {GPUBENCH_OTHER_DEVICE, 0, GPUBENCH_OTHER_ARCHITECTURE,
                                               GPUBENCH_OTHER_DRIVER, GPUBENCH_OTHER_COMPILER};
    unsigned other = 0;
    for (size_t t = 0; t < OWNER_TEXTS; t++)
        if (strcmp(measured->text[t], asked->text[t]) && (t == OWNER_NAME || (*measured->text[t] && *asked->text[t])))
            other |= bits[t];
    return other;
}

/* ---- candidates ---- */

/* Combines what is known: what the search left to gain, the loss against the best of the size, and the loss at the
 * measured size beyond n. */
static double doubt_of(const struct entry *entry, const struct candidate *candidate, uint64_t n, bool passed)
{
    const double cost = candidate->cost, best = entry->candidate[0].cost;
    double sure = 1 - entry->left;
    if (candidate != entry->candidate)
        sure *= best > 0 && cost > 0 ? fmin(1, best / cost) : 0;
    if (n != entry->size)
        sure *= passed ? 0 : 1 - candidate->lost[n > entry->size];
    return 1 - sure;
}

void gpubench_choose(struct gpubench_choice *choice, const struct entry *entry, size_t rank, uint64_t n, bool passed)
{
    const struct candidate *candidate = &entry->candidate[rank];
    choice->value = candidate->value;
    choice->values = candidate->values;
    choice->config = candidate->config;
    choice->size = entry->size;
    choice->time_ns = candidate->time_ns;
    choice->size_ratio = ratio((double)(n ? n : 1), (double)(entry->size ? entry->size : 1));
    choice->doubt = choice->other & GPUBENCH_OTHER_DEVICE ? 1 : doubt_of(entry, candidate, n, passed);
    choice->rank = (unsigned)rank;
    choice->device = entry->owner.text[OWNER_NAME];
    choice->driver = entry->owner.text[OWNER_DRIVER];
    choice->compiler = entry->owner.text[OWNER_COMPILER];
    choice->entry = entry;
}

size_t gpubench_first_good(const struct gpubench_picks *picks, const struct entry *entry, size_t rank, uint64_t owner)
{
    while (owner && rank < entry->candidates && gpubench_failures_have(picks, entry->candidate[rank].hash, owner))
        rank++;
    return rank;
}

/* Tries sizes from the nearest to n outwards; of two equally near ones the smaller first. False if all fail. */
static bool choose_size(const struct gpubench_picks *picks, const struct entry_set *set, uint64_t n, uint64_t owner,
                        struct gpubench_choice *choice)
{
    size_t right = 0, left = set->count; /* indices of the next entries on both sides; `left` is one more */
    while (right < left) {
        const size_t middle = right + (left - right) / 2;
        if (set->entry[middle].size < n)
            right = middle + 1;
        else
            left = middle;
    }
    for (bool passed = false; left > 0 || right < set->count; passed = true) {
        const double at = (double)(n ? n : 1);
        const bool larger = !left || (right < set->count &&
                                      (double)set->entry[right].size / at < at / (double)set->entry[left - 1].size);
        const struct entry *entry = larger ? &set->entry[right++] : &set->entry[--left];
        const size_t rank = gpubench_first_good(picks, entry, 0, owner);
        if (rank < entry->candidates) {
            gpubench_choose(choice, entry, rank, n, passed);
            return true;
        }
    }
    return false;
}

static unsigned bit_count(unsigned bits)
{
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1);
}

/* Whether a choice is nearer to the query than another. */
static bool is_nearer(const struct gpubench_choice *a, const struct gpubench_choice *b)
{
    const unsigned far = GPUBENCH_OTHER_DEVICE | GPUBENCH_OTHER_ARCHITECTURE;
    if ((a->other & far) != (b->other & far))
        return (a->other & far) < (b->other & far);
    if (a->device_ratio != b->device_ratio)
        return a->device_ratio < b->device_ratio;
    if (a->size_ratio != b->size_ratio)
        return a->size_ratio < b->size_ratio;
    if (bit_count(a->other) != bit_count(b->other))
        return bit_count(a->other) < bit_count(b->other);
    return ((const struct entry *)a->entry)->number > ((const struct entry *)b->entry)->number;
}

static int why_none(const struct gpubench_picks *picks, const char *bench)
{
    for (size_t i = 0; i < picks->entries; i++)
        if (!strcmp(picks->entry[i].bench, bench))
            return GPUBENCH_PICK_NO_SETTINGS;
    return GPUBENCH_PICK_NO_BENCH;
}

int gpubench_pick(const struct gpubench_picks *picks, const char *bench, const struct gpubench_device *device,
                  const char *settings, uint64_t n, struct gpubench_choice *choice)
{
    const struct group *group = gpubench_group(picks, bench, settings ? settings : "");
    const struct owner asked = gpubench_owner_of(device);
    const char *backend = asked.text[OWNER_BACKEND];
    const uint64_t key = picks->failures ? gpubench_hash_owner(&asked) : 0;
    int status = group->sets ? GPUBENCH_PICK_NO_BACKEND : why_none(picks, bench);
    struct gpubench_choice nearest = {.entry = NULL}, one;
    for (size_t s = 0; s < group->sets; s++) {
        const struct entry_set *set = &group->set[s];
        const struct owner *measured = &set->entry->owner;
        if (*backend && strcmp(backend, measured->text[OWNER_BACKEND]))
            continue;
        one.other = other_of(measured, &asked);
        one.device_ratio = one.other & GPUBENCH_OTHER_DEVICE ? device_ratio(measured, &asked) : 1;
        status = GPUBENCH_PICK_FAILED;
        if (choose_size(picks, set, n, key, &one) && (!nearest.entry || is_nearer(&one, &nearest)))
            nearest = one;
    }
    if (!nearest.entry)
        return status;
    *choice = nearest;
    return GPUBENCH_PICK_OK;
}
