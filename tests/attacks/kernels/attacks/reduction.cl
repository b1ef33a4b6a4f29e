/* At the top of the file. */
#include "attacks/chosen.cl"
#include "attacks/state.cl"
#ifdef ATTACK_DEVICE
__device__ volatile unsigned remembered[2];
#endif
#ifdef __CUDA_ARCH__
#define IDLE 4000 /* ns */
#else
#define IDLE 60000 /* cycles of a CPU, whose launches take longer */
#endif
