#!/usr/bin/env bash
# fake.sh SUITE: two configurations of every bench on the fake device, which computes nothing: their host code fits in its
# arrays, as the sanitizers see it, and nothing but results is wrong. A worker that dies would be a row `crashed`.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
backend=fake index=0

# check_nothing_computed NUMBER: so many benches have rows, of which none reports more than that nothing was computed.
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
