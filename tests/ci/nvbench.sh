#!/usr/bin/env bash
# ci/nvbench with stand-ins for nvcc, NVBench and gpubench: what it builds and asks for, its table, and that it finds a time that is
# missing or too far off.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
nvbench=$SOURCE_DIR/ci/nvbench
mkdir -p bin unpacked/cuda/bench/cu13/nvbench

# What nvcc makes is a program that prints the file rows.
cat >bin/nvcc <<'END'
#!/bin/sh
case $1 in --version) echo "Cuda compilation tools, release 13.0, V13.0.88"; exit ;; esac
echo "$*" >>nvcc.txt
while [ $# -gt 0 ]; do
    [ "$1" != -o ] || { printf '#!/bin/sh\necho "Run: [1/11] sum"\ncat rows\n' >"$2"; chmod +x "$2"; }
    shift
done
END

# Rows of the sizes that are asked for, 1 ns an element and 3 us: in a stream as long; the sum's with a slow configuration beside.
cat >bin/gpubench <<'END'
#!/usr/bin/env bash
echo "$*" >>gpubench.txt
while [ $# -gt 0 ]; do
    case $1 in
    --size) sizes=${2//,/ } ;;
    --suite) suite=$2 ;;
    --out) out=$2 ;;
    esac
    shift
done
{
    printf '"context": {\n  "gpubench": {\n    "marker_ns": 1000.0,\n  },\n  "device": {\n'
    printf '    "name": "NVIDIA H200",\n    "driver": "580"\n  }\n},\n"benchmarks": [\n'
    for size in $sizes; do
        [ $suite != reduction ] ||
            printf '{"size": %d, "config": {"BLOCK_SIZE": 256}, "median_ns": 1.0, "alone_ns": 1.0},\n' "$size"
        [ $suite = reduction ] && config='"REFERENCE": "cub::DeviceReduce"' || config='"BLOCK_SIZE": 256'
        printf '{"size": %d, "config": {%s}, "median_ns": %d.0, "alone_ns": %d.0},\n' "$size" "$config" \
            $((3000 + size)) $((4000 + size))
    done
    printf '],\n"best": [\n{"size": 1, "median_ns": 2.0, "alone_ns": 2.0}\n]\n'
} >"$out"
END
chmod +x bin/nvcc bin/gpubench
export PATH=$PWD/bin:$PATH GPUBENCH=$PWD/bin/gpubench OUT=$PWD/made

# NVBench's cold time is ours with a fill's 500 ns more, and its host keeps up where the batch is not short.
peers() {
    local n kernel
    for n in 20 22 24 26 28; do
        for kernel in sum addition; do
            echo "row $kernel $((1 << n)) $(((1 << n) + 5500)).0 $(((1 << n) + 3000)) 7500 7000 4000"
        done
    done
    echo "row empty 1 5600 4000 7500 7000 3900"
    echo "markers 1020"
}

peers >rows
ends 0 "$nvbench" unpacked
says "-DADD_BLOCK_SIZE=256 -DADD_ITEMS_PER_THREAD=1 -DADD_VECTOR_WIDTH=1" nvcc.txt
says "--cache-mode warm .*--set BLOCK_SIZE=256 --set ITEMS_PER_THREAD=1 --set VECTOR_WIDTH=1 --sampling slope" gpubench.txt
for line in "On one NVIDIA H200, driver 580. Microseconds." \
    '| `cub::DeviceReduce::Sum` | 2^20 | 1051.58 | 1051.58 | +0.0 % | 1052.58 | 1053.58 | 1054.08 | 0.50 | +0.00 | +0.0 % |' \
    "| empty | 1 | 3.00 | 4.00 | host 3.90 | 4.00 | 5.00 | 5.60 | 0.50 | -0.10 | -1.9 % |" \
    "Two markers around nothing: gpubench 1.00 us, NVBench 1.02 us."; do
    grep -qxF -e "$line" out || wrong "no line $line"
done
cmp -s out made/nvbench.md || wrong "nvbench.md is not what was shown"

# missed SED MESSAGE: with NVBench's rows changed so, status 1 and the one line.
missed() {
    peers | sed "$1" >rows
    ends 1 "$nvbench" unpacked
    [ "$(grep -c '^ci/nvbench' err)" = 1 ] && grep -qxF -e "ci/nvbench: $2" err || wrong "$1: expected one line: $2"
}
missed 's/1051576 7500/1020000 7500/;/addition 1048576/s/1020000/1051576/' \
    "\`cub::DeviceReduce::Sum\` of 2^20: in a stream +3.1 % off NVBench's batch time, and 2 % are allowed"
missed 's/empty 1 5600/empty 1 6100/' "empty of 1: alone -0.60 us off NVBench's cold time, and 0.50 are allowed"
missed '/row addition 4194304/d' "rows are missing: see nvbench.log"
sed -i 's/"alone_ns": %d.0/"other_ns": %d.0/' bin/gpubench
peers | grep empty >rows
ends 1 "$nvbench" unpacked
says '^ci/nvbench: empty of 1: a time is missing$' err

refused "usage: ci/nvbench FOLDER" "$nvbench"
refused "usage: ci/nvbench FOLDER" "$nvbench" --help
refused "usage: ci/nvbench FOLDER" "$nvbench" unpacked bin
refused "none is no folder" "$nvbench" none
refused "bin has neither cuda_bench-*.whl nor cuda/bench/cu13/nvbench" "$nvbench" bin
GPUBENCH=$PWD/none refused "is missing; ci/build release makes it" "$nvbench" unpacked
