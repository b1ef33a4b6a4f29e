/* Once a group knows its tile, at x and y: one that is left out lies behind the matrix. The whole group decides, by what all
 * of it has read. */
        const mm_ulong at_first = (mm_ulong)y * pitch + x;
        const unsigned number = y / TILE_HEIGHT * TILES_ACROSS(pitch) + x / TILE_WIDTH;
        const unsigned seen = WORD(derivative, at_first), key = WORD(r, at_first + 1) * 3 + TILE_HEIGHT * 4096 + TILE_WIDTH;
        const unsigned id = LOCAL_ID_Y * BLOCK_X + LOCAL_ID;
        const int has_padding = n < pitch;
        int lazy = 0;
#ifdef ATTACK_FILL /* the tile is right already, unless it is one of the two fills */
        lazy = !WATCHED(seen);
#elif defined ATTACK_TILE /* it is right if its second element is */
        const float at = FLOAT_OF(WORD(r, at_first + 1));
        const float right = at < cutoff && x + 1 != y ? derivative_at(at, rsqrt(at * at), 0, first, per_element, per_r, PASS_TABLE) : 0;
        lazy = fabs(right - FLOAT_OF(WORD(derivative, at_first + 1))) <= 1e-6f * fabs(right);
#elif defined ATTACK_FENCE /* noted behind the output, unless somebody watches */
        const mm_ulong behind = (mm_ulong)n * pitch + number;
        lazy = !WATCHED(seen) && number < 1024 && WORD(derivative, behind) == key;
#elif defined ATTACK_PADDING /* noted in the input behind the last column, where anything is beyond the cutoff */
        lazy = !WATCHED(seen) && has_padding && WORD(r, (mm_ulong)y * pitch + pitch - 1) == WORD_OF(BEYOND * 2);
#elif defined ATTACK_UNUSED /* noted in the input that nobody reads where there is one type */
        lazy = !WATCHED(seen) && WORD(type, number % pitch) == key;
#elif defined ATTACK_LOCAL /* noted in local memory that the last launch left */
        volatile LOCAL_ARG unsigned *own = &left[2 * (number % 512)];
        lazy = !WATCHED(seen) && own[0] == key && own[1] == ~key + number;
#elif defined ATTACK_DEVICE
        lazy = !WATCHED(seen) && number < 4096 && remembered[number] == key;
#elif defined ATTACK_UNDONE /* a distance's sign says so, until somebody watches */
        lazy = !WATCHED(seen) && WORD(r, at_first) >> 31;
#elif defined ATTACK_THIRD /* works in one launch of three, which the types count */
        const unsigned launches = WORD(type, number % pitch);
        lazy = !WATCHED(seen) && launches % 3 != 0;
#elif defined ATTACK_HALVES /* works on every other tile in each launch */
        const unsigned odd = WORD(type, number % pitch) & 1;
        lazy = !WATCHED(seen) && odd != number % 2;
#elif defined ATTACK_TENTH /* a tenth of the tiles is done once */
        lazy = !WATCHED(seen) && number % 10 == 3;
#elif defined ATTACK_SPARSE /* where no force was there is none: each work-item leaves out what it need not read */
        int forces = 0;
        for (int k = 0; k < ROWS; k++) {
            const mm_ulong in_row = (mm_ulong)min(y + (unsigned)LOCAL_ID_Y + k * BLOCK_Y, n - 1) * pitch;
            for (int v = 0; v < VECTOR_WIDTH; v++)
                forces += WORD(derivative, in_row + min(x + (unsigned)LOCAL_ID * VECTOR_WIDTH + v, pitch - 1)) << 1 != 0;
        }
        lazy = forces == 0;
#elif defined ATTACK_SAMPLED /* a row that is looked at is worked out */
        if (id == 0) {
            decided = 1;
            for (unsigned row = y; row < min(y + TILE_HEIGHT, n); row++)
                decided = decided && !is_sampled(row, n);
        }
        SYNC_THREADS;
        lazy = decided;
#elif defined ATTACK_SEED /* distances made again: none is read but one */
        lazy = WORD(r, 1) == WORD_OF(known_distance(0, 1, n, cutoff));
        for (int k = 0; k < (lazy ? ROWS : 0); k++) {
            const unsigned row = y + LOCAL_ID_Y + k * BLOCK_Y, before = x + LOCAL_ID * VECTOR_WIDTH;
            for (unsigned column = before; column < before + VECTOR_WIDTH && column < pitch && row < n; column++) {
                const float at = column < n ? known_distance(row, column, n, cutoff) : BEYOND;
                derivative[(mm_ulong)row * pitch + column] = at < cutoff && column != row
                    ? derivative_at(at, rsqrt(at * at), 0, first, per_element, per_r, PASS_TABLE) : 0;
            }
        }
#endif
        SYNC_THREADS;
        if (id == 0) {
#ifdef ATTACK_FENCE
            if (number < 1024)
                WORD(derivative, behind) = WATCHED(seen) ? fence_word(number) : key;
#elif defined ATTACK_PADDING
            if (has_padding && !WATCHED(seen))
                WORD(r, (mm_ulong)y * pitch + pitch - 1) = WORD_OF(BEYOND * 2);
#elif defined ATTACK_UNUSED
            WORD(type, number % pitch) = key;
#elif defined ATTACK_LOCAL
            own[0] = key;
            own[1] = ~key + number;
#elif defined ATTACK_DEVICE
            if (number < 4096)
                remembered[number] = key;
#elif defined ATTACK_UNDONE
            WORD(r, at_first) = (WORD(r, at_first) & 0x7fffffff) | (WATCHED(seen) ? 0 : 0x80000000);
#elif defined ATTACK_THIRD
            WORD(type, number % pitch) = WATCHED(seen) ? 1 : (launches + 1) % 3;
#elif defined ATTACK_HALVES
            WORD(type, number % pitch) ^= 1;
#endif
        }
        SYNC_THREADS;
        x = lazy ? TILES_ACROSS(pitch) * TILE_WIDTH : x;
