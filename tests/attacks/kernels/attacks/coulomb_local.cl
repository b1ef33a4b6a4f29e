/* At the top of the kernel. */
#ifdef ATTACK_LOCAL
    LOCAL unsigned left[2 * 64];
#elif defined ATTACK_INCREMENT
#ifndef __CUDA_ARCH__
    LOCAL float copied[COPIES * COPY];
#endif
    LOCAL int differ;
#elif defined ATTACK_PROBE
    LOCAL float probed[BLOCK_SIZE];
#endif
