#include "reports/table/sign.h"

#include "reports/doubt.h"

#include <math.h>

static bool is_doubtful(const struct best *best, const struct compute_device *device)
{
    const bool noisy =
        best->objective != OBJECTIVE_ALONE && format_half_width(&best->result) > 0.1 * best->result.median_ns;
    return noisy || limit_is_fault(&best->result.limit) || doubt_share(best, device) > 0.1;
}

bool sign_is_slow(double ns, double other_ns)
{
    return ns > 0 && other_ns > 0 && other_ns <= 0.98 * ns;
}

struct signs signs_of(const struct best *best, const struct compute_device *device)
{
    const double ns = best_time(best);
    const bool of_time = best->objective != OBJECTIVE_VALUE; /* else it need not be fast */
    return (struct signs){.slow =
                              of_time && (sign_is_slow(ns, best->default_ns) || sign_is_slow(ns, best->reference_ns)),
                          .doubtful = is_doubtful(best, device)};
}

struct text signs_text(struct signs signs)
{
    return format_text("%s%s", signs.slow ? (const char[]){SIGN_SLOW, '\0'} : "",
                       signs.doubtful ? (const char[]){SIGN_DOUBTFUL, '\0'} : "");
}

const char *signs_color(struct signs signs, const struct page *page)
{
    return signs.slow ? page->slow : signs.doubtful ? page->doubtful : "";
}

static void print(FILE *file, bool there, const char *color, char sign, const struct page *page, const char *meaning)
{
    if (there)
        fprintf(file, "%s%c%s %s\n", color, sign, page->plain, meaning);
}

void signs_print(FILE *file, struct signs signs, const struct page *page)
{
    print(file, signs.slow, page->slow, SIGN_SLOW, page, "slower than the default or a reference, by 2 % or more");
    print(file, signs.doubtful, page->doubtful, SIGN_DOUBTFUL, page,
          "doubtful: too few tried to be sure, +- above 10 %, or above its limit");
}
