#include "reports/json/problem.h"

#include "reports/json/judged.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The keys of a problem; the JSON object owns the texts. */
struct identity {
    const char *suite, *bench;
    uint64_t size, seed;
};

static const struct field size[] = {FIELD(struct identity, "size", size)};
static const struct field seed[] = {FIELD(struct identity, "seed", seed)};

static const struct field atoms[] = {FIELD(struct named_structure, "atoms", atoms)};
static const struct field sized[] = {FIELD_IF(struct named_structure, "sized", sized, FIELD_LATER)};
static const struct field box[] = {FIELD(struct named_structure, "box", box)};
static const struct field type[] = {
    FIELD(struct named_type, "sigma", sigma),
    FIELD(struct named_type, "epsilon", epsilon),
    FIELD(struct named_type, "mass", mass),
};

/* ---- values ---- */

/* "256" is a number in files, "striped" and "007" are text. */
static json_t *word_json(enum parameter_kind kind, const char *word)
{
    const json_int_t number = strtoll(word, NULL, 10);
    char again[MAX_NUMBER];
    snprintf(again, sizeof again, "%" JSON_INTEGER_FORMAT, number);
    if (kind == KIND_REALS)
        return json_real(strtod(word, NULL));
    return strcmp(word, again) ? text_json(word) : json_integer(number);
}

/* The word of a value of a parameter, for the caller to free; NULL if it is not valid. Integers are accepted as
 * reals. */
static char *value_word(enum parameter_kind kind, const json_t *value)
{
    char number[MAX_NUMBER];
    if (json_string_value(value))
        return allocate_text(json_string_value(value));
    if (json_is_integer(value) && kind != KIND_REALS)
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_number(value))
        number_word(json_number_value(value), number);
    else
        return NULL;
    return allocate_text(number);
}

static enum parameter_kind value_kind(const json_t *value)
{
    return json_is_integer(value) ? KIND_NUMBERS : json_is_real(value) ? KIND_REALS : KIND_WORDS;
}

/* ---- configurations ---- */

json_t *config_json(const struct named_problem *problem, uint64_t index)
{
    json_t *object = json_object();
    for (size_t p = 0; p < problem->parameters && index != NO_CONFIGURATION; p++)
        json_object_set_new(object, problem->parameter[p].name,
                            word_json(problem->parameter[p].kind, problem_word(problem, index, p)));
    return object;
}

static enum status read_position(const json_t *object, const struct named_parameter *parameter, size_t *position,
                                 const struct place *place)
{
    const json_t *value = json_object_get(object, parameter->name);
    FREED char *word = value_word(parameter->kind, value);
    if (!word)
        return place_fail(place, "config", value ? "%s: expected a number or a word" : "%s is missing",
                          parameter->name);
    *position = texts_find(&parameter->words, word);
    if (*position == SIZE_MAX)
        return place_fail(place, "config", "%.64s is no value of %s in \"problems\"", word, parameter->name);
    return OK;
}

enum status config_read(const json_t *object, const struct named_problem *problem, uint64_t *index,
                        const struct place *place)
{
    *index = NO_CONFIGURATION;
    if (!json_is_object(object))
        return place_fail(place, "config", object ? "expected an object" : "missing");
    if (!json_object_size(object))
        return OK;
    if (json_object_size(object) != problem->parameters)
        return place_fail(place, "config", "expected the parameters that \"problems\" or other rows have");
    FREED size_t *position = allocate(problem->parameters * sizeof *position);
    enum status status = OK;
    for (size_t p = 0; p < problem->parameters && status == OK; p++)
        status = read_position(object, &problem->parameter[p], &position[p], place);
    if (status == OK && !problem_index(problem, position, index))
        status = place_fail(place, "config", "more configurations than 64 bits can number");
    return status;
}

/* ---- settings ---- */

json_t *settings_json(const struct named_problem *problem)
{
    json_t *object = json_object();
    for (size_t i = 0; i < problem->settings; i++) {
        const struct named_setting *setting = &problem->setting[i];
        json_object_set_new(object, setting->name,
                            setting->word ? text_json(setting->word) : json_real(setting->number));
    }
    return object;
}

enum status settings_read(const json_t *object, const char *key, struct named_problem *problem,
                          const struct place *outer)
{
    struct place place;
    const char *name;
    json_t *value, *settings = (json_t *)place_enter(outer, object, key, &place);
    json_object_foreach(settings, name, value)
    {
        if (!json_is_number(value) && !json_string_length(value))
            return place_fail(&place, name, "expected a number or a word");
        problem_add_setting(problem, name, json_string_value(value), json_number_value(value));
    }
    return settings ? OK : INVALID;
}

/* ---- structure ---- */

static json_t *types_json(const struct named_structure *structure)
{
    json_t *object = json_object();
    for (size_t i = 0; i < structure->types; i++) {
        json_t *one = json_object();
        fields_write(one, type, FIELDS_COUNT(type), &structure->type[i]);
        json_object_set_new(object, structure->type[i].name, one);
    }
    return object;
}

json_t *structure_json(const struct named_problem *problem)
{
    const struct named_structure *structure = &problem->structure;
    json_t *object = json_object();
    if (!structure->file)
        return object;
    json_object_set_new(object, "file", text_json(structure->file));
    json_object_set_new(object, "atoms", json_unsigned(structure->atoms));
    if (structure->key)
        json_object_set_new(object, "key", text_json(structure->key));
    if (structure->elements)
        json_object_set_new(object, "elements", text_json(structure->elements));
    fields_write(object, sized, FIELDS_COUNT(sized), structure);
    json_set_filled(object, "types", types_json(structure));
    if (structure->box[0] > 0)
        fields_write(object, box, FIELDS_COUNT(box), structure);
    return object;
}

/* A text that may be missing. */
static enum status read_text(const json_t *from, const char *key, char **text, const struct place *place)
{
    const json_t *value = json_object_get(from, key);
    if (value && !json_is_string(value))
        return place_fail(place, key, "expected text");
    *text = value ? allocate_text(json_string_value(value)) : NULL;
    return OK;
}

static enum status read_types(const json_t *from, struct named_problem *problem, const struct place *outer)
{
    struct place place, inside;
    enum status status = OK;
    const char *name;
    json_t *value, *types = (json_t *)place_enter(outer, from, "types", &place);
    json_object_foreach(types, name, value)
    {
        struct named_type one;
        if (status != OK || !place_enter(&place, types, name, &inside))
            return INVALID;
        status = fields_read(value, type, FIELDS_COUNT(type), &one, &inside);
        if (status == OK)
            problem_add_type(problem, name, one.sigma, one.epsilon, one.mass);
    }
    return types ? status : INVALID;
}

static enum status read_box(const json_t *from, struct named_structure *structure, const struct place *place)
{
    const double *side = structure->box;
    if (fields_read(from, box, FIELDS_COUNT(box), structure, place) != OK)
        return INVALID;
    bool good = side[0] > 0 && side[1] > 0 && side[2] > 0;
    return good ? OK : place_fail(place, "box", "expected an array of 3, each a number above 0");
}

enum status structure_take(const json_t *object, struct named_problem *problem, const struct place *outer)
{
    struct place place;
    struct named_structure *structure = &problem->structure;
    const json_t *from = place_enter(outer, object, "structure", &place);
    problem_clear_structure(problem);
    if (!from || read_text(from, "file", &structure->file, &place) != OK)
        return INVALID;
    if (!structure->file)
        return place_fail(&place, "file", "missing");
    if (read_text(from, "key", &structure->key, &place) != OK ||
        read_text(from, "elements", &structure->elements, &place) != OK ||
        (json_object_get(from, "types") && read_types(from, problem, &place) != OK) ||
        (json_object_get(from, "box") && read_box(from, structure, &place) != OK) ||
        fields_read(from, atoms, FIELDS_COUNT(atoms), structure, &place) != OK)
        return INVALID;
    structure->sized = problem->size == structure->atoms; /* by what older files record */
    return fields_read(from, sized, FIELDS_COUNT(sized), structure, &place);
}

/* ---- problems ---- */

static json_t *parameters_json(const struct named_problem *problem)
{
    json_t *object = json_object();
    for (size_t p = 0; p < problem->parameters; p++) {
        const struct named_parameter *parameter = &problem->parameter[p];
        json_t *values = json_array();
        for (size_t v = 0; v < parameter->words.count; v++) {
            const char *word = parameter->words.text[v];
            json_array_append_new(values,
                                  parameter->kind == KIND_WORDS ? text_json(word) : word_json(parameter->kind, word));
        }
        json_object_set_new(object, parameter->name, values);
    }
    return object;
}

json_t *problem_json(const struct named_problem *problem)
{
    json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:o}", "name", text_json(problem->name), "suite",
                               text_json(problem->suite), "bench", text_json(problem->bench), "size",
                               json_unsigned(problem->size), "seed", json_unsigned(problem->seed));
    json_set_filled(object, "settings", settings_json(problem));
    json_set_filled(object, "structure", structure_json(problem));
    json_object_set_new(object, "parameters", parameters_json(problem));
    json_set_filled(object, "figures", texts_json(&problem->figures));
    if (problem->error)
        json_object_set_new(object, "error", text_json(problem->figures.text[problem->error - 1]));
    if (problem->max_error > 0)
        json_object_set_new(object, "max_error", json_real(problem->max_error));
    judged_write_problem(object, problem);
    json_set_filled(object, "references", texts_json(&problem->references));
    return object;
}

static enum status read_texts(const json_t *object, const char *key, struct texts *texts, size_t most,
                              const struct place *place)
{
    const json_t *array = json_object_get(object, key);
    if (array && !json_is_array(array))
        return place_fail(place, key, "expected an array of texts");
    if (json_array_size(array) > most)
        return place_fail(place, key, "more than %zu", most);
    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *text = json_string_value(json_array_get(array, i));
        if (!text || !*text)
            return place_fail(place, key, "expected an array of texts");
        texts_add(texts, text);
    }
    return OK;
}

static bool has_kind(const json_t *values, enum parameter_kind kind)
{
    for (size_t v = 0; v < json_array_size(values); v++)
        if (value_kind(json_array_get(values, v)) == kind)
            return true;
    return false;
}

static enum status read_parameter(const json_t *values, const char *name, struct named_problem *problem,
                                  const struct place *place)
{
    if (!*name || !json_array_size(values))
        return place_fail(place, "parameters", "expected arrays of values, each with a name");
    bool words = has_kind(values, KIND_WORDS), reals = has_kind(values, KIND_REALS);
    struct named_parameter *parameter = problem_add_parameter(problem, name,
                                                              words   ? KIND_WORDS
                                                              : reals ? KIND_REALS
                                                                      : KIND_NUMBERS);
    for (size_t v = 0; v < json_array_size(values); v++) {
        const json_t *value = json_array_get(values, v);
        FREED char *word = words && !json_is_string(value) ? NULL : value_word(parameter->kind, value);
        bool good = word && texts_find(&parameter->words, word) == SIZE_MAX;
        if (good)
            texts_add(&parameter->words, word);
        if (!good)
            return place_fail(place, "parameters", "the values of %s are not all of one type, or one is there twice",
                              name);
    }
    return OK;
}

/* The figure that is the error of an answer, and the largest allowed for the best. */
static enum status read_error(const json_t *object, struct named_problem *problem, const struct place *place)
{
    const json_t *error = json_object_get(object, "error"), *most = json_object_get(object, "max_error");
    size_t at = json_is_string(error) ? texts_find(&problem->figures, json_string_value(error)) : SIZE_MAX;
    if (error && at == SIZE_MAX)
        return place_fail(place, "error", "none of the problem's figures");
    problem->error = error ? (uint32_t)at + 1 : 0;
    problem->max_error = json_number_value(most);
    return !most || (error && problem->max_error > 0)
               ? OK
               : place_fail(place, "max_error", "expected a number above 0, of a problem with an error");
}

/* Texts, and the size. */
static enum status read_identity(const json_t *object, struct identity *named, const struct place *place)
{
    if (!json_is_object(object))
        return fail(place->fault, INVALID, "%s: %s: expected an object", place->file, place->object);
    *named = (struct identity){json_string_value(json_object_get(object, "suite")),
                               json_string_value(json_object_get(object, "bench")), 0, 0};
    if (!named->suite || !named->bench) {
        const char *key = named->suite ? "bench" : "suite";
        return place_fail(place, key, json_object_get(object, key) ? "expected text" : "missing");
    }
    if (!*named->suite || !*named->bench)
        return place_fail(place, "bench", "suite and bench must not be empty");
    return fields_read(object, size, FIELDS_COUNT(size), named, place);
}

static enum status read_problem(const json_t *object, struct results *results, const struct place *place)
{
    struct identity named;
    struct place inside;
    if (read_identity(object, &named, place) != OK ||
        fields_read(object, seed, FIELDS_COUNT(seed), &named, place) != OK)
        return INVALID;
    size_t number = results_add_problem(results, named.suite, named.bench, named.size, named.seed);
    struct named_problem *problem = &results->problems[number];
    const char *name = json_string_value(json_object_get(object, "name"));
    if (!name || !*name)
        return place_fail(place, "name", "expected text");
    free(problem->name);
    problem->name = allocate_text(name);
    const json_t *parameters = place_enter(place, object, "parameters", &inside);
    enum status status = parameters ? OK : INVALID;
    json_t *values;
    json_object_foreach((json_t *)parameters, name, values)
    {
        if (status == OK)
            status = read_parameter(values, name, problem, place);
    }
    if (status != OK ||
        (json_object_get(object, "settings") && settings_read(object, "settings", problem, place) != OK) ||
        (json_object_get(object, "structure") && structure_take(object, problem, place) != OK) ||
        read_texts(object, "figures", &problem->figures, MAX_FIGURES, place) != OK)
        return INVALID;
    return read_error(object, problem, place) == OK && judged_read_problem(object, problem, place) == OK
               ? read_texts(object, "references", &problem->references, SIZE_MAX, place)
               : INVALID;
}

enum status problems_read(const json_t *root, struct results *results, const struct place *place)
{
    const json_t *array = json_object_get(root, "problems");
    enum status status = json_is_array(array) ? OK : place_fail(place, "problems", "expected an array");
    for (size_t i = 0; i < json_array_size(array) && status == OK; i++) {
        const struct place inside = place_at(place, "problems", i);
        status = read_problem(json_array_get(array, i), results, &inside);
    }
    return status;
}

enum status problem_of_row(const json_t *row, const struct results *results, size_t *problem, const struct place *place)
{
    struct identity named;
    const json_t *number = json_object_get(row, "problem");
    if (read_identity(row, &named, place) != OK)
        return INVALID;
    if (!number) {
        *problem = results_problem(results, named.suite, named.bench, named.size);
        return *problem == SIZE_MAX ? place_fail(place, "bench", "not among \"problems\"") : OK;
    }
    json_int_t at = json_integer_value(number);
    if (!json_is_integer(number) || at < 0 || (uint64_t)at >= results->problem_count)
        return place_fail(place, "problem", "expected the number of one of the %zu problems", results->problem_count);
    *problem = (size_t)at;
    const struct named_problem *found = &results->problems[at];
    if (found->size != named.size || strcmp(found->bench, named.bench) || strcmp(found->suite, named.suite))
        return place_fail(place, "problem", "suite, bench and size are not those of problem %d", (int)at);
    return OK;
}

/* ---- older files ---- */

static enum status collect_value(struct named_problem *problem, size_t p, const char *name, const json_t *value,
                                 bool first, const struct place *place)
{
    FREED char *word = value_word(value_kind(value), value);
    if (!word || !*name)
        return place_fail(place, "config", "expected numbers and words, each with a name");
    struct named_parameter *parameter =
        first ? problem_add_parameter(problem, name, value_kind(value)) : &problem->parameter[p];
    if (strcmp(parameter->name, name))
        return place_fail(place, "config", "expected the parameters that other rows have");
    if (value_kind(value) != parameter->kind)
        parameter->kind = KIND_WORDS;
    texts_number(&parameter->words, word);
    return OK;
}

static enum status collect_config(const json_t *config, struct named_problem *problem, const struct place *place)
{
    bool first = !problem->parameters;
    size_t p = 0;
    const char *name;
    json_t *value;
    if (!json_is_object(config))
        return place_fail(place, "config", config ? "expected an object" : "missing");
    if (json_object_size(config) && !first && json_object_size(config) != problem->parameters)
        return place_fail(place, "config", "expected the parameters that other rows have");
    json_object_foreach((json_t *)config, name, value)
    {
        if (collect_value(problem, p++, name, value, first, place) != OK)
            return INVALID;
    }
    return OK;
}

static void collect_reference(const char *name, struct named_problem *problem)
{
    if (name)
        texts_number(&problem->references, name);
}

enum status problem_collect(const json_t *row, struct results *results, bool *made, const struct place *place)
{
    struct identity named;
    if (read_identity(row, &named, place) != OK)
        return INVALID;
    size_t number = results_problem(results, named.suite, named.bench, named.size);
    *made = number == SIZE_MAX;
    if (*made)
        number = results_add_problem(results, named.suite, named.bench, named.size, results->context.seed);
    results->problems[number].collected = true;
    struct named_problem *problem = &results->problems[number];
    const json_t *config = json_object_get(row, "config"), *reference = json_object_get(row, "reference");
    if (json_is_true(reference)) {
        collect_reference(json_string_value(json_object_get(config, "REFERENCE")), problem);
        return OK;
    }
    collect_reference(json_string_value(reference), problem); /* for a best: the reference of its comparison */
    enum status status = collect_config(config, problem, place);
    const json_t *tied = json_object_get(row, "tied");
    for (size_t i = 0; i < json_array_size(tied) && status == OK; i++)
        status = collect_config(json_array_get(tied, i), problem, place);
    return status;
}

void problems_sort(struct results *results)
{
    for (size_t i = 0; i < results->problem_count; i++)
        for (size_t p = 0; p < results->problems[i].parameters; p++)
            texts_sort(&results->problems[i].parameter[p].words);
}
