#!/usr/bin/env bash
# HIP without a GPU: the conformance kernels, a kernel file of each kind, and one that needs CUDA, for gfx90a. All
# kernels of a suite: tests/suites/compile.sh SUITE gfx90a:pairwise gfx1100:random.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
"$GPUBENCH" --suite vector_add --backend hiprtc:gfx90a --strategy random --budget 2 --out added.json >out 2>err
status=$?
[ $status != 3 ] || { cat err; exit 77; }
[ $status = 0 ] || wrong "status $status"
contains '"backend": "hiprtc"' added.json
contains '"status": "compiled"' added.json
contains 'needs CUDA' added.json
prints 'needs CUDA\): cuda'
ends 0 "$GPUBENCH" --suite reduction --backend hiprtc:gfx90a --strategy random --budget 1 --out reduced.json
[ "$(grep -c '"status": "compiled"' reduced.json)" -ge 5 ] || wrong 'expected five'

export LANGUAGE_TARGET=hiprtc:gfx90a
for program in language precision vectors; do
    ends 0 env -C "$SOURCE_DIR/tests/kernels" "$BUILD_DIR/tests/test_kernels_$program"
done
