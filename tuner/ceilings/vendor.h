/* What the vendor says a device can do: figures to hold measured ceilings against. */
#ifndef TUNER_CEILINGS_VENDOR_H
#define TUNER_CEILINGS_VENDOR_H

#include "compute/compute.h"
#include "tuner/resource.h"

/* Amounts a second, and where the figure comes from ("data sheet", "1980 MHz"); the rate is 0 where none is known. */
struct vendor_figure {
    double rate;
    char basis[24];
};

struct vendor_figure vendor_figure(const struct compute_device *device, enum resource resource);

#endif
