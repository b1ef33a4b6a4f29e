#include "reports/gain.h"

#include "base/memory.h"
#include "reports/format.h"

#include <math.h>
#include <string.h>

char *gain_text(double ratio, const char *than)
{
    const char *behind = than ? than : "";
    if (ratio >= 2 || ratio < 0.5)
        return text_make("%s times as fast%s%s", format_digits(ratio, 3).text, than ? " as " : "", behind);
    if (fabs(ratio - 1) < GAIN_SAME)
        return text_make("as fast%s%s", than ? " as " : "", behind);
    return text_make("%s %% %s%s%s", format_digits(100 * fabs(ratio - 1), 2).text, ratio > 1 ? "faster" : "slower",
                     than ? " than " : "", behind);
}

char *reference_text(const char *name)
{
    const size_t digits = strspn(name, "0123456789");
    if (!digits || strncmp(name + digits, "x ", 2))
        return allocate_text(name);
    return text_make("%.*s calls of %s", (int)digits, name, name + digits + 2);
}

char *gain_over_reference(double ratio, const char *name)
{
    FREED char *than = name ? reference_text(name) : NULL;
    return gain_text(ratio, than);
}
