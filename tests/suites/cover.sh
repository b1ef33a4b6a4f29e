#!/usr/bin/env bash
# cover.sh SUITE: on each kind of device there is, the runs that the suite's benches name, as pairwise covers: every
# configuration is right. And the default ones are timed.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
suite=$1
all=$("$GPUBENCH" list "$suite" | grep -c '^  [a-z0-9_]*: ')

while read -r backend index; do
    while read -r -a options; do # --suite NAME --bench NAME[,NAME] ...
        run "${options[@]}" --verify-only
        check "${options[*]}" complete "$(count_names "${options[3]}")"
    done < <("$GPUBENCH" list --tests "$suite")
    run --suite "$suite" --size small --budget 1
    check 'timed' complete "$all"
done <<<"$devices"
exit $failed
