#include "tuner/job.h"

struct compute_launch launch_groups(uint64_t groups, uint64_t group)
{
    return launch_over(groups, 1, group);
}

struct compute_launch launch_over(uint64_t elements, uint64_t tile, uint64_t group)
{
    return launch_over_box((uint64_t[]){elements, 1, 1}, (uint64_t[]){tile, 1, 1}, (uint64_t[]){group, 1, 1});
}

struct compute_launch launch_over_box(const uint64_t elements[3], const uint64_t tile[3], const uint64_t group[3])
{
    struct compute_launch launch = {.stream = 0};
    for (int d = 0; d < 3; d++) {
        launch.groups[d] = elements[d] ? divide_up(elements[d], tile[d]) : 1;
        launch.group[d] = (uint32_t)group[d];
    }
    return launch;
}
