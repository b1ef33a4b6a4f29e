#!/usr/bin/env bash
# Bench compact_bins: the largest groups' lists fit into the shared memory of a GPU, or are not allowed.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
backend=nvrtc:sm_90 index=0
run --suite cutoff --bench compact_bins --strategy exhaustive --set GROUP_X=8 --set GROUP_Y=8 --set GROUP_Z=8 \
    --set POINTS_PER_THREAD=1 --set UNROLL=1 --set SMOOTHING=none
[ $status != 3 ] || { cat "$root/err"; exit 77; }
check 'the largest groups' complete 1
exit $failed
