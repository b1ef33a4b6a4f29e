/* The memory that a worker keeps between compilations, by the page faults of what is allocated again. */
#include "tuner/worker/memory.h"

#include "tests/check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PIECES = 64, PIECE_BYTES = 1 << 18 };

/* The page faults of allocating, writing and freeing 16 MiB. */
static long faults_of_use(void)
{
    static char *piece[PIECES];
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    for (int i = 0; i < PIECES; i++) {
        piece[i] = malloc(PIECE_BYTES);
        CHECK(piece[i]);
        memset(piece[i], i, PIECE_BYTES);
    }
    for (int i = 0; i < PIECES; i++)
        free(piece[i]);
    getrusage(RUSAGE_SELF, &after);
    return after.ru_minflt - before.ru_minflt;
}

TEST(freed_memory_is_kept)
{
    const long pages = (long)PIECES * PIECE_BYTES / sysconf(_SC_PAGESIZE);
    memory_keep();
    faults_of_use();
    CHECK(faults_of_use() < pages / 4);
}

int main(void)
{
#ifdef __SANITIZE_ADDRESS__
    return check_skipped("the sanitizer has an allocator of its own");
#elif defined __has_feature
#if __has_feature(address_sanitizer)
    return check_skipped("the sanitizer has an allocator of its own");
#endif
#endif
    run_tests();
    return CHECK_RESULT;
}
