#!/usr/bin/env bash
# mutants.sh SUITE FILE: on each kind of device there is, the suite finds out each faulty kernel that the file plants, a line
# each: `mutant KERNEL_FILE EXPRESSION REASON OPTION...`, as faulty has it in tests/on_devices.sh. Two configurations are
# tried, unless the options have another --budget.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
suite=$1 mutants=0

mutant() {
    mutants=$((mutants + 1))
    faulty "$1" "$2" "$3" --suite "$suite" --budget 2 --jobs 1 "${@:4}"
}

while read -r backend index; do
    # shellcheck source=/dev/null
    . "$2"
done <<<"$devices"
echo "$mutants mutants"
[ $mutants -gt 0 ] && exit $failed
