#!/usr/bin/env bash
# cover.sh SUITE: on each kind of device there is, the runs that the suite's benches name, as pairwise covers: every
# configuration is right. And the default one of the first bench of each run is timed.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
suite=$1
while read -r backend index; do
    while read -r -a options; do # --suite NAME --bench NAME[,NAME] ...
        run "${options[@]}" --verify-only
        check "${options[*]}" complete "$(count_names "${options[3]}")"
        run --suite "$suite" --bench "${options[3]%%,*}" --size small --budget 1
        check "${options[3]%%,*}, timed" complete 1
    done < <("$GPUBENCH" list --tests "$suite")
done <<<"$devices"
exit $failed
