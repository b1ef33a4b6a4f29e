#include "reports/html/html.h"
#include "reports/html/parts.h"
#include "reports/table/compared.h"

#include <math.h>

/* What a verdict asks of a reader. */
static const struct advice {
    enum verdict verdict;
    const char *text;
} advices[] = {
    {VERDICT_FAILS, "FAILS: more often than the base, and than chance allows."},
    {VERDICT_SUSPECTED,
     "SUSPECTED of being slower: files alone confirm nothing; gpubench compare --run BASE NEW does."},
    {VERDICT_INCONCLUSIVE, "INCONCLUSIVE: too noisy, or too few blocks."},
    {VERDICT_FASTER, "FASTER: by more than 1 %, as far as files tell."},
    {VERDICT_SAME, "SAME: within 1 %."},
    {VERDICT_GONE, "GONE: the new file does not have it."},
    {VERDICT_SKIPPED, "SKIPPED: the new file says why it was left out."},
    {VERDICT_NO_TIME, "NO TIME: the new file has no time of it."},
};

static void print_row(FILE *file, const struct comparison *comparison, const struct compared *row)
{
    const struct row *measured = &comparison->base.rows[row->row];
    const struct named_problem *problem = &comparison->base.problems[measured->problem];
    const struct compared_cells cells = compared_cells(row);
    html_print(file, "<tr><td><span class=\"verdict\" data-verdict=\"%s\">%s</span></td><th scope=\"row\">%s</th>",
               verdict_word(row->verdict), verdict_word(row->verdict), problem->name);
    cell_value(file, compared_base_ns(row), cells.base.text);
    cell_value(file, compared_new_ns(row), cells.new.text);
    cell_value(file, *cells.change.text ? expm1(row->estimate.centre) : (double)NAN, cells.change.text);
    cell_text(file, cells.interval.text);
    cell_text(file, row->reason ? row->reason : "");
    fputs("<td>", file);
    for (size_t p = 0; p < row_parameters(problem, &measured->result); p++)
        html_print(file, "%s%s %s", p ? ", " : "", problem->parameter[p].name,
                   problem_word(problem, measured->result.index, p));
    fputs("</td></tr>\n", file);
}

void print_changes(FILE *file, const struct report *report)
{
    static const char *const heads[] = {"verdict",       "what", "base",          "new", "change",
                                        "95 % interval", "why",  "configuration", NULL};
    const struct comparison *comparison = report->comparison;
    if (!comparison)
        return;
    FREED const struct compared **sorted = comparison_sorted(comparison);
    fputs("<section class=\"comparison\" id=\"comparison\">\n<h2>What changed</h2>\n", file);
    html_print(file, "<p>From %s (%s, commit %s) to %s (%s, commit %s): <strong>", report->path[0],
               report->results[0].context.date, report->results[0].context.commit, report->path[1],
               report->results[1].context.date, report->results[1].context.commit);
    comparison_print_counts(file, comparison);
    fputs("</strong>.</p>\n<ul>\n", file);
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
        if (comparison_count(comparison, advices[i].verdict))
            html_print(file, "<li>%s</li>\n", advices[i].text);
    for (size_t i = 0; i < comparison->added_count; i++)
        html_print(file, "<li>New: %s, which the base has not.</li>\n", comparison->added[i]);
    fputs("</ul>\n", file);
    if (comparison->invalid)
        html_print(file, "<p><strong>INVALID: %s.</strong></p>\n", comparison->invalid);
    table_begin(file, "sortable", "verdicts", "Verdicts");
    table_head(file, heads);
    for (size_t i = 0; i < comparison->count; i++)
        print_row(file, comparison, sorted[i]);
    table_end(file);
    fputs("</section>\n", file);
}
