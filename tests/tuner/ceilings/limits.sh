#!/usr/bin/env bash
# Ceilings without a fake device: `gpubench devices` shows the stored ones, and a compile-only device measures none.
set -u
: "${GPUBENCH:?} ${PLANTED:?}"
. "${SOURCE_DIR:?}/tests/script.sh"
tested=0

# NUMBER INDEX of the first OpenCL CPU device.
read -r number index < <("$GPUBENCH" devices |
    awk '/^ *[0-9]+ / {number = $1; backend = $2; at = $3} /^ +CPU,/ && backend == "opencl" {print number, at; exit}')
if [ -n "${number:-}" ]; then
    tested=1
    "$PLANTED" devices >out 2>err
    how="gpubench --suite ceilings --device $number --strategy exhaustive"
    expect 'how to measure' grep -qx " *limits: not measured yet; $how" out
    "$PLANTED" --suite ceilings --bench launch,dram_read --backend opencl --device "$index" --strategy exhaustive \
        >out 2>err
    expect 'ceilings taken over' [ $? = 0 ]
    "$PLANTED" devices >out 2>err
    expect 'when' grep -Eq "^ +limits, measured on $(date +%Y)-[0-9]{2}-[0-9]{2} or later, caches warm$" out
    expect 'a rate' grep -Eq '^ +dram_read +[0-9.]+ [kMGT]?B/s$' out
    expect 'a time' grep -Eq '^ +launch +[0-9.]+ [num]?s per launch$' out
    expect 'nothing that was not measured' [ "$(grep -c '^ *dram_' out)" = 1 ]
fi

"$PLANTED" --suite limits --backend nvrtc:sm_90 --set STEP=1 >out 2>err
status=$?
if [ $status != 3 ]; then
    tested=1
    expect 'status 0' [ $status = 0 ]
    expect 'no word of ceilings' [ "$(grep -c ceiling err)" = 0 ]
fi
[ $tested = 1 ] || exit 77
