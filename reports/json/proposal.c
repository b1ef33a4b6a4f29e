#include "reports/json/proposal.h"

#include "base/memory.h"
#include "reports/json/fields.h"
#include "reports/json/parse.h"

#include <math.h>
#include <stdlib.h>

static enum status read_value(struct proposed_value *value, const char *parameter, const json_t *json,
                              struct fault *fault)
{
    *value = (struct proposed_value){.parameter = allocate_text(parameter), .number = NAN};
    if (json_is_string(json))
        value->word = allocate_text(json_string_value(json));
    else if (json_is_number(json))
        value->number = json_number_value(json);
    else
        return fail(fault, INVALID, "a value of %.100s that is neither a number nor a text", parameter);
    return OK;
}

static enum status read_values(struct proposal *proposal, json_t *values, struct fault *fault)
{
    const char *parameter;
    json_t *json;
    enum status status = OK;
    if (!json_is_object(values))
        return fail(fault, INVALID, "a configuration that is no object");
    proposal->value = allocate((json_object_size(values) + 1) * sizeof *proposal->value);
    json_object_foreach(values, parameter, json)
    {
        if (status == OK)
            status = read_value(&proposal->value[proposal->count++], parameter, json, fault);
    }
    return status;
}

enum status proposal_read(struct proposal *proposal, const char *line, size_t length, struct fault *fault)
{
    json_error_t error;
    *proposal = (struct proposal){.kind = PROPOSES_VALUES};
    json_own_memory();
    json_auto_t *root = json_parse(line, length, JSON_REJECT_DUPLICATES, &error);
    if (!root && json_error_code(&error) == json_error_duplicate_key)
        return fail(fault, INVALID, "a key twice: %.*s", length < 100 ? (int)length : 100, line);
    if (!json_is_object(root))
        return fail(fault, INVALID, "what is no object of JSON: %.*s", length < 100 ? (int)length : 100, line);
    json_t *values = json_object_get(root, "configuration");
    if (json_object_size(root) == 1 && values)
        return read_values(proposal, values, fault);
    const bool waits = json_is_true(json_object_get(root, "wait"));
    if (json_object_size(root) != 1 || waits == json_is_true(json_object_get(root, "done")))
        return fail(fault, INVALID, "neither a configuration, nor to wait, nor that it is done: %.*s",
                    length < 100 ? (int)length : 100, line);
    proposal->kind = waits ? PROPOSES_TO_WAIT : PROPOSES_NOTHING;
    return OK;
}

void proposal_free(struct proposal *proposal)
{
    for (size_t i = 0; i < proposal->count; i++) {
        free(proposal->value[i].parameter);
        free(proposal->value[i].word);
    }
    free(proposal->value);
    *proposal = (struct proposal){0};
}
