#include "tuner/result.h"

#include <math.h>

struct result result_of(uint64_t index, uint32_t reference)
{
    struct result result = {.index = index, .reference = reference, .resources = {-1, -1, -1}, .value = NAN};
    for (size_t i = 0; i < MAX_FIGURES; i++)
        result.figure[i] = NAN;
    return result;
}

double result_overlap(const struct result *result)
{
    double both = result->host_ns + result->device_ns;
    if (!isfinite(both) || result->host_ns <= 0 || result->device_ns <= 0)
        return NAN;
    return fmin(fmax((both - result->median_ns) / fmin(result->host_ns, result->device_ns), 0), 1);
}

double result_time(const struct result *result, enum objective objective)
{
    return objective == OBJECTIVE_ALONE ? result->alone_ns : result->median_ns;
}

double result_aim(const struct result *result, enum objective objective)
{
    return objective == OBJECTIVE_VALUE ? result->value : result_time(result, objective);
}

const char *phase_word(enum phase phase)
{
    static const char *const words[PHASES] = {
        [PHASE_STARTING] = "starting",   [PHASE_CEILINGS] = "ceilings",   [PHASE_PREPARING] = "preparing",
        [PHASE_COMPILING] = "compiling", [PHASE_VERIFYING] = "verifying", [PHASE_MEASURING] = "measuring",
        [PHASE_PLAYOFF] = "play-off",    [PHASE_WAITING] = "waiting"};
    return words[phase];
}
