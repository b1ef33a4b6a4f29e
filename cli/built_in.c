/* SUITES_DEF is the list of a program's suites; its build makes kernel_text.h of kernel files. gpubench has its own
 * suites, and the programs that gpubench_add_program() makes have others. */
#ifndef SUITES_DEF
#define SUITES_DEF "suites/suites.def"
#endif
#include "cli/built_in.h"

#include "cli/kernel_text.h"

#define SUITE(name) extern const struct suite name##_suite;
#include SUITES_DEF
#undef SUITE

static const struct suite *const suites[] = {
#define SUITE(name) &name##_suite,
#include SUITES_DEF
#undef SUITE
    NULL,
};

const struct registry built_in = {.suites = suites, .kernels = kernel_text};
