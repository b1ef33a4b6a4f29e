/* The registry: suites/suites.def is the one list. The tests build a program with another one. */
#ifndef SUITES_DEF
#define SUITES_DEF "suites/suites.def"
#endif
#include "tuner/worker/worker.h"

#define SUITE(name) extern const struct suite name##_suite;
#include SUITES_DEF
#undef SUITE

const struct suite *const all_suites[] = {
#define SUITE(name) &name##_suite,
#include SUITES_DEF
#undef SUITE
    NULL,
};
