/* An expression (base/expression.h) over a row's times, resources and figures: a run's objective instead of time, or a
 * requirement for its best. */
#pragma once

#include "tuner/result.h"
#include "tuner/suite.h"

enum { JUDGE_TEXT = 160 }; /* bytes of an expression, with the terminating zero */

struct judge; /* of one bench; judge_free frees it */

/* NULL and INVALID ("column 7: there is no foo") if the text is not a valid expression for a bench; *missing: because
 * this bench has no such name. */
struct judge *judge_new(const char *text, const struct bench *bench, bool *missing, struct fault *fault);
void judge_free(struct judge *judge);

/* The valid names: "median_ns, ..., l2_error". */
void judge_names(const struct bench *bench, char *text, size_t size);

/* Whether it uses alone_ns, which otherwise only finalists have. */
bool judge_needs_alone(const struct judge *judge);

/* Its value; NAN if a number that it uses is unknown for the row, or if it has no value. */
double judge_value(const struct judge *judge, const struct result *row);
