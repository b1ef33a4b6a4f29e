/* Tries the best few configurations at run time, and chooses among them. */
#include "pick/picks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_TRIED = 4,
    ROUNDS = 11, /* counted rounds; one that is not counted precedes them */
    WINS = 10    /* rounds to win: of two equal configurations, 6 in 1000 win so many */
};

struct tried {
    struct gpubench_choice choice;
    double ns[ROUNDS + 1];
    size_t times;
    bool dropped; /* it fails, or can no longer win */
};

struct gpubench_trial {
    const struct gpubench_picks *picks;
    struct owner owner;
    struct tried tried[MOST_TRIED]; /* the first that does not fail is the pick */
    size_t count;
    double budget_ns, spent_ns;
    bool over;
    pthread_mutex_t lock;
};

/* ---- opening ---- */

static bool is_tried(const struct gpubench_trial *trial, const char *config)
{
    for (size_t i = 0; i < trial->count; i++)
        if (!strcmp(trial->tried[i].choice.config, config))
            return true;
    return false;
}

/* Adds the first candidates of an entry that are not known to fail, as long as there is room. */
static void add_tried(struct gpubench_trial *trial, const struct entry *entry, size_t most, uint64_t n, uint64_t owner)
{
    for (size_t rank = 0; most && trial->count < MOST_TRIED; rank++) {
        rank = gpubench_first_good(trial->picks, entry, rank, owner);
        if (rank >= entry->candidates)
            return;
        if (is_tried(trial, entry->candidate[rank].config))
            continue;
        struct gpubench_choice *choice = &trial->tried[trial->count++].choice;
        *choice = trial->tried[0].choice;
        gpubench_choose(choice, entry, rank, n, false);
        most--;
    }
}

struct gpubench_trial *gpubench_trial_open(const struct gpubench_picks *picks, const char *bench,
                                           const struct gpubench_device *device, const char *settings, uint64_t n,
                                           double budget_ns, int *status)
{
    struct gpubench_choice pick;
    const int found = gpubench_pick(picks, bench, device, settings, n, &pick);
    struct gpubench_trial *trial = found == GPUBENCH_PICK_OK ? calloc(1, sizeof *trial) : NULL;
    if (status)
        *status = found;
    if (trial && pthread_mutex_init(&trial->lock, NULL)) {
        free(trial);
        trial = NULL;
    }
    if (!trial)
        return NULL;
    trial->picks = picks;
    trial->owner = gpubench_owner_of(device);
    trial->budget_ns = budget_ns;
    trial->tried[trial->count++].choice = pick;
    const struct entry *entry = pick.entry, *beyond = n == entry->size ? NULL : entry->next[n > entry->size];
    const uint64_t owner = gpubench_hash_owner(&trial->owner);
    if (beyond)
        add_tried(trial, beyond, 1, n, owner);
    add_tried(trial, entry, MOST_TRIED, n, owner);
    return trial;
}

void gpubench_trial_close(struct gpubench_trial *trial)
{
    if (trial)
        pthread_mutex_destroy(&trial->lock);
    free(trial);
}

/* ---- the state: callers of these functions hold the lock ---- */

/* Returns the pick, the first that does not fail, and drops those that fail; NULL if none remains. */
static struct tried *find_pick(struct gpubench_trial *trial)
{
    const uint64_t owner = gpubench_hash_owner(&trial->owner);
    struct tried *pick = NULL;
    for (struct tried *one = trial->tried + trial->count; one-- > trial->tried;) {
        const struct entry *entry = one->choice.entry;
        if (!gpubench_failures_have(trial->picks, entry->candidate[one->choice.rank].hash, owner))
            pick = one;
        else
            one->dropped = true;
    }
    return pick;
}

/* The number of rounds in which both have a valid time, and of those in which `one` was faster. */
static size_t wins_of(const struct tried *one, const struct tried *pick, size_t *rounds)
{
    const size_t times = one->times < pick->times ? one->times : pick->times;
    size_t wins = 0;
    for (size_t r = 1; r < times; r++)
        wins += one->ns[r] < pick->ns[r];
    *rounds = times ? times - 1 : 0;
    return wins;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(const struct tried *one)
{
    double sorted[ROUNDS];
    const size_t count = one->times - 1;
    memcpy(sorted, one->ns + 1, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_value);
    return sorted[count / 2];
}

/* The fastest of those that are proven to be faster than the pick; else the pick. */
static const struct tried *find_winner(const struct gpubench_trial *trial, const struct tried *pick)
{
    const struct tried *winner = pick;
    size_t rounds;
    for (const struct tried *one = trial->tried; one < trial->tried + trial->count; one++)
        if (one != pick && !one->dropped && wins_of(one, pick, &rounds) >= WINS && median_of(one) < median_of(winner))
            winner = one;
    return winner;
}

/* The expected time of one more call: that of the last call, else the time in the file. */
static double expected_ns(const struct tried *one, const struct tried *pick)
{
    if (one->times > 1)
        return one->ns[one->times - 1];
    const double scale = pick->times ? pick->ns[pick->times - 1] / pick->choice.time_ns : 1;
    return one->choice.time_ns * scale;
}

/* The configuration to run next, that with the fewest times; every second round is in reverse order. NULL: the trial is
 * over. */
static struct tried *find_next(struct gpubench_trial *trial, const struct tried *pick)
{
    struct tried *next = NULL;
    size_t others = 0, rounds;
    for (struct tried *one = trial->tried; one < trial->tried + trial->count; one++) {
        const size_t wins = one == pick ? 0 : wins_of(one, pick, &rounds);
        one->dropped = one->dropped || (one != pick && rounds - wins > ROUNDS - WINS);
        if (one->dropped)
            continue;
        others += one != pick;
        if (one->times <= ROUNDS &&
            (!next || one->times < next->times || (one->times == next->times && one->times % 2)))
            next = one;
    }
    const bool costs = next && next != pick;
    return !others || (costs && trial->spent_ns + expected_ns(next, pick) > trial->budget_ns) ? NULL : next;
}

/* ---- a call ---- */

int gpubench_refine(struct gpubench_trial *trial, struct gpubench_choice *choice)
{
    pthread_mutex_lock(&trial->lock);
    const struct tried *pick = find_pick(trial), *next = NULL;
    if (pick && !trial->over)
        next = find_next(trial, pick);
    trial->over = !next;
    if (pick)
        *choice = (next ? next : find_winner(trial, pick))->choice;
    pthread_mutex_unlock(&trial->lock);
    return pick ? GPUBENCH_PICK_OK : GPUBENCH_PICK_FAILED;
}

void gpubench_trial_time(struct gpubench_trial *trial, const struct gpubench_choice *choice, double ns)
{
    if (!(ns > 0 && isfinite(ns)))
        return;
    pthread_mutex_lock(&trial->lock);
    const struct tried *pick = find_pick(trial);
    for (struct tried *one = trial->tried; one < trial->tried + trial->count; one++)
        if (one->choice.config == choice->config && !trial->over && one->times <= ROUNDS) {
            one->ns[one->times++] = ns;
            trial->spent_ns += one == pick ? 0 : ns;
        }
    pthread_mutex_unlock(&trial->lock);
}

int gpubench_trial_over(struct gpubench_trial *trial)
{
    pthread_mutex_lock(&trial->lock);
    const bool over = trial->over;
    pthread_mutex_unlock(&trial->lock);
    return over;
}
