/* What is made of a row's numbers, where a run chooses by another thing than time, or asks more of its best: an
 * expression (base/expression.h) over times, resources and the bench's figures. */
#pragma once

#include "tuner/result.h"
#include "tuner/suite.h"

enum { JUDGE_TEXT = 160 }; /* bytes of an expression that a run takes, with its end */

struct judge; /* of one bench; judge_free frees it */

/* NULL where a text is none of a bench: INVALID, "column 7: there is no foo"; *missing: it is not this bench's, as it
 * has no such name. */
struct judge *judge_new(const char *text, const struct bench *bench, bool *missing, struct fault *fault);
void judge_free(struct judge *judge);

/* The names that there are: "median_ns, ..., l2_error". */
void judge_names(const struct bench *bench, char *text, size_t size);

/* Whether it is of alone_ns, which else finalists alone have. */
bool judge_needs_alone(const struct judge *judge);

/* Its value; NAN where a number that it names is not known of the row, or there is none. */
double judge_value(const struct judge *judge, const struct result *row);
