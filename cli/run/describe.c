#include "cli/run/describe.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/options/table.h"
#include "tuner/suite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void describe_parameter(struct named_problem *named, const struct parameter *parameter)
{
    char number[MAX_NUMBER];
    enum parameter_kind kind = parameter->words ? KIND_WORDS : parameter->reals ? KIND_REALS : KIND_NUMBERS;
    struct named_parameter *to = problem_add_parameter(named, parameter->name, kind);
    for (size_t v = 0; v < parameter->count; v++)
        texts_add(&to->words, parameter_word(parameter, v, number));
}

/* A setting that differs from the suite's default is also part of the problem's name. */
static void describe_setting(struct named_problem *named, const struct setting *setting, double value)
{
    const char *word = setting->words ? setting->words[(size_t)value] : NULL;
    char number[MAX_NUMBER];
    snprintf(number, sizeof number, "%.12g", value);
    problem_add_setting(named, setting->name, word, value);
    if (value != setting->initial)
        problem_add_name(named, setting->name, word ? word : number);
}

static void describe_structure(struct named_problem *named, const struct targets *targets, const struct target *target)
{
    const struct inputs *inputs = &target->problem.inputs;
    struct named_structure *structure = &named->structure;
    structure->file = allocate_text(targets->file);
    structure->key = allocate_text(target->problem.inputs.structure.text);
    structure->atoms = inputs->atoms;
    structure->sized = suite_sized(target->problem.suite, target->problem.bench);
    structure->elements = inputs->types && targets->elements_file ? allocate_text(targets->elements_file) : NULL;
    for (size_t i = 0; i < inputs->types; i++) {
        const struct atom_type *type = &inputs->type[i];
        problem_add_type(named, type->name, type->sigma, type->epsilon, type->mass);
    }
    memcpy(structure->box, inputs->box, sizeof structure->box);
    problem_add_name(named, "input", targets->file);
    if (structure->elements)
        problem_add_name(named, "elements", targets->elements_file);
}

void describe_problem(struct results *results, const struct targets *targets, const struct target *target)
{
    const struct problem *problem = &target->problem;
    const struct bench *bench = problem->bench;
    size_t number = results_add_problem(results, problem->suite->name, bench->name, problem->n, problem->seed);
    struct named_problem *named = &results->problems[number];
    for (size_t s = 0; s < suite_settings(problem->suite); s++)
        if (setting_concerns(&problem->suite->settings[s], bench))
            describe_setting(named, &problem->suite->settings[s], problem->inputs.setting[s]);
    if (problem->inputs.atom)
        describe_structure(named, targets, target);
    for (size_t p = 0; p < space_parameters(&bench->space); p++)
        describe_parameter(named, &bench->space.parameters[p]);
    for (size_t f = 0; f < bench_figures(bench); f++)
        texts_add(&named->figures, bench->report.figures[f]);
    if (bench->report.error)
        named->error = (uint32_t)bench_error(bench) + 1;
    named->max_error = target->max_error;
    named->objective = target->objective || targets->energy ? allocate_text(targets->objective) : NULL;
    named->required = target->required ? allocate_text(targets->required) : NULL;
    for (size_t r = 0; r < bench_references(bench); r++)
        texts_add(&named->references, bench->references[r].name);
}

void describe_options(struct run_context *context, const struct options *options)
{
    context->has_options = true;
    context->options = 0;
    for (size_t i = 0; i < options->givens && context->options < MAX_RUN_OPTIONS; i++) {
        const struct given *given = &options->given[i];
        struct run_option *option = &context->option[context->options];
        const char *text = given->text ? given->text : "";
        if (!(given->option->flags & IN_ROWS))
            continue;
        snprintf(option->name, sizeof option->name, "%s", given->name + strlen("--"));
        snprintf(option->value, sizeof option->value, "%s", text);
        context->has_options = context->has_options && strlen(text) < sizeof option->value;
        context->options++;
    }
    context->options = context->has_options ? context->options : 0;
}

/* ---- identity for --resume ---- */

__attribute__((format(printf, 3, 4))) static void add(struct run_identity *identity, const char *name,
                                                      const char *format, ...)
{
    va_list words;
    va_start(words, format);
    snprintf(identity->part[identity->count].name, sizeof identity->part[0].name, "%s", name);
    vsnprintf(identity->part[identity->count].text, sizeof identity->part[0].text, format, words);
    identity->count++;
    va_end(words);
}

/* A file read from a folder is hashed as it is now, since workers read it from there. */
static void hash_kernel(struct store_hash *hash, const struct registry *registry, const struct kernel_file *kernel)
{
    char path[4096], *text;
    size_t length;
    struct fault fault = {0};
    store_hash_text(hash, kernel->name);
    if (!registry->kernel_folder) {
        store_hash_text(hash, kernel->text);
        return;
    }
    snprintf(path, sizeof path, "%s/%s", registry->kernel_folder, kernel->name);
    if (file_read(path, &text, &length, &fault) != OK)
        return;
    store_hash_text(hash, text);
    free(text);
}

static struct store_key kernels_key(const struct registry *registry)
{
    struct store_hash hash = store_hash_start();
    for (const struct kernel_file *kernel = registry->kernels; kernel->name; kernel++)
        hash_kernel(&hash, registry, kernel);
    return store_hash_key(&hash);
}

/* The requested configurations: --set, whose words are long, and the fixed ones of --configs. */
static struct store_key chosen_key(const struct options *options, const struct targets *targets)
{
    struct store_hash hash = store_hash_start();
    for (size_t i = 0; i < options->sets; i++)
        store_hash_text(&hash, options->set[i]);
    for (size_t t = 0; t < targets->count; t++)
        store_hash_add(&hash, targets->target[t].fixed,
                       targets->target[t].fixed_count * sizeof *targets->target[t].fixed);
    return store_hash_key(&hash);
}

/* The first configurations from --like, with their observations. */
static struct store_key wanted_key(const struct targets *targets)
{
    struct store_hash hash = store_hash_start();
    size_t count = 0;
    for (size_t t = 0; t < targets->count; t++) {
        const struct wanted *wanted = &targets->target[t].wanted;
        const struct elsewhere *elsewhere = &wanted->elsewhere;
        store_hash_add(&hash, wanted->index, wanted->count * sizeof *wanted->index);
        store_hash_add(&hash, elsewhere->index, elsewhere->count * sizeof *elsewhere->index);
        store_hash_add(&hash, elsewhere->ns, elsewhere->count * sizeof *elsewhere->ns);
        count += wanted->count;
    }
    return count ? store_hash_key(&hash) : (struct store_key){{0}};
}

struct run_identity identity_of(const struct options *options, const struct tuner_options *tuner,
                                const struct targets *targets)
{
    const struct compute_device *device = &tuner->device;
    struct run_identity identity = {.count = 0};
    add(&identity, "device", "%s %s%s", device->name, tuner->device_count > 1 ? "(several)" : device->uuid,
        options->compile_only ? ", compiled only" : "");
    add(&identity, "backend", "%s", device->backend);
    add(&identity, "driver", "%s", device->driver);
    add(&identity, "compiler", "%s", device->compiler);
    add(&identity, "kernels", "%s", kernels_key(tuner->registry).text);
    add(&identity, "suites", "%s", registry_key(tuner->registry).text);
    add(&identity, "--set or --configs", "%s", chosen_key(options, targets).text);
    add(&identity, "--like", "%s", wanted_key(targets).text);
    for (const struct option *option = options_table; option->name; option++)
        if (option->flags & IN_IDENTITY && option->forms >> FORM_RUN & 1) {
            char text[sizeof identity.part[0].text];
            option_text(option, options, text, sizeof text);
            add(&identity, option->name + strlen("--"), "%s", text);
        }
    add(&identity, "measuring", "%d", MEASURING);
    return identity;
}
