#!/usr/bin/env bash
# compare --run on the fake device: slower configurations are found, equal ones are not reported, nor changes of both
# sides; and each pair that cannot be compared has its line and status 2.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
mkdir tmp
export TMPDIR=$root/tmp
echo 0 >runs

# make_variant NAME FACTOR: a program NAME whose copies take FACTOR times as long; awk computes it before each run, from the
# number of `runs` of all programs before, or from whether it is the `control`.
make_variant() {
    local times="awk -v runs=\$runs -v control=\$control '/ time [0-9]/ { \$NF *= ($2) } { print }' \
'$SOURCE_DIR/tests/planted/kernels/limits.cl' >'$root/kernels-$1/limits.cl'"
    cp -r kernels "kernels-$1"
    cat >"$1" <<END
#!/bin/sh
read -r runs <"$root/runs"
echo \$((runs + 1)) >"$root/runs"
case "\$*" in *control.json*) control=1 ;; *) control=0 ;; esac
$([[ $2 != *runs* && $2 != *control* ]] || echo "$times")
exec "$PLANTED" "\$@" --kernels "$root/kernels-$1"
END
    chmod +x "$1"
    eval "runs=0 control=0; $times"
}
# first NAME: the commands on stdin are run by the program NAME before each run.
first() {
    cat >"$1-first"
    sed -i "s|^exec|. $root/$1-first\nexec|" "$1"
}
# compare STATUS TEXT BASE NEW OPTION...: its status, and a text in its table or its last line.
compare() { ends_printing "$1" "$2" "$GPUBENCH" compare --run "${@:3}"; }

cp -r "$SOURCE_DIR/kernels" .
cp -r "$SOURCE_DIR"/tests/planted/kernels/. kernels
ends 0 "$PLANTED" --suite accuracy --bench copies --size 1024 --strategy exhaustive --backend fake:cpu --out found.json
sed '/^"best": \[/,$d' found.json >all.json
printf '"best": []\n}\n' >>all.json
make_variant same 1
make_variant other 1
make_variant slow 1.1
make_variant mixed '/STEP/ ? 1.1 : 0.9'
make_variant drifting '1 + 0.001 * runs'
make_variant along '1 + 0.001 * runs'
device=(--backend fake:cpu)

# Two identical programs.
compare 0 '^SAME +1.000 us +1.000 us +.0.0 % .* accuracy/copies/n:1024$' ./same ./other --configs found.json --backend=fake:cpu
contains '^1 the same on both sides, code and launches: SAME by construction' out
[ "$(tail -n 1 out)" = '1 SAME.' ] || wrong 'expected one verdict'
if grep -q 'runs twice' err; then wrong 'expected no third run'; fi

# 10 % slower, all ten: none is identical, and the base is a control.
# An acceptance that has expired does not count.
accept() {
    cat >accepted.json <<END
{"schema": "gpubench/accepted/1", "accepted": [
    {"name": "accuracy/copies/n:1024", "reason": "it is not that slow", "until": "9999-12-31", "most": 0.05},
    {"name": "accuracy/copies/n:1024", "reason": "fences now, too", "until": "$1", "most": $2}]}
END
}
accept 2026-01-31 0.12
compare 1 '^10 SLOWER\.$' ./same ./slow --configs all.json --accepted=accepted.json --json slow.json --markdown slow.md \
    --annotations=slow.txt "${device[@]}"
contains 'accepted.json: what it accepts of accuracy/copies/n:1024 ended on 2026-01-31: take it out' err
[ "$(grep -c '^| SLOWER | .* | +10.0 % | ' slow.md)" = 10 ] && grep -q '^10 SLOWER on Fake CPU' slow.md || wrong 'expected a summary'
[ "$(grep -c '^::error title=gpubench SLOWER::accuracy/copies/n:1024/STEP:.*: +10.0 %25, ' slow.txt)" = 10 ] || wrong 'expected annotations'
[ "$(grep -c '^SLOWER .* +10.0 % ' out)" = 10 ] || wrong 'expected ten lines'
contains 'the base runs twice, as a control$' err
contains '^gpubench: compare: decided after [0-9]+ of at most 40 blocks$' err
contains '^gpubench: compare: 0 of 40 blocks, 10 to be confirmed, ' err
[ "$(grep -c '"verdict": "SLOWER"' slow.json)" = 10 ] || wrong 'expected ten verdicts in the file'
contains '"schema": "gpubench/comparison/1"' slow.json
compare 2 '--json found.json is one of the files that are read' ./same ./other --configs found.json --json found.json
compare 2 '--markdown found.json is one of the files that are read' ./same ./other --configs found.json --markdown found.json
compare 2 '/dev/full/a.txt: cannot write' ./same ./other --configs found.json --annotations /dev/full/a.txt "${device[@]}"

# Accepted changes, unless slower than accepted; faster ones.
mkdir ci
accept 9999-12-31 0.12
mv accepted.json ci
compare 0 '^ACCEPTED +10.00 us +10.80 us +.8.0 %' ./same ./mixed --configs all.json "${device[@]}"
contains '^FASTER +1.000 us +900.0 ns +-10.0 %' out
contains '^ *fences now, too$' out
contains '^ACCEPTED: slower, and known to be' out
rm -r ci
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

# A control that moves, and again: the base, whenever it runs as the third side.
make_variant turncoat 'control ? 1.1 : 1'
compare 3 '^INVALID: accuracy/copies/n:1024/.*: the same code and the same launches on both sides, and yet -9.1 %, confirmed' \
    ./turncoat ./slow --configs found.json "${device[@]}"
make_variant almost 1.00001
compare 3 '^INVALID: accuracy/copies/n:1024/' ./turncoat ./almost --configs found.json "${device[@]}" # decided itself at once
make_variant dead 1
first dead <<<'[ $control = 0 ] || exit 2'
compare 2 'dead: exit status 2: nothing on stderr$' ./dead ./slow --configs found.json "${device[@]}"
make_variant failing 'runs ? 1 : 1' # written again each time
first failing <<<'[ $control = 0 ] || sed -i "s|^.*fake copy|&\n//fake wrong|" kernels-failing/limits.cl'
compare 3 '^INVALID: the base failed where it was to run as a control' ./failing ./slow --configs found.json "${device[@]}"

# Atoms of a structure, which both sides read.
printf 'ATOM 1 C C 1 1 2 3 4 5\n' >one.pqr
"$PLANTED" --suite told --input one.pqr --set SHOW=no --size 6 --backend fake:cpu --out told.json >/dev/null 2>&1
compare 0 '^1 SAME\.$' ./same ./other --configs told.json --input one.pqr "${device[@]}"

# What the base leaves out of the fixed configurations is reported, and parameters that the file lacks.
sed 's/, "SHOW": \["no", "yes"\]//; s/, "SHOW": "no"//g; s#/SHOW:no##g' told.json >absent.json
compare 0 '^1 SAME\.$' ./same ./other --configs absent.json --input one.pqr "${device[@]}"
contains '^gpubench: compare: ./same: absent.json: not in it, measured with the default: SHOW no \(told\)$' err
sed 's/\("parameters": .*\)10\]/\111]/; s/"STEP": 10}/"STEP": 11}/' all.json >value.json
compare 0 '^9 SAME\.$' ./same ./other --configs value.json "${device[@]}"
contains '^gpubench: compare: ./same: value.json: left out: .*there is no more 11$' err

# Both become slower, by 5 % and more in all: none is reported as slower.
compare 0 '^10 SAME\.$' ./drifting ./along --configs all.json "${device[@]}"
[ "$(<runs)" -gt 50 ] || wrong 'expected more runs'

# Random times, up to a third longer: open until the last look, then undecided.
make_variant noisy '1 + (runs * 7919 % 97) / 290'
echo 0 >runs
compare 0 '^1 INCONCLUSIVE\.$' ./noisy ./noisy --configs found.json "${device[@]}"
contains '^gpubench: compare: 20 of 40 blocks, 1 open' err
contains '^ *a slowdown of .* would have shown$' out

# Without fixed configurations the base searches.
compare 1 '^SLOWER +1.000 us' ./same ./slow --suite accuracy --bench copies --size 1024 --strategy exhaustive "${device[@]}"
contains 'no --configs: ./same searches first$' err

# New failures.
make_variant broken 1
sed -i 's|^.*fake copy$|//fake copy\n//fake wrong|' kernels-broken/limits.cl
compare 1 '^FAILS .* accuracy/copies/n:1024$' ./same ./broken --configs found.json "${device[@]}"
contains '^FAILS: more often than the base, and than chance' out
contains '^ *failed in 6 of 6 blocks, the base in 0$' out
compare 2 'nothing was compared' ./broken ./same --configs found.json "${device[@]}"
contains '^FIXED .* accuracy/copies/n:1024$' out
compare 2 'nothing was compared' ./broken ./broken --configs found.json "${device[@]}"

# A failure of the base is measured again, and another failure then does not count; two failures are reported as a
# whole.
make_variant flaky 'runs ? 1 : 1'
echo 0 | tee runs >bases
first flaky <<'END'
case "$*" in *base.json*) # the first fails at one STEP, the second at another
    ran=$(($(cat bases) + 1))
    echo $ran >bases
    [ $ran -gt 2 ] || sed -i "s|^//fake copy|&\n//fake STEP=$ran wrong|" kernels-flaky/limits.cl ;;
esac
END
compare 0 '^10 SAME\.$' ./flaky ./same --configs all.json "${device[@]}"
[ "$(<runs)" = 23 ] || wrong "expected two first blocks, a control and six blocks of three, not $(<runs) runs"
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
echo 0 >runs
compare 2 'nothing was compared' ./unready ./same --configs found.json "${device[@]}"
contains '^FIXED .* accuracy/copies/n:1024$' out
contains '^ *no room for it \.\.\.$' out
[ "$(<runs)" = 4 ] || wrong 'expected that it is tried twice'
compare 2 'nothing was compared' ./unready ./unready --configs found.json "${device[@]}" --json broken.json
contains '^1 BROKEN\.$' out
contains '"verdict": "BROKEN"' broken.json

compare 2 '--json ./same is one of the files that are read' ./same ./other --configs found.json --json ./same

# Results that are not comparable, and programs that do not run.
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
compare 2 '--configs selects what is measured, and searches nothing: leave --strategy out' ./same ./same --configs found.json --strategy random
compare 2 "unknown option of compare '--out'" ./same ./same --suite accuracy --out found.json
compare 2 "unknown option of compare '--objective'" ./same ./same --suite accuracy --objective=alone
TMPDIR=/dev/null compare 2 '/dev/null: cannot make a folder there: Not a directory; set TMPDIR' ./same ./same --configs found.json
compare 2 '/dev/full/c.json: cannot write' ./same ./other --configs found.json --json /dev/full/c.json "${device[@]}"

# Two files: their indication, which confirms nothing.
./same --configs found.json --blocks 8 "${device[@]}" --out base.json >/dev/null 2>&1
./slow --configs found.json --blocks 8 "${device[@]}" --out new.json >/dev/null 2>&1
files() {
    ends "$1" "$GPUBENCH" compare "${@:3}"
    contains "$2" out err
}
files 0 '^SUSPECTED +1.000 us +1.100 us +\+10.0 %' base.json new.json
contains 'files alone confirm nothing' out
files 4 '^SUSPECTED' base.json new.json --strict
files 0 '^1 SAME\.$' base.json base.json
for uuid in a b; do
    sed 's/"uuid": "[^"]*"/"uuid": "GPU-'$uuid'"/' base.json >card-$uuid.json
done
files 2 'device GPU-a and GPU-b: two devices of one kind' card-a.json card-b.json
files 0 '^1 SAME\.$' card-a.json card-b.json --across-devices --json cards.json
contains '^Of two devices of one kind: a difference may be theirs\.$' out
contains '"reason": "measured on two devices, GPU-a and GPU-b"' cards.json
sed 's/"clock_mhz": [0-9]*/"clock_mhz": 1/' card-b.json >slower-card.json
files 2 'they do not compare: clock [0-9]+ and 1 MHz' card-a.json slower-card.json --across-devices
sed 's/n:1024/n:2048/; s/"size": 1024/"size": 2048/' base.json >larger.json
files 2 '^New: accuracy/copies/n:2048, which the base has not\.$' base.json larger.json --json larger-compared.json
contains '"new_problems"' larger-compared.json
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
cp base.json third.json
for option in --json --markdown --annotations; do
    files 2 "$option third.json has results, which would be lost; name another file" base.json new.json $option third.json
    cmp -s base.json third.json || wrong 'measured results were replaced'
done
files 2 "'base.json' belongs to no option; usage: gpubench compare --run BASE NEW" --run ./same ./other base.json

# Comparisons lock the device; a lock that fails is only reported.
lock=${GPUBENCH_LOCKS:-/tmp}/gpubench-fake-0.lock
: >err
flock "$lock" sh -c 'echo 4711 >"$1"; touch locked; until grep -q "waiting until" err; do sleep 0.1; done' - "$lock" &
until [ -e locked ]; do sleep 0.05; done
compare 0 '^1 SAME' ./same ./other --configs found.json "${device[@]}"
contains '^gpubench: Fake CPU: process 4711 measures on it: waiting until that ends$' err
wait
flock "$lock" sh -c 'touch again; sleep 5' &
until [ -e again ]; do sleep 0.05; done
ends 130 timeout --preserve-status -s INT 2 "$GPUBENCH" compare --run ./same ./other --configs found.json "${device[@]}"
[ ! -s out ] || wrong 'expected that waiting can be interrupted'
wait
mv "$lock" "$root/lock"
ln -s "$root/lock" "$lock"
compare 0 '^1 SAME' ./same ./other --configs found.json "${device[@]}"
rm "$lock"
contains "^gpubench: $lock: .*; another run or comparison may use Fake CPU at the same time\$" err

# An interrupt ends it with the results so far.
make_variant pausing 1
first pausing <<<$'echo >>paused\nsleep 1'
: >paused
set -m # so that Ctrl-C is not ignored
"$GPUBENCH" compare --run ./pausing ./same --configs found.json "${device[@]}" >table 2>&1 &
set +m
until [ "$(wc -l <paused)" -ge 3 ]; do kill -0 $! || wrong 'expected that it runs'; sleep 0.05; done
kill -INT $!
ends 130 wait $!
contains '^OPEN ' table
make_variant waiting 1
first waiting <<<$'sleep 600 &\ntouch waits\nwait'
started=$SECONDS
"$GPUBENCH" compare --run ./waiting ./same --configs found.json "${device[@]}" &
until [ -e waits ]; do kill -0 $! || wrong 'expected that it runs'; sleep 0.05; done
kill -TERM $! # to itself alone: it forwards the signal to the program
ends 130 wait $!
[ $((SECONDS - started)) -lt 500 ] || wrong "after $((SECONDS - started)) s"
ends 130 timeout --preserve-status -s INT 0.1 "$GPUBENCH" compare --run ./pausing ./same --configs found.json "${device[@]}"
[ ! -s out ] || wrong 'expected nothing'
