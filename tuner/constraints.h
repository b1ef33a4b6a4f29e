/* The constraints of a problem on a device, ready to be evaluated. Expressions: base/expression.h; the names that they
 * may read, besides parameters: suites/ADDING.md. */
#pragma once

#include "base/expression.h"
#include "tuner/suite.h"

/* Its text: an expression, or the description of a function. */
static inline const char *constraint_text(const struct constraint *constraint)
{
    return constraint->expression ? constraint->expression : constraint->text;
}

/* All constraints of a problem; `device` NULL: an unknown device without limits. Returns NULL, and INVALID with the
 * column, if an expression is malformed, has an unknown name, or compares with a word that nothing it reads has. */
struct constraints *constraints_new(const struct problem *problem, const struct compute_device *device,
                                    struct fault *fault);
void constraints_free(struct constraints *constraints);

/* The positions of the parameters that constraint `c` reads, in the order of its text; a function may name positions
 * that do not exist. */
const size_t *constraints_reads(const struct constraints *constraints, size_t c, size_t *count);

/* The expression of constraint `c`, whose slots are the parameters by position; NULL for a function. */
const struct expression *constraints_expression(const struct constraints *constraints, size_t c);

/* The value at a position, as an expression reads it. */
struct expression_value parameter_constant(const struct parameter *parameter, size_t position);

/* Evaluates constraint `c` for a configuration. INVALID if it has no value: "column 9: division by zero". */
enum status constraints_evaluate(struct constraints *constraints, size_t c, const struct config *config, bool *holds,
                                 struct fault *fault);
