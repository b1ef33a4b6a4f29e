#!/usr/bin/env bash
# export and import: the structure of each format that trackers, tuners and CI servers read, by its documentation;
# imported files work with table, report, history, simulate and compare; refusals. (ci/readers runs the readers
# themselves.)
set -eu
. "$SOURCE_DIR/tests/script.sh"
export LC_ALL=C COLUMNS=100
golden=$SOURCE_DIR/tests/reports/golden/results.json
sum='reduction/sum_1d_f32/n:268435456'
# check_export FORMAT FILE ARGUMENT...: an export, with only lines about omitted parts on stderr.
check_export() {
    ends 0 "$GPUBENCH" export --to "$1" -o "$2" "${@:3}"
    [ -s "$2" ] || wrong "expected $2"
}

# ---- structures

for format in googlebench bencher github-action-benchmark otava otava-config junit; do
    check_export $format $format.out "$golden"
    [ ! -s err ] || wrong 'expected nothing on stderr'
    ! grep -Eiq '\b(nan|infinity)\b' $format.out || wrong "not a number, in $format"
done
for format in kernel-tuner t4; do
    check_export $format $format.out "$golden" --problem "$sum"
    contains '^gpubench: export: reduction/sum_1d_f32/n:268435456: 5 of 480 configurations were tried' err
done
if command -v python3 >/dev/null; then
    python3 - "$golden" <<'END'
import csv, json, sys, xml.etree.ElementTree as tree
results = json.load(open(sys.argv[1]))
def read(name):
    return json.loads(open(name + ".out").read(), parse_constant=lambda word: sys.exit(f"{name}: {word}"))
best = {results["problems"][row["problem"]]["name"]: row for row in results["best"]}
time = lambda row: row["alone_ns"] if row["objective"] == "alone" else row["median_ns"]

# Bencher Metric Format: an object of benchmarks, each of measures, each of a value, and bounds if there are any.
bencher = read("bencher")
for name, row in best.items():
    latency = bencher[name]["latency"]
    assert latency["value"] == time(row) and latency.keys() <= {"value", "lower_value", "upper_value"}, name
    assert latency.get("lower_value", 0) <= latency["value"] <= latency.get("upper_value", 1e99), name

# github-action-benchmark's customSmallerIsBetter: an array of name, unit, value; range and extra are text.
smaller = read("github-action-benchmark")
assert len({entry["name"] for entry in smaller}) == len(smaller) == len(bencher)
for entry in smaller:
    assert entry["value"] == bencher[entry["name"]]["latency"]["value"] and entry["unit"] == "ns", entry
    assert isinstance(entry.get("range", ""), str) and isinstance(entry.get("extra", ""), str), entry
assert next(e for e in smaller if e["name"].endswith("f32/n:268435456"))["extra"] == "NVIDIA H200: BLOCK_SIZE:256/LOAD:striped"

# Otava: a line per commit, a column per name, and a configuration for each.
table = list(csv.DictReader(open("otava.out")))
config = read("otava-config")["tests"]["gpubench"]
assert len(table) == 1 and config["type"] == "csv" and config["time_column"] == "time" and set(config["attributes"]) <= table[0].keys()
for name, metric in config["metrics"].items():
    assert metric == {"column": name, "direction": -1} and float(table[0][name]) == bencher[name]["latency"]["value"]
assert config["metrics"].keys() == bencher.keys()

# Google Benchmark: names of repetitions are the run's, those of statistics have their own; each block is a repetition.
google = read("googlebench")
assert google["context"]["json_schema_version"] == 1 and google["context"]["date"] == results["context"]["date"]
for row in results["benchmarks"]:
    entries = [e for e in google["benchmarks"] if e["run_name"] == row["name"]]
    blocks = [e for e in entries if e["run_type"] == "iteration"]
    assert [e["real_time"] for e in blocks] == row["blocks_ns"] and {e["name"] for e in blocks} == {row["name"]}, row["name"]
    assert [e["repetition_index"] for e in blocks] == list(range(len(blocks))), row["name"]
    statistics = {e["aggregate_name"]: e for e in entries if e["run_type"] == "aggregate"}
    assert statistics.keys() == ({"mean", "median", "stddev"} if len(blocks) > 1 else set()), row["name"]
    assert all(e["name"] == f"{row['name']}_{name}" and e["time_unit"] == "ns" for name, e in statistics.items())

# JUnit: counts match its cases; a case has at most one outcome.
suites = tree.parse("junit.out").getroot()
assert suites.tag == "testsuites"
names = []
for suite in suites:
    cases = suite.findall("testcase")
    assert int(suite.get("tests")) == len(cases) and int(suite.get("errors")) == 0
    for kind, attribute in ("failure", "failures"), ("skipped", "skipped"):
        assert sum(case.find(kind) is not None for case in cases) == int(suite.get(attribute)), suite.get("name")
    names += [case.get("name") for case in cases]
assert sorted(names) == sorted(row["name"] for row in results["benchmarks"] + results["failures"])

# Kernel Tuner and T4: each configuration once, ms, and failures in their words.
cache, t4 = read("kernel-tuner"), read("t4")
rows = [r for r in results["benchmarks"] + results["failures"] if r["name"].startswith(cache["kernel_name"] + "/BLOCK")]
assert cache["tune_params_keys"] == list(cache["tune_params"]) and len(cache["cache"]) == len(t4["results"]) == len(rows) == 5
for entry in cache["cache"].values():
    row = next(r for r in rows if all(entry[key] == value for key, value in r["config"].items()))
    other = next(r for r in t4["results"] if r["configuration"] == row["config"])
    if "median_ns" in row:
        assert abs(entry["time"] * 1e6 - row["median_ns"]) < 1e-6 and other["invalidity"] == "correct"
    else:
        assert entry["time"] in ("CompilationFailedConfig", "RuntimeFailedConfig") and entry["gpubench_status"] == row["status"]
        assert other["invalidity"] == {"compile-failed": "compile", "wrong-result": "correctness"}[row["status"]]
    assert other["measurements"][0]["value"] == entry["time"]
    assert all(isinstance(other["times"][key], float) for key in ("compilation", "compilation_time", "framework", "search_algorithm", "validation"))
END
fi

# ---- several files

sed 's/"0123456789ab"/"c2"/; s/2026-01-02T/2026-02-02T/' "$golden" >later.json
check_export otava otava.csv later.json "$golden"
[ "$(sed 's/,.*//' otava.csv | tr '\n' ' ')" = 'time "2026-01-02T03:04:05+00:00" "2026-02-02T03:04:05+00:00" ' ] || wrong 'expected commits ordered by date'
sed 's/sum_1d_f64/sum_1d_f16/g' later.json >other.json
check_export otava otava.csv "$golden" other.json
contains 'export: left out: reduction/sum_1d_f64/n:268435456, which 1 of 2 lines have$' err
sed 's/"NVIDIA H200"/"NVIDIA H100"/' later.json >h100.json

# ---- imports

for format in kernel-tuner t4; do
    ends 0 "$GPUBENCH" import $format.out -o $format.json --commit c1
    prints "^Results: $format.json: 1 problem, 5 rows, 3 with a time$"
    ends 0 "$GPUBENCH" table $format.json
    omits 'caches' out # they are unknown
    prints "^$sum  2\^28 +231.4 us +5$"
    prints '^1 wrong-result, with BLOCK_SIZE 1024, LOAD striped: sum is 134217728'
    ends 0 "$GPUBENCH" simulate $format.json --strategy random --repeat 2
    prints '5 configurations, 3 timed, best 231.4 us'
    ends 0 "$GPUBENCH" history add $format.history.jsonl $format.json
    ends 0 "$GPUBENCH" compare $format.json $format.json
    ends 0 "$GPUBENCH" report $format.json -o $format.html
    omits 'gpubench --suite' $format.html
    ends 0 "$GPUBENCH" header $format.json -o $format.h # it states that the configuration was not verified here
    omits 'correct configurations' $format.h
    contains 'not verified: imported by gpubench' $format.h
    check_export $format again.out $format.json
    ends 0 "$GPUBENCH" import again.out -o again-$format.json
    diff <(sed 1,/problems/d again-$format.json) <(sed 1,/problems/d $format.json) || wrong "not the same again: $format"
done
check_export googlebench bench.json "$golden"
ends 0 "$GPUBENCH" import bench.json -o imported.json
ends 0 "$GPUBENCH" table imported.json
prints "^$sum/BLOCK_SIZE:256/LOAD:striped +unknown +231.4 us +1$"
cp "$SOURCE_DIR/tests/reports/foreign/base.json" base.json
sed 's/sum/plus/g; s/scan/minus/g' base.json >plus.json
ends 0 "$GPUBENCH" import base.json plus.json -o both.json
prints '4 problems, 4 rows, 4 with a time'
printf '{"devices": [{"name": "D"}], "benchmarks": [{"name": "add", "states": [{"name": "N=1", "summaries": [{"tag": "nv/cold/time/gpu/mean", "hint": "duration", "data": [{"value": "1e-6"}]}]}]}]}' >nvbench.json
touch -d '2026-05-06 07:08:09 UTC' nvbench.json
TZ=UTC ends 0 "$GPUBENCH" import nvbench.json -o nv.json
contains '"date": "2026-05-06T07:08:09\+0000"' nv.json

# An import does not replace measured results; it replaces an earlier import of the same results.
cp "$golden" measured.json
refused 'measured.json: 10 rows there would be lost, which are not replaced, as reduction/' "$GPUBENCH" import base.json -o measured.json
cmp -s "$golden" measured.json || wrong 'measured rows are lost'
ends 0 "$GPUBENCH" import base.json plus.json -o both.json
ends 0 "$GPUBENCH" import base.json -o measured.json --overwrite

# ---- an unknown size is no number

sed 's/"problem_size": 268435456/"other": 1/' t4.out >sizeless.out
ends 0 "$GPUBENCH" import sizeless.out -o sizeless.json
ends 0 "$GPUBENCH" export sizeless.json -o sizeless.csv
[ "$(cut -d, -f7 sizeless.csv | sed 2q | paste -sd ' ')" = 'size ' ] || wrong 'expected an empty size'
ends 0 "$GPUBENCH" header sizeless.json -o sizeless.h
contains '/\* NVIDIA H200 .t4., of unknown size:$' sizeless.h
omits 'define .*_PROBLEM_SIZE' sizeless.h
check_export t4 again.out sizeless.json
omits problem_size again.out

# ---- refusals, which leave no file

refused 'x: not written: it has one problem, and here are 5: choose with --problem, as reduction/' "$GPUBENCH" export --to t4 "$golden" -o x
refused 'export: kernel-tuner has one results file, and 2 are given' "$GPUBENCH" export --to kernel-tuner "$golden" later.json -o x
refused 'export: --problem: csv has all problems; kernel-tuner and t4 have one' "$GPUBENCH" export --to csv "$golden" --problem '*' -o x
refused "unknown problem 'none'" "$GPUBENCH" export --to t4 "$golden" --problem none -o x
refused 'x: not written: the results have no configurations that were measured, or failed' "$GPUBENCH" export --to t4 imported.json -o x
refused 'x: not written: the problem has no configurations that' "$GPUBENCH" export --to t4 imported.json --problem "$sum*striped" -o x
refused "$sum is in $golden and in later.json: write each by itself" "$GPUBENCH" export --to bencher "$golden" later.json -o x
refused 'a series is of one device' "$GPUBENCH" export --to otava "$golden" h100.json -o x
refused 'import: no -o: name the results file that is written' "$GPUBENCH" import base.json
refused 'import: -o base.json is one of the files that are read' "$GPUBENCH" import base.json -o base.json
refused 'missing.json: cannot read: No such file' "$GPUBENCH" import missing.json -o x
refused 'not to be imported: it is a results file of gpubench' "$GPUBENCH" import "$golden" -o x
refused 'base.json: sum is in a file before it, too: import each by itself' "$GPUBENCH" import base.json base.json -o x
refused "kernel-tuner.out is of 'NVIDIA H200' (kernel-tuner) and base.json of 'host' (googlebench): import each by itself" \
    "$GPUBENCH" import kernel-tuner.out base.json -o x
[ ! -e x ] || wrong 'a file was left'

# ---- figures of what is read

# The median of an even number of times is the mean of the two middle ones, in the table and on the page.
python3 - >even.json <<'END'
import json
times = [(1, 100), (2, 110), (3, 150), (4, 200)]
results = [{"configuration": {"A": a, "B": b}, "times": {"runtimes": [slower * time]}, "invalidity": "correct"}
           for b, slower in (("x", 1), ("y", 3)) for a, time in times]
print(json.dumps({"metadata": {"timeunit": "microseconds"}, "results": results}))
END
ends 0 "$GPUBENCH" import even.json -o even-imported.json
ends 0 "$GPUBENCH" table --effects even-imported.json
prints '^    x 1\.00x \(1\.30x\)  y 3\.00x \(3\.90x\)$'
ends 0 "$GPUBENCH" report even-imported.json -o even.html
contains '<td data-value="130000">130.0 us</td>' even.html

# A block without a time is left out, so that readers find numbers. Means of different problems are sentences of their own.
python3 - "$golden" <<'END'
import json, sys
with open(sys.argv[1]) as file:
    results = json.load(file)
results["best"][0]["default_ns"] = 0
row = max(results["benchmarks"], key=lambda row: len(row["blocks_ns"]))
row["blocks_ns"][2] = None
json.dump(results, open("block.json", "w"))
assert "sum_1d_f32/n:2" in row["name"]
END
for format in googlebench 't4 --problem reduction/sum_1d_f32/n:2*' 'kernel-tuner --problem reduction/sum_1d_f32/n:2*'; do
    # shellcheck disable=SC2086 # words
    ends 0 "$GPUBENCH" export --to $format block.json -o block.out
    omits null block.out
done
ends 0 "$GPUBENCH" report block.json -o block.html
contains 'slower than the fastest reference\. By the geometric mean of 2 problems the best is as fast as the default\.' block.html
exit 0
