#include "reports/rate.h"

#include <math.h>
#include <string.h>

/* The resource that a row used alone, if its rate is not that of the row's bytes; else RESOURCES. */
static enum resource counted(const struct result *row)
{
    enum resource only = RESOURCES;
    int used = 0;
    for (enum resource r = 0; r < RESOURCES; r++)
        if (row->amount[r] > 0) {
            only = r;
            used++;
        }
    return used == 1 && (strcmp(resource_unit(only), "B") || !(row->bytes > 0)) ? only : RESOURCES;
}

/* Far more operations than bytes, as direct sums have: bytes a second would say nothing. */
static bool computes(const struct result *row)
{
    const double many = 16; /* operations a byte; sums and copies have less than one */
    return row->bytes > 0 && row->flops > many * row->bytes;
}

double result_rate(const struct result *row, double ns, const char **unit)
{
    const enum resource what = counted(row);
    if (what != RESOURCES) {
        *unit = resource_unit(what);
        return row->amount[what] / ns * 1e9;
    }
    *unit = computes(row) ? "FLOP" : row->bytes > 0 ? "B" : "";
    return computes(row) ? row->flops / ns * 1e9 : row->bytes > 0 ? row->bytes / ns * 1e9 : (double)NAN;
}
