#include "reports/table/page.h"

#include <string.h>

enum { INDENT = 8 };

const struct page page_plain =
                      {.columns = 100, .bold = "", .good = "", .bad = "", .slow = "", .doubtful = "", .plain = ""},
                  page_colored = {.columns = 100,
                                  .bold = "\033[1m",
                                  .good = "\033[32m",
                                  .bad = "\033[31m",
                                  .slow = "\033[35m",
                                  .doubtful = "\033[33m",
                                  .plain = "\033[0m"};

/* The number of columns of the character at a place, and its *bytes; an escape sequence has none. */
static int character(const char *at, size_t *bytes)
{
    *bytes = 1;
    if (*at == '\033') {
        *bytes = strcspn(at, "m\n");
        *bytes += at[*bytes] == 'm';
        return 0;
    }
    while (((unsigned char)at[*bytes] & 0xc0) == 0x80)
        ++*bytes;
    return 1;
}

/* The end of a line in this many columns: after its last cell that fits, else its last word, else its first word; at
 * the line's own end, if all of it fits. */
static const char *line_end(const char *line, int room)
{
    const char *cell = NULL, *word = NULL, *at = line + strspn(line, " ");
    int column = (int)(at - line);
    for (size_t bytes; *at && *at != '\n'; at += bytes) {
        column += character(at, &bytes);
        if (column > room && (word || *at == ' '))
            return cell && cell - line > (word - line) / 2 ? cell : word ? word : at;
        if (*at == ' ' && at[1] == ' ' && at[-1] != ' ')
            cell = at;
        if (*at == ' ' && at[-1] != ' ')
            word = at;
    }
    return at;
}

void page_print(FILE *file, const struct page *page, const char *text)
{
    int indent = 0;
    while (*text) {
        const char *end = line_end(text, page->columns - indent);
        fprintf(file, "%*s%.*s\n", indent, "", (int)(end - text), text);
        const char *rest = end + strspn(end, " ");
        indent = *rest && *rest != '\n' ? INDENT : 0;
        text = rest + (*rest == '\n');
    }
}
