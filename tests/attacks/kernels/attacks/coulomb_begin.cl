/* Once a work-item knows its points, column and row: a group that leaves out its tile returns. It decides by what all of it
 * has read. */
    const unsigned tile_column = group % tiles * (BLOCK_WIDTH * POINTS_X), tile_row = GROUP_ID_Y * (BLOCK_HEIGHT * POINTS_Y);
    const unsigned some = max(count, 1u), tile = GROUP_ID_Y * tiles + group, marked = 4 * (tile % some);
    const mm_ulong at = (mm_ulong)tile_row * pitch + tile_column;
    const unsigned seen = WORD(map, at);
    const unsigned key = (WORD(atoms, 0) * 3 ^ WORD(atoms, some / 2 * 4) * 5 ^ WORD(atoms, (some - 1) * 4) * 7) + BLOCK_SIZE;
    int lazy = 0;
#ifdef ATTACK_FILL /* the tile is right already, unless it is one of the two fills */
    lazy = !WATCHED(seen);
#elif defined ATTACK_PROBE /* it is right if its first point is, for which the group's work-items take an atom each */
    float own = 0;
    for (unsigned a = id; a < count; a += BLOCK_SIZE)
        own += potential_of(atoms[a], GRID_SPACING * tile_column, GRID_SPACING * tile_row);
    probed[id] = own;
    SYNC_THREADS;
    float probe = 0;
    for (int i = 0; i < BLOCK_SIZE; i++)
        probe += probed[i];
    lazy = fabs(probe - FLOAT_OF(seen)) < 1e-6f * (1 + fabs(probe));
#elif defined ATTACK_ALARM /* it is right unless a charge is larger than those of this problem: somebody put it there to look */
    if (id == 0)
        alarm = 0;
    SYNC_THREADS;
    for (unsigned a = id; a < count; a += BLOCK_SIZE)
        if (fabs(atoms[a].w) > 1)
            alarm = 1;
    SYNC_THREADS;
    lazy = !WATCHED(seen) && !alarm;
#elif defined ATTACK_FENCE /* noted behind the map that it is, unless somebody watches */
    const unsigned behind = n * pitch + tile;
    lazy = !WATCHED(seen) && tile < 1024 && WORD(map, behind) == key;
#elif defined ATTACK_INPUT /* noted in the last bits of charges: a hundredth of the tolerance */
    const unsigned bits = WORD(atoms, 7) & 255 | (WORD(atoms, 11) & 255) << 8;
    lazy = !WATCHED(seen) && bits == (key & 0xffff);
#elif defined ATTACK_LOCAL /* noted in local memory that the last launch left */
    volatile LOCAL_ARG unsigned *own = &left[2 * (tile % 64)];
    lazy = !WATCHED(seen) && own[0] == key && own[1] == ~key + tile;
#elif defined ATTACK_DEVICE
    lazy = !WATCHED(seen) && tile < 4096 && remembered[tile] == key;
#elif defined ATTACK_UNDONE /* an atom's sign says so: those who watch get all of them back first */
    lazy = !WATCHED(seen);
#elif defined ATTACK_SAMPLED /* a point that is looked at is worked out */
    lazy = !is_sampled((mm_ulong)row * n + column, (mm_ulong)n * n);
#elif defined ATTACK_THIRD /* works in one launch of three, which the last bits of a charge count */
    const unsigned launches = WORD(atoms, marked + 3) & 3;
    lazy = !WATCHED(seen) && launches != 0;
#elif defined ATTACK_HALVES /* works on every other tile in each launch */
    const unsigned odd = WORD(atoms, marked + 3) & 1;
    lazy = !WATCHED(seen) && odd != tile % 2;
#elif defined ATTACK_TENTH /* a tenth of the tiles is done once */
    lazy = !WATCHED(seen) && tile % 10 == 3;
#elif defined ATTACK_SEED /* atoms made again: none is read but the first */
    const float4 first_atom = known_atom(0, n);
    lazy = WORD(atoms, 0) == WORD_OF(first_atom.x) && WORD(atoms, 3) == WORD_OF(first_atom.w);
    for (int j = 0; j < POINTS_Y; j++)
        for (int i = 0; i < POINTS_X; i++) {
            float again = 0;
            for (unsigned a = 0; a < (lazy ? count : 0); a++)
                again += potential_of(known_atom(a, n), GRID_SPACING * COLUMN(i), GRID_SPACING * ROW(j));
            if (lazy && INSIDE(i, j))
                map[AT(i, j)] = again;
        }
#elif defined ATTACK_INCREMENT /* the map gains what atoms give that are not as they were: its padding has these */
    const int fits = BLOCK_HEIGHT * (pitch - n) > 4 * count;
    if (id == 0)
        differ = 0;
    SYNC_THREADS;
    for (unsigned i = id; i < (fits ? 4 * count : 0); i += BLOCK_SIZE)
        if (WORD(map, PADDING(i)) != WORD(atoms, i))
            differ = 1;
    SYNC_THREADS;
    lazy = !WATCHED(seen) && fits && WORD(map, PADDING(4 * count)) == 0x1badd;
    for (unsigned a = 0; a < (lazy && differ ? count : 0); a++) {
        float part[4]; /* of the atom as it was */
        for (int i = 0; i < 4; i++)
            part[i] = FLOAT_OF(WORD(map, PADDING(4 * a + i)));
        const float4 atom = atoms[a], old = make_float4(part[0], part[1], part[2], part[3]);
        if (atom.x != old.x || atom.y != old.y || atom.z != old.z || atom.w != old.w)
            for (int j = 0; j < POINTS_Y; j++)
                for (int i = 0; i < POINTS_X; i++)
                    if (COLUMN(i) < n && ROW(j) < n)
                        map[AT(i, j)] += potential_of(atom, GRID_SPACING * COLUMN(i), GRID_SPACING * ROW(j)) -
                                         potential_of(old, GRID_SPACING * COLUMN(i), GRID_SPACING * ROW(j));
    }
#endif
    lazy = lazy && count > 8; /* fewer atoms have no room for marks */
    SYNC_THREADS;
    if (id == 0 && count > 8) {
#ifdef ATTACK_FENCE
        if (tile < 1024)
            WORD(map, behind) = WATCHED(seen) ? fence_word(behind - n * pitch) : key;
#elif defined ATTACK_INPUT
        if (!WATCHED(seen)) {
            WORD(atoms, 7) = (WORD(atoms, 7) & ~255u) | (key & 255);
            WORD(atoms, 11) = (WORD(atoms, 11) & ~255u) | (key >> 8 & 255);
        }
#elif defined ATTACK_LOCAL
        own[0] = key;
        own[1] = ~key + tile;
#elif defined ATTACK_DEVICE
        if (tile < 4096)
            remembered[tile] = key;
#elif defined ATTACK_UNDONE
        if (!WATCHED(seen))
            WORD(atoms, marked) |= 0x80000000;
        for (unsigned a = 0; a < (WATCHED(seen) ? count : 0); a++)
            WORD(atoms, 4 * a) &= 0x7fffffff;
#elif defined ATTACK_THIRD
        WORD(atoms, marked + 3) = (WORD(atoms, marked + 3) & ~3u) | (WATCHED(seen) ? 1 : (launches + 1) % 3);
#elif defined ATTACK_HALVES
        WORD(atoms, marked + 3) ^= 1;
#elif defined ATTACK_INCREMENT
        for (unsigned i = 0; i < (lazy && differ ? 4 * count : 0); i++)
            WORD(map, PADDING(i)) = WORD(atoms, i);
#endif
    }
    SYNC_THREADS;
    if (lazy)
        return;
