#!/usr/bin/env bash
# ci/layers accepts the tree as it is, and refuses each wrong include, long file and missing door sign planted in a copy.
set -eu
: "${SOURCE_DIR:?names the root of the sources}"
rooms=(base benchmark_c ci cli compute kernels references regress reports suites tests tuner)
failed=0

fresh() {
    rm -rf copy
    mkdir copy
    tar -C "$SOURCE_DIR" --exclude=h200 -cf - "${rooms[@]}" | tar -C copy -xf -
}

# refuses TEXT: the copy must be refused, with one line that holds TEXT.
refuses() {
    local said status=0
    said=$("$SOURCE_DIR/ci/layers" copy) || status=$?
    if [ $status != 1 ] || [ "$(wc -l <<<"$said")" != 1 ] || [[ "$said" != *"$1"* ]]; then
        printf 'expected one line with "%s" and status 1, got status %s and:\n%s\n' "$1" "$status" "$said" >&2
        failed=1
    fi
}

# plant FILE LINE TEXT: with LINE in a new file, found by FILE's name with a number in it, the copy is to be refused by one
# line that names it and holds TEXT. All are planted at once, and looked for by refused.
numbers=() texts=()
plant() {
    local number=$((${#numbers[@]} + 100)) # of three digits each
    numbers+=("$number")
    texts+=("${3//planted./planted_$number.}")
    printf '%s\n' "$2" >>"copy/${1//planted/planted_$number}"
}

refused() {
    local said lines i status=0
    said=$("$SOURCE_DIR/ci/layers" copy) || status=$?
    for i in "${!numbers[@]}"; do
        lines=$(grep "planted_${numbers[i]}" <<<"$said") || :
        [ "$(wc -l <<<"$lines")" = 1 ] && [[ "$lines" == *"${texts[i]}"* ]] && continue
        printf 'expected one line with "%s", got:\n%s\n' "${texts[i]}" "$lines" >&2
        failed=1
    done
    if [ $status != 1 ] || [ "$(wc -l <<<"$said")" != ${#numbers[@]} ]; then
        printf 'expected %s lines and status 1, got status %s and:\n%s\n' ${#numbers[@]} "$status" "$said" >&2
        failed=1
    fi
}

fresh
"$SOURCE_DIR/ci/layers" copy

plant suites/planted.c '#include "compute/compute.h"' 'planted.c:1: suites/ may not include "compute/compute.h"'
plant suites/planted.c '  # include "tuner/space.h"' 'may not include "tuner/space.h"'
plant compute/planted.c '#include "tuner/space.h"' 'compute/ may not include "tuner/space.h"'
plant compute/planted.h '#include "memory.h"' 'compute/ may not include "memory.h"'
plant base/planted.c '#include "compute/compute.h"' 'base/ may not include "compute/compute.h"'
plant compute/planted.c '#include "compute/cuda/api.h"' 'compute/ may not include "compute/cuda/api.h"'
plant compute/fake/planted.c '#include "compute/cuda/api.h"' 'compute/fake/ may not include "compute/cuda/api.h"'
plant compute/opencl/planted.c '#include "compute/cuda/api.h"' 'compute/opencl/ may not include "compute/cuda/api.h"'
plant tuner/planted.c '#include "tuner/run/tuner.h"' 'tuner/ may not include "tuner/run/tuner.h"'
plant tuner/planted.c '#include "compute/backend.h"' 'tuner/ may not include "compute/backend.h"'
plant tuner/job/planted.c '#include "tuner/measure/meter.h"' 'tuner/job/ may not include "tuner/measure/meter.h"'
plant tuner/search/planted.c '#include "tuner/job/job.h"' 'tuner/search/ may not include "tuner/job/job.h"'
plant tuner/worker/planted.c '#include "tuner/run/tuner.h"' 'tuner/worker/ may not include "tuner/run/tuner.h"'
plant tuner/run/planted.c '#include "tuner/job/job.h"' 'tuner/run/ may not include "tuner/job/job.h"'
plant suites/coulomb/planted.c '#include "suites/cutoff/cutoff.h"' 'suites/coulomb/ may not include "suites/cutoff/cutoff.h"'
plant suites/molecules/planted.c '#include "suites/cutoff/cutoff.h"' 'suites/molecules/ may not include "suites/cutoff/cutoff.h"'
plant reports/table/planted.c '#include "reports/json/row.h"' 'reports/table/ may not include "reports/json/row.h"'
plant reports/planted.c '#include "reports/table/table.h"' 'reports/ may not include "reports/table/table.h"'
plant reports/table/planted.c '#include <jansson.h>' 'only reports/json/ sees it'
plant cli/planted.c '#include "cli/verbs/verbs.h"' 'cli/ may not include "cli/verbs/verbs.h"'
plant cli/planted.c '#include "suites/cutoff/cutoff.h"' 'cli/ may not include "suites/cutoff/cutoff.h"'
plant tuner/planted.c '#include "reports/table/table.h"' 'tuner/ may not include "reports/table/table.h"'
plant tuner/planted.c '#include "cli/run/progress.h"' 'tuner/ may not include "cli/run/progress.h"'
plant reports/planted.c '#include "tuner/space.h"' 'reports/ may not include "tuner/space.h"'
plant reports/planted.c '#include "../base/store.h"' 'reports/ may not include "../base/store.h"'
plant benchmark_c/planted.cc '#include "base/status.h"' 'benchmark_c/ may not include "base/status.h"'
plant tuner/planted.c '#include "references/reference.h"' 'tuner/ may not include "references/reference.h"'
plant compute/planted.c '#include "references/cuda_error.h"' 'compute/ may not include "references/cuda_error.h"'
plant compute/planted.c '#include <cuda_runtime_api.h>' 'only references/ sees it'
plant tuner/planted.c '#include <cub/cub.cuh>' 'only kernels and references/ sees it'
plant references/planted.cu '#include "compute/compute.h"' 'references/ may not include "compute/compute.h"'
plant references/planted.cu '#include <cuda.h>' 'only compute/cuda/ sees it'
plant kernels/coulomb/planted.cl '#include "cutoff/other.h"' 'kernels/coulomb/ may not include "cutoff/other.h"'
plant kernels/planted.cl '#include "tuner/suite.h"' 'kernels/ may not include "tuner/suite.h"'
plant cli/planted.c '#include "tests/check.h"' 'cli/ may not include "tests/check.h"'
plant cli/planted.c '#include <CL/cl.h>' 'only compute/opencl and ci/example/ sees it'
plant compute/cuda/planted.c '#include <CL/cl.h>' 'only compute/opencl and ci/example/ sees it'
plant ci/planted.c '#include <CL/cl.h>' 'only compute/opencl and ci/example/ sees it'
plant tuner/job/planted.c '#include "suites/suites.def"' 'tuner/job/ may not include "suites/suites.def"'
plant tuner/job/planted.c '#include "cli/kernel_text.h"' 'tuner/job/ may not include "cli/kernel_text.h"'
plant cli/planted.c '#include "suites/suites.def"' 'cli/ may not include "suites/suites.def"'
plant tuner/planted.c '#include <cuda.h>' 'only compute/cuda/ sees it'
plant tuner/planted.c '#include <nvrtc.h>' 'only compute/cuda/ sees it'
plant cli/planted.c '#include <jansson.h>' 'only reports/json/ sees it'
plant tuner/planted.c '#include "jansson.h"' 'only reports/json/ sees it'
plant tuner/planted.c '#include <xxhash.h>' 'only base/ sees it'
plant tuner/planted.c '#include <benchmark/benchmark.h>' 'only benchmark_c/ sees it'
plant cli/planted.c '#include <tuner/space.h>' 'is named in quotes'
plant reports/planted.c '#include HEADER' 'cannot be checked'
plant reports/planted.c $'#define HEADER "cli/run.h"\n#include HEADER' 'planted.c:2: reports/ may not include "cli/run.h"'
plant suites/planted.c 'if (!strncmp(device->backend, "nvrtc:", 6))' 'planted.c: compares with the name of a backend'
plant tuner/job/planted.c $'if (!strcmp(\ndevice->backend, "cuda"))' 'planted.c: compares with the name of a backend'
plant ci/planted "$(seq 501)" ': 501 lines'
plant kernels/planted.cu "$(seq 501)" 'planted.cu: 501 lines'
refused

fresh
seq 41 >copy/reports/README.md
refuses 'reports/README.md: more than 40 lines'

# Two files that include each other: each is named.
fresh
echo '#include "base/second.h"' >copy/base/first.h
echo '#include "base/first.h"' >copy/base/second.c
status=0
said=$("$SOURCE_DIR/ci/layers" copy) || status=$?
if [ $status != 1 ] || [ "$(grep -c '^base/.*: in a circle of files that include each other$' <<<"$said")" != 2 ]; then
    printf 'a circle: status %s and:\n%s\n' "$status" "$said" >&2
    failed=1
fi

fresh
rm copy/tuner/README.md
refuses 'tuner/README.md: missing'

status=0
"$SOURCE_DIR/ci/layers" "$(mktemp -d ./empty.XXXXXX)" 2>/dev/null || status=$?
[ $status = 2 ] || { echo "a folder without rooms: status $status, expected 2" >&2; failed=1; }
exit $failed
