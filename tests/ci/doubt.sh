#!/usr/bin/env bash
# ci/doubt.py on a small space: each kernel left out, all of them, and constants in the form that the source has them in.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C
mkdir one two
cp "$SOURCE_DIR/tests/simulate/spaces/kernel_tuner.json" one/first_a.json
cp "$SOURCE_DIR/tests/simulate/spaces/kernel_tuner.json" two/second_a.json
ends 0 python3 "$SOURCE_DIR/ci/doubt.py" --repeat 3 --strategies random,greedy one/first_a.json two/second_a.json --check one/first_a.json
for kernel in first second; do
    [ "$(grep -cE "^$kernel +12 runs: covered +[0-9.]+%, at most 1 % left in +[0-9.]+%, said of +[0-9.]+%" out)" = 2 ] ||
        wrong "expected $kernel left out, and by all"
done
prints '^not fitted: first_a.json +12 runs: '
prints '^weights: tried -?[0-9.]+, around -?[0-9.]+, gap -?[0-9.]+$'
prints '^levels: \{0\.01, -?[0-9.]+\}, .*\{0\.5, -?[0-9.]+\}$'
# The source has as many steps, and the same.
grep -oE '\{0\.[0-9]+, ' out >steps
tr -d '\n' <"$SOURCE_DIR/tuner/search/doubt.c" | grep -oE 'levels\[\] = [^;]*;' | grep -oE '\{0\.[0-9]+, ' >source_steps
cmp -s steps source_steps || wrong "expected the steps of tuner/search/doubt.c: $(cat steps source_steps)"
# Without --strategies: all but exhaustive and other programs.
ends 0 python3 "$SOURCE_DIR/ci/doubt.py" --repeat 1 one/first_a.json
[ "$(grep -cE '^(auto|model|tabu|random) +[0-9]+ runs: ' out)" = 4 ] || wrong 'expected all strategies'
omits '^(exhaustive|exec)' out
