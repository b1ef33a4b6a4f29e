/* Parses, and prints, the values of each kind of option. */
#include "base/options/table.h"

#include "base/launched.h"
#include "base/parse.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* An explicit part, or the one that a launcher assigned. */
static const char *take_shard(const struct option *option, struct shard_option *shard, const char *text)
{
    if (!strcmp(text, "env"))
        return launched_part(&shard->number, &shard->of);
    return parse_part(text, &shard->number, &shard->of) ? NULL : option->wanted;
}

/* The words of an OPTION_WORD, with `between` between them and `last` before the last; until the next call. */
static const char *join(const struct option *option, const char *between, const char *last)
{
    static char text[80];
    text[0] = '\0';
    for (const char *const *word = option->words; *word; word++)
        if (**word)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s",
                     !*text    ? ""
                     : word[1] ? between
                               : last,
                     *word);
    return text;
}

static bool take_word(const struct option *option, unsigned *value, const char *text)
{
    for (*value = 0; option->words[*value]; ++*value)
        if (*text && !strcmp(option->words[*value], text))
            return true;
    *value = 0;
    return false;
}

static const char *take_set(struct options *options, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
        return "PARAMETER=VALUE[,VALUE]";
    if (options->sets == MAX_SETS)
        return "at most 32 times";
    options->set[options->sets++] = text;
    return NULL;
}

static bool take_whole(const struct option *option, uint64_t *value, const char *text)
{
    return parse_whole(text, 0, UINT64_MAX, value) && (double)*value >= option->least && (double)*value <= option->most;
}

static bool take_texts(struct option_texts *texts, const char *text)
{
    if (!*text || texts->count == MAX_SETS)
        return false;
    texts->text[texts->count++] = text;
    return true;
}

/* Numbers, and prefixes of UUIDs. */
static bool is_device_list(const char *text)
{
    if (!strcmp(text, "all"))
        return true;
    for (size_t length; (length = strcspn(text, ",")); text += length + 1) {
        const bool number = length <= 3 && strspn(text, "0123456789") >= length;
        if (!number && (length < 5 || (strncmp(text, "GPU-", 4) != 0 && strncmp(text, "MIG-", 4) != 0)))
            return false;
        if (!text[length])
            return true;
    }
    return false;
}

static bool take(const struct option *option, void *place, const char *const *text)
{
    const char **texts = place;
    double *number = place;
    struct budget_option *budget = place;
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)place = true;
        return true;
    case OPTION_PAIR:
        texts[1] = text[1];
        texts[0] = text[0];
        return *text[0] && *text[1];
    case OPTION_WHOLE:
        return take_whole(option, place, *text);
    case OPTION_NUMBER:
        return parse_number(*text, option->least, option->most, number);
    case OPTION_SHARE:
        return parse_share(*text, option->least, option->most, number);
    case OPTION_SECONDS:
        return parse_seconds(*text, false, number);
    case OPTION_BUDGET:
        return parse_budget(*text, &budget->seconds, &budget->count);
    case OPTION_BYTES:
        return parse_bytes(*text, place);
    case OPTION_WORD:
        return take_word(option, place, *text);
    case OPTION_TEXTS:
        return take_texts(place, *text);
    case OPTION_SECRET:
        return parse_secret(*text, place);
    case OPTION_DEVICES:
        *texts = *text;
        return is_device_list(*text);
    case OPTION_TARGETS:
        *texts = *text;
        return parse_list(*text, MAX_TARGETS);
    default:
        *texts = *text;
        return **text;
    }
}

const char *option_take(const struct option *option, struct options *options, const char *const *text)
{
    if (option->kind == OPTION_SET)
        return take_set(options, *text);
    if (option->kind == OPTION_SHARD)
        return take_shard(option, (struct shard_option *)((char *)options + option->place), *text);
    if (take(option, (char *)options + option->place, text))
        return NULL;
    return option->wanted ? option->wanted : option->words ? join(option, ", ", " or ") : "a value";
}

const char *option_argument(const struct option *option)
{
    return option->words ? join(option, "|", "|") : option->argument;
}

static void put(char *text, size_t size, const char *value)
{
    snprintf(text, size, "%s", value && *value ? value : "default");
}

void option_text(const struct option *option, const struct options *options, char *text, size_t size)
{
    const void *place = (const char *)options + option->place;
    const struct shard_option *shard = place;
    switch (option->kind) {
    case OPTION_FLAG:
        return put(text, size, *(const bool *)place ? "yes" : "no");
    case OPTION_WORD:
        return put(text, size, option->words[*(const unsigned *)place]);
    case OPTION_WHOLE:
        snprintf(text, size, "%" PRIu64, *(const uint64_t *)place);
        return;
    case OPTION_SHARD: /* "" if it is not given: older files have no such field */
        *text = '\0';
        if (shard->of)
            snprintf(text, size, "%" PRIu64 "/%" PRIu64, shard->number, shard->of);
        return;
    case OPTION_NUMBER:
    case OPTION_SHARE:
    case OPTION_SECONDS:
        snprintf(text, size, "%.12g", *(const double *)place);
        return;
    default:
        return put(text, size, *(const char *const *)place);
    }
}
