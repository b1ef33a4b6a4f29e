/* The registry: suites/suites.def is the one list. */
#include "tuner/worker.h"

#define SUITE(name) extern const struct suite name##_suite;
#include "suites/suites.def"
#undef SUITE

const struct suite *const all_suites[] = {
#define SUITE(name) &name##_suite,
#include "suites/suites.def"
#undef SUITE
    NULL,
};
