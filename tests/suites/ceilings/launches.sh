#!/usr/bin/env bash
# The ceilings of launches: right on the first OpenCL device; on the fake device, whose kernels do not count, each missing launch is
# detected, also those of a graph. And the suite lists all benches of its files.
set -u
: "${GPUBENCH:?}"
. "${SOURCE_DIR:?}/tests/script.sh"

# run BACKEND OPTION...: all three benches, seven launches each.
run() {
    "$GPUBENCH" --suite ceilings --bench '*launch' --backend "$1" --size 7 --ceilings off --strategy exhaustive \
        --out results.json --overwrite "${@:2}" >out 2>err
}

# expect COUNT TEXT: COUNT lines of the results contain TEXT.
expect() {
    [ "$(grep -c -- "$2" results.json)" = "$1" ] || wrong "expected $1 lines with '$2'"
}

grep -oh 'ceiling_[a-z0-9_]* =' "$SOURCE_DIR"/suites/ceilings/*.c | sed 's/ceiling_//; s/ =//' | sort >declared
"$GPUBENCH" list | awk '/^[a-z]/ {inside = $1 == "ceilings"; next} inside && NF {print $1}' | sort >listed
[ -s declared ] && diff declared listed || wrong 'expected all benches in the list'

run fake
expect 6 '"name": "ceilings/launch/.*"wrong-result", "reason": "0 kernels counted, expected 7"'
expect 6 '"name": "ceilings/graph_launch/.*"wrong-result", "reason": "0 kernels counted, expected 7"'
expect 1 '"name": "ceilings/child_launch/.*"unsupported", "reason": "needs CUDA"'

if "$GPUBENCH" devices | grep -q '^ *[0-9]\+  opencl '; then
    run opencl --verify-only
    expect 6 '"name": "ceilings/launch/.*"verified".*"verify": {"error": 0.0, "tolerance": 0.0}'
    run opencl # a busy machine's clock may show no time of five microseconds
    expect 6 '"name": "ceilings/launch/.*\("run_type".*"verify": {"error": 0.0, "tolerance": 0.0}\|"no-time"\)'
    expect 1 '"name": "ceilings/graph_launch/.*"unsupported", "reason": "needs graphs, which this device lacks"'
else
    echo 'no OpenCL device: only the fake one was tested'
fi
