#include "reports/html/html.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

static const char *entity(char character)
{
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    static const char characters[] = "&<>\"'";
    const char *at = strchr(characters, character);
    return at ? names[at - characters] : NULL;
}

/* A text_filter. */
static char *escaped(const char *text, size_t length)
{
    FREED char *printable = text_printable(text, length);
    char *made = allocate(strlen("&quot;") * strlen(printable) + 1), *to = made;
    for (const char *from = printable; *from; from++) {
        const char *name = entity(*from);
        to = name ? stpcpy(to, name) : (*to = *from, to + 1);
    }
    return made;
}

void html_print(FILE *file, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    text_print_list(file, escaped, format, list);
    va_end(list);
}
