/* How fast a row is, as tables and pictures have it. */
#ifndef REPORTS_RATE_H
#define REPORTS_RATE_H

#include "tuner/result.h"

/* What a row does most of in a second, if it takes so long: operations where it has far more of them than bytes, else
 * bytes; or the one resource that it uses alone, as launches. *unit is of an amount: "B", "FLOP", "launch". NAN and ""
 * where nothing is known. */
double result_rate(const struct result *row, double ns, const char **unit);

#endif
