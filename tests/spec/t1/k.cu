/* A stand-in for kernels that are not here: its arguments are whoever's. */
extern "C" __global__ void k(ARGUMENTS) {}
