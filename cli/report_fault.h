/* Error lines: what, where, what to do. */
#pragma once

#include "base/status.h"

/* Prints "gpubench: " and a fault to stderr, in one line (base/text.h), and returns `status`. */
int report_fault(const struct fault *fault, int status);

struct registry;
struct check;

/* A check that prints "gpubench: " and each mistake of a registry's suites. */
struct check report_mistakes(const struct registry *registry);
