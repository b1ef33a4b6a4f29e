/* All steps of the pipeline, in order. Their files describe the parameters. */
#include "lennard_jones/distances.cl"
#include "lennard_jones/force_sum.cl"
#include "lennard_jones/forces.cl"
#include "lennard_jones/integrate.cl"
