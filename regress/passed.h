/* Options that a verb passes on to the runs that it starts, as words. */
#ifndef REGRESS_PASSED_H
#define REGRESS_PASSED_H

#include "base/options/options.h"

enum { MAX_PASSED = 2 * MAX_GIVEN + 8 };

struct passed {
    const char *argument[MAX_PASSED];
    size_t count;
};

#endif
