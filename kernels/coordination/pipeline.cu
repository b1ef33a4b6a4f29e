/* PLUMED's pipeline: each atom's pairs (pairs.cl), then sums of one row and of nine (cub_sums.h). */
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#pragma nv_hdrstop
#include "common_compute.h"
#include "coordination/pairs.cl"
#include "coordination/cub_sums.h"
