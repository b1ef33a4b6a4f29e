#include "reports/json/report_rows.h"

#include "reports/rate.h"

#include <math.h>
#include <string.h>

static json_t *real_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *above_zero(double value)
{
    return value > 0 ? real_or_null(value) : json_null();
}

/* What of a row a column has; null where it is not known. */
typedef json_t *cell(const struct subject *subject, const struct result *row);

static json_t *median_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return row_timed(row) ? json_real(row->median_ns) : json_null();
}

static json_t *low_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return row_timed(row) ? real_or_null(row->ci95_ns[0]) : json_null();
}

static json_t *high_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return row_timed(row) ? real_or_null(row->ci95_ns[1]) : json_null();
}

static json_t *alone_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return row_timed(row) ? above_zero(row->alone_ns) : json_null();
}

static json_t *status_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return json_integer(row->status);
}

static json_t *dropped_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return row_timed(row) ? json_integer(row->dropped) : json_null();
}

static json_t *finalist_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return row_timed(row) ? json_integer(row->finalist) : json_null();
}

static json_t *count_or_null(int count)
{
    return count < 0 ? json_null() : json_integer(count);
}

static json_t *registers_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return count_or_null(*row->binary ? row->resources.registers : -1);
}

static json_t *shared_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return count_or_null(*row->binary ? row->resources.shared_bytes : -1);
}

static json_t *spill_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return count_or_null(*row->binary ? row->resources.spill_bytes : -1);
}

static json_t *compile_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return above_zero(row->compile_ms);
}

static bool is_limited(const struct result *row)
{
    return row_timed(row) && row->limit.fraction > 0;
}

static json_t *resource_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return is_limited(row) ? json_integer(row->limit.resource) : json_null();
}

static json_t *fraction_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return is_limited(row) ? real_or_null(row->limit.fraction) : json_null();
}

static json_t *intensity_cell(const struct subject *subject, const struct result *row)
{
    (void)subject;
    return row_timed(row) && row->bytes > 0 ? above_zero(row->flops / row->bytes) : json_null();
}

static json_t *rate_cell(const struct subject *subject, const struct result *row)
{
    const char *unit;
    (void)subject;
    return row_timed(row) ? real_or_null(result_rate(row, row->median_ns, &unit)) : json_null();
}

static const struct column {
    const char *key;
    cell *cell;
} columns[] = {
    {"median", median_cell},      {"low", low_cell},
    {"high", high_cell},          {"alone", alone_cell},
    {"status", status_cell},      {"dropped", dropped_cell},
    {"finalist", finalist_cell},  {"registers", registers_cell},
    {"shared", shared_cell},      {"spill", spill_cell},
    {"compile_ms", compile_cell}, {"resource", resource_cell},
    {"fraction", fraction_cell},  {"intensity", intensity_cell},
    {"rate", rate_cell},
};

/* Sets a column, unless all of it is null. */
static void set_column(json_t *object, const char *key, json_t *column)
{
    size_t i = 0;
    while (i < json_array_size(column) && json_is_null(json_array_get(column, i)))
        i++;
    if (i < json_array_size(column))
        json_object_set(object, key, column);
    json_decref(column);
}

static json_t *config_columns(const struct subject *subject)
{
    const struct named_problem *problem = subject->problem;
    json_t *all = json_array();
    for (size_t p = 0; p < problem->parameters; p++) {
        json_t *column = json_array();
        for (size_t i = 0; i < subject->count; i++)
            json_array_append_new(
                column, json_integer((json_int_t)problem_position(subject->problem, subject->row[i]->result.index, p)));
        json_array_append_new(all, column);
    }
    return all;
}

static json_t *figure_columns(const struct subject *subject)
{
    json_t *all = json_array();
    for (size_t f = 0; f < subject->problem->figures.count && f < MAX_FIGURES; f++) {
        json_t *column = json_array();
        for (size_t i = 0; i < subject->count; i++) {
            const struct result *row = &subject->row[i]->result;
            json_array_append_new(column, row_timed(row) ? real_or_null(row->figure[f]) : json_null());
        }
        json_array_append_new(all, column);
    }
    return all;
}

static json_t *reason_place(struct report_reasons *reasons, const char *reason)
{
    json_t *text = json_text(reason, strlen(reason) + 1);
    const json_t *place = json_object_get(reasons->places, json_string_value(text));
    if (!place) {
        json_object_set_new(reasons->places, json_string_value(text),
                            json_integer((json_int_t)json_array_size(reasons->list)));
        json_array_append(reasons->list, text);
        place = json_object_get(reasons->places, json_string_value(text));
    }
    json_decref(text);
    return json_integer(json_integer_value(place));
}

struct report_reasons report_reasons_new(void)
{
    struct report_reasons reasons = {json_array(), json_object()};
    json_decref(reason_place(&reasons, ""));
    return reasons;
}

json_t *report_rows_json(const struct subject *subject, struct report_reasons *reasons)
{
    json_t *object = json_object(), *column = json_array();
    json_object_set_new(object, "config", config_columns(subject));
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        json_t *values = json_array();
        for (size_t i = 0; i < subject->count; i++)
            json_array_append_new(values, columns[c].cell(subject, &subject->row[i]->result));
        set_column(object, columns[c].key, values);
    }
    for (size_t i = 0; i < subject->count; i++)
        json_array_append_new(column, reason_place(reasons, subject->row[i]->reason));
    json_object_set_new(object, "reason", column);
    json_object_set_new(object, "figures", figure_columns(subject));
    return object;
}
