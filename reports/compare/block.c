#include "reports/compare/block.h"

#include "base/memory.h"
#include "reports/compare/match.h"

#include <stdlib.h>

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
