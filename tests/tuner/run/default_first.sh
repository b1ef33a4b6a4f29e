#!/usr/bin/env bash
# The baseline, the default, is measured even with a budget that ends before any measurement, though it is the last of
# those that are compiled together, as on a CPU device.
set -u
: "${PLANTED:?}"
. "${SOURCE_DIR:?}/tests/script.sh"
cp -R "$SOURCE_DIR/kernels" kernels
sed 's/slow-compile 200/slow-compile 100\n\/\/fake BLOCK_SIZE=32 slow-compile 1100/' \
    "$SOURCE_DIR/tests/planted/kernels/slow.cl" >kernels/slow.cl
"$PLANTED" --suite slow --backend fake:cpu --kernels kernels --size 4096 --budget 1s --jobs 4 >out 2>err
status=$?
if [ $status != 0 ] || ! grep -Eq '^sums .* 1\.00x +0 +1 of 64  [?]$' out || ! grep -q '^ *BLOCK_SIZE 32  NUMBER 1$' out; then
    echo "status $status; expected the default alone:"
    cat out err
    exit 1
fi
