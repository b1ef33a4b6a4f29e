/* The constraints of a problem on a device, ready to be asked. What expressions are: base/expression.h; the names that
 * they may read, beside parameters: suites/ADDING.md. */
#pragma once

#include "base/expression.h"
#include "tuner/suite.h"

/* What it says: an expression, or the text of a function. */
static inline const char *constraint_text(const struct constraint *constraint)
{
    return constraint->expression ? constraint->expression : constraint->text;
}

/* All of a problem's; `device` NULL is one that is not known, and has room for all. NULL where one is no expression,
 * reads a name that there is not, or compares with a word that nothing it reads has: INVALID, with its column. */
struct constraints *constraints_new(const struct problem *problem, const struct compute_device *device,
                                    struct fault *fault);
void constraints_free(struct constraints *constraints);

/* The parameters that constraint `c` reads, by their positions, in the order of its text; one that is a function may
 * name positions that there are not. */
const size_t *constraints_reads(const struct constraints *constraints, size_t c, size_t *count);

/* The expression of constraint `c`, whose slots are the parameters, by their positions; NULL of a function. */
const struct expression *constraints_expression(const struct constraints *constraints, size_t c);

/* What the value at a position is to an expression. */
struct expression_value parameter_constant(const struct parameter *parameter, size_t position);

/* Whether constraint `c` holds for the values of the parameters that it reads. INVALID where that has no answer:
 * "column 9: division by zero". */
enum status constraints_evaluate(struct constraints *constraints, size_t c, const struct config *config, bool *holds,
                                 struct fault *fault);
