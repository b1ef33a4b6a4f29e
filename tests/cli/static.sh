#!/usr/bin/env bash
# compare --static: two programs are one with two folders of kernels. Compiles through NVRTC; nvdisasm is a script that prints what
# the real one printed of such a kernel. Skipped where NVRTC is not installed.
set -u
: "${GPUBENCH:?} ${PLANTED:?}"
. "${SOURCE_DIR:?}/tests/script.sh"

# compare EXPECTED_STATUS OPTION...: leaves out and err; status 3 is a machine without NVRTC, which must say what to install.
compare() {
    "$GPUBENCH" compare --static "${@:2}" >out 2>err
    status=$?
    if [ $status = 3 ]; then
        grep -q nvidia-cuda-nvrtc err || { wrong 'expected the name of the wheel'; exit 1; }
        cat err
        exit 77
    fi
    [ $status = "$1" ] || wrong "$*: status $status"
}
shows() { says "$1" out; }
tells() { says "$1" err; }

# sass NAME COUNT: a folder with an nvdisasm, of whose kernel the loop has COUNT instructions and a branch.
sass() {
    mkdir -p "$1"
    {
        printf '#!/bin/sh\ncat <<END\n\t.target\tsm_90\n\t.section\t.text.add_arrays,"ax",@progbits\nadd_arrays:\n'
        printf '        /*0000*/                   LDC R1, c[0x0][0x28] ;\n.L_x_5:\n'
        for ((i = 0; i < $2; i++)); do printf '        /*%04x*/                   FADD R1, R1, R2 ;\n' $((16 * i + 16)); done
        printf '        /*0ff0*/              @!P2 BRA \\`(.L_x_5) ;\n        /*1000*/                   EXIT ;\nEND\n'
    } >"$1/nvdisasm"
    chmod +x "$1/nvdisasm"
}
# program NAME KERNELS FOLDER: a gpubench with a folder of kernels, and one before PATH.
program() {
    printf '#!/bin/sh\nPATH=%q:$PATH exec %q --kernels %q "$@"\n' "$root/$3" "$GPUBENCH" "$root/$2" >"$1"
    chmod +x "$1"
}
# kernels NAME: another folder of kernels; edit NAME SED: what is other in the kernel of vector_add.
kernels() {
    mkdir -p "$1"
    cp -R "$SOURCE_DIR/kernels/common_compute.h" "$SOURCE_DIR/kernels/vector_add" "$SOURCE_DIR/kernels/tuner" "$1"
}
edit() { sed -i "$2" "$1/vector_add/add_arrays.cl"; }

sass ten 10
sass twelve 12
kernels base
program base.sh base ten
options=(--suite vector_add --bench common --size 1000 --set ITEMS_PER_THREAD=1 --set VECTOR_WIDTH=1 --set GRID=grid_stride)

# ---- what is the same

compare 0 ./base.sh ./base.sh "${options[@]}"
shows '^NVRTC sm_90, compiled only$'
shows '^[1-9][0-9]* SAME\.$'
kernels comment
edit comment '$a /* no code */'
program comment.sh comment twelve
compare 0 ./base.sh ./comment.sh "${options[@]}" --set BLOCK_SIZE=64
shows '^1 SAME\.$'

# ---- what is worse: spills; and a warning, which is no failure

kernels spills
edit spills 's/KERNEL GROUP_OF(BLOCK_SIZE) void/KERNEL __launch_bounds__(1024, 2) void/
/const unsigned id = LOCAL_ID;/a\
    float kept[64], sum = 0, more = 0;\
    for (int i = 0; i < 64; i++)\
        sum += kept[i] = ((volatile const float *)a)[id + i];\
    for (int i = 0; i < 64; i++)\
        more += kept[i] * sum * kept[63 - i];\
    c[id] = more;'
program spills.sh spills ten
compare 1 ./base.sh ./spills.sh "${options[@]}" --set BLOCK_SIZE=64 --arch sm_90,sm_80 --json spills.json
shows '^SPILLS  .* 0 -> [1-9][0-9]* .*  vector_add/common/n:1000$'
shows '^    BLOCK_SIZE 64  ITEMS_PER_THREAD 1  VECTOR_WIDTH 1  GRID grid_stride$'
shows '^SPILLS: registers'
shows '^NVRTC sm_80, compiled only$'
python3 - <<'END' || wrong 'spills.json has something else'
import json
rows = json.load(open("spills.json"))["rows"]
assert [row["architecture"] for row in rows] == ["sm_90", "sm_80"]
for row in rows:
    assert row["verdict"] == "SPILLS" and row["config"]["BLOCK_SIZE"] == 64 and row["name"].endswith("/GRID:grid_stride")
    assert row["base"]["resources"]["spill_bytes"] == 0 < row["new"]["resources"]["spill_bytes"]
    assert (row["base"]["group"], row["new"]["group"], row["base"]["warps"]) == (64, 1024, 64)
    assert row["base"]["loop"] == {**row["new"]["loop"], "depth": 1, "total": 11, "fma": 10, "control": 1}
    assert row["loop_ratio"] == 1
END
compare 0 ./spills.sh ./base.sh "${options[@]}" --set BLOCK_SIZE=64
shows '^1 CHANGED\.$'

kernels longer
edit longer 's/a\[i\] + b\[i\]/a[i] - b[i]/'
program longer.sh longer twelve
compare 0 ./base.sh ./longer.sh "${options[@]}" --set BLOCK_SIZE=64
shows '^WORSE\?  .* 11 -> 13  '
shows '^    its hottest loop has 18.2 % more instructions$'
shows '^    in the hottest loop: fma 10 -> 12$'
shows '^WORSE\?: a warning, and no verdict'

# ---- what fails, and what is gone

kernels broken
edit broken 's/a\[i\] + b\[i\]/a[i] + nothing/'
program broken.sh broken ten
compare 1 ./base.sh ./broken.sh "${options[@]}" --set BLOCK_SIZE=64
shows '^FAILS    vector_add/common/n:1000$'
shows '^    vector_add/add_arrays.cl: does not compile: .*"nothing" is undefined'
compare 0 ./broken.sh ./base.sh "${options[@]}" --set BLOCK_SIZE=64
shows '^1 MENDED\.$'
compare 2 ./broken.sh ./broken.sh "${options[@]}" --set BLOCK_SIZE=64
tells '^gpubench: compare: nothing was compared'
printf '#!/bin/sh\nexec ./base.sh "$@" --set BLOCK_SIZE=64\n' >fewer.sh
chmod +x fewer.sh
compare 0 ./base.sh ./fewer.sh "${options[@]}"
shows '^GONE: [0-9]+ that the new program does not have; the first: vector_add/common/n:1000/BLOCK_SIZE:'
compare 0 ./fewer.sh ./base.sh "${options[@]}"
shows '^NEW: [0-9]+ that the base does not have; the first: vector_add/common/n:1000/BLOCK_SIZE:'

# ---- pins

compare 0 ./base.sh ./base.sh --configs "$SOURCE_DIR/reports/h200/vector_add.json" --bench common
shows '^[1-9] SAME\.$'

# ---- nvdisasm that prints something else, fails, or is not there; a base that knows no --disassemble

for says in 'echo nonsense' 'echo "nvdisasm fatal : no cubin" >&2; exit 1' ':'; do
    mkdir -p bad
    printf '#!/bin/sh\n%s\n' "$says" >bad/nvdisasm
    chmod +x bad/nvdisasm
    edit longer '$a /* other text */'
    program bad.sh longer bad
    compare 0 ./base.sh ./bad.sh "${options[@]}" --set BLOCK_SIZE=64
    shows '^Loops are not compared: (nvdisasm prints no instructions of the kernel add_arrays|.*/bad/nvdisasm: .*no cubin)$'
    shows '^1 CHANGED\.$'
done
mkdir empty
edit longer '$a /* other text */'
program none.sh longer empty
PATH=/usr/bin:/bin HOME=$root compare 0 ./base.sh ./none.sh "${options[@]}" --set BLOCK_SIZE=64
if PATH=/usr/bin:/bin HOME=$root ./none.sh --backend nvrtc:sm_90 --disassemble "${options[@]}" --set BLOCK_SIZE=64 2>&1 |
    grep -q '^gpubench: --disassemble: no loop is known of 1 of 1 rows: nvdisasm not found: .*nvidia-cuda-nvdisasm$'; then
    shows '^Loops are not compared: nvdisasm not found: install the CUDA toolkit or, with pip, nvidia-cuda-nvdisasm$'
    shows '^1 CHANGED\.$'
    wheel=$root/environment/lib/python3.11/site-packages/nvidia/cu13/bin
    mkdir -p "$wheel"
    cp twelve/nvdisasm "$wheel"
    PATH=/usr/bin:/bin HOME=$root VIRTUAL_ENV=$root/environment compare 0 ./base.sh ./none.sh "${options[@]}" --set BLOCK_SIZE=64
    shows '^WORSE\?  .* 11 -> 13  '
else
    shows '^1 (CHANGED|WORSE\?)\.$' # a real one is installed
fi

printf '%s\n' '#!/bin/sh' 'for word; do' \
    '    [ "$word" = --disassemble ] && { echo "gpubench: unknown option '"'--disassemble'"'; known: --suite" >&2; exit 2; }' \
    'done' 'exec ./base.sh "$@"' >older.sh
chmod +x older.sh
compare 1 ./older.sh ./spills.sh "${options[@]}" --set BLOCK_SIZE=64
tells '^gpubench: compare: \./older\.sh knows no --disassemble: it is from before that, and loops are not compared$'
shows '^SPILLS  '

# ---- mistakes

mistake() {
    local line=$1
    shift
    compare 2 "$@"
    [ "$(wc -l <err)" = 1 ] || wrong 'expected one line'
    tells "$line"
}
mistake '^gpubench: compare: --static needs two values: BASE NEW$'
mistake '^gpubench: compare: --static needs two values: BASE NEW$' ./base.sh --suite vector_add
mistake '^gpubench: compare: neither --configs nor --suite is there$' ./base.sh ./base.sh
mistake "^gpubench: compare: 'three' belongs to no option; usage: gpubench compare --static" ./base.sh ./base.sh three
mistake '^gpubench: compare: --suite needs a value: NAME' ./base.sh ./base.sh --suite
mistake '^gpubench: compare: --arch takes up to 16 ' ./base.sh ./base.sh --suite vector_add --arch sm_90,
mistake '^gpubench: compare: --arch: "90" is no target: they begin with sm_, gfx$' ./base.sh ./base.sh --suite vector_add --arch 90
mistake '^gpubench: compare: --backend is of: gpubench compare --run ' ./base.sh ./base.sh --suite vector_add --backend cuda
mistake '^gpubench: compare: --json \./base\.sh is one of the files ' ./base.sh ./base.sh --suite vector_add --json ./base.sh
compare 2 ./missing ./base.sh --suite vector_add
tells '^gpubench: compare: \./missing: cannot start it: No such file'
compare 2 ./base.sh ./base.sh --suite vector_ad
tells '^gpubench: compare: \./base\.sh: exit status 2: '

"$PLANTED" --suite accuracy --bench copies --backend fake --disassemble >out 2>err
[ $? = 2 ] && grep -q '^gpubench: --disassemble is of what is only compiled, and .* runs; choose --backend nvrtc:sm_XX$' err ||
    wrong 'expected that --disassemble is refused'
