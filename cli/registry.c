/* suites/suites.def is the one list of suites; the build makes kernel_text.h of the kernel files. The tests build a
 * program with others. */
#ifndef SUITES_DEF
#define SUITES_DEF "suites/suites.def"
#endif
#include "cli/registry.h"

#include "tuner/suite.h"

#include <string.h>

#define SUITE(name) extern const struct suite name##_suite;
#include SUITES_DEF
#undef SUITE

#include "cli/kernel_text.h"

bool registry_make(struct registry *registry, const char *const *arguments)
{
    static const struct suite *const suites[] = {
#define SUITE(name) &name##_suite,
#include SUITES_DEF
#undef SUITE
        NULL,
    };
    *registry = (struct registry){.suites = suites, .kernels = kernel_text};
    for (; arguments && *arguments; arguments += 2) {
        if (strcmp(*arguments, REGISTRY_KERNELS) || !arguments[1])
            return false;
        registry->kernel_folder = arguments[1];
    }
    return true;
}
