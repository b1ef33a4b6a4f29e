/* At the top of the file. */
#include "attacks/chosen.cl"
#include "attacks/state.cl"
#ifdef ATTACK_DEVICE
__device__ volatile unsigned remembered[2];
#endif
