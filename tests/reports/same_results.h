/* Whether two results are equal, member by member: prints a line for each that differs. */
#pragma once

#include "reports/json/results_file.h"
#include "tests/check.h"

static void check_equal(bool equal, const char *member)
{
    WRONG_IF(!equal, "%s differs\n", member);
}

#define SAME_TEXT(member) check_equal(!strcmp(a->member, b->member), #member)
#define SAME(member) check_equal(a->member == b->member, #member)

/* NULL equals only NULL. */
#define SAME_OPTIONAL(member)                                                                                          \
    check_equal(a->member && b->member ? !strcmp(a->member, b->member) : a->member == b->member, #member)

static void same_texts(const struct texts *a, const struct texts *b)
{
    SAME(count);
    for (size_t i = 0; i < a->count && i < b->count; i++)
        SAME_TEXT(text[i]);
}

static void same_structure(const struct named_structure *a, const struct named_structure *b)
{
    SAME_OPTIONAL(file), SAME_OPTIONAL(key), SAME_OPTIONAL(elements), SAME(atoms), SAME(sized), SAME(types);
    for (size_t i = 0; i < a->types && i < b->types; i++)
        SAME_TEXT(type[i].name), SAME(type[i].sigma), SAME(type[i].epsilon), SAME(type[i].mass);
    for (int d = 0; d < 3; d++)
        SAME(box[d]);
}

static void same_problem_words(const struct named_problem *a, const struct named_problem *b)
{
    SAME_TEXT(name), SAME_TEXT(suite), SAME_TEXT(bench), SAME(size), SAME(seed), SAME(settings), SAME(parameters);
    same_structure(&a->structure, &b->structure);
    for (size_t i = 0; i < a->settings && i < b->settings; i++)
        SAME_TEXT(setting[i].name), SAME_OPTIONAL(setting[i].word), SAME(setting[i].number);
    for (size_t i = 0; i < a->parameters && i < b->parameters; i++) {
        SAME_TEXT(parameter[i].name), SAME(parameter[i].kind);
        same_texts(&a->parameter[i].words, &b->parameter[i].words);
    }
    same_texts(&a->figures, &b->figures);
    same_texts(&a->references, &b->references);
    SAME(error), SAME(max_error);
}

/* Of an OK result. */
static void same_times(const struct result *a, const struct result *b)
{
    SAME(median_ns), SAME(ci95_ns[0]), SAME(ci95_ns[1]), SAME(blocks), SAME(real_time_ns), SAME(cpu_time_ns);
    for (size_t i = 0; i < a->blocks; i++)
        SAME(block_ns[i]);
    SAME(iterations), SAME(sampling), SAME(batch), SAME(cold), SAME(dropped), SAME(stop), SAME(finalist);
    SAME(bytes), SAME(flops), SAME(error), SAME(tolerance), SAME(device_ns), SAME(host_ns), SAME(alone_ns);
    SAME(limit.resource), SAME(limit.fraction);
    for (int i = 0; i < RESOURCES; i++)
        SAME(amount[i]);
    for (int i = 0; i < MAX_FIGURES; i++)
        check_equal(a->figure[i] == b->figure[i] || (isnan(a->figure[i]) && isnan(b->figure[i])), "figure");
}

static void same_result(const struct result *a, const struct result *b)
{
    SAME(index), SAME(reference), SAME(status), SAME_TEXT(binary), SAME_TEXT(launches);
    SAME(resources.registers), SAME(resources.shared_bytes), SAME(resources.spill_bytes), SAME(compile_ms);
    if (a->status == OK)
        same_times(a, b);
}

static void same_row(const struct row *a, const struct row *b)
{
    SAME(problem), SAME_TEXT(reason);
    same_result(&a->result, &b->result);
}

static void same_best(const struct best_row *x, const struct best_row *y)
{
    const struct best *a = &x->best, *b = &y->best;
    check_equal(x->problem == y->problem, "problem");
    same_result(&a->result, &b->result);
    SAME(objective), SAME(default_ns), SAME(reference_ns), SAME(reference), SAME(tied), SAME(measured), SAME(allowed);
    SAME(left), SAME(default_untimed);
    for (size_t i = 0; i < a->tied && i < MAX_TIED; i++)
        SAME(tied_with[i]);
}

static void same_device(const struct compute_device *a, const struct compute_device *b)
{
    SAME_TEXT(backend), SAME(index), SAME_TEXT(name), SAME_TEXT(uuid), SAME_TEXT(platform), SAME_TEXT(driver);
    SAME_TEXT(compiler), SAME_TEXT(architecture), SAME(is_cpu), SAME(can_run), SAME(features);
    SAME(units), SAME(simt_width), SAME(clock_mhz), SAME(memory_clock_mhz), SAME(memory_bytes);
    SAME(l2_bytes), SAME(local_bytes), SAME(max_group), SAME(constant_bytes);
    SAME(memory_bus_bits);
    SAME(max_texture[0]), SAME(max_texture[1]), SAME(max_texture_1d);
    for (int i = 0; i < 3; i++)
        SAME(max_group_size[i]), SAME(max_groups[i]), SAME(max_texture_3d[i]);
}

static void same_context(const struct run_context *a, const struct run_context *b)
{
    SAME_TEXT(version), SAME_TEXT(commit), SAME_TEXT(date), SAME_TEXT(host), SAME_TEXT(executable);
    SAME_TEXT(command), SAME_TEXT(suites), SAME_TEXT(benchmark_version), SAME(seed), SAME(cpus), SAME(cpu_mhz);
    for (int i = 0; i < 3; i++)
        SAME(load[i]);
    SAME(measuring), SAME(timer_tick_ns), SAME(sample_start_ns), SAME(marker_ns), SAME(wall_seconds),
        SAME(compile_jobs), SAME(compiled), SAME(cached), SAME(interrupted);
    for (int i = 0; i < PHASES; i++)
        SAME(seconds[i]);
    for (int i = 0; i < RESOURCES; i++)
        SAME(ceilings.rate[i]);
    SAME(has_options), SAME(options);
    for (size_t i = 0; i < a->options && i < b->options; i++)
        SAME_TEXT(option[i].name), SAME_TEXT(option[i].value);
    same_device(&a->device, &b->device);
}

static void same_results(const struct results *a, const struct results *b)
{
    same_context(&a->context, &b->context);
    SAME(identity.count);
    for (size_t i = 0; i < a->identity.count && i < b->identity.count; i++)
        SAME_TEXT(identity.part[i].name), SAME_TEXT(identity.part[i].text);
    SAME(problem_count), SAME(count), SAME(best_count);
    for (size_t i = 0; i < a->problem_count && i < b->problem_count; i++)
        same_problem_words(&a->problems[i], &b->problems[i]);
    for (size_t i = 0; i < a->count && i < b->count; i++)
        same_row(&a->rows[i], &b->rows[i]);
    for (size_t i = 0; i < a->best_count && i < b->best_count; i++)
        same_best(&a->best[i], &b->best[i]);
}

/* load(save(r)) == r, through a file at `path`. */
__attribute__((unused)) static void check_round(const char *path, const struct results *results)
{
    FREED_BY(results_free) struct results loaded;
    CHECK_OK(results_save(results, path, &caught));
    CHECK_OK(results_load(&loaded, path, &caught));
    same_results(&loaded, results);
}
