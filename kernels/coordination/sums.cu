/* Sums of contiguous rows of numbers: see cub_sums.h. */
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#pragma nv_hdrstop
#include "common_compute.h"
#include "coordination/cub_sums.h"
