/* How many warps a multiprocessor has at a time, by what a kernel's code needs. */
#ifndef REPORTS_COMPARE_OCCUPANCY_H
#define REPORTS_COMPARE_OCCUPANCY_H

#include "reports/results.h"

/* The most warps of groups of `group` work-items that a multiprocessor of an architecture ("sm_90", "sm_90a") holds: by
 * its registers, its shared memory (what a launch adds is not known here), and its own limits. 0 where the
 * architecture, the registers or the group (0) are not known. */
int occupancy_warps(const char *architecture, struct compute_resources resources, int group);

/* The most that it holds of any kernel; 0 where the architecture is not known. */
int occupancy_most(const char *architecture);

#endif
