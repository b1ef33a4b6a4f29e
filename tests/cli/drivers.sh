#!/usr/bin/env bash
# An OpenCL driver that hangs: --time-limit also limits it, for a run and for `list`, and the line names it.
set -u
: "${STUB_DRIVER:?}"
. "${SOURCE_DIR:?}/tests/script.sh"
export OCL_ICD_VENDORS=$root/vendors
mkdir vendors
if "$GPUBENCH" devices 2>/dev/null | grep -Eq '^ *[0-9]+ +opencl '; then
    echo "this OpenCL loader does not ask OCL_ICD_VENDORS" # as NVIDIA's
    exit 77
fi
cp "$STUB_DRIVER" hangs.so
echo "$root/hangs.so" >vendors/hangs.icd
"$GPUBENCH" --suite reduction --backend opencl --time-limit 11 >out 2>err &
run=$!
"$GPUBENCH" list reduction --backend opencl --time-limit 0.5 >listed 2>wrong &
list=$!
# check WHAT PROCESS FILE SECONDS
check() {
    local status=0
    wait "$2" || status=$?
    if [ "$status" != 3 ] || ! grep -q "^gpubench: --backend opencl: its driver hangs: no answer within $4 s (--time-limit); " "$3"; then
        wrong "$1: status $status, expected 3, and that its driver hangs for $4 s: $(cat "$3")"
    fi
}
check 'a run' $run err 11
check 'list' $list wrong 10 # the least
