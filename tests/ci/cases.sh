#!/usr/bin/env bash
# ci/cases with stand-ins for nvcc, its programs and nvbench-compare-robust: the record that our gate replays, the table of what
# the other says, and what it refuses.
set -eu
: "${SOURCE_DIR:?} ${BUILD_DIR:?}"
fault() { echo "line ${BASH_LINENO[0]}: $*"; cat out.txt err.txt; exit 1; }
rm -rf bin wheels made out results
mkdir -p bin wheels made/cuda/bench/scripts made/cuda/bench/cu13/nvbench/lib

# What nvcc makes is a program of which an addition takes as many per cent longer as EXTRA says, with one of noise.
cat >bin/nvcc <<'END'
#!/usr/bin/env bash
case $1 in --version) echo "Cuda compilation tools, release 13.0, V13.0.88"; exit ;; esac
[[ $* =~ -DEXTRA=([0-9]) ]] && extra=${BASH_REMATCH[1]}
while [ "$1" != -o ]; do shift; done
cat >"$2" <<PROGRAM
#!/usr/bin/env bash
round=\${4##*-}
round=\${round%.json}
printf '{"devices": [{"name": "NVIDIA H200"}], "benchmarks": [{"name": "addition", "states": [{"name": "Device=0 N=2^20",
    "summaries": [{"tag": "nv/cold/time/gpu/mean", "data": [{"value": "1"}]},
                  {"tag": "nv/cold/time/gpu/median", "data": [{"value": "%s"}]}]}]}]}' "0.00$((100 + extra))\$((round * 7 % 10))" >"\$4"
PROGRAM
chmod +x "$2"
END
cat >made/cuda/bench/scripts/nvbench_compare_robust.py <<'END'
import re, sys
print("# addition\n\n## [0] NVIDIA H200\n\n| N | Ref | Status |\n|---|---|---|")
print("| 2^20 | 1.0 us |", "SLOW" if "runs/5-" in sys.argv[3] else "SAME" if "runs/0-" in sys.argv[3] else "AMBG", "|\n\n# Summary\n")
END
chmod +x bin/nvcc
touch made/empty
for wheel in cuda_bench tabulate colorama; do
    what=empty
    [ $wheel != cuda_bench ] || what=cuda
    (cd made && python3 -m zipfile -c "../wheels/$wheel-1.whl" $what)
done
export PATH=$PWD/bin:$PATH OUT=$PWD/out
"$SOURCE_DIR/ci/cases" wheels 12 >out.txt 2>err.txt || fault "status $?"
[ "$(cat out.txt)" = "$(cat out/cases.md)" ] || fault 'expected the table'
for line in '| 0 % | addition | 2^20 | 45 | 45 | 0 | 0 | 0 |' '| 2 % | addition | 2^20 | 25 | 0 | 25 | 0 | 0 |' \
    '| 5 % | addition | 2^20 | 25 | 0 | 0 | 25 | 0 |'; do
    grep -qxF "$line" out.txt || fault "no line $line"
done
[ "$(awk -F'\t' 'NR == 2 { print NF }' out/cases-2.txt)" = 14 ] || fault "$(cat out/cases-2.txt)"
printf 'addition Device=0 N=2^20\tnvbench\t1.02e+06' | cmp -s - <(sed -n 2p out/cases-2.txt | head -c 41) || fault "$(cat out/cases-2.txt)"
"$BUILD_DIR/tests/test_reports_compare_rates" out/cases-0.txt out/cases-5.txt >out.txt || fault 'no replay'
grep -Eq '^\+(4.9|5.0)[0-9] % SLOWER 25 SAME 0 FASTER 0 of 25: addition Device=0 N=2\^20$' out.txt || fault 'expected that all are found'

# refused TEXT ARGUMENT...: status 2, and a line.
refused() {
    local text=$1 status=0
    shift
    "$SOURCE_DIR/ci/cases" "$@" >out.txt 2>err.txt || status=$?
    [ "$status" = 2 ] && grep -q -- "$text" err.txt || fault "status $status, expected: $text"
}
refused 'usage: ci/cases FOLDER'
refused '9 is no number of rounds: 10 or more' wheels 9
refused 'made has no cuda_bench-\*.whl' made
printf '#!/bin/sh\nexit 7\n' >out/cases-2
rm out/runs/2-3.whole
sed -i 's/^cat >"$2"/[ $extra != 2 ] || exit 0\n&/' bin/nvcc
chmod +x out/cases-2
refused '^ci/cases: cases-2: ' wheels 12
printf '#!/bin/sh\ncase $1 in --version) echo release 13.0 ;; esac\necho no such header\nexit 1\n' >bin/nvcc
rm out/cases-2
refused 'ci/peers/cases.cu does not compile' wheels 12
rm wheels/colorama-1.whl
refused 'wheels has no colorama-\*.whl' wheels 12
