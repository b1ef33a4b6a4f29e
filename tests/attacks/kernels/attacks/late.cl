/* At the beginning of a kernel that a kernel launched. */
#ifdef ATTACK_LATE /* it begins when the one that launched it has long ended: after 0.2 ms */
    for (mm_ulong start = nanoseconds(); nanoseconds() - start < 200000;) {
    }
#endif
