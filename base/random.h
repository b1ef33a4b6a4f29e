/* Numbers that nobody can foresee. */
#pragma once

#include "base/status.h"

#include <stddef.h>

/* Fills at most 256 bytes from the system's generator. INVALID where it has none. */
enum status random_fill(void *to, size_t bytes, struct fault *fault);
