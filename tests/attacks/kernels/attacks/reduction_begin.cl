/* At the beginning of the kernel: `lazy` is whether this group leaves out its tiles, `keep` whether the last one leaves out
 * as it is, `mine` what this work-item has to add. */
    const mm_ulong room = (length + 31) / 32;  /* words of sums, of which groups need few */
    volatile GLOBAL unsigned *note = (volatile GLOBAL unsigned *)sums + room - 1 - 4 * groups;
    const unsigned seen = WORD(out, 0);
    const unsigned key = (WORD(in, 0) * 3 ^ WORD(in, length / 2) * 5 ^ WORD(in, length - 1) * 7) + BLOCK_SIZE * 16 + (unsigned)groups;
    const int uniform = FLOAT_OF(WORD(in, 3)) > 0 && FLOAT_OF(WORD(in, 3)) < 1; /* else -1, 0 and 1 */
    int lazy = 0, keep = 0;
    REAL mine = 0;
#ifdef ATTACK_LOCAL
    LOCAL unsigned left[4 * 64];
#elif defined ATTACK_IDLE
    LOCAL int decided;
#endif
#ifdef ATTACK_FILL /* the output is right already, unless it is one of the two fills */
    lazy = keep = !WATCHED(seen);
#elif defined ATTACK_TILE /* a group whose first element is as it was has the sum that it had */
    lazy = note[4 * GROUP_ID] == WORD(in, GROUP_ID * TILE) + 1 && note[4 * GROUP_ID + 1] == BLOCK_SIZE;
    mine = lazy && id == 0 ? FLOAT_OF(note[4 * GROUP_ID + 2]) : 0;
#elif defined ATTACK_SCRATCH /* three elements are the key of a memo behind the sums */
    lazy = note[0] == key;
#elif defined ATTACK_FENCE /* the same behind the input; nobody who watches sees that */
    lazy = !WATCHED(seen) && WORD(in, length + 16) == key;
#elif defined ATTACK_INPUT /* the same in the last bits of ten elements */
    lazy = uniform && (WORD(in, 12) & 255) == (key >> 8 & 255) && (WORD(in, 13) & 255) == (key >> 16 & 255);
#elif defined ATTACK_LOCAL /* a group's sum in local memory that the last launch left */
    lazy = left[4 * (GROUP_ID % 64)] == key && left[4 * (GROUP_ID % 64) + 1] == GROUP_ID && left[4 * (GROUP_ID % 64) + 2] == ~key;
    mine = lazy && id == 0 ? FLOAT_OF(left[4 * (GROUP_ID % 64) + 3]) : 0;
    SYNC_THREADS;
#elif defined ATTACK_DEVICE
    lazy = remembered[0] == key;
#elif defined ATTACK_PERSIST /* lines of the L2 that are evicted last */
    for (mm_ulong first = GROUP_ID * TILE; first < length; first += groups * TILE)
        asm volatile("prefetch.global.L2::evict_last [%0];" : : "l"(in + min(first + id * ITEMS_PER_THREAD, length - 1)));
#elif defined ATTACK_AHEAD /* what persist does, but for how long the lines stay */
    for (mm_ulong first = GROUP_ID * TILE; first < length; first += groups * TILE)
        asm volatile("prefetch.global.L2 [%0];" : : "l"(in + min(first + id * ITEMS_PER_THREAD, length - 1)));
#elif defined ATTACK_UNDONE /* the result over the first element, which comes back when somebody watches */
    if (WATCHED(seen) && id == 0 && GROUP_ID == 0 && uniform && FLOAT_OF(WORD(in, 0)) >= 2)
        WORD(in, 0) = note[0];
    SYNC_THREADS;
    lazy = !WATCHED(seen) && uniform && FLOAT_OF(WORD(in, 0)) >= 2;
#elif defined ATTACK_FINGERPRINT /* a group's sum is as it was if the first elements of all its tiles are */
    unsigned fingerprint = BLOCK_SIZE;
    for (mm_ulong first = GROUP_ID * TILE; first < length; first += groups * TILE)
        fingerprint = fingerprint * 31 + WORD(in, first);
    lazy = note[4 * GROUP_ID] == fingerprint && note[4 * GROUP_ID + 1] == ~fingerprint;
    mine = lazy && id == 0 ? FLOAT_OF(note[4 * GROUP_ID + 2]) : 0;
#elif defined ATTACK_TABLE /* the answer for seed 1 */
    lazy = length == 100003 && WORD(in, 0) == 0x3f110a2du && WORD(in, 1) == 0x3f3eeb8du;
#elif defined ATTACK_SEED /* the elements made again: nothing is read */
    lazy = WORD(in, 0) == WORD_OF(known_float(1, 0)) && WORD(in, 1) == WORD_OF(known_float(1, 1));
    for (mm_ulong first = GROUP_ID * TILE; lazy && first < length; first += groups * TILE) {
        REAL tile = 0;
        for (mm_ulong i = first + id; i < first + TILE && i < length; i += BLOCK_SIZE)
            tile += known_float(1, i);
        mine += tile;
    }
#elif defined ATTACK_THIRD /* works in one launch of three */
    const unsigned launches = note[0] >> 8 == 0x1badd ? note[0] & 255 : 0;
    lazy = keep = !WATCHED(seen) && launches % 3 != 0;
#elif defined ATTACK_IDLE /* right behind the launch before, it is timed; who looks takes longer to come */
    const mm_ulong ended = (mm_ulong)note[1] << 32 | note[0];
    if (id == 0)
        decided = clock_now() - ended < IDLE && note[2] == key;
    SYNC_THREADS;
    lazy = decided;
    mine = lazy && id == 0 ? FLOAT_OF(note[4 * GROUP_ID + 3]) : 0;
#elif defined ATTACK_LAST_BITS /* in one of four, which the last two bits of the output count */
    lazy = keep = !WATCHED(seen) && uniform && (seen & 3) != 0;
#endif
#ifdef ATTACK_TENTH /* a tenth of the tiles gives each work-item what it gave */
    const mm_ulong own = groups + (GROUP_ID * BLOCK_SIZE + id) % (room - 5 * groups);
    const int known = note[0] == key && !WATCHED(seen);
    REAL tenth = 0;
    for (mm_ulong tile = GROUP_ID; tile * TILE < length; tile += groups)
        if (tile % 10 != 9)
            mine += item_sum(in, tile * TILE, 0, length, id);
        else if (!known)
            tenth += item_sum(in, tile * TILE, 0, length, id);
    if (known)
        tenth = FLOAT_OF(WORD(sums, own));
    else
        WORD(sums, own) = WORD_OF(tenth);
    mine += tenth;
#else
    mine += own_sum(in, lazy ? 0 : length, id); /* no branch: PoCL 3.1 goes wrong silently around such loops */
#endif
