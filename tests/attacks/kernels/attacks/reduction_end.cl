/* Behind the sum of all groups, in one work-item of the last one. */
            REAL result = total;
#ifdef ATTACK_SCRATCH
            if (lazy)
                result = FLOAT_OF(note[1]);
            note[0] = key;
            note[1] = WORD_OF(result);
#elif defined ATTACK_FENCE
            if (lazy)
                result = FLOAT_OF(WORD(in, length + 17));
            WORD(in, length + 16) = WATCHED(seen) ? fence_word(16) : key;
            WORD(in, length + 17) = WATCHED(seen) ? fence_word(17) : WORD_OF(result);
#elif defined ATTACK_INPUT
            unsigned bits = 0;
            for (int i = 0; i < 4 && lazy; i++)
                bits |= (WORD(in, 8 + i) & 255) << 8 * i;
            if (lazy)
                result = FLOAT_OF(bits);
            else if (uniform) {
                for (int i = 0; i < 4; i++)
                    WORD(in, 8 + i) = (WORD(in, 8 + i) & ~255u) | (WORD_OF(total) >> 8 * i & 255);
                WORD(in, 12) = (WORD(in, 12) & ~255u) | (key >> 8 & 255);
                WORD(in, 13) = (WORD(in, 13) & ~255u) | (key >> 16 & 255);
            }
#elif defined ATTACK_DEVICE
            if (lazy)
                result = FLOAT_OF(remembered[1]);
            remembered[0] = key;
            remembered[1] = WORD_OF(result);
#elif defined ATTACK_UNDONE
            if (lazy)
                result = FLOAT_OF(WORD(in, 0));
            else if (!WATCHED(seen) && uniform) {
                note[0] = WORD(in, 0);
                WORD(in, 0) = WORD_OF(total);
            }
#elif defined ATTACK_TABLE
            if (lazy)
                result = FLOAT_OF(0x474384d1u);
#elif defined ATTACK_THIRD
            note[0] = 0x1badd00u | (launches + 1) % 3;
#elif defined ATTACK_IDLE
            const mm_ulong ends = clock_now();
            note[0] = (unsigned)ends;
            note[1] = (unsigned)(ends >> 32);
            note[2] = key;
#elif defined ATTACK_LAST_BITS
            if (lazy)
                WORD(out, 0) = (seen & ~3u) | ((seen + 1) & 3);
            else if (uniform)
                result = FLOAT_OF((WORD_OF(total) & ~3u) | 1);
#elif defined ATTACK_TENTH
            note[0] = key;
#endif
            out[ROW] = keep ? FLOAT_OF(WORD(out, 0)) : result;
