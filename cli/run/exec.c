#include "cli/run/exec.h"

#include "base/memory.h"
#include "cli/run/coprocess.h"
#include "cli/run/interrupt.h"
#include "reports/json/document.h"
#include "reports/json/proposal.h"
#include "tuner/search/allowed.h"
#include "tuner/search/indices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The limit of useless proposals in a row. */
enum { MOST_REFUSED = 1000 };
static const double default_seconds = 30;

/* Common to all searches, which may run concurrently. */
static struct {
    char *command;
    double seconds;
    struct fault fault;
} exec;

struct state {
    struct choices choices;
    struct search_budget budget;
    uint64_t seed;
    size_t parameters;
    struct coprocess coprocess;
    struct indices asked;
    struct observation *observed; /* in the order of arrival */
    size_t count, capacity, open;
    bool has_begun, waits, is_over;
};

void exec_take(const char *command, double seconds)
{
    free(exec.command);
    exec.command = allocate_text(command);
    exec.seconds = seconds > 0 ? seconds : default_seconds;
    exec.fault = (struct fault){.status = OK};
}

const struct fault *exec_fault(void)
{
    return &exec.fault;
}

/* Ends the search, with a fault unless it is to end anyway. */
static void give_up(struct state *state, const struct fault *fault)
{
    state->is_over = true;
    coprocess_end(&state->coprocess);
    if (interrupted)
        return;
#pragma omp critical(exec_fault)
    fail(&exec.fault, INVALID, "--strategy exec: its program %s", fault->text);
}

static bool has_failed(void)
{
    bool failed;
#pragma omp critical(exec_fault)
    failed = exec.fault.status != OK;
    return failed;
}

/* ---- messages to the program ---- */

static void put_value(struct document *document, const char *key, const struct parameter *parameter, size_t position)
{
    if (parameter->words)
        document_text(document, key, parameter->words[position]);
    else if (parameter->reals)
        document_real(document, key, parameter->reals[position]);
    else
        document_integer(document, key, parameter->values[position]);
}

static void put_configuration(struct document *document, const char *key, const struct state *state, uint64_t index)
{
    const struct space *space = state->choices.space;
    document_object(document, key);
    for (size_t p = 0; p < state->parameters; p++)
        put_value(document, space->parameters[p].name, &space->parameters[p], space_position(space, index, p));
    document_end(document);
}

/* The values that occur in allowed configurations. */
static void put_parameters(struct document *document, const struct state *state)
{
    const struct parameter *parameters = state->choices.space->parameters;
    size_t values = 0, at = 0;
    for (size_t p = 0; p < state->parameters; p++)
        values += parameters[p].count;
    FREED uint64_t *nearest = allocate((values + 1) * sizeof *nearest);
    solved_nearest_values(&state->choices.allowed->solved, *state->choices.first, nearest);
    document_array(document, "parameters");
    for (size_t p = 0; p < state->parameters; p++) {
        document_object(document, NULL);
        document_text(document, "name", parameters[p].name);
        document_array(document, "values");
        for (size_t v = 0; v < parameters[p].count; v++)
            if (nearest[at++] != NO_CONFIGURATION)
                put_value(document, NULL, &parameters[p], v);
        document_end(document);
        document_end(document);
    }
    document_end(document);
}

static char *first_line(const struct state *state)
{
    const struct constraint *constraint = state->choices.space->constraints;
    struct document *document = document_make("gpubench/strategy/1");
    document_object(document, "space");
    put_parameters(document, state);
    document_array(document, "constraints");
    for (; constraint && constraint->text; constraint++)
        document_text(document, NULL, constraint->text);
    document_end(document);
    document_end(document);
    document_whole(document, "count", state->choices.count);
    put_configuration(document, "first", state, *state->choices.first);
    document_object(document, "budget");
    if (state->budget.configurations)
        document_whole(document, "configurations", state->budget.configurations);
    else
        document_text(document, "configurations", NULL);
    document_real(document, "seconds", state->budget.seconds > 0 ? state->budget.seconds : NAN);
    document_end(document);
    document_whole(document, "seed", state->seed & UINT32_MAX); /* the seed range of common generators */
    return document_line(document);
}

/* The line of a configuration's outcome, or why there is none: NULL for the reported status. */
static char *observation_line(const struct state *state, const struct observation *observed, const char *status)
{
    struct document *document = document_make(NULL);
    const bool timed = !status && observed->ns > 0;
    document_object(document, "told");
    put_configuration(document, "configuration", state, observed->index);
    document_text(document, "status", status ? status : status_word(observed->status));
    document_real(document, "ns", timed ? observed->ns : NAN);
    document_array(document, "interval_ns");
    for (size_t i = 0; i < 2; i++)
        document_real(document, NULL, timed ? observed->interval_ns[i] : NAN);
    document_end(document);
    document_end(document);
    return document_line(document);
}

static void say(struct state *state, char *line)
{
    struct fault fault = {0};
    if (!state->is_over && coprocess_send(&state->coprocess, line, exec.seconds, &fault) != OK)
        give_up(state, &fault);
    free(line);
}

/* ---- messages from the program ---- */

/* The position of a value; SIZE_MAX if the parameter does not have it. */
static size_t position_of(const struct parameter *parameter, const struct proposed_value *value)
{
    size_t p = 0;
    if (value->word)
        return parameter_find(parameter, value->word);
    while (p < parameter->count && (parameter->reals    ? parameter->reals[p] != value->number
                                    : parameter->values ? parameter->values[p] != value->number
                                                        : true))
        p++;
    return p < parameter->count ? p : SIZE_MAX;
}

static enum status index_of(const struct state *state, const struct proposal *proposal, uint64_t *index,
                            struct fault *fault)
{
    const struct space *space = state->choices.space;
    FREED bool *given = allocate((state->parameters + 1) * sizeof *given);
    *index = 0;
    for (size_t i = 0; i < proposal->count; i++) {
        const struct proposed_value *value = &proposal->value[i];
        const size_t p = space_find(space, value->parameter);
        if (p == SIZE_MAX)
            return fail(fault, INVALID, "sent a value of %.100s, which is no parameter", value->parameter);
        const size_t position = position_of(&space->parameters[p], value);
        if (position == SIZE_MAX && value->word)
            return fail(fault, INVALID, "sent %.100s \"%.100s\", which is none of its values", value->parameter,
                        value->word);
        if (position == SIZE_MAX)
            return fail(fault, INVALID, "sent %.100s %g, which is none of its values", value->parameter, value->number);
        *index += position * state->choices.allowed->solved.stride[p];
        given[p] = true;
    }
    for (size_t p = 0; p < state->parameters; p++)
        if (!given[p])
            return fail(fault, INVALID, "sent a configuration without %s", space->parameters[p].name);
    return OK;
}

static bool is_allowed(const struct state *state, uint64_t index)
{
    const struct allowed *allowed = state->choices.allowed;
    return solved_rank(&allowed->solved, index) != NO_CONFIGURATION && allowed_keep(allowed, &index, 1);
}

/* Reports a configuration that was proposed before: its outcome, or that it is pending. */
static void resend(struct state *state, uint64_t index)
{
    size_t i = 0;
    while (i < state->count && state->observed[i].index != index)
        i++;
    say(state, i < state->count ? observation_line(state, &state->observed[i], NULL)
                                : observation_line(state, &(struct observation){.index = index}, "open"));
}

/* Whether a proposal is useful; else sends the reason. */
static bool take(struct state *state, uint64_t index)
{
    const bool allowed = is_allowed(state, index);
    if (!allowed)
        say(state, observation_line(state, &(struct observation){.index = index}, "invalid"));
    else if (indices_have(&state->asked, index))
        resend(state, index);
    else
        return true;
    return false;
}

static enum status propose(struct state *state, struct proposal *proposal, struct fault *fault)
{
    const char *line;
    size_t length;
    enum status status = coprocess_send(&state->coprocess, "{\"ask\":true}\n", exec.seconds, fault);
    if (status == OK)
        status = coprocess_receive(&state->coprocess, &line, &length, exec.seconds, fault);
    if (status != OK)
        return status;
    struct fault wrong = {0};
    return proposal_read(proposal, line, length, &wrong) == OK ? OK : fail(fault, INVALID, "sent %s", wrong.text);
}

/* Requests a proposal; ASK_INDEX with NO_CONFIGURATION if it was useless. */
static enum ask_result ask_program(struct state *state, uint64_t *index, struct fault *fault)
{
    FREED_BY(proposal_free) struct proposal proposal = {.count = 0};
    uint64_t proposed;
    *index = NO_CONFIGURATION;
    if (propose(state, &proposal, fault) != OK || proposal.kind == PROPOSES_NOTHING)
        return ASK_DONE;
    if (proposal.kind == PROPOSES_TO_WAIT) {
        state->waits = true;
        if (state->open)
            return ASK_WAIT;
        fail(fault, INVALID, "waits for what is open, and nothing is");
        return ASK_DONE;
    }
    if (index_of(state, &proposal, &proposed, fault) != OK)
        return ASK_DONE;
    if (take(state, proposed))
        *index = proposed;
    return ASK_INDEX;
}

/* ---- the strategy ---- */

static void *start(const struct choices *choices, const struct search_budget *budget, uint64_t seed, uint64_t *most)
{
    struct state *state = allocate(sizeof *state);
    *state = (struct state){.choices = *choices,
                            .budget = *budget,
                            .seed = seed,
                            .parameters = space_parameters(choices->space),
                            .coprocess = {.to = -1, .from = -1}};
    *most = choices->count;
    return state;
}

/* Starts the program, and sends it the results so far. */
static void begin(struct state *state)
{
    struct fault fault = {0};
    state->has_begun = true;
    if (coprocess_start(&state->coprocess, exec.command, &fault) != OK)
        give_up(state, &fault);
    say(state, first_line(state));
    for (size_t i = 0; i < state->count; i++)
        say(state, observation_line(state, &state->observed[i], NULL));
}

static enum ask_result take_index(struct state *state, uint64_t index)
{
    indices_add(&state->asked, index);
    state->open++;
    return ASK_INDEX;
}

static enum ask_result ask(void *user, uint64_t *index)
{
    struct state *state = user;
    struct fault fault = {0};
    if (!state->has_begun)
        begin(state);
    if (state->is_over || interrupted || has_failed() || state->asked.count >= state->choices.count)
        return ASK_DONE;
    for (size_t i = 0; i < state->choices.warm_start; i++) {
        *index = state->choices.first[i];
        if (!indices_have(&state->asked, *index))
            return take_index(state, *index);
    }
    if (state->waits && state->open)
        return ASK_WAIT;
    for (size_t refused = 0; refused < MOST_REFUSED && !state->is_over && !interrupted; refused++) {
        const enum ask_result answer = ask_program(state, index, &fault);
        if (answer == ASK_DONE)
            state->is_over = true;
        if (fault.status != OK)
            give_up(state, &fault);
        if (answer != ASK_INDEX)
            return answer;
        if (*index != NO_CONFIGURATION)
            return take_index(state, *index);
    }
    fail(&fault, INVALID, "sent %d configurations in a row that are not allowed, or that it sent before", MOST_REFUSED);
    if (!state->is_over)
        give_up(state, &fault);
    return ASK_DONE;
}

static void tell(void *user, const struct observation *observed)
{
    struct state *state = user;
    if (indices_have(&state->asked, observed->index))
        state->open--;
    else
        indices_add(&state->asked, observed->index);
    state->waits = false;
    state->observed = grow(state->observed, state->count, &state->capacity, sizeof *state->observed);
    state->observed[state->count++] = *observed;
    if (state->has_begun)
        say(state, observation_line(state, observed, NULL));
}

static void end(void *user)
{
    struct state *state = user;
    coprocess_end(&state->coprocess);
    indices_free(&state->asked);
    free(state->observed);
    free(state);
}

const struct strategy exec_strategy = {
    .name = "exec",
    .summary = "another program, asked and told in JSON (tuner/search/EXEC.md)",
    .ahead = 8,
    .start = start,
    .ask = ask,
    .tell = tell,
    .end = end,
};
