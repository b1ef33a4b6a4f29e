#!/usr/bin/env bash
# The ceilings of launches: right on the first OpenCL device; on the fake device, where kernels do not count, each launch is
# missed, also those of a graph. And the suite lists all benches that its files declare.
set -u
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cd "$root" || exit 1
failures=0

# run BACKEND: all three benches, seven launches each.
run() {
    "$GPUBENCH" --suite ceilings --bench '*launch' --backend "$1" --size 7 --ceilings off --strategy exhaustive \
        --out results.json --overwrite >out 2>err
}

# expect COUNT TEXT: so many lines of the results have it.
expect() {
    local count
    count=$(grep -c -- "$2" results.json)
    [ "$count" = "$1" ] && return
    failures=$((failures + 1))
    echo "expected $1 lines with '$2', got $count"
    sed 's/^/  /' out err
}

grep -o 'ceiling_[a-z0-9_]*' "$SOURCE_DIR/suites/ceilings/ceilings.h" | sed 's/ceiling_//' | sort >declared
"$GPUBENCH" list | awk '/^[a-z]/ {inside = $1 == "ceilings"; next} inside && NF {print $1}' | sort >listed
if [ ! -s declared ] || ! cmp declared listed; then
    failures=$((failures + 1))
    diff declared listed
fi

run fake
expect 6 '"name": "ceilings/launch/.*"wrong-result", "reason": "0 kernels counted, expected 7"'
expect 6 '"name": "ceilings/graph_launch/.*"wrong-result", "reason": "0 kernels counted, expected 7"'
expect 1 '"name": "ceilings/child_launch/.*"unsupported", "reason": "needs CUDA"'

if "$GPUBENCH" devices | grep -q '^ *[0-9]\+  opencl '; then
    run opencl
    expect 6 '"name": "ceilings/launch/.*"run_type".*"verify": {"error": 0.0, "tolerance": 0.0}'
    expect 1 '"name": "ceilings/graph_launch/.*"unsupported", "reason": "needs graphs, which this device lacks"'
else
    echo 'no OpenCL device: only the fake one was tested'
fi
echo "$failures failed"
[ "$failures" = 0 ]
