/* gpubench cache: what is kept of earlier runs, and how to be rid of it. */
#include "cli/verbs/verbs.h"

#include "base/parse.h"
#include "base/store_use.h"
#include "base/text.h"
#include "cli/complain.h"
#include "reports/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { DAY = 24 * 60 * 60, MOST_DAYS = 36500 };

static int usage(const char *problem, const char *word)
{
    text_print(stderr,
               "gpubench: cache: %s'%s'; usage: gpubench cache, or gpubench cache prune [--older DAYS] [--to SIZE]\n",
               problem, word);
    return 2;
}

/* ---- what is there ---- */

static struct text bytes_text(uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    size_t unit = 0;
    struct text text;
    for (; value >= 1024 && unit + 1 < sizeof units / sizeof *units; unit++)
        value /= 1024;
    snprintf(text.text, sizeof text.text, "%.*f %s", unit && value < 100, value, units[unit]);
    return text;
}

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
    printf("%-12s  %7zu  %9s  %14s  %14s  %s\n", store_class_word(class), count, bytes_text(bytes).text,
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
    text_print(stdout, "%s: %s\n", folder, bytes_text(bytes_of(items)).text);
    if (!items->count)
        return;
    puts("\nkind          entries       size  least recently   most recently  goes unused after");
    for (size_t class = 0; class < STORE_CLASSES; class ++)
        print_class(items, class, time(NULL));
}

/* ---- prune ---- */

/* What is asked for: by itself goes what would go anyway. */
struct pruning {
    int64_t seconds;
    uint64_t bytes;
};

static int parse_pruning(int argc, char **argv, struct pruning *pruning)
{
    *pruning = (struct pruning){.seconds = -1, .bytes = UINT64_MAX};
    for (int i = 0; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        uint64_t days;
        if (!strcmp(argv[i], "--older")) {
            if (!parse_whole(value, 0, MOST_DAYS, &days))
                return usage("--older takes days, 0 to 36500, not ", value);
            pruning->seconds = (int64_t)days * DAY;
        } else if (!strcmp(argv[i], "--to")) {
            if (!parse_bytes(value, &pruning->bytes))
                return usage("--to takes a size, as 500M or 2G, not ", value);
        } else {
            return usage("prune: unknown option ", argv[i]);
        }
    }
    return 0;
}

static int prune(struct store_items *items, const struct pruning *pruning)
{
    const size_t count = items->count;
    const uint64_t bytes = bytes_of(items);
    const bool good = store_items_prune(items, pruning->seconds, pruning->bytes);
    const uint64_t left = bytes_of(items);
    printf("removed %zu of %zu entries, %s; ", count - items->count, count, bytes_text(bytes - left).text);
    printf("%s stay\n", bytes_text(left).text);
    if (good)
        return 0;
    fputs("gpubench: cache: not all of it can be removed: it may not be this user's\n", stderr);
    return 2;
}

int verb_cache(const struct registry *registry, int argc, char **argv)
{
    (void)registry;
    struct pruning pruning;
    struct fault fault = {0};
    struct store_items items;
    const char *folder;
    const bool prunes = argc > 1 && !strcmp(argv[1], "prune");
    if (argc > 1 && !prunes)
        return usage("unknown word ", argv[1]);
    int status = prunes ? parse_pruning(argc - 2, argv + 2, &pruning) : 0;
    if (status)
        return status;
    if (store_folder(&folder, &fault) != OK)
        return complain(&fault, 2);
    store_items_find(&items, folder);
    if (prunes)
        status = prune(&items, &pruning);
    else
        show(folder, &items);
    store_items_free(&items);
    return status;
}
