/* Headers that take long to parse, once for all compile workers: CUB's. */
#include "tuner/run/run.h"

bool headers_awaited(const struct tuner *tuner, const struct bench *bench)
{
    bool begun = false;
    for (size_t i = 0; i < tuner->options.jobs; i++)
        begun = begun || (tuner->compiler[i].process.busy && tuner->compiler[i].includes_cub);
    return begun && !tuner->has_cub && bench->includes_cub;
}
