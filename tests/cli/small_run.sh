#!/usr/bin/env bash
# A small suite from the command line to the header, on OpenCL's CPU device (PoCL): stdout and stderr, the contents of
# files, and that a second run compiles nothing.
set -u
device=$("$GPUBENCH" devices | awk '/^ *[0-9]+ / {backend = $2; number = $3} /^ +CPU,/ && backend == "opencl" {print number; exit}')
if [ -z "$device" ]; then
    echo 'no OpenCL CPU device'
    exit 77
fi
. "${SOURCE_DIR:?}/tests/script.sh"

# Four configurations at a size that is no power of two.
small=("$GPUBENCH" --suite reduction --backend opencl --device "$device" --bench sum_1d_f32 --size 10007 --ceilings off
    --strategy exhaustive --set "BLOCK_SIZE=64,128" --set "FINISH=multi_pass,atomics" --set ITEMS_PER_THREAD=4
    --set VECTOR_WIDTH=4 --set GROUPS_PER_UNIT=0 --set INPUT=kept --set LAUNCH=stream)
escape=$'\033'

# ---- the first run

"${small[@]}" >out 2>err || wrong 'expected status 0'
expect 'the results file in the last line' [ "$(tail -n 1 out)" = 'Results: results/reduction.json' ]
expect 'the suite and the device in the first line' grep -q '^reduction on .*opencl' <(head -n 1 out)
expect 'one line of the bench' [ "$(grep -c '^sum_1d_f32  *10007 .* us .* all 4\( *[-?]*\)$' out)" = 1 ]
expect 'the best configuration' grep -Eq '^ +BLOCK_SIZE (64|128)  ITEMS_PER_THREAD 4 ' out
expect 'the counts' grep -qx '4 configurations measured, in [0-9.]* s.' out
expect 'everything compiled' grep -qx 'Compiled: 4; from the cache: 0.' out
expect 'why no reference is here' \
    grep -qx 'not here (needs CUDA): references: cub::DeviceReduce, thrust::reduce' out
expect 'a report of at most 17 lines' [ "$(wc -l <out)" -le 17 ]
expect 'no progress on stdout' [ "$(grep -Ec ' (measuring|play-off) [0-9]*/|^gpubench: ' out)" = 0 ]
# Each phase with a share of the time: compiling may have none, since most of it is done while the device prepares.
some=' [0-9.]* \([0-9]* %\)'
phases="(starting$some, )?preparing$some, (compiling$some, )?(verifying$some, )?(measuring$some, )?play-off$some(, waiting$some)?"
expect 'where the time went' grep -Eqx "Seconds: $phases\." <(sed -n '/^Seconds: /,/)\.$/p' out | xargs)
expect 'no colour away from a terminal' [ "$(cat out err | grep -c "$escape")" = 0 ]
expect 'plain progress lines' [ "$(tr -dc '\r' <err | wc -c)" = 0 ]
expect 'the run in the first line of stderr' grep -q '^gpubench: reduction, .*(opencl ' <(head -n 1 err)
expect 'the phases in order' [ "$(sed -n 's,^reduction/sum_1d_f32 n=10007 \([a-z-]*\).*,\1,p' err | uniq | xargs)" = \
    'preparing measuring play-off' ]
expect 'nothing else on stderr' [ "$(sed 1d err | grep -vc '^reduction/sum_1d_f32 n=10007 ')" = 0 ]
expect 'no journal, no temporary file' [ "$(find results -type f | wc -l)" = 1 ]
cp results/reduction.json first.json

# ---- the second run compiles nothing

"${small[@]}" --out else/where/second.json --header else/where/tuned.h --samples else/samples.jsonl \
    >out 2>err || wrong 'expected status 0'
expect 'everything from the cache' grep -qx 'Compiled: 0; from the cache: 4.' out
expect 'the header in the last but one line' [ "$(tail -n 2 out | head -n 1)" = 'Header: else/where/tuned.h' ]
expect 'the results file in the last line' [ "$(tail -n 1 out)" = 'Results: else/where/second.json' ]
expect 'the first results untouched' cmp -s results/reduction.json first.json
rows() { sed -n '/^"benchmarks"/,/^\]/p' "$1" | grep '"run_type"'; }
expect 'four rows' [ "$(rows else/where/second.json | wc -l)" = 4 ]
expect 'how the best was chosen' grep -q '"objective": "stream"' else/where/second.json
expect 'four compilations' [ "$(rows first.json | grep -c '"compile_ms": [1-9]')" = 4 ]
expect 'no compilation' [ "$(rows else/where/second.json | grep -c '"compile_ms": 0.0[,}]')" = 4 ]

# ---- isolated: an iteration that takes longer than markers, even on a busy CPU

"${small[@]/10007/4000037}" --set BLOCK_SIZE=64 --set FINISH=atomics --objective alone --out alone.json --header alone.h \
    >out 2>err || wrong 'expected status 0'
expect 'an isolated time' [ "$(rows alone.json | grep -c '"alone_ns": [1-9]')" -ge 1 ]
expect 'how the best was chosen' grep -q '"objective": "alone"' alone.json
expect 'and it in the header' grep -q ' isolated, by which it was chosen' alone.h

# ---- the recorded command line is complete, and can be pasted into a shell

long=("${small[@]}" --bench '*1d_f32' --verify-only --out "it's first.json")
for _ in {1..24}; do long+=(--set ITEMS_PER_THREAD=4); done
"${long[@]}" >out 2>err || wrong 'expected status 0'
recorded=$(sed -n 's/^ *"command": "gpubench \(.*\)",$/\1/; T; s/\\\\/\\/gp' "it's first.json")
eval "\"$GPUBENCH\" ${recorded/first/second}" >out 2>err || wrong 'expected status 0'
expect 'the same once more' [ "$(sed 's/second/first/' "it's second.json" | grep '"command"')" = \
    "$(grep '"command"' "it's first.json")" ]

# ---- the results

if command -v python3 >/dev/null; then
    cat >check.py <<'PYTHON'
import json, math, statistics, sys

def refuse(word):
    raise ValueError(word + " is no JSON")

for path in sys.argv[1:]:
    with open(path) as file:
        results = json.load(file, parse_constant=refuse)
    rows = results["benchmarks"]
    assert results["schema"] == "gpubench/results/1"
    assert len(rows) == 4 and len(results["best"]) == 1
    # Benches for CUDA are absent, and no failure.
    assert [(row["status"], row["reason"], row["config"]["REFERENCE"]) for row in results["failures"]] == [
        ("unsupported", "needs CUDA", name) for name in ("cub::DeviceReduce", "thrust::reduce")]
    assert len({row["name"] for row in rows}) == 4
    for row in rows:
        assert row["verify"]["error"] <= row["verify"]["tolerance"] > 0, row
        assert row["size"] == 10007 and row["config"]["VECTOR_WIDTH"] == 4, row
        low, high = row["ci95_ns"]
        assert low is None and high is None if len(row["blocks_ns"]) < 6 else low <= row["median_ns"] <= high, row
        assert row["sampling"] in ("slope", "single"), row
        assert math.isclose(row["real_time"], row["median_ns"]) and row["blocks_ns"], row
    best = results["best"][0]
    assert best["config"] in [row["config"] for row in rows]
    assert not results["context"]["gpubench"]["interrupted"]
    assert results["context"]["device"]["backend"] == "opencl"
    ours = results["context"]["gpubench"]
    phases = ours["phases"]
    assert list(phases) == ["starting", "ceilings", "preparing", "compiling", "verifying", "measuring", "play-off", "waiting"]
    assert phases["starting"]["seconds"] > 0 and phases["play-off"]["seconds"] > 0, phases
    assert all(phase["seconds"] >= 0 for phase in phases.values()), phases
    assert math.isclose(sum(phase["seconds"] for phase in phases.values()), ours["wall_seconds"]), phases
    assert math.isclose(sum(phase["share"] for phase in phases.values()), 1), phases

# A line of samples per measurement: four of the search, one per round of a finalist.
with open("else/samples.jsonl") as file:
    samples = [json.loads(line, parse_constant=refuse) for line in file]
names = [line["name"] for line in samples]
for row in rows:
    lines = [line for line in samples if line["name"] == row["name"]]
    assert not row["finalist"] or 3 <= len(row["blocks_ns"]) <= 12, row["name"]
    assert len(lines) == 1 + len(row["blocks_ns"]) * row["finalist"], row["name"]
    assert 1 <= len(lines[0]["blocks_ns"]) <= (1 if row["dropped"] and not row["finalist"] else 5), row["name"]
    if row["finalist"]: # the medians of its blocks are the row's
        medians = [statistics.median(line["blocks_ns"][0]) for line in lines[1:]]
        assert all(math.isclose(a, b, rel_tol=1e-8) for a, b in zip(medians, row["blocks_ns"])), row["name"]
assert set(names) == {row["name"] for row in rows}
PYTHON
    python3 check.py first.json else/where/second.json || wrong 'the results are wrong'
else
    echo 'no python3: the results were not loaded'
fi

# ---- `list` counts a run's configurations: on this device, at its size, with its options

counted=(--backend opencl --device "$device" --bench sum_1d_f32)
for options in '' '--size 1003 --set BLOCK_SIZE=64,1024 --set VECTOR_WIDTH=4'; do
    # shellcheck disable=SC2086
    "$GPUBENCH" --suite reduction "${counted[@]}" $options --budget 1 --ceilings off --out count.json --overwrite >out 2>err ||
        wrong 'expected status 0'
    allowed=$(grep -o '"allowed": [0-9]*' count.json | tr -dc 0-9)
    # shellcheck disable=SC2086
    "$GPUBENCH" list reduction "${counted[@]}" $options >out 2>err || wrong 'expected status 0'
    expect "$allowed configurations" grep -Eq "; allowed on this device: $allowed at size [0-9]+\$" out
    expect 'the device' grep -q "^  this device: .* (opencl $device)\$" out
    expect 'one bench' [ "$(grep -c 'configurations: ' out)" = 1 ]
done
"$GPUBENCH" list reduction "${counted[@]}" --size 1,20000000,300000000 >out 2>err || wrong 'expected status 0'
expect 'all sizes' [ "$(grep -o ' at size [0-9]*' out | tr -dc '0-9\n' | xargs)" = '1 20000000 300000000' ]
expect 'at most 100 columns' [ "$(wc -L <out)" -le 100 ]

# ---- the header

"$GPUBENCH" header else/where/second.json -o tuned.h >out 2>err || wrong 'expected status 0'
expect 'where the header is' [ "$(cat out)" = 'Header: tuned.h' ]
expect 'the same header from the run as from its results' cmp tuned.h else/where/tuned.h
cat >use.c <<'END_C'
#include "tuned.h"
#include <stdio.h>
int main(void)
{
    const struct gpubench_reduction_sum_1d_f32 *entry = gpubench_reduction_sum_1d_f32_find(GPUBENCH_DEVICE, 10007);
    return !entry || entry->block_size != GPUBENCH_REDUCTION_SUM_1D_F32_BLOCK_SIZE || entry->vector_width != 4;
}
END_C
expect 'a header that compiles' "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror use.c -o use
expect 'a lookup that finds' ./use

# ---- a terminal: one live line, never wider than the terminal

if command -v script >/dev/null; then
    export TERM=xterm
    printf -v command '%q ' "${small[@]}" --out live.json
    script -qec "stty cols 50; $command >table" /dev/null </dev/null >out 2>err || wrong 'expected status 0'
    expect 'the run, then one line' [ "$(wc -l <out)" = 1 ]
    tail -n 1 out | tr '\r' '\n' | sed "s/$escape\[K//" >live
    expect 'a line that is rewritten' [ "$(wc -l <live)" -ge 3 ]
    expect 'progress in it' grep -Eq '^sum_1d_f32 .*[0-9]/4' live
    expect 'at most 49 columns' [ "$(wc -L <live)" -le 49 ]
    expect 'a line that is removed at the end' [ "$(tail -c 4 out)" = $'\r'"${escape}[K" ]
    expect 'no colour in a file' [ "$(grep -c "$escape" table)" = 0 ]
    script -qec "$command" /dev/null </dev/null >out 2>err || wrong 'expected status 0'
    expect 'colour on a terminal' grep -q "$escape\[1mreduction on " out
else
    echo 'no script(1): the live line was not tested'
fi
