#!/usr/bin/env bash
# compare: what hangs is ended, in the first block, too, and a budget is the whole comparison's. What hangs does so for longer than
# the test may take; nothing else is asked to be quick.
set -eu
: "${GPUBENCH:?} ${PLANTED:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cd "$root"
mkdir tmp
export TMPDIR=$root/tmp
cat >times.json <<'END'
{"context": {"date": "2026-01-01T00:00:00+00:00", "host_name": "host of limits"}, "benchmarks": [
 {"name": "BM_a", "run_name": "BM_a", "run_type": "iteration", "iterations": 1, "real_time": 200, "time_unit": "ns"}]}
END
# hangs AFTER OUT: as a benchmark that takes no time at all, but for ever after so many runs.
cat >hangs <<'END'
run=$(cat runs 2>/dev/null || echo 0)
echo $((run + 1)) >runs
[ "$run" -lt "$1" ] || sleep 1000
cp times.json "$2"
END
wrong() {
    echo "lines ${BASH_LINENO[*]}: $1"
    cat out err
    exit 1
}
# compare STATUS TEXT ARGUMENT...: its status, and what its table or its last line says.
compare() {
    local expected=$1 text=$2 status=0
    shift 2
    rm -f runs
    timeout 500 "$GPUBENCH" compare "$@" >out 2>err || status=$?
    [ "$status" = "$expected" ] || wrong "status $status, expected $expected"
    grep -Eqe "$text" out || { tail -n 1 err | grep -Eqe "$text"; } || wrong "expected: $text"
}
gbench=(--reader gbench --run-cmd)

# The first block.
compare 2 '^gpubench: compare: sh hangs 0 \{out\}: it did not end within 1 s, and was killed; of 3 runs none gave' \
    "${gbench[@]}" 'sh hangs 0 {out}' 'cp times.json {out}' --time-limit=1s
compare 2 '^gpubench: compare: the budget of 2 s ended in the first block; --budget gives a longer one$' \
    "${gbench[@]}" 'sh hangs 0 {out}' 'cp times.json {out}' --budget 2s
"$PLANTED" --suite accuracy --bench copies --size 1024 --set STEP=1 --backend fake:cpu --out found.json >/dev/null 2>&1
printf '#!/bin/sh\necho "$@" >>told\n[ -e hung ] && exit 2\ntouch hung\nsleep 1000\n' >base
chmod +x base
compare 2 '^gpubench: compare: ./base: exit status 2: it said nothing$' \
    --run ./base "$PLANTED" --configs found.json --backend fake:cpu --time-limit 0.1
grep -q '^gpubench: compare: ./base: it did not end within 20.3 s, and was killed; the first block is tried again$' err ||
    wrong 'expected a limit of the first block'
rm told
compare 2 '^gpubench: compare: ./base: exit status 2: it said nothing$' --run ./base "$PLANTED" --suite accuracy --time-limit=0.1
[ "$(wc -l <told)" = 1 ] && grep -q -- '--time-limit 0.1' told || wrong 'expected that the search is told of the limit, and fails once'

# Later blocks: what is open is undecided, and says why.
compare 4 '^1 INCONCLUSIVE\.$' "${gbench[@]}" 'sh hangs 8 {out}' 'cp times.json {out}' --budget 20s --strict --json c.json
grep -Eq '^ *the budget of 20 s ended it after [0-9] pairs of blocks$' out || wrong 'expected a reason'
grep -q '"reason": "the budget of 20 s ended it' c.json || wrong 'expected it in the file'
compare 0 '^1 SAME\.$' "${gbench[@]}" 'cp times.json {out}' 'cp times.json {out}' --budget 400s --time-limit 100

# What is no time.
compare 2 "^gpubench: compare: --budget takes a time \(60s, 5m, 1h\) for all of it, not 'soon'$" \
    "${gbench[@]}" 'cp times.json {out}' 'cp times.json {out}' --budget soon
compare 2 "^gpubench: compare: --time-limit takes seconds \(10, 0.5s, 2m\), not 'long'$" \
    "${gbench[@]}" 'cp times.json {out}' 'cp times.json {out}' --time-limit long
compare 2 '--budget is of: gpubench compare --run BASE NEW' found.json found.json --budget 5s
compare 2 '--budget takes a time .60s, 5m, 1h. for all of it: a number is of a search, and --configs says what is measured$' --run ./base ./base --configs found.json --budget 200
[ -z "$(ls tmp)" ] || wrong "expected nothing to be left: $(ls tmp)"
