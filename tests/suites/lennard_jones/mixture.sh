#!/usr/bin/env bash
# The kernels' forces on a mixture of ten types, whose forces another program computed (mixture.c), by both rules of mixing.
set -u
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
. "$SOURCE_DIR/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
mixture=$SOURCE_DIR/tests/suites/lennard_jones/mixture/mixture
while read -r backend index; do
    for mixing in lorentz-berthelot ${GPUBENCH_DEEP:+geometric}; do
        run --suite lennard_jones --bench pipeline,force_sum,step --input "$mixture.xyz" --elements "$mixture.elements" \
            --cutoff 9 --minimum 2.5 --mixing $mixing --verify-only --budget 1 --set METHOD=analytic
        check "$mixing" [ "$status$wrong" = 00 ]
        [ "$rows" = 3 ] || { echo "$rows rows"; failed=1; }
    done
done <<<"$devices"
exit $failed
