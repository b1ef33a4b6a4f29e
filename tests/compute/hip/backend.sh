#!/usr/bin/env bash
# HIP without a GPU: the conformance kernels, a kernel file of each way to write one, and what needs CUDA, for gfx90a. All
# kernels of a suite: tests/suites/compile.sh SUITE gfx90a:pairwise gfx1100:random.
set -u
: "${GPUBENCH:?} ${SOURCE_DIR:?} ${BUILD_DIR:?}"
export LANGUAGE_TARGET=hiprtc:gfx90a
failed=0

"$GPUBENCH" --suite vector_add --backend hiprtc:gfx90a --strategy random --budget 2 --out added.json >out 2>err
status=$?
if [ $status = 3 ]; then
    cat err
    exit 77
fi

# expect WHAT PATTERN FILE
expect() {
    grep -qE "$2" "$3" && return
    printf '%s: no "%s" in\n' "$1" "$2"
    cat "$3"
    failed=1
}

[ $status = 0 ] || { cat out err; failed=1; }
expect device '"backend": "hiprtc"' added.json
expect portable '"status": "compiled"' added.json
expect needs 'needs CUDA' added.json
expect words 'needs CUDA\): cuda' out

"$GPUBENCH" --suite reduction --backend hiprtc:gfx90a --strategy random --budget 1 --out reduced.json >out 2>&1 || { cat out; failed=1; }
[ "$(grep -c '"status": "compiled"' reduced.json)" -ge 5 ] || { cat out; failed=1; }

cd "$SOURCE_DIR/tests/kernels" || exit 1
for program in language vectors; do
    "$BUILD_DIR/tests/test_kernels_$program" || failed=1
done
exit $failed
