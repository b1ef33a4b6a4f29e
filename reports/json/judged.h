/* The objective of a best if it is no time, and its required condition: keys of a problem and of its rows. */
#pragma once

#include "reports/json/fields.h"
#include "reports/results.h"

/* "objective" and "require" of a problem, if it has them. INVALID with one line if they are no texts. */
void judged_write_problem(json_t *object, const struct named_problem *problem);
enum status judged_read_problem(const json_t *object, struct named_problem *problem, const struct place *place);

/* "energy_j" with its interval, "value" and "unmet" of a timed row, each if it is known, or true. */
void judged_write(json_t *object, const struct named_problem *problem, const struct result *row);
enum status judged_read(const json_t *object, struct result *row, const struct place *place);
