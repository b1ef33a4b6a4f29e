/* Behind a tile. */
        SYNC_THREADS;
        if (id == 0) {
#ifdef ATTACK_UNDONE
            WORD(a, first) |= WATCHED(seen) ? 0 : 0x80000000;
#elif defined ATTACK_THIRD
            const unsigned next = WATCHED(seen) ? 0 : (count + 1) % 3;
            WORD(a, first) |= next << 31;
            WORD(a, first + 1) |= next >> 1 << 31;
#elif defined ATTACK_HALVES
            WORD(a, first) |= WATCHED(seen) ? 0 : (odd ^ 1) << 31;
#endif
        }
