#include "reports/table/compared.h"

#include "reports/table/words.h"

enum column { VERDICT, REGISTERS, SPILLS, SHARED };

static const struct grid_line head = {{{"verdict"}, {"registers"}, {"spilled B"}, {"shared B"}}};

static const char *const advice[STATIC_GONE] = {
    [STATIC_FAILS] = "FAILS: it compiles in the base; the reason stands above, and --json FILE has all of it.",
    [STATIC_SPILLS] =
        ("SPILLS: registers that do not fit go to memory and back. Smaller groups (GROUP_OF), less unrolling "
         "or fewer\nvalues at a time leave room. Where it is meant, a GPU decides: `gpubench compare --run`."),
    [STATIC_CHANGED] = "CHANGED: other source, which spills no more; --json FILE has its figures.",
};

/* "32 -> 40", or "32" for two equal ones; "" if one is unknown. */
static struct text change(bool known, int base, int new)
{
    return !known ? (struct text){""} : base == new ? format_text("%d", base) : format_text("%d -> %d", base, new);
}

static struct grid_line line_of(const struct static_row *row)
{
    struct grid_line line = {.cell[VERDICT] = format_text("%s", static_verdict_word(row->verdict))};
    if (row->verdict == STATIC_FAILS)
        return line;
    const struct compute_resources base = row->base->result.resources, new = row->new->result.resources;
    line.cell[REGISTERS] = change(base.registers > 0 && new.registers > 0, base.registers, new.registers);
    line.cell[SPILLS] = change(base.spill_bytes >= 0 && new.spill_bytes >= 0, base.spill_bytes, new.spill_bytes);
    line.cell[SHARED] = change(base.shared_bytes >= 0 && new.shared_bytes >= 0, base.shared_bytes, new.shared_bytes);
    return line;
}

static void print_line(FILE *file, const struct static_comparison *comparison, const struct static_row *row,
                       const int width[GRID_COLUMNS], const struct page *page)
{
    const struct named_problem *problem = &comparison->base.problems[row->base->problem];
    const struct grid_line line = line_of(row);
    fputs(row->verdict <= STATIC_SPILLS ? page->bad : "", file);
    grid_print(file, &line, width, 1 << VERDICT);
    fputs(page->plain, file);
    print_behind(file, page, grid_columns(width, SHARED + 1) + 2, problem->name);
    print_config(file, page, problem, &row->base->result);
    if (row->verdict == STATIC_FAILS) {
        fprintf(file, "%*s", TABLE_INDENT, "");
        print_reason(file, row->new->reason);
    }
}

/* The configurations of one program only: their number, and the first. */
static void print_alone(FILE *file, const struct static_comparison *comparison, enum static_verdict verdict,
                        const char *what)
{
    const size_t count = static_comparison_count(comparison, verdict);
    for (size_t i = 0; i < comparison->count; i++)
        if (comparison->row[i].verdict == verdict) {
            fprintf(file, "%s: %zu that %s; the first: %s\n", static_verdict_word(verdict), count, what,
                    comparison->row[i].name);
            return;
        }
}

static void print_summary(FILE *file, const struct static_comparison *comparison)
{
    const char *between = "";
    for (enum static_verdict verdict = 0; verdict < STATIC_GONE; verdict++)
        if (advice[verdict] && static_comparison_count(comparison, verdict))
            fprintf(file, "%s\n", advice[verdict]);
    print_alone(file, comparison, STATIC_GONE, "the new program does not have");
    print_alone(file, comparison, STATIC_NEW, "the base does not have");
    for (enum static_verdict verdict = 0; verdict < STATIC_VERDICTS; verdict++)
        if (static_comparison_count(comparison, verdict)) {
            fprintf(file, "%s%zu %s", between, static_comparison_count(comparison, verdict),
                    static_verdict_word(verdict));
            between = ", ";
        }
    fputs(*between ? ".\n" : "Nothing was compared.\n", file);
}

/* The sum counts the others. */
static bool has_line(const struct static_row *row)
{
    return row->verdict < STATIC_CHANGED;
}

void static_table_print(FILE *file, const struct static_comparison *comparison, const struct page *page)
{
    int width[GRID_COLUMNS] = {0};
    size_t lines = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (has_line(&comparison->row[i])) {
            const struct grid_line line = line_of(&comparison->row[i]);
            grid_fit(width, &line);
            lines++;
        }
    grid_fit_head(width, &head);
    fprintf(file, "%s%s%s, compiled only\n", page->bold, comparison->base.context.device.name, page->plain);
    if (lines) {
        fputc('\n', file);
        grid_print(file, &head, width, 1 << VERDICT);
        fputc('\n', file);
    }
    for (size_t i = 0; i < comparison->count; i++)
        if (has_line(&comparison->row[i]))
            print_line(file, comparison, &comparison->row[i], width, page);
    fputc('\n', file);
    print_summary(file, comparison);
}
