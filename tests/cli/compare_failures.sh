#!/usr/bin/env bash
# compare: a benchmark or a process that fails equally often on both sides is never red, and the numbers of failures are
# reported; one that always fails, on the new side only, is red within ten blocks. A base that never succeeds is an
# error, and so is a failure that every run would repeat. The programs are scripts with Google Benchmark's output, which
# fail in given runs; then gpubench itself, on the fake device.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
mkdir tmp
export TMPDIR=$root/tmp more=0

# bench SIDE EVERY FIRST WHAT OUT: BM_a and BM_b of 200 ns, and $more like BM_b; in run number FIRST of the side, and in
# each EVERYth from there on, runs WHAT before they are written. With NOISE they take up to a third more at random.
cat >bench <<'TEXT'
side=$1 fails= new=
case $5 in *control.json) side=control ;; esac # the base once more
run=$(cat "runs-$side" 2>/dev/null || echo 0)
echo $((run + 1)) >"runs-$side"
ns=200
[ -z "${NOISE:-}" ] || ns=$((200 + $(echo "$side $run" | cksum | cut -d' ' -f1) % 67))
row() { echo "{\"name\": \"$1\", \"run_name\": \"$1\", \"run_type\": \"iteration\", $2 \"iterations\": 1, \"real_time\": $ns, \"time_unit\": \"ns\"}$3"; }
write() {
    {
        echo '{"context": {"date": "2026-01-01T00:00:00+00:00", "host_name": "host of failures"}, "benchmarks": ['
        row BM_a "$fails" ,
        seq -f "{\"name\": \"BM_%g\", \"iterations\": 1, \"real_time\": $ns, \"time_unit\": \"ns\"}," "$more"
        [ "$side" != new ] || [ -z "${NEW_MORE:-}" ] || row BM_c '' ,
        row BM_b '' ']}'
    } >"$1"
}
row_fails() { fails='"error_occurred": true, "error_message": "device busy",'; }
if { [ "$side" != control ] || [ -n "${CONTROL:-}" ]; } && [ "$run" -ge "$3" ] && [ $(((run - $3) % $2)) = 0 ]; then
    eval "$4"
fi
write "$5"
TEXT
# compare STATUS TEXT BASE NEW OPTION...: with the two sides' EVERY, FIRST and WHAT; its status, and a text in its table
# or its last line.
compare() {
    rm -f runs-*
    ends_printing "$1" "$2" "$GPUBENCH" compare --run-cmd "exec sh bench base $3 {out}" "exec sh bench new $4 {out}" --reader gbench \
        --json c.json "${@:5}"
}
check_blocks() { [ "$(cat runs-new)" -le "$1" ] || wrong "expected $1 blocks, not $(cat runs-new)"; }
in_file() { tr -d ' \n' <c.json | grep -Eq "$1" || wrong "expected in the file: $1"; }
never='1000 999 exit'

# ---- a benchmark

# One program, which fails in each fourth run; the new side's failures come first.
compare 0 '^2 SAME\.$' '4 3 row_fails' '4 1 row_fails'
contains '^ *failed in 5 of 21 blocks, the base in 5$' out
in_file '"failures":\{"base":5,"new":5,"blocks":21\}'
compare 0 '^2 SAME\.$' "$never" '1000 2 row_fails' # once, in 81 blocks
contains '^ *failed in 1 of 81 blocks, the base in 0$' out
compare 0 '^(1 INCONCLUSIVE, 1 SAME|2 SAME)\.$' '2 1 row_fails' '2 2 row_fails' # in turn
compare 0 '^1 SAME, 1 BROKEN\.$' '1 0 row_fails' '1 0 row_fails'                # always
contains '^ *failed in 2 of 2 blocks, the base in 2$' out

# The new side always; from the first run, and from a later one.
compare 1 '^1 FAILS, 1 SAME\.$' "$never" '1 0 row_fails'
contains '^ *failed in ([67]) of \1 blocks, the base in 0$' out
check_blocks 10
compare 1 '^1 FAILS, 1 SAME\.$' "$never" '1 4 row_fails'
compare 1 '^1 FAILS, 1 SAME\.$' '20 3 row_fails' '1 2 row_fails' # beside a base that fails, too, but seldom
more=2000 compare 1 '^1 FAILS, 2001 SAME\.$' "$never" '1 0 row_fails' # one of many
check_blocks 10

# ---- a process

# The new side always; from the first run, and from a later one.
compare 1 '^ *it died of signal 9$' "$never" '1 0 "kill -9 \$\$"'
contains '^2 FAILS\.$' out
contains '^ *failed in ([0-9]+) of \1 blocks, the base in 0$' out
check_blocks 10
in_file '"reason":"itdiedofsignal9"'
compare 1 '^2 FAILS\.$' "$never" '1 2 "echo no room here >&2; exit 3"'
contains '^ *exit status 3: no room here$' out
check_blocks 12
compare 1 '^ *exit status 3: gr.xf6.xdfe .x1b.31mred$' "$never" '1 0 "printf \"gr\\366\\337e \\033[31mred\\n\" >&2; exit 3"' --markdown c.md --annotations c.txt
in_file '"reason":"exitstatus3:gr..xf6..xdfe..x1b.31mred"' # nowhere does it reach a terminal, or break JSON
! LC_ALL=C grep -q '[^ -~]' c.md c.txt || wrong 'expected printable characters'
compare 1 '^ *exit status 1: nothing on stderr$' "$never" '1 0 "write \$5; exit 1"' # also with a file that can be read
compare 1 '^ *it did not end within 1 s, and was killed$' "$never" '1 0 "sleep 1000"' --time-limit 1

# Both once in ten runs, but in different ones; the base only; once.
NOISE=1 compare 0 '^2 INCONCLUSIVE\.$' '10 7 "kill -9 \$\$"' '10 2 "kill -9 \$\$"'
in_file '"failures":\{"base":[45],"new":[45],"blocks":(41|81)\}'
NOISE=1 compare 0 '^2 INCONCLUSIVE\.$' '10 3 "exit 3"' '10 3 "exit 3"'
compare 0 '^2 SAME\.$' '3 1 "exit 3"' "$never"
compare 0 '^2 SAME\.$' "$never" '1000 4 "kill -9 \$\$"'
CONTROL=1 compare 0 '^2 SAME\.$' '4 3 "kill -9 \$\$"' "$never"

# First blocks: the base needs results once, the new side does not.
compare 2 '^gpubench: compare: exec sh bench .*: it died of signal 9; of 3 runs none gave results to compare with$' '1 0 "kill -9 \$\$"' "$never"
[ "$(cat runs-base)" = 3 ] && [ "$(grep -c 'signal 9; the first block is tried again$' err)" = 2 ] || wrong 'expected three tries'
compare 2 '^gpubench: compare: .*: exit status 4: nothing on stderr; of 3 runs none' '1 0 "exit 4"' '1 0 "exit 4"'
compare 0 '^2 SAME\.$' '1000 0 "exit 3"' "$never"
in_file '"failures":\{"base":1,"new":0,"blocks":8\}' # the first try counts
compare 0 '^2 SAME\.$' '1000 0 "exit 3"' '1000 0 "exit 3"'
NEW_MORE=1 compare 0 '^New: BM_c, which the base has not\.$' "$never" '1000 0 "exit 3"'
contains '^2 SAME\.$' out
CONTROL=1 compare 3 '^INVALID: the base failed where it was to run as a control: exit status 3: nothing on stderr\.' \
    '1 0 "[ \$side = base ] || exit 3"' "$never"

# Immediate errors: a command that cannot be started, and one that succeeds without results.
compare 2 ': exit status 127: it cannot be run$' "$never" '1000 2 "exit 127"'
compare 2 ': exit status 126: it cannot be run$' '1000 0 "exit 126"' "$never"
[ "$(cat runs-base)" = 1 ] || wrong 'expected one try'
compare 2 ': it did not write the file that stands for \{out\}$' "$never" '1000 2 "exit 0"'
compare 2 'what it wrote to \{out\}: no JSON: ' "$never" '1000 2 "echo >\$5; exit 0"'

# ---- a gpubench: killed in one block, as the base is in another; in each but the first, although its code and launches
# are the same; without a device

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
ends 0 "$PLANTED" --suite accuracy --bench copies --size 1024 --set STEP=1 --backend fake:cpu --out found.json
programs() {
    rm -f runs-*
    FIRST=$3 LAST=$4 END=$5 BASE=${BASE:-99} ends_printing "$1" "$2" "$GPUBENCH" compare --run ./dies ./dies --configs found.json --backend fake:cpu
}
killed="\"$PLANTED\" \"\$@\" & kill -9 \$!; wait \$!; exit"
BASE=4 programs 0 '^1 SAME\.$' 2 2 "$killed"
contains '^ *failed in 1 of 7 blocks, the base in 1$' out
programs 1 '^1 FAILS\.$' 1 99 "$killed"
contains '^ *exit status 137: ' out
check_blocks 10
programs 1 '^ *exit status 3: no device here$' 0 99 'echo "gpubench: no device here" >&2; exit 3'
programs 2 'compare: ./dies: exit status 2: unknown option .--x.$' 3 99 "echo \"gpubench: unknown option '--x'\" >&2; exit 2"
programs 2 'compare: ./dies: it wrote no results; is it a gpubench\?$' 3 99 'exit 0'
programs 1 '^ *exit status 1: nothing on stderr$' 0 99 'exit 1'
