#!/usr/bin/env bash
# A compile-only backend: compiled rows are `compiled` and the run succeeds; a kernel file without the bench's entry
# point is a failure, as on a device. Skipped without NVRTC.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"

# run EXPECTED_STATUS OPTION...: writes out, err and results/vector_add.json; status 3 is a machine without NVRTC.
run() {
    "$GPUBENCH" --suite vector_add --bench common --size 1000 --backend nvrtc:sm_90 "${@:2}" >out 2>err
    status=$?
    [ $status = 3 ] && { cat err; exit 77; }
    [ $status = "$1" ] || wrong "$*: status $status"
}

# rows STATUS COUNT: the results file has COUNT of them.
rows() { [ "$(grep -c "\"status\": \"$1\"" results/vector_add.json)" = "$2" ] || wrong "expected $2 rows $1"; }

run 0 --budget 3
prints '^compiled vector_add/common: only compiled, for NVRTC sm_90$'
prints '^0 configurations measured, 3 compiled, in '
rows compiled 3
grep -q '"status": "compiled".*"binary": "[0-9a-f]*", "resources": {"registers": [1-9]' results/vector_add.json ||
    wrong 'expected the binary and its registers'
"$GPUBENCH" table results/vector_add.json >again
cmp -s out <(cat again; tail -2 out) || wrong 'expected the same table of the file'

for option in --max-error=1 --measure-all; do
    refused "gpubench: ${option%=*} needs measurements, and --backend nvrtc:sm_90 only compiles" \
        "${PLANTED:?}" --suite accuracy --bench copies --backend nvrtc:sm_90 "$option"
done

rm -rf kernels
cp -R "$SOURCE_DIR/kernels" kernels
sed -i 's/\<add_arrays(/add_other_arrays(/' kernels/vector_add/add_arrays.cl
for _ in 1 2; do # nothing of it is stored
    rm -rf results
    run 1 --budget 3 --kernels kernels
    prints '^3 launch-failed, the first: no kernel "add_arrays" in this program: is it extern "C"\?$'
    prints 'no correct configuration'
    rows launch-failed 3
done

# What only the host reads does not change a binary; workers that need the same one do not all compile it.
"$GPUBENCH" --suite reduction --bench sum_1d_u32 --size 1e6 --backend nvrtc:sm_90 --jobs 4 --set BLOCK_SIZE=256 --set ITEMS_PER_THREAD=4 \
    --set FINISH=multi_pass --set ALGORITHM=multiple --set LOAD=striped --set VECTOR_WIDTH=1 --set LAUNCH=stream --set INPUT=kept \
    --set GROUPS_PER_UNIT=1,2,4,8 >out 2>err || wrong 'expected them to compile'
prints '^0 configurations measured, 4 compiled, in '
prints '^Compiled: 1; from the cache: 3\.$'
