#!/usr/bin/env bash
# --objective and --require on the fake device: configurations of suite `accuracy` take 11 - STEP us and err by 1.5e-12 * 10^STEP.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"

# run STATUS BENCHES OPTION...: writes out, err and results.json.
run() {
    ends "$1" "$PLANTED" --suite accuracy --bench "$2" --backend fake --size 1024 --jobs 1 --ceilings off --out results.json \
        --overwrite "${@:3}"
}
lines() { [ "$(grep -Ec -e "$3" "$2")" = "$1" ] || wrong "expected $1 lines of $2 with $3"; }
check_refused() { # LINE OPTION...: before anything runs
    run 2 copies "${@:2}"
    [ ! -s out ] && [ "$(wc -l <err)" = 1 ] || wrong 'expected one line'
    contains "^gpubench: $1\$" err
}

# ---- the least error, at any time, and the cost of a smaller error

run 0 copies --strategy exhaustive --objective error --header tuned.h
prints '^    STEP 1$'
prints '^    error 1\.50e-11, the least$'
prints '^   error  median time  slower$'
prints '^ 1\.5e-11     10\.00 us   10\.0x$'
prints '^  0\.0151     1\.000 us   1\.00x$'
contains '"error": "l2_error", "objective": "error"' results.json
lines 1 results.json '"config": \{"STEP": 1\}.*"objective": "error"'
lines 11 results.json '"value": '
contains '^ \* 10\.00 us, the one with the least error, 1\.50e-11, 0\.400 times as fast as the default;$' tuned.h
contains '^#define GPUBENCH_ACCURACY_COPIES_STEP 1$' tuned.h
cp out run
ends 0 "$PLANTED" table results.json
cmp -s <(head -n 30 run) <(head -n 30 out) || wrong 'expected the same table of the file'
ends 0 "$PLANTED" table --front objective results.json
prints '^ 1\.5e-11     10\.00 us   10\.0x$'
ends 0 "$PLANTED" header results.json -o again.h
cmp -s tuned.h again.h || wrong 'expected the same header of the results'
ends 0 "$PLANTED" export results.json -o page.html
contains 'It was chosen as the one with the least error: 1\.50e-11\.' page.html
ends 0 "$PLANTED" export results.json -o again.json
grep -v '"exported_from": ' again.json | cmp -s results.json - || wrong 'expected the same file after reading it'

# ---- an expression; strategies get its value, also a negative one

run 0 copies --strategy exhaustive --objective 'median_ns * (1 + 1e6*error)'
prints '^    STEP 5$'
for strategy in exhaustive greedy; do
    run 0 copies --strategy $strategy --objective '-1e6 / median_ns'
    prints '^    STEP 10$'
    run 0 copies --strategy $strategy --objective '-median_ns'
    prints '^    STEP 1$'
done
run 0 copies --objective 'alone_ns'
prints '^    STEP 10$'

# ---- the limit beside it is the time's, and not a gain of the value

ends 0 "$PLANTED" --suite limits --bench half --backend fake --size 1024 --jobs 1 --objective '2*median_ns' --out limited.json
prints '^    50\.0 % of dram_read$'
ends 0 "$PLANTED" export limited.json -o page.html
contains 'it reaches 50\.0 % of that\.' page.html

# ---- only configurations that meet a requirement; with an objective, too

run 0 copies --require 'l2_error < 1e-8 and median_ns > 1'
prints '^copies +2\^10 +8\.000 us'
prints '^    STEP 3$'
contains '"require": "l2_error < 1e-8 and median_ns > 1"' results.json
lines 7 results.json '"unmet": true'
run 0 copies --objective '-error' --require 'error<1e-8'
prints '^    STEP 3$'
prints '^copies .* 0 +all 10$' # none is tied with it
lines 2 out '^    STEP [0-9]+$' # the best, which is the front, too
run 0 copies --require 'error<1e-8' --max-error 1e-10
prints '^    STEP 1$'

# ---- none meets it

run 1 copies --require 'error < 1e-19'
contains '^gpubench: accuracy/copies/n:1024: no configuration has error < 1e-19, of 10 measured$' err
prints '^copies +2\^10 +x no configuration has error < 1e-19 \(10 measured\)$'
ends 0 "$PLANTED" export results.json -o page.html
contains 'No configuration has error &lt; 1e-19: none is the best' page.html
run 1 copies --require 'median_ns // 0 == 1'
run 1 unknown --objective error
contains '^gpubench: accuracy/unknown/n:1024: --objective error is known of none of the 10 measured$' err

# ---- benches without the figure are reported; if none has it it is refused

run 0 'copies,plain' --objective error --require 'error<1'
contains '^gpubench: --objective: accuracy/plain has not all of its figures; tuned for time alone$' err
contains '^gpubench: --require: accuracy/plain has not all of its figures; nothing is required of it$' err
prints '^plain +2\^10 +1\.000 us '
check_refused '--objective: column 1: there is no foo; accuracy/copies has median_ns, .*, l2_error, error \(l2_error\); or use stream, .*' \
    --objective foo
check_refused '--require: column 5: there is no bar; accuracy/copies has median_ns, .*, l2_error, error \(l2_error\)' --require '1 < bar'
check_refused '--objective: column 7: a value is missing at the end' --objective error+
check_refused "--objective takes a value, not ''" --objective ''
check_refused '--require takes an expression of at most 159 bytes' --require "$(printf '1+%.0s' {1..80})1"
check_refused '--verify-only takes no times: leave --require out' --require error --verify-only

# ---- --resume requires the same

run 0 copies --objective error --require 'error<1'
check_refused '.*(objective|require).*' --objective error --resume
ends 0 "$PLANTED" --suite accuracy --bench copies --backend fake --size 1024 --jobs 1 --ceilings off --out results.json --resume \
    --objective error --require 'error<1'
prints '^    STEP 1$'

# ---- energy, by a counter that a kernel file scripts; without one it is reported

rm -rf kernels && cp -R "$SOURCE_DIR/kernels" kernels && cp "$SOURCE_DIR"/tests/planted/kernels/* kernels
cat >>kernels/limits.cl <<'END'
//fake time 40000000
//fake energy 5000000
//fake STEP=7 energy 3000000
//fake STEP=8 energy 1000000
//fake STEP=9 energy 2000000
END
run 0 copies --set STEP=7,8,9,10 --kernels kernels --objective energy --header tuned.h
prints '^copies +2\^10 +40\.00 ms'
prints '^    STEP 10$'
prints '^    energy 5\.00 J an iteration, 5\.00 to 5\.00, the least$'
(cd kernels && sed -i 's/STEP=7 energy/STEP=10 energy/' limits.cl)
run 0 copies --set STEP=7,8,9,10 --kernels kernels --objective energy --header tuned.h
prints '^    STEP 7$'
prints '^copies .* 0 +all 4$'
lines 5 results.json '"energy_j": [4-9]\.[0-9]+, "energy_ci95_j": \[[4-9]'
contains '"objective": "energy"' results.json
contains 'the one with the least energy, 5\.00' tuned.h
ends 0 "$PLANTED" table results.json
prints '^    energy 5\.00 J an iteration'
run 0 copies --set STEP=9,10 --objective energy # without a line in its script the counter does not move
contains '^gpubench: accuracy/copies/n:1024: its energy is unknown; chosen for time$' err
prints '^    STEP 10$'
ends 3 "$PLANTED" --suite accuracy --bench copies --backend fake:cpu --objective energy --out other.json
contains '^gpubench: --objective energy: Fake CPU does not report its energy: it has no counter$' err
