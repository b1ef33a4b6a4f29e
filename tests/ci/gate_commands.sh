#!/usr/bin/env bash
# gate_commands.sh: what action.yml and ci/gate.gitlab.yml run, of two programs that write Google Benchmark's JSON.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
cat >bench <<'E2'
#!/bin/sh
printf '{"context": {}, "benchmarks": [{"name": "sum", "run_name": "sum", "run_type": "iteration", "iterations": 10, "real_time": %s, "cpu_time": %s, "time_unit": "us"}]}' "$1" "$1" >"$2"
E2
chmod +x bench
export OUT=$root/gate GITHUB_STEP_SUMMARY=$root/job.md
gate() { ends "$1" "$SOURCE_DIR/ci/gate_commands" "./bench $2 {out}" "./bench $3 {out}" gbench --budget 3s; }
GITHUB_ACTIONS=true gate 1 100 130
expect 'what is slower in the table' grep -q '^SLOWER .*sum' out
expect 'what wrote it, as no device is named' grep -q '^another program (gbench)' out
expect 'an annotation' grep -q '^::error title=gpubench SLOWER::sum' out
expect 'a summary' grep -q '^1 SLOWER' job.md
expect 'JSON' grep -q '"verdict": "SLOWER"' gate/compare.json

# Of a program that does not run nothing is printed, not even earlier output.
: >job.md
GITHUB_ACTIONS=true ends 2 "$SOURCE_DIR/ci/gate_commands" './bench 100 {out}' './missing {out}' gbench --budget 3s
[ ! -s out ] && [ ! -s job.md ] && [ ! -e gate/compare.json ] || wrong 'the verdict of the run before'

gate 0 100 100
expect 'no difference' grep -q '^1 SAME' out

# A program that prints the least JSON, the line of the example; its times of the CPU are the same.
sed -n 's/^#   \({"context".*\)/\1/p' "$SOURCE_DIR/ci/gate-example.yml" >least.json
sed 's/"real_time": 12.5/"real_time": 25/' least.json >slower.json
ends 1 "$SOURCE_DIR/ci/gate_commands" 'cat least.json >{out}' 'cat slower.json >{out}' gbench --budget 3s
prints '^SLOWER .*sum'
ends 0 "$SOURCE_DIR/ci/gate_commands" 'cat least.json >{out}' 'cat slower.json >{out}' gbench --budget 3s --time cpu
prints '^1 SAME'

# Usage.
ends 0 "$SOURCE_DIR/ci/gate_commands" --help
prints '^usage: ci/gate_commands BASE NEW READER'
prints '^  READER .*gbench, .*nvbench'
refused 'usage: ci/gate_commands BASE NEW READER' "$SOURCE_DIR/ci/gate_commands" './bench 1 {out}'
refused 'READER is missing' "$SOURCE_DIR/ci/gate_commands" './bench 1 {out}' './bench 1 {out}'
refused 'gbench, nvbench or gpubench' "$SOURCE_DIR/ci/gate_commands" './bench 1 {out}' './bench 1 {out}' --budget 3s

# What the action runs, where a workflow has a variable OUT of its own: the results are where it prints.
sed -n '/^      run: |$/,/^      env:$/s/^        //p' "$SOURCE_DIR/action.yml" >action.sh
export GITHUB_ACTION_PATH=$SOURCE_DIR GITHUB_OUTPUT=$root/outputs BASE='./bench 100 {out}' NEW='./bench 100 {out}' READER=gbench BUDGET=3s
ends 0 bash -e action.sh
expect 'results where the action says' test -e "$(sed -n 's/^results=//p' outputs)/compare.json"

# What the action and the template give it is there.
expect 'inputs of the example' grep -q 'uses: OWNER/gpubench@COMMIT' "$SOURCE_DIR/ci/gate-example.yml"
for file in action.yml ci/gate.gitlab.yml; do
    # shellcheck disable=SC2016 # their own
    expect "$file runs it" grep -q 'ci/gate_commands" "$BASE" "$NEW" "$READER" --budget "$BUDGET"\|ci/gate_commands "$BASE" "$NEW" "$READER" --budget "$BUDGET"' "$SOURCE_DIR/$file"
done
! command -v check-jsonschema >/dev/null || check-jsonschema --builtin-schema vendor.github-actions "$SOURCE_DIR/action.yml"
