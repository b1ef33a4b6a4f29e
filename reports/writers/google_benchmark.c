/* Google Benchmark's JSON, of its version 1.8 (json_schema_version 1), as its own reporter writes it. */
#include "reports/writers/formats.h"

#include "base/memory.h"
#include "reports/compare/rule.h"
#include "reports/json/document.h"

#include <math.h>
#include <stdlib.h>

static void write_context(struct document *document, const struct run_context *context)
{
    document_object(document, "context");
    document_text(document, "date", context->date);
    document_text(document, "host_name", context->host);
    document_text(document, "executable", context->executable);
    document_whole(document, "num_cpus", context->cpus);
    document_whole(document, "mhz_per_cpu", context->cpu_mhz);
    document_flag(document, "cpu_scaling_enabled", false);
    document_array(document, "caches");
    document_end(document);
    document_array(document, "load_avg");
    for (size_t i = 0; i < 3; i++)
        document_real(document, NULL, context->load[i]);
    document_end(document);
    document_text(document, "library_build_type", "release");
    document_whole(document, "json_schema_version", 1);
    document_text(document, "device", context->device.name);
    document_text(document, "gpubench_commit", context->commit);
    document_end(document);
}

/* A row, and its position among those of its bench. */
struct instance {
    const char *name;
    const struct result *result;
    uint64_t family, number;
};

/* The blocks with a time; or the median only, if they are unknown. Returns their number. */
static size_t blocks_of(const struct result *result, double ns[MAX_BLOCKS])
{
    size_t count = 0;
    for (size_t b = 0; b < result->blocks && b < MAX_BLOCKS; b++)
        if (isfinite(result->block_ns[b]))
            ns[count++] = result->block_ns[b];
    if (!count)
        ns[count++] = result->median_ns;
    return count;
}

/* The head of an entry: a repetition, or a statistic over them, which has its own name. */
static void begin_entry(struct document *document, const struct instance *instance, const char *statistic)
{
    double ns[MAX_BLOCKS];
    FREED char *name = text_make("%s%s%s", instance->name, statistic ? "_" : "", statistic ? statistic : "");
    document_object(document, NULL);
    document_text(document, "name", name);
    document_whole(document, "family_index", instance->family);
    document_whole(document, "per_family_instance_index", instance->number);
    document_text(document, "run_name", instance->name);
    document_text(document, "run_type", statistic ? "aggregate" : "iteration");
    document_whole(document, "repetitions", blocks_of(instance->result, ns));
}

static void end_entry(struct document *document, double iterations, double real, double cpu)
{
    document_whole(document, "iterations", (uint64_t)iterations);
    document_real(document, "real_time", real);
    document_real(document, "cpu_time", cpu);
    document_text(document, "time_unit", "ns");
    document_end(document);
}

static void write_repetitions(struct document *document, const struct instance *instance)
{
    const struct result *result = instance->result;
    double ns[MAX_BLOCKS];
    const size_t count = blocks_of(result, ns);
    const double each = result->iterations > 0 ? fmax(1, (double)result->iterations / (double)count) : 1;
    for (size_t i = 0; i < count; i++) {
        begin_entry(document, instance, NULL);
        document_whole(document, "repetition_index", i);
        document_whole(document, "threads", 1);
        end_entry(document, each, ns[i], isfinite(result->cpu_time_ns) ? result->cpu_time_ns : ns[i]);
    }
}

/* Over the blocks themselves; a re-measured median is no statistic of them. */
static void write_statistics(struct document *document, const struct instance *instance)
{
    double ns[MAX_BLOCKS], sum = 0, squares = 0;
    const size_t count = blocks_of(instance->result, ns);
    const double cpu = instance->result->cpu_time_ns;
    if (count < 2)
        return;
    for (size_t i = 0; i < count; i++)
        sum += ns[i];
    const double mean = sum / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (ns[i] - mean) * (ns[i] - mean);
    const struct {
        const char *name;
        double real, cpu;
    } statistics[] = {{"mean", mean, cpu},
                      {"median", rule_median(ns, count), cpu},
                      {"stddev", sqrt(squares / (double)(count - 1)), 0}};
    for (size_t s = 0; s < sizeof statistics / sizeof *statistics; s++) {
        begin_entry(document, instance, statistics[s].name);
        document_whole(document, "threads", 1);
        document_text(document, "aggregate_name", statistics[s].name);
        document_text(document, "aggregate_unit", "time");
        end_entry(document, (double)count, statistics[s].real,
                  isfinite(statistics[s].cpu) ? statistics[s].cpu : statistics[s].real);
    }
}

/* Failures are left out: readers without support for error_occurred would read benchmarks of 0 ns. */
enum status google_benchmark_write(FILE *file, const struct output *output, struct fault *fault)
{
    const struct results *results = output->results;
    FREED uint64_t *instances = allocate((results->families.count + 1) * sizeof *instances);
    struct document *document = document_make(NULL);
    write_context(document, &results->context);
    document_array(document, "benchmarks");
    for (size_t i = 0; i < results->count; i++) {
        const struct row *row = &results->rows[i];
        const struct named_problem *problem = &results->problems[row->problem];
        if (!row_timed(&row->result))
            continue;
        FREED char *name = row_name(problem, &row->result);
        const struct instance instance = {name, &row->result, problem->family, instances[problem->family]++};
        write_repetitions(document, &instance);
        write_statistics(document, &instance);
    }
    document_end(document);
    return document_print(document, file, fault);
}
