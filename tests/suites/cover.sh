#!/usr/bin/env bash
# cover.sh SUITE: on each kind of device of this machine, the runs of the suite's benches as covers: every configuration is right.
# With GPUBENCH_DEEP the runs are unchanged, with every pair of values, and each bench's default configuration is timed at the last
# of the sizes. Otherwise every value occurs in the first run of a bench, and in a run with several words of a parameter, which
# select algorithms; any other run has a single configuration, and the suite's first bench is timed.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }

# last_size OPTION...: of --size; small without one.
last_size() {
    while [ $# -gt 0 ] && [ "$1" != --size ]; do shift; done
    local size=${2:-small}
    echo "${size##*,}"
}

# is_new NAME[,NAME]: none of them had a run before.
is_new() {
    local name
    for name in ${1//,/ }; do
        [[ $had != *" $name "* ]] || return
    done
}

cover() {
    local fewer=() timed=$4
    if [ -z "${GPUBENCH_DEEP-}" ]; then
        timed=${4%%,*}
        [ -z "$had" ] || timed=
        fewer=(--strategy values)
        is_new "$4" || [[ "$*" =~ \ [A-Z_0-9]+=[a-z_0-9]*[a-z][a-z_0-9]*, ]] || fewer+=(--budget 1)
        had+=" ${4//,/ } "
    fi
    run "$@" "${fewer[@]}" --verify-only
    check "$* ${fewer[*]}" complete "$(count_names "$4")"
    [[ " $* " != *" --budget "* ]] || return # a few of many, to be verified
    [ -n "$timed" ] || return
    run "$@" --bench "$timed" --size "$(last_size "$@")" --budget 1
    too_busy || check 'timed' complete "$(count_names "$timed")"
}

while read -r backend index; do
    had=
    each_test "$1" cover
done <<<"$devices"
exit $failed
