#!/usr/bin/env bash
# cover.sh SUITE: on each kind of device there is, the runs that the suite's benches name, as pairwise covers: every
# configuration is right. And each bench's default one is timed, at the last of the sizes.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
suite=$1

# last_size OPTION...: of --size.
last_size() {
    while [ "$1" != --size ]; do shift; done
    echo "${2##*,}"
}

while read -r backend index; do
    while read -r -a options; do # --suite NAME --bench NAME[,NAME] ...
        run "${options[@]}" --verify-only
        check "${options[*]}" complete "$(count_names "${options[3]}")"
        run "${options[@]}" --size "$(last_size "${options[@]}")" --budget 1
        check 'timed' complete "$(count_names "${options[3]}")"
    done < <("$GPUBENCH" list --tests "$suite")
done <<<"$devices"
exit $failed
