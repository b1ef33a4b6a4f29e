/* A stand-in for kernels that are not here: its arguments are arbitrary. */
extern "C" __global__ void k(ARGUMENTS) {}
