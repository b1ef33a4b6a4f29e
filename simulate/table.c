#include "simulate/table.h"

#include "base/memory.h"
#include "base/text.h"
#include "reports/json/document.h"
#include "reports/table/words.h"
#include "simulate/score.h"

#include <math.h>
#include <stdlib.h>

enum { SHARES = sizeof line_shares / sizeof *line_shares };

struct line line_of(const struct runs *runs, const char *strategy)
{
    struct line line = {
        .strategy = strategy, .score = runs_score(runs), .doubts = doubts_of(runs), .at_most_more = NAN};
    for (size_t s = 0; s < SHARES; s++)
        line.reach[s] = runs_reach(runs, recorded_within(runs->recorded, line_shares[s]));
    return line;
}

struct line line_of_like(const struct runs *runs, const struct runs *without, const char *strategy)
{
    struct line line = line_of(runs, strategy);
    line.at_most_more = runs_at_most_more(runs, without, recorded_within(runs->recorded, *line_shares), AT_MOST_MORE);
    return line;
}

struct line line_of_chance(const struct recorded *recorded, size_t evaluations)
{
    struct line line = {.strategy = "(draws at random)", .score = NAN, .at_most_more = NAN};
    for (size_t s = 0; s < SHARES; s++)
        line.reach[s] = chance_reach(recorded, evaluations, recorded_within(recorded, line_shares[s]));
    return line;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Line number `l` over all spaces: the median of the medians, the means of shares and scores; no interval; and the
 * estimates at the end of all runs. */
static struct line line_of_all(const struct simulated *simulated, size_t count, size_t l)
{
    struct line all = {.strategy = simulated->line[l].strategy, .score = NAN, .at_most_more = 0};
    FREED double *median = allocate(count * sizeof *median);
    size_t scores = 0;
    double score = 0;
    for (size_t i = 0; i < count; i++) {
        const bool has_score = !isnan(simulated[i].line[l].score);
        all.at_most_more += simulated[i].line[l].at_most_more / (double)count;
        score += has_score ? simulated[i].line[l].score : 0;
        scores += has_score;
        all.doubts = doubts_join(all.doubts, simulated[i].line[l].doubts);
    }
    if (scores)
        all.score = score / (double)scores;
    for (size_t s = 0; s < SHARES; s++) {
        all.reach[s].interval[0] = all.reach[s].interval[1] = NAN;
        for (size_t i = 0; i < count; i++) {
            median[i] = simulated[i].line[l].reach[s].median;
            all.reach[s].share += simulated[i].line[l].reach[s].share / (double)count;
        }
        qsort(median, count, sizeof *median, ascending);
        all.reach[s].median = (median[(count - 1) / 2] + median[count / 2]) / 2;
    }
    return all;
}

/* NAN for a count of 0. */
static double share_of(size_t part, size_t count)
{
    return count ? (double)part / (double)count : (double)NAN;
}

/* ---- as a table ---- */

static struct text count_text(double count, size_t evaluations)
{
    return isinf(count) ? format_text("> %zu", evaluations) : format_text("%g", count);
}

static struct text interval_text(const double interval[2], size_t evaluations)
{
    if (isnan(interval[0]))
        return format_text("%s", "");
    return format_text("%s - %s", count_text(interval[0], evaluations).text, count_text(interval[1], evaluations).text);
}

static struct grid_line grid_of(const struct line *line, size_t evaluations)
{
    struct grid_line grid = {.cell[0] = format_text("%s", line->strategy)};
    for (size_t s = 0; s < SHARES; s++) {
        const struct reach *reach = &line->reach[s];
        grid.cell[3 * s + 1] = count_text(reach->median, evaluations);
        grid.cell[3 * s + 2] = interval_text(reach->interval, evaluations);
        grid.cell[3 * s + 3] = format_percent(reach->share);
    }
    if (!isnan(line->score))
        grid.cell[3 * SHARES + 1] = format_text("%.2f", line->score);
    if (line->doubts.runs)
        grid.cell[3 * SHARES + 2] = format_percent(share_of(line->doubts.reported, line->doubts.runs));
    if (line->doubts.reported)
        grid.cell[3 * SHARES + 3] = format_percent(share_of(line->doubts.right, line->doubts.reported));
    return grid;
}

static void print_lines(FILE *file, const struct page *page, const struct line *line, size_t count, size_t evaluations)
{
    static const struct grid_line titles = {.cell = {{"strategy"},
                                                     {"to 5 %"},
                                                     {"95 %"},
                                                     {"runs"},
                                                     {"to 1 %"},
                                                     {"95 %"},
                                                     {"runs"},
                                                     {"score"},
                                                     {"\"1 %\""},
                                                     {"right"}}};
    static const int order[] = {5, 2, 7, 9, 8, 6, 3};
    int width[GRID_COLUMNS] = {0};
    FREED struct grid_line *grid = allocate(count * sizeof *grid);
    for (size_t i = 0; i < count; i++) {
        grid[i] = grid_of(&line[i], evaluations);
        grid_fit(width, &grid[i]);
    }
    grid_fit_head(width, &titles);
    grid_narrow(width, page, order, sizeof order / sizeof *order);
    grid_print_head(file, &titles, width, 1);
    for (size_t i = 0; i < count; i++) {
        grid_print(file, &grid[i], width, 1);
        fputc('\n', file);
    }
    for (size_t i = 0; i < count; i++)
        if (!isnan(line[i].at_most_more)) {
            FREED char *more = text_make("%s: at most %d evaluations more to 5 %% than without it in %s of the runs\n",
                                         line[i].strategy, AT_MOST_MORE, format_percent(line[i].at_most_more).text);
            page_print(file, page, more);
        }
    fputc('\n', file);
}

void simulated_print(FILE *file, const struct page *page, const struct simulated *simulated, size_t count, size_t lines)
{
    FREED struct line *all = allocate(lines * sizeof *all);
    size_t most = 0;
    for (size_t i = 0; i < count; i++) {
        const struct recorded *recorded = simulated[i].recorded;
        FREED char *head = text_make("%s: %zu configurations, %zu timed, best %s; %zu runs of %zu evaluations\n",
                                     simulated[i].name, recorded->count, recorded->timed,
                                     format_ns(*recorded->best).text, simulated[i].repeats, simulated[i].evaluations);
        page_print(file, page, head);
        print_lines(file, page, simulated[i].line, lines, simulated[i].evaluations);
        most = simulated[i].evaluations > most ? simulated[i].evaluations : most;
    }
    for (size_t l = 0; l < lines; l++)
        all[l] = line_of_all(simulated, count, l);
    if (count > 1) {
        FREED char *head = text_make("all %zu spaces: the median of the medians, means of shares and scores\n", count);
        page_print(file, page, head);
        print_lines(file, page, all, lines, most);
    }
    page_print(
        file, page,
        "to 5 %, 1 %: evaluations after which half of the runs had a configuration within so much of the best, "
        "the 95 % interval of that median, and the share of runs that had one at the end; score: 0 is as good "
        "as draws at random, 1 the best at once; \"1 %\": the share of runs that ended with the words that more than "
        "1 % to gain is unlikely, and of these the share that was right (simulate/README.md)\n");
}

/* ---- as JSON ---- */

/* What is unknown, or not within the budget, is null. */
static void put_line(struct document *document, const struct line *line)
{
    document_object(document, NULL);
    document_text(document, "strategy", line->strategy);
    document_array(document, "reach");
    for (size_t s = 0; s < SHARES; s++) {
        const struct reach *reach = &line->reach[s];
        document_object(document, NULL);
        document_real(document, "within", line_shares[s]);
        document_real(document, "median", reach->median);
        document_array(document, "ci95");
        for (size_t i = 0; i < 2; i++)
            document_real(document, NULL, reach->interval[i]);
        document_end(document);
        document_real(document, "share", reach->share);
        document_end(document);
    }
    document_end(document);
    document_real(document, "score", line->score);
    document_real(document, "at_most_5_more", line->at_most_more);
    document_object(document, "doubt");
    document_whole(document, "runs", line->doubts.runs);
    document_real(document, "said", share_of(line->doubts.reported, line->doubts.runs));
    document_real(document, "right", share_of(line->doubts.right, line->doubts.reported));
    document_real(document, "covered", share_of(line->doubts.covered, line->doubts.runs));
    document_end(document);
    document_end(document);
}

static void put_lines(struct document *document, const struct line *line, size_t lines)
{
    document_array(document, "strategies");
    for (size_t l = 0; l < lines; l++)
        put_line(document, &line[l]);
    document_end(document);
}

enum status simulated_print_json(FILE *file, const struct simulated *simulated, size_t count, size_t lines,
                                 struct fault *fault)
{
    struct document *document = document_make("gpubench/simulation/1");
    FREED struct line *all = allocate(lines * sizeof *all);
    document_array(document, "spaces");
    for (size_t i = 0; i < count; i++) {
        const struct recorded *recorded = simulated[i].recorded;
        document_object(document, NULL);
        document_text(document, "name", simulated[i].name);
        document_whole(document, "configurations", recorded->count);
        document_whole(document, "timed", recorded->timed);
        document_real(document, "best_ns", *recorded->best);
        document_whole(document, "repeats", simulated[i].repeats);
        document_whole(document, "evaluations", simulated[i].evaluations);
        put_lines(document, simulated[i].line, lines);
        document_end(document);
    }
    document_end(document);
    for (size_t l = 0; l < lines; l++)
        all[l] = line_of_all(simulated, count, l);
    document_object(document, "all");
    put_lines(document, all, lines);
    document_end(document);
    return document_print(document, file, fault);
}
