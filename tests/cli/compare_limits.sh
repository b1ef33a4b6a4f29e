#!/usr/bin/env bash
# compare: a hanging program is killed, also in the first block, and a budget includes the whole comparison. A program
# hangs longer than the test may take; no other time is tested.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
mkdir tmp
export TMPDIR=$root/tmp
cat >times.json <<'END'
{"context": {"date": "2026-01-01T00:00:00+00:00", "host_name": "host of limits"}, "benchmarks": [
 {"name": "BM_a", "run_name": "BM_a", "run_type": "iteration", "iterations": 1, "real_time": 200, "time_unit": "ns"}]}
END
# hangs AFTER OUT: a benchmark that takes no time, but hangs after this number of runs.
cat >hangs <<'END'
run=$(cat runs 2>/dev/null || echo 0)
echo $((run + 1)) >runs
[ "$run" -lt "$1" ] || sleep 1000
cp times.json "$2"
END
# compare STATUS TEXT ARGUMENT...: its status, and a text in its table or its last line.
compare() {
    rm -f runs
    ends_printing "$1" "$2" timeout 500 "$GPUBENCH" compare "${@:3}"
}
commands() { compare "$1" "$2" --reader gbench --run-cmd "$3" 'cp times.json {out}' "${@:4}"; } # STATUS TEXT BASE OPTION...
well='cp times.json {out}'

# The first block.
commands 2 '^gpubench: compare: sh hangs 0 \{out\}: it did not end within 1 s, and was killed; of 3 runs none gave' \
    'sh hangs 0 {out}' --time-limit=1s
commands 2 '^gpubench: compare: the budget of 2 s ended in the first block; --budget gives a longer one$' \
    'sh hangs 0 {out}' --budget 2s
ends 0 "$PLANTED" --suite accuracy --bench copies --size 1024 --set STEP=1 --backend fake:cpu --out found.json
printf '#!/bin/sh\necho "$@" >>told\n[ -e hung ] && exit 2\ntouch hung\nsleep 1000\n' >base
chmod +x base
compare 2 '^gpubench: compare: ./base: exit status 2: nothing on stderr$' \
    --run ./base "$PLANTED" --configs found.json --backend fake:cpu --time-limit 0.1
contains '^gpubench: compare: ./base: it did not end within 20.3 s, and was killed; the first block is tried again$' err
rm told
compare 2 '^gpubench: compare: ./base: exit status 2: nothing on stderr$' --run ./base "$PLANTED" --suite accuracy --time-limit=0.1
[ "$(wc -l <told)" = 1 ] && grep -q -- '--time-limit 0.1' told || wrong 'expected that the search gets the limit, and fails once'

# Later blocks: open configurations are undecided, with the reason.
commands 4 '^1 INCONCLUSIVE\.$' 'sh hangs 8 {out}' --budget 20s --strict --json c.json
contains '^ *the budget of 20 s ended it after [0-9] pairs of blocks$' out
contains '"reason": "the budget of 20 s ended it' c.json
commands 0 '^1 SAME\.$' "$well" --budget 400s --time-limit 100

# Invalid times.
commands 2 "^gpubench: compare: --budget takes a time \(60s, 5m, 1h\) for all of it, not 'soon'$" "$well" --budget soon
commands 2 "^gpubench: compare: --time-limit takes seconds \(10, 0.5s, 2m\), not 'long'$" "$well" --time-limit long
compare 2 '--budget is of: gpubench compare --run BASE NEW' found.json found.json --budget 5s
compare 2 '--budget takes a time .60s, 5m, 1h. for all of it: a number is of a search, and --configs says what is measured$' \
    --run ./base ./base --configs found.json --budget 200
