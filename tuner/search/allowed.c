#include "tuner/search/allowed.h"

#include "base/ended.h"
#include "base/memory.h"
#include "tuner/constraints.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- in a process of its own: what a suite's author wrote may crash or loop ---- */

enum { APART_SECONDS = 5, LOOKS_A_SECOND = 10 };
enum apart { APART_GOOD, APART_FAILED, APART_KILLED };

/* Zeroed memory that both processes see, of which no more takes room than is written; NULL where there is none. */
static void *apart_memory(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void apart_memory_free(void *memory, size_t bytes)
{
    if (memory)
        munmap(memory, bytes);
}

/* Ctrl-C is for this process's parent to hear, which takes it along where it ends. */
static void be_apart(void (*work)(void *user), void *user)
{
    static const int handled[] = {SIGINT, SIGTERM, SIGHUP};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++)
        signal(handled[i], SIG_IGN);
    work(user);
    _exit(0);
}

/* Until the other's end of a pipe closes; false if it does not go on. Looks are counted, and not seconds, which go by
 * where both are stopped, too. */
static bool await(int pipe, const volatile uint64_t *steps)
{
    struct pollfd end = {pipe, POLLIN, 0};
    uint64_t before = *steps;
    int looks = 0;
    while (looks < APART_SECONDS * LOOKS_A_SECOND) {
        const int ready = poll(&end, 1, 1000 / LOOKS_A_SECOND);
        if (ready > 0)
            return true;
        if (ready < 0 && errno == EINTR)
            continue;
        looks = *steps == before ? looks + 1 : 0;
        before = *steps;
    }
    return false;
}

/* How it ended that did not return, in words. */
static void describe(int status, char *how, size_t size)
{
    char words[160];
    ended_in_words(status, words, sizeof words);
    const char *what = !WIFSIGNALED(status) ? "ends the program: " : ended_from_outside(status) ? "was " : "crashes: ";
    snprintf(how, size, "%s%s", what, words);
}

/* Does `work` in a copy of this process and waits for its end, as long as it goes on: *steps, in memory that both see,
 * is another at least every APART_SECONDS. Unless it ended well, `how` says in words how it did; it was killed where a
 * signal came from outside. Nothing but what it leaves in such memory comes back. */
static enum apart apart_run(void (*work)(void *user), void *user, const volatile uint64_t *steps, char *how,
                            size_t size)
{
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC)) {
        snprintf(how, size, "cannot be asked: %s", strerror(errno));
        return APART_FAILED;
    }
    const pid_t pid = fork();
    if (!pid)
        be_apart(work, user);
    close(ends[1]);
    if (pid < 0)
        snprintf(how, size, "cannot be asked: %s", strerror(errno));
    const bool in_time = pid < 0 || await(ends[0], steps);
    close(ends[0]);
    if (pid < 0)
        return APART_FAILED;
    if (!in_time)
        kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!in_time)
        snprintf(how, size, "does not return (in %d s)", APART_SECONDS);
    else if (status)
        describe(status, how, size);
    return in_time && !status ? APART_GOOD : in_time && ended_from_outside(status) ? APART_KILLED : APART_FAILED;
}

/* ---- a walk ---- */

/* What is found, in memory that the process which asks the constraints and this one see. */
struct findings {
    volatile uint64_t steps;    /* constraints asked, the last one of which: */
    volatile size_t constraint; /* its place */
    struct fault mistake;       /* where it has no answer */
    size_t count;
    size_t place[]; /* indices; or of each constraint a count; or of each of the walk's indices a constraint */
};

/* A walk through a space, a parameter after the other, the first slowest. A branch ends where more constraints are
 * broken than may be. */
struct walk {
    const struct problem *problem;
    const struct space *space;
    const struct restriction *restriction; /* or configurations, one after the other: */
    const uint64_t *index;
    size_t indices;
    const struct compute_device *device;
    struct constraints *asked;
    struct config *config; /* it lies behind the findings */
    size_t parameters, constraints;
    size_t *order, *decided; /* constraints, by how many parameters must be chosen before; where those of each begin */
    size_t may_break, steps; /* steps: that may still be made */
    void (*visit)(struct walk *walk, size_t broken); /* a configuration; and the constraint it breaks, or SIZE_MAX */
    struct findings *findings;
    size_t places; /* of the findings */
};

static bool holds(struct walk *walk, size_t constraint)
{
    bool holds;
    walk->findings->constraint = constraint;
    walk->findings->steps++;
    return constraints_ask(walk->asked, constraint, walk->config, &holds, &walk->findings->mistake) != OK || holds;
}

/* What it reads last, and the one behind that; a function that does not say waits for all. */
static size_t decided_after(const struct walk *walk, size_t c)
{
    size_t count, after;
    const size_t *reads = constraints_reads(walk->asked, c, &count);
    after = walk->space->constraints[c].holds && !count ? walk->parameters : 0;
    for (size_t r = 0; r < count; r++)
        after = reads[r] >= after ? reads[r] + 1 : after;
    return after < walk->parameters ? after : walk->parameters;
}

static void put_in_order(struct walk *walk)
{
    size_t at = 0;
    for (size_t chosen = 0; chosen <= walk->parameters; chosen++) {
        walk->decided[chosen] = at;
        for (size_t c = 0; c < walk->constraints; c++)
            if (decided_after(walk, c) == chosen)
                walk->order[at++] = c;
    }
    walk->decided[walk->parameters + 1] = at;
}

/* Chooses the parameters from `chosen` on, where `count` constraints are broken, `broken` the last of them. */
static void walk_from(struct walk *walk, size_t chosen, uint64_t index, size_t count, size_t broken)
{
    if (!walk->steps || walk->findings->count > MOST_ALLOWED)
        return;
    walk->steps--;
    for (size_t i = walk->decided[chosen]; i < walk->decided[chosen + 1] && count <= walk->may_break; i++)
        if (!holds(walk, walk->order[i])) {
            count++;
            broken = walk->order[i];
        }
    if (count > walk->may_break || walk->findings->mistake.status != OK)
        return;
    if (chosen == walk->parameters) {
        walk->config->index = index;
        walk->visit(walk, broken);
        return;
    }
    const struct parameter *parameter = &walk->space->parameters[chosen];
    for (size_t v = 0; v < parameter->count; v++)
        if (restriction_admits(walk->restriction, walk->space, chosen, v)) {
            walk->config->value[chosen] = parameter_value(parameter, v);
            walk_from(walk, chosen + 1, index * parameter->count + v, count, broken);
        }
}

static void walk_all(void *user)
{
    struct walk *walk = user;
    walk->order = allocate(walk->constraints * sizeof *walk->order);
    walk->decided = allocate((walk->parameters + 2) * sizeof *walk->decided);
    put_in_order(walk);
    walk_from(walk, 0, 0, 0, SIZE_MAX);
    free(walk->order);
    free(walk->decided);
}

/* Of each of the indices, the constraint that it breaks first. */
static void walk_indices(void *user)
{
    struct walk *walk = user;
    for (size_t i = 0; i < walk->indices && walk->findings->mistake.status == OK; i++) {
        size_t c = 0;
        for (size_t p = 0; p < walk->parameters; p++)
            walk->config->value[p] =
                parameter_value(&walk->space->parameters[p], space_position(walk->space, walk->index[i], p));
        walk->config->index = walk->index[i];
        while (c < walk->constraints && holds(walk, c))
            c++;
        walk->findings->place[i] = c;
    }
}

static void count_one(struct walk *walk, size_t broken)
{
    (void)broken;
    walk->findings->count++;
}

static void list_one(struct walk *walk, size_t broken)
{
    (void)broken;
    walk->findings->place[walk->findings->count++] = walk->config->index;
}

static void blame_one(struct walk *walk, size_t broken)
{
    if (broken != SIZE_MAX)
        walk->findings->place[broken]++;
}

/* ---- walking apart ---- */

/* Whose constraint did what, and at which values of those that it reads. */
static enum status blame(const struct walk *walk, const char *how, bool killed, struct fault *fault)
{
    const struct constraint *constraint = &walk->space->constraints[walk->findings->constraint];
    char at[512] = "", number[MAX_NUMBER];
    size_t length = 0, count;
    const size_t *reads = constraints_reads(walk->asked, walk->findings->constraint, &count);
    for (size_t r = 0; r < count && length < sizeof at; r++) {
        if (reads[r] >= walk->parameters)
            continue;
        const struct parameter *parameter = &walk->space->parameters[reads[r]];
        size_t v = parameter_position(parameter, walk->config->value[reads[r]]);
        if (v >= parameter->count) /* a value that is none: who crashed may have written there */
            v = parameter->count - 1;
        length += (size_t)snprintf(at + length, sizeof at - length, "%s%s %s", r ? ", " : " at ", parameter->name,
                                   parameter_word(parameter, v, number));
    }
    return fail(fault, INVALID, "%s/%s: its constraint \"%s\" %s%s%s", walk->problem->suite->name,
                walk->problem->bench->name, constraint_says(constraint), how, at,
                killed ? "" : ": that is a mistake of the suite");
}

static size_t findings_bytes(const struct walk *walk)
{
    return sizeof *walk->findings + walk->places * sizeof *walk->findings->place;
}

static void drop_findings(struct walk *walk)
{
    const size_t config_bytes = sizeof *walk->config + walk->parameters * sizeof *walk->config->value;
    apart_memory_free(walk->findings, findings_bytes(walk) + config_bytes);
}

static void leave(struct walk *walk)
{
    drop_findings(walk);
    constraints_free(walk->asked);
}

/* Walks in a process of its own, if a suite's code is asked: expressions end, and harm nothing. Without memory for it
 * the findings are NULL. */
static enum apart try(struct walk *walk, void (*how_to_walk)(void *walk), char *how, size_t size)
{
    struct config *first = config_new(walk->problem, 0);
    const size_t config_bytes = sizeof *first + walk->parameters * sizeof *first->value;
    walk->findings = apart_memory(findings_bytes(walk) + config_bytes);
    if (walk->findings) {
        walk->config = (struct config *)((char *)walk->findings + findings_bytes(walk));
        memcpy(walk->config, first, config_bytes);
    }
    free(first);
    if (!walk->findings)
        return APART_FAILED;
    if (constraints_call(walk->asked))
        return apart_run(how_to_walk, walk, &walk->findings->steps, how, size);
    how_to_walk(walk);
    return APART_GOOD;
}

/* Once more where the process was killed from outside. The findings are to be left by leave() whatever comes back. */
static enum status go(struct walk *walk, void (*how_to_walk)(void *walk), struct fault *fault)
{
    char how[1100] = "";
    struct fault mistake = {0};
    walk->space = &walk->problem->bench->space;
    walk->steps = walk->steps ? walk->steps : SIZE_MAX;
    walk->parameters = space_parameters(walk->space);
    walk->constraints = space_constraints(walk->space);
    walk->asked = constraints_new(walk->problem, walk->device, &mistake);
    if (!walk->asked)
        return fail(fault, INVALID, "%s/%s: its constraint %s", walk->problem->suite->name, walk->problem->bench->name,
                    mistake.text);
    enum apart apart = try(walk, how_to_walk, how, sizeof how);
    if (apart == APART_KILLED) {
        drop_findings(walk);
        apart = try(walk, how_to_walk, how, sizeof how);
    }
    if (!walk->findings)
        return fail(fault, NO_MEMORY, "there is no memory for the configurations of %s/%s", walk->problem->suite->name,
                    walk->problem->bench->name);
    if (apart == APART_GOOD && walk->findings->mistake.status == OK)
        return OK;
    if (apart == APART_GOOD)
        snprintf(how, sizeof how, "has no answer: %s", walk->findings->mistake.text);
    return blame(walk, how, apart == APART_KILLED, fault);
}

enum status allowed_list(const struct problem *problem, const struct restriction *restriction,
                         const struct compute_device *device, struct allowed *allowed, struct fault *fault)
{
    uint64_t product;
    const bool fits = space_product(&problem->bench->space, &product) && product <= MOST_ALLOWED;
    struct walk walk = {.problem = problem,
                        .restriction = restriction,
                        .device = device,
                        .visit = list_one,
                        .places = fits ? product : MOST_ALLOWED + 1};
    const enum status status = go(&walk, walk_all, fault);
    *allowed = (struct allowed){NULL, status == OK ? walk.findings->count : 0};
    allowed->index = allocate(allowed->count * sizeof *allowed->index);
    for (size_t i = 0; i < allowed->count; i++)
        allowed->index[i] = walk.findings->place[i];
    leave(&walk);
    return status;
}

enum status allowed_count(const struct problem *problem, const struct restriction *restriction,
                          const struct compute_device *device, size_t *count, struct fault *fault)
{
    struct walk walk = {.problem = problem, .restriction = restriction, .device = device, .visit = count_one};
    const enum status status = go(&walk, walk_all, fault);
    *count = status == OK ? walk.findings->count : 0;
    leave(&walk);
    return status;
}

enum status allowed_broken(const struct problem *problem, const uint64_t *index, size_t count,
                           const struct compute_device *device, const struct constraint **broken, struct fault *fault)
{
    struct walk walk = {.problem = problem, .index = index, .indices = count, .device = device, .places = count};
    const enum status status = go(&walk, walk_indices, fault);
    for (size_t i = 0; i < count; i++) {
        const size_t c = status == OK ? walk.findings->place[i] : walk.constraints;
        broken[i] = c < walk.constraints ? &walk.space->constraints[c] : NULL;
    }
    leave(&walk);
    return status;
}

enum status allowed_obstacle(const struct problem *problem, const struct restriction *restriction,
                             const struct compute_device *device, const struct constraint **obstacle,
                             struct fault *fault)
{
    struct walk walk = {.problem = problem,
                        .restriction = restriction,
                        .device = device,
                        .visit = blame_one,
                        .may_break = 1,
                        .steps = 10000000,
                        .places = space_constraints(&problem->bench->space)};
    const enum status status = go(&walk, walk_all, fault);
    size_t most = 0;
    *obstacle = NULL;
    for (size_t c = 0; status == OK && c < walk.constraints; c++)
        if (walk.findings->place[c] > most) {
            most = walk.findings->place[c];
            *obstacle = &walk.space->constraints[c];
        }
    leave(&walk);
    return status;
}
