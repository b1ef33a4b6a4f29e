#!/bin/sh
# Google Benchmark's own compare.py reads two results files, lists every benchmark, and finds the changed one.
set -eu
: "${SOURCE_DIR:?}"
tool=${BENCHMARK_COMPARE:-/usr/share/benchmark/compare.py}
golden=$SOURCE_DIR/tests/reports/golden/results.json

[ -f "$tool" ] || { echo "no $tool: install libbenchmark-tools and python3-scipy"; exit 77; }
for python in python3 /usr/bin/python3 none; do
    ! "$python" -c 'import scipy' 2>/dev/null || break
done
[ $python != none ] || { echo "no Python with scipy: install python3-scipy"; exit 77; }

# The best configuration in half the time, all others unchanged.
sed 's/"real_time": 231424.0/"real_time": 115712.0/' "$golden" >faster.json
! cmp -s "$golden" faster.json
"$python" "$tool" --no-color benchmarks "$golden" faster.json >compared.txt
cat compared.txt

names=$(sed -n '/^"benchmarks"/,/^]/s/^{"name": "\([^"]*\)".*/\1/p' "$golden")
[ "$(echo "$names" | wc -l)" = 9 ]
for name in $names; do
    change=+0.0000
    [ "$name" != reduction/sum_1d_f32/n:268435456/BLOCK_SIZE:256/LOAD:striped ] || change=-0.5000
    grep -q "^$name  *$change  *+0.0000 " compared.txt || { echo "not compared as $change: $name"; exit 1; }
done
