#!/usr/bin/env bash
# compare --static: the programs are one with two folders of kernels. Compiles through NVRTC. Skipped without it.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"

# compare EXPECTED_STATUS OPTION...: writes out and err; status 3 is a machine without NVRTC, with advice on installing
# it.
compare() {
    status=0 last="$*"
    "$GPUBENCH" compare --static "${@:2}" >out 2>err || status=$?
    if [ $status = 3 ]; then
        grep -q nvidia-cuda-nvrtc err || { wrong 'expected the name of the wheel'; exit 1; }
        cat err
        exit 77
    fi
    [ $status = "$1" ] || wrong "$*: status $status"
}
prints_err() { contains "$1" err; }

# program NAME SED: NAME.sh is a gpubench with a folder of kernels, in which vector_add's is changed.
program() {
    mkdir -p "$1"
    cp -R "$SOURCE_DIR/kernels/common_compute.h" "$SOURCE_DIR/kernels/vector_add" "$SOURCE_DIR/kernels/tuner" "$1"
    sed -i "$2" "$1/vector_add/add_arrays.cl"
    printf '#!/bin/sh\nexec %q --kernels %q "$@"\n' "$GPUBENCH" "$root/$1" >"$1.sh"
    chmod +x "$1.sh"
}

program base ''
options=(--suite vector_add --bench common --size 1000 --set ITEMS_PER_THREAD=1 --set VECTOR_WIDTH=1 --set GRID=grid_stride)

# ---- identical programs, and fewer spills

compare 0 ./base.sh ./base.sh "${options[@]}"
prints '^NVRTC sm_90, compiled only$'
prints '^[1-9][0-9]* SAME\.$'
program comment '$a /* no code */'
compare 0 ./base.sh ./comment.sh "${options[@]}" --set BLOCK_SIZE=64
prints '^1 CHANGED\.$'
prints '^CHANGED: other source'

# ---- worse: spills

program spills 's/KERNEL GROUP_OF(BLOCK_SIZE) void/KERNEL __launch_bounds__(1024, 2) void/
/const unsigned id = LOCAL_ID;/a\
    float kept[64], sum = 0, more = 0;\
    for (int i = 0; i < 64; i++)\
        sum += kept[i] = ((volatile const float *)a)[id + i];\
    for (int i = 0; i < 64; i++)\
        more += kept[i] * sum * kept[63 - i];\
    c[id] = more;'
compare 1 ./base.sh ./spills.sh "${options[@]}" --set BLOCK_SIZE=64 --arch sm_90,sm_80 --json spills.json
prints '^SPILLS  .* 0 -> [1-9][0-9]* .*  vector_add/common/n:1000$'
prints '^    BLOCK_SIZE 64  ITEMS_PER_THREAD 1  VECTOR_WIDTH 1  GRID grid_stride$'
prints '^SPILLS: registers'
prints '^NVRTC sm_80, compiled only$'
python3 - <<'END' || wrong 'expected these contents of spills.json'
import json
rows = json.load(open("spills.json"))["rows"]
assert [row["architecture"] for row in rows] == ["sm_90", "sm_80"]
for row in rows:
    assert row["verdict"] == "SPILLS" and row["config"]["BLOCK_SIZE"] == 64 and row["name"].endswith("/GRID:grid_stride")
    assert row["base"]["resources"]["spill_bytes"] == 0 < row["new"]["resources"]["spill_bytes"]
END
compare 0 ./spills.sh ./base.sh "${options[@]}" --set BLOCK_SIZE=64
prints '^1 CHANGED\.$'

# ---- failures, and removed configurations

program broken 's/a\[i\] + b\[i\]/a[i] + nothing/'
compare 1 ./base.sh ./broken.sh "${options[@]}" --set BLOCK_SIZE=64
prints '^FAILS    vector_add/common/n:1000$'
prints '^    vector_add/add_arrays.cl: does not compile: .*"nothing" is undefined'
compare 0 ./broken.sh ./base.sh "${options[@]}" --set BLOCK_SIZE=64
prints '^1 FIXED\.$'
compare 2 ./broken.sh ./broken.sh "${options[@]}" --set BLOCK_SIZE=64
prints_err '^gpubench: compare: nothing was compared'
printf '#!/bin/sh\nexec ./base.sh "$@" --set BLOCK_SIZE=64\n' >fewer.sh
chmod +x fewer.sh
compare 0 ./base.sh ./fewer.sh "${options[@]}"
prints '^GONE: [0-9]+ that the new program does not have; the first: vector_add/common/n:1000/BLOCK_SIZE:'
compare 0 ./fewer.sh ./base.sh "${options[@]}"
prints '^NEW: [0-9]+ that the base does not have; the first: vector_add/common/n:1000/BLOCK_SIZE:'

# ---- fixed configurations

compare 0 ./base.sh ./base.sh --configs "$SOURCE_DIR/reports/h200/vector_add.json" --bench common
prints '^[1-9] SAME\.$'

# ---- mistakes

check_refused() {
    compare 2 "${@:2}"
    [ "$(wc -l <err)" = 1 ] || wrong 'expected one line'
    prints_err "$1"
}
check_refused '^gpubench: compare: --static needs two values: BASE NEW$'
check_refused '^gpubench: compare: --static needs two values: BASE NEW$' ./base.sh --suite vector_add
check_refused '^gpubench: compare: neither --configs nor --suite is there$' ./base.sh ./base.sh
check_refused "^gpubench: compare: 'three' belongs to no option; usage: gpubench compare --static" ./base.sh ./base.sh three
check_refused '^gpubench: compare: --suite needs a value: NAME' ./base.sh ./base.sh --suite
check_refused '^gpubench: compare: --arch takes up to 16 ' ./base.sh ./base.sh --suite vector_add --arch sm_90,
check_refused '^gpubench: compare: --arch: "90" is no target: they begin with sm_, gfx$' ./base.sh ./base.sh --suite vector_add --arch 90
check_refused '^gpubench: compare: --backend is of: gpubench compare --run ' ./base.sh ./base.sh --suite vector_add --backend cuda
check_refused '^gpubench: compare: --json \./base\.sh is one of the files ' ./base.sh ./base.sh --suite vector_add --json ./base.sh
compare 2 ./missing ./base.sh --suite vector_add
prints_err '^gpubench: compare: \./missing: cannot start it: No such file'
compare 2 ./base.sh ./base.sh --suite vector_ad
prints_err '^gpubench: compare: \./base\.sh: exit status 2: '

# ---- the cached code, as described in base/CACHE.md

key=$(sed -n 's/.*"binary": "\([0-9a-f]*\)".*/\1/p' spills.json | head -n 1)
tail -c +513 "$GPUBENCH_CACHE/entries/binary-$key" | head -c 4 | grep -q ELF || wrong 'expected the code at this offset'
