/* Tables without the columns that are empty in all rows. */
#include "reports/html/html.h"
#include "reports/html/parts.h"

#include <stdlib.h>
#include <string.h>

struct table *table_begin(FILE *file, const char *class, const char *id, const char *label)
{
    struct table *table = allocate(sizeof *table);
    table->file = file;
    html_print(file,
               "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s, table\"><table class=\"%s\"",
               label, class);
    if (id)
        html_print(file, " id=\"%s\"", id);
    fputs(">\n", file);
    table->rows = memory_stream(&table->text, &table->length);
    return table;
}

/* Whether markup begins with a tag. Escaped text has no "<" (html_print). */
static bool begins(const char *at, const char *tag)
{
    return !strncmp(at, tag, strlen(tag));
}

static bool is_cell(const char *at)
{
    return begins(at, "<td>") || begins(at, "<td ") || begins(at, "<th ");
}

/* The length up to the next cell, or beginning or end of a row. */
static size_t piece_length(const char *piece)
{
    const char *end = piece + 1;
    while (*end && !is_cell(end) && !begins(end, "<tr") && !begins(end, "</tr"))
        end++;
    return (size_t)(end - piece);
}

static void find_filled(const char *rows, bool *filled)
{
    size_t column = 0;
    for (const char *at = rows; *at; at += piece_length(at)) {
        if (begins(at, "<tr"))
            column = 0;
        if (is_cell(at))
            filled[column++] |= !begins(at, "<th scope=\"col\"") && !begins(at, "<td></td>");
    }
}

static void print_filled(FILE *file, const char *rows, const bool *filled)
{
    size_t column = 0;
    for (const char *at = rows; *at; at += piece_length(at)) {
        if (begins(at, "<tr"))
            column = 0;
        if (!is_cell(at) || filled[column++])
            fwrite(at, 1, piece_length(at), file);
    }
}

void table_end(struct table *table)
{
    fclose(table->rows);
    FREED char *rows = table->text;
    FREED bool *filled = allocate(table->length + 1); /* an upper bound of the number of cells */
    find_filled(rows, filled);
    print_filled(table->file, rows, filled);
    fputs("</tbody>\n</table></div>\n", table->file);
    free(table);
}

void cell_head(FILE *file, const char *name)
{
    html_print(file, "<th scope=\"col\">%s</th>", name);
}

void table_head(FILE *file, const char *const *names)
{
    fputs("<thead><tr>", file);
    for (; *names; names++)
        cell_head(file, *names);
    fputs("</tr></thead>\n<tbody>\n", file);
}
