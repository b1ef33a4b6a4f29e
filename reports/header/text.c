#include "reports/header/header.h"

#include "base/text.h"
#include "reports/doubt.h"
#include "reports/format.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The text can neither end nor begin a comment nor leave its line, and is printed as it is. */
void header_comment(FILE *file, const char *text)
{
    FREED char *printable = text_printable(text, strlen(text));
    for (const char *at = printable; *at; at++)
        fputc(strchr("*\\?", *at) ? '_' : *at, file);
}

/* An octal escape has at most three digits, so a following digit is safe. */
void header_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || strchr("\"\\?", *text) || (unsigned char)*text > '~')
            fprintf(file, "\\%03o", (unsigned char)*text);
        else
            fputc(*text, file);
    fputc('"', file);
}

static void print_device(FILE *file, const struct compute_device *device)
{
    header_comment(file, device->name);
    fputs(" (", file);
    header_comment(file, device->backend);
    if (*device->driver) {
        fputs(", driver ", file);
        header_comment(file, device->driver);
    }
    fputc(')', file);
}

/* Its distances from the limit, and from the user's alternative; nothing if unknown. */
static void print_distance(FILE *file, const struct entry *entry, const char *margin)
{
    const struct best *best = entry->best;
    const struct limit *limit = &best->result.limit;
    bool limited = best_fraction(best) > 0, compared = best->reference_ns > 0;
    if (!limited && !compared)
        return;
    fprintf(file, "%s * ", margin);
    if (limited)
        fprintf(file, "%s of %s", format_percent(limit->fraction).text, resource_word(limit->resource));
    if (compared) {
        fprintf(file, "%s%sx ", limited ? ", " : "", format_digits(best->reference_ns / best_time(best), 3).text);
        header_comment(file, problem_reference(entry->problem, best->reference));
    }
    fputs(";\n", file);
}

/* The error of its answers, and the largest allowed one; nothing if unknown. */
static void print_error(FILE *file, const struct entry *entry, const char *margin)
{
    const struct named_problem *problem = entry->problem;
    const double error = row_error(problem, &entry->best->result);
    char most[MAX_NUMBER];
    number_word(problem->max_error, most);
    if (!isfinite(error))
        return;
    fprintf(file, "%s * ", margin);
    header_comment(file, problem->figures.text[problem->error - 1]);
    fprintf(file, " %s", format_bound(error).text);
    if (problem->max_error > 0)
        fprintf(file, ", of those that are at most %s", most);
    fputs(";\n", file);
}

bool header_is_imported(const struct entry *entry)
{
    return !entry->from->context.measuring && !strcmp(entry->problem->suite, entry->from->context.device.backend);
}

void header_origin(FILE *file, const struct entry *entry, const char *margin)
{
    const struct run_context *context = &entry->from->context;
    const struct result *best = &entry->best->result;
    fprintf(file, "%s/* ", margin);
    print_device(file, &context->device);
    if (entry->problem->size)
        fprintf(file, ", n = %" PRIu64, entry->problem->size);
    else
        fputs(", of unknown size", file);
    fprintf(file, ":\n%s * ", margin);
    fputs(format_time(best).text, file);
    if (format_half_width(best) > 0)
        fputs(" (95 % interval)", file);
    if (entry->best->objective == OBJECTIVE_ALONE)
        fprintf(file, ", and %s isolated, by which it was chosen", format_ns(best_time(entry->best)).text);
    if (entry->best->objective == OBJECTIVE_VALUE) {
        fputs(", the one with the least ", file);
        header_comment(file, entry->problem->objective);
        fprintf(file, ", %s", format_digits(best->value, 3).text);
    }
    if (entry->best->default_ns > 0)
        fprintf(file, ", %s times as fast as the default",
                format_digits(entry->best->default_ns / best_time(entry->best), 3).text);
    fputs(";\n", file);
    print_distance(file, entry, margin);
    const struct doubt_text doubt = doubt_text(entry->best, &context->device);
    if (*doubt.text)
        fprintf(file, "%s * %s;\n", margin, doubt.text);
    print_error(file, entry, margin);
    fprintf(file, "%s * ", margin);
    header_comment(file, context->date);
    fputs(header_is_imported(entry) ? ", not verified: imported by gpubench " : ", gpubench ", file);
    header_comment(file, context->version);
    fputs(" (", file);
    header_comment(file, context->commit);
    fputs(") */\n", file);
}

/* The largest known cost; there is at least one. */
static void print_worst(FILE *file, const struct regret *regret)
{
    fprintf(file, "at most %.2f %% slower than the best there, as at %" PRIu64 " by the entry of %" PRIu64,
            100 * regret->worst, regret->at, regret->from);
}

void header_regret(FILE *file, const struct regrets *regrets, const struct regret *held_out)
{
    const struct regret left_out = regrets_left_out(regrets);
    if (!left_out.sizes && !held_out->sizes)
        return;
    FREED char *options = problem_options(regrets->entry->problem);
    fputs("/* Sizes without an entry, looked up on ", file);
    header_comment(file, regrets->entry->from->context.device.name);
    fputs(*options ? " for " : "", file);
    header_comment(file, options);
    if (left_out.sizes) {
        fputs(":\n * left out are", file);
        for (size_t i = 0; i < regrets->count; i++)
            if (!regrets->kept[i])
                fprintf(file, " %" PRIu64, regrets->size[i]);
        fputs(":\n * ", file);
        print_worst(file, &left_out);
    }
    if (held_out->sizes) {
        fprintf(file, "%s\n * of %zu between others, each held out in turn, %zu have a known time%s",
                left_out.sizes ? ";" : ":", held_out->sizes, held_out->known, held_out->known ? ":\n * " : "");
        if (held_out->known)
            print_worst(file, held_out);
        if (held_out->slower)
            fprintf(file, ";\n * %zu were clearly slower, how far is not known", held_out->slower);
    }
    fputs(" */\n", file);
}

void header_compromise(FILE *file, const struct entry *first, size_t count, enum compromise by)
{
    const bool valued = first->best->objective == OBJECTIVE_VALUE;
    if (count < 2)
        return;
    fprintf(file,
            "/* One configuration for all, of those timed at each: that whose %s %s over the best there is the least."
            "\n * %s than the best by",
            by == COMPROMISE_MAX ? "largest" : "mean", valued ? "value" : "time", valued ? "Worse" : "Slower");
    for (size_t i = 0; i < count; i++) {
        FREED char *words = compromise_cost(first, count, &first[i]);
        fputs(i ? ",\n * " : "\n * ", file);
        header_comment(file, words);
    }
    fputs(" */\n", file);
}
