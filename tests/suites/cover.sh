#!/usr/bin/env bash
# cover.sh SUITE: on each kind of device there is, the runs that the suite's benches name, as pairwise covers: every
# configuration is right. And the default ones are timed.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
suite=$1
all=$("$GPUBENCH" list "$suite" | grep -c '^  [a-z0-9_]*: ')

while read -r backend index; do
    while IFS=$'\t' read -r benches options; do
        read -r -a words <<<"$options"
        run "$suite" --bench "$benches" --strategy pairwise --verify-only "${words[@]}"
        check "$benches $options" complete "$(awk -F, '{print NF}' <<<"$benches")"
    done < <(tests_of "$suite")
    run "$suite" --size small --budget 1
    check 'timed' complete "$all"
done <<<"$devices"
exit $failed
