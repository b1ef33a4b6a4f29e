/* Checks of the functions of a bench, which are called on the fake device. */
#include "base/memory.h"
#include "compute/typical.h"
#include "tuner/check/report.h"
#include "tuner/job/job.h"
#include "tuner/search/search.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONFIGURATIONS = 400 }; /* enough that random ones combine any three values; the search before costs more */

/* The results of work() for the configurations so far. */
struct amounts {
    uint64_t seen;          /* resources with amounts */
    bool no_number, beyond; /* reported already: each is reported once */
};

/* "DRAM_READ", as in USES(). */
struct use {
    char name[40];
};

static struct use use_of(enum resource resource)
{
    struct use use;
    snprintf(use.name, sizeof use.name, "%s", resource_word(resource));
    for (char *at = use.name; *at; at++)
        *at = (char)toupper((unsigned char)*at);
    return use;
}

/* ---- amounts ---- */

/* Bytes of all arrays on the device. */
static double declared_bytes(const struct job *job)
{
    double bytes = 0;
    for (int s = 0; s < MAX_SLOTS; s++)
        if (job->state->slot[s].role < SLOT_HOST_INPUT)
            bytes += (double)job->state->slot[s].bytes;
    return bytes;
}

/* A launch reads each array once and writes it once, at most: data that it moves more often could have stayed in the
 * cache. An iteration of several launches has their number in its amounts. */
static double most_bytes(const struct job *job, const struct work *work)
{
    const double *amount = work->amount;
    double launches = amount[RESOURCE_LAUNCH] + amount[RESOURCE_GRAPH_LAUNCH] + amount[RESOURCE_CHAINED_LAUNCH] +
                      amount[RESOURCE_CHILD_LAUNCH];
    return 2 * declared_bytes(job) * fmax(launches, 1);
}

static void check_amounts(const struct checked *of, const struct job *job, const struct work *work,
                          struct amounts *amounts)
{
    double bytes = 0;
    for (enum resource r = 0; r < RESOURCES; r++) {
        if (!(work->amount[r] >= 0 && isfinite(work->amount[r])) && !amounts->no_number) {
            report_mistake(of, ".report.work", "gives the amount %g of %s", work->amount[r], use_of(r).name);
            amounts->no_number = true;
        }
        if (work->amount[r] > 0)
            amounts->seen |= UINT64_C(1) << r;
        if (r < RESOURCE_STREAMS)
            bytes += work->amount[r];
    }
    if (bytes > most_bytes(job, work) && !amounts->beyond) {
        report_mistake(of, ".report.work",
                       "streams %.6g bytes of DRAM, more than twice the %.6g of all arrays for each launch; "
                       "name LAUNCH too where there are several",
                       bytes, declared_bytes(job));
        amounts->beyond = true;
    }
}

/* A bench that measures a ceiling, and has the resource's name, is not judged by it. */
static bool measures(const struct checked *of, enum resource resource)
{
    return !strcmp(of->suite->name, RESOURCE_SUITE) && resource_find(of->bench->name) == resource;
}

static void check_uses(const struct checked *of, const struct amounts *amounts)
{
    const uint64_t uses = of->bench->report.uses;
    for (enum resource r = 0; r < RESOURCES; r++)
        if (amounts->seen >> r & 1 && !(uses >> r & 1) && !measures(of, r))
            report_mistake(of, ".report.uses", "USES(%s) is missing: work() gives an amount of it", use_of(r).name);
        else if (uses >> r & 1 && !(amounts->seen >> r & 1))
            report_mistake(of, ".report.uses", "USES(%s) is one too many: work() never gives an amount of it",
                           use_of(r).name);
}

/* ---- arrangements ---- */

/* The arrangements for the configurations so far. */
struct arrangements {
    size_t count;
    struct arrangement {
        uint64_t index;
        struct store_key key;
    } of[CONFIGURATIONS];
    bool reported;
};

static bool is_filled(const struct slot *slot)
{
    return slot->role == SLOT_INPUT || slot->role == SLOT_TEXTURE;
}

/* A hash of arrange()'s decisions: the contents of inputs, which were cleared before, and the sizes of other slots. */
static struct store_key arrangement_key(struct job *job, const struct config *config)
{
    struct store_hash hash = store_hash_start();
    struct slot *slots = job->state->slot;
    job->bench->problem.arrange(job, config, NULL);
    for (int s = 0; s < MAX_SLOTS; s++)
        if (slots[s].refilled && is_filled(&slots[s]))
            memset(slots[s].host, 0, slots[s].bytes);
    job->bench->problem.arrange(job, config, NULL);
    for (int s = 0; s < MAX_SLOTS; s++) {
        if (slots[s].refilled)
            store_hash_add(&hash, &slots[s].bytes, sizeof slots[s].bytes);
        if (slots[s].refilled && is_filled(&slots[s]))
            store_hash_add(&hash, slots[s].host, slots[s].bytes);
        slots[s].refilled = false;
    }
    return store_hash_key(&hash);
}

/* Checks that a configuration's arrangement equals that of each earlier one to which it is equivalent by
 * .arranged_by. */
static void check_arrangement(const struct checked *of, struct job *job, const struct config *config,
                              struct arrangements *arranged)
{
    const struct arrangement new = {config->index, arrangement_key(job, config)};
    for (size_t i = 0; i < arranged->count && !arranged->reported; i++) {
        const struct arrangement *old = &arranged->of[i];
        if (!arranged_alike(of->bench, new.index, old->index) || !strcmp(new.key.text, old->key.text))
            continue;
        report_mistake(
            of, ".problem.arranged_by",
            "arrange() makes other inputs for configurations that agree in these parameters: it looks at another one");
        arranged->reported = true;
    }
    arranged->of[arranged->count++] = new;
}

/* ---- configurations ---- */

/* The configurations that a GPU would receive first: the default, each value of every parameter, any others. */
static enum status check_work(const struct checked *of, struct job *job, struct amounts *amounts, struct fault *fault)
{
    const struct restriction none = {.admitted = NULL};
    struct compute_device device;
    size_t kind = 0;
    do
        device = compute_typical(compute_listed(kind++));
    while (bench_missing(of->bench, &device) && compute_listed(kind));
    struct search search;
    const struct search_budget budget = {.configurations = CONFIGURATIONS, .binds = true};
    enum status status = search_start(&search, job->problem, &none, &device, &random_strategy, &budget, fault);
    if (status != OK)
        return status;
    struct config *config = config_new(job->problem, space_default(&of->bench->space));
    struct arrangements *arranged = allocate(sizeof *arranged);
    uint64_t index;
    while (search_ask(&search, &index) == ASK_INDEX) {
        config_set(config, index);
        if (job_arrange(job, config, NULL) != OK)
            continue; /* it refuses what does not fit */
        if (of->bench->problem.arranged_by)
            check_arrangement(of, job, config, arranged);
        const struct work work = of->bench->report.work(job, config);
        check_amounts(of, job, &work, amounts);
    }
    free(arranged);
    free(config);
    search_end(&search);
    return OK;
}

/* ---- settings ---- */

/* Every other word of each setting, as long as work() returned no amount of some resource. A problem that is impossible
 * with a word alone is no mistake. */
static void check_words(const struct checked *of, const struct problem *problem, struct worker_context *place,
                        struct amounts *amounts)
{
    const struct setting *settings = of->suite->settings;
    for (size_t s = 0; s < suite_settings(of->suite); s++)
        for (size_t word = 0; word < settings[s].count && of->bench->report.uses & ~amounts->seen; word++) {
            struct problem other = *problem;
            struct job job = {0};
            other.inputs.setting[s] = (double)word;
            if (other.inputs.setting[s] != problem->inputs.setting[s] && job_open(&job, &other, place, 0, NULL) == OK)
                check_work(of, &job, amounts, NULL);
            job_close(&job);
        }
}

/* ---- the whole check ---- */

/* An output, or another slot that is read from the device. */
static bool is_compared(const struct slot *slot)
{
    return slot->role == SLOT_OUTPUT || slot->role == SLOT_HOST_OUTPUT || slot->role == SLOT_SCRATCH;
}

/* The first compared slot that is declared as nothing that is compared; -1 for none. */
static int find_uncompared(const struct job *job)
{
    const size_t count = bench_compared(job->bench);
    const struct element_comparison *compare = job->bench->problem.compare;
    for (size_t i = 0; i < count; i++)
        if (!is_compared(&job->state->slot[compare[i].slot]))
            return compare[i].slot;
    return -1;
}

bool check_functions(struct check *check, const struct problem *problem, struct compute_context *fake,
                     const char *store)
{
    const struct checked of = {check, problem->suite, problem->bench};
    const size_t before = check->mistakes;
    struct worker_context place = {.context = fake, .store = store, .registry = check->registry};
    struct amounts amounts = {0};
    struct job job;
    struct fault fault = {0};
    size_t slots = 0;
    enum status status = job_open(&job, problem, &place, 0, &fault);
    for (int s = 0; s < MAX_SLOTS; s++)
        slots += job.state->slot[s].role != SLOT_NONE;
    if (status != OK)
        report_mistake(&of, ".problem.setup", "%s", fault.text);
    else if (!slots)
        report_mistake(&of, ".problem.setup", "declares no slot");
    else if (find_uncompared(&job) >= 0)
        report_mistake(&of, ".problem.compare", "slot %d is declared as nothing that is compared",
                       find_uncompared(&job));
    else if (check_work(&of, &job, &amounts, &fault) != OK)
        report_mistake(&of, ".space", "%s", fault.text);
    else {
        check_words(&of, problem, &place, &amounts);
        check_uses(&of, &amounts);
    }
    job_close(&job);
    worker_context_close(&place);
    return check->mistakes == before;
}
