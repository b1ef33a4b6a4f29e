#include "tuner/search/value_distances.h"

#include "base/memory.h"

#include <math.h>

/* Numbers: the squared difference of logarithms, whose range is 1; plus APART for different ones, since times are not
 * smooth in a size (multiples matter). Words: half of the range between any two. */
static const double APART = 0.05, WORDS_APART = 0.5;

static double number_of(const struct parameter *parameter, size_t position)
{
    return parameter->values ? parameter->values[position] : parameter->reals[position];
}

double *value_distances(const struct parameter *parameter)
{
    const size_t count = parameter->count;
    double *distance = allocate(count * count * sizeof *distance), least = INFINITY, most = -INFINITY;
    for (size_t v = 0; v < count && !parameter->words; v++) {
        least = fmin(least, number_of(parameter, v));
        most = fmax(most, number_of(parameter, v));
    }
    const double shift = least > 0 ? 0 : 1 - least, range = log((most + shift) / (least + shift));
    for (size_t v = 0; v < count; v++)
        for (size_t w = 0; w < count; w++) {
            double *to = &distance[v * count + w];
            if (v == w)
                *to = 0;
            else if (parameter->words)
                *to = WORDS_APART;
            else
                *to =
                    APART + pow(log((number_of(parameter, v) + shift) / (number_of(parameter, w) + shift)) / range, 2);
        }
    return distance;
}
