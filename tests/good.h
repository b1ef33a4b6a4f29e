/* One fault for a whole test of a backend. */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>

static struct fault fault;

/* Faults are printed, so that a failed check says why. */
static bool good(enum status status)
{
    if (status != OK)
        fprintf(stderr, "%s: %s\n", status_word(status), fault.text);
    fault = (struct fault){0};
    return status == OK;
}
