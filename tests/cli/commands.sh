#!/usr/bin/env bash
# compare --run-cmd: other programs, by their output: Google Benchmark's JSON of a real program, NVBench's, our own.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
# compare STATUS TEXT BASE NEW OPTION...: its status, and a text in its table or its last line.
compare() { ends_printing "$1" "$2" "$GPUBENCH" compare --run-cmd "${@:3}"; }

# make_program NAME TEMPLATE: a program NAME BY FILE, which writes the template with BY times each number of us after @.
make_program() {
    cat >"$1" <<END
#!/usr/bin/env bash
awk -v by="\$1" '{ while (match(\$0, /@[0-9.]+/)) \$0 = substr(\$0, 1, RSTART - 1) \\
    sprintf("%.9g", by * substr(\$0, RSTART + 1, RLENGTH - 1)) substr(\$0, RSTART + RLENGTH); print }' "$root/$2" >"\$2"
END
    chmod +x "$1"
}

cat >gbench.json <<'END'
{"context": {"host_name": "here", "date": "2026-01-02T03:04:05+00:00", "executable": "bench"}, "benchmarks": [
    {"name": "copy/8/repeats:3", "run_name": "copy/8", "run_type": "iteration", "real_time": @90, "cpu_time": 1, "time_unit": "us"},
    {"name": "copy/8/repeats:3", "run_name": "copy/8", "run_type": "iteration", "real_time": @0.1, "cpu_time": 1, "time_unit": "ms"},
    {"name": "copy/8/repeats:3", "run_name": "copy/8", "run_type": "iteration", "real_time": @900, "cpu_time": 1, "time_unit": "us"},
    {"name": "copy/8_mean", "run_name": "copy/8", "run_type": "aggregate", "aggregate_name": "mean", "real_time": 7, "time_unit": "us"},
    {"name": "sum_median", "run_name": "sum", "run_type": "aggregate", "aggregate_name": "median", "real_time": 0.002, "time_unit": "s"},
    {"name": "old", "real_time": 5000, "cpu_time": 1}
]}
END
make_program gbench gbench.json
compare 0 '^SAME +100.0 us +100.0 us +\+0.0 % .*  copy/8$' './gbench 1 {out}' './gbench 1 {out}' --reader gbench
grep -q '^SAME *2.000 ms .* sum$' out && grep -q '^SAME *5.000 us .* old$' out || wrong 'expected three benchmarks'
contains '^here \(gbench\)$' out
if grep -q 'not known' err; then wrong 'expected no line about a GPU'; fi
compare 1 '^SLOWER +100.0 us +110.0 us +\+10.0 % .*  copy/8$' './gbench 1 {out}' 'cp {out} {out}.x 2>/dev/null; ./gbench 1.1 {out}' \
    --reader gbench --json slower.json --markdown slower.md
contains ' on here\.$' slower.md # its driver and commit are unknown
contains '"name": "copy/8"' slower.json
sed 's/"real_time": 5000/"error_occurred": true, "error_message": "no such device"/' gbench.json >broken.json
make_program broken broken.json
compare 1 '^ *no such device$' './gbench 1 {out}' './broken 1 {out}' --reader gbench

cat >nvbench.json <<'END'
{"devices": [{"id": 0, "name": "NVIDIA H200"}], "benchmarks": [{"name": "add", "states": [
    {"name": "Device=0 N=2^20", "is_skipped": false, "summaries": [
        {"tag": "nv/cold/time/cpu/mean", "data": [{"name": "value", "type": "float64", "value": "1"}]},
        {"tag": "nv/cold/time/gpu/mean", "data": [{"name": "value", "type": "float64", "value": "@0.001"}]}]},
    {"name": "Device=0 N=2^24", "is_skipped": false, "summaries": [
        {"tag": "nv/cold/time/gpu/mean", "data": [{"name": "value", "type": "float64", "value": "9"}]},
        {"tag": "nv/cold/time/gpu/median", "data": [{"name": "value", "type": "float64", "value": "@0.003"}]}]},
    {"name": "Device=0 N=2^40", "is_skipped": true, "skip_reason": "too large"}]}]}
END
make_program nvbench nvbench.json
compare 1 '^2 SLOWER, 1 SKIPPED\.$' './nvbench 1 {out}' './nvbench 1.05 {out}' --reader nvbench
grep -q '^SLOWER *1.000 ms *1.050 ms .* add Device=0 N=2^20$' out && grep -q '3.000 ms' out || wrong 'expected both times'
grep -q '^NVIDIA H200 (nvbench)$' out && grep -q '^ *too large$' out || wrong 'expected the device, and a reason'
contains 'whether others use NVIDIA H200 is not known: its backend does not know' err
compare 0 '^2 SAME, 1 SKIPPED\.$' './nvbench 1 {out}' './nvbench 1 {out}' --reader=nvbench

# NVBench's times are the GPU's, or the host's; a benchmark without either is reported, and a file without any is
# refused.
sed 's/"@0.001"/"@1"/' nvbench.json >hosted.json # the host's time is unchanged
make_program hosted hosted.json
compare 0 '^SAME *1.000 s *1.000 s .* add Device=0 N=2.20$' './hosted 1 {out}' './hosted 2 {out}' --reader nvbench --time cpu
compare 1 '^SLOWER *1.000 s *2.000 s .* add Device=0 N=2.20$' './hosted 1 {out}' './hosted 2 {out}' --reader nvbench --time=real

# files TEXT STATUS BASE NEW OPTION...: compares existing files.
cases=$SOURCE_DIR/tests/reports/foreign
files() {
    compare "$2" "$1" "cp $cases/$3.json {out}" "cp $cases/$4.json {out}" --reader gbench "${@:5}"
}
files '^SLOWER .*\+100.0 % .* sum$' 1 repetitions repetitions-slower-one-skipped
files '^SAME .* sum$' 0 repetitions repetitions-one-skipped
files '^SAME .* sum$' 0 repetitions-one-skipped repetitions
files '^2 SAME\.$' 0 base nan-counter

# A missing time of the new side is reported with the reason, and fails --strict; one of the base only is reported.
files '^1 SAME, 1 SKIPPED\.$' 0 base one-skipped
grep -A1 '^SKIPPED .* scan$' out | grep -q '^ *no device$' || wrong 'expected a reason'
contains '^Not compared: 1 without a time in the new program; with --strict that is status 4\.$' out
files '^1 SAME, 1 SKIPPED\.$' 4 base one-skipped --strict
files '^1 SAME, 1 SKIPPED\.$' 4 one-skipped one-skipped --strict
files '^1 SAME, 1 FIXED\.$' 0 one-skipped base --strict
grep -A1 '^FIXED .* scan$' out | grep -q '^ *skipped in the base: no device$' || wrong 'expected a reason'
files '^NO TIME .*' 0 base no-time
grep -A1 '^NO TIME ' out | grep -q 'above 0' || wrong 'expected a reason'
files '^NO TIME .*' 4 base no-time --strict
grep -v '"scan"' "$cases/base.json" | tr -d '\n' | sed 's/, *\]/]/' >gone.json
compare 0 '^1 SAME, 1 GONE\.$' "cp $cases/base.json {out}" 'cp gone.json {out}' --reader gbench
contains '^ *the new program does not have it$' out
compare 4 '^1 SAME, 1 GONE\.$' "cp $cases/base.json {out}" 'cp gone.json {out}' --reader gbench --strict
compare 0 '^New: scan, which the base has not\.$' 'cp gone.json {out}' "cp $cases/base.json {out}" --reader gbench --strict
files '^1 SAME\.$' 0 old-base old-new

# A folder whose name needs quoting in a shell.
mkdir "it's a \$b"
for out in '{out}' '"{out}"' "'{out}'"; do
    TMPDIR="$root/it's a \$b" compare 0 '^2 SAME\.$' "cp $cases/base.json $out" "cp $cases/base.json $out" --reader gbench
done

# The choice of Google Benchmark's time.
sed 's/"cpu_time": 1,/"cpu_time": @1,/; s/"real_time": @/"real_time": /; s/"old", .*}/"old", "cpu_time": @5}/' gbench.json >other.json
make_program other other.json
compare 1 '^SLOWER *5.000 ns *10.00 ns .* old$' './other 1 {out}' './other 2 {out}' --reader gbench --time cpu
compare 0 '^SAME .* copy/8$' './other 1 {out}' './other 2 {out}' --reader gbench --time real
sed 's/"cpu_time"/"wall_time"/; s/@//' gbench.json >wall.json
compare 2 'what it wrote to \{out\}: no benchmark of it has a time: "cpu_time" is missing$' 'cp wall.json {out}' 'cp wall.json {out}' --reader gbench --time cpu
sed 's/"us"/"fortnight"/; s/@//' gbench.json >units.json
compare 2 "benchmarks.0..time_unit: copy/8: 'fortnight': expected ns, us, ms or s$" 'cp units.json {out}' 'cp units.json {out}' --reader gbench
compare 2 "--time takes real or cpu, not 'wall'$" './gbench 1 {out}' './gbench 1 {out}' --reader gbench --time wall
compare 2 '--time goes with --reader, which is missing$' './gbench 1 {out}' './gbench 1 {out}' --time cpu
compare 2 '--time is of --reader gbench or nvbench$' './gbench 1 {out}' './gbench 1 {out}' --time cpu --reader gpubench

# Our own, with another command.
own="$PLANTED --suite accuracy --bench copies --size 1024 --set STEP=1 --backend fake:cpu --out {out}"
compare 0 '^1 SAME' "$own" "$own"
compare 2 "exit status 2: unknown option '--colour'" "$own" "$own --colour"

# A real program of Google Benchmark, if it is installed; its times are only printed, as they vary with the machine's
# load.
cat >real.cc <<'END'
#include <benchmark/benchmark.h>
#include <cstdlib>
static void spin(benchmark::State &state)
{
    for (auto _ : state)
        state.SetIterationTime(1e-9 * std::atoi(std::getenv("WORK")));
}
BENCHMARK(spin)->UseManualTime();
BENCHMARK_MAIN();
END
c++ -O1 real.cc -o real -lbenchmark -lpthread
real='./real --benchmark_min_time=0.002 --benchmark_out={out} --benchmark_out_format=json'
compare 1 '^SLOWER +20.00 us +40.00 us +.100.0 % .*  spin/manual_time$' "WORK=20000 $real" "WORK=40000 $real" --reader gbench

# Each reason for not comparing has its line.
compare 2 'no {out} in "./gbench 1"; it stands for the file that it writes$' './gbench 1' './gbench 1 {out}' --reader gbench
compare 2 "--reader takes gpubench, gbench or nvbench, not 'xunit'$" './gbench 1 {out}' './gbench 1 {out}' --reader xunit
compare 2 'compare: true {out}: it did not write the file that stands for {out}$' 'true {out}' './gbench 1 {out}' --reader gbench
compare 2 'compare: sh -c "exit 3" {out}: exit status 3: nothing on stderr; of 3 runs none' 'sh -c "exit 3" {out}' './gbench 1 {out}' --reader gbench
compare 2 'what it wrote to \{out\}: no JSON: line [0-9]* column 0$' 'echo >{out}' 'echo >{out}' --reader gbench
compare 2 'what it wrote to \{out\}: not Google Benchmark.s JSON: no "context" and "benchmarks"$' 'echo {} >{out}' 'echo {} >{out}' --reader gbench
compare 2 'not Google Benchmark.s JSON: no object "context" \(it may be empty: \{\}\)$' 'echo "{\"benchmarks\": []}" >{out}' 'echo "{\"benchmarks\": []}" >{out}' --reader gbench
compare 2 'not Google Benchmark.s JSON: no array "benchmarks"$' 'echo "{\"context\": {}}" >{out}' 'echo "{\"context\": {}}" >{out}' --reader gbench
compare 2 'what it wrote to \{out\}: not NVBench.s JSON: no array "devices"$' './gbench 1 {out}' './gbench 1 {out}' --reader nvbench
compare 2 'not NVBench.s JSON: no array "benchmarks"$' 'echo "{\"devices\": []}" >{out}' 'echo "{\"devices\": []}" >{out}' --reader nvbench
compare 2 'not NVBench.s JSON: no "devices" and "benchmarks"$' 'echo {} >{out}' 'echo {} >{out}' --reader nvbench
for name in gbench nvbench; do # without --reader; also where a NaN makes it no JSON for us
    compare 2 "what it wrote to \{out\}: not a gpubench results file .*; is it --reader $name\?\$" "./$name 1 {out}" "./$name 1 {out}"
done
compare 2 'what it wrote to \{out\}: not a whole results file: .*; is it --reader gbench\?$' "cp $cases/nan-counter.json {out}" "cp $cases/nan-counter.json {out}"
compare 2 'what it wrote to \{out\}: not a gpubench results file \(no schema "[^"]*"\)$' 'echo {} >{out}' 'echo {} >{out}'
compare 2 'what it wrote to \{out\}: there is no benchmark in it$' "$(printf 'echo %q >{out}' '{"context": {}, "benchmarks": []}')" './gbench 1 {out}' --reader gbench
compare 2 'what it wrote to \{out\}: benchmarks\[0\].name: expected text$' "$(printf 'echo %q >{out}' '{"context": {}, "benchmarks": [1]}')" './gbench 1 {out}' --reader gbench
compare 2 'benchmarks\[0\].states\[0\].name: expected text$' \
    "$(printf 'echo %q >{out}' '{"devices": [], "benchmarks": [{"name": "add", "states": [{}]}]}')" './nvbench 1 {out}' --reader nvbench
compare 2 'they do not compare: device here and NVIDIA H200|not NVBench.s JSON' './gbench 1 {out}' './nvbench 1 {out}' --reader nvbench
compare 2 '--suite is of: gpubench compare --run BASE NEW' './gbench 1 {out}' './gbench 1 {out}' --suite reduction
compare 2 '--configs is of: gpubench compare --run BASE NEW' './gbench 1 {out}' './gbench 1 {out}' --configs found.json
compare 2 'one of them is enough' './gbench 1 {out}' './gbench 1 {out}' --run a b
refused '--reader is of: gpubench compare --run-cmd' "$GPUBENCH" compare --run a b --configs c --reader gbench

# The minimum that a program must write, as in the manual.
sed -n 's/.*`\({"context": {}.*}\)`.*/\1/p' "$SOURCE_DIR/reports/compare/README.md" >least.json
[ "$(wc -l <least.json)" = 1 ] || wrong 'expected a line of JSON in the manual'
compare 0 '^SAME +12.50 us .*  sum$' 'cp least.json {out}' 'cp least.json {out}' --reader gbench
compare 0 '^SAME +12.00 us .*  sum$' 'cp least.json {out}' 'cp least.json {out}' --reader gbench --time cpu
