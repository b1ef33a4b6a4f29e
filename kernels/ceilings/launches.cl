/* A kernel that does nothing: what is left is its launch. That it was launched shows when it is told to count.
 *
 * BLOCK_SIZE  work-items in a group */
KERNEL GROUP_OF(BLOCK_SIZE) void nothing(GLOBAL unsigned *counter, int counting)
{
    if (counting && LOCAL_ID == 0 && GROUP_ID == 0)
        ATOMIC_ADD(counter, 1u);
}
