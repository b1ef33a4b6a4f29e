#!/usr/bin/env bash
# compare: a process that fails as a whole is a failed block of its side: always and only now it is red, as often as the base it
# is not; a base that never ends well is an error, and so is what would fail each time alike. The programs are scripts that write
# what Google Benchmark does, and die in runs of their own; then gpubench itself, on the fake device.
set -eu
: "${GPUBENCH:?} ${PLANTED:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cd "$root"
mkdir tmp
export TMPDIR=$root/tmp

# bench SIDE EVERY FIRST END OUT: two benchmarks of 200 ns; run number FIRST of the side, and each EVERYth from there on, ends with
# END instead. With NOISE they take up to a third more by chance.
cat >bench <<'TEXT'
side=$1
case $5 in *control.json) side=control ;; esac # the base once more
run=$(cat "runs-$side" 2>/dev/null || echo 0)
echo $((run + 1)) >"runs-$side"
ns=200
[ -z "${NOISE:-}" ] || ns=$((200 + $(echo "$side $run" | cksum | cut -d' ' -f1) % 67))
write() {
    printf '{"context": {"date": "2026-01-01T00:00:00+00:00", "host_name": "host of failures"}, "benchmarks": [
        {"name": "BM_a", "run_name": "BM_a", "run_type": "iteration", "iterations": 1, "real_time": %s, "time_unit": "ns"},
        {"name": "BM_b", "run_name": "BM_b", "run_type": "iteration", "iterations": 1, "real_time": %s, "time_unit": "ns"}%s]}' \
        $ns $ns "$MORE" >"$1"
}
MORE=
if [ "$side" = new ] && [ -n "${NEW_MORE:-}" ]; then
    MORE=', {"name": "BM_c", "run_name": "BM_c", "run_type": "iteration", "iterations": 1, "real_time": 9, "time_unit": "ns"}'
fi
if { [ "$side" != control ] || [ -n "${CONTROL:-}" ]; } && [ "$run" -ge "$3" ] && [ $(((run - $3) % $2)) = 0 ]; then
    eval "$4"
fi
write "$5"
TEXT
wrong() {
    echo "lines ${BASH_LINENO[*]}: $1"
    cat out err
    exit 1
}
# compare STATUS TEXT BASE NEW OPTION...: of the two sides' EVERY, FIRST and END; its status, and what its table or its last line says.
compare() {
    local expected=$1 text=$2 base=$3 new=$4 status=0
    shift 4
    rm -f runs-*
    "$GPUBENCH" compare --run-cmd "exec sh bench base $base {out}" "exec sh bench new $new {out}" --reader gbench --json c.json "$@" >out 2>err ||
        status=$?
    [ "$status" = "$expected" ] || wrong "status $status, expected $expected"
    grep -Eqe "$text" out || { tail -n 1 err | grep -Eqe "$text"; } || wrong "expected: $text"
}
never='1000 999 exit'

# The new side always; from the first run, and from a later one on.
compare 1 '^ *it died of signal 9$' "$never" '1 0 "kill -9 \$\$"'
grep -q '^2 FAILS\.$' out && grep -Eq '^ *failed in ([0-9]+) of \1 blocks, the base in 0$' out || wrong 'expected that both fail'
[ "$(cat runs-new)" -le 10 ] || wrong "expected ten blocks, not $(cat runs-new)"
grep -q '"reason": *"it died of signal 9"' c.json || wrong 'expected the reason in the file'
compare 1 '^2 FAILS\.$' "$never" '1 2 "echo no room here >&2; exit 3"'
grep -q '^ *exit status 3: no room here$' out && [ "$(cat runs-new)" -le 12 ] || wrong 'expected the reason, within ten blocks'
compare 1 '^ *exit status 1: it said nothing$' "$never" '1 0 "write \$5; exit 1"' # also with a file that can be read
compare 1 '^ *it did not end within 1 s, and was killed$' "$never" '1 0 "sleep 1000"' --time-limit 1

# Both once in ten runs, and in others; the base alone; once.
NOISE=1 compare 0 '^2 INCONCLUSIVE\.$' '10 7 "kill -9 \$\$"' '10 2 "kill -9 \$\$"'
tr -d ' \n' <c.json | grep -Eq '"failures":\{"base":[45],"new":[45],"blocks":(41|81)\}' || wrong 'expected all blocks'
NOISE=1 compare 0 '^2 INCONCLUSIVE\.$' '10 3 "exit 3"' '10 3 "exit 3"'
compare 0 '^2 SAME\.$' '3 1 "exit 3"' "$never"
compare 0 '^2 SAME\.$' "$never" '1000 4 "kill -9 \$\$"'
CONTROL=1 compare 0 '^2 SAME\.$' '4 3 "kill -9 \$\$"' "$never"

# First blocks: the base has to have results once, the new side has not.
compare 2 '^gpubench: compare: exec sh bench .*: it died of signal 9; of 3 runs none gave results to compare with$' '1 0 "kill -9 \$\$"' "$never"
[ "$(cat runs-base)" = 3 ] && [ "$(grep -c 'signal 9; the first block is tried again$' err)" = 2 ] || wrong 'expected three tries'
compare 2 '^gpubench: compare: .*: exit status 4: it said nothing; of 3 runs none' '1 0 "exit 4"' '1 0 "exit 4"'
compare 0 '^2 SAME\.$' '1000 0 "exit 3"' "$never"
tr -d ' \n' <c.json | grep -q '"failures":{"base":1,"new":0,"blocks":8}' || wrong 'expected that the first try counts'
compare 0 '^2 SAME\.$' '1000 0 "exit 3"' '1000 0 "exit 3"'
NEW_MORE=1 compare 0 '^New: BM_c, which the base has not\.$' "$never" '1000 0 "exit 3"'
grep -q '^2 SAME\.$' out || wrong 'expected that nothing is red'
CONTROL=1 compare 3 '^INVALID: the base failed where it was to run as a control: exit status 3: it said nothing\.' \
    '1 0 "[ \$side = base ] || exit 3"' "$never"

# What is an error at once: a command that cannot be started, and one that ends well without results.
compare 2 ': exit status 127: it cannot be run$' "$never" '1000 2 "exit 127"'
compare 2 ': exit status 126: it cannot be run$' '1000 0 "exit 126"' "$never"
[ "$(cat runs-base)" = 1 ] || wrong 'expected one try'
compare 2 ': it did not write the file that stands for \{out\}$' "$never" '1000 2 "exit 0"'
compare 2 'what it wrote to \{out\}: no JSON: ' "$never" '1000 2 "echo >\$5; exit 0"'

# A gpubench: killed in one block, as the base is in another; in each but the first, though its code and launches are the same; that
# finds no device.
cat >dies <<TEXT
#!/bin/sh
# Runs number FIRST to LAST of the new side, and BASE of the base, end with END.
side=new first=\$FIRST last=\$LAST
case "\$*" in *base.json*) side=base first=\$BASE last=\$BASE ;; *control.json*) exec "$PLANTED" "\$@" ;; esac
run=\$(cat runs-\$side 2>/dev/null || echo 0)
echo \$((run + 1)) >runs-\$side
[ "\$run" -lt "\$first" ] || [ "\$run" -gt "\$last" ] || eval "\$END"
exec "$PLANTED" "\$@"
TEXT
chmod +x dies
"$PLANTED" --suite accuracy --bench copies --size 1024 --set STEP=1 --backend fake:cpu --out found.json >/dev/null 2>&1
programs() {
    local expected=$1 text=$2 status=0
    rm -f runs-*
    FIRST=$3 LAST=$4 END=$5 BASE=${BASE:-99} "$GPUBENCH" compare --run ./dies ./dies --configs found.json --backend fake:cpu >out 2>err || status=$?
    [ "$status" = "$expected" ] || wrong "status $status, expected $expected"
    grep -Eqe "$text" out || { tail -n 1 err | grep -Eqe "$text"; } || wrong "expected: $text"
}
killed="\"$PLANTED\" \"\$@\" & kill -9 \$!; wait \$!; exit"
BASE=4 programs 0 '^1 SAME\.$' 2 2 "$killed"
grep -q '^ *failed in 1 of 7 blocks, the base in 1$' out || wrong 'expected how often it failed'
programs 1 '^1 FAILS\.$' 1 99 "$killed"
grep -q '^ *exit status 137: ' out && [ "$(cat runs-new)" -le 10 ] || wrong 'expected the reason, within ten blocks'
programs 1 '^ *exit status 3: no device here$' 0 99 'echo "gpubench: no device here" >&2; exit 3'
programs 2 'compare: ./dies: exit status 2: unknown option .--x.$' 3 99 "echo \"gpubench: unknown option '--x'\" >&2; exit 2"
programs 2 'compare: ./dies: it wrote no results; is it a gpubench\?$' 3 99 'exit 0'
programs 1 '^ *exit status 1: it said nothing$' 0 99 'exit 1'
[ -z "$(ls tmp)" ] || wrong "expected nothing to be left: $(ls tmp)"
