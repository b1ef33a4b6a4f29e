#!/usr/bin/env bash
# fake.sh SUITE: two configurations of every bench on the fake device, which computes nothing: their host code stays within its
# arrays, as the sanitizers check, and only results are wrong. A worker that crashed would be a row `crashed`.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
backend=fake index=0

# check_nothing_computed NUMBER: NUMBER benches have rows, none of which reports anything but that nothing was computed.
check_nothing_computed() {
    grep '"status": ' "$root/rows" | grep -vE '"status": "wrong-result"|"reason": "needs (CUDA|OpenCL)"' >"$root/odd"
    [ $status -le 1 ] && [ ! -s "$root/odd" ] && [ "$(benches)" = "$1" ]
}

fake() {
    run "$@" --budget 2
    check "$*" check_nothing_computed "$(count_names "$4")"
}

each_test "$1" fake
exit $failed
