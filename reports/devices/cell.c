#include "reports/devices/devices.h"
#include "reports/parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct device_entry *device_entry(const struct device_problem *problem, size_t device)
{
    for (size_t i = 0; i < problem->entries; i++)
        if (problem->entry[i]->device == device)
            return problem->entry[i];
    return NULL;
}

/* Whether the configuration of that name counts as the best of a device. */
static bool is_best(const struct device_problem *problem, const struct device_entry *entry, const char *name)
{
    return entry->best && entry->chosen == problem->chosen && !strcmp(entry->best_name, name);
}

/* The cost of a timed row over the best; NAN if it is unknown for one of them. */
static double cost_of(const struct device_entry *best, const struct result *row)
{
    const double own = result_aim(row, best->objective), least = result_aim(best->best, best->objective);
    return own > 0 && least > 0 ? own / least - 1 : (double)NAN;
}

/* The cell of a configuration's row, where `best` counts for the device. */
static struct device_cell cell_of(const struct device_problem *problem, const struct device_entry *best,
                                  const struct result *row)
{
    struct device_cell cell = {.kind = CELL_NOTHING, .row = row, .status = row->status};
    if (!row_timed(row)) {
        cell.kind = row->status == OK ? CELL_NOTHING : CELL_FAILED;
        return cell;
    }
    cell.left_early = row->dropped;
    cell.kind = CELL_TIME;
    if (best->chosen == problem->chosen && best->best) {
        cell.cost = cost_of(best, row);
        cell.kind = isfinite(cell.cost) ? CELL_COST : CELL_NOTHING;
    }
    return cell;
}

/* The cell of a device without the configuration: the reason if it has no time at all. */
static struct device_cell cell_without(const struct device_entry *entry)
{
    const struct row *first = results_first(entry->results, entry->number);
    while (first && first->result.reference)
        first = results_next(entry->results, first);
    return !entry->best && first ? (struct device_cell){.kind = CELL_FAILED, .status = first->result.status}
                                 : (struct device_cell){.kind = CELL_NOTHING};
}

struct device_cell device_cell(const struct device_problem *problem, const struct device_choice *choice, size_t device)
{
    struct device_entry *best = device_entry(problem, device);
    struct device_cell cell = {.kind = CELL_NOTHING};
    if (!best)
        return cell;
    if (choice && is_best(problem, best, choice->name))
        return (struct device_cell){.kind = CELL_BEST, .row = best->best};
    for (size_t i = 0; choice && i < problem->entries && (cell.kind == CELL_NOTHING || cell.kind == CELL_FAILED); i++) {
        struct device_entry *entry = problem->entry[i];
        const struct row *row = entry->device == device ? entry_row(entry, choice->name) : NULL;
        const struct device_cell found = row ? cell_of(problem, best, &row->result) : cell;
        if (found.kind == CELL_NOTHING || (found.kind == CELL_FAILED && cell.kind == CELL_FAILED))
            continue;
        cell = found;
        cell.of_another_file = entry != best;
    }
    return cell.kind == CELL_NOTHING ? cell_without(best) : cell;
}

const struct device_entry *device_faster(const struct device_problem *problem, const struct device_entry *entry)
{
    const struct device_entry *found = NULL;
    double least = 0.98;
    for (size_t i = 0; i < problem->entries && entry->best; i++) {
        const struct device_entry *other = problem->entry[i];
        const double ratio = other->device == entry->device && other->chosen ? 1 + cost_of(entry, other->best) : NAN;
        if (ratio < least) {
            found = other;
            least = ratio;
        }
    }
    return found;
}

/* ---- over all problems ---- */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const struct device_choice *choice_of(const struct device_problem *problem, const struct device_entry *entry)
{
    for (size_t c = 0; entry && c < problem->choices; c++)
        if (is_best(problem, entry, problem->choice[c].name))
            return &problem->choice[c];
    return NULL;
}

struct device_costs device_costs(const struct devices *devices, size_t of, size_t on)
{
    struct device_costs costs = {0};
    FREED double *cost = allocate((devices->problems + 1) * sizeof *cost);
    for (size_t p = 0; p < devices->problems; p++) {
        const struct device_problem *problem = &devices->problem[p];
        const struct device_choice *choice = choice_of(problem, device_entry(problem, of));
        if (!choice || !device_entry(problem, on))
            continue;
        const struct device_cell cell = device_cell(problem, choice, on);
        costs.both++;
        costs.failed += cell.kind == CELL_FAILED;
        if (cell.kind == CELL_BEST || cell.kind == CELL_COST)
            cost[costs.count++] = cell.cost;
    }
    qsort(cost, costs.count, sizeof *cost, by_value);
    if (costs.count) {
        costs.middle = (cost[(costs.count - 1) / 2] + cost[costs.count / 2]) / 2;
        costs.most = cost[costs.count - 1];
    }
    return costs;
}

/* ---- words ---- */

struct text device_cost_text(double cost)
{
    return format_text("%+.1f %%", 100 * cost);
}

struct text device_cell_text(const struct device_cell *cell)
{
    const char *other = cell->of_another_file ? "'" : "", *early = cell->left_early ? "~" : "";
    switch (cell->kind) {
    case CELL_COST:
        return format_text("%s%s%s", early, device_cost_text(cell->cost).text, other);
    case CELL_TIME:
        return format_text("%s%s*%s", early, format_ns(cell->row->median_ns).text, other);
    case CELL_FAILED:
        return format_text("%s%s", cell->status == OK ? "no best" : status_word(cell->status), other);
    case CELL_BEST:
    case CELL_NOTHING:
        break;
    }
    return format_text(cell->kind == CELL_BEST ? "best" : "-");
}

struct text device_letter(size_t number)
{
    const char letter = (char)('A' + number % 26);
    return number < 26 ? format_text("%c", letter) : format_text("%c%zu", letter, number / 26);
}

struct text device_choice_letters(const struct device_problem *problem, const struct device_choice *choice)
{
    enum { MOST = 5 };
    struct text text = {""};
    size_t count = 0;
    for (size_t i = 0; i < problem->entries; i++) {
        const struct device_entry *entry = problem->entry[i];
        if ((i && problem->entry[i - 1]->device == entry->device) || !is_best(problem, entry, choice->name))
            continue;
        if (count < MOST)
            text = format_text("%.40s%s%s", text.text, count ? ", " : "", device_letter(entry->device).text);
        count++;
    }
    return count > MOST ? format_text("%.40s and %zu more", text.text, count - MOST) : text;
}

/* ---- files ---- */

char *device_here_text(const struct devices *devices, size_t device)
{
    const struct device_files *own = &devices->device[device];
    const struct run_context *last = &devices->results[own->file[own->files - 1]].context;
    FREED char *hosts = device_file_hosts(&devices->results[own->file[own->files - 1]]);
    if (own->here != NOT_HERE)
        return allocate_text(own->here == HERE ? "this machine has it" : "");
    return text_make("not on this machine, which can measure nothing of it again; last measured on %s by %s",
                     last->date, hosts);
}

char *device_file_missing(const struct results *results)
{
    const struct run_context *context = &results->context;
    char *lack = results_missing(results);
    if (*lack)
        return lack;
    free(lack);
    if (context->shard.part)
        return text_make("part %" PRIu64 " of %" PRIu64 " of each space alone, which gpubench merge joins",
                         context->shard.part, context->shard.of);
    return allocate_text(context->interrupted ? "interrupted: what was done until then" : "");
}

char *device_file_hosts(const struct results *results)
{
    enum { MOST = 3 };
    FREED_BY(texts_free) struct texts hosts = {0};
    const char *host = *results->context.host ? results->context.host : "a host that is not said";
    char *text = NULL;
    size_t length;
    for (size_t i = 0; i < results->parts; i++)
        texts_number(&hosts, *results->part[i].host ? results->part[i].host : host);
    if (!hosts.count)
        texts_add(&hosts, host);
    FILE *file = memory_stream(&text, &length);
    for (size_t i = 0; i < hosts.count && i < MOST; i++)
        fprintf(file, "%s%s", i ? ", " : "", hosts.text[i]);
    if (hosts.count > MOST)
        fprintf(file, " and %zu more", hosts.count - MOST);
    fclose(file);
    return text;
}

char *device_file_uuid(const struct results *results)
{
    FREED_BY(texts_free) struct texts uuids = {0};
    for (size_t i = 0; i < results->parts; i++)
        results_part_devices(&results->part[i], &uuids);
    if (uuids.count > 1)
        return text_make("%zu devices of %zu parts", uuids.count, results->parts);
    const char *uuid = uuids.count ? uuids.text[0] : results->context.device.uuid;
    return allocate_text(*uuid ? uuid : "known by its name alone");
}
