#include "tuner/constraints.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A compiled constraint, and the positions of the parameters that it reads, as declared or as found. */
struct compiled_constraint {
    const struct constraint *constraint;
    struct expression *compiled, *expression; /* with words and settings bound; NULL: a function */
    const size_t *reads;
    size_t *found, read_count;
    unsigned settings; /* that it reads, one bit each */
};

struct constraints {
    const struct problem *problem;
    const struct compute_device *device; /* NULL: unknown */
    size_t parameters, settings, count;
    struct expression_value *slot; /* of parameters, then of settings */
    struct compiled_constraint compiled[];
};

/* ---- names ---- */

/* Of an unknown device: larger than any space needs, and small enough for arithmetic in expressions. */
#define UNKNOWN (INT64_C(1) << 53)

static const struct compute_device room_for_all = {.features = COMPUTE_ALL_FEATURES & ~(COMPUTE_OPENCL | COMPUTE_HIP)};

struct field {
    const char *name;
    uint64_t value;
};

static const struct field *find(const struct field *field, const char *name)
{
    while (field->name && strcmp(field->name, name) != 0)
        field++;
    return field->name ? field : NULL;
}

/* A property of a device, by its name behind `device.`; capability: 90 for sm_90. */
static bool find_of_device(const struct compute_device *device, const char *name, int64_t *value)
{
    const bool has_capability = !strncmp(device->architecture, "sm_", 3);
    const struct field amounts[] = {{"group_max", device->max_group},
                                    {"group_max_x", device->max_group_size[0]},
                                    {"group_max_y", device->max_group_size[1]},
                                    {"group_max_z", device->max_group_size[2]},
                                    {"local_bytes", device->local_bytes},
                                    {"constant_bytes", device->constant_bytes},
                                    {"memory_bytes", device->memory_bytes},
                                    {"texture_width", device->max_texture[0]},
                                    {"texture_height", device->max_texture[1]},
                                    {"texture_1d_width", device->max_texture_1d},
                                    {"texture_3d_width", device->max_texture_3d[0]},
                                    {"texture_3d_depth", device->max_texture_3d[2]},
                                    {"capability", has_capability ? (uint64_t)atoi(device->architecture + 3) : 0},
                                    {.name = NULL}};
    static const struct field features[] = {{"fp64", COMPUTE_FP64},
                                            {"int64_atomics", COMPUTE_INT64_ATOMICS},
                                            {"images", COMPUTE_TEXTURES},
                                            {"graphs", COMPUTE_GRAPHS},
                                            {"cuda", COMPUTE_CUDA},
                                            {"cub", COMPUTE_CUB},
                                            {"child_launch", COMPUTE_CHILD_LAUNCH},
                                            {"fp64_matrices", COMPUTE_FP64_MATRICES},
                                            {.name = NULL}};
    const struct field *amount = find(amounts, name), *feature = find(features, name);
    if (amount)
        *value = amount->value && amount->value < UNKNOWN ? (int64_t)amount->value : UNKNOWN;
    else if (feature)
        *value = compute_has(device, (uint32_t)feature->value);
    return amount || feature;
}

/* A setting by its option's name, whose dashes are underscores; SIZE_MAX if there is none. */
static size_t find_setting(const struct suite *suite, const char *name)
{
    for (size_t s = 0; s < suite_settings(suite); s++) {
        const char *option = suite->settings[s].name, *at = name;
        while (*option && (*at == *option || (*at == '_' && *option == '-')))
            option++, at++;
        if (!*option && !*at)
            return s;
    }
    return SIZE_MAX;
}

/* Resolves the names of the constraint being compiled. */
struct reader {
    const struct constraints *of;
    struct compiled_constraint *compiled;
};

static void add_read(struct compiled_constraint *compiled, size_t parameter)
{
    for (size_t r = 0; r < compiled->read_count; r++)
        if (compiled->found[r] == parameter)
            return;
    compiled->found[compiled->read_count++] = parameter;
}

static struct expression_value integer(int64_t value)
{
    return (struct expression_value){EXPRESSION_INTEGER, {.integer = value}};
}

/* Words are resolved after everything is read, so that an unknown one is found. */
static struct expression_value value_of_setting(const struct setting *setting, double value)
{
    if (setting->words)
        return (struct expression_value){EXPRESSION_WORD, {.word = setting->words[(size_t)value]}};
    return setting->whole ? integer((int64_t)value) : (struct expression_value){EXPRESSION_REAL, {.real = value}};
}

static bool look_up(const void *user, const char *name, struct expression_meaning *meaning)
{
    const struct reader *reader = user;
    const struct constraints *of = reader->of;
    const struct problem *problem = of->problem;
    const size_t parameter = space_find(&problem->bench->space, name), setting = find_setting(problem->suite, name);
    int64_t value = 0;
    *meaning = (struct expression_meaning){.is_slot = true, .slot = parameter};
    if (parameter != SIZE_MAX) {
        add_read(reader->compiled, parameter);
        return true;
    }
    if (setting != SIZE_MAX) {
        reader->compiled->settings |= 1u << setting;
        meaning->is_slot = problem->suite->settings[setting].words;
        meaning->slot = of->parameters + setting;
        meaning->constant = of->slot[meaning->slot];
        return true;
    }
    const bool of_device =
        !strncmp(name, "device.", 7) && find_of_device(of->device ? of->device : &room_for_all, name + 7, &value);
    if (!strcmp(name, "n"))
        value = problem->n < INT64_MAX ? (int64_t)problem->n : INT64_MAX;
    else if (!strcmp(name, "structure.types"))
        value = (int64_t)problem->inputs.types;
    else if (!of_device)
        return false;
    *meaning = (struct expression_meaning){.constant = integer(value)};
    return true;
}

/* ---- constraints ---- */

static bool is_word_of(const char *const *words, size_t count, const char *word)
{
    for (size_t i = 0; words && i < count; i++)
        if (!strcmp(words[i], word))
            return true;
    return false;
}

/* Whether something that the constraint reads may be such a word. */
static bool is_word(const struct constraints *of, const struct compiled_constraint *compiled, const char *word)
{
    bool is = false;
    for (size_t r = 0; r < compiled->read_count; r++) {
        const struct parameter *parameter = &of->problem->bench->space.parameters[compiled->reads[r]];
        is = is || is_word_of(parameter->words, parameter->count, word);
    }
    for (size_t s = 0; s < of->settings; s++) {
        const struct setting *setting = &of->problem->suite->settings[s];
        is = is || (compiled->settings >> s & 1 && is_word_of(setting->words, setting->count, word));
    }
    return is;
}

/* Once words are resolved, a setting is a constant. */
static void bind_setting(const struct constraints *of, struct compiled_constraint *compiled, size_t setting)
{
    const size_t slot = of->parameters + setting;
    struct expression *bound = allocate(expression_bytes(compiled->expression));
    expression_bind(compiled->expression, slot, of->slot[slot], bound);
    if (compiled->expression != compiled->compiled)
        free(compiled->expression);
    compiled->expression = bound;
}

static void compile(const struct constraints *of, struct compiled_constraint *compiled, struct fault *fault)
{
    const struct constraint *constraint = compiled->constraint;
    const char *text = constraint_text(constraint), *word;
    struct fault mistake = {0};
    compiled->reads = constraint->reads;
    compiled->read_count = constraint->read_count;
    if (constraint->holds)
        return;
    compiled->reads = compiled->found = allocate(of->parameters * sizeof *compiled->found);
    compiled->expression = compiled->compiled =
        expression_compile(text, look_up, &(struct reader){of, compiled}, &mistake);
    for (size_t i = 0; compiled->expression && (word = expression_word(compiled->expression, i)); i++)
        if (!is_word(of, compiled, word))
            fail(&mistake, INVALID, "nothing that it reads is ever '%s'", word);
    if (mistake.status != OK)
        fail(fault, INVALID, "\"%.400s\": %s", text, mistake.text);
    for (size_t s = 0; compiled->expression && s < of->settings; s++)
        if (compiled->settings >> s & 1)
            bind_setting(of, compiled, s);
}

struct constraints *constraints_new(const struct problem *problem, const struct compute_device *device,
                                    struct fault *fault)
{
    const struct space *space = &problem->bench->space;
    const size_t count = space_constraints(space), parameters = space_parameters(space);
    const size_t settings = suite_settings(problem->suite);
    struct constraints *made = allocate(sizeof *made + count * sizeof *made->compiled);
    struct fault mistake = {0};
    *made = (struct constraints){problem, device, parameters, settings, count, NULL};
    made->slot = allocate((parameters + settings) * sizeof *made->slot);
    for (size_t s = 0; s < settings; s++)
        made->slot[parameters + s] = value_of_setting(&problem->suite->settings[s], problem->inputs.setting[s]);
    for (size_t c = 0; c < count; c++) {
        made->compiled[c].constraint = &space->constraints[c];
        compile(made, &made->compiled[c], &mistake);
    }
    if (mistake.status == OK)
        return made;
    constraints_free(made);
    fail(fault, INVALID, "%s", mistake.text);
    return NULL;
}

void constraints_free(struct constraints *constraints)
{
    for (size_t c = 0; constraints && c < constraints->count; c++) {
        if (constraints->compiled[c].expression != constraints->compiled[c].compiled)
            free(constraints->compiled[c].expression);
        free(constraints->compiled[c].compiled);
        free(constraints->compiled[c].found);
    }
    if (constraints)
        free(constraints->slot);
    free(constraints);
}

const size_t *constraints_reads(const struct constraints *constraints, size_t c, size_t *count)
{
    *count = constraints->compiled[c].read_count;
    return constraints->compiled[c].reads;
}

const struct expression *constraints_expression(const struct constraints *constraints, size_t c)
{
    return constraints->compiled[c].expression;
}

struct expression_value parameter_constant(const struct parameter *parameter, size_t position)
{
    return parameter->words   ? (struct expression_value){EXPRESSION_WORD, {.word = parameter->words[position]}}
           : parameter->reals ? (struct expression_value){EXPRESSION_REAL, {.real = parameter->reals[position]}}
                              : integer(parameter->values[position]);
}

enum status constraints_evaluate(struct constraints *constraints, size_t c, const struct config *config, bool *holds,
                                 struct fault *fault)
{
    const struct compiled_constraint *compiled = &constraints->compiled[c];
    struct expression_value value;
    if (!compiled->expression) {
        *holds = compiled->constraint->holds(config, constraints->device);
        return OK;
    }
    for (size_t r = 0; r < compiled->read_count; r++) {
        const size_t p = compiled->reads[r];
        const struct parameter *parameter = &constraints->problem->bench->space.parameters[p];
        constraints->slot[p] =
            parameter->values ? integer(config->value[p]) : parameter_constant(parameter, (size_t)config->value[p]);
    }
    const enum status status = expression_evaluate(compiled->expression, constraints->slot, &value, fault);
    *holds = status == OK && expression_truth(value);
    return status;
}
