#include "reports/table/sparkline.h"

#include "base/memory.h"
#include "reports/compare/rule.h"

#include <math.h>
#include <string.h>

enum { BARS = 8, BESIDE = 2 };

static const char *const blocks[BARS] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
static const char *const letters[BARS] = {"_", ".", ":", "-", "=", "+", "*", "#"};

/* Of [from, end), of very many the first. */
static double median(const double *values, size_t from, size_t end)
{
    return rule_median(values + from, end - from < RULE_MOST ? end - from : RULE_MOST);
}

static size_t bar(double value, double least, double most)
{
    if (value <= least)
        return value < least || most > least ? 0 : BARS / 2;
    return value >= most ? BARS - 1 : (size_t)((value - least) / (most - least) * (BARS - 1) + 0.5);
}

char *sparkline(const double *values, size_t count, size_t width, bool utf8)
{
    const size_t bars = count < width ? count : width;
    double least = INFINITY, most = -INFINITY;
    char *text = allocate(bars * strlen(blocks[0]) + 1), *at = text;
    for (size_t i = 0; i < count; i++) {
        const size_t from = i < BESIDE ? 0 : i - BESIDE, end = i + BESIDE < count ? i + BESIDE + 1 : count;
        const double smooth = median(values, from, end);
        least = fmin(least, smooth);
        most = fmax(most, smooth);
    }
    for (size_t i = 0; i < bars; i++) {
        const double value = median(values, i * count / bars, (i + 1) * count / bars);
        at = stpcpy(at, (utf8 ? blocks : letters)[bar(value, least, most)]);
    }
    return text;
}
