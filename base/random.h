/* Unpredictable random numbers. */
#pragma once

#include "base/status.h"

#include <stddef.h>

/* Fills at most 256 bytes from the system's generator. INVALID if it is missing. */
enum status random_fill(void *to, size_t bytes, struct fault *fault);
