/* Atomic additions: number i of n adds i + seed to counter[i & mask]. With mask 0 all go to one address, else those of
 * neighbouring work-items to neighbouring ones. The compiler knows neither the mask nor that the summands of a warp have
 * anything in common, so it cannot add a warp's up first: every addition is the memory's.
 *
 * BLOCK_SIZE  work-items in a group */
KERNEL GROUP_OF(BLOCK_SIZE) void add_atomically(GLOBAL unsigned *counter, unsigned n, unsigned mask, unsigned seed)
{
    const unsigned step = BLOCK_SIZE * NUM_GROUPS;
    for (unsigned i = GROUP_ID * BLOCK_SIZE + LOCAL_ID; i < n; i += step)
        ATOMIC_ADD(&counter[i & mask], i + seed);
}
