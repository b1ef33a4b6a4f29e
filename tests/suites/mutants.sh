#!/usr/bin/env bash
# mutants.sh SUITE FILE: on each kind of device of this machine, the suite detects each faulty kernel that the file plants, one per
# line: `mutant KERNEL_FILE EXPRESSION REASON OPTION...`, with the arguments of `faulty` in tests/on_devices.sh. Two configurations
# are tried, unless the options have another --budget. With GPUBENCH_DEEP all of them; else the first of each kernel file.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
suite=$1 mutants=0 left=0

mutant() {
    if [[ -z ${GPUBENCH_DEEP-} && $met == *" $1 "* ]]; then
        left=$((left + 1))
        return
    fi
    met+=" $1 "
    mutants=$((mutants + 1))
    faulty "$1" "$2" "$3" --suite "$suite" --budget 2 --jobs 1 "${@:4}"
}

while read -r backend index; do
    met=
    # shellcheck source=/dev/null
    . "$2"
done <<<"$devices"
echo "$mutants mutants, $left left for deep tests"
[ $mutants -gt 0 ] && exit $failed
