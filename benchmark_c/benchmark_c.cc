// The C interface to Google Benchmark 1.7 and newer. Members that exist decide between versions.
#include "benchmark_c.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstring>
#include <ostream>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

struct bm_state {
    benchmark::State &state;
    size_t nargs;
    bool started, finished, paused, stopped;

    bool in_loop() const
    {
        return started && !finished && !stopped;
    }
};

namespace
{

/* ---- statistics: the library takes plain functions without user data, so each slot has its own function */

std::array<double (*)(const double *, size_t), BM_MAX_STATISTICS> slots;

template <size_t slot> double slot_statistic(const std::vector<double> &values)
{
    return slots[slot](values.data(), values.size());
}

using statistic_table = std::array<double (*)(const std::vector<double> &), BM_MAX_STATISTICS>;

template <size_t... slot> constexpr statistic_table make_statistics(std::index_sequence<slot...>)
{
    return {slot_statistic<slot>...};
}

constexpr statistic_table statistics = make_statistics(std::make_index_sequence<BM_MAX_STATISTICS>());

// The slot of fn, allocated if needed; BM_MAX_STATISTICS if all are in use.
size_t statistic_slot(double (*fn)(const double *, size_t))
{
    size_t slot = 0;
    while (slot < slots.size() && slots[slot] && slots[slot] != fn)
        slot++;
    if (slot < slots.size())
        slots[slot] = fn;
    return slot;
}

/* ---- skipping: 1.7 has only errors, so a skip is an error whose message begins with this */

[[maybe_unused]] constexpr char skip_mark[] = "skipped: ";

template <class State> auto skip(State &state, const char *why, int) -> decltype(state.SkipWithMessage(why))
{
    state.SkipWithMessage(why);
}

template <class State> void skip(State &state, const char *why, long)
{
    state.SkipWithError((std::string(skip_mark) + why).c_str());
}

// 1.8 and newer: Run::skipped, an enumeration, and Run::skip_message.
template <class Run> auto stopped(const Run &run, bm_run &row, int) -> decltype((void)run.skipped)
{
    using skipped = std::decay_t<decltype(run.skipped)>;
    row.status = run.skipped == skipped::NotSkipped         ? BM_OK
                 : run.skipped == skipped::SkippedWithError ? BM_ERROR
                                                            : BM_SKIPPED;
    row.message = run.skip_message.c_str();
}

// 1.7: Run::error_occurred and Run::error_message.
template <class Run> auto stopped(const Run &run, bm_run &row, long) -> decltype((void)run.error_occurred)
{
    const size_t mark = sizeof skip_mark - 1;
    const bool skipped = run.error_message.compare(0, mark, skip_mark) == 0;
    row.status = !run.error_occurred ? BM_OK : skipped ? BM_SKIPPED : BM_ERROR;
    row.message = run.error_message.c_str() + (skipped ? mark : 0);
}

/* ---- the display reporter, which forwards rows */

using Run = benchmark::BenchmarkReporter::Run;

// The strings and counters of a bm_run.
struct Row {
    std::string name, run_name;
    std::vector<bm_counter> counters;
};

double per_iteration(const Run &run, double accumulated)
{
    const bool ratio = run.run_type == Run::RT_Aggregate && run.aggregate_unit == benchmark::kPercentage;
    return ratio || run.iterations == 0 ? accumulated : accumulated / static_cast<double>(run.iterations);
}

Row make_row(const Run &run)
{
    Row row{run.benchmark_name(), run.run_name.str(), {}};
    for (const auto &counter : run.counters)
        if (std::isfinite(counter.second.value))
            row.counters.push_back({counter.first.c_str(), counter.second.value});
    return row;
}

bm_run make_run(const Run &run, const Row &row)
{
    bm_run result{};
    result.name = row.name.c_str();
    result.run_name = row.run_name.c_str();
    result.aggregate_name = run.aggregate_name.c_str();
    result.label = run.report_label.c_str();
    stopped(run, result, 0);
    result.type = run.run_type == Run::RT_Aggregate ? BM_RUN_AGGREGATE : BM_RUN_ITERATION;
    result.iterations = run.iterations;
    result.repetition_index = run.repetition_index;
    result.repetitions = run.repetitions;
    result.threads = run.threads;
    result.family_index = run.family_index;
    result.per_family_instance_index = run.per_family_instance_index;
    result.real_time = per_iteration(run, run.real_accumulated_time);
    result.cpu_time = per_iteration(run, run.cpu_accumulated_time);
    result.counters = row.counters.data();
    result.ncounters = row.counters.size();
    return result;
}

class Forward final : public benchmark::BenchmarkReporter
{
  public:
    explicit Forward(const bm_reporter &reporter) : to(reporter), nowhere(nullptr)
    {
        SetOutputStream(&nowhere);
        SetErrorStream(&nowhere);
    }

    bool ReportContext(const Context &) override
    {
        return !to.begin || to.begin(to.user);
    }

    void ReportRuns(const std::vector<Run> &runs) override
    {
        if (!to.runs || runs.empty())
            return;
        std::vector<Row> rows;
        std::vector<bm_run> result;
        rows.reserve(runs.size()); // the names in `result` point into it
        for (const Run &run : runs) {
            rows.push_back(make_row(run));
            result.push_back(make_run(run, rows.back()));
        }
        to.runs(to.user, result.data(), result.size());
    }

    void Finalize() override
    {
        if (to.end)
            to.end(to.user);
    }

  private:
    const bm_reporter &to;
    std::ostream nowhere;
};

/* ---- registration */

// Whether the library accepts these options; it ends the process for others.
bool valid(const bm_options &options)
{
    if (options.clock < BM_TIME_CPU || options.clock > BM_TIME_MANUAL || options.unit < BM_NS || options.unit > BM_S)
        return false;
    if (options.iterations < 0 || options.repetitions < 0 || !(options.min_time >= 0) ||
        !(options.min_warmup_time >= 0))
        return false;
    if (options.iterations ? options.min_time > 0 || options.min_warmup_time > 0 : options.clock == BM_TIME_MANUAL)
        return false;
    if ((options.nargs && !options.args) || (options.nstats && !options.stats))
        return false;
    for (size_t i = 0; options.arg_names && i < options.nargs; i++)
        if (!options.arg_names[i])
            return false;
    for (size_t i = 0; i < options.nstats; i++)
        if (!options.stats[i].name || !options.stats[i].fn || statistic_slot(options.stats[i].fn) == BM_MAX_STATISTICS)
            return false;
    return true;
}

template <class Benchmark> void apply(Benchmark *made, const bm_options &options)
{
    constexpr benchmark::TimeUnit units[] = {benchmark::kNanosecond, benchmark::kMicrosecond, benchmark::kMillisecond,
                                             benchmark::kSecond};
    made->Unit(units[options.unit]);
    if (options.clock == BM_TIME_REAL)
        made->UseRealTime();
    if (options.clock == BM_TIME_MANUAL)
        made->UseManualTime();
    if (options.iterations)
        made->Iterations(options.iterations);
    if (options.repetitions)
        made->Repetitions(options.repetitions);
    if (options.min_time > 0)
        made->MinTime(options.min_time);
    if (options.min_warmup_time > 0)
        made->MinWarmUpTime(options.min_warmup_time);
    if (options.nargs)
        made->Args(std::vector<int64_t>(options.args, options.args + options.nargs));
    if (options.nargs && options.arg_names)
        made->ArgNames(std::vector<std::string>(options.arg_names, options.arg_names + options.nargs));
    for (size_t i = 0; i < options.nstats; i++)
        made->ComputeStatistics(options.stats[i].name, statistics[statistic_slot(options.stats[i].fn)],
                                options.stats[i].percentage ? benchmark::kPercentage : benchmark::kTime);
    if (options.aggregates_only)
        made->ReportAggregatesOnly(true);
}

// Runs fn and restores a valid state of the library, whatever fn did.
void call(benchmark::State &state, bm_fn *fn, void *user, size_t nargs)
{
    bm_state face{state, nargs, false, false, false, false};
    fn(&face, user);
    if (!face.finished && !face.stopped)
        bm_fail(&face, "the benchmark returned before bm_next said false");
}

bool next(bm_state *face, int64_t n, bool batch)
{
    if (face->finished || face->stopped)
        return false;
    bm_resume(face); // the library aborts if a loop ends in a pause
    face->started = true;
    const bool more = batch ? face->state.KeepRunningBatch(n < 1 ? 1 : n) : face->state.KeepRunning();
    face->finished = !more;
    return more;
}

// The library warns about duplicate keys, and must get none after Shutdown.
struct {
    std::set<std::string> keys;
    bool ended;
} context;

} // namespace

/* ---- the interface */

void bm_init(int *argc, char **argv)
{
    benchmark::Initialize(argc, argv);
}

bool bm_reject_unknown(int argc, char **argv)
{
    return benchmark::ReportUnrecognizedArguments(argc, argv);
}

void bm_context(const char *key, const char *value)
{
    if (!context.ended && context.keys.insert(key).second)
        benchmark::AddCustomContext(key, value);
}

const char *bm_version(void)
{
    return BENCHMARK_C_LIBRARY_VERSION;
}

int bm_register(const char *name, bm_fn *fn, void *user, const bm_options *options)
{
    const bm_options use = options ? *options : bm_options{};
    if (!name || !fn || !valid(use))
        return -1;
    const size_t nargs = use.nargs;
    apply(benchmark::RegisterBenchmark(name,
                                       [fn, user, nargs](benchmark::State &state) { call(state, fn, user, nargs); }),
          use);
    return 0;
}

size_t bm_run_all(const char *filter, const bm_reporter *reporter)
{
    const std::string matching = filter ? filter : benchmark::GetBenchmarkFilter();
    if (reporter) {
        Forward forward(*reporter);
        return benchmark::RunSpecifiedBenchmarks(&forward, matching);
    }
    // If it creates its default reporter itself, the library frees it after the first run and uses it in the second.
    return benchmark::RunSpecifiedBenchmarks(benchmark::CreateDefaultDisplayReporter(), matching);
}

void bm_reset(void)
{
    benchmark::ClearRegisteredBenchmarks();
    slots = {};
}

void bm_exit(void)
{
    if (!context.ended)
        benchmark::Shutdown();
    context.ended = true;
}

bool bm_next(bm_state *face)
{
    return next(face, 1, false);
}

bool bm_next_batch(bm_state *face, int64_t n)
{
    return next(face, n, true);
}

int64_t bm_iterations(const bm_state *face)
{
    return face->state.max_iterations;
}

int64_t bm_arg(const bm_state *face, size_t i)
{
    return i < face->nargs ? face->state.range(i) : 0;
}

void bm_pause(bm_state *face)
{
    if (!face->in_loop() || face->paused)
        return;
    face->state.PauseTiming();
    face->paused = true;
}

void bm_resume(bm_state *face)
{
    if (!face->in_loop() || !face->paused)
        return;
    face->state.ResumeTiming();
    face->paused = false;
}

void bm_iteration_time(bm_state *face, double seconds)
{
    if (std::isfinite(seconds) && seconds >= 0)
        face->state.SetIterationTime(seconds);
    else
        bm_fail(face, "the time of an iteration is negative or no number");
}

void bm_bytes(bm_state *face, int64_t total)
{
    face->state.SetBytesProcessed(total);
}

void bm_items(bm_state *face, int64_t total)
{
    face->state.SetItemsProcessed(total);
}

void bm_count(bm_state *face, const char *name, double value, unsigned flags)
{
    using benchmark::Counter;
    if (!std::isfinite(value))
        return;
    int use = Counter::kDefaults;
    use |= flags & BM_COUNTER_RATE ? Counter::kIsRate : 0;
    use |= flags & BM_COUNTER_AVG_ITERATIONS ? Counter::kAvgIterations : 0;
    use |= flags & BM_COUNTER_INVERT ? Counter::kInvert : 0;
    face->state.counters[name] =
        Counter(value, static_cast<Counter::Flags>(use), flags & BM_COUNTER_1024 ? Counter::kIs1024 : Counter::kIs1000);
}

void bm_label(bm_state *face, const char *label)
{
    face->state.SetLabel(label);
}

void bm_skip(bm_state *face, const char *why)
{
    if (!face->stopped)
        skip(face->state, why, 0);
    face->stopped = true;
}

void bm_fail(bm_state *face, const char *why)
{
    if (!face->stopped)
        face->state.SkipWithError(why);
    face->stopped = true;
}

bool bm_stopped(const bm_state *face)
{
    return face->stopped;
}
