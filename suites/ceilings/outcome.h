/* What work-items write, a number each, compared with what the host says that some of them are to write. */
#ifndef SUITES_CEILINGS_OUTCOME_H
#define SUITES_CEILINGS_OUTCOME_H

#include "tuner/job.h"

enum outcome_type { FLOATS, DOUBLES, INTS }; /* INTS have 32 bits */

/* Element i of the slot is what work-item i wrote, of `items`. An error is a difference, or its share of what is
 * expected. */
struct outcome {
    int slot;
    enum outcome_type type;
    uint64_t items;
    bool relative;
    double (*expected)(const struct job *job, const struct config *config, uint64_t i);
};

size_t outcome_bytes(enum outcome_type type);

/* Looks at up to 256 work-items, the first and the last among them. The tolerance is the verdict's; the largest error
 * is put there. WRONG_RESULT names the first work-item that is wrong. */
enum status outcome_compare(const struct job *job, const struct config *config, struct outcome outcome,
                            struct verdict *verdict, struct fault *fault);

#endif
