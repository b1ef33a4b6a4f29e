#!/usr/bin/env bash
# compare --run on the fake device: what is slower is found, what is not is not, what both share is neither; and each thing
# that cannot be compared has its line and status 2.
set -eu
: "${GPUBENCH:?} ${PLANTED:?} ${SOURCE_DIR:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cd "$root"
mkdir tmp
export TMPDIR=$root/tmp

# arm NAME FACTOR [DRIFT]: a program NAME whose copies take FACTOR times as long, and with each run of any program DRIFT more.
arm() {
    mkdir "kernels-$1"
    cp -r "$SOURCE_DIR"/kernels/. "$SOURCE_DIR"/tests/planted/kernels/. "kernels-$1"
    cat >"$1" <<END
#!/usr/bin/env bash
runs=\$(cat "$root/runs" 2>/dev/null || echo 0)
echo \$((runs + 1)) >"$root/runs"
awk -v by="\$(awk "BEGIN { print $2 * (1 + ${3:-0} * \$runs) }")" '/ time [0-9]/ { \$NF = \$NF * by } { print }' \
    "$SOURCE_DIR/tests/planted/kernels/limits.cl" >"$root/kernels-$1/limits.cl"
exec "$PLANTED" "\$@" --kernels "$root/kernels-$1"
END
    chmod +x "$1"
}
wrong() {
    echo "line ${BASH_LINENO[1]}: $1"
    cat out err
    exit 1
}
# compare STATUS TEXT BASE NEW OPTION...: its status, and what its table or its last line says.
compare() {
    local expected=$1 text=$2 base=$3 new=$4 status=0
    shift 4
    "$GPUBENCH" compare --run "$base" "$new" "$@" >out 2>err || status=$?
    [ "$status" = "$expected" ] || wrong "status $status, expected $expected"
    grep -Eqe "$text" out || { tail -n 1 err | grep -Eqe "$text"; } || wrong "expected: $text"
}

"$PLANTED" --suite accuracy --bench copies --size 1024 --strategy exhaustive --backend fake:cpu --out found.json >/dev/null 2>&1
sed '/^"best": \[/,$d' found.json >all.json
printf '"best": []\n}\n' >>all.json
arm same 1
arm other 1
arm slow 1.1
arm fast 0.9
arm drifting 1 0.001
arm along 1 0.001
device=(--backend fake:cpu)

# One program and its like.
compare 0 '^SAME +1.000 us +1.000 us +.0.0 % .* accuracy/copies/n:1024$' ./same ./other --configs found.json --backend=fake:cpu
grep -q '^1 the same on both sides, code and launches: SAME by construction' out || wrong 'expected a control'
[ "$(tail -n 1 out)" = '1 SAME.' ] || wrong 'expected one verdict'
if grep -q 'runs twice' err; then wrong 'expected no third run'; fi

# 10 % more, of all ten: nothing is identical, and the base is a control.
compare 1 '^10 SLOWER\.$' ./same ./slow --configs all.json --json slow.json --markdown slow.md --annotations=slow.txt "${device[@]}"
[ "$(grep -c '^| SLOWER | .* | +10.0 % | ' slow.md)" = 10 ] && grep -q '^10 SLOWER on Fake CPU' slow.md || wrong 'expected a summary'
[ "$(grep -c '^::error title=gpubench SLOWER::accuracy/copies/n:1024/STEP:.*: +10.0 %25, ' slow.txt)" = 10 ] || wrong 'expected annotations'
[ "$(grep -c '^SLOWER .* +10.0 % ' out)" = 10 ] || wrong 'expected ten lines'
grep -q 'the base runs twice, as a control$' err || wrong 'expected a third run'
grep -q '^gpubench: compare: 0 of 40 blocks, 10 to be confirmed, ' err || wrong 'expected a confirmation'
[ "$(grep -c '"verdict": "SLOWER"' slow.json)" = 10 ] || wrong 'expected ten verdicts in the file'
grep -q '"schema": "gpubench/comparison/1"' slow.json || wrong 'expected a schema'
compare 2 '--json found.json is one of the files that are read' ./same ./other --configs found.json --json found.json
compare 2 '--markdown found.json is one of the files that are read' ./same ./other --configs found.json --markdown found.json
compare 2 '/dev/full/a.txt: cannot write' ./same ./other --configs found.json --annotations /dev/full/a.txt "${device[@]}"
compare 0 '^FASTER +1.000 us +900.0 ns +-10.0 %' ./same ./fast --configs found.json "${device[@]}"

# What was accepted, until a day; what became slower than that is not.
accept() {
    cat >accepted.json <<END
{"schema": "gpubench/accepted/1", "accepted": [
    {"name": "accuracy/copies/n:1024", "reason": "it is not that slow", "until": "9999-12-31", "most": 0.05},
    {"name": "accuracy/copies/n:1024", "reason": "fences now, too", "until": "$1", "most": $2}]}
END
}
mkdir ci
accept 9999-12-31 0.12
mv accepted.json ci
compare 0 '^ACCEPTED +1.000 us +1.100 us +.10.0 %' ./same ./slow --configs found.json "${device[@]}"
grep -q '^ *fences now, too$' out && grep -q '^ACCEPTED: slower, and known to be' out || wrong 'expected the reason'
rm -r ci
accept 2026-01-31 0.12
compare 1 '^SLOWER ' ./same ./slow --configs found.json --accepted=accepted.json "${device[@]}"
grep -q 'accepted.json: what it accepts of accuracy/copies/n:1024 ended on 2026-01-31: take it out' err || wrong 'expected a line'
accept 2027-02-29 0.12
compare 2 'accepted.json: accepted\[1\].until: expected a day as "2027-01-31"$' ./same ./slow --configs found.json --accepted accepted.json
accept 9999-12-31 0
compare 2 'accepted.json: accepted\[1\].most: expected a number above 0: 0.05 is 5 %$' ./same ./slow --configs found.json --accepted accepted.json
sed -i 's/"reason": "f/"why": "f/' accepted.json
compare 2 'accepted.json: accepted\[1\].reason: expected text$' ./same ./slow --configs found.json --accepted accepted.json
echo '{"schema": "gpubench/accepted/2"' >accepted.json
compare 2 'accepted.json: no JSON: line' ./same ./slow --configs found.json --accepted accepted.json
echo '{"schema": "gpubench/accepted/2", "accepted": []}' >accepted.json
compare 2 'accepted.json: expected "schema": "gpubench/accepted/1" and an array "accepted"$' ./same ./slow --configs found.json --accepted accepted.json
compare 2 'nowhere.json: cannot read' ./same ./slow --configs found.json --accepted nowhere.json
compare 2 '--json accepted.json is one of the files' ./same ./slow --configs found.json --accepted accepted.json --json accepted.json

# A control that moves, and does so again: the base, whenever it runs as the third side.
arm turncoat 1
sed -i "s/{ print \"1 /&/; s|-v by=|-v by=\"\$(case \"\$*\" in *control.json*) echo 1.1 ;; *) echo 1 ;; esac)\" -v was=|" turncoat
compare 3 '^INVALID: accuracy/copies/n:1024/.*: the same code and the same launches on both sides, and yet -9.1 %, confirmed' \
    ./turncoat ./slow --configs found.json "${device[@]}"

arm almost 1.00001
compare 3 '^INVALID: accuracy/copies/n:1024/' ./turncoat ./almost --configs found.json "${device[@]}" # decided itself at once
arm failing 1
sed 's|^exec|[[ $* != *control.json* ]] \|\| exit 2\nexec|' failing >dead
sed -i 's|^exec|[[ $* != *control.json* ]] \|\| sed -i "s/^.*fake copy/\&\\n\\/\\/fake wrong/" kernels-failing/limits.cl\nexec|' failing
chmod +x dead
compare 2 'dead: exit status 2: it said nothing$' ./dead ./slow --configs found.json "${device[@]}"
compare 3 '^INVALID: the base failed where it was to run as a control' ./failing ./slow --configs found.json "${device[@]}"

# Atoms of a structure, which both sides read.
printf 'ATOM 1 C C 1 1 2 3 4 5\n' >one.pqr
"$PLANTED" --suite told --input one.pqr --set SHOW=no --size 6 --backend fake:cpu --out told.json >/dev/null 2>&1
compare 0 '^1 SAME\.$' ./same ./other --configs told.json --input one.pqr "${device[@]}"

# What the base leaves out of the pins is told.
sed 's/\("parameters": .*\)10\]/\111]/; s/"STEP": 10}/"STEP": 11}/' all.json >value.json
compare 0 '^9 SAME\.$' ./same ./other --configs value.json "${device[@]}"
grep -q '^gpubench: compare: ./same: value.json: left out: .*there is no more 11$' err || wrong 'expected a line'

# Both become slower, by 5 % and more in all: nobody is accused.
compare 0 '^10 SAME\.$' ./drifting ./along --configs all.json "${device[@]}"
[ "$(cat runs)" -gt 50 ] || wrong 'expected more runs'

# Up to a third more by chance: open until the last look, and then no verdict.
arm noisy '(1 + (runs * 7919 % 97) / 290)'
sed -i 's/awk "BEGIN { print/awk -v runs="$runs" "BEGIN { print/' noisy
rm runs
compare 0 '^1 INCONCLUSIVE\.$' ./noisy ./noisy --configs found.json "${device[@]}"
grep -q '^gpubench: compare: 20 of 40 blocks, 1 open' err || wrong 'expected 40 blocks'
grep -q '^ *a slowdown of .* would have shown$' out || wrong 'expected what would have shown'

# Without pins the base searches.
compare 1 '^SLOWER +1.000 us' ./same ./slow --suite accuracy --bench copies --size 1024 --strategy exhaustive "${device[@]}"
grep -q 'no --configs: ./same searches first$' err || wrong 'expected to hear of it'

# What fails only now.
arm broken 1
sed -i "s|exec|sed -i 's/^.*fake copy\$/\\\\/\\\\/fake copy\\\\n\\\\/\\\\/fake wrong/' $root/kernels-broken/limits.cl\nexec|" broken
compare 1 '^FAILS .* accuracy/copies/n:1024$' ./same ./broken --configs found.json "${device[@]}"
grep -q '^FAILS: more often than the base, and than chance' out && grep -q '^ *failed in 6 of 6 blocks, the base in 0$' out || wrong 'expected what that means'
compare 2 'nothing was compared' ./broken ./same --configs found.json "${device[@]}"
grep -Eq '^MENDED .* accuracy/copies/n:1024$' out || wrong 'expected to hear of it'
compare 2 'nothing was compared' ./broken ./broken --configs found.json "${device[@]}"

# first NAME: what stands on stdin is done by the program NAME before it runs.
first() {
    cat >"$root/$1-first"
    sed -i "s|^exec|. $root/$1-first\nexec|" "$1"
}

# What fails in the base once is measured again, and another thing that fails then does not count; twice, as a whole, is told.
arm flaky 1
first flaky <<'END'
if [[ $* == *base.json* ]]; then # the first fails at one STEP, the second at another
    ran=$(cat bases 2>/dev/null || echo 0)
    echo $((ran + 1)) >bases
    [ "$ran" -gt 1 ] || sed -i "s|^//fake copy|&\n//fake STEP=$((ran + 1)) wrong|" kernels-flaky/limits.cl
fi
END
rm -f runs
compare 0 '^10 SAME\.$' ./flaky ./same --configs all.json "${device[@]}"
[ "$(cat runs)" = 23 ] || wrong "expected two first blocks, a control and six blocks of three, not $(cat runs) runs"
cat >unready <<END
#!/usr/bin/env bash
"$root/same" "\$@" || exit
while [ "\$1" != --out ]; do shift; done
python3 - "\$2" <<'PYTHON'
import json, sys
with open(sys.argv[1]) as file:
    results = json.load(file)
row = results["benchmarks"][0]
row = {key: row[key] for key in ("row", "problem", "suite", "bench", "size")}
results["failures"] = [dict(row, config={}, name="accuracy/copies/n:1024", status="launch-failed", compile_ms=0, reason="no room for it\\nat all")]
results["benchmarks"] = results["best"] = []
with open(sys.argv[1], "w") as file:
    json.dump(results, file)
PYTHON
END
chmod +x unready
rm runs
compare 2 'nothing was compared' ./unready ./same --configs found.json "${device[@]}"
grep -q '^MENDED .* accuracy/copies/n:1024$' out && grep -q '^ *no room for it \.\.\.$' out || wrong 'expected to hear of it'
[ "$(cat runs)" = 4 ] || wrong 'expected that it is tried twice'
compare 2 'nothing was compared' ./unready ./unready --configs found.json "${device[@]}" --json broken.json
grep -q '^1 BROKEN\.$' out && grep -q '"verdict": "BROKEN"' broken.json || wrong 'expected it in the file'

compare 2 '--json ./same is one of the files that are read' ./same ./other --configs found.json --json ./same

# What does not compare, and programs that do not run.
printf '#!/bin/sh\necho "gpubench: unknown option '"'--configs'"'" >&2\nexit 2\n' >old
printf '#!/bin/sh\nkill -9 $$\n' >dying
printf '#!/bin/sh\nexec "%s" "$@" --backend fake\n' "$PLANTED" >elsewhere
chmod +x old dying elsewhere
compare 2 "compare: ./old: it knows no --configs: it is from before that; take a newer one" ./old ./same --configs found.json
compare 2 './dying: it died of signal 9; of 3 runs none gave results to compare with$' ./dying ./same --configs found.json "${device[@]}"
compare 2 'they do not compare: device Fake CPU and Fake device$|they do not compare: device Fake device and Fake CPU$' \
    ./same ./elsewhere --configs found.json "${device[@]}"
compare 2 './nothing: cannot start it: No such file|./nothing: exit status 127' ./nothing ./same --configs found.json
compare 2 'compare: true: it wrote no results; is it a gpubench\?$' ./same true --configs found.json "${device[@]}"
compare 2 'compare: true: it wrote no results; is it a gpubench\?$' true ./same --suite accuracy "${device[@]}"
compare 2 'same: exit status 2: nowhere.json: cannot read: No such file' ./same ./same --configs nowhere.json "${device[@]}"
compare 2 'neither --configs nor --suite is there' ./same ./same
compare 2 '--configs says what is measured, and searches nothing: leave --strategy out' ./same ./same --configs found.json --strategy random
compare 2 "unknown option of compare '--out'" ./same ./same --suite accuracy --out found.json
compare 2 "unknown option of compare '--objective'" ./same ./same --suite accuracy --objective=alone
TMPDIR=/dev/null compare 2 '/dev/null: cannot make a folder there: Not a directory; set TMPDIR' ./same ./same --configs found.json
compare 2 '/dev/full/c.json: cannot write' ./same ./other --configs found.json --json /dev/full/c.json "${device[@]}"

# Two files: what they say, and that it confirms nothing.
./same --configs found.json --blocks 8 "${device[@]}" --out base.json >/dev/null 2>&1
./slow --configs found.json --blocks 8 "${device[@]}" --out new.json >/dev/null 2>&1
files() {
    local expected=$1 text=$2 status=0
    shift 2
    "$GPUBENCH" compare "$@" >out 2>err || status=$?
    [ "$status" = "$expected" ] || wrong "status $status, expected $expected"
    grep -Eqe "$text" out err || wrong "expected: $text"
}
files 0 '^SUSPECTED +1.000 us +1.100 us +\+10.0 %' base.json new.json
grep -q 'files alone confirm nothing' out || wrong 'expected what it is worth'
files 4 '^SUSPECTED' base.json new.json --strict
files 0 '^1 SAME\.$' base.json base.json
sed 's/n:1024/n:2048/; s/"size": 1024/"size": 2048/' base.json >larger.json
files 2 '^New: accuracy/copies/n:2048, which the base has not\.$' base.json larger.json --json larger-compared.json
grep -q '"new_problems"' larger-compared.json || wrong 'expected it in the file'
./same --configs found.json --blocks 2 "${device[@]}" --out few.json >/dev/null 2>&1
files 4 '^1 INCONCLUSIVE\.$' few.json few.json --strict
files 0 '^1 INCONCLUSIVE\.$' few.json few.json
files 2 'nowhere.json: cannot read' base.json nowhere.json
: >empty
files 2 'empty: the file is empty' empty base.json
head -c 300 base.json >part.json
files 2 'part.json: not a whole results file' base.json part.json
sed 's/"schema": "gpubench/"schema": "other/' base.json >other.json
files 2 'other.json: .*schema' other.json base.json
files 2 'compare: one results file is not enough; usage: gpubench compare BASE.json NEW.json' base.json
files 2 '--suite is of: gpubench compare --run BASE NEW' base.json new.json --suite accuracy
files 2 '--accepted is of: gpubench compare --run BASE NEW' base.json new.json --accepted nowhere.json
files 2 '--json ./base.json is one of the files that are read' base.json new.json --json ./base.json
files 2 "'base.json' belongs to no option; usage: gpubench compare --run BASE NEW" --run ./same ./other base.json

# The device is one comparison's at a time; a lock that cannot be is told, and no more.
lock=${GPUBENCH_LOCKS:-/tmp}/gpubench-fake-0.lock
: >err
flock "$lock" sh -c 'echo 4711 >"$1"; touch locked; until grep -q "waiting until" err; do sleep 0.1; done' - "$lock" &
until [ -e locked ]; do sleep 0.05; done
compare 0 '^1 SAME' ./same ./other --configs found.json "${device[@]}"
grep -q '^gpubench: Fake CPU: process 4711 measures on it: waiting until that ends$' err || wrong 'expected to wait'
wait
flock "$lock" sleep 5 &
sleep 0.3
status=0
timeout --preserve-status -s INT 2 "$GPUBENCH" compare --run ./same ./other --configs found.json "${device[@]}" >out 2>err || status=$?
[ "$status" = 130 ] && [ ! -s out ] || wrong 'expected that waiting can be interrupted'
wait
mv "$lock" "$root/lock"
ln -s "$root/lock" "$lock"
compare 0 '^1 SAME' ./same ./other --configs found.json "${device[@]}"
rm "$lock"
grep -q "^gpubench: $lock: .*; another run or comparison may use Fake CPU at the same time\$" err || wrong 'expected a line'

# An interrupt ends it with what is known.
arm pausing 1
sed -i 's/^exec/echo >>paused\nsleep 1\nexec/' pausing
: >paused
status=0
set -m # so that Ctrl-C is not ignored
"$GPUBENCH" compare --run ./pausing ./same --configs found.json "${device[@]}" >out 2>err &
set +m
until [ "$(wc -l <paused)" -ge 3 ]; do kill -0 $! || wrong 'expected that it runs'; sleep 0.05; done
kill -INT $!
wait $! || status=$?
[ "$status" = 130 ] && grep -q '^OPEN ' out || wrong 'expected an open verdict'
arm waiting 1
sed -i 's/^exec/sleep 600 \&\ntouch waits\nwait\nexec/' waiting
started=$SECONDS status=0
"$GPUBENCH" compare --run ./waiting ./same --configs found.json "${device[@]}" >out 2>err &
until [ -e waits ]; do kill -0 $! || wrong 'expected that it runs'; sleep 0.05; done
kill -TERM $! # of itself alone: it tells the program
wait $! || status=$?
[ "$status" = 130 ] && [ $((SECONDS - started)) -lt 500 ] || wrong "status $status after $((SECONDS - started)) s"
status=0
timeout --preserve-status -s INT 0.1 "$GPUBENCH" compare --run ./pausing ./same --configs found.json "${device[@]}" >out 2>err || status=$?
[ "$status" = 130 ] && [ ! -s out ] || wrong 'expected nothing'
[ -z "$(ls tmp)" ] || wrong "expected nothing to be left: $(ls tmp)"
