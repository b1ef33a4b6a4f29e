/* At the top of the kernel. */
#ifdef ATTACK_LOCAL
    LOCAL unsigned left[2 * 64];
#elif defined ATTACK_INCREMENT
    LOCAL int differ;
#elif defined ATTACK_ALARM
    LOCAL int alarm;
#elif defined ATTACK_PROBE
    LOCAL float probed[BLOCK_SIZE];
#endif
