
#include "reports/html/html.h"

#include <string.h>

struct page_file {
    const char *name, *text;
};
#include "reports/html/page_text.h"

static bool ends_with(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && !strcmp(name + length - tail, ending);
}

bool page_has_library(void)
{
    return ends_with(page_text[0].name, "copyright");
}

void page_print_style(FILE *file)
{
    for (const struct page_file *part = page_text; part->name; part++)
        if (ends_with(part->name, ".css"))
            fprintf(file, "<style>\n%s</style>\n", part->text);
}

void page_print_licence(FILE *file)
{
    if (!page_has_library())
        return;
    fputs("<details class=\"licence\"><summary>The licence of D3, which draws</summary>\n<pre>", file);
    for (const char *line = page_text[0].text, *end; *line; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        html_print(file, "%.*s\n", (int)(end - line), line);
    }
    fputs("</pre></details>\n", file);
}

void page_print_scripts(FILE *file)
{
    for (const struct page_file *part = page_text; part->name; part++)
        if (ends_with(part->name, ".js"))
            fprintf(file, "<script>\n%s</script>\n", part->text);
}
