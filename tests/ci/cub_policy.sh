#!/usr/bin/env bash
# ci/cub_policy refuses what it cannot use, gives the gate the next file of each side, and with CCCL 3.5 and nvcc, in deep tests,
# compiles. What the program finds needs a GPU.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
cub_policy() { "$SOURCE_DIR/ci/cub_policy" "$@"; }
refused 'ci/cub_policy: usage: ci/cub_policy POLICY.cuh CCCL ' cub_policy
refused 'ci/cub_policy: none.cuh: no such file; usage: ' cub_policy none.cuh .
ends 0 "$GPUBENCH" header --to cub "$SOURCE_DIR/reports/h200/reduction.json" -o policy.cuh
refused 'ci/cub_policy: .: no headers of CCCL 3.5 or later' cub_policy policy.cuh .
refused "ci/cub_policy: --rounds many: a number of at least 1" cub_policy policy.cuh . --rounds many
refused 'ci/cub_policy: --work needs a value' cub_policy policy.cuh . --work

# 5 % slower with the header's policies.
for i in {0..119}; do
    for side in default.$((2 * i)):4800 default.$((2 * i + 1)):480$((i % 3)) tuned.$i:504$((i % 3)); do
        printf '{"context": {"host_name": "GPU"}, "benchmarks": [{"name": "sum_f32/65536", "run_type": "iteration",
"iterations": 5, "real_time": %s, "cpu_time": 1, "time_unit": "ns"}]}\n' "${side#*:}" >"${side%:*}.json"
    done
done
take="$SOURCE_DIR/ci/cub_policy --take ."
ends 1 "$GPUBENCH" compare --run-cmd "$take default {out}" "$take tuned {out}" --reader gbench
prints '^SLOWER +4[.]80[0-9] us +5[.]04[0-9] us +\+[45][.][0-9] % .*  sum_f32/65536$'
[ "$(cat default.next)" = $((2 * $(cat tuned.next))) ] || wrong 'rounds that are no blocks'
echo 120 >tuned.next
refused 'ci/cub_policy: .: all 120 files of tuned are used; --rounds makes more' cub_policy --take . tuned out.json

cccl=${GPUBENCH_CCCL-}
if [ -n "${GPUBENCH_DEEP-}" ] && [ -f "$cccl/cuda/__execution/tune.h" ] && command -v nvcc; then
    ARCHITECTURE=sm_90 ends 0 cub_policy policy.cuh "$cccl" --build --work work
    ends 2 work/cub_policy
    contains '^usage: cub_policy DIR ROUNDS$' err
fi
