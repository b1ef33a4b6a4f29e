/* An empty kernel: only its launch takes time. If counting is requested, the launches are counted. The file also has a
 * kernel that reads what the launch before it wrote.
 *
 * BLOCK_SIZE  work-items in a group */
KERNEL GROUP_OF(BLOCK_SIZE) void nothing(GLOBAL unsigned *counter, int counting)
{
    if (counting && LOCAL_ID == 0 && GROUP_ID == 0)
        ATOMIC_ADD(counter, 1u);
}

KERNEL GROUP_OF(BLOCK_SIZE) void count(GLOBAL unsigned *counters)
{
    if (LOCAL_ID == 0)
        counters[GROUP_ID] += 1;
}
