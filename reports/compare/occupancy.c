#include "reports/compare/occupancy.h"

#include <stdio.h>

/* As the programming guide's table of compute capabilities has them. Of shared memory each group takes `reserved` bytes
 * more. */
static const struct multiprocessor {
    int architecture, warps, groups, shared_bytes, reserved;
} multiprocessors[] = {
    {75, 32, 16, 65536, 0},      {80, 64, 32, 167936, 1024},  {86, 48, 16, 102400, 1024},  {87, 48, 16, 167936, 1024},
    {89, 48, 24, 102400, 1024},  {90, 64, 32, 233472, 1024},  {100, 64, 32, 233472, 1024}, {103, 64, 32, 233472, 1024},
    {120, 48, 24, 102400, 1024}, {121, 48, 24, 102400, 1024},
};

/* A warp has its registers in pieces, and is one of four that share a quarter of a multiprocessor's. */
enum { WARP = 32, REGISTERS = 65536, REGISTERS_PIECE = 256, QUARTERS = 4, SHARED_PIECE = 128 };

static const struct multiprocessor *find(const char *architecture)
{
    int number;
    if (sscanf(architecture, "sm_%d", &number) == 1)
        for (size_t i = 0; i < sizeof multiprocessors / sizeof *multiprocessors; i++)
            if (multiprocessors[i].architecture == number)
                return &multiprocessors[i];
    return NULL;
}

static int in_pieces(int amount, int piece)
{
    return (amount + piece - 1) / piece * piece;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

int occupancy_warps(const char *architecture, struct compute_resources resources, int group)
{
    const struct multiprocessor *multiprocessor = find(architecture);
    if (!multiprocessor || resources.registers <= 0 || group <= 0)
        return 0;
    const int warps = in_pieces(group, WARP) / WARP;
    const int of_warp = in_pieces(resources.registers * WARP, REGISTERS_PIECE);
    const int shared =
        in_pieces(resources.shared_bytes > 0 ? resources.shared_bytes : 0, SHARED_PIECE) + multiprocessor->reserved;
    int groups = least(multiprocessor->groups, multiprocessor->warps / warps);
    groups = least(groups, REGISTERS / QUARTERS / of_warp * QUARTERS / warps);
    return warps * (shared ? least(groups, multiprocessor->shared_bytes / shared) : groups);
}

int occupancy_most(const char *architecture)
{
    const struct multiprocessor *multiprocessor = find(architecture);
    return multiprocessor ? multiprocessor->warps : 0;
}
