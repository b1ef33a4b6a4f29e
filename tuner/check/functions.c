/* What the functions of a bench say, called on the fake device. */
#include "base/memory.h"
#include "compute/typical.h"
#include "tuner/check/report.h"
#include "tuner/job/job.h"
#include "tuner/needs.h"
#include "tuner/search/search.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONFIGURATIONS = 100 };

/* What work() said of the configurations so far. */
struct amounts {
    uint64_t seen;          /* resources of which there were amounts */
    bool no_number, beyond; /* what was told, which is once */
};

/* "DRAM_READ", as USES() has it. */
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

/* A launch reads each array once and writes it once, at most: what it has to move more often than that, it could have
 * kept in the cache. An iteration of several launches says in its amounts how many they are. */
static double most_bytes(const struct job *job, const struct work *work)
{
    const double *amount = work->amount;
    double launches = amount[RESOURCE_LAUNCH] + amount[RESOURCE_GRAPH_LAUNCH] + amount[RESOURCE_CHILD_LAUNCH];
    return 2 * declared_bytes(job) * fmax(launches, 1);
}

static void check_amounts(const struct checked *of, const struct job *job, const struct work *work,
                          struct amounts *amounts)
{
    double bytes = 0;
    for (enum resource r = 0; r < RESOURCES; r++) {
        if (!(work->amount[r] >= 0 && isfinite(work->amount[r])) && !amounts->no_number) {
            tell(of, ".report.work", "gives the amount %g of %s", work->amount[r], use_of(r).name);
            amounts->no_number = true;
        }
        if (work->amount[r] > 0)
            amounts->seen |= UINT64_C(1) << r;
        if (r < RESOURCE_STREAMS)
            bytes += work->amount[r];
    }
    if (bytes > most_bytes(job, work) && !amounts->beyond) {
        tell(of, ".report.work",
             "streams %.6g bytes of DRAM, more than twice the %.6g of all arrays for each launch; "
             "name LAUNCH too where there are several",
             bytes, declared_bytes(job));
        amounts->beyond = true;
    }
}

/* What measures a ceiling, which is called like the resource, is not judged by it. */
static bool measures(const struct checked *of, enum resource resource)
{
    return !strcmp(of->suite->name, RESOURCE_SUITE) && resource_find(of->bench->name) == resource;
}

static void check_uses(const struct checked *of, const struct amounts *amounts)
{
    const uint64_t uses = of->bench->report.uses;
    for (enum resource r = 0; r < RESOURCES; r++)
        if (amounts->seen >> r & 1 && !(uses >> r & 1) && !measures(of, r))
            tell(of, ".report.uses", "USES(%s) is missing: work() gives an amount of it", use_of(r).name);
        else if (uses >> r & 1 && !(amounts->seen >> r & 1))
            tell(of, ".report.uses", "USES(%s) is one too many: work() never gives an amount of it", use_of(r).name);
}

/* ---- configurations ---- */

/* Those that a GPU would be given first: the default, each value of every parameter, any others. */
static void check_work(const struct checked *of, struct job *job)
{
    const struct restriction none = {NULL};
    const struct compute_device cuda = compute_typical("cuda"), opencl = compute_typical("opencl");
    const struct compute_device *device = bench_lacks(of->bench, &cuda) ? &opencl : &cuda;
    struct amounts amounts = {0};
    struct search search;
    struct fault fault = {0};
    if (search_start(&search, job->problem, &none, device, &random_strategy, true, &fault) != OK) {
        tell(of, ".space", "%s", fault.text);
        return;
    }
    struct config *config = config_new(job->problem, search.first);
    uint64_t index;
    for (int i = 0; i < CONFIGURATIONS && (index = search_next(&search)) != NO_CONFIGURATION; i++) {
        config_set(config, index);
        if (job_arrange(job, config, NULL) != OK)
            continue; /* it refuses what does not fit */
        const struct work work = of->bench->report.work(job, config);
        check_amounts(of, job, &work, &amounts);
    }
    check_uses(of, &amounts);
    free(config);
    search_end(&search);
}

/* An output, or what is read from the device. */
static bool is_compared(const struct slot *slot)
{
    return slot->role == SLOT_OUTPUT || slot->role == SLOT_HOST_OUTPUT || slot->role == SLOT_SCRATCH;
}

bool check_functions(struct check *check, const struct problem *problem, struct compute_context *fake,
                     const char *store)
{
    const struct comparison *compare = &problem->bench->problem.compare;
    const struct checked of = {check, problem->suite, problem->bench};
    const size_t before = check->mistakes;
    struct workplace place = {.context = fake, .store = store, .registry = check->registry};
    struct job job;
    struct fault fault = {0};
    size_t slots = 0;
    enum status status = job_open(&job, problem, &place, 0, &fault);
    for (int s = 0; s < MAX_SLOTS; s++)
        slots += job.state->slot[s].role != SLOT_NONE;
    if (status != OK)
        tell(&of, ".problem.setup", "%s", fault.text);
    else if (!slots)
        tell(&of, ".problem.setup", "declares no slot");
    else if (compare->expected && !is_compared(&job.state->slot[compare->slot]))
        tell(&of, ".problem.compare", "slot %d is declared as nothing that is compared", compare->slot);
    else
        check_work(&of, &job);
    job_close(&job);
    workplace_close(&place);
    return check->mistakes == before;
}
