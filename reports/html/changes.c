#include "reports/html/html.h"
#include "reports/html/parts.h"
#include "reports/table/compared.h"

#include <math.h>

/* The advice for a verdict. */
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

/* ---- the picture ---- */

static bool is_changed(const struct compared *row)
{
    return row->verdict != VERDICT_SAME && row->verdict != VERDICT_INCONCLUSIVE && row->verdict != VERDICT_SKIPPED;
}

/* A bar to the right for more time, to the left for less. */
static void print_bar(FILE *file, double change, double most)
{
    html_print(file, "<span class=\"change %s\" aria-hidden=\"true\" style=\"--share:%.3f\"></span>\n",
               change > 0 ? "more" : "less", most > 0 ? fabs(change) / most : 0);
}

static void print_change(FILE *file, const struct comparison *comparison, const struct compared *row, double most)
{
    const struct row *measured = &comparison->base.rows[row->row];
    const struct compared_cells cells = compared_cells(row);
    html_print(file, "<li><span class=\"verdict\" data-verdict=\"%s\">%s</span>\n<span class=\"name\">%s</span>\n",
               verdict_word(row->verdict), verdict_word(row->verdict),
               comparison->base.problems[measured->problem].name);
    const double change = *cells.change.text ? expm1(row->estimate.centre) : 0;
    print_bar(file, change, most);
    if (*cells.change.text)
        html_print(file, "<span class=\"gain%s\">%s %s time: %s, was %s</span>", change > 0 ? " slower" : "",
                   change > 0 ? SLOWER_SIGN : FASTER_SIGN, cells.change.text, cells.new.text, cells.base.text);
    else
        html_print(file, "<span class=\"gain slower\">%s</span>", row->reason ? row->reason : "");
    fputs("</li>\n", file);
}

static void print_picture(FILE *file, const struct comparison *comparison, const struct compared *const *sorted)
{
    enum { MOST_SHOWN = 16 };
    size_t changed = 0;
    double most = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (is_changed(sorted[i])) {
            changed++;
            if (*compared_cells(sorted[i]).change.text)
                most = fmax(most, fabs(expm1(sorted[i]->estimate.centre)));
        }
    if (!changed)
        return;
    fputs("<ul class=\"changes\">\n", file);
    for (size_t i = 0, shown = 0; i < comparison->count && shown < MOST_SHOWN; i++)
        if (is_changed(sorted[i])) {
            print_change(file, comparison, sorted[i], most);
            shown++;
        }
    fputs("</ul>\n", file);
    if (changed > MOST_SHOWN)
        html_print(file, "<p>%zu more are in the table.</p>\n", changed - MOST_SHOWN);
}

/* ---- everything ---- */

static void print_side(FILE *file, const struct report *report, size_t number)
{
    const struct run_context *context = &report->results[number].context;
    html_print(file, "%s (", report->path[number]);
    print_date(file, context->date);
    html_print(file, "%scommit %s)", *context->date ? ", " : "", context->commit);
}

static void print_advices(FILE *file, const struct comparison *comparison)
{
    fputs("<ul>\n", file);
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
        if (comparison_count(comparison, advices[i].verdict))
            html_print(file, "<li>%s</li>\n", advices[i].text);
    for (size_t i = 0; i < comparison->added_count; i++)
        html_print(file, "<li>New: %s, which the base has not.</li>\n", comparison->added[i]);
    fputs("</ul>\n", file);
}

static void print_table(FILE *file, const struct comparison *comparison, const struct compared *const *sorted)
{
    static const char *const heads[] = {"verdict",       "what", "base",          "new", "change",
                                        "95 % interval", "why",  "configuration", NULL};
    html_print(file, "<details%s><summary>All verdicts, as a table</summary>\n",
               comparison->count > FOLDED_ROWS ? "" : " open");
    struct table *table = table_begin(file, "sortable", "verdicts", "Verdicts");
    table_head(table->rows, heads);
    for (size_t i = 0; i < comparison->count; i++)
        print_row(table->rows, comparison, sorted[i]);
    table_end(table);
    fputs("</details>\n", file);
}

void print_changes(FILE *file, const struct report *report)
{
    const struct comparison *comparison = report->comparison;
    if (!comparison)
        return;
    FREED const struct compared **sorted = comparison_sorted(comparison);
    fputs("<section class=\"comparison\" id=\"comparison\">\n<h2>What changed</h2>\n<p class=\"lead\"><strong>", file);
    comparison_print_counts(file, comparison);
    html_print(file, "</strong>, on %s.</p>\n<p class=\"where\">From ", report->results[0].context.device.name);
    print_side(file, report, 0);
    fputs(" to ", file);
    print_side(file, report, 1);
    fputs(".</p>\n", file);
    if (comparison->invalid)
        html_print(file, "<p><strong>INVALID: %s.</strong></p>\n", comparison->invalid);
    print_picture(file, comparison, sorted);
    print_advices(file, comparison);
    print_table(file, comparison, sorted);
    fputs("</section>\n", file);
}
