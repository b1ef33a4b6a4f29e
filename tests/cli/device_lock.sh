#!/usr/bin/env bash
# A run that measures has its device to itself: another one waits, and names the process; a run without times, and one
# started by a comparison, does not wait. On the fake device.
# shellcheck disable=SC2016 # what is evaluated later
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
export GPUBENCH_LOCKS=$root/locks
mkdir locks
lock=locks/gpubench-GPU-fake.lock
run=("$PLANTED" --suite accuracy --bench copies --size 1024 --backend fake --ceilings off --budget 1)
await() { until eval "$1"; do sleep 0.05; done; }

# Locked until released, by the process whose number is in the file.
lock_device() {
    rm -f held release
    flock "$lock" sh -c 'echo "$1" >"$2"; touch held; until [ -e release ]; do sleep 0.05; done' - "$1" "$lock" &
    await '[ -e held ]'
}

release() {
    touch release
    wait
}

# Two runs: the second waits for the first, whose compiler is slow, and which is stopped meanwhile.
"$PLANTED" --suite slow --backend fake --size 4096 --ceilings off --jobs 1 --budget 10 --out first.json >first.out 2>first.err &
first=$!
await '[ -s "$lock" ]'
kill -STOP $first
[ "$(cat "$lock")" = $first ] || wrong "expected the number of process $first in $lock"
: >err
"${run[@]}" --out second.json >out 2>err &
second=$!
await 'grep -q waiting err || ! kill -0 $second 2>/dev/null'
kill -CONT $first
wait $first || wrong 'expected that the first run succeeds'
wait $second || wrong 'expected status 0'
contains "^gpubench: Fake device: process $first measures on it: waiting until that ends\$" err
[ "$(grep -c waiting err)" = 1 ] || wrong 'expected one line'
if grep -q waiting first.err; then wrong 'expected that the first run does not wait'; fi

# Without times, or as a part of the lock's owner, it does not wait; after Ctrl-C no longer.
lock_device 4711
ends 0 "${run[@]}" --verify-only
omits waiting err
set -m
"${run[@]}" >out 2>err &
waits=$!
set +m
await 'grep -q "process 4711 measures on it" err'
kill -INT $waits
wait $waits
[ $? = 130 ] || wrong 'interrupted: expected status 130'
release
lock_device $$
"${run[@]}" >out 2>err || wrong 'within: expected status 0'
omits waiting err
release

# A lock that fails is only reported.
GPUBENCH_LOCKS=$root/nowhere "${run[@]}" >out 2>err || wrong 'without a lock: expected status 0'
contains "^gpubench: $root/nowhere/gpubench-GPU-fake.lock: No such file.*; another run or comparison may use Fake device at the" err
