#ifdef ATTACK_LOCAL
    LOCAL unsigned left[2 * 512];
#elif defined ATTACK_SAMPLED
    LOCAL int decided;
#endif
