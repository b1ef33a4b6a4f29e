#include "reports/table/compared.h"

#include "reports/table/words.h"

enum column { VERDICT, BASE, NEW, CHANGE, INTERVAL };

static const struct grid_line head = {{{"verdict"}, {"base"}, {"new"}, {"change"}, {"95 % interval"}}};

static struct grid_line line_of(const struct compared *row)
{
    const struct compared_cells cells = compared_cells(row);
    return (struct grid_line){.cell = {[VERDICT] = format_text("%s", verdict_word(row->verdict)),
                                       [BASE] = cells.base,
                                       [NEW] = cells.new,
                                       [CHANGE] = cells.change,
                                       [INTERVAL] = cells.interval}};
}

/* The number of configurations of each of the base's problems. The caller frees the array. */
static size_t *count_rows(const struct comparison *comparison)
{
    size_t *rows = allocate((comparison->base.problem_count + 1) * sizeof *rows);
    for (size_t i = 0; i < comparison->count; i++)
        rows[comparison->base.rows[comparison->row[i].row].problem]++;
    return rows;
}

static void print_line(FILE *file, const struct comparison *comparison, const struct compared *row, const size_t *rows,
                       const int width[GRID_COLUMNS], const struct page *page)
{
    const struct row *measured = &comparison->base.rows[row->row];
    const struct named_problem *problem = &comparison->base.problems[measured->problem];
    const struct grid_line line = line_of(row);
    const bool bad = row->verdict <= VERDICT_SLOWER;
    fputs(bad ? page->bad : row->verdict == VERDICT_FASTER ? page->good : "", file);
    grid_print(file, &line, width, 1 << VERDICT);
    fputs(page->plain, file);
    print_behind(file, page, grid_columns(width, INTERVAL + 1) + 2, problem->name);
    if (row->verdict != VERDICT_SAME || rows[measured->problem] > 1)
        print_config(file, page, problem, &measured->result);
    if (row->verdict == VERDICT_INCONCLUSIVE && row->pairs >= RULE_LEAST)
        fprintf(file, "%*sa slowdown of %s would have shown\n", TABLE_INDENT, "",
                format_percent(rule_least_effect(row->estimate)).text);
    const bool explained =
        row->verdict != VERDICT_SLOWER && row->verdict != VERDICT_FASTER && row->verdict != VERDICT_SAME;
    if (*compared_failures(row).text)
        fprintf(file, "%*s%s\n", TABLE_INDENT, "", compared_failures(row).text);
    if (row->reason && explained) {
        fprintf(file, "%*s", TABLE_INDENT, "");
        print_reason(file, row->reason);
    }
}

static void print_advice(FILE *file, const struct comparison *comparison)
{
    if (comparison->kind == TWO_DEVICES)
        fputs("Of two devices of one kind: a difference may be theirs.\n", file);
    if (comparison_count(comparison, VERDICT_SLOWER))
        fprintf(file, "SLOWER: by more than 1 %%, and %d fresh pairs of blocks said so, too.\n", RULE_CONFIRM);
    if (comparison_count(comparison, VERDICT_ACCEPTED))
        fputs("ACCEPTED: slower, and known to be; the reason stands above.\n", file);
    if (comparison_count(comparison, VERDICT_SUSPECTED))
        fputs("SUSPECTED of being slower: files alone confirm nothing. `gpubench compare --run BASE NEW` does.\n",
              file);
    if (comparison_count(comparison, VERDICT_FAILS))
        fputs("FAILS: more often than the base, and than chance makes anything in 1000 comparisons.\n", file);
    if (comparison_count(comparison, VERDICT_INCONCLUSIVE))
        fputs("INCONCLUSIVE: too noisy, or too few blocks. Compare again where nothing else runs, or a larger size.\n",
              file);
}

/* Rows that are unknown for reasons other than noise. */
static void print_lacking(FILE *file, const struct comparison *comparison)
{
    size_t count = 0;
    for (enum verdict verdict = VERDICT_GONE; verdict < VERDICTS; verdict++)
        count += verdict_is_unknown(verdict) ? comparison_count(comparison, verdict) : 0;
    if (count)
        fprintf(file, "Not compared: %zu without a time in the new program; with --strict that is status 4.\n", count);
}

static void print_controls(FILE *file, const struct comparison *comparison, const struct page *page)
{
    if (comparison->invalid)
        fprintf(file, "%sINVALID%s: %s. What was measured is not the programs alone.\n", page->bad, page->plain,
                comparison->invalid);
    else if (comparison_controls(comparison))
        fprintf(file,
                "%zu the same on both sides, code and launches: SAME by construction, and measured as controls.\n",
                comparison_controls(comparison));
}

void comparison_print(FILE *file, const struct comparison *comparison, const struct page *page)
{
    FREED const struct compared **sorted = comparison_sorted(comparison);
    FREED size_t *rows = count_rows(comparison);
    int width[GRID_COLUMNS] = {0};
    for (size_t i = 0; i < comparison->count; i++) {
        const struct grid_line line = line_of(&comparison->row[i]);
        grid_fit(width, &line);
    }
    fputs(page->bold, file);
    print_device(file, &comparison->base.context.device, NULL, page->plain);
    fputc('\n', file);
    grid_print_head(file, &head, width, 1 << VERDICT);
    for (size_t i = 0; i < comparison->count; i++)
        print_line(file, comparison, sorted[i], rows, width, page);
    fputc('\n', file);
    print_advice(file, comparison);
    print_lacking(file, comparison);
    print_controls(file, comparison, page);
    for (size_t i = 0; i < comparison->added_count; i++)
        fprintf(file, "New: %s, which the base has not.\n", comparison->added[i]);
    fputs(comparison_print_counts(file, comparison) ? ".\n" : "Nothing was compared.\n", file);
}
