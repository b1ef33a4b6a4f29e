#!/usr/bin/env bash
# ci/playoffs.py on two planted play-offs: quiet times end after six rounds, and the slower finalist leaves after four; noisy ones play
# all twelve.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C
results() { # BLOCKS OF THREE FINALISTS, a list each
    printf '{"benchmarks":['
    printf '{"problem":0,"finalist":true,"median_ns":1,"blocks_ns":[%s]},{"problem":0,"finalist":true,"median_ns":2,"blocks_ns":[%s]},' "$1" "$2"
    printf '{"problem":0,"finalist":true,"median_ns":3,"blocks_ns":[%s]}],"best":[{"problem":0,"default_ns":4}]}\n' "$3"
}
twelve() { for _ in 1 2 3 4 5 6; do printf '%s,%s,' "$1" "$2"; done | sed 's/,$//'; }
results "$(twelve 100 100)" "$(twelve 100.2 100.1)" "$(twelve 103 102)" >quiet.json
results "$(twelve 100 110)" "$(twelve 111 101)" "$(twelve 101 109)" | gzip >noisy.json.gz
ends 0 python3 "$SOURCE_DIR/ci/playoffs.py" --repeat 5 quiet.json
[ "$(grep -c 'all twelve: slower by more than 1 % 0.00 %, 12.0 rounds, 72.2 % of blocks$' out)" = 2 ] || wrong 'expected twelve rounds'
[ "$(grep -c 'ended: slower by more than 1 % 0.00 %, 6.0 rounds, 44.4 % of blocks$' out)" = 2 ] || wrong 'expected six rounds'
ends 0 python3 "$SOURCE_DIR/ci/playoffs.py" --repeat 1 --confidence 0.9999 quiet.json noisy.json.gz
prints '^2 play-offs, 1 times each, at 0.9999$'
[ "$(grep -c 'ended: .*, 12.0 rounds, ' out)" = 2 ] || wrong 'expected twelve rounds'
# The constants are the tuner's.
for constant in 'SLOWER 1.15' 'TWICE 2.0'; do
    grep -q "^#define STOP_$constant" "$SOURCE_DIR/tuner/measure/stopping.h" || wrong "expected STOP_$constant"
done
grep -q '^#define STOP_AHEAD 1.01$' "$SOURCE_DIR/tuner/run/playoff.h" || wrong 'expected STOP_AHEAD 1.01'
