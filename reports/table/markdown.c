#include "reports/table/compared.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

enum { MOST_BYTES = 900000 }; /* of a summary, without its end */

/* ---- Markdown ---- */

void markdown_code(FILE *file, const char *text, const char *pipe)
{
    FREED char *line = allocate_text(text);
    for (char *at = line; *at; at++)
        *at = strchr("`\n\r", *at) ? ' ' : *at;
    FREED char *printable = text_printable(line, strlen(line));
    fputc('`', file);
    for (const char *at = printable; *at; at++)
        if (*at == '|')
            fputs(pipe, file);
        else
            fputc(*at, file);
    fputc('`', file);
}

static void print_code(FILE *file, const char *text)
{
    markdown_code(file, text, " ");
}

static void print_head(FILE *file)
{
    fputs("| verdict | base | new | change | 95 % interval | |\n|---|---:|---:|---:|---:|---|\n", file);
}

static void print_row(FILE *file, const struct compared *row)
{
    const struct compared_cells cells = compared_cells(row);
    fprintf(file, "| %s | %s | %s | %s | %s | ", verdict_word(row->verdict), cells.base.text, cells.new.text,
            cells.change.text, cells.interval.text);
    print_code(file, row->name);
    if (row->reason) {
        fputs("<br>", file);
        print_code(file, row->reason);
    }
    if (*compared_failures(row).text)
        fprintf(file, "<br>%s", compared_failures(row).text);
    fputs(" |\n", file);
}

static bool is_quiet(const struct compared *row)
{
    return row->verdict == VERDICT_SAME || row->verdict == VERDICT_INCONCLUSIVE || row->verdict == VERDICT_OPEN;
}

/* The quiet ones, or the others. If the room is exhausted, the number of the remaining ones. */
static void print_rows(FILE *file, const struct comparison *comparison, const struct compared *const *sorted,
                       bool quiet)
{
    size_t left = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (is_quiet(sorted[i]) == quiet && ftell(file) < MOST_BYTES)
            print_row(file, sorted[i]);
        else
            left += is_quiet(sorted[i]) == quiet;
    if (left)
        fprintf(file, "\n%zu more are in the JSON.\n", left);
}

/* The device and context, as far as the base has them: another program's may have no device, no driver, no commit. */
static void print_place(FILE *file, const struct run_context *context)
{
    const struct compute_device *device = &context->device;
    fprintf(file, "%s%s", *device->name ? " on " : "", device->name);
    fprintf(file, "%s%s", *device->driver ? ", driver " : "", device->driver);
    fprintf(file, "%s%s.\n\n", *context->commit ? "; base " : "", context->commit);
}

void comparison_markdown(FILE *file, const struct comparison *comparison)
{
    FREED const struct compared **sorted = comparison_sorted(comparison);
    size_t quiet = 0;
    for (size_t i = 0; i < comparison->count; i++)
        quiet += is_quiet(sorted[i]);
    fputs("## gpubench: is it slower?\n\n", file);
    if (comparison->invalid) {
        fputs("**INVALID**: ", file);
        print_code(file, comparison->invalid);
        fputs(". What was measured is not the programs alone.\n\n", file);
    }
    if (!comparison_print_counts(file, comparison))
        fputs("Nothing was compared", file);
    print_place(file, &comparison->base.context);
    if (quiet < comparison->count) {
        print_head(file);
        print_rows(file, comparison, sorted, false);
        fputc('\n', file);
    }
    for (size_t i = 0; i < comparison->added_count && i < 100; i++) {
        fputs("New: ", file);
        print_code(file, comparison->added[i]);
        fputs("\n\n", file);
    }
    if (quiet) {
        fprintf(file, "<details><summary>%zu SAME or undecided</summary>\n\n", quiet);
        print_head(file);
        print_rows(file, comparison, sorted, true);
        fputs("\n</details>\n", file);
    }
}

/* ---- annotations ---- */

/* The form of workflow commands' messages:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
static void print_message(FILE *file, const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, "\r\n");
        FREED char *printable = text_printable(text, length);
        for (const char *at = printable; *at; at++)
            if (*at == '%')
                fputs("%25", file);
            else
                fputc(*at, file);
        text += length;
        if (*text)
            fprintf(file, "%%%02X", (unsigned)*text++);
    }
}

static bool is_annotated(const struct compared *row)
{
    return row->verdict == VERDICT_MOVED || row->verdict == VERDICT_FAILS || row->verdict == VERDICT_SLOWER;
}

void comparison_annotate(FILE *file, const struct comparison *comparison)
{
    FREED const struct compared **sorted = comparison_sorted(comparison);
    size_t count = comparison->invalid != NULL, all = count;
    for (size_t i = 0; i < comparison->count; i++)
        all += is_annotated(sorted[i]);
    if (comparison->invalid) {
        fputs("::error title=gpubench INVALID::", file);
        print_message(file, comparison->invalid);
        fputc('\n', file);
    }
    for (size_t i = 0; i < comparison->count; i++) {
        if (!is_annotated(sorted[i]))
            continue;
        if (++count == ANNOTATIONS && all > ANNOTATIONS) {
            fprintf(file, "::error title=gpubench::and %zu more: see the summary\n", all - ANNOTATIONS + 1);
            break;
        }
        const struct compared_cells cells = compared_cells(sorted[i]);
        fprintf(file, "::error title=gpubench %s::", verdict_word(sorted[i]->verdict));
        print_message(file, sorted[i]->name);
        if (*cells.change.text) {
            fputs(": ", file);
            print_message(file, cells.change.text);
            fprintf(file, ", %s to %s", cells.base.text, cells.new.text);
        } else if (sorted[i]->reason) {
            fputs(": ", file);
            print_message(file, sorted[i]->reason);
        }
        fputc('\n', file);
    }
}
