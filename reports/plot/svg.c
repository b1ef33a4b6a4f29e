#include "reports/plot/svg.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of printable ASCII from the blank on, in thousandths of the size. */
static const short widths[] = {278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
                               556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
                               1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
                               667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
                               333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
                               556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};

double svg_text_width(const char *text, double size)
{
    double sum = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if (*at >= ' ' && *at <= '~')
            sum += widths[*at - ' '];
        else if ((*at & 0xc0) != 0x80) /* begins a character */
            sum += 556;
    return 1.14 * sum * size / 1000;
}

void svg_escape(FILE *file, const char *text)
{
    FREED char *shown = text_printable(text, strlen(text));
    for (const char *at = shown; *at; at++)
        if (!strncmp(at, "\xef\xbf\xbe", 3) || !strncmp(at, "\xef\xbf\xbf", 3)) { /* no characters of XML */
            fputc('?', file);
            at += 2;
        } else if (*at == '<' || *at == '>' || *at == '&')
            fputs(*at == '<' ? "&lt;" : *at == '>' ? "&gt;" : "&amp;", file);
        else
            fputc(*at, file);
}

/* In tenths, as short as possible: 12, 12.5, -0.3. */
static void number(FILE *file, double value)
{
    const long tenths = lround(value * 10);
    if (tenths < 0)
        fputc('-', file);
    fprintf(file, "%ld", labs(tenths) / 10);
    if (tenths % 10)
        fprintf(file, ".%ld", labs(tenths) % 10);
}

void svg_pair(FILE *file, double x, double y)
{
    number(file, x);
    fputc(' ', file);
    number(file, y);
}

void svg_to(FILE *file, char command, double x, double y)
{
    fputc(command, file);
    svg_pair(file, x, y);
}

void svg_open(FILE *file, double width, double height, const char *title, const char *description)
{
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"", file);
    number(file, width);
    fputs("pt\" height=\"", file);
    number(file, height);
    fputs("pt\" viewBox=\"0 0 ", file);
    svg_pair(file, width, height);
    fputs("\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>", file);
    svg_escape(file, title);
    fputs("</title>\n<desc>", file);
    svg_escape(file, description);
    fputs("</desc>\n<path fill=\"#fff\" d=\"M0 0h", file);
    number(file, width);
    fputc('v', file);
    number(file, height);
    fputs("H0z\"/>\n", file);
}

void svg_close(FILE *file)
{
    fputs("</svg>\n", file);
}

static void open_text(FILE *file, double x, double y, enum anchor anchor, double size, double degrees)
{
    static const char *const word[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    fputs("<text ", file);
    if (degrees != 0) {
        fprintf(file, "transform=\"translate(");
        svg_pair(file, x, y);
        fputs(") rotate(", file);
        number(file, degrees);
        fputs(")\"", file);
    } else {
        fputs("x=\"", file);
        number(file, x);
        fputs("\" y=\"", file);
        number(file, y);
        fputc('"', file);
    }
    fprintf(file, "%s font-size=\"", word[anchor]);
    number(file, size);
    fputs("\">", file);
}

void svg_text(FILE *file, double x, double y, enum anchor anchor, double size, double degrees, const char *text)
{
    open_text(file, x, y, anchor, size, degrees);
    svg_escape(file, text);
    fputs("</text>\n", file);
}

void svg_tick(FILE *file, double x, double y, enum anchor anchor, double size, const char *label)
{
    const size_t base = strcspn(label, "^");
    open_text(file, x, y, anchor, size, 0);
    fprintf(file, "%.*s", (int)base, label);
    if (label[base]) {
        fputs("<tspan dy=\"-2.5\" font-size=\"", file);
        number(file, size * 0.75);
        fprintf(file, "\">%s</tspan>", label + base + 1);
    }
    fputs("</text>\n", file);
}
