#include "reports/table/grid.h"

#include <string.h>

static void fit(int *width, const struct text *cell)
{
    if (*width < (int)strlen(cell->text))
        *width = (int)strlen(cell->text);
}

void grid_fit(int width[GRID_COLUMNS], const struct grid_line *line)
{
    for (int column = 0; column < GRID_COLUMNS; column++)
        fit(&width[column], &line->cell[column]);
}

void grid_fit_head(int width[GRID_COLUMNS], const struct grid_line *head)
{
    for (int column = 0; column < GRID_COLUMNS; column++)
        if (width[column])
            fit(&width[column], &head->cell[column]);
}

unsigned grid_narrow(int width[GRID_COLUMNS], const struct page *page, const int *order, size_t count)
{
    unsigned taken = 0;
    int columns = -2;
    for (int column = 0; column < GRID_COLUMNS; column++)
        columns += width[column] ? width[column] + 2 : 0;
    for (size_t i = 0; i < count && page->narrow && columns > page->columns; i++) {
        if (!width[order[i]])
            continue;
        columns -= width[order[i]] + 2;
        width[order[i]] = 0;
        taken |= 1u << order[i];
    }
    return taken;
}

void grid_print(FILE *file, const struct grid_line *line, const int width[GRID_COLUMNS], unsigned left)
{
    int end = GRID_COLUMNS;
    while (end && (!width[end - 1] || !*line->cell[end - 1].text))
        end--;
    const char *between = "";
    for (int column = 0; column < end; column++) {
        if (!width[column])
            continue;
        fprintf(file, "%s%*s", between, left >> column & 1 ? -width[column] : width[column], line->cell[column].text);
        between = "  ";
    }
}
