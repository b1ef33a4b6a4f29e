#include "reports/table/table.h"

#include "base/text.h"
#include "reports/failures.h"
#include "reports/format.h"
#include "reports/parts.h"
#include "reports/table/front.h"
#include "reports/table/suite.h"
#include "reports/table/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- failures ---- */

/* ", all with TILE local, LAYOUT soa", or nothing; for a single one the values that others do not have. Returns the
 * column. */
static int print_common(FILE *file, const struct page *page, const struct failures *failures, int at)
{
    const char *before = failures->count > 1 ? ", all with" : ", with";
    for (size_t p = 0; p < row_parameters(failures->problem, &failures->first->result); p++) {
        char value[160];
        if (!failures_common(failures, p))
            continue;
        snprintf(value, sizeof value, "%s %s", failures->problem->parameter[p].name,
                 problem_word(failures->problem, failures->first->result.index, p));
        at = print_word(file, page, at, before, value);
        before = ",";
    }
    return at;
}

/* After column `at`, or on its own line, if it fits only there. */
static void print_why(FILE *file, const struct page *page, const char *reason, int at)
{
    int first = (int)strcspn(reason, "\n"), length = first + (reason[first] ? (int)strlen(" ...") : 0);
    if (at + 1 + length > page->columns && TABLE_INDENT + length <= page->columns)
        fprintf(file, "\n%*s", TABLE_INDENT, "");
    else
        fputc(' ', file);
    print_reason(file, reason);
}

/* `several`: failures are of several benches, and print their names. */
static void print_one(FILE *file, const struct failures *failures, bool several, const struct page *page)
{
    const char *word = status_word(failures->first->result.status);
    fputs(page->bad, file);
    int at = fprintf(file, "%zu %s", failures->count, word);
    fputs(page->plain, file);
    if (several) {
        FREED char *name = bench_name(failures->results, failures->problem);
        at += fprintf(file, " of %s", name);
    }
    at = print_common(file, page, failures, at);
    if (failures->count > 1)
        at = print_word(file, page, at, ",", "the first:");
    else
        at += fprintf(file, ":");
    print_why(file, page, failures->first->reason, at);
}

static void failures_print(FILE *file, const struct results *results, const struct page *page)
{
    size_t count;
    FREED struct failures *failures = failures_find(results, &count);
    bool several = false;
    for (size_t i = 1; i < count; i++)
        several |= !same_bench(failures[i].problem, failures->problem);
    for (size_t i = 0; i < count; i++)
        print_one(file, &failures[i], several, page);
}

/* ---- everything ---- */

static const struct named_problem *problem_of(const struct results *results, const struct row *row)
{
    return &results->problems[row->problem];
}

/* A line for each bench with a configuration whose status is no failure. */
static void print_unmeasured(FILE *file, const struct results *results, enum status status, const struct page *page)
{
    FREED bool *seen = allocate(results->families.count * sizeof *seen);
    for (size_t i = 0; i < results->count; i++) {
        const struct row *row = &results->rows[i];
        const struct named_problem *problem = problem_of(results, row);
        if (row->result.status != status || row->result.reference || seen[problem->family])
            continue;
        seen[problem->family] = true;
        fprintf(file, "%s%s%s %s/%s: ", page->bold, status_word(status), page->plain, problem->suite, problem->bench);
        print_reason(file, row->reason);
    }
}

static const char *reference_name(const struct results *results, const struct row *row)
{
    return problem_reference(problem_of(results, row), row->result.reference);
}

/* Adds a missing text. Returns whether it was there. */
static bool is_seen(struct texts *seen, const char *text)
{
    const size_t count = seen->count;
    return texts_number(seen, text) < count;
}

/* Distinct names after a text, which becomes a comma. Returns the column. */
static int print_names(FILE *file, const struct page *page, const struct texts *names, const char *before, int at)
{
    for (size_t i = 0; i < names->count; i++, before = ",")
        at = print_word(file, page, at, before, names->text[i]);
    return at;
}

/* Benches that need the same missing thing. */
struct lacking {
    struct texts benches, references;
};

static void take_lacking(struct lacking *lacking, const struct results *results, const struct row *row)
{
    FREED char *name = bench_name(results, problem_of(results, row));
    if (row->result.reference)
        texts_number(&lacking->references, reference_name(results, row));
    else
        texts_number(&lacking->benches, name);
}

/* Benches that cannot run here: one list for each missing thing. */
static void print_lacking(FILE *file, const struct results *results, const struct page *page)
{
    FREED_BY(texts_free) struct texts reasons = {0};
    FREED struct lacking *lacking = allocate(results->count * sizeof *lacking);
    for (size_t r = 0; r < results->count; r++) {
        const struct row *row = &results->rows[r];
        if (row->result.status != UNSUPPORTED)
            continue;
        take_lacking(&lacking[texts_number(&reasons, row->reason)], results, row);
    }
    for (size_t i = 0; i < reasons.count; i++) {
        const char *reason = reasons.text[i];
        fprintf(file, "%snot here%s", page->bold, page->plain);
        int at = (int)strlen("not here") + text_print(file, " (%.*s):", (int)strcspn(reason, "\n"), reason);
        at = print_names(file, page, &lacking[i].benches, "", at);
        print_names(file, page, &lacking[i].references,
                    lacking[i].benches.count ? "; references:" : " references:", at);
        fputc('\n', file);
        texts_free(&lacking[i].benches);
        texts_free(&lacking[i].references);
    }
}

/* Problems left out because of a budget or an interrupt. */
static void print_not_begun(FILE *file, const struct results *results, const struct page *page)
{
    const char *before = ":";
    int at = (int)strlen("not begun");
    for (size_t i = 0; i < results->problem_count; i++) {
        if (results_first(results, i))
            continue;
        if (*before == ':')
            fprintf(file, "%snot begun%s", page->bold, page->plain);
        FREED char *name = bench_name(results, &results->problems[i]);
        char word[256];
        snprintf(word, sizeof word, "%s %s", name, format_size(results->problems[i].size).text);
        at = print_word(file, page, at, before, word);
        before = ",";
    }
    fputs(*before == ':' ? "" : "\n", file);
}

/* Failed references, each once per kind of failure. */
static void print_failed_references(FILE *file, const struct results *results, const struct page *page)
{
    struct texts seen[STATUS_COUNT] = {0};
    for (size_t r = 0; r < results->count; r++) {
        const struct row *row = &results->rows[r];
        const struct named_problem *problem = problem_of(results, row);
        const enum status status = row->result.status;
        if (!row->result.reference || status == OK || status == UNSUPPORTED ||
            is_seen(&seen[status], reference_name(results, row)))
            continue;
        fprintf(file, "%sreference%s %s: %s%s%s for %s, size %s: ", page->bold, page->plain,
                reference_name(results, row), page->bad, status_word(status), page->plain, problem->bench,
                format_size(problem->size).text);
        print_reason(file, row->reason);
    }
    for (enum status status = 0; status < STATUS_COUNT; status++)
        texts_free(&seen[status]);
}

/* A time faster than the device allows is a fault. */
static void print_faults(FILE *file, const struct results *results, const struct page *page)
{
    const struct row *first = NULL;
    uint64_t count = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct row *row = &results->rows[i];
        if (row->result.status == OK && limit_is_fault(&row->result.limit)) {
            first = first ? first : row;
            count++;
        }
    }
    if (!count)
        return;
    FREED char *name = row_name(problem_of(results, first), &first->result);
    fprintf(file, "%sa fault of the model%s, or of a ceiling: %" PRIu64 " %s limit%s\n", page->bad, page->plain, count,
            count == 1 ? "configuration is faster than its" : "configurations are faster than their",
            count == 1 ? ":" : ", the first:");
    fprintf(file, "    %s at %s of %s\n", name, format_percent(first->result.limit.fraction).text,
            resource_word(first->result.limit.resource));
}

/* The phases with a share of the time, wrapped between them. */
static void print_phases(FILE *file, const struct page *page, const struct run_context *context)
{
    const char *between = "Seconds: ";
    int at = 0;
    for (enum phase phase = 0; phase < PHASES && context->wall_seconds > 0; phase++) {
        const double share = context->seconds[phase] / context->wall_seconds;
        char text[64];
        const int length = snprintf(text, sizeof text, "%s %s (%.3g %%)", phase_word(phase),
                                    format_digits(context->seconds[phase], 3).text, round(100 * share));
        if (!(share >= 0.005))
            continue;
        if (at + 3 + length > page->columns) {
            fprintf(file, ",\n%*s", TABLE_INDENT, "");
            between = "";
            at = TABLE_INDENT;
        }
        at += fprintf(file, "%s%s", between, text);
        between = ", ";
    }
    fputs(at ? ".\n" : "", file);
}

static void print_summary(FILE *file, const struct results *results, const uint64_t rows[STATUS_COUNT],
                          const struct page *page)
{
    uint64_t failed = 0;
    for (enum status status = INVALID; status < STATUS_COUNT; status++)
        failed += rows[status];
    const bool untimed = !rows[OK] && rows[VERIFIED];
    const uint64_t done = rows[untimed ? VERIFIED : OK];
    fprintf(file, "%" PRIu64 " configuration%s %s", done, done == 1 ? "" : "s",
            untimed ? "verified, none timed" : "measured");
    if (rows[VERIFIED] && !untimed)
        fprintf(file, ", %" PRIu64 " verified", rows[VERIFIED]);
    if (rows[COMPILED])
        fprintf(file, ", %" PRIu64 " compiled", rows[COMPILED]);
    if (failed)
        fprintf(file, ", %" PRIu64 " failed", failed);
    if (results->context.wall_seconds > 0)
        fprintf(file, ", in %s s", format_digits(results->context.wall_seconds, 3).text);
    fputs(".\n", file);
    print_phases(file, page, &results->context);
    if (results->context.shard.part)
        fprintf(file, "Part %" PRIu64 " of %" PRIu64 " of each space.\n", results->context.shard.part,
                results->context.shard.of);
    FREED char *lack = results_missing(results), *devices = results_devices(results);
    if (*devices)
        text_print(file, "Devices: %s.\n", devices);
    if (*lack)
        fprintf(file, "%sIncomplete: %s.%s\n", page->bad, lack, page->plain);
    else if (results->context.interrupted)
        fprintf(file, "%sInterrupted: this is what was done until then.%s\n", page->bad, page->plain);
}

/* Calls `print` with each suite that has a line in its table, and counts rows by status. */
static void each_suite(FILE *file, const struct results *results, const struct page *page, uint64_t rows[STATUS_COUNT],
                       void (*print)(FILE *file, const struct results *results, const struct groups *groups,
                                     const char *suite, const struct page *page))
{
    struct groups groups = groups_make(results);
    FREED_BY(texts_free) struct texts suites = {0};
    for (size_t i = 0; i < groups.count; i++) {
        const char *suite = groups.group[i].problem->suite;
        if (group_in_table(&groups.group[i], suite) && !is_seen(&suites, suite))
            print(file, results, &groups, suite, page);
        for (int status = 0; status < STATUS_COUNT; status++)
            rows[status] += groups.group[i].rows[status];
    }
    free(groups.group);
}

/* A single result is printed in full on a brief page, too. */
static struct page whole_of_one(const struct results *results, const struct page *page)
{
    struct page whole = *page;
    struct groups groups = groups_make(results);
    whole.brief = page->brief && groups_lines(&groups) > 1;
    free(groups.group);
    return whole;
}

void table_print(FILE *file, const struct results *results, const struct page *page)
{
    uint64_t rows[STATUS_COUNT] = {0};
    const struct page whole = whole_of_one(results, page);
    page = &whole;
    each_suite(file, results, page, rows, suite_table_print);
    front_print_objectives(file, results, page);
    if (results->count) {
        print_unmeasured(file, results, VERIFIED, page);
        print_unmeasured(file, results, COMPILED, page);
        print_lacking(file, results, page);
        print_failed_references(file, results, page);
        print_faults(file, results, page);
        failures_print(file, results, page);
    }
    print_not_begun(file, results, page);
    print_summary(file, results, rows, page);
}

void table_markdown(FILE *file, const struct results *results, const struct page *page)
{
    uint64_t rows[STATUS_COUNT] = {0};
    each_suite(file, results, page, rows, suite_markdown_print);
    print_summary(file, results, rows, page);
    fputc('\n', file);
}
