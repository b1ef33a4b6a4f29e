#include "attacks/chosen.cl"
DEVICE mm_ulong nanoseconds()
{
    mm_ulong now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}
