#!/usr/bin/env bash
# compile.sh: all attacks compile for CUDA, those too that CUDA alone has.
set -u
"${GPUBENCH:?}" --suite vector_add --bench common --backend nvrtc:sm_90 --budget 1 --out rows.json >out 2>&1
if [ $? = 3 ]; then
    cat out
    exit 77
fi
status=0
for bench in reduction vector_add coulomb forces late; do
    echo "$bench:"
    ATTACK_DEVICES='nvrtc:sm_90 0' bash "${SOURCE_DIR:?}/tests/attacks/$bench.sh" </dev/null || status=1
done
exit $status
