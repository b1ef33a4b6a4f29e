/* gpubench cache: lists, and removes, cached results of earlier runs. */
#include "cli/verbs/verbs.h"

#include "base/store_use.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "reports/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

enum { DAY = 24 * 60 * 60 };

/* ---- listing ---- */

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

/* Suggests further options, if none was given: lines that each remove more than the one before. */
static void print_more(const struct store_items *items, int64_t now)
{
    static const int days[] = {30, 7, 1, 0};
    size_t before = 0;
    if (items->count)
        puts("That is what goes by itself, unused for the days that `gpubench cache` shows. To remove more:");
    for (size_t d = 0; d < sizeof days / sizeof *days; d++) {
        size_t count = 0;
        uint64_t bytes = 0;
        for (; count < items->count && now - items->item[count].used >= days[d] * DAY; count++)
            bytes += items->item[count].bytes;
        if (count > before)
            printf("  gpubench cache prune --older %-2d  would remove %zu of %zu, %s\n", days[d], count, items->count,
                   format_bytes(bytes).text);
        before = count;
    }
}

/* Without options removes what would expire. */
static int prune(struct store_items *items, const struct options *options)
{
    const size_t count = items->count;
    const uint64_t bytes = bytes_of(items);
    const int64_t seconds = options->older == NO_NUMBER ? -1 : (int64_t)options->older * DAY;
    const bool good = store_items_prune(items, seconds, options->to);
    const uint64_t left = bytes_of(items);
    printf("removed %zu of %zu entries, %s; ", count - items->count, count, format_bytes(bytes - left).text);
    printf("%s stay\n", format_bytes(left).text);
    if (options->older == NO_NUMBER && options->to == NO_NUMBER)
        print_more(items, time(NULL));
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
