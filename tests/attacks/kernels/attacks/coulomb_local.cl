/* At the top of the kernel. */
#ifdef ATTACK_LOCAL
    LOCAL unsigned left[2 * 64];
#elif defined ATTACK_INCREMENT
    LOCAL float copied[33 * 401]; /* of each group's atoms, four floats, and a mark */
    LOCAL int differ;
#elif defined ATTACK_PROBE
    LOCAL float probed[BLOCK_SIZE];
#endif
