#!/usr/bin/env bash
# cover.sh SUITE: on each kind of device there is, the runs that the suite's benches name, as pairwise covers: every
# configuration is right. And each bench's default one is timed, at the last of the sizes.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }

# last_size OPTION...: of --size; small where there is none.
last_size() {
    while [ $# -gt 0 ] && [ "$1" != --size ]; do shift; done
    local size=${2:-small}
    echo "${size##*,}"
}

cover() {
    run "$@" --verify-only
    check "$*" complete "$(count_names "$4")"
    [[ " $* " != *" --budget "* ]] || return # a few of many, to be verified
    run "$@" --size "$(last_size "$@")" --budget 1
    check 'timed' complete "$(count_names "$4")"
}

while read -r backend index; do
    each_test "$1" cover
done <<<"$devices"
exit $failed
