/* gpubench cache: what is kept of earlier runs, and how to be rid of it. */
#include "cli/verbs/verbs.h"

#include "base/store_use.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "reports/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

enum { DAY = 24 * 60 * 60 };

/* ---- what is there ---- */

static struct text days_text(int64_t seconds, const char *behind)
{
    struct text text;
    const int64_t days = seconds / DAY;
    if (days < 1)
        snprintf(text.text, sizeof text.text, "%s", *behind ? "today" : "an hour");
    else
        snprintf(text.text, sizeof text.text, "%" PRId64 " day%s%s", days, days == 1 ? "" : "s", behind);
    return text;
}

static void print_class(const struct store_items *items, size_t class, int64_t now)
{
    size_t count = 0;
    uint64_t bytes = 0;
    int64_t oldest = INT64_MAX, newest = INT64_MIN;
    for (size_t i = 0; i < items->count; i++) {
        const struct store_item *item = &items->item[i];
        if (item->class != class)
            continue;
        count++;
        bytes += item->bytes;
        oldest = item->used < oldest ? item->used : oldest;
        newest = item->used > newest ? item->used : newest;
    }
    if (!count)
        return;
    const int64_t stays = store_class_seconds(class);
    printf("%-12s  %7zu  %9s  %14s  %14s  %s\n", store_class_word(class), count, format_bytes(bytes).text,
           days_text(now - oldest, " ago").text, days_text(now - newest, " ago").text,
           stays ? days_text(stays, "").text : "never");
}

static uint64_t bytes_of(const struct store_items *items)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < items->count; i++)
        bytes += items->item[i].bytes;
    return bytes;
}

static void show(const char *folder, const struct store_items *items)
{
    text_print(stdout, "%s: %s\n", folder, format_bytes(bytes_of(items)).text);
    if (!items->count)
        return;
    puts("\nkind          entries       size  least recently   most recently  goes unused after");
    for (size_t class = 0; class < STORE_CLASSES; class ++)
        print_class(items, class, time(NULL));
}

/* ---- prune ---- */

/* By itself goes what would go anyway. */
static int prune(struct store_items *items, const struct options *options)
{
    const size_t count = items->count;
    const uint64_t bytes = bytes_of(items);
    const int64_t seconds = options->older == NO_NUMBER ? -1 : (int64_t)options->older * DAY;
    const bool good = store_items_prune(items, seconds, options->to);
    const uint64_t left = bytes_of(items);
    printf("removed %zu of %zu entries, %s; ", count - items->count, count, format_bytes(bytes - left).text);
    printf("%s stay\n", format_bytes(left).text);
    if (good)
        return 0;
    fputs("gpubench: cache: not all of it can be removed: it may not be this user's\n", stderr);
    return 2;
}

int verb_cache(UNNEEDED const struct registry *registry, struct options *options)
{
    struct fault fault = {0};
    struct store_items items;
    const char *folder;
    int status = 0;
    if (store_folder(&folder, &fault) != OK)
        return report_fault(&fault, 2);
    store_items_find(&items, folder);
    if (options->form == FORM_CACHE_PRUNE)
        status = prune(&items, options);
    else
        show(folder, &items);
    store_items_free(&items);
    return status;
}
