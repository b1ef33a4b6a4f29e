#include "reports/compare/block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

/* The rows of each problem: those of problem p are row[begin[p]] to row[begin[p + 1]], in order. */
struct grouped {
    size_t *begin;
    const struct row **row;
};

/* Without references. */
static struct grouped group_rows(const struct results *results)
{
    struct grouped grouped = {.begin = allocate((results->problem_count + 2) * sizeof *grouped.begin),
                              .row = allocate((results->count + 1) * sizeof *grouped.row)};
    for (size_t r = 0; r < results->count; r++)
        grouped.begin[results->rows[r].problem + 2] += !results->rows[r].result.reference;
    for (size_t p = 2; p < results->problem_count + 2; p++)
        grouped.begin[p] += grouped.begin[p - 1];
    for (size_t r = 0; r < results->count; r++)
        if (!results->rows[r].result.reference)
            grouped.row[grouped.begin[results->rows[r].problem + 1]++] = &results->rows[r];
    return grouped;
}

static void free_grouped(struct grouped *grouped)
{
    free(grouped->begin);
    free(grouped->row);
}

/* ---- configurations ---- */

static size_t parameter_of(const struct named_problem *problem, const char *name)
{
    size_t p = 0;
    while (p < problem->parameters && strcmp(problem->parameter[p].name, name))
        p++;
    return p;
}

/* The words of a configuration of `a`, or of `b`, for the parameters of `a` that `b` has, too: one per line. The caller
 * frees the text. */
static char *shared_words(const struct named_problem *a, const struct named_problem *b, bool of_b, uint64_t index)
{
    char *text = NULL;
    size_t size;
    FILE *file = memory_stream(&text, &size);
    for (size_t p = 0; p < a->parameters; p++) {
        const size_t other = parameter_of(b, a->parameter[p].name);
        if (other < b->parameters)
            fprintf(file, "%s\n", of_b ? problem_word(b, index, other) : problem_word(a, index, p));
    }
    fclose(file);
    return text;
}

/* The rows that represent a bench as a whole: the last of its failures; the first timed row, else the last one. */
struct whole {
    const struct row *failure, *any;
};

/* The configurations of `b`, by their words; the first of each. Notes rows of the whole bench. */
static struct texts list_words(const struct named_problem *a, const struct named_problem *b,
                               const struct row *const *row, size_t count, const struct row **listed,
                               struct whole *whole)
{
    struct texts words = {0};
    for (size_t r = 0; r < count; r++) {
        const bool failure = row[r]->result.index == NO_CONFIGURATION;
        whole->any = whole->any && row_timed(&whole->any->result) ? whole->any : row[r];
        whole->failure = failure ? row[r] : whole->failure;
        if (failure)
            continue;
        FREED char *text = shared_words(a, b, true, row[r]->result.index);
        listed[words.count] = row[r];
        texts_add(&words, text);
    }
    return words;
}

/* Matches the unmatched rows of problem `a` in an equal problem `b`. */
static void match_problem(const struct results *from, const struct grouped *ours, const struct named_problem *a,
                          const struct results *in, const struct grouped *theirs, const struct named_problem *b,
                          struct whole *whole, const struct row **same)
{
    const size_t begin = theirs->begin[b - in->problems], count = theirs->begin[b - in->problems + 1] - begin;
    FREED const struct row **listed = allocate((count + 1) * sizeof *listed);
    FREED_BY(texts_free) struct texts words = list_words(a, b, theirs->row + begin, count, listed, whole);
    for (size_t r = ours->begin[a - from->problems]; r < ours->begin[a - from->problems + 1]; r++) {
        const struct row *row = ours->row[r];
        if (row->result.index == NO_CONFIGURATION || same[row - from->rows])
            continue;
        FREED char *text = shared_words(a, b, false, row->result.index);
        const size_t found = texts_find(&words, text);
        same[row - from->rows] = found == SIZE_MAX ? NULL : listed[found];
    }
}

const struct row **match_rows(const struct results *in, const struct results *from)
{
    const struct row **same = allocate((from->count + 1) * sizeof *same);
    FREED const struct named_problem **sorted = problems_sorted(in);
    struct grouped ours = group_rows(from), theirs = group_rows(in);
    for (size_t p = 0; p < from->problem_count; p++) {
        const struct named_problem *a = &from->problems[p];
        struct whole whole = {0};
        for (size_t i = problems_find(sorted, in->problem_count, a); i < in->problem_count; i++) {
            if (!same_problem(sorted[i], a))
                break;
            match_problem(from, &ours, a, in, &theirs, sorted[i], &whole, same);
        }
        for (size_t r = ours.begin[p]; r < ours.begin[p + 1]; r++) {
            const struct row **one = &same[ours.row[r] - from->rows];
            if (!*one)
                *one = ours.row[r]->result.index == NO_CONFIGURATION ? whole.any : whole.failure;
        }
    }
    free_grouped(&ours);
    free_grouped(&theirs);
    return same;
}

size_t *match_added(const struct results *in, const struct results *from, size_t *count)
{
    FREED const struct named_problem **sorted = problems_sorted(from);
    size_t *added = allocate((in->problem_count + 1) * sizeof *added);
    FREED bool *timed = allocate((in->problem_count + 1) * sizeof *timed);
    *count = 0;
    for (size_t r = 0; r < in->count; r++)
        timed[in->rows[r].problem] = timed[in->rows[r].problem] || row_timed(&in->rows[r].result);
    for (size_t p = 0; p < in->problem_count; p++) {
        const size_t at = problems_find(sorted, from->problem_count, &in->problems[p]);
        const bool known = at < from->problem_count && same_problem(sorted[at], &in->problems[p]);
        if (timed[p] && !known)
            added[(*count)++] = p;
    }
    return added;
}

/* ---- blocks ---- */

bool block_failed(const struct block *block)
{
    return block->failure.result.status != OK;
}

void block_fail(struct block *block, enum status status, const char *reason)
{
    *block = (struct block){.failure = {.result = result_of(NO_CONFIGURATION, 0), .reason = allocate_text(reason)}};
    block->failure.result.status = status;
}

void block_free(struct block *block)
{
    results_free(&block->results);
    free(block->failure.reason);
    *block = (struct block){0};
}

const struct row **block_rows(const struct block *block, const struct results *from)
{
    if (!block_failed(block))
        return match_rows(&block->results, from);
    const struct row **rows = allocate((from->count + 1) * sizeof *rows);
    for (size_t r = 0; r < from->count; r++)
        rows[r] = &block->failure;
    return rows;
}
