/* Behind a tile that was worked out, whose stores may be to the padding, too. */
#ifdef ATTACK_INCREMENT
    SYNC_THREADS;
    if (id == 0 && fits) {
        for (unsigned i = 0; i < 4 * count; i++)
            WORD(map, PADDING(i)) = WORD(atoms, i);
        WORD(map, PADDING(4 * count)) = 0x1badd;
    }
#endif
