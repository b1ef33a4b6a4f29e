/* All steps of the pipeline, one behind the other. Their files say what the parameters are. */
#include "lennard_jones/distances.cl"
#include "lennard_jones/force_sum.cl"
#include "lennard_jones/forces.cl"
#include "lennard_jones/integrate.cl"
