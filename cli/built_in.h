/* The suites and kernel files that were compiled into this program. */
#pragma once

#include "tuner/registry.h"

extern const struct registry built_in;
