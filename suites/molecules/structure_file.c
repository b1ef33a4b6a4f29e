#include "suites/molecules/structure.h"

#include <string.h>
#include <strings.h>

static const struct format {
    const char *suffixes[3]; /* ended by NULL */
    bool (*begins)(const char *line);
    bool (*take)(struct structure_reader *reader);
    bool (*end)(struct structure_reader *reader);
} formats[] = {
    {{".pqr"}, NULL, pqr_take, pqr_end},
    {{".xyz", ".extxyz"}, xyz_begins, xyz_take, xyz_end},
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* The format of a file by its name, else by its first line; the first format is the default. */
static const struct format *find_format(const char *path, const char *line)
{
    const char *suffix = strrchr(path, '.');
    for (int f = 0; f < FORMATS; f++)
        for (size_t s = 0; suffix && formats[f].suffixes[s]; s++)
            if (!strcasecmp(suffix, formats[f].suffixes[s]))
                return &formats[f];
    int f = FORMATS - 1;
    while (f > 0 && !formats[f].begins(line))
        f--;
    return &formats[f];
}

enum status structure_read(const char *path, size_t most, struct structure_needs needs, struct structure *structure,
                           struct fault *fault)
{
    struct fault own = {0};
    struct structure_reader reader = {.needs = needs, .most = most};
    lines_open(&reader.lines, path, &own);
    bool going = lines_next(&reader.lines);
    const struct format *format = find_format(path, reader.lines.text);
    while (going)
        going = format->take(&reader) && !reader.ended && lines_next(&reader.lines);
    if (lines_close(&reader.lines))
        format->end(&reader);
    if (own.status != OK)
        structure_free(&reader.structure);
    *structure = reader.structure;
    return own.status == OK ? OK : fail(fault, own.status, "%s", own.text);
}
