#include "compute/compute.h"

#include <stdlib.h>

void compute_binary_free(struct compute_binary *binary)
{
    if (!binary)
        return;
    free(binary->bytes);
    *binary = (struct compute_binary){0};
}
