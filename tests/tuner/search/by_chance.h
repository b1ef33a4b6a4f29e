/* Random spaces, and enumeration of all their configurations. */
#pragma once

#include "base/memory.h"
#include "tests/check.h"
#include "tests/tuner/search/solving.h"
#include "tuner/constraints.h"
#include "tuner/search/restriction.h"

enum { MOST_PARAMETERS = 7, MOST_VALUES = 5, MOST_RULES = 6 };

/* A rule with a random result that depends on the values that it reads, the device and the setting alone. */
static struct rule {
    uint64_t seed;
    unsigned broken_of_8; /* configurations */
    size_t reads[MOST_PARAMETERS + 1], read_count;
} rules[MOST_RULES];

static bool rule_holds(const struct rule *rule, const struct config *config, const struct compute_device *on)
{
    uint64_t hash = job_random(rule->seed, on->max_group + (uint64_t)config_setting(config, 0));
    for (size_t r = 0; r < rule->read_count; r++)
        hash = job_random(hash, (uint64_t)config->value[rule->reads[r]]);
    return hash % 8 >= rule->broken_of_8;
}

#define RULE(i)                                                                                                        \
    static bool rule_##i(const struct config *config, const struct compute_device *on)                                 \
    {                                                                                                                  \
        return rule_holds(&rules[i], config, on);                                                                      \
    }
RULE(0)
RULE(1)
RULE(2)
RULE(3)
RULE(4)
RULE(5)
static bool (*const rule_of[MOST_RULES])(const struct config *config, const struct compute_device *on) = {
    rule_0, rule_1, rule_2, rule_3, rule_4, rule_5};

static struct chance {
    uint64_t seed, at;
} chance;

static size_t below(size_t n)
{
    return job_random(chance.seed, chance.at++) % n;
}

static struct parameter parameters[MOST_PARAMETERS + 1];
static struct constraint constraints[MOST_RULES + 1];
static const struct bench by_chance = {.name = "by chance",
                                       .space = {.parameters = parameters, .constraints = constraints}};

/* A random expression of whole numbers, if there are any. */
static bool add_expression(size_t c)
{
    static const char *const forms[] = {
        "%s * %s %% 7 < 3 or %s > device.group_max", "%s + 2 * %s != %s + salt",
        "%s in [3, 7, %s] if %s < 4 else True",      "-2 <= min(%s, %s) < max(%s, 5) <= 12 and salt",
        "not (%s == 3 and (%s == 7 or %s == 0))",    "%s / 2 > %s - 4.5 or %s == 12"};
    static char text[MOST_RULES][128];
    size_t whole[MOST_PARAMETERS], count = 0;
    for (size_t p = 0; parameters[p].name; p++)
        if (parameters[p].values)
            whole[count++] = p;
    if (!count || below(2))
        return false;
    const char *of[3];
    for (size_t i = 0; i < 3; i++)
        of[i] = parameters[whole[below(count)]].name;
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wformat-nonliteral\"");
    snprintf(text[c], sizeof *text, forms[below(sizeof forms / sizeof *forms)], of[0], of[1], of[2]);
    _Pragma("GCC diagnostic pop");
    constraints[c] = (struct constraint){.text = text[c]};
    return true;
}

/* Values of all three kinds, whole ones unsorted; rules that read any of them, in any order, or none; that do not
 * declare them, or also name parameters that do not exist; and expressions. */
UNNEEDED static void make_space(uint64_t seed, unsigned strictest)
{
    static const int values[] = {3, -2, 7, 0, 12};
    static const double reals[] = {0.5, 2, 1e-7, -1, 8};
    static const char *const words[] = {"a", "b", "c", "d", "e"};
    static const char *const names[MOST_PARAMETERS] = {"P0", "P1", "P2", "P3", "P4", "P5", "P6"};
    chance = (struct chance){seed, 0};
    memset(parameters, 0, sizeof parameters);
    memset(constraints, 0, sizeof constraints);
    size_t count = below(MOST_PARAMETERS + 1), rule_count = below(MOST_RULES + 1);
    for (size_t p = 0; p < count; p++) {
        size_t kind = below(3);
        parameters[p] = (struct parameter){.name = names[p],
                                           .values = kind == 0 ? values : NULL,
                                           .reals = kind == 1 ? reals : NULL,
                                           .words = kind == 2 ? words : NULL,
                                           .count = 1 + below(MOST_VALUES)};
    }
    for (size_t c = 0; c < rule_count; c++) {
        struct rule *rule = &rules[c];
        *rule = (struct rule){.seed = seed * 100 + c, .broken_of_8 = 1 + (unsigned)below(strictest)};
        rule->read_count = count ? below(count < 3 ? count + 1 : 4) : 0;
        for (size_t r = 0; r < rule->read_count; r++)
            rule->reads[r] = below(count);
        size_t silent = below(4) == 0, beyond = below(4) == 0;
        rule->reads[rule->read_count] = count + below(3);
        if (add_expression(c))
            continue;
        constraints[c] = (struct constraint){"a rule", .holds = rule_of[c], .reads = rule->reads,
                                             .read_count = silent ? 0 : rule->read_count + beyond};
    }
}

/* Removes some values, at random; seldom all of a parameter. */
UNNEEDED static struct restriction restrict_some(bool wanted)
{
    struct restriction restriction = {0};
    for (size_t p = 0; wanted && p < space_parameters(&by_chance.space); p++) {
        if (below(2))
            continue;
        restriction_clear(&restriction, &by_chance.space, p);
        for (size_t v = 0; v < parameters[p].count; v++)
            if (below(3))
                restriction_admit(&restriction, &by_chance.space, p, v);
    }
    return restriction;
}

/* ---- enumeration ---- */

struct brute {
    uint64_t *index;
    size_t count, alone[MOST_RULES];
};

UNNEEDED static struct brute walk(const struct problem *problem, const struct restriction *restriction)
{
    const struct space *space = &problem->bench->space;
    uint64_t product = 0;
    CHECK(space_product(space, &product));
    struct brute brute = {.index = calloc(product, sizeof *brute.index)};
    FREED struct config *config = config_new(problem, 0);
    struct constraints *evaluator = constraints_new(problem, &device, NULL);
    for (uint64_t index = 0; index < product; index++) {
        bool admitted = true, holds = true;
        for (size_t p = 0; p < space_parameters(space); p++)
            admitted = admitted && restriction_admits(restriction, space, p, space_position(space, index, p));
        config_set(config, index);
        size_t broken = 0, last = 0;
        for (size_t c = 0; c < space_constraints(space); c++)
            if (constraints_evaluate(evaluator, c, config, &holds, NULL) != OK || !holds)
                broken++, last = c;
        if (admitted && !broken)
            brute.index[brute.count++] = index;
        brute.alone[last] += admitted && broken == 1;
    }
    constraints_free(evaluator);
    return brute;
}
