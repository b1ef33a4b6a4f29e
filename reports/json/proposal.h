/* A strategy program's proposal of the next configuration: one line of JSON (tuner/search/EXEC.md). */
#pragma once

#include "base/status.h"

#include <stddef.h>

struct proposed_value {
    char *parameter;
    char *word; /* NULL: the number */
    double number;
};

struct proposal {
    enum { PROPOSES_VALUES, PROPOSES_TO_WAIT, PROPOSES_NOTHING } kind;
    struct proposed_value *value;
    size_t count;
};

/* Reads {"configuration": {"BLOCK": 128, "LOAD": "striped"}}, {"wait": true} or {"done": true}. INVALID with a reason,
 * to be printed after "its program said". To be freed in any case. */
enum status proposal_read(struct proposal *proposal, const char *line, size_t length, struct fault *fault);
void proposal_free(struct proposal *proposal);
