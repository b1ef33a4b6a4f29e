/* The space of a bench. */
#include "base/memory.h"
#include "compute/typical.h"
#include "tuner/check/report.h"
#include "tuner/constraints.h"
#include "tuner/search/allowed.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parameters ---- */

/* Each is a macro in the kernel file. */
static bool is_macro(const char *name)
{
    bool good = !isdigit((unsigned char)*name) && *name;
    for (; *name; name++)
        good = good && (isalnum((unsigned char)*name) || *name == '_');
    return good;
}

static bool has_before(const struct parameter *parameter, size_t v)
{
    for (size_t before = 0; before < v; before++)
        if (parameter->words   ? !strcmp(parameter->words[before], parameter->words[v])
            : parameter->reals ? parameter->reals[before] == parameter->reals[v]
                               : parameter->values[before] == parameter->values[v])
            return true;
    return false;
}

static void check_values(const struct checked *of, const struct parameter *parameter)
{
    char number[MAX_NUMBER];
    if (!parameter->count || !(parameter->values || parameter->reals || parameter->words)) {
        report_mistake(of, ".space.parameters", "%s has no values", parameter->name);
        return;
    }
    for (size_t v = 0; parameter->words && v < parameter->count; v++)
        if (!parameter->words[v]) {
            report_mistake(of, ".space.parameters", "word %zu of %s is missing", v, parameter->name);
            return;
        }
    for (size_t v = 0; v < parameter->count; v++)
        if (has_before(parameter, v))
            report_mistake(of, ".space.parameters", "%s has the value %s twice", parameter->name,
                           parameter_word(parameter, v, number));
}

static void check_parameters(const struct checked *of)
{
    const struct space *space = &of->bench->space;
    uint64_t product;
    for (size_t p = 0; p < space_parameters(space); p++) {
        const struct parameter *parameter = &space->parameters[p];
        if (!is_macro(parameter->name))
            report_mistake(of, ".space.parameters", "'%s' cannot be the name of a macro", parameter->name);
        if (space_find(space, parameter->name) != p)
            report_mistake(of, ".space.parameters", "%s is there twice", parameter->name);
        if (!parameter->summary)
            report_mistake(of, ".space.parameters", "%s has no summary", parameter->name);
        check_values(of, parameter);
    }
    if (!space_product(space, &product))
        report_mistake(of, ".space.parameters", "they span more configurations than 64 bits can number");
}

/* ---- constraints ---- */

static void check_constraint(const struct checked *of, const struct constraints *evaluator, size_t c)
{
    const struct constraint *constraint = &of->bench->space.constraints[c];
    const size_t parameters = space_parameters(&of->bench->space);
    size_t count;
    const size_t *reads = constraints_reads(evaluator, c, &count);
    if (!count)
        report_mistake(of, ".space.constraints", "\"%s\" reads no parameter", constraint_text(constraint));
    for (size_t r = 0; r < count; r++)
        if (reads[r] >= parameters)
            report_mistake(of, ".space.constraints", "\"%s\" reads parameter %zu: there are %zu, counted from 0",
                           constraint->text, reads[r], parameters);
}

static void check_constraints(const struct checked *of)
{
    const struct problem problem = problem_of(of->suite, of->bench, of->bench->size.classes[SMALL], 1);
    struct fault mistake = {0};
    struct constraints *evaluator = constraints_new(&problem, NULL, &mistake);
    if (!evaluator)
        report_mistake(of, ".space.constraints", "%s", mistake.text);
    for (size_t c = 0; evaluator && c < space_constraints(&of->bench->space); c++)
        check_constraint(of, evaluator, c);
    constraints_free(evaluator);
}

/* ---- the default ---- */

/* The values of a default as text: "64, 128, 256", and of words and real numbers "0 for striped, 1 for blocked". */
static void list_values(const struct parameter *parameter, char *text, size_t size)
{
    char number[MAX_NUMBER];
    size_t length = 0;
    for (size_t v = 0; v < parameter->count && length < size; v++) {
        const char *word = parameter_word(parameter, v, number), *between = v ? ", " : "";
        if (parameter->values)
            length += (size_t)snprintf(text + length, size - length, "%s%s", between, word);
        else
            length += (size_t)snprintf(text + length, size - length, "%s%zu for %s", between, v, word);
    }
}

static void check_default_values(const struct checked *of)
{
    const struct space *space = &of->bench->space;
    const size_t parameters = space_parameters(space);
    char values[256];
    if (space->default_count > parameters)
        report_mistake(of, ".space.defaults", "%zu values, and %zu parameters", space->default_count, parameters);
    for (size_t p = 0; p < parameters && p < space->default_count; p++) {
        const struct parameter *parameter = &space->parameters[p];
        if (parameter_position(parameter, space->defaults[p]) != SIZE_MAX)
            continue;
        list_values(parameter, values, sizeof values);
        report_mistake(of, ".space.defaults", "%d is no value of %s (%s)", space->defaults[p], parameter->name, values);
    }
}

/* The reason that a configuration is not allowed where a bench can run: a constraint, on a device or an unknown one. */
struct refusal {
    const struct constraint *constraint; /* NULL: it is allowed */
    struct compute_device device;
    bool is_known;
    bool runs; /* somewhere */
};

static enum status find_refusal(const struct problem *problem, uint64_t index, struct refusal *refusal,
                                struct fault *fault)
{
    enum status status = OK;
    *refusal = (struct refusal){.is_known = true};
    for (size_t d = 0; refusal->is_known && !refusal->constraint && status == OK; d++) {
        refusal->is_known = compute_listed(d);
        refusal->device = refusal->is_known ? compute_typical(compute_listed(d)) : (struct compute_device){0};
        if (refusal->is_known && bench_missing(problem->bench, &refusal->device))
            continue;
        refusal->runs = refusal->runs || refusal->is_known;
        status = allowed_broken(problem, &index, 1, refusal->is_known ? &refusal->device : NULL, &refusal->constraint,
                                fault);
    }
    return status;
}

/* All results are compared with the default: so it must be allowed wherever the bench can run on a GPU, and on an
 * unknown device. */
static void check_default_allowed(const struct checked *of)
{
    const struct problem problem = problem_of(of->suite, of->bench, of->bench->size.classes[SMALL], 1);
    struct refusal refusal;
    struct fault mistake = {0};
    if (find_refusal(&problem, space_default(&of->bench->space), &refusal, &mistake) != OK) {
        report_mistake(of, ".space.constraints", "%s", mistake.text);
        return;
    }
    if (refusal.constraint)
        report_mistake(of, ".space.defaults", "not allowed%s%s, by the constraint \"%s\"",
                       refusal.is_known ? " on " : "", refusal.is_known ? refusal.device.backend : "",
                       refusal.constraint->text);
    else if (!refusal.runs)
        report_mistake(of, ".needs", "no kind of GPU has all of it");
}

/* Moves a refused default to an allowed one, device by device: the device with the lowest limits comes last. */
enum status check_nearest_default(const struct problem *problem, uint64_t *index, struct fault *fault)
{
    enum { TRIES = 4 };
    struct refusal refusal;
    enum status status = find_refusal(problem, *index, &refusal, fault);
    for (int i = 0; i < TRIES && status == OK && refusal.constraint; i++) {
        const struct restriction all = {.admitted = NULL};
        FREED_BY(allowed_free) struct allowed allowed;
        status = allowed_solve(problem, &all, refusal.is_known ? &refusal.device : NULL, &allowed, fault);
        const uint64_t nearest = status == OK ? solved_nearest(&allowed.solved, *index) : NO_CONFIGURATION;
        if (status == OK && nearest == NO_CONFIGURATION)
            return fail(fault, INVALID, "allow nothing%s%s, because of \"%s\"", refusal.is_known ? " on " : "",
                        refusal.is_known ? refusal.device.backend : "", refusal.constraint->text);
        if (status != OK)
            return status;
        *index = nearest;
        status = find_refusal(problem, nearest, &refusal, fault);
    }
    return status;
}

void check_space(const struct checked *of)
{
    const size_t before = of->check->mistakes;
    check_parameters(of);
    if (of->check->mistakes != before)
        return; /* the rest cannot be judged */
    check_constraints(of);
    check_default_values(of);
    if (of->check->mistakes == before)
        check_default_allowed(of);
}
