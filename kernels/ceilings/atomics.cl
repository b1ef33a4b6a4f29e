/* Atomic additions: number i of n adds i + seed to counter[i & mask]. With mask 0 all go to one address, else those of
 * neighbouring work-items to neighbouring ones. The compiler sees neither the mask nor a relation between the summands
 * of a warp, so it cannot combine a warp's additions: each one is done in memory.
 *
 * BLOCK_SIZE  work-items in a group */
KERNEL GROUP_OF(BLOCK_SIZE) void add_atomically(GLOBAL unsigned *counter, unsigned n, unsigned mask, unsigned seed)
{
    const unsigned step = BLOCK_SIZE * NUM_GROUPS;
    for (unsigned i = GROUP_ID * BLOCK_SIZE + LOCAL_ID; i < n; i += step)
        ATOMIC_ADD(&counter[i & mask], i + seed);
}
