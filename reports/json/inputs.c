#include "reports/json/inputs.h"

#include "base/memory.h"

#include <string.h>

static const struct field atoms[] = {FIELD(struct named_structure, "atoms", atoms)};
static const struct field sized[] = {FIELD_IF(struct named_structure, "sized", sized, FIELD_LATER)};
static const struct field box[] = {FIELD(struct named_structure, "box", box)};
static const struct field type[] = {
    FIELD(struct named_type, "sigma", sigma),
    FIELD(struct named_type, "epsilon", epsilon),
    FIELD(struct named_type, "mass", mass),
};

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
    structure->sized = problem->size == structure->atoms; /* as far as older files say */
    return fields_read(from, sized, FIELDS_COUNT(sized), structure, &place);
}
