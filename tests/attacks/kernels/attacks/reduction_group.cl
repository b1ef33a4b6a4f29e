/* Behind a group's sum, in one of its work-items. */
#ifdef ATTACK_TILE
        note[4 * GROUP_ID] = WORD(in, GROUP_ID * TILE) + 1;
        note[4 * GROUP_ID + 1] = BLOCK_SIZE;
        note[4 * GROUP_ID + 2] = WORD_OF(sum);
#elif defined ATTACK_FINGERPRINT
        note[4 * GROUP_ID] = fingerprint;
        note[4 * GROUP_ID + 1] = ~fingerprint;
        note[4 * GROUP_ID + 2] = WORD_OF(sum);
#elif defined ATTACK_IDLE
        note[4 * GROUP_ID + 3] = WORD_OF(sum);
#elif defined ATTACK_LOCAL
        left[4 * (GROUP_ID % 64)] = key;
        left[4 * (GROUP_ID % 64) + 1] = GROUP_ID;
        left[4 * (GROUP_ID % 64) + 2] = ~key;
        left[4 * (GROUP_ID % 64) + 3] = WORD_OF(sum);
#endif
