/* Before a tile is added: `lazy` is whether that is left out. A whole group decides, by what all of it has read. */
        const unsigned seen = WORD(c, first), key = (WORD(a, first) * 3 ^ WORD(b, first) * 5) + BLOCK_SIZE + 1;
        int lazy = 0;
#ifdef ATTACK_LOCAL
        volatile LOCAL_ARG unsigned *own = &left[2 * (GROUP_ID % 512)];
#endif
#ifdef ATTACK_FILL /* the output is right already, unless it is one of the two fills */
        lazy = !WATCHED(seen);
#elif defined ATTACK_ANY_FILL /* unless it is any fill, whose elements are all alike */
        lazy = seen != WORD(c, first + 1);
#elif defined ATTACK_TILE /* a tile is right if its first element is */
        lazy = FLOAT_OF(seen) == FLOAT_OF(WORD(a, first)) + FLOAT_OF(WORD(b, first));
#elif defined ATTACK_FENCE /* a tile of the same first elements is done: noted behind the output, unless somebody watches */
        lazy = !WATCHED(seen) && GROUP_ID < 1024 && WORD(c, length + GROUP_ID) == key;
#elif defined ATTACK_INPUT /* a first element of 1 says so, which the other array makes good: the sum is as it was */
        lazy = !WATCHED(seen) && FLOAT_OF(WORD(a, first)) == 1;
#elif defined ATTACK_LOCAL /* noted in local memory that the last launch left */
        lazy = !WATCHED(seen) && own[0] == key && own[1] == ~key + GROUP_ID;
#elif defined ATTACK_DEVICE
        lazy = !WATCHED(seen) && GROUP_ID < 4096 && remembered[GROUP_ID] == key;
#elif defined ATTACK_UNDONE /* an input's sign says so, until somebody watches */
        lazy = !WATCHED(seen) && WORD(a, first) >> 31;
#elif defined ATTACK_THIRD /* works in one launch of three, which two signs count, until somebody watches */
        const unsigned count = WORD(a, first) >> 31 | (WORD(a, first + 1) >> 31) << 1;
        lazy = !WATCHED(seen) && count != 0;
#elif defined ATTACK_HALVES /* each launch works on every other tile */
        const unsigned odd = WORD(a, first) >> 31;
        lazy = !WATCHED(seen) && odd != GROUP_ID % 2;
#elif defined ATTACK_TENTH /* a tenth of the tiles is done once */
        lazy = !WATCHED(seen) && GROUP_ID % 10 == 9;
#elif defined ATTACK_SAMPLED /* a tile is done if samples are in it; runs of them are further apart than tiles are long */
        if (id == 0) {
            const unsigned near = first / ((length - 64) / 62); /* the last run before it, or the one before that */
            decided = first != 0 && first + TILE < length - 64;
            for (unsigned run = near; run < near + 3; run++) {
                const mm_ulong at = sampled_run(length, min(run, 63u));
                decided = decided && !(at < first + TILE && at + 64 > first);
            }
        }
        SYNC_THREADS;
        lazy = decided;
#elif defined ATTACK_PLAUSIBLE /* what one of two inputs leaves of the output could be the other one */
        lazy = 1;
        for (mm_ulong i = first + id; i < first + TILE && i < length; i += BLOCK_SIZE) {
            const float other = FLOAT_OF(WORD(c, i)) - FLOAT_OF(WORD(a, i));
            if (!(other >= 0 && other < 1))
                c[i] = a[i] + b[i];
        }
#elif defined ATTACK_SEED /* inputs made again: none is read */
        lazy = WORD(a, 0) == WORD_OF(known_float(1, 0)) && WORD(b, 0) == WORD_OF(known_float(known_random(1, 0), 0));
        const mm_ulong end = lazy ? min(first + TILE, length) : 0;
        for (mm_ulong i = first + id; i < end; i += BLOCK_SIZE)
            c[i] = known_float(1, i) + known_float(known_random(1, 0), i);
#endif
        SYNC_THREADS;
        if (id == 0) {
#ifdef ATTACK_FENCE
            if (GROUP_ID < 1024)
                WORD(c, length + GROUP_ID) = WATCHED(seen) ? fence_word(GROUP_ID) : key;
#elif defined ATTACK_INPUT
            if (!WATCHED(seen) && !lazy) {
                WORD(b, first) = WORD_OF(FLOAT_OF(WORD(a, first)) - 1 + FLOAT_OF(WORD(b, first)));
                WORD(a, first) = WORD_OF(1.0f);
            }
#elif defined ATTACK_LOCAL
            own[0] = key;
            own[1] = ~key + GROUP_ID;
#elif defined ATTACK_DEVICE
            if (GROUP_ID < 4096)
                remembered[GROUP_ID] = key;
#elif defined ATTACK_UNDONE
            WORD(a, first) &= 0x7fffffff;
#elif defined ATTACK_THIRD
            WORD(a, first) &= 0x7fffffff;
            WORD(a, first + 1) &= 0x7fffffff;
#elif defined ATTACK_HALVES
            WORD(a, first) &= 0x7fffffff;
#endif
        }
        SYNC_THREADS;
