#include "reports/table/sign.h"

#include "reports/doubt.h"
#include "reports/table/words.h"

#include <math.h>

bool sign_is_slow(double ns, double other_ns)
{
    return ns > 0 && other_ns > 0 && other_ns <= 0.98 * ns;
}

struct signs signs_of(const struct best *best, const struct compute_device *device)
{
    const double ns = best_time(best);
    const bool of_time = best->objective != OBJECTIVE_VALUE; /* else it need not be fast */
    const bool noisy =
        best->objective != OBJECTIVE_ALONE && format_half_width(&best->result) > 0.1 * best->result.median_ns;
    return (struct signs){.slow =
                              of_time && (sign_is_slow(ns, best->default_ns) || sign_is_slow(ns, best->reference_ns)),
                          .doubts = {[DOUBT_FEW] = doubt_share(best, device) > 0.1,
                                     [DOUBT_NOISY] = noisy,
                                     [DOUBT_FAULT] = limit_is_fault(&best->result.limit)}};
}

void signs_add(struct signs *all, const struct signs *signs)
{
    all->slow |= signs->slow;
    for (enum doubt doubt = 0; doubt < DOUBTS; doubt++)
        all->doubts[doubt] += signs->doubts[doubt];
}

static bool is_doubtful(const struct signs *signs)
{
    bool doubtful = false;
    for (enum doubt doubt = 0; doubt < DOUBTS; doubt++)
        doubtful |= signs->doubts[doubt] > 0;
    return doubtful;
}

struct text signs_text(struct signs signs)
{
    return format_text("%s%s", signs.slow ? (const char[]){SIGN_SLOW, '\0'} : "",
                       is_doubtful(&signs) ? (const char[]){SIGN_DOUBTFUL, '\0'} : "");
}

const char *signs_color(struct signs signs, const struct page *page)
{
    return signs.slow ? page->slow : is_doubtful(&signs) ? page->doubtful : "";
}

static const char *const reasons[DOUBTS] = {"too few tried to be sure", "+- above 10 %", "above its limit"};

void signs_print(FILE *file, const struct signs *signs, const struct page *page)
{
    const char *between = ":";
    if (signs->slow)
        fprintf(file, "%s%c%s slower than the default or a reference, by 2 %% or more\n", page->slow, SIGN_SLOW,
                page->plain);
    if (!is_doubtful(signs))
        return;
    fprintf(file, "%s%c%s doubtful", page->doubtful, SIGN_DOUBTFUL, page->plain);
    for (enum doubt doubt = 0; doubt < DOUBTS; doubt++)
        if (signs->doubts[doubt]) {
            fprintf(file, "%s %s (%zu)", between, reasons[doubt], signs->doubts[doubt]);
            between = ",";
        }
    fputc('\n', file);
}

void signs_print_doubts(FILE *file, const struct signs *signs, const struct page *page)
{
    const char *between = "";
    if (!is_doubtful(signs))
        return;
    fprintf(file, "%*s%s%c%s ", TABLE_INDENT, "", page->doubtful, SIGN_DOUBTFUL, page->plain);
    for (enum doubt doubt = 0; doubt < DOUBTS; doubt++)
        if (signs->doubts[doubt]) {
            fprintf(file, "%s%s", between, reasons[doubt]);
            between = ", ";
        }
    fputc('\n', file);
}
