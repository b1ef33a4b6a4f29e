#!/usr/bin/env bash
# ci/layers accepts the tree as it is, and refuses each wrong include, long file and missing README planted in a copy.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
layers=$SOURCE_DIR/ci/layers
modules=(base benchmark_c ci cli compute kernels man pick references regress reports simulate spec suites tests tuner)

fresh() {
    rm -rf copy
    mkdir copy
    tar -C "$SOURCE_DIR" --exclude=h200 -cf - "${modules[@]}" | tar -C copy -xf -
}

# check_refused LINES REGEX: the copy must be refused, by so many lines that have this, and no other.
check_refused() {
    ends 1 "$layers" copy
    [ "$(grep -cE "$2" out)" = "$1" ] && [ "$(wc -l <out)" = "$1" ] || wrong "expected $1 lines: $2"
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

check_planted() {
    local lines i
    check_refused ${#numbers[@]} planted_
    for i in "${!numbers[@]}"; do
        lines=$(grep "planted_${numbers[i]}" out)
        [ "$(wc -l <<<"$lines")" = 1 ] && [[ "$lines" == *"${texts[i]}"* ]] || wrong "expected one line with '${texts[i]}', got: $lines"
    done
}

fresh
ends 0 "$layers" copy

plant suites/planted.c '#include "compute/compute.h"' 'planted.c:1: suites/ may not include "compute/compute.h"'
plant suites/planted.c '  # include "tuner/space.h"' 'may not include "tuner/space.h"'
plant compute/planted.c '#include "tuner/space.h"' 'compute/ may not include "tuner/space.h"'
plant compute/planted.h '#include "memory.h"' 'compute/ may not include "memory.h"'
plant pick/planted.c '#include "base/parse.h"' 'pick/ may not include "base/parse.h"'
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
plant reports/table/planted.c '#include <jansson.h>' 'only reports/json and spec and pick/ sees it'
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
plant cli/planted.c '#include <jansson.h>' 'only reports/json and spec and pick/ sees it'
plant tuner/planted.c '#include "jansson.h"' 'only reports/json and spec and pick/ sees it'
plant tuner/planted.c '#include <xxhash.h>' 'only base/ sees it'
plant tuner/planted.c '#include <benchmark/benchmark.h>' 'only benchmark_c/ sees it'
plant cli/planted.c '#include <tuner/space.h>' 'is named in quotes'
plant reports/planted.c '#include HEADER' 'cannot be checked'
plant reports/planted.c $'#define HEADER "cli/run.h"\n#include HEADER' 'planted.c:2: reports/ may not include "cli/run.h"'
plant suites/planted.c 'if (!strncmp(device->backend, "nvrtc:", 6))' 'planted.c: compares with the name of a backend'
plant tuner/job/planted.c $'if (!strcmp(\ndevice->backend, "cuda"))' 'planted.c: compares with the name of a backend'
plant ci/planted "$(seq 501)" ': 501 lines'
plant kernels/planted.cu "$(seq 501)" 'planted.cu: 501 lines'
check_planted

fresh
seq 41 >copy/reports/README.md
check_refused 1 '^reports/README.md: more than 40 lines'

# Two files that include each other: each is named.
fresh
echo '#include "base/second.h"' >copy/base/first.h
echo '#include "base/first.h"' >copy/base/second.c
check_refused 2 '^base/.*: in a circle of files that include each other$'

fresh
rm copy/tuner/README.md
check_refused 1 '^tuner/README.md: missing'

mkdir empty
ends 2 "$layers" empty
