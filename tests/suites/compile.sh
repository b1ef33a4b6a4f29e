#!/usr/bin/env bash
# compile.sh SUITE [TARGET:STRATEGY...]: compiles its kernels without a GPU. A cover of every bench compiles for sm_90, without
# spilled registers: every value occurs, with GPUBENCH_DEEP every pair of values. One configuration of each compiles for the newest
# architecture that we test, in deep tests also for the oldest; or for the named targets (gfx90a:pairwise).
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
suite=$1 index=0
shift
all=$("$GPUBENCH" list "$suite" --long | grep -c '^  [a-z0-9_]*: ')

cover=values
[ -z "${GPUBENCH_DEEP-}" ] || cover=pairwise
# shellcheck disable=SC2086 # a word or none
[ $# != 0 ] || set -- sm_90:$cover sm_120:random ${GPUBENCH_DEEP:+sm_80:random}
for target; do
    backend=nvrtc:${target%:*}
    [ "${backend#nvrtc:gfx}" = "$backend" ] || backend=hiprtc:${target%:*}
    strategy=(--strategy "${target#*:}")
    [ "${target#*:}" != random ] || strategy+=(--budget 1)
    run --suite "$suite" --bench '*' "${strategy[@]}"
    if [ $status = 3 ]; then
        cat "$root/err"
        exit 77
    fi
    check "${strategy[*]}" complete "$all"
    # The assembler spills up to eight words before the loops, although registers are free.
    if [ "$target" = sm_90:$cover ] && grep '"spill_bytes": ' "$root/rows" | grep -vE '"spill_bytes": ([12]?[0-9]|3[0-2])[^0-9]'; then
        echo 'these spill registers to memory'
        failed=1
    fi
done
exit $failed
